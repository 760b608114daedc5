"""What one engine did with one function, whichever engine it was; needs nothing but the workloads."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks import workloads

RECORDED = 20_000
"""Inputs that are looked at per block."""


@dataclass(slots=True)
class Measured:
    """What one engine did with one function: a rate per block, and what its inputs were like."""

    engine: str
    rates: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    distinct: list[float] = field(default_factory=list)
    operators: list[float] = field(default_factory=list)
    """Of a search of ours: the mean number of operators that made a mutated input, per block."""
    new: list[float] = field(default_factory=list)
    """Of a search of ours: the share of executions that took a new way, per block."""
    capped: bool = False
    """Whether its inputs are no larger than those of the harness for Atheris may be."""
    ended: str = ""
    """Why it did not finish."""

    @property
    def ours(self) -> bool:
        return self.engine.startswith("fuzzwright")

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def leaves(self) -> float:
        return statistics.fmean(self.sizes) if self.sizes else 0.0

    def look_at(self, values: Sequence[Any], key: Callable[[Any], Any] = repr) -> None:
        """Note how large the inputs of a block are, and how many of them differ."""
        self.sizes += [workloads.leaves(value) for value in values]
        self.distinct.append(len({key(value) for value in values}) / len(values))
