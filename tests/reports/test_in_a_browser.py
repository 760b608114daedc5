"""The page in a real browser: nothing is asked for, nothing overflows, and the table sorts by mouse and keyboard."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzzwright.reports.html import to_html
from tests.reports.browser import Browser, browsing
from tests.reports.hostile import TEXTS, everywhere
from tests.reports.shop import SOURCES, SUMMARY

pytestmark = pytest.mark.slow

NAMES = "[...document.querySelectorAll('#table tbody')].map(body => body.rows[0].cells[0].textContent)"
BY_NAME = [target.function for target in SUMMARY.fuzzed]
LONG = {name: source.replace("return amount", "return amount  # " + "long " * 40) for name, source in SOURCES.items()}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(to_html(SUMMARY, LONG), "utf-8")
    return path


def sorted_by(browser: Browser) -> list[tuple[str, str]]:
    heads = browser.ask(
        "[...document.querySelectorAll('#table thead th')].filter(head => head.ariaSort)"
        ".map(head => [head.textContent, head.ariaSort])"
    )
    return [(name, way) for name, way in heads]


def test_the_browser_has_nothing_to_complain_about(browser: Browser, page: Path) -> None:
    browser.open(page)
    assert browser.ask("document.querySelectorAll('article').length") == len(SUMMARY.findings)
    assert browser.complaints == []


@pytest.mark.parametrize("width", [320, 400, 700, 993, 1600])
def test_nothing_is_wider_than_the_window(browser: Browser, page: Path, width: int) -> None:
    browser.open(page, width)
    browser.ask("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert browser.ask("document.documentElement.scrollWidth") == width
    wider = "[...document.querySelectorAll('.functions')].filter(one => one.scrollWidth > one.clientWidth).length"
    assert browser.ask(wider) == 0


def test_a_click_on_a_head_sorts_and_another_turns_it(browser: Browser, page: Path) -> None:
    browser.open(page)
    assert (browser.ask(NAMES), sorted_by(browser)) == (BY_NAME, [("function", "ascending")])
    executions = sorted(SUMMARY.fuzzed, key=lambda target: target.executions)
    most_first = [target.function for target in reversed(executions)]
    head = "document.querySelectorAll('#table thead button')[3].click()"
    browser.ask(head)
    assert (browser.ask(NAMES), sorted_by(browser)) == (most_first, [("executions", "descending")])
    browser.ask(head)
    assert (browser.ask(NAMES), sorted_by(browser)) == (most_first[::-1], [("executions", "ascending")])


def test_details_stay_with_their_function_when_sorted(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.ask("document.querySelectorAll('#table thead button')[2].click()")
    told = "Object.fromEntries([...document.querySelectorAll('#table tbody')].filter(body => body.rows[1]).map("
    told += "body => [body.rows[0].cells[0].textContent, body.rows[1].querySelector('summary').textContent]))"
    assert browser.ask(told) == {
        "shop.money.settle": "1 line not reached: 19",
        "shop.orders.parse": "3 examples",
        "shop.orders.total": "1 line not reached: 24",
    }


def test_the_table_sorts_by_keyboard(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.ask("document.querySelectorAll('#table thead button')[0].focus()")
    browser.press("Enter", 13)
    assert browser.ask(NAMES) == BY_NAME[::-1]
    browser.press("Tab", 9)
    browser.press(" ", 32)
    assert sorted_by(browser) == [("findings", "descending")]


def test_a_narrow_window_sorts_by_a_list(browser: Browser, page: Path) -> None:
    browser.open(page, 400)
    shown = "getComputedStyle(document.querySelector('{}')).display"
    assert browser.ask(shown.format(".order")) != "none"
    assert browser.ask(shown.format("#table thead")) == "none"
    browser.ask("order.value = '2'; order.dispatchEvent(new Event('change'))")
    assert sorted_by(browser) == [("lines covered", "descending")]
    assert browser.ask(NAMES)[-1] == "shop.money.settle"


def test_findings_are_filtered_by_word_and_verdict(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.ask("words.value = 'DIVISION'; words.dispatchEvent(new Event('input'))")
    shown = "[...document.querySelectorAll('article')].filter(one => !one.hidden).map(one => one.id)"
    assert browser.ask(shown) == ["07ffce11"]
    assert browser.ask("count.textContent") == "1 of 6 shown"


@pytest.mark.parametrize("dark", [False, True])
def test_text_can_be_read_in_both_themes(browser: Browser, page: Path, dark: bool) -> None:
    browser.open(page, dark=dark)
    brightness = "(name) => Math.max(...getComputedStyle(document.body)[name].match(/\\d+/g).slice(0, 3).map(Number))"
    back, ink = (browser.ask(f"({brightness})('{name}')") for name in ("backgroundColor", "color"))
    assert (back < 60 and ink > 200) if dark else (back > 200 and ink < 60)
    width, _ = struct.unpack(">II", browser.picture()[16:24])
    assert width == 1000


def test_hostile_text_runs_nothing(browser: Browser, tmp_path: Path) -> None:
    for name in ("script", "attribute", "template", "comment", "control"):
        summary, sources = everywhere(TEXTS[name])
        path = tmp_path / "hostile.html"
        path.write_text(to_html(summary, sources), "utf-8")
        browser.open(path)
        assert browser.complaints == []
        assert browser.ask("document.scripts.length") == 1
        assert browser.ask("document.images.length") == 0
