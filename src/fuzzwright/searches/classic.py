"""Random values as QuickCheck's derived generators make them: by the constructors of a type and a size.

A field of the same type gets one less of the size, all other parts get it whole; a list has at most so many items, and
a number is at most so large. Small numbers meet each other, and addresses are in range, far more often than among
the numbers that `Domain.generate` draws, which are there to break things.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.references import reach
from fuzzwright.searches.algebra import Algebra, Constructor
from fuzzwright.searches.options import Option

Generate = Callable[[Random, int], Any]
Make = Callable[[Domain[Any]], Generate]
"""Gives what draws values of a domain."""

GENERATOR: Final = Option(
    "classic", "random values as QuickCheck's derived generators make them, or our own", ("classic", "own")
)


def maker(kind: object, algebra: Algebra) -> Make:
    """Return what gives generators of the kind that was chosen."""
    return Classic(algebra).generator if kind == "classic" else lambda domain: domain.generate


class Classic:
    """Generators of this kind, each made once."""

    def __init__(self, algebra: Algebra) -> None:
        self._algebra = algebra
        self._made: dict[int, Generate] = {}
        self._known: list[Domain[Any]] = []

    def generator(self, domain: Domain[Any]) -> Generate:
        """Return what draws values of a domain of about a size."""
        domain = domain.itself
        made = self._made.get(id(domain))
        if made is None:
            self._known.append(domain)
            # A type that holds itself asks for its own generator while that is being made.
            self._made[id(domain)] = lambda random, size: self._made[id(domain)](random, size)
            made = self._made[id(domain)] = self._maker(domain)
        return made

    def _maker(self, domain: Domain[Any]) -> Generate:
        if domain.start is not None:
            return self._started(*domain.start)
        if domain.form in ("sum", "record", "tuple"):
            return self._sum(domain)
        if domain.form == "run":
            return self._run(domain)
        simplest = domain.simplest()
        if domain.leaf and type(simplest) is int and not domain.single and domain.axes(simplest):
            return _number(domain, simplest)
        return domain.generate

    def _started(self, first: Domain[Any], start: Callable[[Any], Any]) -> Generate:
        generate = self.generator(first)
        return lambda random, size: start(generate(random, size))

    def _sum(self, domain: Domain[Any]) -> Generate:
        made = [(one, self._constructed(domain, one)) for one in self._algebra.constructors(domain)]
        makers = [make for _, make in made]
        ending = [make for one, make in made if not one.recursive] or [lambda random, size: domain.generate(random, 1)]

        def generate(random: Random, size: int) -> Any:
            fitting = makers if size > 0 else ending
            return fitting[random.getrandbits(16) * len(fitting) >> 16](random, size)

        return generate

    def _constructed(self, domain: Domain[Any], constructor: Constructor) -> Generate:
        known: dict[str, Any] = {f"part{index}": self.generator(each) for index, each in enumerate(constructor.fields)}
        parts = [f"part{index}(random, {_STEPS[_step(domain, each)]})" for index, each in enumerate(constructor.fields)]
        known["make"] = constructor.maker or constructor.make
        made = ", ".join(parts) if constructor.maker is not None else f"[{', '.join(parts)}]"
        exec(f"def generate(random, size):\n    return make({made})\n", known)
        generate: Generate = known["generate"]
        return generate

    def _run(self, domain: Domain[Any]) -> Generate:
        item = domain.inside((1,))[0].itself
        of_item, step, make = self.generator(item), _step(domain, item), domain.make

        def generate(random: Random, size: int) -> Any:
            length = random.getrandbits(16) * (size + 1) >> 16
            inner = step(size)
            try:
                return make((length,), [of_item(random, inner) for _ in range(length)])
            except Unfit:
                return domain.generate(random, size)

        return generate


def _number(domain: Domain[Any], simplest: int) -> Generate:
    move = domain.move

    def generate(random: Random, size: int) -> Any:
        try:
            return move(simplest, 0, (random.getrandbits(16) * (2 * size + 1) >> 16) - size)
        except Unfit:
            return domain.generate(random, size)

    return generate


def _same(size: int) -> int:
    return size


def _less(size: int) -> int:
    return size - 1


def _half(size: int) -> int:
    return size >> 1


_STEPS: Final[dict[Callable[[int], int], str]] = {_same: "size", _less: "size - 1", _half: "size >> 1"}
"""What is written for each."""


def _step(domain: Domain[Any], part: Domain[Any]) -> Callable[[int], int]:
    """Return the size of a part of a value of a domain; less where it can hold such a value again."""
    if part is domain:
        return _less
    # By way of lists, every level would have as many branches as the size: far too many.
    return _half if any(inner.itself is domain for inner in reach(part)) else _same
