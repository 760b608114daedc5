"""Any number of items of one type: lists, tuples, sets and their relatives.

A value is a tuple of item values, whatever collection the target gets: hashable, shared between
variants, and in a fixed order even where the collection has none.
"""

from __future__ import annotations

import math
import operator
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from random import Random
from typing import Any

from fuzzwright.acceleration import accelerator
from fuzzwright.domains.heights import leads_to
from fuzzwright.engine.domain import (
    Domain,
    Edit,
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
from fuzzwright.engine.putting import Node, itself
from fuzzwright.engine.stock import cut_at_one_place

Items = tuple[Any, ...]

LONGEST = 512
"""How long a sequence may get by mutation when its type sets no limit."""
_REPEATED = 64
"""How long a sequence may be that is repeated as a whole."""


@dataclass(frozen=True, slots=True)
class Collection:
    """Which collection the items are put into, and how that is written."""

    construct: Callable[[Iterable[Any]], Any]
    write: Callable[[list[str], Names], str]
    distinct: bool = False


def _write_tuple(items: list[str], names: Names) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


def _write_set(items: list[str], names: Names) -> str:
    return f"{{{', '.join(items)}}}" if items else "set()"


LIST = Collection(list, lambda items, names: f"[{', '.join(items)}]")
TUPLE = Collection(tuple, _write_tuple)
SET = Collection(set, _write_set, distinct=True)
FROZENSET = Collection(
    frozenset, lambda items, names: f"frozenset({_write_set(items, names) if items else ''})", distinct=True
)
DEQUE = Collection(deque, lambda items, names: f"{names.refer(deque)}([{', '.join(items)}])")


class Sequences(Domain[Items]):
    """Items of one domain, as many as `shortest` to `longest`, in some collection."""

    form = "run"
    grows = True
    crosses = True

    def __init__(
        self, item: Domain[Any], collection: Collection = LIST, shortest: int = 0, longest: int = LONGEST
    ) -> None:
        self.item = item
        self.collection = collection
        self.shortest = shortest
        self.longest = longest
        self.fixed = collection is TUPLE
        self._distinct = collection.distinct
        self.cuts = not collection.distinct
        self.ascending = (0, 1) if collection.distinct else None
        self._recursive: bool | None = None

    def components(self) -> Sequence[Domain[Any]]:
        return (self.item,)

    def least(self, heights: Mapping[int, float]) -> float:
        """Return the height of the lowest value: none is lower than an empty one."""
        return 1 + heights[id(self.item)] if self.shortest else 0

    def measured(self, heights: Mapping[int, float], loops: Mapping[int, int]) -> None:
        """Stay empty if the items have no finite value."""
        if heights[id(self.item)] == math.inf and not self.shortest:
            self.longest = 0
        self._recursive = loops.get(id(self.item)) == loops[id(self)]

    def settled(self) -> None:
        if self._recursive is None:
            self._recursive = leads_to(self.item, self)
        # The hot method is chosen once, by what has to be copied.
        realise: Callable[[Items], Any]
        item_realise = self.item.itself.realise
        if self.plain:
            realise = itself
        elif self.item.itself.plain:
            realise = self.collection.construct
        elif self.collection.construct is list:
            fast = accelerator()
            if fast is not None:
                realise = fast.new_realiser(item_realise, False)
            else:
                realise = lambda value: [item_realise(item) for item in value]  # noqa: E731 - one of four
        else:
            return
        self.realise = realise  # type: ignore[method-assign, assignment]  # a compiled variant of the method

    def generate(self, random: Random, size: int) -> Items:
        if self._recursive:
            # Each level takes something off the size, and at the end there are no more items.
            size -= 1
        # Not all of a large size goes into the length: items have a size too, and long runs of leaves tell little.
        length = random.getrandbits(16) * (size + 1 if size < 9 else 7 + (size >> 2)) >> 16
        if length < self.shortest:
            length = self.shortest
        elif length > self.longest:
            length = self.longest
        if not length:
            return ()
        share = size // length or 1
        # A single one is made anew: else what holds one of itself would get shorter at each level.
        items = self.item.draw_many(random, share, length) if length > 1 else [self.item.generate(random, share)]
        if not self._distinct:
            return tuple(items)
        distinct = tuple(dict.fromkeys(items))
        if len(distinct) >= self.shortest:
            return distinct
        return self._filled(distinct, random, size)

    def cross(self, one: Items, other: Items, random: Random) -> Items:
        if self.cuts:
            return super().cross(one, other, random)
        distinct = tuple(dict.fromkeys(cut_at_one_place(one, other, random)))
        return distinct if len(distinct) >= self.shortest else one

    def _filled(self, items: Items, random: Random, size: int) -> Items:
        for _ in range(50 * self.shortest):
            items = tuple(dict.fromkeys((*items, self.item.generate(random, size))))
            if len(items) >= self.shortest:
                return items
        raise Unfit(f"no {self.shortest} distinct items")

    def simplest(self) -> Items:
        if not self.shortest:
            return ()
        if self._distinct:
            return self._filled((self.item.simplest(),), Random(0), 4)
        return (self.item.simplest(),) * self.shortest

    def head(self, value: Items) -> Head:
        return (len(value),)

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        if head[0] > 1 << 24:
            raise ValueError("too many items")
        return (self.item,) * head[0]

    def children(self, value: Items) -> Sequence[Any]:
        return value

    def parts(self, value: Items) -> Sequence[Part]:
        item = self.item
        return [(item, child) for child in value]

    def make(self, head: Head, children: Sequence[Any]) -> Items:
        items = tuple(dict.fromkeys(children)) if self._distinct else tuple(children)
        if self.shortest <= len(items) <= self.longest:
            return items
        raise Unfit("too many or too few items")

    def build(self, value: Items, children: Sequence[Any]) -> Items:
        if self._distinct:
            return self.make((), children)
        return tuple(children)

    def part(self, value: Items, index: int) -> Part:
        return self.item, value[index]

    def node(self, value: Items, *places: int) -> Node | None:
        return None if self._distinct else (value, None)

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        # What has to be there costs nothing; but one in a type that holds itself, which else would have no end.
        free = self.shortest - 1 if self._recursive and self.shortest else self.shortest
        return (((length,), length - free) for length in range(self.shortest, min(rank + free, self.longest) + 1))

    def mutants(self, value: Items) -> Iterator[Mutant[Items]]:
        for candidate in self._neighbours(value):
            try:
                yield Pure(self.make((), candidate))
            except Unfit:
                continue
        yield Rand(self.generate)

    def _neighbours(self, value: Items) -> Iterator[Items]:
        if value:
            yield ()
        for index in range(len(value)):
            yield value[:index] + value[index + 1 :]
        for index in range(len(value)):
            yield value[: index + 1] + value[index:]
        yield (*value, self.item.simplest())

    def mutate(self, value: Items, random: Random) -> Items:
        edit = self._edit(value, random)
        new = value[: edit[0]] + edit[2] + value[edit[1] :]
        if self._distinct:
            new = tuple(dict.fromkeys(new))
        if len(new) < self.shortest:
            return value
        return new if len(new) <= self.longest else new[: self.longest]

    def edit(self, value: Items, random: Random) -> Edit | None:
        return None if self._distinct else self._edit(value, random)

    def _edit(self, value: Items, random: Random) -> tuple[int, int, Items]:
        bits = random.getrandbits
        length = len(value)
        kind = bits(4)
        if not length or kind < 4:
            index = bits(16) * (length + 1) >> 16
            return index, index, (self.item.draw(random, 1 + bits(2)),)
        index = bits(16) * length >> 16
        if kind < 7:
            return index, index + 1, ()
        if kind < 9:
            return index, index, (value[index],)
        if kind < 11:
            return index, index + 1, (value[bits(16) * length >> 16],)
        if kind == 11:
            other = bits(16) * length >> 16
            first, last = (index, other) if index < other else (other, index)
            return first, last + 1, (value[last], *value[first + 1 : last], value[first]) if first < last else ()
        if kind == 12:
            return index, index + 1 + bits(3), ()
        if kind == 13:
            end = index + 1 + bits(3)
            return end, end, value[index:end]
        if kind == 14:
            return (index, length, ()) if bits(1) else (0, index, ())
        return 0, length, self._rearranged(value, index, random)

    def edited(self, value: Items, edit: Edit) -> Items:
        start, end, new = edit
        items: Items = value[:start] + new + value[end:]
        if self.shortest <= len(items) <= self.longest:
            return items
        raise Unfit("too long or too short")

    def _rearranged(self, value: Items, index: int, random: Random) -> Items:
        kind = random.getrandbits(2)
        if kind == 0:
            return value[::-1]
        if kind == 1:
            end = min(index + 2 + random.getrandbits(3), len(value))
            return value[:index] + (value[index],) * (end - index) + value[end:]
        if kind == 2 and len(value) <= _REPEATED:
            return value + value
        return _in_order(value)

    def _adopt(self, thing: object, room: Room) -> Items:
        if room.exact and type(thing) is not type(self.collection.construct(())):
            raise Unfit("another collection")
        things = items_of(thing)
        if len(things) > self.longest:
            raise Unfit("too many items")
        adopt = self.item.adopt_within
        return self.make((), [adopt(item, room) for item in things])

    def axes(self, value: Items) -> int:
        return 1

    def move(self, value: Items, axis: int, by: int) -> Items:
        if axis != 0:
            raise Unfit("there is only the length")
        length = checked_length(self, len(value), by)
        if by <= 0:
            return value[:length]
        if self._distinct:
            return (*value, *distinct_from(self.item, value, by))
        return value + (value[-1] if value else self.item.simplest(),) * by

    def graft(self, value: Items, part: Items, random: Random) -> Items:
        bits = random.getrandbits
        kind = bits(3)
        index = bits(16) * (len(value) + 1) >> 16
        if kind == 0:
            return part
        if kind < 3:
            new = value + part if kind == 1 else part + value
        elif kind < 6:
            # Between two items, or in place of as many as it has.
            new = value[:index] + part + value[index + (len(part) if kind == 5 else 0) :]
        elif kind == 6:
            new = value[:index] + part
        else:
            both = min(len(value), len(part))
            new = (*(item for pair in zip(value, part, strict=False) for item in pair), *value[both:], *part[both:])
        if self._distinct:
            new = tuple(dict.fromkeys(new))
        return new[: self.longest] if len(new) >= self.shortest else part

    def simpler(self, value: Items) -> Iterator[Items]:
        length = len(value)
        if not self.shortest and length:
            yield ()
        run = length
        while run > 1:
            run //= 2
            for start in range(0, length, run):
                shorter = value[:start] + value[start + run :]
                if len(shorter) >= self.shortest:
                    yield shorter
        ordered = _in_order(value)
        if ordered != value:
            yield ordered

    def complexity(self, value: Items) -> float:
        length = len(value)
        items = list(map(self._weighs[0], value, repeat(math.inf)))
        # The places weigh a little less the further back they are, so that sorting is progress.
        total: float = sum(items) + 2.001 * length - 1e-6 * sum(map(operator.mul, items, range(length)))
        return total

    def complexity_up_to(self, value: Items, limit: float) -> float:
        least = 2.0 * len(value)
        return least if least >= limit else self.complexity(value)

    @cached_property
    def weigh(self) -> Weigh:
        return weigher(self, "run", 0.0, ())

    @cached_property
    def _weighs(self) -> list[Weigh]:
        return weighs_of((self.item,))

    def contains(self, value: object) -> bool:
        if type(value) is not tuple or not self.shortest <= len(value) <= self.longest:
            return False
        if self._distinct and len(set(value)) != len(value):
            return False
        return all(map(self.item.contains, value))

    def realise(self, value: Items) -> Any:
        realise = self.item.realise
        return self.collection.construct([realise(item) for item in value])

    def source(self, value: Items, names: Names) -> str:
        return self.collection.write([self.item.source(item, names) for item in value], names)


# Read by the methods of these classes themselves: those of a subclass could do anything.
_READ: tuple[type[Any], ...] = (list, tuple, set, frozenset, deque, range)


def items_of(thing: object) -> list[object]:
    """Return the items of a collection of the ordinary kinds; raise Unfit for any other thing."""
    kind = type(thing)
    base = kind if kind in _READ else next((base for base in _READ if issubclass(kind, base)), None)
    if base is None or base.__len__(thing) > LONGEST:
        raise Unfit("not a collection, or a long one")
    return list(base.__iter__(thing))


def _in_order(value: Items) -> Items:
    """Return the items sorted; as they are if they have no order."""
    try:
        return tuple(sorted(value))
    except Exception:  # there are values without an order, and some raise more than that
        return value


def checked_length(domain: Any, length: int, by: int) -> int:
    """Return the new length of a collection; raise Unfit if its type, or good sense, does not allow it."""
    wanted = length + by
    if not domain.shortest <= wanted <= domain.longest or wanted > max(LONGEST, length):
        raise Unfit("too long or too short")
    return wanted


def distinct_from(domain: Domain[Any], known: Sequence[Any], count: int) -> list[Any]:
    """Return as many values that are not known, always the same; raise Unfit if they are not soon found."""
    taken = dict.fromkeys(known)
    fresh: list[Any] = []
    latest = known[-1] if known else domain.simplest()
    random = Random(len(known))
    for attempt in range(16 + 8 * count):
        if len(fresh) == count:
            break
        if attempt or known:
            try:
                latest = domain.move(latest, 0, 1)
            except Unfit:
                latest = domain.generate(random, 1 + attempt // 8)
        if latest not in taken:
            taken[latest] = None
            fresh.append(latest)
    if len(fresh) < count:
        raise Unfit("no more that are different")
    return fresh
