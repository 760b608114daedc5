"""Operations read backwards: which operand would have to be what, for the result to be another one.

One entry per operator, function and method, in a table for each kind of value; an entry takes what is
wanted, then the parameters of what it reads backwards, by their names. An answer need not be right,
nor the only one: whoever asks runs what comes of it. So an entry gives the one or two answers that
are likely, and raises whatever it likes when there is none. `flips.py` says which results are wanted in
the first place.
"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Iterator
from datetime import date, time, timedelta
from fractions import Fraction
from functools import lru_cache
from inspect import signature
from typing import Any, Final
from urllib.parse import ParseResult, SplitResult

from fuzzwright.python.inverses import codecs, containers, dates, numbers, text
from fuzzwright.python.inverses.answers import Answer, Answers, is_record, record
from fuzzwright.python.notes import Note

FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    **numbers.FUNCTIONS,
    **text.FUNCTIONS,
    **containers.FUNCTIONS,
    **codecs.FUNCTIONS,
    **dates.FUNCTIONS,
}
METHODS: Final[dict[str, Callable[..., Any]]] = {
    **numbers.METHODS,
    **text.METHODS,
    **containers.METHODS,
    **dates.METHODS,
}
ATTRIBUTES: Final = frozenset(
    (
        *("year", "month", "day", "hour", "minute", "second", "microsecond", "days", "seconds", "microseconds"),
        *("week", "weekday", "numerator", "denominator", "real", "imag", "value", "name", "start", "stop", "step"),
        *("scheme", "netloc", "path", "query", "fragment", "hostname", "port"),
    )
)


def backwards(note: Note, wanted: Any) -> list[Answer]:
    """Return which operands would have to be what for the result of a noted operation to be `wanted`."""
    try:
        return list(_answers(note, wanted))
    except (Exception, SystemExit):  # whatever the entries run into: there is no answer then
        return []


def _answers(note: Note, wanted: Any) -> Iterator[Answer]:
    operands = note.operands
    match note.kind:
        case "binary":
            left, right = operands
            yield from _each(numbers.BINARY[note.what](left, right, wanted))
        case "unary":
            yield 0, (-wanted if note.what == "neg" else ~wanted)
        case "item":
            container, key = operands
            yield from containers.item(container, key, wanted)
        case "attribute":
            yield 0, _with_attribute(operands[0], note.what, wanted)
            if isinstance(operands[0], date | time):
                yield 0, dates.edge(operands[0], note.what, wanted)
        case "call":
            entry = FUNCTIONS.get(note.what)
            if entry is not None:
                yield from _by_entry(entry, wanted, operands, note.names)
        case "method":
            function = getattr(operands[0], note.what, None)
            as_function = FUNCTIONS.get(function) if _is_hashable(function) else None
            if as_function is not None:
                # A function of a module, or a constructor such as `bytes.fromhex`: the owner is no operand.
                answers = _by_entry(as_function, wanted, operands[1:], note.names)
                yield from ((place + 1, value) for place, value in answers)
            elif note.what in METHODS:
                yield from _by_entry(METHODS[note.what], wanted, operands, note.names)


def _is_hashable(function: Any) -> bool:
    return callable(function) and type(function).__hash__ is not None


def _by_entry(
    entry: Callable[..., Any], wanted: Any, operands: tuple[Any, ...], names: tuple[str, ...]
) -> Iterator[Answer]:
    """Yield an entry's answers; the last operands may have been given by name."""
    if not names:
        yield from _each(entry(wanted, *operands))
        return
    plain = len(operands) - len(names)
    for place, value in _each(entry(wanted, *operands[:plain], **dict(zip(names, operands[plain:], strict=True)))):
        if place < plain:
            yield place, value
        elif (name := _parameters(entry)[place + 1]) in names:
            yield plain + names.index(name), value


@lru_cache(maxsize=512)
def _parameters(entry: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(signature(entry).parameters)


def _each(answers: Any) -> Iterator[Answer]:
    """Entries give answers for the first operand, or a list of (operand, answer)."""
    if isinstance(answers, Answers):
        yield from answers
    else:
        yield 0, answers


def _with_attribute(owner: Any, name: str, wanted: Any) -> Any:
    if isinstance(owner, dates.CALENDAR):
        return dates.with_field(owner, name, wanted)
    match owner:
        case enum.Enum():
            return next(member for member in type(owner) if getattr(member, name) == wanted)
        case timedelta() | date() | time():
            return dates.with_field(owner, name, wanted)
        case Fraction():
            parts = {"numerator": owner.numerator, "denominator": owner.denominator, name: wanted}
            return Fraction(parts["numerator"], parts["denominator"])
        case SplitResult() | ParseResult() if name in ("hostname", "port"):
            return codecs.of_address(owner, name, wanted)
        case tuple():
            return owner._replace(**{name: wanted})  # type: ignore[attr-defined]  # a named tuple, or there is no answer
        case slice() | range():
            bounds = {"start": owner.start, "stop": owner.stop, "step": owner.step, name: wanted}
            return type(owner)(bounds["start"], bounds["stop"], bounds["step"])
    if is_record(owner):
        fields = {field.name: getattr(owner, field.name) for field in dataclasses.fields(owner)}
        if name in fields:
            return record(type(owner), {**fields, name: wanted})
    raise ValueError(name)
