"""Sequences of choices: what a Hypothesis strategy makes its values from.

A strategy asks for booleans, integers, floats, texts and bytes, each within limits, and builds a value from the
answers. Here a sequence of answers is an input like any other: a list of plain leaves. When it is played to a
strategy, an answer that does not keep the limits is fitted to them, and one of the wrong kind is passed over, so
that any sequence makes a value. Knows Hypothesis by what it asks for only.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from fuzzwright.domains.choices import booleans
from fuzzwright.domains.numbers import Floats, Integers
from fuzzwright.domains.sequences import TUPLE, Sequences
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.domains.unions import Unions

Choice = bool | int | float | str | bytes
Choices = tuple[Choice, ...]
Limits = Mapping[str, Any]
"""What a choice has to keep to, by the names that Hypothesis has for it."""

KINDS: Final[dict[str, type]] = {"boolean": bool, "integer": int, "float": float, "string": str, "bytes": bytes}
AHEAD: Final = 4
"""So many answers may be passed over to find one of the right kind: what follows a part left out is then in step."""
LONGEST: Final = 1 << 16
"""Of what may be of any length, what is made longer than it was is no longer than this."""


MOST: Final = 1 << 13
"""How many choices a sequence may have."""


class Answers(Sequences):
    """All sequences of choices, as they are."""

    def __init__(self) -> None:
        super().__init__(Unions([booleans(), Integers(), Floats(), Strings(), Bytes()]), TUPLE, longest=MOST)


class Player:
    """Gives the answers of a sequence one after another, each as it fits."""

    def __init__(self, choices: Sequence[Choice] = ()) -> None:
        self._choices = choices
        self._next = 0

    @property
    def over(self) -> bool:
        """Whether all answers were given."""
        return self._next >= len(self._choices)

    def play(self, kind: str, limits: Limits) -> Choice | None:
        """Return the next answer that fits; None if there is none soon, and then none is used up."""
        wanted, choices = KINDS[kind], self._choices
        for place in range(self._next, min(self._next + AHEAD, len(choices))):
            if type(choices[place]) is wanted:
                found = fitted(kind, limits, choices[place])
                if found is not None:
                    self._next = place + 1
                    return found
        return None


class Answering:
    """What a back end of Hypothesis begins with that knows some answers: stands before one that draws by lot."""

    _drawing = False

    def _known(self, kind: str, limits: Limits) -> Choice | None:
        """Return the answer to give; None for one by lot."""
        raise NotImplementedError

    def _took(self, kind: str, limits: Limits, answer: Choice) -> None:
        """Note an answer that was given."""

    def _answer(self, kind: str, limits: Limits) -> Any:
        draw = getattr(super(), f"draw_{kind}")
        if self._drawing:
            return draw(**limits)
        found = self._known(kind, limits)
        if found is None:
            # Drawing a text asks back for its length and letters: these are no choices.
            self._drawing = True
            try:
                found = draw(**limits)
            finally:
                self._drawing = False
        self._took(kind, limits, found)
        return found

    def draw_boolean(self, p: float = 0.5) -> Any:
        """Return a boolean."""
        return self._answer("boolean", {"p": p})

    def draw_integer(self, min_value: int | None = None, max_value: int | None = None, **more: Any) -> Any:
        """Return an integer within its limits."""
        return self._answer("integer", {"min_value": min_value, "max_value": max_value, **more})

    def draw_float(self, **limits: Any) -> Any:
        """Return a float within its limits."""
        return self._answer("float", limits)

    def draw_string(self, intervals: Any, **more: Any) -> Any:
        """Return a text of the letters that are allowed."""
        return self._answer("string", {"intervals": intervals, **more})

    def draw_bytes(self, min_size: int = 0, max_size: int = 10**10) -> Any:
        """Return bytes within the limits of their length."""
        return self._answer("bytes", {"min_size": min_size, "max_size": max_size})


def fitted(kind: str, limits: Limits, value: Any) -> Choice | None:
    """Return a choice within the limits that is, or is made of, a value of its kind; None if none can be made."""
    match kind:
        case "boolean":
            p = limits["p"]
            return bool(value) if 0 < p < 1 else p >= 1
        case "integer":
            return _integer(int(value), limits.get("min_value"), limits.get("max_value"))
        case "float":
            return _float(float(value), limits)
        case "string":
            intervals = limits["intervals"]
            kept = "".join([letter for letter in value[:LONGEST] if letter in intervals])
            filling = kept or (chr(intervals[0]) if len(intervals) else "")
            return _sized(kept, filling, limits)
        case _:
            return _sized(value, value or b"\0", limits)


def simplest(kind: str, limits: Limits) -> Choice | None:
    """Return the choice that others are reduced towards, as far as that can be told."""
    match kind:
        case "boolean":
            return bool(limits["p"] >= 1)
        case "integer":
            low, high = limits.get("min_value"), limits.get("max_value")
            wanted: int = limits.get("shrink_towards", 0)
            wanted = wanted if low is None else max(wanted, low)
            return wanted if high is None else min(wanted, high)
        case "float":
            return _float(0.0, limits)
        case "string":
            return fitted(kind, limits, "0")[: limits["min_size"]] if limits["min_size"] else ""  # type: ignore[index]
        case _:
            return bytes(limits["min_size"])


def _integer(value: int, low: int | None, high: int | None) -> int:
    """Return the number, or one that is as far inside of a limit as it was outside."""
    if low is not None and high is not None:
        return value if low <= value <= high else low + (value - low) % (high - low + 1)
    if low is not None and value < low:
        return 2 * low - value
    if high is not None and value > high:
        return 2 * high - value
    return value


def _float(value: float, limits: Limits) -> float | None:
    low, high = limits.get("min_value", -math.inf), limits.get("max_value", math.inf)
    if math.isnan(value):
        return value if limits.get("allow_nan", True) else None
    least = limits.get("smallest_nonzero_magnitude", 0.0)
    if value and abs(value) < least:
        value = math.copysign(0.0, value)
    value = min(max(value, low), high)
    if value == low == 0.0 and math.copysign(1, low) > 0:
        value = 0.0
    if value == high == 0.0 and math.copysign(1, high) < 0:
        value = -0.0
    return None if value and abs(value) < least else float(value)


def _sized(value: Any, filling: Any, limits: Limits) -> Any | None:
    least, most = limits.get("min_size", 0), limits.get("max_size", LONGEST)
    if len(value) < least:
        if not filling or least > LONGEST:
            return None
        value = (value + filling * (least // len(filling) + 1))[:least]
    return value[:most]
