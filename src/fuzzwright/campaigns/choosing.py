"""Of the inputs that a search kept, the examples to show: one for each behaviour, the simplest that has it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple

from fuzzwright.campaigns.gallery import GROUPS, Hung, most_different
from fuzzwright.campaigns.jobs import Record
from fuzzwright.campaigns.portrait import outcome_word, portrait
from fuzzwright.domains.sequences import Sequences
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Failure, Outcome, TimedOut
from fuzzwright.engine.trace import Feature, end_feature
from fuzzwright.engine.trees import replacer, walk
from fuzzwright.python.behaviours import Behaviours
from fuzzwright.python.effects import effect_of
from fuzzwright.python.effects import shown as text_of
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.target import FunctionTarget
from fuzzwright.python.usual import Ordinary, ordinary_inputs
from fuzzwright.searches.natural import natural
from fuzzwright.searches.showcase import Traits, site_traits, trait

MOST_EXAMPLES: Final = 24
MOST_LOOKED_AT: Final = 512
"""So many of the simplest inputs are run again to see what they show."""
MOST_ORDINARY: Final = 16
MOST_LIKENED: Final = 2
_clock = time.monotonic


def traits_of(function: OpenedFunction) -> Traits:
    """Return what tells the behaviours of a function apart; of a property, what it does to the code it tests."""
    if function.found.is_property:
        return site_traits
    behaviours, found = Behaviours(function, trait), function.found
    sites = function.probes.sites
    own = {each for each in function.places_in(found.file) if found.line <= sites[each].line <= found.last_line}

    def traits(observation: Observation, outcome: Outcome) -> set[Feature]:
        # How the arguments were made is no behaviour of the function, nor what wraps it.
        path, built = observation.path, observation.built
        start = next((index for index in range(built, len(path)) if path[index] in own), built)
        return behaviours(observation._replace(path=observation.path[start:]) if start else observation, outcome)

    return traits


def chosen_examples(
    function: OpenedFunction, target: FunctionTarget, inputs: Iterable[Any], until: float | None
) -> Iterator[Record]:
    """Yield the examples to show as plain data, an ordinary one last; none after the moment `until`."""
    shown: dict[str, Hung] = {}
    kept: dict[str, Any] = {}
    for number, (input, outcome, traits) in enumerate(_showing_something(function, target, inputs, until)):
        word = outcome_word(outcome, function.verdict(outcome)[0] if isinstance(outcome, Failure) else "")
        shown[str(number)], kept[str(number)] = Hung(GROUPS[word], traits), input
    order = sorted(shown, key=lambda id: shown[id].group)
    chosen = set(most_different(order, shown, MOST_EXAMPLES))
    usual = Ordinary() if function.found.is_property else ordinary_inputs(function)
    texts = {repr(input) for input in usual.all}
    late = [kept[id] for id in order if id in chosen and repr(kept[id]) in texts]
    # One by one: what results look like is up to the code under test, and may kill.
    for id in order:
        if id in chosen and repr(kept[id]) not in texts and not _is_over(until):
            yield {**as_told_before(portrait(function, target, kept[id])), "ordinary": False}
    # Last, as these may not have been run before.
    ordinary = None if _is_over(until) else ordinary_input(function, target, usual)
    if ordinary is not None:
        yield {**as_told_before(portrait(function, target, ordinary)), "ordinary": True}
    for input in late:
        if repr(input) != repr(ordinary):
            yield {**as_told_before(portrait(function, target, input)), "ordinary": False}


def ordinary_input(function: OpenedFunction, target: FunctionTarget, usual: Ordinary) -> Any:
    """Return the ordinary input to show: the first that gives or does something, else the first that returns; or None.

    Of those that were only guessed one that runs more of the code goes before others. What puts a list in order does
    nothing to one that is, and what adds to a set nothing if it is there already.
    """
    told = _returning(function, target, usual.told)
    guessed = _returning(function, target, usual.guessed)
    found = [*told, *sorted(guessed, key=lambda each: -each.reach), *_returning(function, target, usual.spare)]
    found.sort(key=lambda each: not each.tells)
    if not found:
        return None
    first, *later = [each.input for each in found]
    others = chain(_out_of_order(function, first), _exchanged(function, first))
    return next((input for input in chain([first], others, later) if _shows_something(function, target, input)), first)


def likened(function: OpenedFunction, target: FunctionTarget, input: Any, usual: Ordinary) -> Any:
    """Return an input with ordinary arguments put in as long as it gives or does something; None if none can be."""
    made = None
    for other in [*usual.guessed, *usual.spare][:MOST_LIKENED]:
        for index in range(len(function.domain.slots)):
            if repr(other[index]) == repr(input[index]):
                continue
            candidate = (*input[:index], other[index], *input[index + 1 :])
            if _shows_something(function, target, candidate):
                made = input = candidate
    return made


class _Returning(NamedTuple):
    input: Any
    reach: int
    """How many places of the code it runs."""
    tells: bool
    """Whether it gives something."""


def _returning(function: OpenedFunction, target: FunctionTarget, inputs: Sequence[Any]) -> list[_Returning]:
    """Return those inputs that return, with what they come to."""
    found = []
    for input in inputs[:MOST_ORDINARY]:
        observation = target.run(input)
        if function.oracle(input, observation).kind == "returned":
            tells = observation.result is not None and observation.result is not False
            found.append(_Returning(input, len(set(observation.path[observation.built :])), tells))
    return found


def _shows_something(function: OpenedFunction, target: FunctionTarget, input: Any) -> bool:
    """Return whether a call returns, and either gives what it was not given or changes something."""
    observation = target.run(input)
    if function.oracle(input, observation).kind != "returned":
        return False
    if type(observation.result) is list:
        given = [list(spot.value) for spot in walk(function.domain, input) if isinstance(spot.domain, Sequences)]
        return all(text_of(observation.result) != text_of(each) for each in given)
    return observation.result is not None or bool(effect_of(target, function.domain, input, observation.output))


def _out_of_order(function: OpenedFunction, input: Any) -> Iterator[Any]:
    """Yield an input with the last item of a list put first, for each list in it."""
    for spot in walk(function.domain, input):
        if isinstance(spot.domain, Sequences) and len(spot.value) > 1:
            try:
                yield replacer(function.domain, input, spot.position)((*spot.value[-1:], *spot.value[:-1]))
            except Unfit:
                continue


def _exchanged(function: OpenedFunction, input: Any) -> Iterator[Any]:
    """Yield an input with two numbers that stand beside each other in each other's place."""
    for left, right in pairwise(range(len(function.domain.slots))):
        if type(input[left]) is type(input[right]) in (int, float):
            yield (*input[:left], input[right], input[left], *input[right + 1 :])


def _showing_something(
    function: OpenedFunction, target: FunctionTarget, inputs: Iterable[Any], until: float | None
) -> Iterator[tuple[Any, Outcome, set[Feature]]]:
    """Yield inputs that show what no simpler one does, with their outcomes and all they show."""
    traits_of_run = traits_of(function)
    covered: set[Feature] = set()
    for input in sorted(inputs, key=natural(function.domain).complexity)[:MOST_LOOKED_AT]:
        if _is_over(until):
            return
        observation = target.run(input)
        outcome = function.oracle(input, observation)
        if isinstance(outcome, TimedOut) and not outcome.confirmed:
            continue  # told as a finding, once that is sure
        traits = {end_feature(outcome), *traits_of_run(observation, outcome)}
        if outcome.kind != "discarded" and not traits <= covered:
            covered |= traits
            yield input, outcome, traits


def _is_over(until: float | None) -> bool:
    return until is not None and _clock() > until


def as_told_before(record: Record) -> Record:
    """Return an example in the words of reports: whole calls, kinds of outcome, `value` or `exception`."""
    told: Record = {"call": record["full"], "outcome": record["kind"]}
    if record["awaited"]:
        told["awaited"] = record["awaited"]
    if record["failed"]:
        told["exception"] = record["failed"]
    if not record["failed"] or record["outcome"] == "mistyped":
        told["value"] = record["result"]
    told |= {name: record[name] for name in ("lines", "output") if record.get(name)} | {"lines": record["lines"]}
    return told | {"imports": record["needs"], "ended": record["outcome"], "effect": record["effect"]}
