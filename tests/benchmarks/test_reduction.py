"""The script that compares reduction with Hypothesis', on one task."""

from __future__ import annotations

import dataclasses
import json
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.errors import CannotInvert

from benchmarks import reduction
from benchmarks.reduction import Size, choices_of, size_of


class Colour(Enum):
    """Something that is no number."""

    RED = 1


@dataclasses.dataclass(frozen=True)
class Empty:
    """A tree with nothing in it."""


@dataclasses.dataclass(frozen=True)
class Branch:
    """A tree that holds trees."""

    left: Empty | Branch
    number: int
    items: tuple[bool, ...]
    right: Empty | Branch


EMPTY = Empty()


def branch(*items: bool, number: int = 0, left: Empty | Branch = EMPTY) -> Branch:
    return Branch(left, number, items, EMPTY)


@pytest.mark.parametrize(
    ("value", "size"),
    [
        (-7, Size(1, 7)),
        (True, Size(1, 0)),
        (Colour.RED, Size(1, 0)),
        ("abc", Size(4, 0)),
        ((1, [-2, 3]), Size(5, 6)),
        (Empty(), Size(1, 0)),
        (branch(True, False, number=5, left=branch()), Size(11, 5)),
    ],
)
def test_a_size_counts_objects_and_then_numbers(value: Any, size: Size) -> None:
    assert size_of(value) == size


TREES = st.from_type(Branch)


@given(TREES)
def test_the_choices_of_a_value_are_found(tree: Branch) -> None:
    assert drawn_from(choices_of(TREES, tree)) == tree


def drawn_from(choices: tuple[Any, ...]) -> Any:
    """Return what Hypothesis draws by these choices."""
    from hypothesis.control import BuildContext
    from hypothesis.internal.conjecture.data import ConjectureData

    data = ConjectureData.for_choices(choices)
    with BuildContext(data, wrapped_test=drawn_from):
        return data.draw(TREES)


def test_a_value_of_another_type_has_no_choices() -> None:
    with pytest.raises(CannotInvert):
        choices_of(TREES, 3)


def result(nodes: int, numbers: int = 0, attempts: int = 10) -> dict[str, Any]:
    return {"start": [20, 0], "size": [nodes, numbers], "attempts": attempts, "input": ""}


def test_the_rows_count_where_ours_is_smaller_equal_or_larger() -> None:
    pairs = [(result(5), result(6)), (result(5), result(5)), (result(5, 2), result(5, 1)), (result(5), None)]
    records = [
        {"task": "bst/a/b", "seed": seed, "ours": {"ours": ours, "theirs": theirs}, "theirs": None}
        for seed, (ours, theirs) in enumerate(pairs)
    ]
    ours, theirs = reduction.rows_of(records)
    assert [ours[name] for name in ("found", "compared", "smaller", "equal", "larger")] == [4, 3, 1, 1, 1]
    assert theirs["found"] == theirs["compared"] == 0
    lines = reduction.table_of([ours, theirs]).splitlines()
    assert lines[2] == "| `bst` | us | 4 of 4 | 3 | 1 | 1 | 1 | 20.0 | 5.0 / 5.3 | 0.7 / 0.3 | 10 / 10 |"


@pytest.mark.slow
def test_one_task_is_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "reduction.json"
    task = "bst/insert_1/insert_model"
    assert reduction.main(["bst", "--task", task, "--seeds", "1", "--each", "--json", str(file)]) == 0
    written = json.loads(file.read_text("utf-8"))
    (record,) = written["trials"]
    made = [record[start][reducer] for start in ("ours", "theirs") for reducer in ("ours", "theirs")]
    # A tree with one key and another key to insert: there is nothing smaller that the bug shows with.
    assert [each["size"] for each in made] == [[8, 1]] * 4
    assert all(0 < each["attempts"] <= 2000 for each in made)
    assert [row["equal"] for row in written["rows"]] == [1, 1]
    assert f"{task}, seed 0" in capsys.readouterr().out
