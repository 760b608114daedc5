"""What a test case was made from: the choices that were asked for, and which stretches of them belong together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from fuzzwright.python.choice_sequences import Choice, Choices, Limits


class Draw(NamedTuple):
    """One choice: what was asked for, and the answer."""

    kind: str
    limits: Limits
    value: Choice


class Span(NamedTuple):
    """A stretch of choices that make one thing, such as an item of a list; those of one label are of one meaning."""

    label: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """All choices of a test case, in the order they were asked for."""

    draws: Sequence[Draw] = ()
    spans: Sequence[Span] = ()

    @property
    def choices(self) -> Choices:
        """The answers alone."""
        return tuple([draw.value for draw in self.draws])

    @property
    def complexity(self) -> float:
        """How much there is to understand."""
        return sum(map(_weight, self.draws))


def _weight(draw: Draw) -> float:
    value = draw.value
    if isinstance(value, str | bytes):
        return 1 + len(value)
    if isinstance(value, float):
        return 2.0 if value == value and value.is_integer() else 3.0
    return 1 + math.log2(1 + abs(value)) / 8


def key_of(choices: Choices) -> int:
    """Return a number that tells a sequence from others, next to certainly: 1, 1.0 and True are not the same."""
    return hash(tuple([(type(choice).__name__, choice if choice == choice else None) for choice in choices]))


@dataclass(slots=True)
class Recording:
    """The choices of the test case that is being made."""

    draws: list[Draw] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    _open: list[tuple[int, int]] = field(default_factory=list)

    def begin(self, label: int) -> None:
        """Note that a stretch begins."""
        self._open.append((label, len(self.draws)))

    def end(self) -> None:
        """Note that the stretch that was begun last ends; empty ones say nothing."""
        if self._open:
            label, start = self._open.pop()
            if start < len(self.draws):
                self.spans.append(Span(label, start, len(self.draws)))

    def played(self) -> Played:
        """Return what was noted."""
        return Played(tuple(self.draws), tuple(self.spans))
