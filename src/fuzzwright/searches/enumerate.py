"""Every input once, smallest first: for small types a proof, for others the simplest failures there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, TypeVar

from fuzzwright.engine.domain import Domain, LeafDomain, Unfit
from fuzzwright.engine.search import Batch
from fuzzwright.searches.keeping import Keeping

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

BATCH = 64
_EMPTY_RANKS = 64
"""After so many ranks without a value the type has no more."""


class Enumerate(Keeping[I]):
    """Goes on where the corpus says it stopped; when a type has no more values it draws at random."""

    _done = -1
    _inputs: Iterator[I] = iter(())

    def begin(self, seed: int) -> None:
        self._random = Random(seed)
        if self._done != self.corpus.executions:
            self._done = self.corpus.executions
            self._inputs = islice(all_values(self.domain), self._done, None)

    def ask(self) -> Batch[I]:
        return Batch(self._next())

    def _next(self) -> Iterator[I]:
        before = self._done
        for input in islice(self._inputs, BATCH):
            self._done += 1
            yield input
        if self._done > before:
            return
        for _ in range(BATCH):
            try:
                input = self.domain.generate(self._random, 4)
            except Unfit:
                continue
            self._done += 1
            yield input


def all_values(domain: Domain[I]) -> Iterator[I]:
    """Yield the values of a domain by rising rank, each once."""
    empty = rank = 0
    while empty < _EMPTY_RANKS:
        empty += 1
        for value in values_of_rank(domain.itself, rank):
            empty = 0
            yield value
        rank += 1


def values_of_rank(domain: Domain[Any], rank: int) -> Iterator[Any]:
    """Yield the values of exactly this rank: what the heads cost and the ranks of the leaves, added up."""
    if isinstance(domain, LeafDomain):
        yield from domain.listing(rank)
        return
    for head, cost in domain.heads(rank):
        if cost > rank:
            continue
        inside = [inner.itself for inner in domain.inside(head)]
        for children in _children(inside, rank - cost):
            try:
                value = domain.make(head, children)
            except Unfit:
                continue
            # A set or dict with a repeated item was made before, with fewer.
            if len(domain.children(value)) == len(children):
                yield value


def _children(inside: list[Domain[Any]], rank: int) -> Iterator[list[Any]]:
    if not inside:
        if rank == 0:
            yield []
        return
    first, rest = inside[0], inside[1:]
    ranks = range(rank, rank + 1) if not rest else range(rank + 1)
    for share in ranks:
        for child in values_of_rank(first, share):
            for others in _children(rest, rank - share):
                yield [child, *others]
