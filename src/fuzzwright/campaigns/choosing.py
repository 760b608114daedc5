"""Of the inputs that a search kept, the examples to show: one for each behaviour, the simplest that has it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from fuzzwright.campaigns.gallery import GROUPS, Hung, most_different
from fuzzwright.campaigns.jobs import Record
from fuzzwright.campaigns.portrait import outcome_word, portrait
from fuzzwright.engine.outcome import Failure, Outcome
from fuzzwright.engine.trace import Feature, end_feature
from fuzzwright.python.behaviours import Behaviours
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.target import FunctionTarget
from fuzzwright.python.usual import ordinary_inputs
from fuzzwright.searches.natural import natural
from fuzzwright.searches.showcase import Traits, site_traits, trait

MOST_EXAMPLES: Final = 24
MOST_LOOKED_AT: Final = 512
"""So many of the simplest inputs are run again to see what they show."""
MOST_ORDINARY: Final = 16
_clock = time.monotonic


def traits_of(function: OpenedFunction) -> Traits:
    """Return what tells the behaviours of a function apart; of a property, what it does to the code it tests."""
    return site_traits if function.found.is_property else Behaviours(function, trait)


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
    usual = [] if function.found.is_property else ordinary_inputs(function)[:MOST_ORDINARY]
    texts = {repr(input) for input in usual}
    late = [kept[id] for id in order if id in chosen and repr(kept[id]) in texts]
    # One by one: what results look like is up to the code under test, and may kill.
    for id in order:
        if id in chosen and repr(kept[id]) not in texts and not _is_over(until):
            yield {**_as_told_before(portrait(function, target, kept[id])), "ordinary": False}
    # Last, as these may not have been run before.
    ordinary = None if _is_over(until) else ordinary_input(function, target, usual)
    if ordinary is not None:
        yield {**_as_told_before(portrait(function, target, ordinary)), "ordinary": True}
    for input in late:
        if repr(input) != repr(ordinary):
            yield {**_as_told_before(portrait(function, target, input)), "ordinary": False}


def ordinary_input(function: OpenedFunction, target: FunctionTarget, usual: Sequence[Any]) -> Any:
    """Return the ordinary input to show: the first that gives something, or else the first that returns; else None."""
    returned = None
    for input in usual[:MOST_ORDINARY]:
        observation = target.run(input)
        if function.oracle(input, observation).kind == "returned":
            if observation.result is not None and observation.result is not False:
                return input
            returned = input if returned is None else returned
    return returned


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
        traits = {end_feature(outcome), *traits_of_run(observation, outcome)}
        if outcome.kind != "discarded" and not traits <= covered:
            covered |= traits
            yield input, outcome, traits


def _is_over(until: float | None) -> bool:
    return until is not None and _clock() > until


def _as_told_before(record: Record) -> Record:
    """Return an example in the words of reports: whole calls, kinds of outcome, `value` or `exception`."""
    told: Record = {"call": record["full"], "outcome": record["kind"]}
    if record["failed"]:
        told["exception"] = record["failed"]
    if not record["failed"] or record["outcome"] == "mistyped":
        told["value"] = record["result"]
    told |= {name: record[name] for name in ("lines", "output") if record.get(name)} | {"lines": record["lines"]}
    return told | {"imports": record["needs"], "ended": record["outcome"], "effect": record["effect"]}
