"""The check of returned values: a table of hints with values that conform and values that do not."""

from __future__ import annotations

import collections
import collections.abc as abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import io
import numbers
import pathlib
import re
import typing
from collections.abc import Callable
from typing import Annotated, Any, Generic, Literal, NamedTuple, Protocol, TypedDict, TypeVar

import annotated_types as at
import attrs
import pytest

from fuzzwright.python.check import checker, driven_hint

T = TypeVar("T")
Bound = TypeVar("Bound", bound=int)
Either = TypeVar("Either", int, str)
UserId = typing.NewType("UserId", int)


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Point:
    x: int
    y: float = 0.0


@dataclasses.dataclass(slots=True)
class Node:
    value: int
    next: Node | None = None


@attrs.define
class Order:
    lines: list[str]


class Pair(NamedTuple):
    a: int
    b: str


class Options(TypedDict):
    name: str
    size: typing.NotRequired[int]


class Partial(TypedDict, total=False):
    name: str


class Closes(Protocol):
    def close(self) -> None: ...


class Named(Protocol):
    name: str


class HasName:
    def __init__(self) -> None:
        self.name = "n"


class Stack(Generic[T]):
    pass


def bad_point(x: object) -> Point:
    return Point(typing.cast("Any", x))


TABLE: list[tuple[Any, list[Any], list[tuple[Any, str]]]] = [
    (None, [None], [(0, "int"), ("", "str")]),
    (bool, [True], [(1, "int"), (None, "None")]),
    (int, [1, True, 10**50], [(1.0, "float"), ("1", "str"), (None, "None")]),
    (float, [1.0, 1, True], [("1", "str"), (1j, "complex")]),
    (complex, [1j, 1.0, 1], [("1", "str")]),
    (str, ["", "a"], [(b"", "bytes"), (None, "None")]),
    (bytes, [b""], [("", "str"), (bytearray(), "bytearray")]),
    (typing.LiteralString, ["a"], [(1, "int")]),
    (list, [[], [1]], [((), "tuple")]),
    (list[int], [[], [1, True]], [([1, 2, "x"], "str at [2]"), ((1,), "tuple"), (None, "None")]),
    (list[float], [[1, 2.0]], [([None], "None at [0]")]),
    (list[list[int]], [[[1]], [[]]], [([[1], [1, "x"]], "str at [1][1]")]),
    (typing.List, [[1]], [(1, "int")]),  # noqa: UP006 - the old spelling is what is tested
    (typing.List[int], [[1]], [(["x"], "str at [0]")]),  # noqa: UP006
    (tuple[int, ...], [(), (1, 2)], [((1, "x"), "str at [1]"), ([1], "list")]),
    (tuple[int, str], [(1, "x")], [((1, 2), "int at [1]"), ((1,), "tuple of 1 items, not 2")]),
    (tuple[()], [()], [((1,), "tuple of 1 items, not 0")]),
    (tuple[int, typing.Unpack[tuple[str, ...]]], [(1, "x")], [([], "list")]),  # noqa: UP044 - likewise
    (tuple[int, *tuple[str, ...]], [(1, "x")], [([], "list")]),
    (set[int], [{1}], [({"x"}, "str at ['x']"), (frozenset(), "frozenset")]),
    (frozenset[str], [frozenset("a")], [(frozenset([1]), "int at [1]")]),
    (dict, [{}], [([], "list")]),
    (dict[str, int], [{}, {"a": 1}], [({"a": 1.5}, "dict value of 'a': float"), ({1: 1}, "dict key 1: int")]),
    (dict[str, list[int]], [{"a": [1]}], [({"a": [1, None]}, "None at ['a'][1]")]),
    (list[dict[str, int]], [[{"a": 1}]], [([{"a": ""}], "str at [0]['a']"), ([{0: 1}], "dict key 0: int at [0]")]),
    (abc.Mapping[str, int], [{"a": 1}], [({"a": "b"}, "dict value of 'a': str"), ([], "list")]),
    (collections.defaultdict[str, int], [collections.defaultdict(int, a=1)], [({"a": 1}, "dict")]),
    (
        collections.OrderedDict[str, int],
        [collections.OrderedDict(a=1)],
        [(collections.OrderedDict(a=None), "dict value of 'a': None")],
    ),
    (collections.Counter[str], [collections.Counter("ab")], [(collections.Counter([1]), "dict key 1: int")]),
    (collections.Counter, [collections.Counter("ab")], [({}, "dict")]),
    (collections.deque[int], [collections.deque([1])], [(collections.deque(["x"]), "str at [0]"), ([1], "list")]),
    (int | None, [1, None], [("x", "str")]),
    (typing.Optional[list[int]], [None, [1]], [(["x"], "str at [0]")]),  # noqa: UP045 - likewise
    (int | str, [1, "x"], [(1.5, "float"), (None, "None")]),
    (list[int] | dict[str, int], [[1], {"a": 1}], [({"a": ""}, "dict value of 'a': str"), ((), "tuple")]),
    (Literal["a", 1], ["a", 1], [("b", "'b'"), (True, "True"), (1.0, "1.0")]),
    (Literal[Colour.RED], [Colour.RED], [(Colour.BLUE, "Colour"), (1, "1")]),
    (Colour, [Colour.RED], [(1, "int")]),
    (T, [1, None, object()], []),
    (Bound, [1, True], [("x", "str")]),
    (Either, [1, "x"], [(None, "None")]),
    (list[T], [[1, "x"]], [((), "tuple")]),  # type: ignore[valid-type]  # as a generic function would write it
    (UserId, [1], [("x", "str")]),
    (typing.NoReturn, [], [(None, "None, but it should never return")]),
    (typing.Never, [], [(1, "1, but it should never return")]),
    (Options, [{"name": "a"}, {"name": "a", "size": 1, "more": 0}], [({}, "dict without key 'name'"), ([], "list")]),
    (Options, [], [({"name": 1}, "dict value of 'name': int")]),
    (Options, [], [({"name": "", "size": ""}, "dict value of 'size': str")]),
    (Partial, [{}, {"name": "a"}], [({"name": None}, "dict value of 'name': None")]),
    (Closes, [io.StringIO()], [(1, "int without `close`")]),
    (Named, [HasName()], [(object(), "object without `name`")]),
    (typing.SupportsInt, [1, 1.5], [("x", "str without `__int__`")]),
    (abc.Hashable, [1, ()], [([], "list")]),
    (abc.Sized, [[], ""], [(1, "int")]),
    (Callable[[int], int], [len, lambda a: a], [(1, "int")]),
    (abc.Callable, [len], [(None, "None")]),
    (abc.Iterable[int], [[1], (1,), {1}, range(3), {1: ""}, b"ab"], [(["x"], "str at [0]"), (1, "int")]),
    (abc.Iterable[str], ["ab", ["ab"]], [(b"ab", "int at [0]")]),
    (abc.Sequence[int], [[1], (1,), range(2)], [({1}, "set"), ((1, None), "None at [1]")]),
    (abc.Set[int], [{1}, frozenset(), {1: 2}.keys()], [([1], "list"), ({"a": 2}.keys(), "str at ['a']")]),
    (abc.ValuesView[int], [{1: 2}.values()], [({1: "a"}.values(), "str at ['a']")]),
    (abc.Iterator[int], [iter([1]), iter(["not looked at"])], [([1], "list")]),
    (abc.Generator[int, None, None], [(i for i in "x")], [([], "list")]),
    (Annotated[int, at.Ge(0)], [0, 5], [(-1, "-1, not >= 0"), ("x", "str")]),
    (Annotated[int, at.Interval(gt=0, le=9)], [1, 9], [(0, "0, not > 0"), (10, "10, not <= 9")]),
    (Annotated[int, at.Lt(3)], [2], [(3, "3, not < 3")]),
    (Annotated[int, at.MultipleOf(3)], [9], [(10, "10, not a multiple of 3")]),
    (Annotated[str, at.Len(1)], ["a"], [("", "'', not of length at least 1")]),
    (Annotated[str, at.Len(0, 2)], ["", "ab"], [("abc", "'abc', not of length at most 2")]),
    (Annotated[list[int], at.MinLen(1)], [[1]], [([], "list, not of length at least 1"), (["x"], "str at [0]")]),
    (Annotated[str, at.Predicate(str.islower)], ["a"], [("A", "'A', not as islower wants")]),
    (Annotated[decimal.Decimal, at.Ge(0)], [decimal.Decimal(1)], [(decimal.Decimal(-1), "Decimal, not >= 0")]),
    (Annotated[int, "a note"], [1], [("", "str")]),
    (type[int], [int, bool], [(str, "class str"), (1, "int")]),
    (type[int | str], [int, str], [(float, "class float")]),
    (type[Any], [int, None.__class__], [(1, "int")]),
    (typing.Type[Any], [int], [(1, "int")]),  # noqa: UP006  # as code of some years ago has it
    (type, [int], [(1, "int")]),
    (Point, [Point(1), Point(1, 2)], [(bad_point("x"), "str at .x"), ((1, 2), "tuple")]),
    (list[Point], [[Point(1)]], [([bad_point(None)], "None at [0].x")]),
    (Node, [Node(1, Node(2))], [(Node(1, Node(typing.cast("Any", "x"))), "str at .next.value")]),
    (Order, [Order(["a"])], [(Order(typing.cast("Any", [1])), "int at .lines[0]")]),
    (Pair, [Pair(1, "x")], [(Pair(1, typing.cast("Any", 2)), "int at .b"), ((1, "x"), "tuple")]),
    (Stack[int], [Stack()], [([], "list")]),
    (re.Pattern[str], [re.compile("a")], [(re.compile(b"a"), "Pattern of bytes"), ("a", "str")]),
    (re.Match[str], [re.match("a", "a")], [(None, "None")]),
    (typing.TypeGuard[int], [True], [(1, "int")]),
    (typing.IO[str], [io.StringIO()], [("x", "str"), (None, "None")]),
    (typing.BinaryIO, [io.BytesIO()], [(b"", "bytes")]),
    (pathlib.Path, [pathlib.Path()], [("x", "str")]),
    (numbers.Number, [1, 1.5, fractions.Fraction(1)], [("x", "str")]),
    (datetime.date, [datetime.date(2000, 1, 1)], [("2000-01-01", "str")]),
    (typing.ByteString, [b"", bytearray()], [("", "str")]),
    (list["Unknown"], [[1]], [((), "tuple")]),  # type: ignore[name-defined]  # noqa: F821 - a name nobody knows
    (abc.Awaitable[int], [], [(1, "int")]),
]  # fmt: skip


@pytest.mark.parametrize(("hint", "good", "bad"), TABLE, ids=[str(row[0]) for row in TABLE])
def test_values_conform_or_are_described(hint: Any, good: list[Any], bad: list[tuple[Any, str]]) -> None:
    check = checker(hint)
    for value in good:
        assert check is None or check(value) is None, value
    for value, said in bad:
        assert check is not None
        assert check(value) == said


@pytest.mark.parametrize("hint", [Any, object, "Later", typing.ForwardRef("Later"), T, int | Any, 3, typing.Self])
def test_hints_that_allow_anything_have_no_check(hint: Any) -> None:
    assert checker(hint) is None


def test_self_is_the_class_that_owns_the_method() -> None:
    check = checker(typing.Self, owner=Point)
    assert check is not None
    assert check(Point(1)) is None
    assert check(1) == "int"


def test_an_iterator_is_not_consumed() -> None:
    values = iter([1, "x"])
    check = checker(abc.Iterable[int])
    assert check is not None
    assert check(values) is None
    assert list(values) == [1, "x"]


def test_only_the_first_part_of_a_long_list_is_looked_at() -> None:
    check = checker(list[int])
    assert check is not None
    assert check([1] * 999 + ["x"]) == "str at [999]"
    assert check([1] * 1000 + ["x"]) is None


def test_a_value_that_contains_itself_comes_to_an_end() -> None:
    ring = Node(1)
    ring.next = ring
    check = checker(Node)
    assert check is not None
    assert check(ring) is None


def test_a_deep_value_is_looked_at_to_a_depth() -> None:
    def chain(length: int) -> Node:
        node = Node(typing.cast("Any", "wrong"))
        for _ in range(length):
            node = Node(1, node)
        return node

    check = checker(Node)
    assert check is not None
    assert check(chain(5)) is not None
    assert check(chain(500)) is None


class Hostile:
    @property  # type: ignore[misc]  # nobody should do this, some do
    def __class__(self) -> Any:
        raise SystemExit("nobody asks me")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("not comparable")

    __hash__ = object.__hash__


class HostileMeta(type):
    def __instancecheck__(cls, instance: object) -> bool:
        raise RuntimeError("not for you")


class Guarded(metaclass=HostileMeta):
    pass


class LyingList(list[int]):
    def __iter__(self) -> Any:
        raise AssertionError("the check must use the builtin iteration")

    def __len__(self) -> int:
        raise AssertionError("likewise")


@pytest.mark.parametrize("hint", [list[int], list[int] | None, Point, Literal[1] | list[int], dict[str, int]])
def test_a_value_that_raises_when_asked_conforms(hint: Any) -> None:
    check = checker(hint)
    assert check is not None
    assert check(Hostile()) is None


def test_a_class_that_raises_when_asked_conforms() -> None:
    check = checker(Guarded)
    assert check is not None
    assert check(1) is None


def test_subclasses_of_containers_are_read_as_the_builtin_reads_them() -> None:
    check = checker(list[int])
    assert check is not None
    assert check(LyingList([1])) is None
    assert check(LyingList(typing.cast("Any", ["x"]))) == "str at [0]"


@dataclasses.dataclass
class Defaults:
    name: str = None  # type: ignore[assignment]  # as it is written where nobody checks types
    size: int = 0


def test_a_field_that_is_none_where_nothing_is_said_of_it_may_be_so() -> None:
    check = checker(Defaults)
    assert check is not None
    assert check(Defaults()) is None
    assert check(Defaults(size=typing.cast("int", None)))
    assert check(Defaults(name=typing.cast("str", 1)))


def test_a_property_of_a_record_is_not_run() -> None:
    @dataclasses.dataclass
    class Lazy:
        size: int

        def __getattribute__(self, name: str) -> Any:
            raise AssertionError("no code of the record runs")

    check = checker(Lazy)
    assert check is not None
    assert check(object.__new__(Lazy)) is None


@pytest.mark.parametrize(
    ("kind", "hint", "driven"),
    [
        ("function", list[int], list[int]),
        ("async", int, int),
        ("generator", abc.Iterator[int], list[int]),
        ("generator", abc.Generator[str, None, int], list[str]),
        ("generator", int, Any),
        ("async_generator", abc.AsyncIterator[int], list[int]),
        ("contextmanager", abc.Iterator[int], int),
        ("async_contextmanager", abc.AsyncIterator[int], int),
    ],
)
def test_the_hint_of_a_driven_result(kind: str, hint: Any, driven: Any) -> None:
    assert driven_hint(kind, hint) == driven
