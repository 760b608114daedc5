"""The bugs of the lambda calculus are real, each task can be solved, and the correct code has none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from fuzzwright import explore
from fuzzwright.experiments.workloads.stlc import properties as of_the_base
from fuzzwright.experiments.workloads.stlc.reduce import many_steps, shift, step, substitute
from fuzzwright.experiments.workloads.stlc.terms import Abs, App, Bool, TBool, Term, TFun, Type, Var
from fuzzwright.experiments.workloads.stlc.valid import type_of
from fuzzwright.experiments.workloads.workload import Task, imported, lay_out, load, verdict_on
from fuzzwright.python.properties import is_property
from tests.sparing import mostly_slow

STLC: Final = load("stlc")
PROPERTIES: Final = ("single_preserve", "multi_preserve")
B: Final = TBool()
B_TO_B: Final = TFun(B, B)
YES: Final = Bool(True)
NOT_REALLY: Final = Abs(B, Var(0))


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The properties of the correct code."""
    folder = tmp_path_factory.mktemp("base")
    with imported(lay_out("stlc", None, folder), folder) as properties:
        yield properties


@cache
def terms(size: int, binders: int = 0) -> tuple[Term, ...]:
    """Return all terms of a size without free variables, given so many binders around them."""
    if size == 1:
        return (*map(Var, range(binders)), YES)
    functions = [Abs(kind, body) for kind in (B, B_TO_B) for body in terms(size - 1, binders + 1)]
    calls = [
        App(function, argument)
        for left in range(1, size - 1)
        for function in terms(left, binders)
        for argument in terms(size - 1 - left, binders)
    ]
    return (*functions, *calls)


def test_there_are_10_variants_and_20_tasks() -> None:
    assert len({variant.name for variant in STLC.variants}) == 10
    assert [variant.caught_by for variant in STLC.variants] == [PROPERTIES] * 10
    assert len(set(STLC.tasks())) == 20


def test_each_task_has_a_witness_and_each_witness_a_task() -> None:
    assert list(STLC.witnesses) == [(task.variant, task.property) for task in STLC.tasks()]


def test_the_tasks_name_properties_that_there_are(base: ModuleType) -> None:
    assert tuple(name for name, thing in vars(base).items() if is_property(thing)) == PROPERTIES
    assert {task.property for task in STLC.tasks()} == set(PROPERTIES)


@pytest.mark.parametrize("task", STLC.tasks(), ids=str)
def test_the_witness_fails_with_the_bug_and_passes_without_it(task: Task, base: ModuleType, tmp_path: Path) -> None:
    arguments = STLC.witnesses[task.variant, task.property]
    assert verdict_on(base, task.property, arguments) == "passed"
    with imported(lay_out("stlc", task.variant, tmp_path), tmp_path) as properties:
        assert verdict_on(properties, task.property, arguments) == "failed"


@pytest.mark.parametrize("name", mostly_slow(PROPERTIES, "single_preserve"))
@pytest.mark.slow
def test_a_search_finds_nothing_wrong_with_the_base(name: str, base: ModuleType) -> None:
    explored = explore(getattr(base, name), executions=2000, seed=1)
    assert explored.executions == 2000
    assert explored.findings == ()


@pytest.mark.parametrize("name", PROPERTIES)
def test_the_base_holds_for_all_small_terms_that_have_a_type(name: str) -> None:
    typed = [term for term in chain(*map(terms, range(1, 7))) if type_of(term) is not None]
    assert len(typed) > 200
    for term in typed:
        getattr(of_the_base, name)(term)


@pytest.mark.parametrize(
    ("term", "kind"),
    [
        (YES, B),
        (NOT_REALLY, B_TO_B),
        (Abs(B_TO_B, Abs(B, App(Var(1), Var(0)))), TFun(B_TO_B, B_TO_B)),
        (App(NOT_REALLY, YES), B),
        (App(YES, YES), None),
        (App(NOT_REALLY, NOT_REALLY), None),
        (Abs(B, App(Var(0), YES)), None),
        (Var(0), None),
        (Abs(B, Var(1)), None),
        (Abs(B, Var(-1)), None),
    ],
)
def test_a_term_has_one_type_or_none(term: Term, kind: Type | None) -> None:
    assert type_of(term) == kind


def test_shifting_moves_free_variables_only() -> None:
    assert shift(2, App(Var(0), Abs(B, App(Var(0), Var(1))))) == App(Var(2), Abs(B, App(Var(0), Var(3))))


def test_a_value_is_shifted_when_it_is_taken_under_a_binder() -> None:
    assert substitute(0, Var(5), App(Var(0), Abs(B, App(Var(0), Var(1))))) == App(Var(5), Abs(B, App(Var(0), Var(6))))


@pytest.mark.parametrize(
    ("term", "then"),
    [
        (YES, None),
        (NOT_REALLY, None),
        (App(NOT_REALLY, YES), YES),
        (Abs(B, App(Abs(B, Var(1)), YES)), Abs(B, Var(0))),
        (App(App(NOT_REALLY, YES), App(NOT_REALLY, YES)), App(YES, YES)),
        (App(Abs(B, App(NOT_REALLY, Var(0))), App(NOT_REALLY, YES)), YES),
        (App(YES, App(NOT_REALLY, YES)), App(YES, YES)),
        (App(YES, YES), None),
    ],
)
def test_a_step_carries_out_all_calls_there_are(term: Term, then: Term | None) -> None:
    assert step(term) == then


def test_steps_go_on_until_nothing_is_left_or_the_fuel_is_used_up() -> None:
    term = App(Abs(B_TO_B, App(Var(0), YES)), NOT_REALLY)
    assert step(term) == App(NOT_REALLY, YES)
    assert many_steps(term, 3) == YES
    assert many_steps(term, 2) is None
