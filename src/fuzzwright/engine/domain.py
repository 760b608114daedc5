"""What is known about the inputs of one Type: how to make, vary, take apart, measure and write them.

A value is immutable and hashable wherever its type allows; `realise` turns it into the fresh object
a target gets. Inner nodes are described by a *head* (which variant, how many items: small integers)
and their children, so positions, crossover, reduction, enumeration and the codec are written once,
in `trees`, `reduce` and `codec`, over these few methods.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final, Generic, Literal, Protocol, TypeVar, cast, final

from fuzzwright.acceleration import WeigherKind, accelerator
from fuzzwright.engine.putting import Make, Node, putter
from fuzzwright.engine.stock import Drawing, cut_at_one_place, stock_of

V = TypeVar("V")

Head = tuple[int, ...]
"""The shape of one node, without its children: variant, length, which optional fields are there."""

Part = tuple["Domain[Any]", Any]
"""A child of a value, with the domain it is legal in."""


Edit = tuple[int, int, Any]
"""A change of one stretch of a run of things: from where, to where, and what is there instead."""


Weigh = Callable[[Any, float], float]
"""The `complexity_up_to` of a domain."""


class Unfit(Exception):
    """These children cannot be put together: the result would not be a value of the type."""


@final
class Hole:
    """The class of HOLE."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "HOLE"


HOLE = Hole()
"""Stands for whatever fits, in a thing to be adopted."""


Known = dict[tuple[int, int], Any]
"""Objects that are values of plain domains for certain, by the identities of the domain and of the object."""


@dataclass(slots=True)
class Room:
    """How many more nodes may be looked at while one thing is adopted, and whether classes have to be the same."""

    left: int = 4096
    exact: bool = False
    known: Known | None = None


class Names(Protocol):
    """Where `source` gets names from, and notes what has to be imported."""

    def refer(self, thing: Any) -> str:
        """Return an expression for a module-level class, function or object."""

    def fresh(self, stem: str) -> str:
        """Return a variable name not used before."""


@dataclass(frozen=True, slots=True)
class Pure(Generic[V]):
    """A neighbour that is one certain value."""

    value: V


@dataclass(frozen=True, slots=True)
class Rand(Generic[V]):
    """A neighbour to be drawn at random, several times if that is worth it."""

    draw: Callable[[Random, int], V]


Mutant = Pure[V] | Rand[V]


Form = Literal["leaf", "sum", "record", "tuple", "run", "map", "other"]
"""What a node is in terms of algebraic types: one of several constructors, the fields of one, places, items, pairs."""

MOST_CUTS: Final = 8
"""So many places are tried to cut two runs at."""
_OF_ITS_OWN = ("draw", "draw_many", "mix", "_stock", "weigh", "_weighs", "_remake", "takes")


class Domain(ABC, Generic[V]):
    """The values of one Type. Leaves have no children; `LeafDomain` fills in that half."""

    fixed: bool = False
    """Whether the top node is immutable and what the target gets, whatever its children are."""
    plain: bool = False
    """Whether a value goes to the target as it is: fixed all the way down. Set by `settle`."""

    learns: bool = False
    """Whether what is generated changes from epoch to epoch."""
    steady: bool = True
    """Whether nothing here or below learns, so that values may be made before they are needed. Set by `settle`."""

    leaf: bool = False
    """Whether this is a LeafDomain: asked in hot loops, where `isinstance` is slow."""
    single: bool = False
    """Whether there is but one value."""

    instances_of: type | None = None
    """The class whose instances these are, where they are those of one class alone."""

    crosses: bool = False
    """Whether two values can be crossed at next to no cost."""

    cuts: bool = False
    """Whether that means to cut both at one place, and an edit to replace a stretch, up to the bounds of its length."""

    thin: bool = False
    """Whether every value is nothing but its only part, so that there is nothing else to vary."""

    ascending: tuple[int, int] | None = None
    """Which children have to differ, in any order (the items of a set, the keys of a dict): the first, and every how
    manieth from there on; they are all in one domain. Enumeration puts each behind the last."""

    form: Form = "other"
    """For searches that see a value as one of an algebraic type. The heads of a sum are its constructors, and a record
    and a tuple have but one; the fields of a record may take each other's place, those of a tuple may not."""

    start: tuple[Domain[Any], Callable[[Any], V]] | None = None
    """How a fresh value is made, where that is not up to its type: from a value of which domain, and by what."""

    grows: bool = False
    """Whether axis 0 is a length, so that a step along it adds one more of the last."""

    def components(self) -> Sequence[Domain[Any]]:
        """Return every domain a child of a value can be in."""
        return ()

    def settled(self) -> None:
        """Do what has to wait until `plain` is known here and below."""

    @property
    def itself(self) -> Domain[V]:
        """The domain meant: another one only for a reference to a domain that is still being built."""
        return self

    def run(self, value: V) -> Any:
        """Return the items of a value that others fit between: a text, bytes or a tuple; None if it has none."""
        return value if self.grows and self.ascending is None and type(value) in (str, bytes, tuple) else None

    def with_run(self, value: V, run: Any) -> V:
        """Return a value with other items; raise Unfit if it cannot have them."""
        if not self.contains(run):
            raise Unfit("these items do not fit")
        return cast(V, run)

    def between(self, one: V, other: V) -> Iterator[V]:
        """Yield a few values that have something of each of two: the beginning of one, then the end of the other."""
        longest = min(len(one), len(other)) if self.cuts else 0  # type: ignore[arg-type]  # where it cuts, they are runs
        for cut in range(1, longest, 1 + longest // MOST_CUTS):
            yield from (run for run in (one[:cut] + other[cut:], other[:cut] + one[cut:]) if self.contains(run))  # type: ignore[index]

    # Making values

    @abstractmethod
    def generate(self, random: Random, size: int) -> V:
        """Return a random value of about `size` leaves."""

    @cached_property
    def draw(self) -> Callable[[Random, int], V]:
        """The same, but quicker, for a part of something larger: mostly one that was made before."""
        return self._stock.draw if self.steady else self.generate

    @cached_property
    def draw_many(self) -> Callable[[Random, int, int], list[V]]:
        """The same for so many of them."""
        if self.steady:
            return self._stock.draw_many
        generate = self.generate
        return lambda random, size, count: [generate(random, size) for _ in range(count)]

    @cached_property
    def mix(self) -> Callable[[Random, int], V]:
        """As `generate`, but quicker, for what is not part of anything: mostly crossed from two of the stock."""
        return self._stock.mix if self.steady and self.crosses else self.generate

    @cached_property
    def _stock(self) -> Drawing[V]:
        return stock_of(self.generate, None if self.cuts else self.cross)

    def cross(self, one: V, other: V, random: Random) -> V:
        """Return a value with some of one and the rest of the other; where `crosses` says that this is possible."""
        return cast(V, cut_at_one_place(one, other, random)) if self.cuts else one

    def __copy__(self) -> Domain[V]:
        # Whoever makes a copy changes it: the stock, and what was made for speed, are not of the new one.
        made: Domain[V] = object.__new__(type(self))
        made.__dict__.update({name: value for name, value in self.__dict__.items() if name not in _OF_ITS_OWN})
        return made

    @abstractmethod
    def simplest(self) -> V:
        """Return the value that all others are reduced towards."""

    # Taking them apart and putting them together

    @abstractmethod
    def head(self, value: V) -> Head:
        """Return the shape of the top node."""

    @abstractmethod
    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        """Return the domains of the children of a node with this head."""

    @abstractmethod
    def children(self, value: V) -> Sequence[Any]:
        """Return the children, in the order of `inside`."""

    @abstractmethod
    def make(self, head: Head, children: Sequence[Any]) -> V:
        """Return the value with this head and these children; raise Unfit if there is none."""

    def parts(self, value: V) -> Sequence[Part]:
        """Return the children, each with its domain."""
        return list(zip(self.inside(self.head(value)), self.children(value), strict=True))

    def build(self, value: V, children: Sequence[Any]) -> V:
        """Return a value of the shape of `value` with other children; raise Unfit if there is none."""
        return self.make(self.head(value), children)

    @property
    def maker(self) -> Make | None:
        """What makes a value of its children, one argument each, where any will do; else None."""
        return None

    def part(self, value: V, index: int) -> Part:
        """Return one of the children, with its domain."""
        return self.parts(value)[index]

    def node(self, value: V, *places: int) -> Node | None:
        """Return the children of a value, and what makes one with others at these places; None if not all fit."""
        return None

    def setter(self, value: V, index: int) -> Callable[[Any], V]:
        """Return a function that makes `value` with another child at `index`; it raises Unfit if there is none such."""
        node = self.node(value, index)
        if node is not None:
            return putter(node, index)
        build, children = self.build, list(self.children(value))

        def put(child: Any) -> V:
            siblings = children.copy()
            siblings[index] = child
            return build(value, siblings)

        return put

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        """Return the heads that cost at most `rank`, each with its cost; for enumeration."""
        head = self.head(self.simplest())
        return [(head, 0)] if rank >= 0 else []

    # Varying them

    @abstractmethod
    def mutants(self, value: V) -> Iterator[Mutant[V]]:
        """Return every neighbour that differs at the top node."""

    @abstractmethod
    def mutate(self, value: V, random: Random) -> V:
        """Return one random neighbour that differs at the top node; quick, may equal `value`."""

    def edit(self, value: V, random: Random) -> Edit | None:
        """Return a random neighbour as a change of one stretch, to go with others; None where values are no runs."""
        return None

    def graft_edit(self, value: V, part: V, random: Random) -> Edit | None:
        """Return what `graft` does as such a change."""
        return None

    def edited(self, value: V, edit: Edit) -> V:
        """Return a value with such a change, which may have been made for another one; raise Unfit if it has none."""
        raise Unfit("a value that is no run of things")

    def simpler(self, value: V) -> Iterator[V]:
        """Return simpler neighbours at the top node, boldest first."""
        simplest = self.simplest()
        if simplest != value:
            yield simplest

    # Following what the code under test compares them with

    def adopt(self, thing: object, known: Known | None = None) -> V:
        """Return the value whose realised object equals `thing`; raise Unfit if there is none here.

        What is in `known` is not looked at again, and what is looked at comes there: what a function makes of parts of
        an input mostly has most of them in it.
        """
        try:
            if self.plain and self.takes(thing, Room()):
                return thing  # type: ignore[return-value]  # said just now
            try:
                # Where a list and a tuple are both legal, or 1 and True, each is taken as what it is.
                return self.adopt_within(thing, Room(exact=True, known=known))
            except Unfit:
                return self.adopt_within(thing, Room(known=known))
        except Unfit:
            raise
        except Exception:
            # A thing can be of any class, and whatever we ask of it may raise.
            raise Unfit("the object cannot be read") from None

    def takes(self, thing: object, room: Room) -> bool:
        """Return whether a thing is a value as it stands; quick, and False where only a closer look could tell."""
        return False

    def adopt_within(self, thing: object, room: Room) -> V:
        """Return the same for a part of a thing; also raise Unfit when there is no room left."""
        if thing is HOLE:
            return self.simplest()
        known = room.known
        if known is not None and (id(self), id(thing)) in known:
            return thing  # type: ignore[return-value]  # a value of this domain
        # Without a bound, unions inside lists that contain themselves would be tried without end.
        room.left -= 1
        if room.left < 0:
            raise Unfit("too large to be adopted")
        value = self._adopt(thing, room)
        if known is not None and value is thing and self.plain:
            known[id(self), id(thing)] = thing
        return value

    def _adopt(self, thing: object, room: Room) -> V:
        """Return the value for a thing that is no hole; may raise anything, Unfit for a refusal."""
        raise Unfit("objects of this type cannot be taken apart")

    def axes(self, value: V) -> int:
        """Return along how many axes a value can be moved in small steps; 0 where there are none."""
        return 0

    def move(self, value: V, axis: int, by: int) -> V:
        """Return the value moved along an axis; raise Unfit where there is nothing."""
        raise Unfit("there is no such axis")

    def graft(self, value: V, part: V, random: Random) -> V:
        """Return `value` with `part` worked into it, in one of the ways that fit the type; `part` itself by default."""
        return part

    # Judging and showing them

    @abstractmethod
    def complexity(self, value: V) -> float:
        """Return how much there is to understand; 0 for the simplest."""

    def complexity_up_to(self, value: V, limit: float) -> float:
        """Return the complexity, or some number from `limit` on as soon as it cannot be less."""
        return self.complexity(value)

    @property
    def weigh(self) -> Weigh:
        """`complexity_up_to`, in C where we know how; the same to the bit."""
        return self.complexity_up_to

    @abstractmethod
    def contains(self, value: object) -> bool:
        """Return whether this is a value of the domain (not: a realised object)."""

    def realise(self, value: V) -> Any:
        """Return a fresh object for the target; for plain domains the value itself."""
        return value

    @abstractmethod
    def source(self, value: V, names: Names) -> str:
        """Return a Python expression for the realised value."""


class LeafDomain(Domain[V]):
    """A domain whose values have no children."""

    form = "leaf"
    leaf = True
    fixed = True
    plain = True

    def head(self, value: V) -> Head:
        return ()

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return ()

    def children(self, value: V) -> Sequence[Any]:
        return ()

    def make(self, head: Head, children: Sequence[Any]) -> V:
        return self.simplest()

    def parts(self, value: V) -> Sequence[Part]:
        return ()

    def build(self, value: V, children: Sequence[Any]) -> V:
        return value

    def _adopt(self, thing: object, room: Room) -> V:
        if self.contains(thing):
            return thing  # type: ignore[return-value]  # `contains` says so
        raise Unfit("not a value of this type")

    def listing(self, rank: int) -> Iterable[V]:
        """Return the values of exactly this rank: simplest at 0, finitely many at each."""
        return [self.simplest()] if rank == 0 else []

    @abstractmethod
    def pack(self, value: V) -> bytes:
        """Return the value as bytes."""

    @abstractmethod
    def unpack(self, data: bytes) -> V:
        """Return a value for any bytes at all; the one that was packed for its own."""


def weighs_of(places: Iterable[Domain[Any]]) -> list[Weigh]:
    """Return what weighs the parts at these places, without the detour through what stands for a domain."""
    return [place.itself.weigh for place in places]


def weigher(domain: Domain[Any], kind: WeigherKind, base: float, known: Any, slowly: Weigh | None = None) -> Weigh:
    """Return the `weigh` of a domain whose `_weighs` are those of its parts; it is set there at once.

    A type that holds itself gets back to it while these are put together.
    """
    fast = accelerator()
    if fast is None:
        return domain.complexity_up_to
    weighs: list[Weigh] = []
    made = domain.__dict__["weigh"] = fast.new_weigher(kind, base, weighs, known, slowly)
    weighs += domain._weighs  # type: ignore[attr-defined]  # said above
    return made


def summed_up_to(total: float, weighs: Iterable[Weigh], parts: Iterable[Any], limit: float) -> float:
    """Return `total` and the complexities of the parts, or less of them if that is `limit` already."""
    for weigh, part in zip(weighs, parts, strict=False):
        if total >= limit:
            break
        total += weigh(part, limit - total)
    return total
