"""Properties: functions that should never raise, and what they can say while they run.

`prop` only marks a function; `assume` raises where an input is not meant for it and notes how much
of the path belongs to the precondition. `example` gives fixed inputs, `event` counts, `target` tells
how far an input got. What is told goes to module state because user code calls these with nothing
but its own values.
"""

from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable, Iterator, Sequence, Sized
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

MARK = "__fuzzwright_prop__"
MADE = "__fuzzwright_made__"
EXAMPLES = "__fuzzwright_examples__"
LEVELS = 256
"""How many steps the values given to `target` are told apart in."""
MOST_EVENTS = 1000


class Assumed(BaseException):
    """The input does not meet the precondition; not an Exception, so that no handler swallows it."""


class NotTrue(AssertionError):
    """A property that says `-> bool` returned False; raised in its place while it is fuzzed."""


class Preconditions:
    """Where the running target's path is, and how long it was at the last `assume`."""

    path: Sized | None = None
    checked: int = 0


PRECONDITIONS = Preconditions()


@dataclass(slots=True)
class Tally:
    """What properties said in this process."""

    events: dict[str, int] = field(default_factory=dict)
    rejected: dict[tuple[str, int], int] = field(default_factory=dict)
    """How often each `assume` did not hold, by file and line of the call."""
    targets: dict[str, float] = field(default_factory=dict)
    """The largest value given to `target`, by label."""
    levels: Sequence[Callable[[], object]] = ()
    """What puts each level of a value into the path of the run; none where nobody follows."""

    def clear(self) -> None:
        """Forget what was said."""
        self.events.clear()
        self.rejected.clear()
        self.targets.clear()


TALLY = Tally()


@contextmanager
def uncounted() -> Iterator[None]:
    """Have what properties say meanwhile forgotten."""
    known = dict(TALLY.events), dict(TALLY.rejected), dict(TALLY.targets)
    try:
        yield
    finally:
        TALLY.events, TALLY.rejected, TALLY.targets = known


@dataclass(frozen=True, slots=True)
class Fixed:
    """Arguments that a property is always run with."""

    arguments: tuple[Any, ...]
    named: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """Where a property comes from that no `def` wrote: the call that made it, and of what."""

    file: str
    line: int
    last: int
    uses: tuple[Any, ...]
    """The functions under test."""


def made_at(thing: object) -> Made | None:
    """Return where a property was made by a call; None for whatever was not."""
    made = inspect.getattr_static(thing, MADE, None)
    return made if isinstance(made, Made) else None


def prop(function: F) -> F:
    """Mark a function as a property: whatever its parameters' types allow, it must not raise.

    One annotated `-> bool` must not return False either.
    """
    setattr(function, MARK, True)
    return function


def says_by_result(function: Any) -> bool:
    """Return whether a property says by what it returns whether it holds."""
    return getattr(function, "__annotations__", {}).get("return") in (bool, "bool")


def is_false(result: object) -> bool:
    """Return whether a result says that a property does not hold: False, also that of numeric libraries."""
    kind = type(result)
    return result is False or (kind.__name__ == "bool_" and kind.__module__ == "numpy" and not result)


def answering(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return the call of a property as one that raises where it would return False.

    A result that goes the way of many others is not looked at in the loop; an exception always is. Only what the
    loop calls is made so: a property that another one calls returns its answer there.
    """
    look = is_false

    def answer(arguments: Any) -> Any:
        result = call(arguments)
        if result is not True and look(result):
            raise NotTrue("returned False")
        return result

    return answer


def is_property(function: object) -> bool:
    """Return whether a function was marked with `prop`."""
    return getattr(function, MARK, False) is True


def example(*arguments: Any, **named: Any) -> Callable[[F], F]:
    """Have a property run with these arguments first; several examples run in the order they are written in."""

    def note(function: F) -> F:
        # The decorator nearest to the function is applied first, but written last.
        setattr(function, EXAMPLES, (Fixed(arguments, named), *examples_of(function)))
        return function

    return note


def examples_of(function: object) -> tuple[Fixed, ...]:
    """Return the fixed inputs of a property, in the order they are written in."""
    found: tuple[Fixed, ...] = getattr(function, EXAMPLES, ())
    return found


def assume(condition: object) -> None:
    """Go on only if the condition holds; otherwise the input is discarded and counts as nothing."""
    path = PRECONDITIONS.path
    if path is not None:
        PRECONDITIONS.checked = len(path)
    if not condition:
        caller = sys._getframe(1)
        reject(caller.f_code.co_filename, caller.f_lineno)


def reject(file: str, line: int) -> NoReturn:
    """Discard the input, because of what stands at this place."""
    rejected = TALLY.rejected
    rejected[file, line] = rejected.get((file, line), 0) + 1
    raise Assumed


def event(name: object) -> None:
    """Count a run under this name; how often each name came is told at the end."""
    text, events = str(name), TALLY.events
    if text in events or len(events) < MOST_EVENTS:
        events[text] = events.get(text, 0) + 1


def target(value: float, label: str = "") -> None:
    """Tell how far this input got: inputs that reach a level of the value first are kept and varied further."""
    number = float(value)
    targets = TALLY.targets
    if label not in targets or number > targets[label]:
        targets[label] = number
    if TALLY.levels:
        TALLY.levels[level_of(number)]()


def level_of(value: float) -> int:
    """Return which level a value is on: higher for larger values, finest around 0."""
    if math.isnan(value):
        return 0
    half = LEVELS // 2
    steps = half - 1 if math.isinf(value) else min(round(6 * math.log2(1 + abs(value))), half - 1)
    return half + steps if value >= 0 else half - steps
