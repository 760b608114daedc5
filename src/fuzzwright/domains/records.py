"""A class with a value for each field, put together by calling it.

A record whose class is immutable and whose fields are plain is its own value: a program's syntax
tree of frozen dataclasses is stored, varied and handed to the target as it is. Any other record is
kept as the tuple of its fields' values, and a new object is made for each run.
"""

from __future__ import annotations

import dataclasses
import inspect
import math
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from keyword import iskeyword
from random import Random
from typing import Any

from fuzzwright.acceleration import accelerator
from fuzzwright.domains.products import adopt_each
from fuzzwright.engine.domain import (
    Domain,
    Head,
    LeafDomain,
    Mutant,
    Names,
    Part,
    Pure,
    Room,
    Unfit,
    Weigh,
    summed_up_to,
    weigher,
    weighs_of,
)
from fuzzwright.engine.putting import Make, Node


class Records(Domain[Any]):
    """An instance of `cls` with the given fields.

    `frozen` says that instances cannot change, hold nothing but the fields, and that building one from
    fields of the right types always works.
    """

    form = "record"

    def __init__(
        self,
        cls: type,
        fields: Sequence[tuple[str, Domain[Any]]],
        frozen: bool = False,
        construct: Callable[..., Any] | None = None,
        positional: bool = False,
    ) -> None:
        self.cls = self.instances_of = cls
        self.names = tuple(name for name, _ in fields)
        self.places = tuple(domain for _, domain in fields)
        self.fixed = frozen
        self._construct = construct or cls
        self._positional = positional
        self._new: Callable[..., Any] = _bare_constructor(cls, self.names) if frozen else cls
        self._get: Callable[[Any], Sequence[Any]] = _getter(self.names)
        self._generators: list[tuple[Callable[[Random, int], Any], bool]] = [
            (place.generate, False) for place in self.places
        ]
        self._leaves = 0

    def components(self) -> Sequence[Domain[Any]]:
        return self.places

    def settled(self) -> None:
        leaves = [isinstance(place.itself, LeafDomain) for place in self.places]
        self._leaves = sum(leaves)
        # A single field that can be large is made anew: else a chain of records would get shorter at each link.
        chain = len(self.places) - self._leaves == 1
        self._generators = [
            (place.itself.generate if chain and not leaf else place.itself.draw, leaf)
            for place, leaf in zip(self.places, leaves, strict=True)
        ]

        self.__dict__.pop("_compiled", None)
        self.__dict__.pop("takes", None)

    @cached_property
    def _compiled(self) -> Callable[[Random, int], Any]:
        """`generate` for these fields.

        Leaves take one each and the others share the rest: less than the whole, so that a type that holds itself comes
        to an end.
        """
        known: dict[str, Any] = {f"make{index}": make for index, (make, _) in enumerate(self._generators)}
        values = [
            f"make{index}(random, {'small' if leaf else 'share'})" for index, (_, leaf) in enumerate(self._generators)
        ]
        made = f"new({', '.join(values)})" if self.plain else f"({''.join(value + ', ' for value in values)})"
        known["new"] = self._new
        exec(
            "def generate(random, size):\n"
            f"    share = (size - {self._leaves or 1}) // {len(self.places) - self._leaves or 1}\n"
            "    if share < 1:\n"
            "        share = 1\n"
            "    small = share if share < 8 else 8\n"
            f"    return {made}\n",
            known,
        )
        generate: Callable[[Random, int], Any] = known["generate"]
        return generate

    def generate(self, random: Random, size: int) -> Any:
        return self._compiled(random, size)

    def simplest(self) -> Any:
        return self.make((), [place.simplest() for place in self.places])

    def head(self, value: Any) -> Head:
        return ()

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return self.places

    def children(self, value: Any) -> Sequence[Any]:
        if not self.plain:
            fields: tuple[Any, ...] = value
            return fields
        return self._get(value)

    def parts(self, value: Any) -> Sequence[Part]:
        return list(zip(self.places, self.children(value), strict=True))

    def make(self, head: Head, children: Sequence[Any]) -> Any:
        return self._new(*children) if self.plain else tuple(children)

    def build(self, value: Any, children: Sequence[Any]) -> Any:
        return self._new(*children) if self.plain else tuple(children)

    def part(self, value: Any, index: int) -> Part:
        return self.places[index], self.children(value)[index]

    @property
    def maker(self) -> Make | None:
        return self._new if self.plain else None

    def node(self, value: Any, *places: int) -> Node | None:
        return tuple(self.children(value)), self.maker

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        # One for the record itself: a recursive type then has finitely many values of each rank.
        return [((), 1)] if rank >= 1 or not self.places else []

    def mutants(self, value: Any) -> Iterator[Mutant[Any]]:
        children = list(self.children(value))
        for left in range(len(children)):
            for right in range(left + 1, len(children)):
                if self.places[left].itself is self.places[right].itself:
                    swapped = children.copy()
                    swapped[left], swapped[right] = children[right], children[left]
                    yield Pure(self.make((), swapped))

    def mutate(self, value: Any, random: Random) -> Any:
        children = list(self.children(value))
        if not children:
            return value
        index = random.getrandbits(16) * len(children) >> 16
        children[index] = self.places[index].mutate(children[index], random)
        return self.make((), children)

    def _adopt(self, thing: object, room: Room) -> Any:
        if type(thing) is self.cls:
            fields = self._get(thing)
        elif type(thing) is tuple and not room.exact:
            return self.make((), adopt_each(self.places, thing, room))
        else:
            raise Unfit("not an instance")
        parts = adopt_each(self.places, fields, room)
        if self.plain and all(map(operator.is_, parts, fields)) and len(getattr(thing, "__dict__", ())) <= len(parts):
            return thing  # it has these very parts, and nothing else
        return self.make((), parts)

    @cached_property
    def takes(self) -> Callable[[object, Room], bool]:
        if not self.plain or not all(map(str.isidentifier, self.names)) or any(map(iskeyword, self.names)):
            return super().takes  # it cannot be written like that
        known: dict[str, Any] = {"cls": self.cls}
        tests = ["type(thing) is cls"]
        if self.cls.__dictoffset__:
            tests.append(f"len(thing.__dict__) <= {len(self.names)}")  # it has nothing else
        for index, (name, place) in enumerate(zip(self.names, self.places, strict=True)):
            inner = place.itself
            known[f"part{index}"] = inner.contains if inner.leaf else inner.takes
            tests.append(f"part{index}(thing.{name}{'' if inner.leaf else ', room'})")
        exec(
            f"def takes(thing, room):\n    room.left -= 1\n    return room.left > 0 and {' and '.join(tests)}\n",
            known,
        )
        takes: Callable[[object, Room], bool] = known["takes"]
        return takes

    def complexity(self, value: Any) -> float:
        return self.complexity_up_to(value, math.inf)

    def complexity_up_to(self, value: Any, limit: float) -> float:
        return summed_up_to(1.0, self._weighs, self.children(value), limit)

    @cached_property
    def _weighs(self) -> list[Weigh]:
        return weighs_of(self.places)

    @cached_property
    def weigh(self) -> Weigh:
        return weigher(self, "record" if self.plain else "sum", 1.0, self.names)

    def contains(self, value: object) -> bool:
        if self.plain:
            if type(value) is not self.cls:
                return False
        elif type(value) is not tuple or len(value) != len(self.places):
            return False
        return all(place.contains(part) for place, part in zip(self.places, self.children(value), strict=True))

    def realise(self, value: Any) -> Any:
        if self.plain:
            return value
        values = [place.realise(part) for place, part in zip(self.places, value, strict=True)]
        if self._positional:
            return self._construct(*values)
        return self._construct(**dict(zip(self.names, values, strict=True)))

    def source(self, value: Any, names: Names) -> str:
        written = [place.source(part, names) for place, part in zip(self.places, self.children(value), strict=True)]
        if not self._positional:
            written = [f"{name}={text}" for name, text in zip(self.names, written, strict=True)]
        return f"{names.refer(self._construct)}({', '.join(written)})"


def takes_its_fields(cls: type) -> bool:
    """Tell whether the constructor of a dataclass is the one that comes with it; one of its own may take anything."""
    making = next(base.__dict__["__init__"] for base in cls.__mro__ if "__init__" in base.__dict__)
    # What others have made of a class (pydantic) is no Python of a file either.
    return getattr(getattr(making, "__code__", None), "co_filename", "") == "<string>"


def _getter(names: tuple[str, ...]) -> Callable[[Any], Sequence[Any]]:
    if len(names) > 1:
        return operator.attrgetter(*names)
    if names:
        only = operator.attrgetter(names[0])
        return lambda value: (only(value),)
    return lambda value: ()


def _bare_constructor(cls: type, names: tuple[str, ...]) -> Callable[..., Any]:
    """Return what makes an instance without `__init__`, which takes twice as long; the class where that differs."""
    usual = dataclasses.is_dataclass(cls) and not hasattr(cls, "__post_init__") and cls.__dictoffset__ != 0
    if not usual or any("__slots__" in base.__dict__ for base in cls.__mro__[:-1]):
        return cls
    if "__init__" not in cls.__dict__ or tuple(field.name for field in dataclasses.fields(cls)) != names:
        return cls
    if any(hasattr(type(inspect.getattr_static(cls, name, None)), "__set__") for name in names):
        return cls
    fast = accelerator()
    if fast is not None:
        return fast.new_maker(cls, names)
    known: dict[str, Any] = {"new": object.__new__, "cls": cls}
    stores = "".join(f"    d[{name!r}] = {name}\n" for name in names)
    exec(f"def make({', '.join(names)}):\n    made = new(cls)\n    d = made.__dict__\n{stores}    return made\n", known)
    make: Callable[..., Any] = known["make"]
    return make
