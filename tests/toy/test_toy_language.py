"""The toy language itself: its domain, and that its compiler without bugs agrees with the interpreter."""

from __future__ import annotations

from random import Random

import pytest

from fuzzwright.engine.codec import decode, encode
from fuzzwright.engine.trees import crossover, size, walk
from tests.toy.compile import BUGS, CompilerCrash, compile_program
from tests.toy.interpret import interpret
from tests.toy.machine import execute
from tests.toy.syntax import Assign, Binary, If, Let, Next, Number, Print, Program, Truth, Variable, While, programs
from tests.toy.target import ToyTarget, agree
from tests.toy.write import write

PROGRAMS = programs()

COUNTDOWN = Program(
    (
        Let("a", Number(3)),
        While(
            Binary("<", Number(0), Variable("a")),
            (Print(Variable("a")), Assign("a", Binary("-", Variable("a"), Number(1))), Let("a", Number(9))),
        ),
        If(Variable("a"), (Print(Number(1)),), (Print(Binary("+", Next(), Next())),)),
    )
)

WITNESSES = {
    "negative": Program((Print(Binary("-", Number(0), Number(-1))),)),
    "leaving": Program((While(Next(), (If(Variable("a"), (), None), Print(Number(0)))),)),
    "leaking": Program((If(Next(), (Let("a", Next()),), None), Print(Variable("a")))),
    "effect": Program((Let("a", Next()), Print(Next()))),
    "deep": Program(
        (
            Print(
                Binary("+", Number(0), Binary("+", Number(0), Binary("+", Number(0), Variable("a")))),
            ),
        )
    ),
    "wide": Program((Print(Binary("*", Number(128), Number(256))),)),
}
"""For each bug the smallest program that shows it, as found by thinking."""


def test_a_program_is_written_as_one_would_by_hand() -> None:
    assert write(COUNTDOWN).splitlines() == [
        "let a = 3",
        "while (0 < a):",
        "  print a",
        "  a = (a - 1)",
        "  let a = 9",
        "if a:",
        "  print 1",
        "else:",
        "  print (next + next)",
    ]


def test_a_program_means_the_same_interpreted_and_compiled() -> None:
    assert interpret(COUNTDOWN) == [3, 2, 1, 3]
    assert execute(compile_program(COUNTDOWN)) == [3, 2, 1, 3]


def test_loops_end_when_the_fuel_is_used_up() -> None:
    forever = Program((While(Truth(True), (Print(Next()),)),))
    assert interpret(forever) == execute(compile_program(forever)) == list(range(1, 41))


def test_the_compiler_without_bugs_agrees_with_the_interpreter_on_many_programs() -> None:
    target, random = ToyTarget(), Random(7)
    for index in range(2000):
        program = PROGRAMS.generate(random, 1 + index % 48)
        assert not agree(program, target.run(program)).failed, write(program)


@pytest.mark.parametrize("bug", BUGS)
def test_each_bug_shows_in_its_witness_and_only_when_switched_on(bug: str) -> None:
    witness = WITNESSES[bug]
    assert agree(witness, ToyTarget([bug]).run(witness)).failed
    others = BUGS.keys() - {bug}
    assert not agree(witness, ToyTarget(others).run(witness)).failed


def test_a_crash_of_the_compiler_is_told_apart_from_wrong_code() -> None:
    with pytest.raises(CompilerCrash):
        compile_program(WITNESSES["deep"], ["deep"])
    crash = agree(WITNESSES["deep"], ToyTarget(["deep"]).run(WITNESSES["deep"]))
    wrong = agree(WITNESSES["wide"], ToyTarget(["wide"]).run(WITNESSES["wide"]))
    assert crash.signature == ("raised", "CompilerCrash")
    assert wrong.signature != crash.signature


def test_generated_programs_are_contained_and_grow_with_the_size_asked_for() -> None:
    random = Random(1)
    means = []
    for asked in (1, 4, 16, 48):
        drawn = [PROGRAMS.generate(random, asked) for _ in range(300)]
        assert all(map(PROGRAMS.contains, drawn))
        sizes = [size(PROGRAMS, program) for program in drawn]
        # A leaf comes with its record, its union and what leads to them, hence the factor.
        assert max(sizes) <= 12 * asked + 4
        means.append(sum(sizes) / len(sizes))
    assert means == sorted(means)
    assert means[-1] > 5 * means[0]


def test_programs_are_their_own_values() -> None:
    assert PROGRAMS.plain
    assert PROGRAMS.realise(COUNTDOWN) is COUNTDOWN
    assert PROGRAMS.contains(COUNTDOWN)
    assert not PROGRAMS.contains(Program((Print(Variable("z")),)))
    assert not PROGRAMS.contains(COUNTDOWN.body)


def test_every_mutant_of_a_program_is_a_program() -> None:
    random = Random(2)
    changed = 0
    for _ in range(150):
        program = PROGRAMS.generate(random, 12)
        for spot in walk(PROGRAMS, program):
            mutant = spot.domain.mutate(spot.value, random)
            assert spot.domain.contains(mutant)
            changed += mutant != spot.value
    assert changed > 1000


def test_crossover_gives_programs_with_parts_of_both() -> None:
    random = Random(3)
    mothers = fathers = neither = 0
    for _ in range(300):
        mother, father = PROGRAMS.generate(random, 12), PROGRAMS.generate(random, 12)
        child = crossover(PROGRAMS, mother, father, random)
        if child is None:
            continue
        assert PROGRAMS.contains(child)
        mothers += child == mother
        fathers += child == father
        neither += child not in (mother, father)
    assert neither > mothers + fathers


def test_programs_come_back_from_the_codec() -> None:
    random = Random(4)
    for index in range(300):
        program = PROGRAMS.generate(random, 1 + index % 32)
        assert decode(PROGRAMS, encode(PROGRAMS, program)) == program
