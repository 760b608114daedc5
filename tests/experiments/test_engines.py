"""Trials in real processes: what engines find, what they count, and how a trial that goes wrong is told."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import find
from hypothesis import strategies as st

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments import engines, processes
from fuzzwright.experiments.engines import Engine, check_engines
from fuzzwright.experiments.failing import is_failure
from fuzzwright.experiments.processes import run_all
from fuzzwright.experiments.trials import Limits, Result, Trial
from fuzzwright.experiments.with_hypothesis import register_generators
from fuzzwright.experiments.workloads.workload import Task, imported, lay_out
from fuzzwright.python.generators import DEFAULT, Entry
from fuzzwright.python.properties import Assumed

EASY = Task("bst", "insert_1", "insert_insert")
HARDER = Task("bst", "insert_1", "insert_post")
RIGHT = Task("bst", "base", "insert_post")


def trial(task: Task, search: str, executions: int = 3000, seed: int = 0) -> Trial:
    return Trial(task, search, seed, Limits(60.0, executions))


def run(trials: Iterable[Trial]) -> dict[Trial, Result]:
    return {result.trial: result for result in run_all(trials, 2)}


@pytest.fixture(scope="module")
def ran() -> dict[Trial, Result]:
    """A bug that is easy to find and correct code, for each engine that is quick to start."""
    names = ("adaptive", "quickcheck", "hypothesis")
    return run([*(trial(EASY, name) for name in names), *(trial(RIGHT, name, 200) for name in names)])


@pytest.mark.slow
@pytest.mark.parametrize("search", ["adaptive", "quickcheck", "hypothesis"])
def test_an_engine_finds_a_bug_and_stops_there(ran: dict[Trial, Result], search: str) -> None:
    result = ran[trial(EASY, search)]
    assert result.note == ""
    assert result.found
    assert 0 < result.executions < 3000
    assert result.discards is not None
    assert 0 <= result.discards < result.executions
    assert result.seconds < 60


@pytest.mark.slow
@pytest.mark.parametrize("search", ["adaptive", "quickcheck", "hypothesis"])
def test_the_call_that_is_told_fails(ran: dict[Trial, Result], search: str, tmp_path: Path) -> None:
    call = ran[trial(EASY, search)].call
    with imported(lay_out("bst", "insert_1", tmp_path), tmp_path) as properties:
        names = dict(vars(properties), bst=__import__("bst"))
        with pytest.raises(AssertionError):
            eval(call, names)
    with imported(lay_out("bst", None, tmp_path / "base"), tmp_path / "base") as properties:
        eval(call, dict(vars(properties), bst=__import__("bst")))


@pytest.mark.slow
@pytest.mark.parametrize("search", ["adaptive", "quickcheck", "hypothesis"])
def test_correct_code_is_called_as_often_as_allowed(ran: dict[Trial, Result], search: str) -> None:
    result = ran[trial(RIGHT, search, 200)]
    assert (result.found, result.executions, result.call, result.note) == (False, 200, "", "")


@pytest.mark.slow
def test_the_same_trial_gives_the_same_and_another_seed_something_else() -> None:
    trials = [trial(HARDER, "adaptive"), trial(HARDER, "adaptive", seed=1)]
    once, again = run(trials), run(trials)
    first, other = ([replace(ran[each], seconds=0) for each in trials] for ran in (once, again))
    assert first == other
    assert first[0].executions != first[1].executions or first[0].call != first[1].call


@dataclass(frozen=True)
class Two:
    left: int
    right: int


def twice(number: int) -> Two:
    return Two(number, number)


def test_a_generator_serves_hypothesis_too_and_one_for_the_start_beside_the_type(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(DEFAULT, "entries", [Entry(None, twice, starts=True)])
    register_generators()
    same = find(st.from_type(Two), lambda two: two.left == two.right > 1000)
    assert same.left == same.right
    other = find(st.from_type(Two), lambda two: two.left > two.right)
    assert other.left > other.right


@pytest.mark.slow
def test_crosshair_refutes_and_what_it_cannot_do_is_told() -> None:
    pytest.importorskip("crosshair")
    easy = Trial(EASY, "crosshair", 0, Limits(20.0))
    strange = Trial(Task("wasm", "validator_4", "ours_then_theirs"), "crosshair", 0, Limits(5.0))
    ran = run([easy, strange])
    assert ran[easy].found
    assert ran[easy].executions > 0
    assert ran[easy].discards is None
    assert ran[easy].call.startswith("never_fails(")
    assert not ran[strange].found or ran[strange].call


@pytest.mark.slow
def test_a_trial_that_breaks_is_told_with_the_reason() -> None:
    wrong = trial(Task("bst", "insert_9", "insert_post"), "adaptive")
    unknown = trial(Task("bst", "insert_1", "insert_pots"), "adaptive")
    ran = run([wrong, unknown])
    assert "`bst` has no variant called `insert_9`" in ran[wrong].note or "insert_1, insert_2" in ran[wrong].note
    assert "insert_pots` cannot be run" in ran[unknown].note
    assert not ran[wrong].found


def test_a_trial_that_does_not_keep_its_time_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "longest", lambda limits: 0.01)
    late = Trial(RIGHT, "adaptive", 0, Limits(600.0))
    result = run([late])[late]
    assert (result.found, result.note) == (False, "was ended: it did not keep its time")


@pytest.mark.slow
def test_leaving_early_ends_what_runs_and_leaves_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    endless = Trial(RIGHT, "quickcheck", 0, Limits(600.0))
    results = run_all([trial(EASY, "quickcheck"), endless], 2)
    assert next(results).trial == trial(EASY, "quickcheck")
    assert len(list(tmp_path.iterdir())) == 1
    results.close()
    assert list(tmp_path.iterdir()) == []


def test_only_an_exception_of_the_property_is_a_failure() -> None:
    assert is_failure(AssertionError())
    assert is_failure(KeyError("lost"))
    for error in (None, Assumed(), RecursionError(), MemoryError(), KeyboardInterrupt(), SystemExit(1)):
        assert not is_failure(error)


def test_what_is_not_installed_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engines.ENGINES, "oracle", Engine("package_that_nobody_has", "bench"))
    with pytest.raises(
        FuzzwrightError, match="the engine `oracle` needs the package `package_that_nobody_has`"
    ) as told:
        check_engines(["adaptive", "oracle"], ["bst"])
    assert "fuzzwright[bench]" in str(told.value.fix)
    monkeypatch.setitem(engines.NEEDED, "wasm", ("package_that_nobody_has", "bench"))
    with pytest.raises(FuzzwrightError, match="the workload `wasm` needs"):
        check_engines(["adaptive"], ["bst", "wasm"])


def test_an_unknown_search_is_told_with_those_there_are() -> None:
    with pytest.raises(FuzzwrightError, match="no search called `adaptiv`") as told:
        check_engines(["adaptive", "adaptiv"], ["bst"])
    assert "quickcheck" in str(told.value.fix)
