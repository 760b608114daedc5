from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from fuzzwright.reports.html import to_html
from fuzzwright.reports.summary import Summary
from tests.reports.golden import same_as_golden
from tests.reports.hostile import TEXTS, everywhere
from tests.reports.shop import EMPTY, PARSE, SOURCES, SUMMARY

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
    assert re.findall(r'<span class="number">(?:▸ )?(\d+)</span>', page) == [str(line) for line in range(13, 22)]


def test_findings_to_act_on_come_before_all_others() -> None:
    verdicts = [attributes["data-verdict"] for tag, attributes in CLEAN.elements if tag == "article"]
    assert verdicts == ["unexpected", "unexpected", "return type", "resource", "deliberate", "precondition"]


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
