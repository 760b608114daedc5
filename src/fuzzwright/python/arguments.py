"""The arguments of one function as one value: a tuple with an entry for each parameter.

An entry of a parameter with a default may be `LEFT_OUT`, that of `*rest` is a tuple, that of
`**named` a tuple of pairs; for a method the first is the receiver. Where type variables are free, the
signature comes in several variants (T is int; T is str), and a last entry says which.

`prepare` and `caller` are compiled once, for the loop: building the arguments can be told from the
call, and where all values are plain nothing is built at all.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter
from random import Random
from typing import TYPE_CHECKING, Any

from fuzzwright.acceleration import accelerator
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.omitted import LEFT_OUT, Omittable
from fuzzwright.domains.products import adopt_each
from fuzzwright.domains.sequences import Sequences
from fuzzwright.engine.domain import (
    Domain,
    Head,
    Mutant,
    Names,
    Part,
    Pure,
    Room,
    Unfit,
    Weigh,
    summed_up_to,
    weighs_of,
)
from fuzzwright.engine.putting import Node, itself
from fuzzwright.python.objects import write_object
from fuzzwright.python.source import call_source

if TYPE_CHECKING:
    from fuzzwright.python.refusals import CannotGenerate

Entries = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Slot:
    """One parameter: its name, how it is passed, and its default if it has one."""

    name: str
    kind: inspect._ParameterKind
    default: Any = Parameter.empty

    @property
    def by_position(self) -> bool:
        return self.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


class Arguments(Domain[Entries]):
    """The arguments that a function with these parameters can be called with."""

    def __init__(
        self,
        slots: Sequence[Slot],
        variants: Sequence[Sequence[Domain[Any]]],
        *,
        receiver: bool = False,
        function: Callable[..., Any] | None = None,
    ) -> None:
        self.slots = tuple(slots)
        self.variants = [tuple(places) for places in variants]
        self.receiver = receiver
        self.kw = any(slot.kind in (Parameter.KEYWORD_ONLY, Parameter.VAR_KEYWORD) for slot in slots)
        """Whether `prepare` gives (positional, named) rather than positional arguments alone."""
        self.prepare: Callable[[Entries], tuple[Any, ...]] = self._prepare_slowly
        self.attribute = False
        """Whether the function is a property's, and asking for the attribute is the call."""
        self.refused: list[CannotGenerate] = []
        """Why some parameters are always left out."""
        self._several = len(self.variants) > 1
        self.form = "other" if self._several else "tuple"
        self.thin = not self._several and len(self.variants[0]) == 1
        self._function = function
        self._generators: list[Callable[[Random, int], Any]] = [place.generate for place in self.variants[0]]

    @property
    def places(self) -> tuple[Domain[Any], ...]:
        """The domain of each parameter, in the first variant."""
        return self.variants[0]

    def components(self) -> Sequence[Domain[Any]]:
        return [place for places in self.variants for place in places]

    def least(self, heights: Mapping[int, float]) -> float:
        """Return the height of the lowest value: that of the lowest variant."""
        return 1 + min(max((heights[id(place)] for place in places), default=0) for places in self.variants)

    def settled(self) -> None:
        self._generators = [place.itself.generate for place in self.variants[0]]
        compiled = [_compile_prepare(self.slots, places, self.kw, self._several) for places in self.variants]
        self.prepare = compiled[0] if not self._several else lambda value: compiled[value[-1]](value)

    # Calling

    def caller(self, function: Callable[..., Any]) -> Callable[[Entries], Any]:
        """Return what builds the arguments and calls `function` with them, compiled for the hot loop."""
        prepare = self.prepare
        if self.kw:

            def call(value: Entries) -> Any:
                positional, named = prepare(value)
                return function(*positional, **named)

            return call
        if prepare is itself:
            return lambda value: function(*value)
        return lambda value: function(*prepare(value))

    def realise(self, value: Entries) -> tuple[tuple[Any, ...], dict[str, Any]]:
        prepared = self.prepare(value)
        return (prepared[0], prepared[1]) if self.kw else (prepared, {})

    def _prepare_slowly(self, value: Entries) -> tuple[Any, ...]:
        self.settled()
        return self.prepare(value)

    # Making

    def generate(self, random: Random, size: int) -> Entries:
        if self._several:
            variant = random.getrandbits(16) * len(self.variants) >> 16
            return (*self._entries(self.variants[variant], random, size), variant)
        if size < 1:
            return tuple(self._entries(self.variants[0], random, size))
        share = size // len(self._generators) or 1 if self._generators else 1
        return tuple([generate(random, share) for generate in self._generators])

    @cached_property
    def mix(self) -> Callable[[Random, int], Entries]:
        if self._several:
            return self.generate
        mixers = [place.itself.mix for place in self.variants[0]]
        if len(mixers) == 1:
            (only,) = mixers
            return lambda random, size: (only(random, size),)
        count = len(mixers) or 1
        return lambda random, size: tuple([mix(random, size // count or 1) for mix in mixers])

    def _entries(self, places: tuple[Domain[Any], ...], random: Random, size: int) -> list[Any]:
        if size < 1:
            # The end of a recursion: what can be left out is, the rest is as low as it gets.
            return [LEFT_OUT if type(place) is Omittable else place.generate(random, 1) for place in places]
        share = size // (len(places) or 1) or 1
        return [place.generate(random, share) for place in places]

    def simplest(self) -> Entries:
        return self.make((0,) if self._several else (), [place.simplest() for place in self.variants[0]])

    def head(self, value: Entries) -> Head:
        return (value[-1],) if self._several else ()

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return self.variants[head[0]] if self._several else self.variants[0]

    def children(self, value: Entries) -> Sequence[Any]:
        return value[:-1] if self._several else value

    def parts(self, value: Entries) -> Sequence[Part]:
        # Not strict: the last entry of several variants is no child.
        return list(zip(self._places_of(value), value, strict=False))

    def make(self, head: Head, children: Sequence[Any]) -> Entries:
        return (*children, head[0]) if self._several else tuple(children)

    def build(self, value: Entries, children: Sequence[Any]) -> Entries:
        return (*children, value[-1]) if self._several else tuple(children)

    def part(self, value: Entries, index: int) -> Part:
        return self._places_of(value)[index], value[index]

    def node(self, value: Entries, *places: int) -> Node | None:
        return value, None

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        if not self._several:
            return [((), 0)]
        return [((variant,), variant) for variant in range(min(rank + 1, len(self.variants)))]

    def _places_of(self, value: Entries) -> tuple[Domain[Any], ...]:
        return self.variants[value[-1]] if self._several else self.variants[0]

    # Varying

    def mutants(self, value: Entries) -> Iterator[Mutant[Entries]]:
        places = self._places_of(value)
        for left in range(len(places)):
            for right in range(left + 1, len(places)):
                if places[left].itself is places[right].itself and value[left] != value[right]:
                    swapped = list(value)
                    swapped[left], swapped[right] = value[right], value[left]
                    yield Pure(tuple(swapped))

    def mutate(self, value: Entries, random: Random) -> Entries:
        places = self._places_of(value)
        if not places:
            return value
        index = random.getrandbits(16) * len(places) >> 16
        try:
            new = places[index].mutate(value[index], random)
        except Unfit:
            return value
        return (*value[:index], new, *value[index + 1 :])

    def simpler(self, value: Entries) -> Iterator[Entries]:
        yield self.simplest()
        places = self._places_of(value)
        bare = tuple(LEFT_OUT if type(place) is Omittable else value[i] for i, place in enumerate(places))
        if bare != value[: len(bare)]:
            yield bare + value[len(bare) :]

    def _adopt(self, thing: object, room: Room) -> Entries:
        """Return the entries for a tuple with one object for each parameter; HOLE and LEFT_OUT are among them."""
        if type(thing) is not tuple:
            raise Unfit("not an object for each parameter")
        for variant, places in enumerate(self.variants):
            try:
                return self.make((variant,), adopt_each(places, thing, room))
            except Unfit:
                continue
        raise Unfit("no arguments of this function")

    def complexity(self, value: Entries) -> float:
        return self.complexity_up_to(value, math.inf)

    def complexity_up_to(self, value: Entries, limit: float) -> float:
        total = value[-1] * 0.01 if self._several else 0.0
        return summed_up_to(total, self._weighs[value[-1] if self._several else 0], value, limit)

    @cached_property
    def weigh(self) -> Weigh:
        fast = accelerator()
        if fast is None or self._several:
            return self.complexity_up_to
        return fast.new_weigher("sum", 0.0, self._weighs[0], (), None)

    @cached_property
    def _weighs(self) -> list[list[Weigh]]:
        return [weighs_of(places) for places in self.variants]

    def contains(self, value: object) -> bool:
        if type(value) is not tuple or len(value) != len(self.slots) + self._several:
            return False
        if self._several and (type(value[-1]) is not int or not 0 <= value[-1] < len(self.variants)):
            return False
        return all(place.contains(entry) for place, entry in zip(self._places_of(value), value, strict=False))

    # Writing

    def source(self, value: Entries, names: Names) -> str:
        """Return the inside of the call's parentheses; a receiver is not part of it."""
        places = self._places_of(value)
        start = 1 if self.receiver else 0
        by_name = False
        written: list[str] = []
        for index in range(start, len(self.slots)):
            slot, place, entry = self.slots[index], places[index], value[index]
            if slot.kind is Parameter.VAR_POSITIONAL:
                written += _write_rest(place, entry, names)
            elif slot.kind is Parameter.VAR_KEYWORD:
                written += _write_named(place, entry, names)
            elif entry is LEFT_OUT:
                if slot.by_position and self._needs_place(index, value):
                    written.append(self._default(slot, names))
                else:
                    by_name = True
            else:
                text = place.source(entry, names)
                written.append(f"{slot.name}={text}" if by_name or slot.kind is Parameter.KEYWORD_ONLY else text)
        return ", ".join(written)

    def call(self, value: Entries, names: Names, function: str) -> str:
        """Return the whole call; `function` is how the function is referred to, or a method's name."""
        receiver = self._places_of(value)[0].source(value[0], names) if self.receiver else None
        if self.attribute and receiver is not None:
            return f"{receiver}.{function.rpartition('.')[2]}"
        return call_source(function, self.source(value, names), receiver)

    def _needs_place(self, index: int, value: Entries) -> bool:
        """Whether something after this parameter can only be given by position."""
        for later in range(index + 1, len(self.slots)):
            slot = self.slots[later]
            if slot.kind is Parameter.POSITIONAL_ONLY and value[later] is not LEFT_OUT:
                return True
            if slot.kind is Parameter.VAR_POSITIONAL and value[later]:
                return True
        return False

    def _default(self, slot: Slot, names: Names) -> str:
        text = write_object(slot.default, names)
        if text is not None:
            return text
        reference = names.refer(self._function) if self._function is not None else "..."
        return f"{names.refer(inspect)}.signature({reference}).parameters[{slot.name!r}].default"


def _write_rest(place: Domain[Any], entry: Any, names: Names) -> list[str]:
    domain = place.itself
    if isinstance(domain, Sequences):
        return [domain.item.source(item, names) for item in entry]
    return [f"*{domain.source(entry, names)}"]


def _write_named(place: Domain[Any], entry: Any, names: Names) -> list[str]:
    domain = place.itself
    if isinstance(domain, Mappings) and all(type(key) is str and key.isidentifier() for key, _ in entry):
        return [f"{key}={domain.value.source(item, names)}" for key, item in entry]
    return [f"**{domain.source(entry, names)}"]


def _compile_prepare(
    slots: Sequence[Slot], places: Sequence[Domain[Any]], kw: bool, several: bool
) -> Callable[[Entries], tuple[Any, ...]]:
    """Return the function that builds the arguments of one variant."""
    known: dict[str, Any] = {"LEFT_OUT": LEFT_OUT}
    positional: list[str] = []
    named: list[str] = []
    plain = not several
    for index, (slot, place) in enumerate(zip(slots, places, strict=True)):
        optional = type(place) is Omittable
        domain = place.inner.itself if isinstance(place, Omittable) else place.itself
        text = f"v[{index}]"
        if not domain.plain:
            known[f"r{index}"] = domain.realise
            text = f"r{index}({text})"
            plain = False
        if slot.by_position:
            if optional or slot.default is not Parameter.empty:
                known[f"d{index}"] = slot.default
                text = f"d{index} if v[{index}] is LEFT_OUT else {text}"
                plain = False
            positional.append(text)
        elif slot.kind is Parameter.VAR_POSITIONAL:
            positional.append(f"*{text}")
            plain = False
        elif slot.kind is Parameter.VAR_KEYWORD:
            named.append(f"k.update({text})")
        elif optional or slot.default is not Parameter.empty:
            named.append(f"if v[{index}] is not LEFT_OUT: k[{slot.name!r}] = {text}")
        else:
            named.append(f"k[{slot.name!r}] = {text}")
    if plain and not kw:
        return itself
    inside = "".join(f"{text}, " for text in positional)
    if kw:
        body = "".join(f"    {line}\n" for line in named)
        code = f"def prepare(v):\n    k = {{}}\n{body}    return ({inside}), k\n"
    else:
        code = f"def prepare(v):\n    return ({inside})\n"
    exec(code, known)
    prepare: Callable[[Entries], tuple[Any, ...]] = known["prepare"]
    return prepare
