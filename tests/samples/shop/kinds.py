from __future__ import annotations

import abc
import collections.abc
import contextlib
import dataclasses
import enum
import functools
import typing
from functools import lru_cache, partial, singledispatch
from os.path import join as joined
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypedDict, overload

if TYPE_CHECKING:

    def only_for_checkers(a: int) -> int: ...


def plain(a: int) -> int:
    def nested() -> int:
        return a

    return nested()


also_plain = plain


def _hidden(a: int) -> int:
    return a


async def waits(a: int) -> int:
    return a


def counts(n: int) -> collections.abc.Iterator[int]:
    yield from range(n)


async def ticks(n: int) -> collections.abc.AsyncIterator[int]:
    yield n


def polite(f):
    @functools.wraps(f)
    def wrapper(*args, **named):
        return f(*args, **named)

    return wrapper


def rude(f):
    def wrapper(*args):
        return f(*args)

    return wrapper


def to_text(f):
    return "gone"


@polite
def wrapped(a: int) -> int:
    return a


@rude
def unwrapped(a: int) -> int:
    return a


@to_text
def lost(a: int) -> int:
    return a


@lru_cache(maxsize=None)
def cached(a: int) -> int:
    return a


@singledispatch
def generic(a: object) -> str:
    return "?"


@generic.register
def _(a: int) -> str:
    return "int"


@contextlib.contextmanager
def opened(a: int):
    yield a


@contextlib.asynccontextmanager
async def opened_later(a: int):
    yield a


def add(a: int, b: int) -> int:
    return a + b


add_one = partial(add, 1)
as_binary = partial(int, base=2)
double = lambda a: a * 2


@staticmethod
def loose_static(a: int) -> int:
    return a


@overload
def over(a: int) -> int: ...
@overload
def over(a: str) -> str: ...
def over(a):
    return a


def twice(a: int) -> int:
    return 1


def twice(a: int) -> int:
    return 2


def gone(a: int) -> int:
    return a


del gone


def test_something() -> None:
    pass


def checked(a: int) -> bool:
    return True


checked.__fuzzwright_prop__ = True


class Box:
    """An ordinary class."""

    def __init__(self, a: int) -> None:
        self.a = a

    def method(self, b: int) -> int:
        return self.a + b

    @classmethod
    def made(cls, a: int) -> Box:
        return cls(a)

    @staticmethod
    def static(a: int) -> int:
        return a

    @property
    def value(self) -> int:
        return self.a

    @value.setter
    def value(self, a: int) -> None:
        self.a = a

    @functools.cached_property
    def kept(self) -> int:
        return self.a

    @functools.lru_cache
    def remembered(self, b: int) -> int:
        return b

    @functools.singledispatchmethod
    def shown(self, a: object) -> str:
        return "?"

    @shown.register
    def _(self, a: int) -> str:
        return "int"

    async def later(self) -> int:
        return self.a

    @classmethod
    def several(cls, n: int) -> collections.abc.Iterator[Box]:
        for i in range(n):
            yield cls(i)

    def __len__(self) -> int:
        return self.a

    def __add__(self, other: Box) -> Box:
        return Box(self.a + other.a)

    def __repr__(self) -> str:
        return "Box"

    class Inner:
        def __new__(cls, a: int) -> Box.Inner:
            return super().__new__(cls)

        def __init__(self, a: int) -> None:
            pass

        def inside(self) -> int:
            return 1


class SmallBox(Box):
    def smaller(self) -> int:
        return 1


@dataclasses.dataclass(order=True)
class Point:
    x: int
    y: int = 0

    def __post_init__(self) -> None:
        assert self.x >= 0

    def norm(self) -> int:
        return self.x


class Pair(NamedTuple):
    a: int
    b: int

    def swapped(self) -> Pair:
        return Pair(self.b, self.a)


class Options(TypedDict):
    a: int


class Colour(enum.Enum):
    RED = 1

    def lighter(self) -> Colour:
        return self

    @classmethod
    def _missing_(cls, value):
        return cls.RED


class Sized(Protocol):
    def size(self) -> int: ...


class Shape(abc.ABC):
    def __init__(self, a: int) -> None:
        self.a = a

    @abc.abstractmethod
    def area(self) -> int: ...

    def doubled(self) -> int:
        return 2 * self.area()


T = typing.TypeVar("T")


class Stack(typing.Generic[T]):
    def push(self, item: T) -> None:
        pass
