"""A batch whose operands are noted: everything is run, counted and let through, and told without our frames."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Died
from fuzzwright.engine.search import Batch
from fuzzwright.python.refusals import BuildError
from fuzzwright.python.target import FunctionTarget
from tests.python.looking import Looked, imported

SOURCE = """
from fuzzwright.python.properties import assume
CALLS = []
def f(x: int) -> int:
    CALLS.append(x)
    if x == 3:
        return 1
    if x + 1 == 10:
        raise KeyError(x)
    return int("a") if x < 0 else 2
def g(x: int) -> int:
    assume(x > 5)
    return x
def twice(x: int) -> int:
    first = [1, 2, 3][x]
    return [1][x] + first
def ends(x: int) -> int:
    if x == 3: raise SystemExit(4)
    return [1, 2][x]
"""

pytestmark = pytest.mark.usefixtures("either_way")


@pytest.fixture
def looked(tmp_path: Path, either_way: None) -> Iterator[Looked]:
    before = set(sys.modules)
    yield imported(tmp_path, "looked_at", SOURCE)
    for name in set(sys.modules) - before:
        del sys.modules[name]


def batch(*values: int) -> Batch[tuple[Any, ...]]:
    return Batch(iter([(value,) for value in values]), "suggest", look="operands")


def run(
    target: FunctionTarget, *values: int, budget: Budget | None = None
) -> list[tuple[tuple[Any, ...], Observation]]:
    found = target.run_new(batch(*values), Budget(100) if budget is None else budget)
    return [(candidate.input, observation) for candidate, observation in found]


def test_everything_is_let_through_with_what_was_compared(looked: Looked) -> None:
    seen = run(looked.target("f"), 1, 3, 3, 1)
    assert [input for input, _ in seen] == [(1,), (3,), (3,), (1,)]
    assert [observation.result for _, observation in seen] == [2, 1, 1, 2]
    assert [[note.operands for note in observation.notes if note.kind == "compare"] for _, observation in seen[:2]] == [
        [(1, 3), (2, 10), (1, 0)],
        [(3, 3)],
    ]


def test_the_path_is_that_of_a_plain_run(looked: Looked) -> None:
    target = looked.target("f")
    for value, observation in run(target, 1, 3, 9, -1, 1, 3, 9, -1):
        plain = target.run(value)
        assert observation.path == plain.path
        assert type(observation.error) is type(plain.error)
        assert (observation.result, observation.checked) == (plain.result, plain.checked)


def test_each_input_counts_as_one_execution(looked: Looked) -> None:
    budget, given = Budget(100), batch(1, 3, 1)
    list(looked.target("f").run_new(given, budget))
    assert (budget.used, given.executions) == (3, 3)


def test_the_budget_is_kept(looked: Looked) -> None:
    assert len(run(looked.target("f"), *range(50), budget=Budget(7))) == 7
    stopped = Budget(100)
    found = looked.target("f").run_new(batch(*range(50)), stopped)
    next(found)
    stopped.stop()
    assert list(found) == []


def test_a_batch_that_is_left_early_leaves_the_code_as_it_was(looked: Looked) -> None:
    before = looked.module.f.__code__
    found = looked.target("f").run_new(batch(1, 2, 3), Budget(100))
    next(found)
    assert looked.module.f.__code__ is before
    del found
    assert looked.module.f.__code__ is before


def files_of(observation: Observation) -> set[str]:
    assert observation.error is not None
    return {Path(frame.filename).name for frame in traceback.extract_tb(observation.error.__traceback__)}


def test_a_failure_on_a_new_way_is_observed_without_our_frames(looked: Looked) -> None:
    (_, first), (_, second) = run(looked.target("f"), 9, -1)
    assert isinstance(first.error, KeyError)
    assert isinstance(second.error, ValueError)
    for observation in (first, second):
        assert "notes.py" not in files_of(observation)
        assert observation.notes


def test_a_known_way_is_not_run_once_more(looked: Looked) -> None:
    target = looked.target("f")
    run(target, 1)
    looked.module.CALLS.clear()
    run(target, 1, 1, 1)
    assert len(looked.module.CALLS) == 3


def test_which_files_a_run_leads_through_is_found_out_anew_in_each_epoch(looked: Looked) -> None:
    target = looked.target("f")
    run(target, 1)
    target.begin_epoch()
    looked.module.CALLS.clear()
    run(target, 1, 1)
    assert len(looked.module.CALLS) == 4  # once without notes, twice with, and once to tell what is new


def test_discards_are_counted_as_in_plain_runs(looked: Looked) -> None:
    target = looked.target("g")
    run(target, 1, 9, 2, 2)
    assert target.discards == 3


def test_arguments_that_cannot_be_built_are_counted_as_discards(looked: Looked) -> None:
    target = looked.target("f")
    prepare = target.prepare

    def picky(value: tuple[Any, ...]) -> Any:
        if value[0] < 0:
            raise ValueError("no")
        return prepare(value)

    target.prepare = picky
    run(target, 1, -1, -2)
    assert target.discards == 2


def test_an_input_that_leads_to_another_module_than_the_first_is_looked_at_there(tmp_path: Path) -> None:
    before = set(sys.modules)
    (tmp_path / "other_side.py").write_text("def odd(x):\n    return x % 2 == 1\n")
    source = "from other_side import odd\ndef f(x: int) -> bool:\n    return x > 5 and odd(x)\n"
    looked = imported(tmp_path, "two_sides", source, also=("other_side",))
    seen = run(looked.target("f"), 1, 8, 2, 9, 8)
    noted = [[note.operands for note in observation.notes if note.kind == "compare"] for _, observation in seen]
    for name in set(sys.modules) - before:
        del sys.modules[name]
    assert noted == [[(1, 5)], [(8, 5), (0, 1)], [(2, 5)], [(9, 5), (1, 1)], [(8, 5), (0, 1)]]


def test_the_same_error_on_the_same_path_at_another_line_is_new(looked: Looked) -> None:
    found = looked.target("twice").run_new(batch(9, 1, 8, 2), Budget(100))
    assert [candidate.known for candidate, _ in found] == [False, False, True, True]


def test_an_input_that_ends_the_interpreter_is_observed(looked: Looked) -> None:
    (_, exited), (_, missed) = run(looked.target("ends"), 3, 7)
    assert isinstance(exited.error, SystemExit)
    assert isinstance(missed.error, IndexError)
    assert [note.failed for note in missed.notes if note.kind == "item"] == [True]


def test_an_assumption_that_does_not_hold_shows_its_part_of_the_path(looked: Looked) -> None:
    (_, discarded), (_, met) = run(looked.target("g"), 1, 9)
    assert type(discarded.error).__name__ == "Assumed"
    assert met.result == 9
    assert met.checked == len(met.path)
    assert [note.operands for note in discarded.notes] == [(1, 5)]


def test_arguments_that_cannot_be_built_are_told_as_such(looked: Looked) -> None:
    target = looked.target("f")

    def prepare(value: tuple[Any, ...]) -> Any:
        raise ValueError("no")

    target.prepare = prepare
    ((_, observation),) = run(target, 1)
    assert isinstance(observation.error, BuildError)
    assert list(observation.path) == []
    assert looked.module.CALLS == []


def test_the_beat_goes_on(looked: Looked) -> None:
    target = looked.target("f")
    run(target, 1, 2)
    assert target.beat[0] >= 2


def careful(looked: Looked, name: str = "f") -> tuple[FunctionTarget, list[bytes]]:
    noted: list[bytes] = []
    target = looked.target(name)
    target.encode = lambda value: repr(value).encode()
    target.note = noted.append
    return target, noted


def test_in_careful_mode_each_input_is_noted_before_it_runs(looked: Looked) -> None:
    target, noted = careful(looked)
    when: list[tuple[int, list[bytes]]] = []
    invoke = target.invoke

    def watched(arguments: Any) -> Any:
        when.append((arguments[0], list(dict.fromkeys(noted))))
        return invoke(arguments)

    target.invoke = watched
    run(target, 1, 3)
    assert list(dict.fromkeys(noted)) == [b"(1,)", b"(3,)"]
    assert all(repr((value,)).encode() == known[-1] for value, known in when)


def test_in_careful_mode_a_deadly_input_is_skipped_and_told(looked: Looked) -> None:
    target, noted = careful(looked)
    died = Died((), 11)
    target.deadly[b"(3,)"] = died
    (first, second, third) = run(target, 1, 3, 5)
    assert second == ((3,), Observation(ended=died))
    assert (first[1].ended, third[1].ended) == (None, None)
    assert 3 not in looked.module.CALLS
    assert b"(3,)" not in noted


def test_in_careful_mode_a_deadly_input_counts_as_an_execution(looked: Looked) -> None:
    target, _ = careful(looked)
    target.deadly[b"(3,)"] = Died((), 11)
    budget = Budget(100)
    run(target, 3, 1, budget=budget)
    assert budget.used == 2


def test_in_careful_mode_it_is_tidied_up_after_each_input(looked: Looked) -> None:
    target, _ = careful(looked)
    tidied: list[int] = []
    target.tidy = lambda: tidied.append(1)
    run(target, 1, 3)
    assert len(tidied) == 2


def test_careful_or_not_the_same_is_seen(looked: Looked) -> None:
    plain = [(input, tuple(seen.path), seen.result, seen.notes) for input, seen in run(looked.target("f"), 1, 3, 9, 1)]
    target, _ = careful(looked)
    assert [(input, tuple(seen.path), seen.result, seen.notes) for input, seen in run(target, 1, 3, 9, 1)] == plain


def test_without_second_copies_a_look_is_an_ordinary_run(looked: Looked) -> None:
    target = looked.target("f")
    target.operands = None
    seen = run(target, 1, 1, 3)
    assert [input for input, _ in seen] == [(1,), (3,)]
    assert all(observation.notes == () for _, observation in seen)


def test_what_all_goes_through_is_a_loop_that_may_be_left_early_and_its_items_are_conditions(tmp_path: Path) -> None:
    looked = imported(
        tmp_path,
        f"all_of_them_{len(sys.modules)}",
        """
        def good(words: list[str]) -> bool:
            return all(word.isalpha() for word in words)

        def bad(numbers: list[int]) -> bool:
            return any(number % 7 == 3 for number in numbers)
        """,
    )
    notes = [(note.kind, note.operands) for note in looked.look("good", ["a", "1", "b", "c"]).notes]
    assert ("rounds", (3,)) in notes
    assert [operands for kind, operands in notes if kind == "truth"] == [(True,), (False,)]
    assert [note.result for note in looked.look("good", ["a", "b"]).notes if note.kind == "rounds"] == [True]
    assert ("rounds", (2,)) in [(note.kind, note.operands) for note in looked.look("bad", [1, 10, 2]).notes]
