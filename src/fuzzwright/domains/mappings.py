"""Keys with values: dictionaries and their relatives.

A value is a tuple of (key, value) pairs with distinct keys, in a fixed order.
"""

from __future__ import annotations

import math
from collections import ChainMap, OrderedDict, UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, Final

from fuzzwright.acceleration import accelerator
from fuzzwright.domains.heights import leads_to
from fuzzwright.domains.sequences import LONGEST, checked_length, distinct_from
from fuzzwright.engine.domain import (
    Domain,
    Head,
    Mutant,
    Names,
    Part,
    Pure,
    Rand,
    Room,
    Unfit,
    Weigh,
    weigher,
    weighs_of,
)
from fuzzwright.engine.putting import Make, Node, distinct_pairs, pairing
from fuzzwright.engine.stock import Drawing, cut_at_one_place, stock_of

Pairs = tuple[tuple[Any, Any], ...]
_PAIR: Final = 3.0
"""How complex a pair is, besides what is in it."""


class Mappings(Domain[Pairs]):
    """Pairs with distinct keys, from `shortest` to `longest`, put into a dict or whatever `construct` makes of one."""

    form = "map"
    ascending = (0, 2)

    grows = True
    crosses = True

    def __init__(
        self,
        key: Domain[Any],
        value: Domain[Any],
        construct: Callable[[dict[Any, Any]], Any] = dict,
        write: Callable[[str, Names], str] = lambda display, names: display,
        shortest: int = 0,
        longest: int = LONGEST,
    ) -> None:
        self.key = key
        self.value = value
        self.construct = construct
        self.write = write
        self.shortest = shortest
        self.longest = longest
        self._recursive: bool | None = None

    def components(self) -> Sequence[Domain[Any]]:
        return (self.key, self.value)

    def least(self, heights: Mapping[int, float]) -> float:
        """Return the height of the lowest value: none is lower than an empty one."""
        return 1 + max(heights[id(self.key)], heights[id(self.value)]) if self.shortest else 0

    def measured(self, heights: Mapping[int, float], loops: Mapping[int, int]) -> None:
        """Stay empty if keys or values are never finite."""
        if max(heights[id(self.key)], heights[id(self.value)]) == math.inf and not self.shortest:
            self.longest = 0
        self._recursive = loops[id(self)] in (loops.get(id(self.key)), loops.get(id(self.value)))

    def settled(self) -> None:
        if self._recursive is None:
            self._recursive = leads_to(self.key, self) or leads_to(self.value, self)
        if self.construct is not dict or not self.key.itself.plain:
            return
        realise: Callable[[Pairs], Any] = dict
        if not self.value.itself.plain:
            item_realise, fast = self.value.itself.realise, accelerator()
            if fast is not None:
                realise = fast.new_realiser(item_realise, True)
            else:
                realise = lambda value: {key: item_realise(item) for key, item in value}  # noqa: E731 - one of three
        self.realise = realise  # type: ignore[method-assign, assignment]  # a compiled variant of the method

    def generate(self, random: Random, size: int) -> Pairs:
        if self._recursive:
            size -= 1
        length = random.getrandbits(16) * (size + 1) >> 16
        length = min(max(length, self.shortest), self.longest)
        if not length:
            return ()
        share = size // length or 1
        keys, items = self.key.draw_many(random, share, length), self.value.draw_many(random, share, length)
        pairs = dict(zip(keys, items, strict=True))
        tries = 0
        while len(pairs) < self.shortest:
            pairs[self.key.generate(random, size)] = self.value.generate(random, share)
            tries += 1
            if tries > 50 * self.shortest:
                raise Unfit(f"no {self.shortest} distinct keys")
        return tuple(pairs.items())

    @cached_property
    def _stock(self) -> Drawing[Pairs]:
        fast = accelerator()
        cross = self.cross if fast is None else fast.new_pairs(self.shortest, self.longest, Unfit).cross
        return stock_of(self.generate, cross)

    def cross(self, one: Pairs, other: Pairs, random: Random) -> Pairs:
        pairs = distinct_pairs(cut_at_one_place(one, other, random))
        return pairs if len(pairs) >= self.shortest else one

    def simplest(self) -> Pairs:
        if not self.shortest:
            return ()
        return tuple([(key, self.value.simplest()) for key in distinct_from(self.key, (), self.shortest)])

    def head(self, value: Pairs) -> Head:
        return (len(value),)

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        if head[0] > 1 << 24:
            raise ValueError("too many items")
        return (self.key, self.value) * head[0]

    def children(self, value: Pairs) -> Sequence[Any]:
        return [part for pair in value for part in pair]

    def parts(self, value: Pairs) -> Sequence[Part]:
        return [part for key, item in value for part in ((self.key, key), (self.value, item))]

    def make(self, head: Head, children: Sequence[Any]) -> Pairs:
        return self.build((), children)

    @cached_property
    def _remake(self) -> Make:
        """What makes pairs of keys and values in turn, and raises Unfit where that is too many or too few."""
        fast = accelerator()
        return self._paired if fast is None else fast.new_pairs(self.shortest, self.longest, Unfit).make

    def _paired(self, *children: Any) -> Pairs:
        pairs = distinct_pairs(pairing()(*children))
        if self.shortest <= len(pairs) <= self.longest:
            return pairs
        raise Unfit("too many or too few keys")

    def build(self, value: Pairs, children: Sequence[Any]) -> Pairs:
        pairs: Pairs = self._remake(*children)
        return pairs

    def part(self, value: Pairs, index: int) -> Part:
        return (self.value if index & 1 else self.key), value[index >> 1][index & 1]

    def node(self, value: Pairs, *places: int) -> Node:
        # Another key may be there already.
        make = pairing() if all(place & 1 for place in places) else self._remake
        return tuple(self.children(value)), make

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        # What has to be there costs nothing; but one in a type that holds itself, which else would have no end.
        free = self.shortest - 1 if self._recursive and self.shortest else self.shortest
        return (((length,), length - free) for length in range(self.shortest, min(rank + free, self.longest) + 1))

    def mutants(self, value: Pairs) -> Iterator[Mutant[Pairs]]:
        if not self.shortest and value:
            yield Pure(())
        if len(value) > self.shortest:
            for index in range(len(value)):
                yield Pure(value[:index] + value[index + 1 :])
        yield Rand(self.generate)

    def mutate(self, value: Pairs, random: Random) -> Pairs:
        bits = random.getrandbits
        kind = bits(3)
        if not value or kind < 3:
            new = (*value, (self.key.draw(random, 1 + bits(2)), self.value.draw(random, 1 + bits(2))))
        else:
            index = bits(16) * len(value) >> 16
            key, item = value[index]
            if kind < 5:
                new = value[:index] + value[index + 1 :]
            elif kind == 5:
                other = value[bits(16) * len(value) >> 16][1]
                new = (*value[:index], (key, other), *value[index + 1 :])
            elif kind == 6:
                new = (*value, (self.key.mutate(key, random), item))
            else:
                new = (*value[index:], *value[:index])
        new = distinct_pairs(new)
        return new if self.shortest <= len(new) <= self.longest else value

    def _adopt(self, thing: object, room: Room) -> Pairs:
        if room.exact and type(thing) is not type(self.construct({})):
            raise Unfit("another mapping")
        pairs = _pairs_of(thing)
        if not self.shortest <= len(pairs) <= self.longest:
            raise Unfit("too many or too few keys")
        adopt_key, adopt_value = self.key.adopt_within, self.value.adopt_within
        adopted = {adopt_key(key, room): adopt_value(item, room) for key, item in pairs}
        if len(adopted) != len(pairs):
            raise Unfit("two keys became one")
        return tuple(adopted.items())

    def axes(self, value: Pairs) -> int:
        return 1

    def move(self, value: Pairs, axis: int, by: int) -> Pairs:
        if axis != 0:
            raise Unfit("there is only the length")
        length = checked_length(self, len(value), by)
        if by <= 0:
            return value[:length]
        item = value[-1][1] if value else self.value.simplest()
        return (*value, *[(key, item) for key in distinct_from(self.key, [key for key, _ in value], by)])

    def graft(self, value: Pairs, part: Pairs, random: Random) -> Pairs:
        if not random.getrandbits(2):
            return part
        merged = dict(value)
        merged.update(part)
        return tuple(merged.items()) if len(merged) <= self.longest else part

    def simpler(self, value: Pairs) -> Iterator[Pairs]:
        length = len(value)
        if not self.shortest and length:
            yield ()
        run = length
        while run > 1:
            run //= 2
            for start in range(0, length, run):
                if length - run >= self.shortest:
                    yield value[:start] + value[start + run :]

    def complexity(self, value: Pairs) -> float:
        return self.complexity_up_to(value, math.inf)

    def complexity_up_to(self, value: Pairs, limit: float) -> float:
        total = _PAIR * len(value)
        of_key, of_item = self._weighs
        for key, item in value:
            total += of_key(key, limit - total)
            if total >= limit:
                break
            total += of_item(item, limit - total)
        return total

    @cached_property
    def _weighs(self) -> list[Weigh]:
        return weighs_of((self.key, self.value))

    @cached_property
    def weigh(self) -> Weigh:
        return weigher(self, "pairs", _PAIR, ())

    def contains(self, value: object) -> bool:
        if type(value) is not tuple or not self.shortest <= len(value) <= self.longest:
            return False
        if not all(type(pair) is tuple and len(pair) == 2 for pair in value):
            return False
        if len({pair[0] for pair in value}) != len(value):
            return False
        return all(self.key.contains(pair[0]) and self.value.contains(pair[1]) for pair in value)

    def realise(self, value: Pairs) -> Any:
        return self.construct({self.key.realise(key): self.value.realise(item) for key, item in value})

    def source(self, value: Pairs, names: Names) -> str:
        written = [f"{self.key.source(key, names)}: {self.value.source(item, names)}" for key, item in value]
        return self.write(f"{{{', '.join(written)}}}", names)


def _pairs_of(thing: object) -> list[tuple[object, object]]:
    """Return the pairs of a mapping of the ordinary kinds; raise Unfit for any other thing."""
    kind: Any = type(thing)
    # A subclass is read as the dict that it is: its own methods could do anything.
    base: Any = kind if kind in (OrderedDict, MappingProxyType, UserDict, ChainMap) else dict
    if not issubclass(kind, base) or base.__len__(thing) > LONGEST:
        raise Unfit("not a mapping, or a long one")
    return list(base.items(thing))
