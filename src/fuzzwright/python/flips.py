"""Which operand would have to be what, for a noted condition to go the other way.

Conditions are comparisons, truth tests, `match`, look-ups that failed, and the calls that stand in
for one: `startswith`, `find`, `isdigit`, regular expressions, parsing. As in `inverses`, an answer
need not be right: it is run.
"""

from __future__ import annotations

import ast
import base64
import binascii
import json
import re
import struct
import urllib.parse
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from ipaddress import ip_address
from random import Random
from types import MappingProxyType, UnionType
from typing import Any, Final
from uuid import UUID

from fuzzwright.domains.matching import Matching
from fuzzwright.engine.domain import HOLE
from fuzzwright.python.inverses.answers import EXAMPLES, LONGEST, Answer, in_order, members_of, resized
from fuzzwright.python.neighbours import OTHER, other_truths, others, shifted
from fuzzwright.python.notes import Note

MEMBER = -1
"""Stands for no operand: the answer says which member of one is to become what."""
MOST_MEMBERS = 24
"""Of a large table only so many keys are tried."""

OPPOSITE: Final = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
}


def flips(note: Note, templates: Sequence[Any], random: Random) -> list[Answer]:
    """Return which operands would have to be what for a condition to go the other way."""
    found: list[Answer] = []
    try:
        found.extend(_flips(note, templates, random))
    except (Exception, SystemExit):  # whatever the values do when they are compared: what was found until then stands
        return found
    return found


def _flips(note: Note, templates: Sequence[Any], random: Random) -> Iterator[Answer]:
    match note.kind:
        case "compare":
            sign = OPPOSITE[note.what] if note.result else note.what
            yield from _comparison(sign, note.operands[0], note.operands[1])
        case "truth":
            yield from ((0, value) for value in other_truths(note.operands[0]))
        case "matched":
            yield from ((0, template) for template in templates)
        case "item":
            if note.failed:
                yield from _missing(note.operands[0], note.operands[1])
        case "call":
            yield from _function(note.what, note.operands, note, random)
        case "method":
            owner = note.operands[0]
            if isinstance(owner, re.Pattern):
                yield from _matching(owner, note.operands[1], note.what, 1, random)
                return
            entry = METHODS.get(note.what)
            if entry is not None and not isinstance(owner, type):
                plain = len(note.operands) - len(note.names)
                named = dict(zip(note.names, note.operands[plain:], strict=True))
                yield from entry(note, *note.operands[:plain], **named)
            else:
                function = getattr(owner, note.what, None)
                shifted = _function(function, note.operands[1:], note, random)
                yield from ((place + 1, value) for place, value in shifted)


# Comparisons


def _comparison(sign: str, left: Any, right: Any) -> Iterator[Answer]:
    """Answer how `left sign right` could hold."""
    match sign:
        case "==" | "is":
            yield 0, right
            yield 1, left
        case "!=" | "is not":
            yield from ((place, OTHER) for place in (0, 1))
            yield from ((place, other) for place in (0, 1) for other in others((left, right)[place]))
        case "<" | "<=" | ">" | ">=":
            down, up = (0, 1) if sign in ("<", "<=") else (1, 0)
            operands = (left, right)
            beyond = ((down, shifted(operands[up], -1)), (up, shifted(operands[down], 1)))
            edges = ((down, operands[up]), (up, operands[down]))
            # What is just enough comes first: it breaks least of what else is asked of it.
            yield from (*beyond, *edges) if sign in ("<", ">") else (*edges, *beyond)
        case "in":
            yield from _membership(left, right)
        case "not in":
            yield from ((0, other) for other in others(left))
            yield from _left_out(left, right)


def _membership(item: Any, container: Any) -> Iterator[Answer]:
    if isinstance(container, str | bytes):
        middle = len(container) // 2
        whole: Any = container
        yield 1, whole + item
        yield 1, item + whole
        yield 1, item
        yield 1, whole[:middle] + item + whole[middle:]
        yield 0, container
        yield from ((0, container[place : place + 1]) for place in range(min(len(container), MOST_MEMBERS)))
        return
    if members_of(container, 0) is None:
        return
    yield from ((0, member) for member in _some(container))
    if type(container) is dict:
        yield 1, {**container, item: HOLE}
    elif isinstance(container, range):
        yield 0, container[len(container) // 2]
    else:
        yield 1, [*container, item]
        yield 1, [item]
    yield from _renamed(container, item)


def _renamed(container: Any, item: Any) -> Iterator[Answer]:
    """Answer which members could be the item instead: the container may be made of what the input says."""
    yield from ((MEMBER, (member, item)) for member in _some(container)[:4])


def _left_out(item: Any, container: Any) -> Iterator[Answer]:
    """Answer how an item could be missing from a container."""
    match container:
        case str() | bytes() if item:
            text: Any = container
            yield 1, text.replace(item, text[:0])
        case dict():
            yield 1, {key: value for key, value in dict.items(container) if key != item}
        case list() | tuple() | set() | frozenset():
            yield 1, type(container)(member for member in container if member != item)
        case range():
            yield 0, container.stop
            yield 0, container.start - 1


def _some(container: Any) -> list[Any]:
    if isinstance(container, set | frozenset):
        return in_order(container)[:MOST_MEMBERS]
    return members_of(container, MOST_MEMBERS) or []


def _missing(container: Any, key: Any) -> Iterator[Answer]:
    """Answer how a look-up that failed could succeed."""
    if issubclass(type(container), dict | MappingProxyType):
        if type(container) is dict:
            yield 0, {**container, key: HOLE}
        yield from ((1, member) for member in _some(container))
        yield from _renamed(container, key)
    elif isinstance(key, int):
        length = key + 1 if key >= 0 else -key
        if length <= LONGEST:
            yield 0, resized(container, length)
        yield 1, 0


# Calls


def _function(function: Any, operands: tuple[Any, ...], note: Note, random: Random) -> Iterator[Answer]:
    if function is isinstance:
        classes = _classes(operands[1])
        wanted = [cls for cls in EXAMPLES if (cls in classes) != bool(note.result)]
        yield from ((0, EXAMPLES[cls][-1]) for cls in wanted)
    elif function in SEARCHED:
        yield from _matching(re.compile(operands[0], *operands[2:3]), operands[1], SEARCHED[function], 1, random)
    elif note.failed and function in PARSED:
        yield from ((0, example) for example in _as_given(operands[0], PARSED[function]))
    elif note.failed and function == datetime.strptime:
        yield from ((0, moment.strftime(operands[1])) for moment in _MOMENTS)
    elif function is divmod:
        yield 0, operands[0] // operands[1] * operands[1]
    elif note.failed and function in (struct.unpack, struct.unpack_from):
        yield 1, resized(operands[1], struct.calcsize(operands[0]))


def _classes(asked: Any) -> list[Any]:
    """Return the classes that `isinstance` was asked about."""
    parts = asked if isinstance(asked, tuple) else asked.__args__ if isinstance(asked, UnionType) else None
    return [asked] if parts is None else [cls for part in parts for cls in _classes(part)]


SEARCHED: Final[dict[Any, str]] = {re.match: "match", re.fullmatch: "fullmatch", re.search: "search"}


def _matching(pattern: re.Pattern[Any], subject: Any, how: str, place: int, random: Random) -> Iterator[Answer]:
    """Answer with texts that a regular expression matches."""
    how = how if how in ("match", "fullmatch") else "search"
    # Also where it matches: another match may have other groups.
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    domain = _matching_domain(text, pattern.flags, how)
    for found in (domain.simplest(), *(domain.generate(random, size) for size in (1, 2, 4))):
        yield place, found if isinstance(pattern.pattern, str) else found.encode("latin-1")


@lru_cache(maxsize=256)
def _matching_domain(pattern: str, flags: int, how: str) -> Matching:
    return Matching(pattern, flags=flags, how=how)


_MOMENTS: Final = (
    datetime(2024, 2, 29, 12, 30, 15),
    datetime(1999, 12, 31, 23, 59, 59, tzinfo=UTC),
    datetime(2000, 1, 1),
)
_WHOLE: Final = ("0", "7", "-12", "365")
_REAL: Final = ("0", "1.5", "-2e3")
_HEXADECIMAL: Final = ("00", "ff7a", "48656c6c6f")
_BASE64: Final = ("", "YQ==", "SGVsbG8=", "e30=")
_LITERAL: Final = ("0", "{}", "[]", "'a'", "{'a': 1}", "(1, 2)")
PARSED: Final[dict[Any, tuple[str, ...]]] = {
    int: _WHOLE,
    float: _REAL,
    Decimal: _REAL,
    Fraction: ("1/3", "2"),
    json.loads: ("{}", "[]", "0", '"a"', '{"a": 1}', "[1, 2]", "null"),
    base64.b64decode: _BASE64,
    base64.standard_b64decode: _BASE64,
    base64.urlsafe_b64decode: _BASE64,
    base64.b32decode: ("ME======", ""),
    base64.b16decode: ("", "FF7A"),
    binascii.a2b_base64: _BASE64,
    binascii.unhexlify: _HEXADECIMAL,
    bytes.fromhex: _HEXADECIMAL,
    bytearray.fromhex: _HEXADECIMAL,
    ast.literal_eval: _LITERAL,
    datetime.fromisoformat: tuple(moment.isoformat() for moment in _MOMENTS),
    date.fromisoformat: ("2024-02-29", "1999-12-31"),
    time.fromisoformat: ("12:30:15", "00:00"),
    UUID: ("12345678-1234-5678-1234-567812345678",),
    ip_address: ("127.0.0.1", "::1"),
    urllib.parse.urlsplit: ("http://a.b:80/c?d=e#f",),
    urllib.parse.urlparse: ("http://a.b:80/c?d=e#f",),
}


def _as_given(argument: Any, texts: Sequence[str]) -> list[Any]:
    return [text.encode() for text in texts] if isinstance(argument, bytes) else list(texts)


# Methods


def _prefixed(note: Note, owner: Any, parts: Any, *_: Any) -> Iterator[Answer]:
    for part in parts if isinstance(parts, tuple) else (parts,):
        if not note.result:
            yield 0, part + owner
            yield 0, part + owner[len(part) :]
            yield 0, part
            yield 1, owner[:1]
        elif part:
            yield 0, owner[1:]


def _suffixed(note: Note, owner: Any, parts: Any, *_: Any) -> Iterator[Answer]:
    for part in parts if isinstance(parts, tuple) else (parts,):
        if not note.result:
            yield 0, owner + part
            yield 0, owner[: -len(part)] + part if part else owner
            yield 0, part
            yield 1, owner[-1:]
        elif part:
            yield 0, owner[:-1]


def _found(note: Note, owner: Any, part: Any, *_: Any) -> Iterator[Answer]:
    if note.failed or note.result in (-1, 0) or note.result is None:
        if isinstance(owner, str | bytes):
            middle = len(owner) // 2
            yield 0, owner + part
            yield 0, owner[:middle] + part + owner[middle:]
            yield 0, part
        elif isinstance(owner, list | tuple):
            yield 0, [*owner, part]
    else:
        yield from ((0, without) for _, without in _left_out(part, owner))


def _split(note: Note, owner: Any, sep: Any = None, maxsplit: int = -1) -> Iterator[Answer]:
    separator: Any = (" " if isinstance(owner, str) else b" ") if sep is None else sep
    yield 0, owner + separator + (owner or separator[:0] + ("a" if isinstance(owner, str) else b"a"))
    yield 0, owner + separator
    middle = len(owner) // 2
    yield 0, owner[:middle] + separator + owner[middle:]


def _got(note: Note, owner: Any, key: Any, *_: Any) -> Iterator[Answer]:
    if isinstance(owner, Mapping) and key not in owner:
        yield from _missing(owner, key)


_TELLING: Final[dict[str, tuple[str, str]]] = {
    "isdigit": ("7", "a"),
    "isdecimal": ("7", "a"),
    "isnumeric": ("7", "a"),
    "isalpha": ("a", "7"),
    "isalnum": ("a", "-"),
    "isupper": ("A", "a"),
    "islower": ("a", "A"),
    "isspace": (" ", "a"),
    "isidentifier": ("a", "7"),
    "istitle": ("A", "a"),
    "isascii": ("a", "é"),
    "isprintable": ("a", "\n"),
}


def _told(note: Note, owner: Any) -> Iterator[Answer]:
    if isinstance(owner, bytes):
        texts = _told(note, owner.decode("latin-1"))
        yield from ((0, text.encode("latin-1")) for _, text in texts)
        return
    yes, no = _TELLING[note.what]
    if note.result:
        yield 0, no + owner
        yield 0, owner + no
    else:
        tells = getattr(str, note.what)
        yield 0, "".join([letter if tells(letter) else yes for letter in owner]) or yes
        yield 0, yes * max(len(owner), 1)
        yield 0, yes


METHODS: Final[dict[str, Callable[..., Iterator[Answer]]]] = {
    "startswith": _prefixed,
    "endswith": _suffixed,
    **dict.fromkeys(("find", "rfind", "index", "rindex", "count"), _found),
    **dict.fromkeys(("split", "rsplit", "partition", "rpartition"), _split),
    "get": _got,
    **dict.fromkeys(_TELLING, _told),
}
SEARCHING: Final = ("match", "fullmatch", "search", "findall", "finditer", "strptime")
