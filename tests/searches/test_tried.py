"""No input runs twice: how inputs are told apart, and that nothing that differs is taken for the same."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from fuzzwright.domains.choices import Choices, booleans
from fuzzwright.domains.numbers import Floats, Integers
from fuzzwright.domains.products import Products
from fuzzwright.domains.records import Records
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.codec import encode
from fuzzwright.engine.domain import Domain
from fuzzwright.searches.tried import Tried, equal_is_same
from tests.engine.shapes import DOMAINS, Leaf, Node, finished


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 1


class Sloppy(enum.Enum):
    """Members that say they are equal to all others."""

    ONE = 1
    TWO = 2

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


@dataclass(frozen=True)
class Pair:
    left: int
    right: int


@dataclass(frozen=True)
class Named:
    name: int
    note: int = field(compare=False)


@dataclass(frozen=True)
class Agreeable:
    value: int

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def record(cls: type, *names: str) -> Domain[Any]:
    return Records(cls, [(name, Integers()) for name in names], frozen=True)


@pytest.mark.parametrize(
    ("domain", "by_value"),
    [
        (Integers(), True),
        (Floats(), False),  # 0.0 and -0.0 are equal
        (Choices(tuple(Colour)), True),
        (Choices(tuple(Level)), True),
        (Choices(tuple(Sloppy)), False),
        (Choices((1, True)), False),
        (Unions([Integers(), booleans()]), False),
        (Unions([Integers(), Choices(tuple(Level))]), False),
        (Unions([Integers(), Choices(tuple(Colour))]), True),
        (Unions([Products((Integers(),)), Products((booleans(),))]), False),
        (Products((Integers(), booleans())), True),
        (record(Pair, "left", "right"), True),
        (record(Named, "name", "note"), False),
        (record(Agreeable, "value"), False),
    ],
)
def test_values_are_looked_up_themselves_only_where_equal_ones_are_the_same(
    domain: Domain[Any], by_value: bool
) -> None:
    assert equal_is_same(finished(domain)) is by_value


@pytest.mark.parametrize("name", sorted(DOMAINS))
def test_of_all_inputs_each_comes_once_and_none_is_lost(name: str) -> None:
    domain = DOMAINS[name]
    random = Random(5)
    inputs = [domain.generate(random, size) for size in (1, 2, 3, 5, 8, 13) for _ in range(60)]
    passed = list(Tried(domain).only_new(iter(inputs), inputs[0]))
    encoded = [encode(domain, input) for input in passed]
    assert len(set(encoded)) == len(encoded)
    assert set(encoded) == {encode(domain, input) for input in inputs}


def test_neighbours_with_one_hash_are_told_apart() -> None:
    domain = finished(Products((Integers(), Integers())))
    inputs = [(-1, 0), (-2, 0), (-1, 0)]
    assert list(Tried(domain).only_new(iter(inputs))) == inputs[:2]


def test_what_is_forgotten_may_come_again() -> None:
    tried = Tried(DOMAINS["list[int]"])
    assert list(tried.only_new(iter([(1,), (1,)]))) == [(1,)]
    tried.clear()
    assert list(tried.only_new(iter([(1,)]))) == [(1,)]


def test_what_is_too_deep_to_be_known_runs() -> None:
    tree: Leaf | Node = Leaf(1)
    for _ in range(100_000):
        tree = Node(Leaf(2), tree)
    assert sum(1 for _ in Tried(DOMAINS["tree"]).only_new(iter([tree, tree]), tree)) == 2
