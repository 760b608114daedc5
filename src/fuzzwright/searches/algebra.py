"""Inputs seen as values of algebraic types: constructors with fields, and the positions inside a value.

Haskell's tools think of a type as a list of constructors. Here a union of records is such a type, each record with
its fields one constructor; a record alone is a type of one constructor; a list is a cell of its first item and the
rest, so that every rest is a position of its own. All of it is read off `Domain.form`, heads and parts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from fuzzwright.engine.domain import Domain, Head, Unfit
from fuzzwright.engine.putting import Make, in_turn, itself, putter
from fuzzwright.engine.references import reach

_ALL_HEADS: Final = 1 << 16
"""A rank that every constructor is below."""

Put = Callable[[Any], Any]
"""Makes the whole input with another value at a position; raises Unfit where that cannot be."""
Way = tuple[int, ...]
"""Where a position is: the manieth of those directly below another one, and so on from the top."""


class Constructor(NamedTuple):
    """One way to make a value of a type from fields."""

    domain: Domain[Any]
    head: Head
    fields: tuple[Domain[Any], ...]
    record: Domain[Any] | None
    """The record or tuple whose fields these are, if that is inside the value of a union."""
    recursive: bool
    """Whether a field can hold a value of the same type again."""
    only: tuple[Any, ...] = ()
    """What is inside a value without fields, if something is: None in an optional type."""
    maker: Make | None = None
    """What makes the value of the fields, where any will do; else None."""

    def make(self, fields: Sequence[Any]) -> Any:
        """Return the value with these fields; raise Unfit if there is none."""
        if self.maker is not None:
            return self.maker(*fields)
        if self.record is None:
            return self.domain.make(self.head, fields or self.only)
        return self.domain.make(self.head, (self.record.make((), fields),))


@dataclass(frozen=True, slots=True)
class Node:
    """A position in an input: what may be there, what is there, and how to put something else there.

    At a position of a list or another run, the value is the tuple of the items from there on.
    """

    domain: Domain[Any]
    value: Any
    put: Put
    start: int = 0
    """For the rest of a run: how many items are before it."""
    run: tuple[Put, tuple[Any, ...]] | None = None
    """For a run: how to put all of its items, and these."""
    way: Way = ()


class Taken(NamedTuple):
    """A value taken apart."""

    constructor: Constructor
    fields: Sequence[Any]
    whole: Any
    """The record that the fields are of, where it is a type of its own beside the union it is in."""


class Algebra:
    """What searches of this kind ask about types, each answer worked out once."""

    def __init__(self) -> None:
        self._constructors: dict[int, tuple[Constructor, ...]] = {}
        self._defaults: dict[int, Any] = {}
        self._known: list[Domain[Any]] = []
        """Keeps the domains alive whose ids are used."""

    # Types

    def constructors(self, domain: Domain[Any]) -> tuple[Constructor, ...]:
        """Return the constructors of a sum, a record or a tuple."""
        found = self._constructors.get(id(domain))
        if found is None:
            heads = [head for head, _ in domain.heads(_ALL_HEADS)]
            found = self._constructors[id(domain)] = tuple(self._constructor(domain, head) for head in heads)
            self._known.append(domain)
        return found

    def _constructor(self, domain: Domain[Any], head: Head) -> Constructor:
        parts = tuple(part.itself for part in domain.inside(head))
        record = None
        if domain.form == "sum":
            if len(parts) == 1 and parts[0].form in ("record", "tuple"):
                record, parts = parts[0], tuple(part.itself for part in parts[0].inside(()))
            elif len(parts) == 1 and parts[0].single:
                return Constructor(domain, head, (), None, False, (parts[0].simplest(),))
        recursive = any(domain in map(_itself, reach(part)) for part in parts)
        # A plain union holds the record as it is.
        made = domain if record is None else record
        maker = made.maker if domain.plain and made.form == "record" else None
        return Constructor(domain, head, parts, record, recursive, maker=maker)

    def default(self, domain: Domain[Any]) -> Any:
        """Return the smallest value: the constructor with the fewest fields, and none that recurses; filled alike."""
        known = self._defaults.get(id(domain), self)
        if known is self:
            known = self._defaults[id(domain)] = self._default(domain)
            self._known.append(domain)
        return known

    def _default(self, domain: Domain[Any]) -> Any:
        if domain.form not in ("sum", "record", "tuple"):
            return domain.simplest()
        ending = [constructor for constructor in self.constructors(domain) if not constructor.recursive]
        if not ending:
            return domain.simplest()
        least = min(ending, key=lambda constructor: len(constructor.fields))
        return least.make([self.default(place) for place in least.fields])

    # Values

    def take_apart(self, domain: Domain[Any], value: Any) -> Taken:
        """Return the constructor and the fields of a value of a sum, a record or a tuple."""
        head = domain.head(value)
        for constructor in self.constructors(domain):
            if constructor.head == head:
                break
        else:
            constructor = self._constructor(domain, head)
        children = domain.children(value)
        if constructor.record is not None:
            return Taken(constructor, constructor.record.children(children[0]), children[0])
        return Taken(constructor, children if constructor.fields else (), None)

    def root(self, domain: Domain[Any], value: Any) -> Node:
        """Return the position of the whole input."""
        return self._node(domain.itself, value, itself)

    def _node(self, domain: Domain[Any], value: Any, put: Put, way: Way = ()) -> Node:
        if domain.form != "run":
            return Node(domain, value, put, way=way)
        items = tuple(domain.children(value))

        def put_items(items: tuple[Any, ...]) -> Any:
            return put(domain.make((len(items),), items))

        return Node(domain, items, put_items, 0, (put_items, items), way)

    def inside(self, node: Node) -> Iterator[Node]:
        """Yield the positions directly below one."""
        domain, value, put = node.domain, node.value, node.put
        form = domain.form
        if form == "leaf":
            return
        if form == "run":
            yield from self._cell(node)
        elif form == "sum":
            constructor, fields, _ = self.take_apart(domain, value)
            for index, (place, child) in enumerate(zip(constructor.fields, fields, strict=True)):
                yield self._node(place, child, _setter(constructor, fields, index, put), (*node.way, index))
        else:
            for index, (place, child) in enumerate(domain.parts(value)):
                if form != "map" or index % 2:  # of a dict, the values only
                    put_child = _after(domain.setter(value, index), put)
                    yield self._node(place.itself, child, put_child, (*node.way, index))

    def _cell(self, node: Node) -> Iterator[Node]:
        """Yield the first item of a run and the rest."""
        if not node.value or node.run is None:
            return
        put, items = node.run
        start, place = node.start, node.domain.inside((1,))[0].itself
        before, after = items[:start], items[start + 1 :]

        def put_rest(rest: tuple[Any, ...]) -> Any:
            return put((*before, items[start], *rest))

        yield self._node(place, node.value[0], lambda item: put((*before, item, *after)), (*node.way, 0))
        yield Node(node.domain, after, put_rest, start + 1, node.run, (*node.way, 1))

    def position(self, domain: Domain[Any], value: Any, way: Way) -> Node:
        """Return the position at the end of a way; raise Unfit if there is none in this input."""
        node = self.root(domain, value)
        while node.way != way:
            length = len(node.way) + 1
            below = [each for each in self.inside(node) if each.way == way[:length]]
            if not below:
                raise Unfit
            node = below[0]
        return node

    def positions(self, domain: Domain[Any], value: Any, order: str = "level") -> Iterator[Node]:
        """Yield every position of an input: level by level, or a parent before or behind what is inside it."""
        root = self.root(domain, value)
        if order == "level":
            waiting = deque([root])
            while waiting:
                node = waiting.popleft()
                yield node
                waiting.extend(self.inside(node))
            return
        stack = [root]
        found = []
        while stack:
            node = stack.pop()
            if order == "pre":
                yield node
                stack.extend(reversed(list(self.inside(node))))
            else:
                # Parent, then children from the last to the first; read backwards, that is children, then parent.
                found.append(node)
                stack.extend(self.inside(node))
        yield from reversed(found)


def _itself(domain: Domain[Any]) -> Domain[Any]:
    return domain.itself


def _after(first: Put, then: Put) -> Put:
    return first if then is itself else in_turn((first, then))


def _setter(constructor: Constructor, fields: Sequence[Any], index: int, put: Put) -> Put:
    if constructor.maker is not None:
        return _after(putter((tuple(fields), constructor.maker), index), put)
    before, after = tuple(fields[:index]), tuple(fields[index + 1 :])
    return lambda field: put(constructor.make((*before, field, *after)))
