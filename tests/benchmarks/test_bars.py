"""Which bars a row of the throughput table has to clear."""

from __future__ import annotations

import pytest

from benchmarks.bars import bars, table, times_atheris
from benchmarks.measured import Measured


def row(
    engine: str, rate: float, *, leaves: int = 10, capped: bool = False, operators: float | None = None
) -> Measured:
    measured = Measured(engine, [rate], [leaves], [0.8], capped=capped)
    if operators is not None:
        measured.operators.append(operators)
    return measured


HYPOTHESIS = row("Hypothesis", 1_000)
ATHERIS = row("Atheris", 50_000)


def test_a_row_without_caps_is_compared_with_hypothesis_alone() -> None:
    plain, capped = row("fuzzwright adaptive", 99_000), row("fuzzwright adaptive, capped", 100_000, capped=True)
    rows = [plain, capped, HYPOTHESIS, ATHERIS]
    assert bars("flat_list", plain, rows) == {"100× Hyp.": False, "leaves": True, "distinct": True}


def test_the_row_with_caps_is_compared_with_atheris_alone() -> None:
    plain, capped = row("fuzzwright adaptive", 99_000), row("fuzzwright adaptive, capped", 100_000, capped=True)
    rows = [plain, capped, HYPOTHESIS, ATHERIS]
    assert bars("flat_list", capped, rows) == {"2× Ath.": True, "distinct": True}
    assert bars("loop_list", capped, rows) == {"3× Ath.": False, "distinct": True}


def test_where_nothing_can_be_capped_the_first_row_is_compared_with_both() -> None:
    adaptive, other = row("fuzzwright adaptive", 100_000), row("fuzzwright quickcheck", 100_000)
    rows = [adaptive, other, HYPOTHESIS, ATHERIS]
    assert bars("flat_tree", adaptive, rows)["2× Ath."] is True
    assert "2× Ath." not in bars("flat_tree", other, rows)
    lines, _ = table("flat_tree", rows)
    assert lines[-1].startswith("no hint caps such inputs")


def test_without_atheris_there_is_no_bar_for_it() -> None:
    capped = row("fuzzwright adaptive, capped", 100_000, capped=True)
    assert bars("flat_list", capped, [capped, HYPOTHESIS]) == {"distinct": True}
    assert bars("flat_list", HYPOTHESIS, [capped, HYPOTHESIS]) == {}


@pytest.mark.parametrize(("operators", "holds"), [(1.9, False), (2.0, True)])
def test_mutated_inputs_are_to_be_made_by_two_operators(operators: float, holds: bool) -> None:
    plain = row("fuzzwright adaptive", 1, operators=operators)
    assert bars("flat_list", plain, [plain, HYPOTHESIS])["2 operators"] is holds


def test_texts_have_a_lower_bar_in_flat_functions_only() -> None:
    assert [times_atheris(name) for name in ("flat_str", "flat_dict", "loop_str")] == [1.5, 2, 3]


def test_the_table_shows_ratios_and_tells_what_is_missed() -> None:
    capped = row("fuzzwright adaptive, capped", 75_000, capped=True)
    lines, missed = table("flat_dict", [capped, HYPOTHESIS, ATHERIS])
    assert "× Ath." in lines[0]
    assert lines[1].split()[3:7] == ["75,000", "75,000–75,000", "75.0", "1.50"]
    assert missed == ["flat_dict, fuzzwright adaptive, capped: 2× Ath."]


def test_an_engine_that_did_not_finish_has_a_line_and_is_compared_with_nobody() -> None:
    ended = Measured("fuzzwright adaptive", ended="killed")
    lines, missed = table("flat_list", [ended, HYPOTHESIS])
    assert lines[1].endswith("did not finish: killed")
    assert missed == ["flat_list, fuzzwright adaptive: did not finish"]
