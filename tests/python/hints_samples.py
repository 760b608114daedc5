"""Classes of every kind that hints can name, for the tests of hints."""

from __future__ import annotations

import datetime as dt
import enum
from abc import ABC, abstractmethod
from collections import namedtuple
from dataclasses import InitVar, dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    ParamSpec,
    Protocol,
    Required,
    Self,
    TypedDict,
    TypeVar,
    TypeVarTuple,
    runtime_checkable,
)

import attr
import attrs
import msgspec
import pydantic
from annotated_types import Ge

if TYPE_CHECKING:
    import decimal as money
    from collections.abc import Sequence
    from fractions import Fraction as Ratio

    from nowhere_to_be_found import Missing  # type: ignore[import-not-found]  # that is the point

    Pair = tuple[int, str]

    class Client(Protocol):
        def fetch(self, ratio: Ratio) -> Pair: ...

    Word = str
else:

    class _Words(type):
        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, str) and instance != ""

    class Word(metaclass=_Words):  # stands for text that is not empty, and makes none
        pass


T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
P = ParamSpec("P")
Ts = TypeVarTuple("Ts")
Number = TypeVar("Number", int, float)
Shaped = TypeVar("Shaped", bound="Shape")

UserId = NewType("UserId", int)
Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None


class Colour(enum.Enum):
    RED = 1
    GREEN = "g"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 10


class Name(enum.StrEnum):
    A = "a"
    B = "b"


class Right(enum.Flag):
    READ = 1
    WRITE = 2
    RUN = 4


@dataclass(frozen=True)
class Point:
    x: int
    y: float = 0.0


@dataclass
class Basket:
    owner: str
    items: list[int] = field(default_factory=list)
    total: int = field(init=False, default=0)
    scale: InitVar[int] = 1
    tag: str = field(default="", kw_only=True)

    def __post_init__(self, scale: int) -> None:
        self.total = len(self.items) * scale


@dataclass(slots=True)
class Tree:
    value: int
    children: list[Tree] = field(default_factory=list)
    other: dict[str, Tree] = field(default_factory=dict)
    next: Tree | None = None


@dataclass(frozen=True)
class Leaf:
    number: int
    note: Expression | None


@dataclass(frozen=True)
class Add:
    left: Expression
    right: Expression


Expression = Leaf | Add


@dataclass(frozen=True)
class Box(Generic[T]):
    content: T
    more: tuple[T, ...] = ()


@dataclass(frozen=True)
class NamedBox(Box[str]):
    label: str = ""


class Stack(Generic[T]):
    def __init__(self, first: T) -> None:
        self.items: list[T] = [first]

    def push(self, item: T) -> None:
        self.items.append(item)

    def pop(self) -> T:
        return self.items.pop()

    @property
    def size(self) -> int:
        return len(self.items)


class Account:
    """Has a factory, and methods that change its state."""

    def __init__(self, start: int, *, owner: str = "nobody") -> None:
        self.balance = start
        self.owner = owner

    @classmethod
    def empty(cls, owner: str) -> Self:
        return cls(0, owner=owner)

    @staticmethod
    def rich() -> Account:
        return Account(10**9)

    def deposit(self, amount: int) -> None:
        self.balance += amount

    async def later(self, amount: int) -> None: ...

    def _private(self) -> None: ...

    def wait(self, seconds: float) -> None: ...

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Account) and (self.balance, self.owner) == (other.balance, other.owner)

    __hash__ = None  # type: ignore[assignment]  # mutable


class Shape(ABC):
    @abstractmethod
    def area(self) -> float: ...


class Square(Shape):
    def __init__(self, side: float) -> None:
        self.side = side

    def area(self) -> float:
        return self.side**2

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Square) and repr(self.side) == repr(other.side)


class Empty(Shape):
    def area(self) -> float:
        return 0.0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Empty)


class Unmakeable:
    def __init__(self, thing) -> None:  # type: ignore[no-untyped-def]  # that is the point
        self.thing = thing


class Endless:
    def __init__(self, inner: Endless) -> None: ...


class Movie(TypedDict):
    title: str
    year: NotRequired[int]


class Cinema(Movie, total=False):
    seats: int
    city: Required[str]


class Coordinates(NamedTuple):
    x: int
    y: int = 0


Old = namedtuple("Old", ["a", "b"], defaults=[1, 2])


@runtime_checkable
class Reader(Protocol):
    name: str

    @property
    def length(self) -> int: ...
    def read(self, count: int) -> bytes: ...
    def __len__(self) -> int: ...


class Getter(Protocol[T_co]):
    def get(self, key: str) -> T_co: ...


class Closes(Protocol):
    def close(self) -> None: ...


class File:
    def __init__(self, size: int) -> None:
        self.size = size

    def close(self) -> None: ...

    def __eq__(self, other: object) -> bool:
        return isinstance(other, File) and self.size == other.size


@attrs.define
class Engine:
    power: int = attrs.field(validator=attrs.validators.ge(0))
    _serial: str = "x"
    parts: list[str] = attrs.Factory(list)


@attr.s(auto_attribs=True, frozen=True)
class OldAttrs:
    x: int
    y: float | None = None


class User(pydantic.BaseModel):
    id: int = pydantic.Field(ge=1, le=100)
    code: str = pydantic.Field(pattern=r"^[A-Z]{2}\d+$")
    tags: list[str] = []
    ratio: float | None = pydantic.Field(default=None, gt=0)
    kind: Literal["a", "b"] = "a"
    friend: User | None = None


class Event(msgspec.Struct):
    name: str
    when: int = 0
    notes: list[str] = msgspec.field(default_factory=list)


class Application(Exception):
    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(code, message)


class Bare(Exception):
    """An exception that takes whatever it is given."""


def checked_only(ratios: Sequence[Ratio], price: money.Decimal, pair: Pair, missing: Missing = None) -> None: ...


def fetched(client: Client) -> None: ...


def takes_json(value: Json) -> None: ...


def pair_up(left: T, right: T, rest: list[T]) -> tuple[T, T]:
    return left, right


def everything(a: int, /, b: str, c: float = 1.5, *rest: int, d: bytes, e: list[int] | None = None, **more: str) -> Any:
    return a, b, c, rest, d, e, more


def of_defaults(a=1, b="x", c=None, d=[]): ...  # type: ignore[no-untyped-def]  # noqa: B006 - hints come from defaults


def untyped(a, b): ...  # type: ignore[no-untyped-def]  # that is the point


AtLeastOne = Ge(1)


class Deadline(dt.datetime):
    """A moment with a name, whose constructor takes its parts."""

    def __new__(cls, year: int, month: int, day: int, hour: int, minute: int, second: int, title: str) -> Deadline:
        return super().__new__(cls, year, month, day, hour, minute, second)

    def __init__(self, year: int, month: int, day: int, hour: int, minute: int, second: int, title: str) -> None:
        self.title = title
