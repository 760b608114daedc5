"""Small domains of every shape, for the tests of what works on any tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from fuzzwright.domains.choices import Choices, booleans, nothing
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.numbers import Floats, Integers
from fuzzwright.domains.products import Products
from fuzzwright.domains.records import Records
from fuzzwright.domains.sequences import SET, TUPLE, Sequences
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.references import Later, settle


@dataclass(frozen=True)
class Leaf:
    """The end of a tree."""

    value: int


@dataclass(frozen=True)
class Node:
    """Two trees."""

    left: Leaf | Node
    right: Leaf | Node


@dataclass(frozen=True)
class File:
    """The end of a folder."""

    name: str


@dataclass(frozen=True)
class Folder:
    """Recursive by way of a tuple and a union."""

    entries: tuple[Folder | File, ...]


@dataclass(frozen=True)
class Basket:
    """Immutable itself, with something inside that is not."""

    items: list[int]


def finished(domain: Domain[Any]) -> Domain[Any]:
    """Return the domain, settled."""
    settle(domain)
    return domain


def tree() -> Domain[Any]:
    """Return the domain of binary trees with numbers at their ends."""
    later: Later[Any] = Later()
    union = Unions(
        [
            Records(Leaf, [("value", Integers())], frozen=True),
            Records(Node, [("left", later), ("right", later)], frozen=True),
        ],
        weights=[1, 3],
    )
    later.set(union)
    return finished(union)


def folder() -> Domain[Any]:
    """Return the domain of folders: a record, a sequence and a union that need each other."""
    later: Later[Any] = Later()
    entry = Unions([Records(File, [("name", Strings())], frozen=True), later])
    record = Records(Folder, [("entries", Sequences(entry, TUPLE))], frozen=True)
    later.set(record)
    return finished(record)


def json() -> Domain[Any]:
    """Return the domain of what JSON can say: recursive, mutable, with members that look alike."""
    later: Later[Any] = Later()
    union = Unions(
        [nothing(), booleans(), Integers(), Strings(), Sequences(later), Mappings(Strings(), later)],
    )
    later.set(union)
    return finished(union)


def domains() -> dict[str, Domain[Any]]:
    """Return a domain of every shape, all of them new."""
    return {
        "int": finished(Integers()),
        "int 3..9": finished(Integers(3, 9)),
        "float": finished(Floats()),
        "bool": finished(booleans()),
        "str": finished(Strings()),
        "bytes": finished(Bytes()),
        "literal": finished(Choices(("one", "two", 3))),
        "list[int]": finished(Sequences(Integers())),
        "list[list[int]]": finished(Sequences(Sequences(Integers()))),
        "tuple[int, ...]": finished(Sequences(Integers(), TUPLE)),
        "set[int]": finished(Sequences(Integers(), SET)),
        "two to four bools": finished(Sequences(booleans(), shortest=2, longest=4)),
        "list[str]": finished(Sequences(Strings())),
        "dict[str, int]": finished(Mappings(Strings(), Integers())),
        "tuple[int, str]": finished(Products([Integers(), Strings()])),
        "int | str | None": finished(Unions([Integers(), Strings(), nothing()])),
        "basket": finished(Records(Basket, [("items", Sequences(Integers()))], frozen=True)),
        "tree": tree(),
        "folder": folder(),
        "json": json(),
    }


DOMAINS: Final = domains()


@st.composite
def values(draw: st.DrawFn, domain: Domain[Any]) -> Any:
    """Draw a value of a domain, of a size that Hypothesis reduces."""
    size = draw(st.integers(1, 24))
    return domain.generate(Random(draw(st.integers(0, 2**32))), size)


def samples(domain: Domain[Any], count: int, seed: int = 0) -> Iterator[Any]:
    """Yield random values, small and large ones."""
    random = Random(seed)
    for index in range(count):
        yield domain.generate(random, 1 + index % 24)
