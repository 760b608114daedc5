from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from fuzzwright.reports.markdown import to_markdown
from fuzzwright.reports.summary import Summary, TargetReport
from tests.reports.golden import same_as_golden
from tests.reports.hostile import TEXTS, everywhere
from tests.reports.shop import EMPTY, PARSE, PRICES, REBATE, SHARE, SUMMARY

ANY_TEXT = st.text(st.characters(exclude_categories=()))
MARKDOWN = {
    "table": "a | b || c |",
    "escaped pipe": r"a \| b \\| c",
    "ticks": "`a` ``b`` ``` c ```` d",
    "fence": "```\n\n# head\n\n```",
    "emphasis": "*a* **b** _c_ __d__ ~~e~~",
    "link": "[a](http://example.org) ![b](http://example.org/b.png) <http://example.org> [c]: http://example.org",
    "bare link": "http://example.org www.example.org someone@example.org",
    "html": "</details></code><script>alert(1)</script><!-- x --> &amp; &lt;",
    "lines": "a\n\n# head\n- item\n> quote\n---\n",
    "mention": "@someone #12 org/name#13 !14 :tada: $x$",
}
ALLOWED = {"h3", "table", "thead", "tbody", "tr", "th", "td", "code", "details", "summary", "pre", "p", "sub"}


class Shown(HTMLParser):
    """What a page makes of a comment: the elements, and the text in and outside of code."""

    def __init__(self, comment: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[str] = []
        self.attributes: set[str] = set()
        self.code: list[str] = []
        self.plain = ""
        self._inside = 0
        self.feed(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(comment))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes |= {f"{name}={value}" for name, value in attrs}
        if tag == "code":
            self._inside += 1
            self.code.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside -= tag == "code"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.code[-1] += data
        else:
            self.plain += data


def about(text: str, many: int = 1) -> Summary:
    """Return a run with the text wherever a comment shows text of the code under test."""
    finding = replace(
        PARSE, function=text, message=text, call=text, imports=(text,), exception=text, evidence=text, file=text
    )
    findings = tuple(replace(finding, id=str(number)) for number in range(many))
    others = (replace(finding, id="other", verdict="flaky"), replace(finding, id="odd", verdict=text))
    targets = (TargetReport(text), TargetReport(text, "skipped", text))
    return Summary("0.1.0", 0, 1.0, targets, (*findings, *others))


CLEAN = Shown(to_markdown(about("plain")))


def test_the_comment_is_the_golden_one() -> None:
    same_as_golden("comment.txt", to_markdown(SUMMARY))


def test_the_comment_begins_with_what_to_do() -> None:
    assert to_markdown(SUMMARY).startswith("### fuzzwright: 4 findings to act on\n")
    assert to_markdown(replace(SUMMARY, findings=(EMPTY,))).startswith("### fuzzwright: nothing to act on\n")
    assert to_markdown(Summary("0.1.0", 0, 0.1)).startswith("### fuzzwright: nothing could be fuzzed\n")


def test_a_finding_to_act_on_is_in_the_table_and_folded_in_full() -> None:
    shown = Shown(to_markdown(replace(SUMMARY, findings=(PARSE, EMPTY))))
    assert shown.elements.count("details") == 1
    assert shown.code[:2] == ["parse('0')", "shop/orders.py:17"]
    assert "from shop.orders import parse\nparse('0')\n" in shown.code
    assert "an order line must not be empty" not in "".join(shown.code)


def test_what_is_not_to_act_on_is_counted_by_what_it_is() -> None:
    more = (replace(EMPTY, id="more"), PRICES, SHARE, REBATE)
    aside = replace(SUMMARY, findings=(EMPTY, *more), known=frozenset({SHARE.id}), allowed=frozenset({REBATE.id}))
    assert "Not to act on: 1 known, 1 allowed, 2 deliberate, 1 precondition." in to_markdown(aside)


def test_what_was_skipped_is_one_line_with_the_commonest_reasons() -> None:
    reasons = ["rare", "often\n  fix: mend it", "often\n  fix: mend it", "now and then", "seldom", "never"]
    targets = tuple(TargetReport(f"f{number}", "skipped", reason) for number, reason in enumerate(reasons))
    (line,) = [line for line in to_markdown(Summary("0", 0, 1.0, targets)).splitlines() if "Skipped" in line]
    assert line == "Skipped 6 functions: often (2); rare (1); now and then (1); 2 other reasons."


def test_an_early_end_is_told() -> None:
    assert "stopped early" in to_markdown(replace(SUMMARY, stopped_early=True)).splitlines()[2]


def test_many_findings_stay_a_short_comment() -> None:
    text = to_markdown(about("plain", 100))
    assert "| … and 80 more | | |" in text
    assert Shown(text).elements.count("details") == 20


def test_a_comment_is_never_longer_than_what_github_takes() -> None:
    text = to_markdown(about("*" * 5_000, 100))
    assert len(text) < 65_000
    assert "not shown in full" in text


def test_the_call_can_be_copied_as_it_is() -> None:
    call = "f('`|<b>*_@x', '''``` ``''')"
    shown = Shown(to_markdown(replace(SUMMARY, findings=(replace(PARSE, call=call),))))
    assert shown.code[0].replace("\u200b", "") == call
    assert f"from shop.orders import parse\n{call}\n" in shown.code


def test_names_of_people_and_issues_are_broken_outside_of_code() -> None:
    shown = Shown(to_markdown(about(MARKDOWN["mention"])))
    assert not re.search(r"[@#!:$]\w", shown.plain)
    assert "@\u200bsomeone #\u200b12" in shown.plain


def test_nothing_becomes_a_link_by_itself() -> None:
    text = to_markdown(about(MARKDOWN["bare link"]))
    outside = re.sub("```python.*?```", "", text, flags=re.DOTALL)
    assert "http&#58;" in outside
    assert not re.search(r"://|www\.|@|&#64;(?!&#8203;)", outside)


@pytest.mark.parametrize("text", [*MARKDOWN.values(), *TEXTS.values()], ids=[*MARKDOWN, *TEXTS])
def test_hostile_text_is_only_text(text: str) -> None:
    summaries = [about(text)] if len(text) > 1_000_000 else [about(text), everywhere(text)[0]]
    for summary in summaries:
        written = to_markdown(summary)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]", written)
        shown = Shown(written)
        assert set(shown.elements) <= ALLOWED
        assert shown.attributes == {"class=language-python"}
    same = Shown(to_markdown(about(text)))
    assert same.elements == CLEAN.elements


@given(ANY_TEXT)
def test_any_text_leaves_the_comment_as_it_is(text: str) -> None:
    assert Shown(to_markdown(about("a" + text))).elements == CLEAN.elements
