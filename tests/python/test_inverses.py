"""Operations read backwards: with one of the answers in its place, the operation gives what was wanted."""

from __future__ import annotations

import base64
import json
import math
import urllib.parse
from collections import Counter
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from ipaddress import ip_address
from typing import Any
from uuid import UUID

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from fuzzwright.engine.domain import HOLE
from fuzzwright.python.inverses import FUNCTIONS, METHODS, backwards
from fuzzwright.python.inverses.answers import LONGEST, filled, resized
from fuzzwright.python.inverses.dates import edge
from fuzzwright.python.notes import Note
from tests.python.looking import both_copies

IMPORTS = """
import ast, base64, binascii, json, math, re, shlex, struct, urllib.parse
from collections import Counter, deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from ipaddress import ip_address
from math import gcd
from uuid import UUID
"""


def operation(expression: str, *operands: Any) -> tuple[Note, list[str], dict[str, Any]]:
    """Run an expression over a, b, c; return the note of its last operation, the names, and where they are bound."""
    names = ["a", "b", "c"][: len(operands)]
    copies = both_copies(f"{IMPORTS}\ndef f({', '.join(names)}):\n    return {expression}\n")
    namespace: dict[str, Any] = {}
    exec(copies.second, namespace)
    try:
        namespace["f"](*operands)
    except Exception:
        assert list(copies.notes), expression
    return list(copies.notes)[-1], names, namespace


def reached(expression: str, operands: tuple[Any, ...], wanted: Any) -> list[Any]:
    """Return what the expression gives with each of the answers in its place."""
    note, names, namespace = operation(expression, *operands)
    results = []
    for place, value in backwards(note, wanted):
        seen = note.operands[place]
        names_of_it = [
            name for name, own in zip(names, operands, strict=True) if type(own) is type(seen) and own == seen
        ]
        for name in names_of_it:
            changed = dict(zip(names, operands, strict=True)) | {name: filled(value)}
            try:
                results.append(eval(expression, {**namespace, **changed}))
            except Exception as error:
                results.append(error)
    return results


def is_reached(expression: str, operands: tuple[Any, ...], wanted: Any) -> bool:
    return any(type(result) is type(wanted) and result == wanted for result in reached(expression, operands, wanted))


class Color(Enum):
    RED = 1
    BLUE = 2


UUID_TEXT = "12345678-1234-5678-1234-567812345678"
TABLE: list[tuple[str, tuple[Any, ...], Any]] = [
    # Operators
    ("a + b", (3, 4), 12),
    ("a + 1.5", (3.0,), 7.5),
    ("a + b", ("x=", "1"), "x=42"),
    ("a + 'px'", ("3",), "12px"),
    ("a + b", ([1], [2]), [1, 5, 6]),
    ("a + b", (datetime(2024, 1, 1), timedelta(days=1)), datetime(2025, 1, 1)),
    ("a - b", (3, 4), 12),
    ("10 - a", (3,), 2),
    ("a - b", (date(2024, 1, 1), timedelta(days=3)), date(2024, 5, 5)),
    ("a * b", (3, 4), 12),
    ("a * a", (3,), 144),
    ("a * 2.5", (3.0,), 10.0),
    ("a * b", (3.0, 4.0), 10.0),
    ("a * 0.5", (3,), 4.0),
    ("a * 3", ("ab",), "xyxyxy"),
    ("a * 2", ([1],), [4, 5, 4, 5]),
    ("a / 4", (3,), 2.5),
    ("9 / a", (3.0,), 2.0),
    ("a // 7", (3,), 12),
    ("a // -7", (3,), 12),
    ("a % 7", (3,), 5),
    ("100 % a", (7,), 30),
    ("a ** 2", (3,), 144),
    ("a ** 3", (3,), -27),
    ("a ** 2", (3,), 0),
    ("2 ** a", (3,), 1024),
    ("a ^ b", (3, 4), 0xDEAD),
    ("a & 0xFF", (0x1234,), 0x99),
    ("a | 0xF0", (1,), 0xF7),
    ("a << 4", (3,), 0x80),
    ("a >> 4", (3,), 9),
    ("-a", (3,), 12),
    ("~a", (3,), 12),
    # Look-ups
    ("a['k']", ({"k": 1},), 5),
    ("a['k']", ({},), 5),
    ("{'x': 5, 'y': 6}[a]", ("x",), 6),
    ("a[1]", ([1, 2, 3],), 9),
    ("a[b]", ([1, 2, 3], 0), 3),
    ("a[-1]", ((1, 2, 3),), 9),
    ("a[5]", ([1],), 9),
    ("a[1]", ("abc",), "x"),
    ("a[1]", (b"abc",), 120),
    ("a[1:3]", ("abcde",), "XY"),
    ("a[:2]", (b"abcde",), b"XY"),
    ("a[2:]", ([1, 2, 3],), [7, 8]),
    ("a[::-1]", ("abc",), "xyz"),
    ("a[::2]", ("abcd",), "xy"),
    # Attributes
    ("a.year", (date(2024, 1, 1),), 1999),
    ("a.minute", (datetime(2024, 1, 1),), 59),
    ("a.second", (time(1, 2, 3),), 59),
    ("a.days", (timedelta(days=1, seconds=5),), 9),
    ("a.seconds", (timedelta(days=1, seconds=5),), 9),
    ("a.value", (Color.RED,), 2),
    ("a.name", (Color.RED,), "BLUE"),
    ("a.numerator", (Fraction(1, 3),), 2),
    ("a.stop", (range(1, 3),), 9),
    ("a.path", (urllib.parse.urlsplit("http://a/b"),), "/c"),
    ("a.hostname", (urllib.parse.urlsplit("http://a:80/b"),), "other.net"),
    ("a.port", (urllib.parse.urlsplit("http://a/b"),), 8080),
    # Functions
    ("len(a)", ("ab",), 7),
    ("len(a)", ({"a": 1},), 3),
    ("len(a)", ({1, 2},), 4),
    ("len(a)", ([1],), 3),
    ("len(a)", (b"",), 3),
    ("int(a)", ("3",), 42),
    ("int(a)", (b"3",), -42),
    ("int(a, 16)", ("3",), 255),
    ("int(a, b)", ("1", 2), 5),
    ("int(a, 36)", ("3",), 71),
    ("int(a)", (3.5,), 42),
    ("float(a)", ("3",), 1.5),
    ("str(a)", (3,), "42"),
    ("str(a)", ([1],), "[1, 2]"),
    ("ord(a)", ("x",), 64),
    ("chr(a)", (3,), "x"),
    ("abs(a)", (3,), 5),
    ("round(a)", (3.2,), 5),
    ("sum(a)", ([1, 2, 3],), 100),
    ("sum(a)", ([],), 100),
    ("divmod(a, 7)", (3,), (2, 5)),
    ("gcd(a, b)", (30, 42), 7),
    ("min(a, b)", (3, 4), 1),
    ("max(a)", ([1, 2],), 9),
    ("min(a)", ([1, 2],), 9),
    ("sorted(a)", ([3, 1],), [1, 2]),
    ("sorted(a)", ("ba",), ["x", "y"]),
    ("list(a)", ("ba",), ["x", "y"]),
    ("tuple(a)", ([1],), (1, 2)),
    ("set(a)", ([1],), {4}),
    ("bytes(a)", ([1],), b"xy"),
    ("sum(a)", ([1j, 2j],), 5j),
    ("dict(a)", ([("a", 1)],), {"a": 1, "b": 2}),
    ("dict(a)", ({"a": 1},), {"b": 2}),
    ("Counter(a)", ("aab",), Counter("xxx")),
    ("json.loads(a)", ("{}",), {"a": [1, None]}),
    ("json.loads(a)", (b"{}",), {"a": 5}),
    ("json.dumps(a)", (3,), "[1, 2]"),
    ("base64.b64decode(a)", ("",), b"hello"),
    ("base64.b64decode(a)", (b"",), b"hello"),
    ("base64.b64encode(a)", (b"",), b"aGVsbG8="),
    ("base64.urlsafe_b64decode(a)", ("",), b"\xff\xfe\xfd"),
    ("base64.b32decode(a)", ("",), b"hello"),
    ("base64.b16decode(a)", ("",), b"hello"),
    ("binascii.unhexlify(a)", ("",), b"hello"),
    ("binascii.hexlify(a)", (b"",), b"6869"),
    ("bytes.fromhex(a)", ("00",), b"hello"),
    ("int.from_bytes(a, 'big')", (b"\0\0",), 513),
    ("int.from_bytes(a, 'little')", (b"\0\0",), 513),
    ("urllib.parse.unquote(a)", ("",), "a b/ü"),
    ("urllib.parse.quote(a)", ("",), "a%20b"),
    ("urllib.parse.parse_qs(a)", ("",), {"a": ["1", "2"]}),
    ("urllib.parse.parse_qsl(a)", ("",), [("a", "1 2")]),
    ("urllib.parse.urlsplit(a)", ("x",), urllib.parse.urlsplit("http://a.b:8/c?d#e")),
    ("datetime.fromisoformat(a)", ("2024-01-01",), datetime(1999, 2, 3, 4)),
    ("date.fromisoformat(a)", ("2024-01-01",), date(1999, 2, 3)),
    ("time.fromisoformat(a)", ("01:01",), time(4, 5)),
    ("datetime.strptime(a, '%d/%m/%Y')", ("01/01/2024",), datetime(1999, 2, 3)),
    ("struct.unpack('<HB', a)", (b"abc",), (513, 7)),
    ("ast.literal_eval(a)", ("0",), {"a": (1, 2)}),
    ("shlex.split(a)", ("x",), ["a b", "c"]),
    ("Decimal(a)", ("1",), Decimal("1.50")),
    ("Fraction(a)", ("1",), Fraction(2, 3)),
    ("UUID(a)", ("1" * 32,), UUID(UUID_TEXT)),
    ("ip_address(a)", ("::1",), ip_address("10.0.0.1")),
    # Methods
    ("a.lower()", ("AB",), "abc"),
    ("a.strip()", (" x ",), "abc"),
    ("a.zfill(3)", ("1",), "042"),
    ("a.swapcase()", ("aB",), "xY"),
    ("a.replace('-', '_')", ("a-b",), "x_y"),
    ("a.split(',')", ("a",), ["1", "2"]),
    ("a.split()", ("a",), ["1", "2"]),
    ("a.split(b',')", (b"a",), [b"1", b"2"]),
    ("a.rsplit(':', 1)", ("a",), ["1:2", "3"]),
    ("a.splitlines()", ("a",), ["1", "2"]),
    ("a.partition('=')", ("a",), ("k", "=", "v")),
    ("a.partition('=')", ("a=b",), ("k", "", "")),
    ("','.join(a)", (["x"],), "1,2"),
    ("''.join(a)", (["x"],), "12"),
    ("a.encode()", ("x",), b"abc"),
    ("a.encode('utf-16')", ("x",), "é".encode("utf-16")),
    ("a.decode()", (b"x",), "é"),
    ("a.decode('latin-1')", (b"x",), "é"),
    ("a.hex()", (b"x",), "6869"),
    ("a.get('k')", ({},), 5),
    ("a.get('k', 1)", ({"k": 3},), 5),
    ("a.find('x')", ("abc",), 5),
    ("a.find('b')", ("abc",), -1),
    ("a.index('c')", ("abc",), 1),
    ("a.count('x')", ("abc",), 3),
    ("a.count(7)", ([1, 2],), 2),
    ("a.removeprefix('x-')", ("x-a",), "b"),
    ("a.removesuffix('.py')", ("a.py",), "b"),
    ("a.bit_length()", (3,), 9),
    ("a.bit_count()", (3,), 5),
    ("a.to_bytes(2, 'big')", (3,), b"\x02\x01"),
    ("a.weekday()", (date(2024, 1, 1),), 6),
    ("a.isoweekday()", (date(2024, 1, 1),), 7),
    ("a.toordinal()", (date(2024, 1, 1),), 700000),
    ("a.timestamp()", (datetime(2024, 1, 1, tzinfo=UTC),), 86400.0),
    ("a.total_seconds()", (timedelta(1),), 90.5),
    ("a.isoformat()", (date(2024, 1, 1),), "1999-02-03"),
    (
        "a.astimezone(timezone.utc)",
        (datetime(2024, 1, 1, 5, tzinfo=timezone(timedelta(hours=1))),),
        datetime(1999, 2, 3, tzinfo=UTC),
    ),
    ("a.utcoffset()", (datetime(2024, 1, 1, 5, tzinfo=UTC),), timedelta(minutes=45)),
    ("a.date()", (datetime(2024, 1, 1, 5),), date(1999, 2, 3)),
    ("a.time()", (datetime(2024, 1, 1, 5),), time(7, 8)),
    ("a.isocalendar()", (date(2024, 5, 1),), date(2021, 1, 3).isocalendar()),
    ("a.isocalendar()", (datetime(2024, 5, 1, 7),), date(1998, 12, 31).isocalendar()),
    ("a.strftime('%d.%m.%Y')", (date(2024, 1, 1),), "03.02.1999"),
    ("a.strftime('%H:%M')", (time(1, 2),), "23:59"),
    ("a.replace(hour=0)", (datetime(2024, 1, 1, 5),), datetime(1999, 2, 3)),
    ("a.replace(tzinfo=None)", (time(5, tzinfo=UTC),), time(7, 8)),
    # With arguments given by name
    ("int(a, base=16)", ("3",), 255),
    ("a.split(sep=',')", ("a",), ["1", "2"]),
    ("a.split(maxsplit=1, sep=',')", ("a",), ["1", "2"]),
    ("a.encode(encoding='utf-16')", ("x",), "é".encode("utf-16")),
    ("a.decode('ascii', errors='strict')", (b"x",), "abc"),
    ("int.from_bytes(a, byteorder='little')", (b"\0\0",), 513),
    ("int.from_bytes(byteorder='big', bytes=a)", (b"\0\0",), 513),
    ("int.from_bytes(a, 'big', signed=True)", (b"\0\0",), -2),
    ("a.to_bytes(length=2, byteorder='big')", (3,), b"\x02\x01"),
    ("sum(a, start=5)", ([1, 2, 3],), 100),
    ("sorted(a, reverse=True)", ([3, 1],), [2, 1]),
    ("max(a, default=0)", ([1, 2],), 9),
    ("round(a, ndigits=1)", (3.25,), 5.5),
    ("json.loads(s=a)", ("{}",), {"a": [1, None]}),
    ("json.dumps(a, sort_keys=True)", (3,), "[1, 2]"),
    ("base64.b64decode(a, validate=True)", ("",), b"hello"),
    ("struct.unpack_from('<H', offset=1, buffer=a)", (b"abcd",), (513,)),
    ("UUID(bytes=a)", (b"1" * 16,), UUID(UUID_TEXT)),
]


@pytest.mark.parametrize(("expression", "operands", "wanted"), TABLE, ids=lambda value: str(value)[:40])
def test_an_answer_gives_the_wanted_result(expression: str, operands: tuple[Any, ...], wanted: Any) -> None:
    results = reached(expression, operands, wanted)
    assert is_reached(expression, operands, wanted), results


@pytest.mark.parametrize(
    ("expression", "operands", "wanted"),
    [
        ("a.keys()", ({"x": 1, "y": 2},), {"x", "z"}),
        ("a.values()", ({"x": 1, "y": 2},), [3, 4]),
        ("a.items()", ({"x": 1},), [("y", 2)]),
    ],
)
def test_an_answer_gives_the_wanted_view(expression: str, operands: tuple[Any, ...], wanted: Any) -> None:
    assert wanted in [type(wanted)(result) for result in reached(expression, operands, wanted)]


numbers = st.integers(-(2**70), 2**70)
texts = st.text(max_size=8)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@pytest.mark.parametrize("sign", ["+", "-", "^"])
@given(left=numbers, right=numbers, wanted=numbers)
def test_both_operands_of_an_invertible_operator_are_answered_exactly(
    sign: str, left: int, right: int, wanted: int
) -> None:
    note, _, namespace = operation(f"a {sign} b", left, right)
    answers = backwards(note, wanted)
    assert {place for place, _ in answers} == {0, 1}
    for place, value in answers:
        assert namespace["f"](*((value, right) if place == 0 else (left, value))) == wanted


@given(left=numbers, right=st.integers(1, 2**40), factor=numbers)
def test_a_multiple_is_divided(left: int, right: int, factor: int) -> None:
    assert is_reached("a * b", (left, right), right * factor)


@given(left=st.floats(-1e9, 1e9), right=st.floats(1e-3, 1e3), wanted=st.floats(-1e9, 1e9))
def test_factors_of_floats_are_found(left: float, right: float, wanted: float) -> None:
    assert any(
        math.isclose(result, wanted, rel_tol=1e-9, abs_tol=1e-9)
        for result in reached("a * b", (left, right), wanted)
        if isinstance(result, float)
    )


@given(left=texts, right=texts, new=texts)
def test_a_text_with_the_same_end_is_split_where_it_was_joined(left: str, right: str, new: str) -> None:
    assert is_reached("a + b", (left, right), new + right) or not right
    assert is_reached("a + b", (left, right), left + new)


@given(old=texts, wanted=texts)
def test_encodings_are_read_backwards(old: str, wanted: str) -> None:
    assert is_reached("a.encode()", (old,), wanted.encode())
    assert is_reached("a.decode()", (old.encode(),), wanted)
    assert is_reached("a.encode('utf-16-le')", (old,), wanted.encode("utf-16-le"))


@given(wanted=json_values)
def test_json_is_read_backwards(wanted: Any) -> None:
    assert is_reached("json.loads(a)", ("0",), wanted)
    assert is_reached("json.dumps(a)", (0,), json.dumps(wanted))


@given(wanted=st.binary(max_size=12))
def test_binary_texts_are_read_backwards(wanted: bytes) -> None:
    assert is_reached("base64.b64decode(a)", ("",), wanted)
    assert is_reached("base64.b64encode(a)", (b"",), base64.b64encode(wanted))
    assert is_reached("bytes.fromhex(a)", ("",), wanted)
    assert is_reached("a.hex()", (b"",), wanted.hex())
    assert is_reached("binascii.unhexlify(a)", (b"",), wanted)


@given(parts=st.lists(st.text("abc ", max_size=4), min_size=1, max_size=4))
def test_splitting_and_joining_are_inverse(parts: list[str]) -> None:
    assert is_reached("a.split(',')", ("x",), parts)
    assert is_reached("','.join(a)", (["x"],), ",".join(parts))


@given(
    container=st.lists(st.integers(), max_size=6),
    start=st.integers(0, 6),
    length=st.integers(0, 4),
    wanted=st.lists(st.integers(), max_size=4),
)
def test_a_slice_is_put_back_where_it_was(container: list[int], start: int, length: int, wanted: list[int]) -> None:
    assume(start <= len(container))
    assume(len(wanted) == length or start + length >= len(container))
    assume(len(wanted) <= length)
    assert is_reached(f"a[{start}:{start + length}]", (container,), wanted)


@given(value=st.text() | st.binary() | st.lists(st.integers()) | st.sets(st.integers()), length=st.integers(0, 20))
def test_resizing_gives_the_length_and_keeps_what_was_there(value: Any, length: int) -> None:
    changed = resized(value, length)
    assert len(changed) == length
    if not isinstance(value, set):
        assert changed[: min(length, len(value))] == value[:length]


@pytest.mark.parametrize("length", [-1, LONGEST + 1, True])
def test_lengths_that_make_no_sense_are_refused(length: int) -> None:
    with pytest.raises(ValueError, match=str(length)):
        resized("abc", length)


def test_a_mapping_grows_by_keys_it_has_not() -> None:
    assert resized({"k0": 1}, 3) == {"k0": 1, "k1": HOLE, "k2": HOLE}


def test_holes_are_filled_for_encodings_that_know_none() -> None:
    assert filled({"a": [HOLE, (HOLE, 1)]}) == {"a": [0, (0, 1)]}


class Hostile:
    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("eq")

    __hash__ = None  # type: ignore[assignment]  # on purpose


@pytest.mark.parametrize("wanted", [None, 1, -1, 2.5, "x", b"x", [], {}, float("nan"), float("inf"), HOLE, "hostile"])
def test_nothing_is_raised_whatever_is_wanted_of_whatever_operation(wanted: Any) -> None:
    wanted = Hostile() if wanted == "hostile" else wanted
    operands = [(), (1,), ("a", 2), (None, None), (Hostile(), Hostile()), ([1], "x", 3)]
    for given_operands in operands:
        for sign in ("+", "-", "*", "/", "//", "%", "**", "^", "&", "|", "<<", ">>"):
            assert isinstance(backwards(Note(0, "binary", sign, given_operands, 0), wanted), list)
        for function in (*FUNCTIONS, Hostile(), None):
            assert isinstance(backwards(Note(0, "call", function, given_operands, 0), wanted), list)
        for name in METHODS:
            assert isinstance(backwards(Note(0, "method", name, given_operands, 0), wanted), list)
        for kind in ("unary", "item", "attribute", "compare", "truth"):
            assert isinstance(backwards(Note(0, kind, "value", given_operands, 0), wanted), list)


def test_a_huge_result_is_not_asked_for() -> None:
    assert backwards(Note(0, "call", len, ("abc",), 3), 10**9) == []
    assert backwards(Note(0, "method", "count", ("abc", "a"), 1), 10**9) == []
    assert backwards(Note(0, "item", "[]", ([1], 10**9), None, failed=True), 5) == []
    assert backwards(Note(0, "binary", ">>", (1, 10**9), 0), 5) == []
    assert backwards(Note(0, "method", "bit_length", (1,), 1), 10**9) == []


@pytest.mark.parametrize(
    ("moment", "name", "wanted", "expected"),
    [
        (datetime(2023, 5, 7, 8, 9), "year", 2024, datetime(2024, 1, 1)),
        (datetime(2023, 5, 7, 8, 9), "year", 2022, datetime(2022, 12, 31, 23, 59, 59, 999_999)),
        (datetime(2024, 5, 31, 8), "month", 2, datetime(2024, 2, 29, 23, 59, 59, 999_999)),
        (datetime(2024, 5, 31, 8, 30), "hour", 9, datetime(2024, 5, 31, 9)),
        (date(2023, 5, 31), "month", 6, date(2023, 6, 1)),
        (time(8, 30), "minute", 29, time(8, 29, 59, 999_999)),
    ],
)
def test_the_nearest_moment_with_another_field_is_where_that_begins_or_ends(
    moment: Any, name: str, wanted: int, expected: Any
) -> None:
    assert edge(moment, name, wanted) == expected
    assert (0, expected) in backwards(Note(0, "attribute", name, (moment,), getattr(moment, name)), wanted)
