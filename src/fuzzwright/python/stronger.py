"""Suggestions: a hint under which a failure does not happen, where one sets it apart from the calls that pass.

The values that calls passed and failed with make proposals (`narrowings` for parameters, `widenings` for what is
returned); the weakest that a search cannot refute is suggested. The search runs the function with the proposed hint
in place of the present one, for a fixed number of executions, so the same seed gives the same suggestion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from inspect import Parameter
from random import Random
from typing import Any

from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.loop import search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Failure, Mismatched, Outcome, Raised, Returned, Violated
from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.check import checker
from fuzzwright.python.discover import is_operator
from fuzzwright.python.hint_spots import Steps, thawed
from fuzzwright.python.hint_words import missing_imports
from fuzzwright.python.hints import Hints
from fuzzwright.python.narrowing import Narrowing
from fuzzwright.python.narrowings import narrowings
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.oracle import FunctionOracle
from fuzzwright.python.resolve import Unresolved, resolve
from fuzzwright.python.signature_text import (
    Change,
    Rewrite,
    changed,
    definition_at,
)
from fuzzwright.python.target import FunctionTarget
from fuzzwright.python.widenings import Widening, widenings
from fuzzwright.searches import search_named

FRESH = 200
NEAR = 120
"""So many new inputs, and so many that differ little from the failing one, are run for evidence."""
EXECUTIONS, LEAST_EXECUTIONS = 2000, 300
"""So many runs must not show the failure again; fewer where they are long."""
STEPS = 100_000
"""As many branches taken by all of these runs together are enough, by what the runs for evidence took."""
MOST_TRIED = 4
"""So many proposals are tried."""
_LEAST_PASSING = 3
_AS_WRITTEN = ("function", "method", "classmethod", "staticmethod", "property", "async")
"""The kinds of functions whose annotation is about the very value that comes out."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A hint to write in place of another."""

    parameter: str
    """Its name, or `return`."""
    old: str
    new: str
    diff: str
    imports: tuple[str, ...] = ()
    """The lines that the module needs besides."""

    def __str__(self) -> str:
        return "\n".join([*(f"+{line}" for line in self.imports), self.diff])


@dataclass(slots=True)
class Evidence:
    """The inputs that were run, by what came of them."""

    passing: list[Any] = field(default_factory=list)
    failing: list[Any] = field(default_factory=list)
    others: list[Any] = field(default_factory=list)
    results: list[Any] = field(default_factory=list)
    """What the failing ones returned, if that was the failure."""


class Inquiry:
    """One failure of one function, looked into."""

    def __init__(
        self,
        function: OpenedFunction,
        hints: Hints,
        target: FunctionTarget,
        seed: int,
        deadline: float | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self.function = function
        self.hints = hints
        self.target = target
        self.seed = seed
        self._deadline = deadline
        self._clock = clock
        self._executions = EXECUTIONS
        self._hints = {
            name: hint
            for name, hint in resolve(function.found.object, function.found.owner).items()
            if not isinstance(hint, Unresolved)
        }

    def suggestion(self, failing: Any, kept: Sequence[Any]) -> Suggestion | None:
        """Return the hint that sets a failing input apart from those that pass, if there is one."""
        found = self.function.found
        if found.kind == "constructor" or is_operator(found.qualname.rpartition(".")[2]):
            return None  # what an operator takes is not its own to say
        outcome = self.function.oracle(failing, self.target.run(failing))
        if not isinstance(outcome, Raised | Mismatched) or isinstance(outcome, Violated):
            return None
        evidence = self._gather(failing, outcome, kept)
        if evidence is None:
            return None
        if isinstance(outcome, Mismatched):
            return self._wider(evidence)
        return self._narrower(evidence, outcome)

    def _is_over(self) -> bool:
        return self._deadline is not None and self._clock is not None and self._clock() > self._deadline

    # Evidence

    def _gather(self, failing: Any, failure: Failure, kept: Sequence[Any]) -> Evidence | None:
        """Run inputs of all sorts; None if there was no time for it."""
        evidence, steps = Evidence(), 0
        inputs = (failing, *kept, *self._more(failing))
        for input in inputs:
            if self._is_over():
                return None
            observation = self.target.run(input)
            steps += len(observation.path)
            outcome = self.function.oracle(input, observation)
            if outcome.signature == failure.signature:
                evidence.failing.append(input)
                evidence.results.append(observation.result)
            else:
                (evidence.passing if isinstance(outcome, Returned) else evidence.others).append(input)
        # Not by the clock, so that the same seed suggests the same.
        self._executions = max(min(STEPS * len(inputs) // (steps or 1), EXECUTIONS), LEAST_EXECUTIONS)
        return evidence

    def _more(self, failing: Any) -> Iterator[Any]:
        domain, random = self.function.domain, Random(self.seed)
        for count in range(FRESH):
            try:
                yield domain.generate(random, 1 + count // 8)
            except Unfit:
                continue
        for count in range(NEAR):
            near = failing
            try:
                for _ in range(1 + count % 3):
                    near = domain.mutate(near, random)
            except Unfit:
                continue
            yield near

    # Parameters

    def _narrower(self, evidence: Evidence, failure: Failure) -> Suggestion | None:
        if len(evidence.passing) < _LEAST_PASSING:
            return None
        proposals: list[tuple[int, int, Narrowing]] = []
        for index in self._indices():
            hint = self._hints[self.function.domain.slots[index].name]
            passing, failing, others = (
                self._values(inputs, index) for inputs in (evidence.passing, evidence.failing, evidence.others)
            )
            if len(failing) < len(evidence.failing):
                continue
            for each in narrowings(hint, passing, failing):
                weight = sum(each.allows(hint, value) for value in (*passing, *others))
                proposals.append((weight, index, each))
        # The weakest first: it lets most calls through.
        proposals.sort(key=lambda proposal: -proposal[0])
        for _, index, proposal in proposals[:MOST_TRIED]:
            if (change := self._written(index, proposal)) is not None and self._holds(index, proposal, failure):
                imports = missing_imports(self.function.found.module, proposal.uses) or ()
                name = self.function.domain.slots[index].name
                return Suggestion(name, change.old, change.new, change.diff, imports)
        return None

    def _indices(self) -> list[int]:
        domain, variable = self.function.domain, (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
        return [
            index
            for index, slot in enumerate(domain.slots)
            if slot.name in self._hints and slot.kind not in variable and not (domain.receiver and index == 0)
        ]

    def _values(self, inputs: Sequence[Any], index: int) -> list[Any]:
        """Return the objects that a parameter got in some calls; those that cannot be made again are left out."""
        domain, values = self.function.domain, []
        for input in inputs:
            place, entry = domain.part(input, index)
            try:
                values.append(domain.slots[index].default if entry is LEFT_OUT else thawed(place.realise(entry)))
            except Exception:
                continue
        return values

    def _drops_default(self, index: int, proposal: Narrowing) -> bool:
        """Return whether the default is no value of the stronger hint."""
        slot = self.function.domain.slots[index]
        if slot.default is Parameter.empty:
            return False
        return not proposal.allows(self._hints[slot.name], slot.default)

    def _written(self, index: int, proposal: Narrowing) -> Change | None:
        slot = self.function.domain.slots[index]
        drops = self._drops_default(index, proposal)
        found = self.function.found
        if (drops and slot.default is not None) or missing_imports(found.module, proposal.uses) is None:
            return None
        return self._changed(slot.name, self._hints[slot.name], proposal.spot.steps, proposal.rewrite, drops)

    def _changed(self, name: str, hint: Any, steps: Steps, rewrite: Rewrite, drops: bool = False) -> Change | None:
        found = self.function.found
        source = self.function.source()
        if source is None:
            return None
        definition = definition_at(source, found.qualname.rpartition(".")[2], found.line)
        return None if definition is None else changed(source, definition, name, hint, steps, rewrite, drops)

    # Confirming

    def _holds(self, index: int, proposal: Narrowing, failure: Failure) -> bool:
        """Return whether a search under the stronger hint does not meet the failure, and something passes."""
        found, slot = self.function.found, self.function.domain.slots[index]
        drops = self._drops_default(index, proposal)
        stronger = {slot.name: proposal.whole(self._hints[slot.name])}
        try:
            domain = self.hints.arguments(found.object, found.owner, found.name, stronger)
        except FuzzwrightError:
            return False
        passed, met = 0, False

        def judge(input: Any, observation: Observation) -> Outcome:
            nonlocal passed, met
            outcome = self.function.oracle(input, observation)
            if not (drops and input[index] is LEFT_OUT):
                passed += isinstance(outcome, Returned)
                met = met or outcome.signature == failure.signature
            return outcome

        return self._search(self.function.with_arguments(domain), judge, lambda: met) and passed > 0

    def _search(
        self,
        function: OpenedFunction,
        judge: Callable[[Any, Observation], Outcome],
        refuted: Callable[[], bool],
        check: Callable[[Any], None] | None = None,
    ) -> bool:
        """Search with a function that may take other arguments; return whether it came to its end unrefuted."""
        target = function.target(self.target.beat, self.target.take_output)
        if check is not None:
            invoke = target.invoke

            def checked(arguments: Any) -> Any:
                result = invoke(arguments)
                check(result)
                return result

            target.invoke = checked
        corpus: Corpus[Any] = Corpus()
        search = search_named("adaptive", function.domain, corpus, target.repeats, function.guide)
        search.begin(self.seed)
        budget = Budget(self._executions, self._deadline, self._clock)
        for _ in search_events(target, search, judge, budget):
            if refuted():
                return False
        return not refuted() and not self._is_over()

    # What is returned

    def _wider(self, evidence: Evidence) -> Suggestion | None:
        found, hint = self.function.found, self._hints.get("return")
        if hint is None or found.kind not in _AS_WRITTEN:
            return None
        for proposal in widenings(hint, evidence.results):
            imports = missing_imports(found.module, proposal.uses)
            change = self._changed("return", hint, proposal.spot.steps, proposal.rewrite)
            if imports is not None and change is not None and self._covers(proposal):
                return Suggestion("return", change.old, change.new, change.diff, imports)
        return None

    def _covers(self, proposal: Widening) -> bool:
        """Return whether everything a search has the function return is of the wider type."""
        check = checker(proposal.whole, self.function.found.owner)
        old = self.function.oracle
        oracle = FunctionOracle(old.inside, old.root, None, "", old.is_property, old.sandboxed)
        met = False

        def look(result: Any) -> None:
            nonlocal met
            met = met or (check is not None and check(result) is not None)

        return check is not None and self._search(self.function, oracle, lambda: met, look)
