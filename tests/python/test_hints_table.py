"""Every supported hint, under the same properties."""

from __future__ import annotations

import argparse
import array
import asyncio
import collections
import collections.abc as abc
import contextlib
import datetime as dt
import decimal
import fractions
import io
import ipaddress
import itertools
import logging
import math
import numbers
import os
import pathlib
import random
import re
import string
import threading
import types
import typing
import uuid
import warnings
import zoneinfo
from collections.abc import Callable
from random import Random
from typing import Annotated, Any, Literal, Optional, TypeVar, Union

import pytest
from annotated_types import Ge, Gt, Interval, Le, Len, Lt, MaxLen, MinLen, MultipleOf, Predicate, Timezone

import tests.python.hints_samples as samples
from fuzzwright.engine.codec import decode, encode, split
from fuzzwright.engine.domain import Domain, Pure, Rand, Unfit
from fuzzwright.engine.reduce import reduce
from fuzzwright.engine.trees import walk
from fuzzwright.python.hints import Hints, resolve
from fuzzwright.python.source import Writer

T = TypeVar("T")
SEEDS = 200

Check = Callable[[Any], bool]


def _is(*kinds: Any) -> Check:
    return lambda value: type(value) in kinds


def _a(kind: Any) -> Check:
    return lambda value: isinstance(value, kind)


def _all(kind: Any, item: Check) -> Check:
    return lambda value: isinstance(value, kind) and all(map(item, value))


def _pairs(kind: Any, key: Check, item: Check) -> Check:
    return lambda value: isinstance(value, kind) and all(key(k) and item(v) for k, v in value.items())


INT, STR, FLOAT = _is(int), _is(str), _is(float)

TABLE: list[tuple[Any, Check]] = [
    (int, INT),
    (float, FLOAT),
    (complex, _is(complex)),
    (bool, _is(bool)),
    (str, STR),
    (bytes, _is(bytes)),
    (bytearray, _is(bytearray)),
    (memoryview, _is(memoryview)),
    (None, lambda value: value is None),
    (type(None), lambda value: value is None),
    (type(...), lambda value: value is ...),
    (list[int], _all(list, INT)),
    (list, _is(list)),
    (typing.List[str], _all(list, STR)),  # noqa: UP006 - the old spelling is tested
    (list[list[int]], _all(list, _all(list, INT))),
    (set[int], _all(set, INT)),
    (set, _is(set)),
    (frozenset[str], _all(frozenset, STR)),
    (dict[str, int], _pairs(dict, STR, INT)),
    (dict, _is(dict)),
    (dict[str, list[int]], _pairs(dict, STR, _all(list, INT))),
    (dict[tuple[int, int], str], _pairs(dict, _is(tuple), STR)),
    (dict[frozenset[int], int], _pairs(dict, _is(frozenset), INT)),
    (tuple[int, str], lambda value: len(value) == 2 and INT(value[0]) and STR(value[1])),
    (tuple[int, ...], _all(tuple, INT)),
    (tuple[()], lambda value: value == ()),
    (tuple, _is(tuple)),
    (typing.Tuple, _is(tuple)),  # noqa: UP006 - the old spelling is tested
    (typing.Dict, _is(dict)),  # noqa: UP006 - the old spelling is tested
    (collections.UserList[int], lambda value: all(map(INT, value.data))),
    (samples.Old, _is(samples.Old)),
    (tuple[int, list[int]], lambda value: INT(value[0]) and _all(list, INT)(value[1])),
    (collections.deque[int], _all(collections.deque, INT)),
    (collections.defaultdict[str, list[int]], _pairs(collections.defaultdict, STR, _a(list))),
    (collections.OrderedDict[str, int], _pairs(collections.OrderedDict, STR, INT)),
    (collections.Counter[str], _pairs(collections.Counter, STR, INT)),
    (collections.ChainMap[str, int], _a(collections.ChainMap)),
    (types.MappingProxyType[str, int], _a(types.MappingProxyType)),
    (range, _is(range)),
    (slice, _is(slice)),
    (array.array, _is(array.array)),
    (abc.Sequence[int], lambda value: isinstance(value, list | tuple) and all(map(INT, value))),
    (abc.Sequence[str], _a(abc.Sequence)),
    (typing.Sequence[int], _a(abc.Sequence)),
    (abc.MutableSequence[int], _all(list, INT)),
    (abc.Iterable[int], _all(abc.Iterable, INT)),
    (abc.Iterator[int], _all(abc.Iterator, INT)),
    (abc.Generator[int, None, None], _all(types.GeneratorType, INT)),
    (abc.Reversible[int], _a(abc.Reversible)),
    (abc.Collection[int], _a(abc.Collection)),
    (abc.Container[int], _a(abc.Container)),
    (abc.Sized, _a(abc.Sized)),
    (abc.Hashable, lambda value: isinstance(hash(value), int)),
    (abc.Mapping[str, int], _pairs(abc.Mapping, STR, INT)),
    (abc.MutableMapping[str, int], _pairs(dict, STR, INT)),
    (abc.Set[int], _all(abc.Set, INT)),
    (typing.AbstractSet[int], _all(abc.Set, INT)),
    (abc.MutableSet[int], _all(set, INT)),
    (abc.KeysView[str], _all(abc.KeysView, STR)),
    (abc.ValuesView[int], _all(abc.ValuesView, INT)),
    (abc.ItemsView[str, int], _a(abc.ItemsView)),
    (typing.SupportsInt, _a(typing.SupportsInt)),
    (typing.SupportsFloat, _a(typing.SupportsFloat)),
    (typing.SupportsIndex, _a(typing.SupportsIndex)),
    (typing.SupportsAbs[int], _a(typing.SupportsAbs)),
    (numbers.Number, _a(numbers.Number)),
    (numbers.Real, _a(numbers.Real)),
    (numbers.Integral, INT),
    (Union[int, str], _is(int, str)),  # noqa: UP007 - the old spelling is tested
    (Optional[int], _is(int, type(None))),  # noqa: UP045 - the old spelling is tested
    (int | str | None, _is(int, str, type(None))),
    (list[int] | tuple[int, ...] | int, _is(list, tuple, int)),
    (list[int] | dict[str, int] | None, _is(list, dict, type(None))),
    (Literal[1, True, "a", None], lambda value: value in (1, "a", None)),
    (Literal[samples.Colour.RED, "x"], lambda value: value in (samples.Colour.RED, "x")),
    (samples.Colour, _is(samples.Colour)),
    (samples.Level, _is(samples.Level)),
    (samples.Name, _is(samples.Name)),
    (samples.Right, _is(samples.Right)),
    (samples.Movie, lambda value: STR(value["title"]) and set(value) <= {"title", "year"}),
    (samples.Cinema, lambda value: {"title", "city"} <= set(value) <= {"title", "year", "seats", "city"}),
    (samples.Coordinates, lambda value: _is(samples.Coordinates)(value) and INT(value.x) and INT(value.y)),
    (samples.Point, lambda value: INT(value.x) and FLOAT(value.y)),
    (samples.Basket, lambda value: STR(value.owner) and _all(list, INT)(value.items)),
    (samples.Tree, _is(samples.Tree)),
    (list[samples.Tree], _all(list, _is(samples.Tree))),
    (samples.Expression, _is(samples.Leaf, samples.Add)),
    (samples.Box[int], lambda value: INT(value.content) and _all(tuple, INT)(value.more)),
    (samples.Box[list[str]], lambda value: _all(list, STR)(value.content)),
    (samples.NamedBox, lambda value: STR(value.content) and STR(value.label)),
    (samples.Box, _is(samples.Box)),
    (samples.Account, _is(samples.Account)),
    (samples.Shape, _is(samples.Square, samples.Empty)),
    (samples.Reader, lambda value: STR(value.name) and INT(value.length) and _is(bytes)(value.read(1))),
    (samples.Getter[int], lambda value: INT(value.get("a"))),
    (samples.Engine, _is(samples.Engine)),
    (samples.OldAttrs, _is(samples.OldAttrs)),
    (samples.User, lambda value: 1 <= value.id <= 100 and re.search(r"^[A-Z]{2}\d+$", value.code) is not None),
    (samples.Event, lambda value: STR(value.name) and INT(value.when)),
    (samples.Application, _is(samples.Application)),
    (samples.Bare, _is(samples.Bare)),
    (samples.UserId, INT),
    (resolve(samples.takes_json)["value"], _is(dict, list, str, int, float, bool, type(None))),
    (Exception, _a(Exception)),
    (ValueError, _is(ValueError)),
    (OSError, _a(OSError)),
    (UnicodeDecodeError, _is(UnicodeDecodeError)),
    (ExceptionGroup, _is(ExceptionGroup)),
    (T, _is(int, str)),
    (samples.Number, _is(int, float)),
    (samples.Shaped, _a(samples.Shape)),
    (list[T], _all(list, _is(int, str))),  # type: ignore[valid-type]  # free on purpose
    (tuple[*samples.Ts], _is(tuple)),  # type: ignore[valid-type]  # free on purpose
    (Callable[[int], str], lambda value: STR(value(1)) and value(2) == value(2)),
    (Callable[..., int], lambda value: INT(value()) and INT(value(1, [2], x=3))),
    (Callable[[list[int]], list[str]], lambda value: _all(list, STR)(value([1])) and value([1]) is not value([1])),
    (typing.Callable[[int, str], bool], lambda value: _is(bool)(value(1, "a"))),
    (Callable, callable),
    (type[samples.Shape], lambda value: issubclass(value, samples.Shape)),
    (type[int], lambda value: issubclass(value, int)),
    (type[type], lambda value: issubclass(value, type)),
    (type, _a(type)),
    (abc.Awaitable[int], lambda value: INT(asyncio.run(_awaited(value)))),
    (abc.Coroutine[Any, Any, str], lambda value: STR(asyncio.run(_awaited(value)))),
    (abc.AsyncIterator[int], lambda value: all(map(INT, asyncio.run(_collected(value))))),
    (abc.AsyncGenerator[int, None], lambda value: all(map(INT, asyncio.run(_collected(value))))),
    (abc.AsyncIterable[int], lambda value: all(map(INT, asyncio.run(_collected(value))))),
    (contextlib.AbstractContextManager[int], lambda value: INT(value.__enter__())),
    (contextlib.AbstractAsyncContextManager[int], _a(contextlib.AbstractAsyncContextManager)),
    (dt.date, _is(dt.date)),
    (dt.time, _is(dt.time)),
    (dt.datetime, _is(dt.datetime)),
    (dt.timedelta, _is(dt.timedelta)),
    (dt.timezone, _is(dt.timezone)),
    (dt.tzinfo, _a(dt.tzinfo)),
    (zoneinfo.ZoneInfo, _is(zoneinfo.ZoneInfo)),
    (decimal.Decimal, _is(decimal.Decimal)),
    (fractions.Fraction, _is(fractions.Fraction)),
    (uuid.UUID, _is(uuid.UUID)),
    (pathlib.Path, _a(pathlib.Path)),
    (pathlib.PurePath, _a(pathlib.PurePath)),
    (pathlib.PureWindowsPath, _is(pathlib.PureWindowsPath)),
    (os.PathLike[str], lambda value: STR(os.fspath(value))),
    (re.Pattern[str], lambda value: STR(value.pattern)),
    (re.Pattern[bytes], lambda value: _is(bytes)(value.pattern)),
    (re.Match[str], lambda value: STR(value.string)),
    (ipaddress.IPv4Address, _is(ipaddress.IPv4Address)),
    (ipaddress.IPv6Address, _is(ipaddress.IPv6Address)),
    (ipaddress.IPv4Network, _is(ipaddress.IPv4Network)),
    (ipaddress.IPv6Network, _is(ipaddress.IPv6Network)),
    (ipaddress.IPv4Interface, _is(ipaddress.IPv4Interface)),
    (io.StringIO, lambda value: STR(value.read())),
    (io.BytesIO, lambda value: _is(bytes)(value.read())),
    (typing.TextIO, lambda value: STR(value.read())),
    (typing.BinaryIO, lambda value: _is(bytes)(value.read())),
    (typing.IO[str], lambda value: STR(value.read())),
    (typing.IO[bytes], lambda value: _is(bytes)(value.read())),
    (io.TextIOWrapper, lambda value: STR(value.read())),
    (io.BufferedReader, lambda value: _is(bytes)(value.read())),
    (random.Random, _a(random.Random)),
    (logging.Logger, _a(logging.Logger)),
    (threading.Lock, lambda value: value.acquire(False)),
    (threading.RLock, lambda value: value.acquire(False)),
    (threading.Event, _is(threading.Event)),
    (threading.Semaphore, _is(threading.Semaphore)),
    (string.Template, _is(string.Template)),
    (types.SimpleNamespace, _is(types.SimpleNamespace)),
    (argparse.Namespace, _is(argparse.Namespace)),
    (Any, lambda value: True),
    (object, lambda value: True),
    (typing.Final[int], INT),
    (typing.ClassVar[int], INT),
    (typing.TypeGuard[int], _is(bool)),
    (typing.LiteralString, STR),
    (typing.AnyStr, _is(str, bytes)),
    (Annotated[int, Ge(0)], lambda value: value >= 0),
    (Annotated[int, Gt(5), Lt(9)], lambda value: 5 < value < 9),
    (Annotated[int, Interval(ge=-3, le=3)], lambda value: -3 <= value <= 3),
    (Annotated[int, Ge(1), MultipleOf(7)], lambda value: value >= 1 and value % 7 == 0),
    (Annotated[float, Gt(0), Le(1)], lambda value: 0 < value <= 1),
    (Annotated[str, MinLen(2), MaxLen(5)], lambda value: 2 <= len(value) <= 5),
    (Annotated[str, Predicate(str.islower)], str.islower),
    (Annotated[list[int], Len(1)], lambda value: len(value) >= 1),
    (Annotated[list[int], Len(2, 3)], lambda value: 2 <= len(value) <= 3),
    (Annotated[list[int], Predicate(lambda items: sorted(items) == items)], lambda value: sorted(value) == value),
    (Annotated[dict[str, int], MinLen(1)], bool),
    (Annotated[set[int], MinLen(2)], lambda value: len(value) >= 2),
    (Annotated[decimal.Decimal, Ge(0)], lambda value: value >= 0),
    (Annotated[dt.datetime, Timezone(None)], lambda value: value.tzinfo is None),
    (Annotated[dt.datetime, Timezone(...)], lambda value: value.tzinfo is not None),
    (list[Annotated[int, Ge(0)]], lambda value: all(item >= 0 for item in value)),
    (Annotated[int, "a note"], INT),
]

# No two of them are equal, or equality means identity.
WITHOUT_EQUALITY = (
    *(abc.Iterator, abc.Generator, abc.Awaitable, abc.Coroutine, abc.AsyncIterator, abc.AsyncGenerator),
    *(abc.AsyncIterable, abc.Callable, abc.Iterable, abc.ValuesView, io.IOBase, typing.IO, typing.TextIO),
)


async def _awaited(thing: Any) -> Any:
    return await thing


async def _collected(things: Any) -> list[Any]:
    return [item async for item in things]


def _title(entry: Any) -> str:
    # Without addresses, so that tests have the same names in every process.
    text = re.sub(r" at 0x[0-9a-f]+", "", repr(entry))
    return text.replace("tests.python.hints_samples.", "").replace("typing.", "")[:70]


hints = Hints(classes=[samples.Square, samples.Empty])


@pytest.fixture(params=TABLE, ids=[_title(hint) for hint, _ in TABLE])
def supported(request: pytest.FixtureRequest) -> tuple[Any, Domain[Any], Check]:
    hint, check = request.param
    return hint, hints.domain(hint), check


def _drawn(domain: Domain[Any], count: int = SEEDS) -> list[Any]:
    return [domain.generate(Random(seed), seed % 24) for seed in range(count)]


def _realised(domain: Domain[Any], value: Any) -> Any:
    """The object, or None where making it was refused, which is a discard."""
    try:
        return domain.realise(value)
    except Exception:
        return _REFUSED


_REFUSED = object()


def test_generated_values_are_of_the_type(supported: tuple[Any, Domain[Any], Check]) -> None:
    _, domain, check = supported
    made = 0
    for value in [domain.simplest(), *_drawn(domain)]:
        assert domain.contains(value)
        thing = _realised(domain, value)
        if thing is not _REFUSED:
            made += 1
            assert check(thing), thing
    assert made > SEEDS // 4


def test_values_can_be_used_again_and_objects_are_fresh(supported: tuple[Any, Domain[Any], Check]) -> None:
    _, domain, _ = supported
    for value in _drawn(domain, 12):
        first, second = _realised(domain, value), _realised(domain, value)
        if isinstance(first, list | dict | set | bytearray | collections.deque | io.IOBase | samples.Account):
            assert first is not second
        assert domain.contains(value)
        hash(value)


def test_encoded_values_come_back(supported: tuple[Any, Domain[Any], Check]) -> None:
    _, domain, _ = supported
    for value in [domain.simplest(), *_drawn(domain)]:
        assert repr(decode(domain, encode(domain, value))) == repr(value)


def test_damaged_data_still_decodes_to_the_type(supported: tuple[Any, Domain[Any], Check]) -> None:
    _, domain, _ = supported
    for seed, value in enumerate(_drawn(domain, 20)):
        whole = encode(domain, value)
        data = split(whole)[1]
        shape = whole[: len(whole) - len(data)]
        noise = Random(seed)
        damaged = bytes(noise.getrandbits(8) if not noise.getrandbits(2) else byte for byte in data)
        for changed in (damaged, data[: len(data) // 2], b"", data + b"more"):
            assert domain.contains(decode(domain, shape + changed))


def test_neighbours_stay_in_the_type(supported: tuple[Any, Domain[Any], Check]) -> None:
    _, domain, _ = supported
    random = Random(1)
    for value in _drawn(domain, 12):
        for spot in itertools.islice(walk(domain, value), 12):
            assert spot.domain.contains(spot.value)
            for _ in range(4):
                try:
                    assert spot.domain.contains(spot.domain.mutate(spot.value, random))
                except Unfit:
                    continue
            for mutant in itertools.islice(spot.domain.mutants(spot.value), 12):
                match mutant:
                    case Pure(neighbour):
                        assert spot.domain.contains(neighbour)
                    case Rand(draw):
                        assert spot.domain.contains(draw(random, 4))
            for simpler in itertools.islice(spot.domain.simpler(spot.value), 12):
                assert spot.domain.contains(simpler)


def test_mutation_goes_far_without_leaving_the_type(supported: tuple[Any, Domain[Any], Check]) -> None:
    _, domain, check = supported
    random = Random(2)
    value = domain.simplest()
    for _ in range(60):
        value = domain.mutate(value, random)
    assert domain.contains(value)
    thing = _realised(domain, value)
    assert thing is _REFUSED or check(thing)


def test_source_rebuilds_the_object(supported: tuple[Any, Domain[Any], Check]) -> None:
    hint, domain, check = supported
    for value in _drawn(domain, 30):
        thing = _realised(domain, value)
        writer = Writer()
        text = domain.source(value, writer)
        assert not writer.unreachable
        if thing is _REFUSED:
            continue
        namespace: dict[str, Any] = {}
        exec("\n".join(writer.imports), namespace)
        rebuilt = eval(text, namespace)
        assert type(rebuilt) is type(thing) or type(rebuilt).__name__ == type(thing).__name__, text
        if _has_equality(hint):
            assert _alike(rebuilt, thing), text
        assert check(rebuilt), text


def _has_equality(hint: Any) -> bool:
    origin = typing.get_origin(hint) or hint
    return not any(origin is kind or (isinstance(origin, type) and origin is kind) for kind in WITHOUT_EQUALITY)


def _alike(left: Any, right: Any) -> bool:
    try:
        if left == right or repr(left) == repr(right):
            return True
    except Exception:
        return True
    # Objects without an equality of their own: of the same class is all that can be said.
    return " at 0x" in repr(left) or "__eq__" not in vars(type(left))


def test_everything_reduces_to_the_simplest(supported: tuple[Any, Domain[Any], Check]) -> None:
    _, domain, _ = supported
    for value in _drawn(domain, 8):
        reduced = reduce(domain, value, lambda candidate: True)
        assert domain.complexity(reduced) <= domain.complexity(domain.simplest())


def test_complexity_is_a_finite_number(supported: tuple[Any, Domain[Any], Check]) -> None:
    _, domain, _ = supported
    for value in _drawn(domain, 20):
        assert math.isfinite(domain.complexity(value))
        assert domain.complexity(value) >= 0


def test_the_heads_of_values_can_be_listed(supported: tuple[Any, Domain[Any], Check]) -> None:
    _, domain, _ = supported
    for rank in range(4):
        if hasattr(domain, "listing"):
            assert all(domain.contains(value) for value in itertools.islice(domain.listing(rank), 50))
        else:
            for head, cost in itertools.islice(domain.heads(rank), 50):
                assert cost <= rank
                domain.inside(head)


def test_generation_is_repeatable(supported: tuple[Any, Domain[Any], Check]) -> None:
    hint, domain, _ = supported
    again = Hints(classes=[samples.Square, samples.Empty]).domain(hint)
    for seed in range(10):
        assert repr(domain.generate(Random(seed), 8)) == repr(again.generate(Random(seed), 8))


def test_equal_hints_have_the_same_domain(supported: tuple[Any, Domain[Any], Check]) -> None:
    hint, domain, _ = supported
    assert hints.domain(hint) is domain


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # coroutines that are made but not awaited
        yield
