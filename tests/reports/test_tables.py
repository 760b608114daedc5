from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from rich.console import Console

from fuzzwright.reports.summary import TargetReport
from fuzzwright.reports.tables import MOST_LEFT, MOST_ROWS, show_functions, show_skipped
from fuzzwright.reports.terminal import make_console


def shown(show: Callable[[Console, Sequence[TargetReport]], None], targets: Sequence[TargetReport]) -> str:
    file = io.StringIO()
    show(make_console(file, 100), targets)
    return file.getvalue()


def fuzzed(count: int) -> list[TargetReport]:
    """Functions of a hundred lines, the last with the most lines left."""
    return [TargetReport(f"m.f{number:03}", lines_covered=100 - number, lines_total=100) for number in range(count)]


def skipped(count: int, reason: str) -> list[TargetReport]:
    return [TargetReport(f"m.g{number:03}", "skipped", reason.format(number)) for number in range(count)]


def test_few_functions_are_all_in_the_table() -> None:
    text = shown(show_functions, fuzzed(MOST_ROWS))
    assert all(target.function in text for target in fuzzed(MOST_ROWS))
    assert "--json" not in text


def test_of_many_functions_those_with_the_most_lines_left_are_shown_in_their_order() -> None:
    text = shown(show_functions, fuzzed(90))
    rows = [line.split()[0] for line in text.splitlines() if line.startswith("m.f")]
    assert rows == [f"m.f{number:03}" for number in range(90 - MOST_LEFT, 90)]
    assert "those of 90 functions with the most lines left to reach; all in a report written with --json" in text


def test_few_that_were_left_out_are_all_told() -> None:
    text = shown(show_skipped, skipped(MOST_ROWS, "special method"))
    assert text.count("special method") == MOST_ROWS


def test_of_many_that_were_left_out_the_first_are_told_for_each_reason() -> None:
    hint = "cannot generate parameter `x{0}` of `m.g{0}`: no annotation\n  at m.py:{0}\n  fix: annotate it"
    text = shown(show_skipped, [*skipped(3, "special method"), *skipped(60, hint), *skipped(1, "abstract")])
    assert text.index("no annotation") < text.index("special method") < text.index("abstract"), "the largest first"
    assert text.count("parameter `x") == 2
    assert "and 58 more" in text
    assert "no hints, as above" in text
    assert text.count("special method") == 3, "three are not worth leaving one out"
    assert "all in a report written with --json or --html; `fuzzwright types` counts the reasons" in text


def test_reasons_that_each_few_have_are_only_counted() -> None:
    targets = [TargetReport(f"m.h{number}", "skipped", f"reason {number}") for number in range(50)]
    text = shown(show_skipped, targets)
    assert "reason 7" in text
    assert "reason 8" not in text
    assert "42 more for other reasons" in text


def test_a_function_that_was_left_out_for_no_reason_is_not_said_to_be_fuzzed() -> None:
    assert "fuzzed" not in shown(show_skipped, skipped(MOST_ROWS + 5, ""))
