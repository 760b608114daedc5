"""The same searches and the same reducer that serve Python values find the toy compiler's bugs and make them small."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.events import Found
from fuzzwright.engine.loop import search_events
from fuzzwright.engine.reduce import reduce
from fuzzwright.engine.trees import crossover, size
from fuzzwright.searches import SEARCHES
from tests.sparing import mostly_slow
from tests.toy.compile import BUGS
from tests.toy.syntax import Assign, Binary, Number, Print, Program, programs
from tests.toy.target import ToyTarget, agree, emitted
from tests.toy.test_toy_language import WITNESSES
from tests.toy.write import write

PROGRAMS = programs()
EXECUTIONS = 60_000


def first_found(search_name: str, bug: str, seed: int) -> tuple[Found[Program] | None, Budget]:
    search = SEARCHES[search_name](PROGRAMS, Corpus[Any](), feedback=emitted)
    search.begin(seed)
    budget = Budget(executions=EXECUTIONS)
    events = search_events(ToyTarget([bug]), search, agree, budget)
    return next((event for event in events if isinstance(event, Found)), None), budget


def reduced(found: Program, bug: str) -> Program:
    target = ToyTarget([bug])
    signature = agree(found, target.run(found)).signature
    result = reduce(PROGRAMS, found, lambda program: agree(program, target.run(program)).signature == signature)
    assert isinstance(result, Program)
    return result


@pytest.mark.parametrize("bug", mostly_slow(BUGS, "negative", "deep"))
@pytest.mark.parametrize("search", ["adaptive", "quickcheck"])
def test_a_planted_bug_is_found_and_reduced_to_about_its_witness(search: str, bug: str) -> None:
    found, budget = first_found(search, bug, seed=1)
    assert found is not None, f"not found in {EXECUTIONS} executions"
    assert found.outcome.failed
    assert found.execution == budget.used <= EXECUTIONS
    small = reduced(found.input, bug)
    assert agree(small, ToyTarget([bug]).run(small)).signature == found.outcome.signature
    assert PROGRAMS.complexity(small) <= PROGRAMS.complexity(found.input)
    # Some need a statement or two more, where only two changes at once would lead on.
    assert size(PROGRAMS, small) <= size(PROGRAMS, WITNESSES[bug]) + 14, write(small)


def test_a_search_without_bugs_to_find_uses_its_budget_and_finds_none() -> None:
    search = SEARCHES["adaptive"](PROGRAMS, Corpus[Any](), feedback=emitted)
    search.begin(5)
    budget = Budget(executions=3000)
    events = list(search_events(ToyTarget(), search, agree, budget))
    assert budget.used == 3000
    assert events
    assert not any(isinstance(event, Found) for event in events)
    assert all(PROGRAMS.contains(kept.input) for kept in search.corpus.kept)


@pytest.mark.parametrize("bug", BUGS)
def test_a_large_program_around_a_bug_is_reduced_to_its_witness(bug: str) -> None:
    random = Random(11)
    witness = WITNESSES[bug].body
    noise = [Print(Binary("+", Number(random.randrange(100)), Number(5))) for _ in range(3)]
    around = Program((*noise, Assign("b", Number(7)), *witness, *noise[:2]))
    small = reduced(around, bug)
    if bug in ("wide", "deep"):
        assert size(PROGRAMS, small) == size(PROGRAMS, WITNESSES[bug]), write(small)
    else:
        assert PROGRAMS.complexity(small) <= PROGRAMS.complexity(WITNESSES[bug]) + 0.5, write(small)


@pytest.mark.slow
def test_the_smallest_wrong_subtraction_is_from_zero() -> None:
    random = Random(14)
    target = ToyTarget(["negative"])
    tried = 0
    while tried < 5:
        program = PROGRAMS.generate(random, 24)
        if agree(program, target.run(program)).failed:
            tried += 1
            # Now and then inside an `if`, or from a negative result where there was no negative constant.
            small = write(reduced(program, "negative"))
            assert " - -1)" in small or " - (0 - " in small
            assert len(small) < 40


def test_a_wide_product_is_reduced_until_no_factor_can_be_smaller() -> None:
    small = reduced(Program((Print(Binary("*", Number(997), Number(-843))),)), "wide")
    product = small.body[0]
    assert isinstance(product, Print)
    assert isinstance(product.value, Binary)
    left, right = product.value.left, product.value.right
    assert isinstance(left, Number)
    assert isinstance(right, Number)
    assert left.value * right.value > 0x7FFF
    assert (left.value - 1) * right.value <= 0x7FFF
    assert left.value * (right.value - 1) <= 0x7FFF


@pytest.mark.slow
def test_programs_bred_from_failing_ones_often_fail_too() -> None:
    random = Random(17)
    target = ToyTarget(["negative"])
    mother = Program((Print(Number(1)), Print(Number(2)), Print(Number(3))))
    father = WITNESSES["negative"]
    children = [crossover(PROGRAMS, mother, father, random) for _ in range(60)]
    inherited = [child for child in children if child is not None and agree(child, target.run(child)).failed]
    assert inherited
    assert all(PROGRAMS.contains(child) for child in inherited)
    assert any(len(child.body) == 3 for child in inherited), "none kept its mother's other statements"
