"""Values by their type hints from a FuzzedDataProvider, as a careful user of Atheris would write it for these types."""

from __future__ import annotations

import collections.abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import types
import typing
from typing import Any

from benchmarks.peers.instances import Call, call_of, constructor_of

MOST_ITEMS = 24
MOST_TEXT = 64
MOST_CALLS = 20
MOST_DEPTH = 8
REST = 1 << 20
_LISTS = (list, collections.abc.Sequence, collections.abc.Iterable, collections.abc.MutableSequence)
_SETS = (set, collections.abc.Set, collections.abc.MutableSet)
_DICTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)


class Reader:
    """Takes values off one input of the fuzzer."""

    def __init__(self, data: Any, methods: dict[type[Any], list[Call]], reached: type[Exception]) -> None:
        self.data = data
        self.methods = methods
        self.reached = reached
        self.depth = 0

    def arguments(self, hints: dict[str, Any], *, whole: bool = False) -> dict[str, Any]:
        """Return arguments by name; if they are the `whole` input, a text at the end takes what is left."""
        made = {}
        for number, (name, hint) in enumerate(hints.items(), 1):
            last = whole and number == len(hints)
            if last and hint is str:
                made[name] = self.data.ConsumeUnicodeNoSurrogates(REST)
            elif last and hint is bytes:
                made[name] = self.data.ConsumeBytes(REST)
            else:
                made[name] = self.value(hint)
        return made

    def value(self, hint: Any) -> Any:
        """Return a value of a type."""
        origin, parts = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Annotated:
            return self.value(parts[0])
        if origin is typing.Literal:
            return self._pick(parts)
        if origin in (typing.Union, types.UnionType):
            # An end for types that hold themselves: what is no container comes last.
            ends = [part for part in parts if part in (type(None), int, str)]
            return self.value(self._pick(ends if self.depth > MOST_DEPTH and ends else parts))
        if hint is None or hint is type(None):
            return None
        self.depth += 1
        try:
            kind = origin or hint
            made = self._plain(kind)
            return made if made is not None else self._made_of_others(kind, parts)
        finally:
            self.depth -= 1

    def _plain(self, kind: Any) -> Any:
        data = self.data
        if kind is bool:
            return data.ConsumeBool()
        if kind is int:
            return data.ConsumeInt(self._pick((1, 2, 4, 8)))
        if kind is float:
            return data.ConsumeFloat() if data.ConsumeBool() else data.ConsumeInt(2) / 4
        if kind is str:
            return data.ConsumeUnicodeNoSurrogates(data.ConsumeIntInRange(0, MOST_TEXT))
        if kind in (bytes, bytearray):
            return kind(data.ConsumeBytes(data.ConsumeIntInRange(0, MOST_TEXT)))
        if kind is complex:
            return complex(data.ConsumeRegularFloat(), data.ConsumeRegularFloat())
        if kind is decimal.Decimal:
            return decimal.Decimal(data.ConsumeInt(4)).scaleb(-data.ConsumeIntInRange(0, 6))
        if kind is fractions.Fraction:
            return fractions.Fraction(data.ConsumeInt(4), data.ConsumeIntInRange(1, 1000))
        if isinstance(kind, type) and issubclass(kind, enum.Flag):
            return kind(data.ConsumeIntInRange(0, sum(member.value for member in kind)))
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return self._pick(list(kind))
        return self._time(kind)

    def _time(self, kind: Any) -> Any:
        data, between = self.data, self.data.ConsumeIntInRange
        if kind is datetime.timedelta:
            return datetime.timedelta(between(-5000, 5000), between(-86_400, 86_400), between(0, 999_999))
        if kind in (datetime.timezone, datetime.tzinfo):
            return datetime.timezone(datetime.timedelta(minutes=between(-1439, 1439)))
        if kind is datetime.date:
            return datetime.date(between(1, 9999), between(1, 12), between(1, 31))
        if kind is datetime.time:
            return datetime.time(between(0, 23), between(0, 59), between(0, 59))
        if kind is datetime.datetime:
            zone = self._time(datetime.timezone) if data.ConsumeBool() else None
            day = (between(1, 9999), between(1, 12), between(1, 31))
            return datetime.datetime(*day, between(0, 23), between(0, 59), between(0, 59), tzinfo=zone)
        return None

    def _made_of_others(self, kind: Any, parts: tuple[Any, ...]) -> Any:
        if kind in _LISTS:
            return self._items(parts or (int,))
        if kind in _SETS:
            return set(self._items(parts or (int,)))
        if kind is frozenset:
            return frozenset(self._items(parts or (int,)))
        if kind is collections.abc.Iterator:
            return iter(self._items(parts))
        if kind is collections.deque:
            return collections.deque(self._items(parts))
        if kind is tuple:
            return tuple(self._items(parts[:1]) if parts[1:] == (...,) else map(self.value, parts))
        if kind in _DICTS or kind in (collections.Counter, collections.defaultdict):
            key, value = parts if len(parts) == 2 else (parts[0] if parts else str, int)
            pairs = {self.value(key): self.value(value) for _ in range(self._count())}
            return collections.Counter(pairs) if kind is collections.Counter else pairs
        if typing.is_typeddict(kind):
            hints = typing.get_type_hints(kind)
            return {
                k: self.value(v) for k, v in hints.items() if k in kind.__required_keys__ or self.data.ConsumeBool()
            }
        if kind in (Any, object):
            return self.value(self._pick((int, str, bool, None)))
        return self._object(kind)

    def _object(self, kind: Any) -> Any:
        if dataclasses.is_dataclass(kind):
            hints = typing.get_type_hints(kind, include_extras=True)
            made = kind(
                **self.arguments({each.name: hints[each.name] for each in dataclasses.fields(kind) if each.init})
            )  # type: ignore[operator]  # a class
        elif isinstance(kind, type) and issubclass(kind, tuple):
            made = kind(*map(self.value, typing.get_type_hints(kind).values()))
        elif isinstance(kind, type):
            made = kind(**self.arguments(constructor_of(kind).hints))
        else:
            made = self.arguments(call_of(kind).hints)
        methods = self.methods.get(kind)
        for _ in range(self.data.ConsumeIntInRange(0, MOST_CALLS) if methods else 0):
            method: Call = self._pick(methods)
            arguments = self.arguments(method.hints)
            try:
                getattr(made, method.name)(**arguments)
            except self.reached:
                raise
            except Exception:
                pass
        return made

    def _count(self) -> int:
        # An input that has run out of bytes yields zeros: this is where types that hold themselves come to an end.
        most = MOST_ITEMS if self.depth < MOST_DEPTH else 0
        return int(self.data.ConsumeIntInRange(0, most)) if self.data.remaining_bytes() else 0

    def _items(self, parts: tuple[Any, ...]) -> list[Any]:
        return [self.value(parts[0]) for _ in range(self._count())]

    def _pick(self, choices: Any) -> Any:
        return choices[self.data.ConsumeIntInRange(0, len(choices) - 1)]
