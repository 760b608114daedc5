from __future__ import annotations

import io
import unicodedata
from dataclasses import replace

import pytest
from rich.cells import cell_len

from fuzzwright.reports import words
from fuzzwright.reports.summary import Summary, TargetReport
from fuzzwright.reports.terminal import make_console, show_finding, show_summary
from fuzzwright.reports.words import closing_line
from tests.reports.golden import same_as_golden
from tests.reports.hostile import TEXTS, everywhere
from tests.reports.shop import EMPTY, PARSE, PRICES, SOURCES, SUMMARY


def shown(summary: Summary, sources: dict[str, str] = SOURCES, width: int = 100) -> str:
    stream = io.StringIO()
    show_summary(make_console(stream, width), summary, sources)
    return stream.getvalue()


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("width", [60, 100])
def test_the_summary_is_the_golden_one(width: int) -> None:
    same_as_golden(f"summary-{width}.txt", shown(SUMMARY, width=width))


def test_the_closing_line_says_it_all() -> None:
    assert closing_line(SUMMARY) == (
        "5 functions fuzzed, 2 skipped · 1.2 M executions in 14.3 s · 4 findings to act on, 2 more · seed 42"
    )
    assert (
        closing_line(Summary("0", 1, 0.5))
        == "0 functions fuzzed · 0 executions in 0.5 s · 0 findings to act on · seed 1"
    )
    assert closing_line(replace(SUMMARY, stopped_early=True)).startswith("stopped early · 5 functions")


def test_an_unclear_one_is_told_with_its_call_and_asks_for_no_action() -> None:
    summary = replace(SUMMARY, findings=(replace(PRICES, verdict="unclear"), replace(PARSE, verdict="deliberate")))
    text = shown(summary)
    head, _, rest = text.partition("unclear (1): ")
    assert f"    {PRICES.call} · id {PRICES.id}" in rest.splitlines()
    assert PARSE.call not in text
    assert "0 findings to act on, 2 more" in text
    assert text.index("unclear (1)") < text.index("deliberate (1)")
    assert PRICES.call not in head


@pytest.mark.parametrize("width", [60, 61, 80, 89, 90, 120, 200])
def test_everything_but_code_fits_the_width(width: int) -> None:
    long = replace(
        PARSE,
        function="shop." + "deeply." * 30 + "nested",
        message="漢字 " * 100 + "x" * 300,
        evidence="word " * 60,
        frames=(replace(PARSE.frames[0], file="a" * 150 + ".py"),),
    )
    targets = tuple(replace(one, function="shop." + "very_" * 30 + one.function) for one in SUMMARY.targets)
    text = shown(replace(SUMMARY, findings=(long, replace(long, verdict="any")), targets=targets), width=width)
    assert [line for line in text.splitlines() if cell_len(line) > width] == []


def test_code_stands_at_the_margin_and_is_never_wrapped() -> None:
    call = f"total([Line({'x' * 300!r}, 0)], {{}})"
    lines = shown(replace(SUMMARY, findings=(replace(PRICES, verdict="unexpected", call=call),)), width=60).splitlines()
    start = lines.index("from shop.orders import Line, total")
    assert lines[start : start + 3] == ["from shop.orders import Line, total", "total([], {})", call]


def test_the_code_shown_runs_when_pasted() -> None:
    lines = shown(replace(SUMMARY, findings=(PARSE,))).splitlines()
    start = lines.index("from shop.orders import parse")
    compile("\n".join(lines[start : start + 2]), "pasted", "exec")


def test_a_long_list_of_others_says_how_many_more_there_are() -> None:
    many = tuple(replace(EMPTY, id=f"{number:08x}", line=number) for number in range(25))
    text = shown(replace(SUMMARY, findings=many))
    assert "deliberate (25)" in text
    assert text.count("an order line must not be empty") == 10
    assert "and 15 more" in text


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_is_only_text(text: str) -> None:
    summary, sources = everywhere(text)
    written = shown(summary, sources)
    bad = [letter for letter in written if unicodedata.category(letter) in ("Cc", "Cf", "Cs") and letter != "\n"]
    assert bad == []
    assert len(written) < 120_000


def test_markup_and_emoji_codes_are_shown_as_written() -> None:
    stream = io.StringIO()
    show_finding(make_console(stream, 100), replace(PARSE, message="[red]x[/red] :smile: [/]"))
    assert "[red]x[/red] :smile: [/]" in stream.getvalue()


def test_a_terminal_that_knows_only_ascii_still_gets_its_summary() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    show_summary(make_console(stream, 100), SUMMARY, SOURCES)
    stream.flush()
    assert b"5 functions fuzzed" in raw.getvalue()


def test_no_colour_leaves_a_file() -> None:
    assert "\x1b" not in shown(SUMMARY)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (None, "–"),
        ((0.0, 0.0), "0–0.001 %"),
        ((1e-9, 1e-7), "0–0.001 %"),
        ((0.003, 0.012), "0.3–1.2 %"),
        ((0.0999, 0.9999), "10–99 %"),
        ((0.5, 1.0), "50–100 %"),
    ],
)
def test_a_chance_is_told_as_an_interval_that_can_be_read(chance: tuple[float, float] | None, text: str) -> None:
    assert words.chance(TargetReport("shop.f", chance=chance)) == text


def test_the_function_that_promises_most_is_named() -> None:
    alone = TargetReport("shop.f", chance=(0.0, 0.02))
    assert words.expectation(Summary("0", 1, 1.0, (alone,))).endswith("something new: 0 % to 2 %")
    two = Summary("0", 1, 1.0, (alone, TargetReport("shop.g", chance=(0.01, 0.2)), TargetReport("shop.h")))
    assert words.expectation(two).endswith("1 % to 20 % for shop.g, no more for the others")
    assert words.expectation(Summary("0", 1, 1.0)) == ""
