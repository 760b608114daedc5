from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from fuzzwright.reports.html import to_html
from fuzzwright.reports.summary import Summary, TargetReport
from tests.reports.golden import same_as_golden
from tests.reports.hostile import TEXTS, everywhere
from tests.reports.shop import EMPTY, PARSE, SETTLE, SHARE, SOURCES, SUMMARY

VOID = {"meta", "input", "img", "br", "link"}


class Page(HTMLParser):
    """What a browser would make of a page: its elements, and its text by element."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(source)
        self.close()
        assert self._open == [], "elements that were not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open:
            self.texts.append((self._open[-1], data))

    def inside(self, tag: str) -> str:
        return "".join(data for name, data in self.texts if name == tag)


CLEAN = Page(to_html(SUMMARY, SOURCES))


def test_the_page_is_the_golden_one() -> None:
    same_as_golden("report.html", to_html(SUMMARY, SOURCES))


def test_the_page_asks_for_nothing_from_outside() -> None:
    for tag, attributes in CLEAN.elements:
        assert tag not in {"link", "img", "iframe", "object", "embed", "base", "form"}
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in CLEAN.inside("style")
    assert "@import" not in CLEAN.inside("style")


def test_the_policy_allows_our_script_and_no_other() -> None:
    policy = next(
        attributes["content"] or ""
        for tag, attributes in CLEAN.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    digest = b64encode(sha256(CLEAN.inside("script").encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy


def test_everything_can_be_read_without_the_script() -> None:
    hidden = [attributes for _, attributes in CLEAN.elements if "hidden" in attributes]
    assert hidden
    assert all("data-needs-script" in attributes for attributes in hidden)


def test_the_failing_line_is_marked_among_its_neighbours() -> None:
    page = to_html(replace(SUMMARY, findings=(PARSE,)), SOURCES)
    (marked,) = re.findall(r'<li class="failing".*?</li>', page)
    assert "▸ 17" in marked
    assert "int(parts[1])" in marked
    (finding,) = re.findall("<article.*?</article>", page, re.DOTALL)
    assert re.findall(r'<span class="number">(?:▸ )?(\d+)</span>', finding) == [str(line) for line in range(13, 22)]


def test_the_lines_around_it_are_marked_as_covered_or_missed() -> None:
    (finding,) = re.findall("<article.*?</article>", to_html(replace(SUMMARY, findings=(SETTLE,)), SOURCES), re.DOTALL)
    found = re.findall(r'<li(?: class="(\w+)")?.*?<span class="number">\W*(\d+)</span>', finding)
    assert found == [("", "16"), ("covered", "17"), ("failing", "18"), ("missed", "19")]


def test_without_coverage_there_is_neither_mark_nor_legend() -> None:
    targets = tuple(replace(target, lines=(), file="") for target in SUMMARY.targets)
    page = to_html(replace(SUMMARY, targets=targets), SOURCES)
    assert 'class="legend' not in page
    assert '<li class="covered"' not in page
    assert '<li class="missed"' not in page


def test_a_function_tells_which_of_its_lines_were_not_reached() -> None:
    page = to_html(SUMMARY, SOURCES)
    (table,) = re.findall('<table id="table">.*?</table>', page, re.DOTALL)
    assert re.findall("<summary[^>]*>(.*?)</summary>", table) == [
        "1 line not reached: 19",
        "3 examples",
        "1 line not reached: 24",
    ]
    assert re.findall(r'<li class="missed".*?<span class="text">(.*?)</span>', table) == ["    return amount"] * 2


def test_lines_far_apart_have_a_gap_between_them() -> None:
    source = "def f(a: int) -> int:\n" + "    a += 1\n" * 30
    target = TargetReport(
        "m.f", lines_covered=28, lines_total=30, file="m.py", line=1, last_line=31, lines=tuple(range(3, 31))
    )
    page = to_html(Summary("0", 0, 1.0, (target,)), {"m.py": source})
    assert "2 lines not reached: 2, 31" in page
    assert re.findall(r'class="number">\W*(\d+)<|class="(gap)"', page) == [
        *[(str(line), "") for line in (1, 2, 3, 4)],
        ("", "gap"),
        *[(str(line), "") for line in (29, 30, 31)],
    ]


def test_a_known_or_allowed_finding_is_called_so_and_is_not_urgent() -> None:
    page = to_html(replace(SUMMARY, known=frozenset({PARSE.id}), allowed=frozenset({SHARE.id})), SOURCES)
    articles = {match[1]: match[0] for match in re.finditer(r'<article id="(\w+)".*?</article>', page, re.DOTALL)}
    assert '<span class="badge aside">known</span>' in articles[PARSE.id]
    assert '<span class="badge aside">allowed</span>' in articles[SHARE.id]
    assert 'class="urgent"' not in articles[PARSE.id] + articles[SHARE.id]
    assert 'class="urgent"' in articles[SETTLE.id]
    assert "badge aside" not in articles[SETTLE.id]


def test_growth_is_drawn_with_its_knee_if_there_is_any() -> None:
    page = to_html(SUMMARY, SOURCES)
    assert "knee: 12 lines after 1.8 s" in page
    assert "Knee: 12 lines were covered after 1.8 s; the 12.5 s since brought 2 more." in page
    assert "<svg" not in to_html(replace(SUMMARY, growth=()), SOURCES)


def test_findings_to_act_on_come_before_all_others() -> None:
    verdicts = [attributes["data-verdict"] for tag, attributes in CLEAN.elements if tag == "article"]
    assert verdicts == ["unexpected", "unexpected", "unexpected", "return type", "deliberate", "precondition"]


def test_a_page_without_findings_and_functions_says_so() -> None:
    page = to_html(Summary("0.1.0", 0, 0.1))
    assert "0 findings to act on" in page
    assert "No function was fuzzed." in page


def test_sources_that_are_missing_or_shorter_leave_the_place() -> None:
    for sources in ({}, {"shop/orders.py": "one line"}):
        page = to_html(replace(SUMMARY, findings=(EMPTY,)), sources)
        assert "shop/orders.py:15" in page
        assert "excerpt" not in Page(page).inside("main")


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_is_only_text(text: str) -> None:
    summary, sources = everywhere(text)
    written = to_html(summary, sources)
    page = Page(written)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]", written)
    assert {tag for tag, _ in page.elements} <= {tag for tag, _ in CLEAN.elements}
    assert page.inside("script") == CLEAN.inside("script")
    known = {name for _, attributes in CLEAN.elements for name in attributes}
    assert {name for _, attributes in page.elements for name in attributes} <= known
    written.encode("utf-8")
    assert len(written) < 1_000_000
