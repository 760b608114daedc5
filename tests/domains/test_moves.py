"""Adopting objects that the code under test compared with, moving along axes, working one value into another."""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import enum
import fractions
import ipaddress
import math
import pathlib
import types
import typing
import uuid
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from random import Random
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Interval, Len, Predicate

from fuzzwright.domains.choices import Choices, booleans
from fuzzwright.domains.decimals import Decimals
from fuzzwright.domains.filters import filtered
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.matching import Matching
from fuzzwright.domains.numbers import Complexes, Floats, Integers
from fuzzwright.domains.omitted import LEFT_OUT, Omittable
from fuzzwright.domains.products import Products
from fuzzwright.domains.records import Records
from fuzzwright.domains.sequences import LIST, SET, TUPLE, Sequences
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import HOLE, Domain, Known, Unfit
from fuzzwright.engine.references import Later
from fuzzwright.python.hints import Hints
from tests.engine.shapes import DOMAINS, finished


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Right(enum.Flag):
    READ = 1
    WRITE = 2


@dataclasses.dataclass(frozen=True)
class Point:
    x: int
    y: float


@dataclasses.dataclass
class Order:
    owner: str
    items: list[int] = dataclasses.field(default_factory=list)
    at: Point | None = None


@dataclasses.dataclass
class Checked:
    number: int

    def __post_init__(self) -> None:
        self.number = abs(self.number)


class Pair(typing.NamedTuple):
    left: int
    right: str


class Movie(typing.TypedDict):
    title: str
    year: typing.NotRequired[int]


class Hidden:
    """A class whose constructor keeps nothing under the names it was given."""

    def __init__(self, number: int) -> None:
        self.kept = number * 2


# What the round trip has to work for, whatever the value.
ADOPTED: list[Any] = [
    *(int, float, complex, bool, str, bytes, bytearray, None, Decimal, range),
    *(list[int], list[str], list[list[int]], set[int], frozenset[str], collections.deque[int], tuple[int, ...]),
    *(tuple[int, str], tuple[()], tuple[int, list[int]], list[tuple[int, str]]),
    *(dict[str, int], dict[str, list[int]], dict[tuple[int, int], str], collections.OrderedDict[str, int]),
    *(collections.defaultdict[str, list[int]], collections.Counter[str], types.MappingProxyType[str, int]),
    *(collections.ChainMap[str, int], collections.UserDict[str, int], collections.UserList[int]),
    *(int | str | None, list[int] | tuple[int, ...] | int, set[int] | frozenset[int], int | float | bool, Any),
    *(Literal[1, True, "a", None], Colour, Level, Right, Point, list[Point], Order, Pair, Movie, int | Level),
    *(dt.date, dt.time, dt.datetime, dt.timedelta, dt.timezone, fractions.Fraction, uuid.UUID, pathlib.PurePosixPath),
    *(ipaddress.IPv4Address, ipaddress.IPv6Network, ipaddress.IPv4Interface, types.SimpleNamespace),
    *(Annotated[int, Interval(ge=3, lt=90)], Annotated[list[int], Len(1, 3)], Annotated[str, Predicate(str.isascii)]),
]
# What cannot be taken apart again, or only some of it.
OTHERS: list[Any] = [
    *(Hidden, Checked, Callable[[int], str], collections.abc.Iterator[int], collections.abc.Iterable[int]),
    *(ValueError, list[Hidden], slice, collections.abc.KeysView[str], dt.tzinfo),
]


def domain_of(hint: Any) -> Domain[Any]:
    return Hints().domain(hint)


def shown(thing: Any) -> str:
    """The text of an object with its class, the same for equal sets and for nan."""
    if isinstance(thing, set | frozenset):
        return f"{type(thing)}{sorted(map(shown, thing))}"
    if type(thing) in (list, tuple, collections.deque):
        return f"{type(thing)}{[shown(item) for item in thing]}"
    if dataclasses.is_dataclass(thing) or isinstance(thing, types.SimpleNamespace):
        return f"{type(thing)}{[shown(value) for value in vars(thing).values()]}"
    return f"{type(thing)}{thing!r}"


EVERY: dict[str, Domain[Any]] = {
    **DOMAINS,
    **{str(hint): domain_of(hint) for hint in ADOPTED + OTHERS},
    "multiples": finished(Integers(1, 1000, 7)),
    "positive floats": finished(Floats(0.5, 8.0, nan=False)),
    "short strings": finished(Strings(2, 4)),
    "matching": finished(Matching(r"^[a-f]{2}-\d+$")),
    "short sets": finished(Sequences(booleans(), SET, 1, 2)),
    "pairs of names": finished(Mappings(Choices("abcd"), Integers(), shortest=1, longest=3)),
    "even numbers": finished(filtered(Integers(), lambda number: number % 2 == 0)),
    "odd lists": finished(filtered(Sequences(Integers(), LIST), lambda items: len(items) % 2 == 1)),
    "left out": finished(Omittable(Integers())),
}


def drawn(domain: Domain[Any], count: int = 60) -> list[Any]:
    random = Random(7)
    return [domain.simplest(), *[domain.generate(random, 1 + index % 12) for index in range(count)]]


# Adopting


@pytest.mark.parametrize("hint", ADOPTED, ids=str)
def test_what_a_value_was_realised_to_is_adopted_as_an_equal_value(hint: Any) -> None:
    domain = domain_of(hint)
    for value in drawn(domain):
        adopted = domain.adopt(domain.realise(value))
        assert domain.contains(adopted)
        assert shown(domain.realise(adopted)) == shown(domain.realise(value))


@pytest.mark.parametrize("name", EVERY)
def test_what_is_not_refused_is_adopted_as_an_equal_value(name: str) -> None:
    domain = EVERY[name]
    for value in drawn(domain, 30):
        thing = domain.realise(value)
        try:
            adopted = domain.adopt(thing)
        except Unfit:
            assert name not in map(str, ADOPTED)
            continue
        assert domain.contains(adopted)
        assert shown(domain.realise(adopted)) == shown(thing)


@pytest.mark.parametrize(
    "name", ["int", "str", "list[list[int]]", "dict[str, int]", "tuple[int, str]", "tree", "folder"]
)
def test_the_adopted_value_is_the_value_itself_where_nothing_is_ambiguous(name: str) -> None:
    domain = DOMAINS[name]
    for value in drawn(domain):
        assert domain.adopt(domain.realise(value)) == value


@pytest.mark.parametrize("name", EVERY)
def test_a_hole_is_filled_with_the_simplest_value(name: str) -> None:
    domain = EVERY[name]
    assert shown(domain.adopt(HOLE)) == shown(domain.simplest())


def test_holes_are_filled_inside_of_things() -> None:
    assert domain_of(tuple[int, str]).adopt((HOLE, "x")) == (0, "x")
    assert domain_of(list[int]).adopt([HOLE, 3]) == (0, 3)
    assert domain_of(dict[str, int]).adopt({"a": HOLE}) == (("a", 0),)
    assert domain_of(Point).adopt((HOLE, 2.5)) == Point(0, 2.5)
    assert domain_of(dt.date).adopt((HOLE, 2, 29)) == (2000, 2, 29)
    assert domain_of(Movie).adopt({"title": HOLE, "year": 3}) == ("", 3)


class Texts(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "something else"


class Numbers(float):
    __slots__ = ()


@pytest.mark.parametrize(
    ("hint", "thing", "wanted"),
    [
        (int, Level.HIGH, 2),
        (int, 3.0, 3),
        (float, 3, 3.0),
        (float, Numbers(2.5), 2.5),
        (complex, 2, 2 + 0j),
        (Decimal, 2, Decimal(2)),
        (Decimal, 0.5, Decimal("0.5")),
        (str, Texts("abc"), "abc"),
        (bytes, bytearray(b"ab"), b"ab"),
        (bytes, memoryview(b"ab"), b"ab"),
        (bool, 1, True),
        (Level, 2, Level.HIGH),
        (list[int], range(3), (0, 1, 2)),
        (list[int], (1, 2), (1, 2)),
        (tuple[int, ...], collections.deque([1, 2]), (1, 2)),
        (tuple[int, str], [1, "a"], (1, "a")),
        (list[int], Pair(1, 2), (1, 2)),  # type: ignore[arg-type]  # on purpose: only its items count
        (dict[str, int], collections.Counter("aab"), (("a", 2), ("b", 1))),
        (Point, (1, 2.0), Point(1, 2.0)),
    ],
)
def test_a_relative_is_adopted_as_the_plain_value(hint: Any, thing: object, wanted: object) -> None:
    adopted = domain_of(hint).adopt(thing)
    assert (type(adopted), adopted) == (type(wanted), wanted)


@pytest.mark.parametrize(
    ("hint", "thing"),
    [
        (int, True),
        (int, "1"),
        (int, 2.5),
        (int, math.inf),
        (float, 2**53 + 1),
        (float, 10**400),
        (float, True),
        (str, b"a"),
        (str, "a" * 5000),
        (list[str], "abc"),
        (list[int], [1, "a"]),
        (list[int], list(range(1000))),
        (list[int], range(10**12)),
        (list[int], iter([1])),
        (tuple[int, str], (1,)),
        (dict[str, int], [("a", 1)]),
        (dict[str, int], {1: 1}),
        (dict[str, int], dict.fromkeys(map(str, range(1000)), 1)),
        (Colour, "green"),
        (Movie, {"year": 3}),
        (Movie, {"title": "a", "other": 1}),
        (dt.date, dt.datetime(2000, 1, 1)),
        (dt.date, (2001, 2, 29)),
        (dt.timezone, dt.timezone(dt.timedelta(seconds=1))),
        (Hidden, Hidden(1)),
        (Checked, Checked(1)),
        (Annotated[int, Interval(ge=3, lt=90)], 2),
        (Annotated[list[int], Len(1, 3)], [1, 2, 3, 4]),
        (Annotated[str, Predicate(str.isascii)], "é"),
        (Callable[[int], str], str),
        (ipaddress.IPv6Address, ipaddress.IPv6Address("fe80::1%eth0")),
    ],
)
def test_what_no_value_equals_is_refused(hint: Any, thing: object) -> None:
    with pytest.raises(Unfit):
        domain_of(hint).adopt(thing)


def test_the_lengths_and_the_distinctness_of_a_type_are_kept() -> None:
    domain = finished(Sequences(Integers(), SET, 2, 3))
    assert domain.adopt([1, 1, 2]) == (1, 2)
    for thing in ({1}, [1, 1], {1, 2, 3, 4}):
        with pytest.raises(Unfit):
            domain.adopt(thing)


def test_each_member_of_a_union_takes_its_own() -> None:
    domain = finished(Unions([Sequences(Floats(), LIST), Sequences(Integers(), TUPLE), Sequences(Integers(), LIST)]))
    assert domain.adopt((1, 2)).member == 1
    assert domain.adopt([1, 2]).member == 2
    assert domain.adopt([1.5]).member == 0
    # None is exactly like it: then the first that will do.
    assert domain.adopt(range(2)).member == 0


class Hostile:
    """Raises, or never ends, whatever is asked of it."""

    def _refuse(self, *arguments: object) -> Any:
        raise ArithmeticError("hostile")

    def __iter__(self) -> Any:
        while True:
            yield self

    __eq__ = __ne__ = __hash__ = __len__ = __bool__ = __getattr__ = __int__ = __float__ = __index__ = _refuse
    __str__ = __repr__ = __bytes__ = __getitem__ = __contains__ = __lt__ = __instancecheck__ = _refuse
    __class__ = property(_refuse)


class HostileList(list[Any]):
    __len__ = __iter__ = __eq__ = __getitem__ = Hostile._refuse
    __hash__ = None


def endless() -> list[Any]:
    thing: list[Any] = []
    thing += [thing, (thing, {"a": thing})]
    return thing


@cache  # making it and letting it go takes longer than all that is done with it
def deep() -> list[Any]:
    thing: list[Any] = []
    for _ in range(100_000):
        thing = [thing]
    return thing


@pytest.mark.parametrize("name", EVERY)
def test_nothing_but_unfit_is_raised_whatever_the_thing(name: str) -> None:
    domain = EVERY[name]
    inside = Hostile()
    things: list[Any] = [inside, [inside], (inside,), (inside, inside), {"a": inside}, object(), object, Domain, len]
    things += [
        collections.UserDict(),
        collections.ChainMap(),
        types.MappingProxyType({"title": inside}),
        inside.__iter__,
    ]
    things += [deep(), endless(), iter([1]), memoryview(b"a")[::-1], math.nan, "\ud800", 10**5000, Decimal("sNaN")]
    things += [
        {"title": inside, "year": inside},
        types.SimpleNamespace(a=inside),
        dataclasses.make_dataclass("A", ["x"])(1),
    ]
    things += [Point(inside, inside), Order(inside, inside), Pair(inside, inside), collections.UserList([inside])]  # type: ignore[arg-type]  # hostile on purpose
    for thing in things:
        try:
            adopted = domain.adopt(thing)
        except Unfit:
            continue
        assert domain.contains(adopted)


def test_a_list_is_read_as_the_list_that_it_is_whatever_its_class_says() -> None:
    assert domain_of(list[int]).adopt(HostileList([1, 2])) == (1, 2)


def test_unions_inside_of_lists_that_contain_themselves_are_soon_given_up() -> None:
    later: Later[Any] = Later()
    union = Unions([Sequences(later, LIST), Sequences(later, TUPLE), Sequences(later, LIST), Integers()])
    later.set(union)
    with pytest.raises(Unfit):
        finished(union).adopt(endless())


def test_arguments_are_adopted_from_an_object_for_each_parameter() -> None:
    def function(number: int, name: str = "a", *rest: int) -> None: ...

    domain = Hints().arguments(function)
    assert domain.adopt((3, HOLE, ())) == (3, LEFT_OUT, ())
    assert domain.adopt((HOLE, "b", [1, 2])) == (0, "b", (1, 2))
    with pytest.raises(Unfit):
        domain.adopt((3, 4, ()))


# Moving

STEPS = (1, -1, 2, -3, 64, -1000, 2**40, 10**18, -(10**18), 10**400)


@pytest.mark.parametrize("name", EVERY)
def test_a_moved_value_stays_in_its_domain(name: str) -> None:
    domain = EVERY[name]
    for value in drawn(domain, 25):
        axes = domain.axes(value)
        for axis in range(axes):
            for by in STEPS:
                try:
                    moved = domain.move(value, axis, by)
                except Unfit:
                    continue
                assert domain.contains(moved), (value, axis, by, moved)
        for axis in (-1, axes):
            with pytest.raises(Unfit):
                domain.move(value, axis, 1)


@pytest.mark.parametrize("name", [name for name in EVERY if isinstance(EVERY[name], Integers | Choices)])
def test_one_step_there_is_undone_by_one_step_back_where_values_are_in_a_row(name: str) -> None:
    domain = EVERY[name]
    for value in drawn(domain, 25):
        try:
            moved = domain.move(value, 0, 1)
        except Unfit:
            continue
        assert domain.move(moved, 0, -1) == value


@pytest.mark.parametrize(
    ("domain", "value", "axis", "by", "wanted"),
    [
        (Integers(), 5, 0, -7, -2),
        (Integers(0, 100, 5), 10, 0, 2, 20),
        (Floats(), 1.5, 0, 2, 3.5),
        (Floats(), 1.5, 1, 512, 2.0),
        (Floats(), 1.0, 2, 1, math.nextafter(1.0, 2.0)),
        (Floats(), 1.0, 2, 2**52, 2.0),
        (Floats(), 0.0, 2, -1, -5e-324),
        (Floats(), -5e-324, 2, 2, 5e-324),
        (Complexes(), 1 + 2j, 3, 1, 1 + 3j),
        (Decimals(), Decimal("1.5"), 0, 2, Decimal("3.5")),
        (Decimals(), Decimal("1.5"), 1, 5, Decimal("1.55")),
        (Decimals(), Decimal("0.0001"), 1, -1, Decimal("0.0000")),
        (Choices("abc"), "a", 0, 2, "c"),
        (Strings(), "ab", 0, 2, "abbb"),
        (Strings(), "", 0, 2, "aa"),
        (Strings(), "abc", 0, -2, "a"),
        (Strings(), "abc", 2, 1, "acc"),
        (Bytes(), b"\x01\x02", 2, 253, b"\x01\xff"),
        (Sequences(Integers()), (1, 2), 0, 2, (1, 2, 2, 2)),
        (Sequences(Integers()), (), 0, 1, (0,)),
        (Sequences(Integers()), (1, 2), 0, -1, (1,)),
        (Sequences(Integers(), SET), (5, 6), 0, 2, (5, 6, 7, 8)),
        (Sequences(Integers(), SET), (), 0, 2, (0, 1)),
        (Mappings(Integers(), Strings()), ((1, "x"),), 0, 1, ((1, "x"), (2, "x"))),
        (Mappings(Integers(), Strings()), (), 0, 1, ((0, ""),)),
    ],
)
def test_a_step_goes_where_it_says(domain: Domain[Any], value: Any, axis: int, by: int, wanted: Any) -> None:
    moved = finished(domain).move(value, axis, by)
    assert (moved, str(moved)) == (wanted, str(wanted))


@pytest.mark.parametrize(
    ("domain", "value", "axis", "by"),
    [
        (Integers(0, 9), 9, 0, 1),
        (Floats(), math.inf, 0, 1),
        (Floats(), math.nan, 2, 1),
        (Floats(), 1e300, 0, 1),
        (Floats(), 1.0, 2, 2**63),
        (Floats(), 1.7976931348623157e308, 2, 1),
        (Decimals(), Decimal("NaN"), 0, 1),
        (Decimals(), Decimal("1E+400"), 0, 1),
        (Choices("abc"), "a", 2, 1),
        (Strings(), "\ud7ff", 1, 1),
        (Strings(), "\0", 1, -1),
        (Strings(), "a", 0, 10**18),
        (Strings(2, 4), "ab", 0, -1),
        (Bytes(), b"\xff", 1, 1),
        (Sequences(Integers(), longest=10**12), (1,), 0, 10**9),
        (Sequences(booleans(), SET), (False, True), 0, 1),
        (Mappings(booleans(), Integers()), ((False, 1), (True, 1)), 0, 1),
    ],
)
def test_a_step_to_where_nothing_is_is_refused(domain: Domain[Any], value: Any, axis: int, by: int) -> None:
    with pytest.raises(Unfit):
        finished(domain).move(value, axis, by)


def test_climbing_by_doubled_steps_gets_from_any_float_to_any_other() -> None:
    domain = Floats()
    for start, goal in ((0.0, 1e300), (1.5, math.pi), (-1e-300, 12345.678), (7.0, -5e-324)):
        value, by, tries = start, 1, 0
        while value != goal:
            tries += 1
            assert tries < 5000
            try:
                nearer = domain.move(value, 2, by if goal > value else -by)
            except Unfit:
                by = 1
                continue
            if (nearer > goal) == (value > goal) or nearer == goal:
                value, by = nearer, by * 2
            else:
                by = max(by // 2, 1)


def test_each_member_of_a_union_is_one_step_from_the_next() -> None:
    domain = finished(Unions([Integers(), Strings(), Sequences(Integers(), LIST)]))
    number = domain.adopt(5)
    assert domain.realise(domain.move(number, 0, 1)) == ""
    assert domain.realise(domain.move(number, 0, 2)) == []
    with pytest.raises(Unfit):
        domain.move(number, 0, 3)


# Grafting


@pytest.mark.parametrize("name", EVERY)
def test_a_grafted_value_stays_in_its_domain(name: str) -> None:
    domain, random = EVERY[name], Random(3)
    values = drawn(domain, 40)
    for value in values:
        part = values[random.randrange(len(values))]
        for _ in range(8):
            grafted = domain.graft(value, part, random)
            assert domain.contains(grafted), (value, part, grafted)


@pytest.mark.parametrize(
    ("domain", "value", "part", "wanted"),
    [
        (Strings(), "abcd", "XY", {"XY", "abcdXY", "XYabcd", "abXYcd", "aXYd", "XYd", "aXY"}),
        (Bytes(), b"abcd", b"XY", {b"XY", b"abcdXY", b"XYabcd", b"abXYcd", b"aXYd"}),
        (
            Sequences(Integers()),
            (1, 2, 3),
            (8, 9),
            {(8, 9), (1, 2, 3, 8, 9), (8, 9, 1, 2, 3), (1, 8, 9), (1, 8, 2, 9, 3)},
        ),
        (Sequences(Integers(), SET), (1, 2), (2, 3), {(2, 3), (1, 2, 3), (2, 3, 1)}),
        (
            Mappings(Strings(), Integers()),
            (("a", 1), ("b", 2)),
            (("b", 3), ("c", 4)),
            {(("b", 3), ("c", 4)), (("a", 1), ("b", 3), ("c", 4))},
        ),
        (Integers(), 1, 2, {2}),
    ],
)
def test_a_part_is_worked_in_in_every_way_that_fits(
    domain: Domain[Any], value: Any, part: Any, wanted: set[Any]
) -> None:
    random = Random(0)
    found = {finished(domain).graft(value, part, random) for _ in range(400)}
    assert wanted <= found


def test_what_would_get_too_long_is_clipped_or_left_away() -> None:
    random = Random(0)
    text, pairs = Strings(1, 5), finished(Mappings(Integers(), Integers(), longest=2))
    assert all(len(text.graft("abcde", "xyz", random)) <= 5 for _ in range(100))
    assert all(len(pairs.graft(((1, 1), (2, 2)), ((3, 3),), random)) <= 2 for _ in range(100))


# Mutation of sequences


def test_mutation_makes_runs_of_equal_items_and_repeats_the_whole() -> None:
    domain, random = finished(Sequences(Integers())), Random(0)
    value = (1, 2, 3, 4)
    found = {domain.mutate(value, random) for _ in range(4000)}
    assert {(1, 1, 1, 1), (1, 2, 2, 2), (1, 1, 3, 4), (1, 2, 3, 4, 1, 2, 3, 4), (4, 3, 2, 1)} <= found


def test_a_record_that_is_kept_as_its_fields_is_adopted_as_them() -> None:
    domain = finished(
        Records(Order, [("owner", Strings()), ("items", Sequences(Integers())), ("at", Choices((None,)))])
    )
    assert domain.adopt(Order("x", [1])) == ("x", (1,), None)
    assert finished(Products([Integers()])).adopt((1,)) == (1,)


def test_a_plain_record_is_adopted_as_it_is_unless_it_has_more_than_its_fields() -> None:
    points = domain_of(Point)
    point = Point(1, 2.5)
    assert points.adopt(point) is point
    object.__setattr__(point, "hidden", 3)
    adopted = points.adopt(point)
    assert adopted == point
    assert adopted is not point


@dataclasses.dataclass(frozen=True)
class Chain:
    number: int
    left: Chain | None = None
    right: Chain | None = None


def test_what_holds_one_part_again_and_again_is_not_gone_through_without_end() -> None:
    chains = domain_of(Chain)
    chain = Chain(1)
    for number in range(8):
        chain = Chain(number, chain, chain)
    assert chains.adopt(chain) is chain
    for number in range(40):
        chain = Chain(number, chain, chain)
    with pytest.raises(Unfit):
        chains.adopt(chain)
    with pytest.raises(Unfit):
        chains.adopt(Chain(1, Chain("2")))  # type: ignore[arg-type]  # on purpose


def test_what_is_known_to_be_a_value_is_not_looked_at_again() -> None:
    lists = domain_of(list[Point]).itself
    points = lists.components()[0].itself
    known: Known = {}
    point = Point(1, 2.5)
    assert lists.adopt([point], known)[0] is point
    assert known[id(points), id(point)] is point
    strange = Point("neither", "nor")  # type: ignore[arg-type]  # on purpose: it would be refused
    with pytest.raises(Unfit):
        points.adopt(strange, known)
    assert points.adopt(strange, {(id(points), id(strange)): strange}) is strange
