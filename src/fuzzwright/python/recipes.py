"""Objects that cannot be taken apart again, kept as how they were made.

A recipe says which maker (the constructor, a factory, a registered generator) with which arguments,
and which methods were called then. It is a tree like any other value: arguments are its children, so
mutation, crossover and reduction of objects need no code of their own.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from fuzzwright.domains.heights import heights
from fuzzwright.engine.domain import Domain, Head, Mutant, Names, Pure, Rand, Room, Unfit
from fuzzwright.engine.references import reach
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.lives import Lives, told_fields

MOST_STEPS = 64
"""How many method calls mutation may add to a recipe."""


class Recipe(NamedTuple):
    """How to make an object: which maker, its arguments, then calls of methods on the result."""

    maker: int
    arguments: tuple[Any, ...]
    steps: tuple[tuple[int, tuple[Any, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Maker:
    """A callable that makes the object, and what it takes."""

    function: Callable[..., Any]
    arguments: Arguments
    reference: str | None = None
    """How it is written, where that is not simply the name of the function."""


@dataclass(frozen=True, slots=True)
class Step:
    """A method to call on the object before it is used, and what it takes."""

    name: str
    arguments: Arguments


class Recipes(Domain[Recipe]):
    """Objects by the way they are made."""

    def __init__(self, makers: Sequence[Maker], steps: Sequence[Step] = (), stem: str = "x") -> None:
        self.makers = tuple(makers)
        self.steps = tuple(steps)
        self.form = "other" if steps else "sum"
        self._stem = stem
        self._lowest: list[int] | None = None
        self.lives: Lives | None = None
        """Where it is noted, while somebody looks, what the calls changed about an object."""
        self._make: list[Callable[[Any], Any]] = []
        self._prepare: list[Callable[[Any], Any]] = []

    def components(self) -> Sequence[Domain[Any]]:
        return [*[maker.arguments for maker in self.makers], *[step.arguments for step in self.steps]]

    def least(self, heights: Mapping[int, float]) -> float:
        """Return the height of the lowest value: that of the least demanding maker."""
        return 1 + min(heights[id(maker.arguments)] for maker in self.makers)

    def measured(self, heights: Mapping[int, float], loops: Mapping[int, int]) -> None:
        """Drop makers and steps whose arguments are never finite."""
        self.makers = tuple(maker for maker in self.makers if heights[id(maker.arguments)] != math.inf) or self.makers
        self.steps = tuple(step for step in self.steps if heights[id(step.arguments)] != math.inf)
        known = [heights[id(maker.arguments)] for maker in self.makers]
        self._lowest = [index for index, height in enumerate(known) if height == min(known)]

    def settled(self) -> None:
        self._make = [maker.arguments.caller(maker.function) for maker in self.makers]
        self._prepare = [step.arguments.prepare for step in self.steps]

    def _ends(self) -> list[int]:
        if self._lowest is None:
            found = heights(self)
            known = [found[id(maker.arguments)] for maker in self.makers]
            self._lowest = [index for index, height in enumerate(known) if height == min(known)]
        return self._lowest

    def generate(self, random: Random, size: int) -> Recipe:
        bits = random.getrandbits
        if size <= 1:
            ends = self._ends()
            maker = ends[bits(16) * len(ends) >> 16]
            return Recipe(maker, self.makers[maker].arguments.generate(random, 0))
        maker = bits(16) * len(self.makers) >> 16
        arguments = self.makers[maker].arguments.generate(random, size - 1)
        steps: list[tuple[int, tuple[Any, ...]]] = []
        if self.steps and not bits(1):
            steps = [self._step(random, (size - 1) >> 1) for _ in range(1 + (bits(16) * 3 >> 16))]
        return Recipe(maker, arguments, tuple(steps))

    def _step(self, random: Random, size: int) -> tuple[int, tuple[Any, ...]]:
        index = random.getrandbits(16) * len(self.steps) >> 16
        return index, self.steps[index].arguments.generate(random, size)

    def simplest(self) -> Recipe:
        maker = self._ends()[0]
        return Recipe(maker, self.makers[maker].arguments.simplest())

    def head(self, value: Recipe) -> Head:
        return (value.maker, *[index for index, _ in value.steps])

    def inside(self, head: Head) -> Sequence[Domain[Any]]:
        return (self.makers[head[0]].arguments, *[self.steps[index].arguments for index in head[1:]])

    def children(self, value: Recipe) -> Sequence[Any]:
        return (value.arguments, *[arguments for _, arguments in value.steps])

    def make(self, head: Head, children: Sequence[Any]) -> Recipe:
        if not 0 <= head[0] < len(self.makers) or len(head) > 1 + MOST_STEPS:
            raise Unfit("no such maker, or too many calls")
        return Recipe(head[0], children[0], tuple(zip(head[1:], children[1:], strict=True)))

    def heads(self, rank: int) -> Iterable[tuple[Head, int]]:
        # One for the object itself: a recursive class then has finitely many values of each rank.
        for maker in range(len(self.makers)):
            if rank >= 1 + maker:
                yield (maker,), 1 + maker
                for step in range(len(self.steps)):
                    if rank >= 3 + maker + step:
                        yield (maker, step), 3 + maker + step

    def mutants(self, value: Recipe) -> Iterator[Mutant[Recipe]]:
        for index in range(len(value.steps)):
            yield Pure(value._replace(steps=value.steps[:index] + value.steps[index + 1 :]))
        for maker in self._ends():
            if maker != value.maker:
                yield Pure(Recipe(maker, self.makers[maker].arguments.simplest(), value.steps))
        if len(value.steps) < MOST_STEPS:
            for index, step in enumerate(self.steps):
                yield Pure(value._replace(steps=(*value.steps, (index, step.arguments.simplest()))))
        yield Rand(self.generate)

    def mutate(self, value: Recipe, random: Random) -> Recipe:
        bits = random.getrandbits
        kind = bits(3)
        steps = value.steps
        if kind < 2 and self.steps and len(steps) < MOST_STEPS:
            index = bits(16) * (len(steps) + 1) >> 16
            return value._replace(steps=(*steps[:index], self._step(random, 1 + bits(2)), *steps[index:]))
        if kind == 2 and steps:
            index = bits(16) * len(steps) >> 16
            return value._replace(steps=steps[:index] + steps[index + 1 :])
        if kind == 3 and len(self.makers) > 1:
            return self.generate(random, 1 + bits(3))._replace(steps=steps)
        if kind == 4:
            return self.generate(random, 1 + bits(3))
        if kind < 7 and steps:
            index, other = bits(16) * len(steps) >> 16, bits(16) * len(steps) >> 16
            if kind == 5:
                run = steps[index : index + 1 + bits(3)]
                return value._replace(steps=(*steps[:other], *run, *steps[other:])[:MOST_STEPS])
            swapped = list(steps)
            swapped[index], swapped[other] = steps[other], steps[index]
            return value._replace(steps=tuple(swapped))
        return value._replace(arguments=self.makers[value.maker].arguments.mutate(value.arguments, random))

    grows = True

    def run(self, value: Recipe) -> Any:
        return value.steps if self.steps else None

    def with_run(self, value: Recipe, run: Any) -> Recipe:
        if len(run) > MOST_STEPS:
            raise Unfit("too many calls")
        return value._replace(steps=run)

    def axes(self, value: Recipe) -> int:
        return 1 + len(self.steps) if self.steps else 0

    def move(self, value: Recipe, axis: int, by: int) -> Recipe:
        """Axis 0 is the number of calls; on each of the others waits one more call of its kind."""
        steps = value.steps
        if not 0 <= axis < self.axes(value):
            raise Unfit("no such axis")
        if axis:
            added: tuple[tuple[int, tuple[Any, ...]], ...] = ()
            if by == 1:
                added = ((axis - 1, self.steps[axis - 1].arguments.simplest()),)
        else:
            added = steps[-1:] * by if 0 < by <= MOST_STEPS else ()
            steps = steps if by > 0 else steps[:by]
        if steps + added == value.steps or len(steps) + len(added) > MOST_STEPS:
            raise Unfit("no more calls, or none to leave out")
        return value._replace(steps=steps + added)

    def simpler(self, value: Recipe) -> Iterator[Recipe]:
        yield self.simplest()
        if value.steps:
            yield value._replace(steps=())
        for index in range(len(value.steps)):
            yield value._replace(steps=value.steps[:index] + value.steps[index + 1 :])
        for maker in self._ends():
            if maker != value.maker:
                yield Recipe(maker, self.makers[maker].arguments.simplest(), value.steps)

    def _adopt(self, thing: object, room: Room) -> Recipe:
        kind = type(thing)
        for index, maker in enumerate(self.makers):
            if maker.function is kind:
                names = [slot.name for slot in maker.arguments.slots]
                if not _is_its_fields(kind, names):
                    break
                fields = tuple([getattr(thing, name) for name in names])
                return Recipe(index, maker.arguments.adopt_within(fields, room))
        raise Unfit("how the object was made cannot be told")

    def complexity(self, value: Recipe) -> float:
        inside = self.makers[value.maker].arguments.complexity(value.arguments)
        steps = sum(3 + index * 0.01 + self.steps[index].arguments.complexity(given) for index, given in value.steps)
        return 1 + value.maker * 0.01 + inside + steps

    def contains(self, value: object) -> bool:
        if not isinstance(value, Recipe) or not 0 <= value.maker < len(self.makers) or len(value.steps) > MOST_STEPS:
            return False
        if not self.makers[value.maker].arguments.contains(value.arguments):
            return False
        return all(self.steps[index].arguments.contains(given) for index, given in value.steps)

    def realise(self, value: Recipe) -> Any:
        maker, arguments, steps = value
        thing = self._make[maker](arguments)
        if not steps:
            return thing
        lives = self.lives
        before = told_fields(thing) if lives is not None and lives.watched else None
        for index, given in steps:
            step = self.steps[index]
            if step.arguments.kw:
                positional, named = self._prepare[index](given)
                getattr(thing, step.name)(*positional, **named)
            else:
                getattr(thing, step.name)(*self._prepare[index](given))
        if before is not None and lives is not None:
            lives.changed(before, thing)
        return thing

    def source(self, value: Recipe, names: Names) -> str:
        maker = self.makers[value.maker]
        reference = maker.reference if maker.reference is not None else names.refer(maker.function)
        made = f"{reference}({maker.arguments.source(value.arguments, names)})"
        if not value.steps:
            return made
        name = names.fresh(self._stem)
        calls = [
            f"{name}.{self.steps[index].name}({self.steps[index].arguments.source(given, names)})"
            for index, given in value.steps
        ]
        return f"({name} := {made}, {', '.join(calls)}, {name})[-1]"


def recipes_in(domain: Domain[Any]) -> list[Recipes]:
    """Return the domains of objects below one."""
    return [each for each in reach(domain) if isinstance(each, Recipes)]


def _is_its_fields(cls: type, names: Sequence[str]) -> bool:
    """Return whether an object made again from the attributes of these names equals the first."""
    if issubclass(cls, tuple):
        return tuple(names) == getattr(cls, "_fields", None)
    parameters = cls.__dict__.get("__dataclass_params__")
    if parameters is None or not parameters.init or not parameters.eq or hasattr(cls, "__post_init__"):
        return False
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]  # a dataclass by now
    given = {field.name for field in fields if field.init}
    return given == set(names) and all(field.init or not field.compare for field in fields)
