"""Operations read backwards: which operand would have to be what, for the result to be another one.

One entry per operator, function and method. An answer need not be right, nor the only one: whoever
asks runs what comes of it. So an entry gives the one or two answers that are likely, and raises
whatever it likes when there is none. `flips.py` says which results are wanted in the first place.
"""

from __future__ import annotations

import ast
import base64
import binascii
import enum
import json
import math
import shlex
import struct
import urllib.parse
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from ipaddress import ip_address
from math import gcd
from typing import Any, Final
from uuid import UUID

from fuzzwright.engine.domain import HOLE
from fuzzwright.python.notes import Note

Answer = tuple[int, Any]
"""Which operand, and what it would have to be."""
LONGEST = 4096

EXAMPLES: Final[dict[type, tuple[Any, ...]]] = {
    bool: (False, True),
    int: (0, -1, 1),
    float: (0.0, 0.5),
    str: ("", "a"),
    bytes: (b"", b"a"),
    list: ([], [HOLE]),
    tuple: ((), (HOLE,)),
    dict: ({}, {"a": HOLE}),
    set: (set(), {0}),
    type(None): (None,),
}
"""Some values of each plain type, the last one true where there is one."""


def backwards(note: Note, wanted: Any) -> list[Answer]:
    """Return which operands would have to be what for the result of a noted operation to be `wanted`."""
    try:
        return list(_answers(note, wanted))
    except Exception:  # whatever the entries run into: there is no answer then
        return []


def _answers(note: Note, wanted: Any) -> Iterator[Answer]:
    operands = note.operands
    match note.kind:
        case "binary":
            left, right = operands
            yield from _each(_BINARY[note.what](left, right, wanted))
        case "unary":
            yield 0, (-wanted if note.what == "neg" else ~wanted)
        case "item":
            container, key = operands
            yield from _item(container, key, wanted)
        case "attribute":
            yield 0, _with_attribute(operands[0], note.what, wanted)
        case "call":
            entry = FUNCTIONS.get(note.what)
            if entry is not None:
                yield from _each(entry(wanted, *operands))
        case "method":
            function = getattr(operands[0], note.what, None)
            as_function = FUNCTIONS.get(function) if _is_hashable(function) else None
            if as_function is not None:
                # A function of a module, or a constructor such as `bytes.fromhex`: the owner is no operand.
                yield from ((place + 1, value) for place, value in _each(as_function(wanted, *operands[1:])))
            elif note.what in METHODS:
                yield from _each(METHODS[note.what](wanted, *operands))


def _is_hashable(function: Any) -> bool:
    return callable(function) and type(function).__hash__ is not None


def _each(answers: Any) -> Iterator[Answer]:
    """Entries give answers for the first operand, or a list of (operand, answer)."""
    if isinstance(answers, Answers):
        yield from answers
    else:
        yield 0, answers


class Answers(list[Answer]):
    """More than one answer."""


def _first(*values: Any) -> Answers:
    return Answers((0, value) for value in values)


def _is_run(value: Any) -> bool:
    return isinstance(value, str | bytes | list | tuple)


# Operators


def _add(left: Any, right: Any, wanted: Any) -> Answers:
    if not _is_run(wanted):
        return Answers([(0, wanted - right), (1, wanted - left)])
    found = Answers()
    if wanted[: len(left)] == left:
        found.append((1, wanted[len(left) :]))
    if right and wanted[-len(right) :] == right:
        found.append((0, wanted[: -len(right)]))
    return found or Answers([(0, wanted[: len(left)]), (1, wanted[len(left) :]), (0, wanted)])


def _multiplied(left: Any, right: Any, wanted: Any) -> Answers:
    if _is_run(wanted):
        run, times = (0, right) if isinstance(right, int) else (1, left)
        return Answers(
            [(run, wanted[: len(wanted) // times]), (1 - run, len(wanted) // len((left, right)[run] or "a"))]
        )
    found = Answers()
    whole = isinstance(wanted, int) and not isinstance(left, float) and not isinstance(right, float)
    if whole and (left is right or left == right):
        found.append((0, math.isqrt(wanted) if wanted >= 0 else 0))
    for place, other in enumerate((right, left)):
        if other:
            found.append((place, wanted // other if whole else wanted / other))
    return found


def _remainder(left: Any, right: Any, wanted: Any) -> Answers:
    if isinstance(left, str):
        return _first(wanted)
    return Answers([(0, left - left % right + wanted), (0, wanted), (1, left - wanted)])


def _power(left: Any, right: Any, wanted: Any) -> Answers:
    root = round(abs(wanted) ** (1 / right)) if right else wanted
    found = _first(root if wanted >= 0 else -root)
    if left > 1 and wanted > 0:
        found.append((1, round(math.log(wanted, left))))
    return found


def _bounded(length: int) -> int:
    """Return a number of bits or items that it does no harm to make; raise for others."""
    if not 0 <= length <= LONGEST:
        raise ValueError(length)
    return length


_BINARY: Final[dict[str, Callable[[Any, Any, Any], Any]]] = {
    "+": _add,
    "-": lambda left, right, wanted: Answers([(0, wanted + right), (1, left - wanted)]),
    "*": _multiplied,
    "/": lambda left, right, wanted: Answers([(0, wanted * right), (1, left / wanted if wanted else left)]),
    "//": lambda left, right, wanted: _first(wanted * right, wanted * right + right - 1),
    "%": _remainder,
    "**": _power,
    "^": lambda left, right, wanted: Answers([(0, wanted ^ right), (1, wanted ^ left)]),
    "&": lambda left, right, wanted: Answers([(0, left & ~right | wanted), (1, right & ~left | wanted)]),
    "|": lambda left, right, wanted: Answers([(0, wanted & ~right), (0, wanted), (1, wanted & ~left)]),
    "<<": lambda left, right, wanted: wanted >> right,
    ">>": lambda left, right, wanted: wanted << _bounded(right),
}

# Look-ups


def _item(container: Any, key: Any, wanted: Any) -> Iterator[Answer]:
    if isinstance(container, Mapping):
        yield 0, {**container, key: wanted}
        yield from ((1, other) for other, value in list(container.items())[:64] if value == wanted)
        return
    if isinstance(key, slice):
        yield 0, _with_slice(container, key, wanted)
        return
    if not isinstance(key, int):
        return
    length = len(container)
    if key < 0:
        key += length
    if isinstance(container, bytes):
        wanted = bytes([wanted]) if isinstance(wanted, int) else wanted
    if isinstance(container, str | bytes):
        yield 0, container[:key] + wanted + container[key + 1 :]
        yield 0, container[:key] + wanted + container[key:]
        return
    items = list(container)
    if 0 <= key < length:
        changed = [*items[:key], wanted, *items[key + 1 :]]
    elif key < 512:
        changed = items + [HOLE] * (key - length) + [wanted]
    else:
        return
    yield 0, _like(container, changed)
    if wanted in items:
        yield 1, items.index(wanted)


def _with_slice(container: Any, key: slice, wanted: Any) -> Any:
    start, stop, step = key.indices(len(container))
    if step == -1 and key.start is None and key.stop is None:
        return _like(container, wanted[::-1])
    if step != 1:
        changed = list(container)
        changed[key] = list(wanted)
        return _like(container, changed)
    stop = max(start, stop)
    if isinstance(container, str | bytes):
        return container[:start] + wanted + container[stop:]
    return _like(container, [*container[:start], *wanted, *container[stop:]])


def _like(container: Any, items: Any) -> Any:
    """Return the items in a collection of the kind of `container`."""
    if isinstance(container, str):
        return items if isinstance(items, str) else "".join(items)
    if isinstance(container, bytes | bytearray):
        return bytes(items)
    return tuple(items) if isinstance(container, tuple) else list(items)


def _with_attribute(owner: Any, name: str, wanted: Any) -> Any:
    if isinstance(owner, enum.Enum):
        return next(member for member in type(owner) if getattr(member, name) == wanted)
    if isinstance(owner, timedelta):
        return owner + timedelta(**{name: wanted - getattr(owner, name)})
    if isinstance(owner, date | time):
        return owner.replace(**{name: wanted})
    if isinstance(owner, Fraction):
        parts = {"numerator": owner.numerator, "denominator": owner.denominator, name: wanted}
        return Fraction(parts["numerator"], parts["denominator"])
    if isinstance(owner, urllib.parse.SplitResult | urllib.parse.ParseResult) and name in ("hostname", "port"):
        port = f":{owner.port}" if owner.port and name == "hostname" else ""
        netloc = f"{wanted}{port}" if name == "hostname" else f"{owner.hostname or 'a'}:{wanted}"
        return owner._replace(netloc=netloc)
    if isinstance(owner, tuple):
        return owner._replace(**{name: wanted})  # type: ignore[attr-defined]  # a named tuple, or there is no answer
    if isinstance(owner, slice | range):
        parts = {"start": owner.start, "stop": owner.stop, "step": owner.step, name: wanted}
        return type(owner)(parts["start"], parts["stop"], parts["step"])
    raise ValueError(name)


ATTRIBUTES: Final = frozenset(
    (
        *("year", "month", "day", "hour", "minute", "second", "microsecond", "days", "seconds", "microseconds"),
        *("numerator", "denominator", "real", "imag", "value", "name", "start", "stop", "step"),
        *("scheme", "netloc", "path", "query", "fragment", "hostname", "port"),
    )
)

# Functions


def filled(value: Any) -> Any:
    """Return the value with something in place of its holes, for encodings that know none."""
    if value is HOLE:
        return 0
    if isinstance(value, dict):
        return {key: filled(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(filled, value)) if type(value) in (list, tuple) else value
    return value


def resized(value: Any, length: int) -> Any:
    """Return a collection like `value` of another length."""
    if not 0 <= length <= LONGEST or isinstance(length, bool):
        raise ValueError(length)
    if isinstance(value, Mapping):
        kept = dict(list(value.items())[:length])
        fresh = (name for name in (f"k{number}" for number in range(length)) if name not in kept)
        while len(kept) < length:
            kept[next(fresh)] = HOLE
        return kept
    if isinstance(value, set | frozenset):
        items = list(value)[:length]
        extra = (number for number in range(2 * length + 1) if number not in value)
        return set(items + [next(extra) for _ in range(length - len(items))])
    if isinstance(value, str):
        return value[:length] + (value[-1:] or "a") * (length - len(value))
    if isinstance(value, bytes):
        return value[:length] + (value[-1:] or b"a") * (length - len(value))
    items = list(value)[:length]
    return _like(value, items + [items[-1] if items else HOLE] * (length - len(items)))


def _digits(number: int, base: int) -> str:
    if base in (0, 2, 8, 10, 16):
        return format(number, {2: "b", 8: "o", 16: "x"}.get(base, "d"))
    if number < 0:
        return "-" + _digits(-number, base)
    digits = ""
    while number or not digits:
        number, last = divmod(number, base)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[last] + digits
    return digits


def _number_text(wanted: Any, argument: Any, *rest: Any) -> Any:
    if not isinstance(argument, str | bytes):
        return wanted
    digits = _digits(wanted, rest[0] if rest else 10)
    # As wide as before, too: it may stand among others.
    texts = dict.fromkeys((digits.zfill(len(argument)), digits))
    return _first(*[text if isinstance(argument, str) else text.encode() for text in texts])


def _summed(wanted: Any, items: Any, *start: Any) -> Any:
    items = list(items)
    if not items:
        return [wanted]
    missing = wanted - sum(items, *start)
    return _first(*[[*items[:place], items[place] + missing, *items[place + 1 :]] for place in (0, len(items) - 1)])


def _extreme(wanted: Any, *arguments: Any) -> Any:
    if len(arguments) > 1:
        return Answers((place, wanted) for place in range(len(arguments)))
    items = list(arguments[0])
    return _first([*items[:-1], wanted], [wanted] * len(items), [wanted])


def _as_given(argument: Any, encoded: bytes) -> Any:
    return encoded.decode("ascii") if isinstance(argument, str) else encoded


def _raw(wanted: Any) -> bytes:
    return wanted.encode() if isinstance(wanted, str) else bytes(wanted)


def _counted(wanted: Any, items: Any) -> Any:
    spread = [key for key, count in wanted.items() for _ in range(min(count, 64))]
    return _like(items, spread)


def _dated(wanted: Any, text: str, layout: str) -> Any:
    return Answers([(0, wanted.strftime(layout))])


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    len: lambda wanted, value: resized(value, wanted),
    int: _number_text,
    float: lambda wanted, argument: repr(float(wanted)) if isinstance(argument, str) else wanted,
    str: lambda wanted, argument: (
        ast.literal_eval(wanted) if isinstance(argument, list | tuple | dict | set | bool) else type(argument)(wanted)
    ),
    ord: lambda wanted, _: chr(wanted),
    chr: lambda wanted, _: ord(wanted),
    abs: lambda wanted, _: _first(wanted, -wanted),
    round: lambda wanted, *_: wanted,
    sum: _summed,
    divmod: lambda wanted, _, divisor: wanted[0] * divisor + wanted[1],
    gcd: lambda wanted, left, right: Answers(
        [(0, wanted), (1, wanted), (0, left // wanted * wanted), (1, right // wanted * wanted)]
    ),
    type: lambda wanted, _: EXAMPLES[wanted][-1],
    min: _extreme,
    max: _extreme,
    sorted: lambda wanted, items: _like(items, wanted),
    reversed: lambda wanted, items: _like(items, list(wanted)[::-1]),
    list: lambda wanted, items: _like(items, wanted),
    tuple: lambda wanted, items: _like(items, wanted),
    set: lambda wanted, items: _like(items, list(wanted)),
    frozenset: lambda wanted, items: _like(items, list(wanted)),
    deque: lambda wanted, items: _like(items, list(wanted)),
    bytes: lambda wanted, items: list(wanted),
    Counter: _counted,
    json.loads: lambda wanted, text: _as_given(text, json.dumps(filled(wanted)).encode()),
    json.dumps: lambda wanted, _: json.loads(wanted),
    base64.b64decode: lambda wanted, text, *_: _as_given(text, base64.b64encode(_raw(wanted))),
    base64.b64encode: lambda wanted, _: base64.b64decode(wanted),
    base64.standard_b64decode: lambda wanted, text: _as_given(text, base64.b64encode(_raw(wanted))),
    base64.urlsafe_b64decode: lambda wanted, text: _as_given(text, base64.urlsafe_b64encode(_raw(wanted))),
    base64.b32decode: lambda wanted, text, *_: _as_given(text, base64.b32encode(_raw(wanted))),
    base64.b16decode: lambda wanted, text, *_: _as_given(text, base64.b16encode(_raw(wanted))),
    binascii.unhexlify: lambda wanted, text: _as_given(text, binascii.hexlify(_raw(wanted))),
    binascii.hexlify: lambda wanted, _: binascii.unhexlify(wanted),
    binascii.a2b_base64: lambda wanted, text: _as_given(text, base64.b64encode(_raw(wanted))),
    bytes.fromhex: lambda wanted, _: bytes(wanted).hex(),
    bytearray.fromhex: lambda wanted, _: bytes(wanted).hex(),
    int.from_bytes: lambda wanted, data, *order: wanted.to_bytes(len(data) or 1, *order),
    urllib.parse.unquote: lambda wanted, _: urllib.parse.quote(wanted),
    urllib.parse.unquote_plus: lambda wanted, _: urllib.parse.quote_plus(wanted),
    urllib.parse.quote: lambda wanted, _: urllib.parse.unquote(wanted),
    urllib.parse.parse_qs: lambda wanted, _: urllib.parse.urlencode(filled(wanted), doseq=True),
    urllib.parse.parse_qsl: lambda wanted, _: urllib.parse.urlencode(filled(wanted)),
    urllib.parse.urlsplit: lambda wanted, *_: urllib.parse.urlunsplit(wanted),
    urllib.parse.urlparse: lambda wanted, *_: urllib.parse.urlunparse(wanted),
    datetime.fromisoformat: lambda wanted, _: wanted.isoformat(),
    date.fromisoformat: lambda wanted, _: wanted.isoformat(),
    time.fromisoformat: lambda wanted, _: wanted.isoformat(),
    datetime.strptime: _dated,
    struct.unpack: lambda wanted, layout, _: Answers([(1, struct.pack(layout, *wanted))]),
    struct.unpack_from: lambda wanted, layout, data, start=0: Answers(
        [(1, data[:start] + struct.pack(layout, *wanted) + data[start + struct.calcsize(layout) :])]
    ),
    ast.literal_eval: lambda wanted, _: repr(filled(wanted)),
    shlex.split: lambda wanted, _: shlex.join(wanted),
    Decimal: lambda wanted, argument: str(wanted) if isinstance(argument, str) else wanted,
    Fraction: lambda wanted, argument: str(wanted) if isinstance(argument, str) else wanted,
    UUID: lambda wanted, _: str(wanted),
    ip_address: lambda wanted, _: str(wanted),
}

# Methods


def _counting(wanted: int, owner: Any, part: Any, *_: Any) -> Any:
    wanted = _bounded(wanted)
    if isinstance(owner, list | tuple):
        others = [item for item in owner if item != part]
        length = max(len(owner), wanted)
        return _first(_like(owner, [part] * wanted + others[: length - wanted]), _like(owner, [part] * wanted + others))
    pieces = owner.split(part)
    joined = part * wanted + owner[:0].join(pieces)
    # As long as before, if it can be: the length may matter as well.
    kept = owner[:0].join(pieces)[: max(0, len(owner) - len(part) * wanted)]
    return _first(part * wanted + kept, joined, kept + part * wanted)


def _placed(wanted: int, owner: Any, part: Any, *_: Any) -> Any:
    if not 0 <= wanted <= LONGEST:
        return _first(owner.replace(part, owner[:0]))
    before = resized(owner[: owner.find(part)] if part in owner else owner, wanted)
    return before + part


def _split(wanted: Any, owner: Any, *arguments: Any) -> Any:
    separator: Any = " " if isinstance(owner, str) else b" "
    if arguments and arguments[0] is not None:
        separator = arguments[0]
    return separator.join(["a" if part is HOLE else part for part in wanted])


def _parted(wanted: Any, owner: Any, separator: Any) -> Any:
    before, middle, after = wanted
    return before + (middle or (separator if after else middle)) + after


def _got(wanted: Any, owner: Any, key: Any, *_: Any) -> Any:
    return Answers(_item(owner, key, wanted))


_SAME: Final = (
    *("lower", "upper", "casefold", "title", "capitalize", "strip", "lstrip", "rstrip"),
    *("zfill", "ljust", "rjust", "center", "expandtabs", "copy"),
)
METHODS: Final[dict[str, Callable[..., Any]]] = {
    **dict.fromkeys(_SAME, lambda wanted, *_: wanted),
    "swapcase": lambda wanted, _: wanted.swapcase(),
    "replace": lambda wanted, owner, old, new, *_: _first(wanted.replace(new, old) if new else wanted, wanted),
    "split": _split,
    "rsplit": _split,
    "splitlines": lambda wanted, owner, *_: "\n".join(wanted),
    "partition": _parted,
    "rpartition": _parted,
    "join": lambda wanted, owner, _: Answers([(1, wanted.split(owner) if owner else list(wanted))]),
    "encode": lambda wanted, owner, *how: wanted.decode(*how),
    "decode": lambda wanted, owner, *how: wanted.encode(*how),
    "hex": lambda wanted, *_: bytes.fromhex(wanted),
    "get": _got,
    "keys": lambda wanted, owner: {key: owner.get(key, HOLE) for key in wanted},
    "values": lambda wanted, owner: dict(zip(owner, wanted, strict=True)),
    "items": lambda wanted, _: dict(wanted),
    "find": _placed,
    "index": _placed,
    "rfind": _placed,
    "rindex": _placed,
    "count": _counting,
    "removeprefix": lambda wanted, owner, part: part + wanted,
    "removesuffix": lambda wanted, owner, part: wanted + part,
    "bit_length": lambda wanted, _: _first(1 << _bounded(wanted) >> 1, (1 << wanted) - 1),
    "bit_count": lambda wanted, _: (1 << _bounded(wanted)) - 1,
    "to_bytes": lambda wanted, owner, _, *order: int.from_bytes(wanted, *order),
    "weekday": lambda wanted, owner: owner + timedelta(days=wanted - owner.weekday()),
    "isoweekday": lambda wanted, owner: owner + timedelta(days=wanted - owner.isoweekday()),
    "toordinal": lambda wanted, owner: type(owner).fromordinal(wanted),
    "timestamp": lambda wanted, owner: datetime.fromtimestamp(wanted, owner.tzinfo),
    "total_seconds": lambda wanted, _: timedelta(seconds=wanted),
    "isoformat": lambda wanted, owner: type(owner).fromisoformat(wanted),
    "date": lambda wanted, owner: datetime.combine(wanted, owner.timetz()),
    "time": lambda wanted, owner: datetime.combine(owner.date(), wanted),
}
