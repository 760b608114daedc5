"""The toy compiler as a target: compiled programs against interpreted ones, guided by what the compiler emits.

No coverage is involved: the features of a run are the instructions and pairs of instructions in the
code, and the diagnostics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Mismatched, Outcome, Raised, Returned
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import Feature, Seen, bucket, edge, end_feature
from tests.toy.compile import CompilerCrash, compile_program
from tests.toy.interpret import interpret
from tests.toy.machine import execute
from tests.toy.syntax import Program


class Printed(NamedTuple):
    """The output of both ways to run a program."""

    interpreted: list[int]
    compiled: list[int]


class ToyTarget:
    """The compiler with some of its bugs."""

    def __init__(self, bugs: Iterable[str] = ()) -> None:
        self.bugs = frozenset(bugs)
        self.seen = Seen()

    def run(self, input: Program) -> Observation:
        """Compile and run a program, and interpret it."""
        try:
            code = compile_program(input, self.bugs)
        except CompilerCrash as error:
            return Observation(error=error)
        path = tuple(operation for operation, _ in code.instructions)
        return Observation(Printed(interpret(input), execute(code)), path=path, more=dict(Counter(code.diagnostics)))

    def run_new(self, batch: Batch[Program], budget: Budget) -> Iterator[tuple[Candidate[Program], Observation]]:
        """Run a batch and let through what made other code, or failed."""
        for program in batch.inputs:
            if not budget.left:
                break
            budget.used += 1
            batch.executions += 1
            observation = self.run(program)
            key = hash((observation.path, tuple(observation.more or ())))
            new = key not in self.seen.young and self.seen.add(key)
            if new or agree(program, observation).failed:
                yield Candidate(program, batch.origin, batch.parent), observation


def agree(input: Program, observation: Observation) -> Outcome:
    """Judge a run: the compiled program has to print what the interpreted one does."""
    if observation.error is not None:
        return Raised(exception=type(observation.error).__name__, message=str(observation.error))
    printed = observation.result
    if printed.interpreted != printed.compiled:
        return Mismatched(expected="the output of the interpreter", actual="another")
    return Returned()


def emitted(observation: Observation, outcome: Outcome) -> set[Feature]:
    """Return the features of a run: instructions, pairs of them, diagnostics, and how it ended."""
    counts = Counter(observation.path)
    counts.update(edge(first, second) for first, second in zip(observation.path, observation.path[1:], strict=False))
    counts.update(observation.more or {})
    return {number << 4 | bucket(count) for number, count in counts.items()} | {end_feature(outcome)}
