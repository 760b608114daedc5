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
PASSED = 20_000
_EMPTY_RANKS = 64
"""After so many ranks without a value the type has no more."""
_MOST_UNFIT = 20_000
"""After so many unfit ones in a row, too: of a set of booleans there are few, and ever more ways to write each."""


class Enumerate(Keeping[I]):
    """Goes on where the corpus says it stopped; when a type has no more values it draws at random."""

    _done = -1
    _behind = 0
    """How many values were run by an earlier worker and have to be passed over."""
    _inputs: Iterator[I] = iter(())

    def begin(self, seed: int) -> None:
        self._random = Random(seed)
        if self._done != self.corpus.executions:
            self._done = self._behind = self.corpus.executions
            self._inputs = all_values(self.domain)

    def ask(self) -> Batch[I]:
        return Batch(self._next())

    def _next(self) -> Iterator[I]:
        if self._behind > 0:
            # Some at a time and in a batch without inputs, so that whoever watches sees that it goes on.
            for _ in islice(self._inputs, min(self._behind, PASSED)):
                pass
            self._behind -= PASSED
            return
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
    patience = _Patience()
    empty = rank = 0
    try:
        while empty < _EMPTY_RANKS:
            empty += 1
            for value in values_of_rank(domain.itself, rank, patience):
                empty = patience.unfit = 0
                yield value
            rank += 1
    except _NoMore:
        return


class _NoMore(Exception):
    """Nothing fit for so long that it is time to give up."""


class _Patience:
    unfit = 0

    def lose(self) -> None:
        self.unfit += 1
        if self.unfit > _MOST_UNFIT:
            raise _NoMore


def values_of_rank(domain: Domain[Any], rank: int, patience: _Patience) -> Iterator[Any]:
    """Yield the values of exactly this rank: what the heads cost and the ranks of the leaves, added up."""
    if isinstance(domain, LeafDomain):
        yield from domain.listing(rank)
        return
    for head, cost in domain.heads(rank):
        if cost > rank:
            continue
        inside = [inner.itself for inner in domain.inside(head)]
        for children in _children(inside, rank - cost, patience, (0, -1) if domain.unordered else None):
            try:
                value = domain.make(head, children)
            except Unfit:
                patience.lose()
                continue
            # A set or dict with a repeated item was made before, with fewer.
            if len(domain.children(value)) == len(children):
                yield value
            else:
                patience.lose()


def _children(
    inside: list[Domain[Any]], rank: int, patience: _Patience, after: tuple[int, int] | None
) -> Iterator[list[Any]]:
    """Yield the children of all ranks that add up; each behind the last where their order does not matter."""
    if not inside:
        if rank == 0:
            yield []
        return
    first, rest = inside[0], inside[1:]
    least = after[0] if after is not None else 0
    for share in range(least if rest else max(rank, least), rank + 1):
        for place, child in enumerate(values_of_rank(first, share, patience)):
            if after is not None and (share, place) <= after:
                continue
            for others in _children(rest, rank - share, patience, None if after is None else (share, place)):
                yield [child, *others]
