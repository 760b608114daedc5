"""What a search announces; whoever shows or stores something only listens to these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.trace import Feature

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs


@dataclass(frozen=True, slots=True)
class Kept(Generic[I]):
    """An input reached something new, or something known more simply; it is in the corpus now."""

    input: I
    outcome: Outcome
    news: Sequence[Feature]
    execution: int


@dataclass(frozen=True, slots=True)
class Found(Kept[I]):
    """The same of an input that made the target fail."""


Event = Kept[I] | Found[I]
