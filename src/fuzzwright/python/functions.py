"""Functions as values: a finite map from arguments to results, with a result for all others.

Such a function is deterministic, changes in small steps, and can be written down. Its results are made
anew for each call. The map is looked up by the arguments themselves where their types can be keys, and
by their text otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from fuzzwright.domains.products import Products
from fuzzwright.engine.domain import Domain, Head, Mutant, Names, Pure, Rand
from fuzzwright.python.refusals import BuildError

Table = tuple[Any, tuple[tuple[Any, Any], ...]]
"""The result for all other arguments, and pairs of arguments and result."""

MOST_ENTRIES = 8


class Functions(Domain[Table]):
    """Functions that take a tuple of `arguments` and give a `result`."""

    ascending = (1, 2)

    def __init__(
        self, arguments: Domain[Any], result: Domain[Any], *, method: bool = False, by_text: bool = False
    ) -> None:
        self.arguments = arguments
        self.result = result
        self._method = method
        self._by_text = by_text

    def components(self) -> Sequence[Domain[Any]]:
        return (self.arguments, self.result)

    def least(self, heights: Mapping[int, float]) -> float:
        """Return the height of the lowest value: a constant function."""
        return 1 + heights[id(self.result)]

    def measured(self, heights: Mapping[int, float], loops: Mapping[int, int]) -> None:
        """Take no notice of arguments that have no finite value."""
        if heights[id(self.arguments)] == math.inf:
            self.arguments = Products(())

    def settled(self) -> None:
        if not self.arguments.itself.plain:
            self._by_text = True

    def generate(self, random: Random, size: int) -> Table:
        bits = random.getrandbits
        share = (size - 1) >> 1
        default = self.result.draw(random, share if share > 1 else 1)
        if size <= 1:
            return default, ()
        entries: dict[Any, Any] = {}
        for _ in range(bits(16) * min(size, 5) >> 16):
            entries[self.arguments.draw(random, share or 1)] = self.result.draw(random, share or 1)
        return default, tuple(entries.items())

    def simplest(self) -> Table:
        return self.result.simplest(), ()

    def head(self, value: Table) -> Head:
        return (len(value[1]),)

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        if head[0] > 1 << 20:
            raise ValueError("too many entries")
        return (self.result, *(self.arguments, self.result) * head[0])

    def children(self, value: Table) -> Sequence[Any]:
        return [value[0], *(part for pair in value[1] for part in pair)]

    def make(self, head: Head, children: Sequence[Any]) -> Table:
        return children[0], tuple(dict(zip(children[1::2], children[2::2], strict=True)).items())

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        return (((length,), 2 * length) for length in range(rank // 2 + 1))

    def mutants(self, value: Table) -> Iterator[Mutant[Table]]:
        default, entries = value
        for index in range(len(entries)):
            yield Pure((default, entries[:index] + entries[index + 1 :]))
            yield Pure((entries[index][1], entries[:index] + entries[index + 1 :]))
        yield Rand(self.generate)

    def mutate(self, value: Table, random: Random) -> Table:
        bits = random.getrandbits
        default, entries = value
        kind = bits(3)
        if kind < 2 and len(entries) < MOST_ENTRIES:
            key = self.arguments.draw(random, 1 + bits(1))
            new = (*entries, (key, self.result.draw(random, 1 + bits(2))))
            return default, tuple(dict(new).items())
        if kind < 5 and entries:
            index = bits(16) * len(entries) >> 16
            rest = entries[:index] + entries[index + 1 :]
            if kind == 2:
                return default, rest
            key, result = entries[index]
            if kind == 3:
                key = self.arguments.mutate(key, random)
            else:
                result = self.result.mutate(result, random)
            return default, tuple(dict((*rest, (key, result))).items())
        if kind == 5:
            return self.generate(random, 1 + bits(3))
        return self.result.mutate(default, random), entries

    def simpler(self, value: Table) -> Iterator[Table]:
        default, entries = value
        if entries:
            yield default, ()
        for index in range(len(entries)):
            yield default, entries[:index] + entries[index + 1 :]

    def complexity(self, value: Table) -> float:
        key, result = self.arguments.complexity, self.result.complexity
        return result(value[0]) + sum(3 + key(given) + result(made) for given, made in value[1])

    def contains(self, value: object) -> bool:
        if type(value) is not tuple or len(value) != 2 or type(value[1]) is not tuple:
            return False
        if not self.result.contains(value[0]):
            return False
        return all(self.arguments.contains(given) and self.result.contains(made) for given, made in value[1])

    def realise(self, value: Table) -> Callable[..., Any]:
        default, entries = value
        realise = self.result.itself.realise
        by_text = self._by_text
        table: dict[Any, Any] = dict(entries)
        if by_text:
            table = {repr(self.arguments.realise(given)): made for given, made in entries}

        def answer(arguments: tuple[Any, ...]) -> Any:
            try:
                found = table.get(repr(arguments) if by_text else arguments, default)
            except Exception:  # arguments that can be no key, or whose text cannot be had
                found = default
            try:
                return realise(found)
            except Exception as error:
                # Like arguments that cannot be built: whoever is called with this function is not to blame.
                raise BuildError from error

        if self._method:
            return lambda self, *a, **k: answer(a)
        return lambda *a, **k: answer(a)

    def source(self, value: Table, names: Names) -> str:
        default, entries = value
        first = "self, " if self._method else ""
        otherwise = self.result.source(default, names)
        if not entries:
            return f"(lambda {first}*a, **k: {otherwise})"
        if self._by_text:
            keys = [repr(repr(self.arguments.realise(given))) for given, _ in entries]
            looked_up = "repr(a)"
        else:
            keys = [self.arguments.source(given, names) for given, _ in entries]
            looked_up = "a"
        pairs = [f"{key}: {self.result.source(made, names)}" for key, (_, made) in zip(keys, entries, strict=True)]
        return f"(lambda {first}*a, **k: {{{', '.join(pairs)}}}.get({looked_up}, {otherwise}))"
