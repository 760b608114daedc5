"""Conditions turned: with one of the answers in its place, a condition goes the other way."""

from __future__ import annotations

import math
import re
from datetime import date, datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.python.flips import METHODS, OPPOSITE, PARSED, flips
from fuzzwright.python.inverses.answers import filled
from fuzzwright.python.neighbours import OTHER
from fuzzwright.python.notes import Note
from tests.python.looking import both_copies, hostile

IMPORTS = """
import ast, base64, binascii, json, re, struct, urllib.parse
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from ipaddress import ip_address
from uuid import UUID
def worked(f):
    try:
        f()
    except Exception:
        return False
    return True
"""


def turned(condition: str, operands: tuple[Any, ...]) -> list[Any]:
    """Return what the condition is with each of the answers in its place; operands are a, b, c."""
    names = ["a", "b", "c"][: len(operands)]
    copies = both_copies(f"{IMPORTS}\ndef f({', '.join(names)}):\n    if {condition}: pass\n")
    namespace: dict[str, Any] = {}
    exec(copies.second, namespace)
    namespace["f"](*operands)
    results = []
    for note in copies.notes:
        templates = ()
        for place, value in flips(note, templates, Random(1)):
            seen = note.operands[place]
            for name, own in zip(names, operands, strict=True):
                if type(own) is type(seen) and (own is seen or own == seen):
                    value = filled(value)
                    if isinstance(own, set | frozenset | tuple) and isinstance(value, list):
                        value = type(own)(value)  # as adopting it does
                    changed = dict(zip(names, operands, strict=True)) | {name: value}
                    results.append(bool(eval(condition, {**namespace, **changed})))
    return results


TABLE: list[tuple[str, tuple[Any, ...], tuple[Any, ...]]] = [
    # The condition, operands for which it does not hold, operands for which it does.
    ("a == 7", (1,), (7,)),
    ("a == b", ("x", "abc"), ("x", "x")),
    ("a == 2.5", (1.0,), (2.5,)),
    ("a == 1e300", (1.0,), (1e300,)),
    ("a == b", ([1], [2, 3]), ([1], [1])),
    ("a == b", ({"x": 1}, {}), ({"x": 1}, {"x": 1})),
    ("a == b", ({1}, {2}), ({1}, {1})),
    ("a == b", (b"x", b"y"), (b"x", b"x")),
    ("a == date(2024, 1, 2)", (date(2000, 1, 1),), (date(2024, 1, 2),)),
    ("a == Decimal('1.5')", (Decimal(0),), (Decimal("1.5"),)),
    ("a != 7", (7,), (1,)),
    ("a != True", (True,), (False,)),
    ("a != 'x'", ("x",), ("y",)),
    ("a is None", (3,), (None,)),
    ("a is not None", (None,), (3,)),
    ("a < 5", (9,), (1,)),
    ("a <= 5", (9,), (1,)),
    ("a > 5", (1,), (9,)),
    ("a >= 5", (1,), (9,)),
    ("a > b", (1, 2), (3, 2)),
    ("a < 1e300", (1e301,), (1.0,)),
    ("a > 1e300", (1.0,), (1e301,)),
    ("a < 'm'", ("z",), ("a",)),
    ("a > 'm'", ("a",), ("z",)),
    ("a < '\\x00'", ("z",), ("",)),
    ("a > '\\U0010ffff'", ("a",), ("\U0010ffffa",)),
    ("a < b'm'", (b"z",), (b"a",)),
    ("a > b'm'", (b"a",), (b"z",)),
    ("a > [1, 2]", ([0],), ([3],)),
    ("a < (1, 2)", ((3,),), ((0,),)),
    ("a < date(2024, 1, 1)", (date(2025, 1, 1),), (date(2023, 1, 1),)),
    ("a > datetime(2024, 1, 1)", (datetime(2023, 1, 1),), (datetime(2025, 1, 1),)),
    ("a >= datetime.max", (datetime(2023, 1, 1),), (datetime.max,)),
    ("a > timedelta(3)", (timedelta(1),), (timedelta(5),)),
    ("a > Decimal(3)", (Decimal(1),), (Decimal(5),)),
    ("a in ('x', 'y')", ("z",), ("x",)),
    ("a in {'x', 'y'}", ("z",), ("x",)),
    ("a in {'x': 1}", ("z",), ("x",)),
    ("a in 'abc'", ("z",), ("b",)),
    ("a in range(5, 9)", (0,), (6,)),
    ("'k' in a", ({},), ({"k": 1},)),
    ("'k' in a", ("abc",), ("a k",)),
    ("b'k' in a", (b"abc",), (b"a k",)),
    ("3 in a", ([1],), ([3],)),
    ("3 in a", ([],), ([3, 3],)),
    ("3 in a", ({1},), ({3},)),
    ("3 in a", ((1,),), ((1, 3),)),
    ("a not in ('x', 'y')", ("x",), ("z",)),
    ("'k' not in a", ({"k": 1},), ({},)),
    ("'k' not in a", ("a k",), ("abc",)),
    ("a", (0,), (5,)),
    ("a", ("",), ("x",)),
    ("a", (b"",), (b"x",)),
    ("a", ([],), ([1],)),
    ("a", ({},), ({"x": 1},)),
    ("a", (set(),), ({1},)),
    ("a", ((),), ((1,),)),
    ("a", (False,), (True,)),
    ("a", (0.0,), (2.5,)),
    ("not a", ("x",), ("",)),
    # Calls
    ("isinstance(a, int)", ("x",), (3,)),
    ("isinstance(a, (str, list))", (3,), ("x",)),
    ("isinstance(a, str | None)", (3,), ("x",)),
    ("isinstance(a, dict)", ([],), ({},)),
    ("a.startswith('ab')", ("x",), ("abc",)),
    ("a.startswith(('ab', 'cd'))", ("x",), ("cde",)),
    ("a.startswith(b'ab')", (b"x",), (b"abc",)),
    ("a.endswith('.py')", ("x",), ("x.py",)),
    ("a.isdigit()", ("x",), ("12",)),
    ("a.isdigit()", (b"x1",), (b"12",)),
    ("a.isalpha()", ("1",), ("ab",)),
    ("a.isalnum()", ("-",), ("ab",)),
    ("a.isupper()", ("ab",), ("AB",)),
    ("a.islower()", ("AB",), ("ab",)),
    ("a.isspace()", ("x",), (" ",)),
    ("a.isidentifier()", ("7x",), ("x",)),
    ("a.istitle()", ("ab",), ("Ab",)),
    ("a.isascii()", ("é",), ("x",)),
    ("a.isprintable()", ("\n",), ("x",)),
    ("a.isnumeric()", ("",), ("7",)),
    ("re.match('[a-c]{3}x', a)", ("z",), ()),
    ("re.fullmatch(r'\\d+-(\\w)\\1', a)", ("z",), ()),
    ("re.search('key=[0-9]', a)", ("z",), ()),
    ("re.compile('a+b').match(a)", ("z",), ()),
    ("re.compile(b'a+b').fullmatch(a)", (b"z",), ()),
    ("re.compile('a+b', re.I).search(a)", ("z",), ()),
    ("a.find('x') >= 0", ("abc",), ("abcx",)),
    ("a.find('x') > 0", ("abc",), ("abcx",)),
    ("a.count('x')", ("abc",), ("abcx",)),
    ("len(a.split(',')) > 1", ("abc",), ()),
    ("a.partition('=')[1]", ("abc",), ()),
    ("a.get('k') is not None", ({"j": 1},), ()),
    ("worked(lambda: a['k'])", ({},), ()),
    ("worked(lambda: a[3])", ([1],), ()),
    ("worked(lambda: a[-3])", ("x",), ()),
    ("worked(lambda: (1, 2)[a])", (9000,), ()),
    ("worked(lambda: {'x': 1}[a])", ("y",), ()),
    ("worked(lambda: a.index('q'))", ("abc",), ()),
    ("worked(lambda: int(a))", ("x",), ()),
    ("worked(lambda: int(a, 16))", ("x",), ()),
    ("worked(lambda: float(a))", ("x",), ()),
    ("worked(lambda: json.loads(a))", ("x",), ()),
    ("worked(lambda: json.loads(a))", (b"x",), ()),
    ("worked(lambda: base64.b64decode(a))", ("x",), ()),
    ("worked(lambda: bytes.fromhex(a))", ("x",), ()),
    ("worked(lambda: binascii.unhexlify(a))", (b"x",), ()),
    ("worked(lambda: ast.literal_eval(a))", ("x +",), ()),
    ("worked(lambda: datetime.fromisoformat(a))", ("x",), ()),
    ("worked(lambda: date.fromisoformat(a))", ("x",), ()),
    ("worked(lambda: time.fromisoformat(a))", ("x",), ()),
    ("worked(lambda: datetime.strptime(a, '%Y/%m'))", ("x",), ()),
    ("worked(lambda: struct.unpack('<HH', a))", (b"x",), ()),
    ("worked(lambda: UUID(a))", ("x",), ()),
    ("worked(lambda: ip_address(a))", ("x",), ()),
    ("worked(lambda: Decimal(a))", ("x",), ()),
    ("worked(lambda: Fraction(a))", ("x",), ()),
]
BEFORE = [(condition, False, without) for condition, without, _ in TABLE]
AFTER = [(condition, True, holding) for condition, _, holding in TABLE if holding]


@pytest.mark.parametrize(("condition", "holds", "operands"), [*BEFORE, *AFTER], ids=lambda value: str(value)[:50])
def test_an_answer_turns_the_condition(condition: str, holds: bool, operands: tuple[Any, ...]) -> None:
    results = turned(condition, operands)
    assert (not holds) in results, results


@given(left=st.integers(), right=st.integers())
@pytest.mark.parametrize("sign", ["==", "!=", "<", "<=", ">", ">="])
def test_a_comparison_of_numbers_can_be_turned_from_both_sides(sign: str, left: int, right: int) -> None:
    holds = eval(f"{left} {sign} {right}")
    answers = flips(Note(0, "compare", sign, (left, right), holds), (), Random(1))
    turning = {
        place
        for place, value in answers
        if value is not OTHER
        and eval(f"{value if place == 0 else left} {sign} {value if place == 1 else right}") != holds
    }
    assert turning == {0, 1}


@given(left=st.floats(), right=st.floats())
@pytest.mark.parametrize("sign", ["<", ">", "=="])
def test_a_comparison_of_floats_can_be_turned_unless_it_is_of_no_number(sign: str, left: float, right: float) -> None:
    def holds(left: float, right: float) -> bool:
        return bool({"<": left < right, ">": left > right, "==": left == right}[sign])

    answers = flips(Note(0, "compare", sign, (left, right), holds(left, right)), (), Random(1))
    results = [
        holds(value, right) if place == 0 else holds(left, value) for place, value in answers if value is not OTHER
    ]
    if math.isfinite(left) and math.isfinite(right):
        assert (not holds(left, right)) in results


@given(text=st.text(max_size=5), part=st.text(min_size=1, max_size=3))
@pytest.mark.parametrize("name", ["startswith", "endswith"])
def test_beginnings_and_ends_are_put_on_and_taken_off(name: str, text: str, part: str) -> None:
    holds = getattr(text, name)(part)
    answers = flips(Note(0, "method", name, (text, part), holds), (), Random(1))
    assert any(getattr(value, name)(part) != holds for place, value in answers if place == 0)


def test_what_is_just_enough_comes_first() -> None:
    assert flips(Note(0, "compare", ">=", (1, 3), False), (), Random(1))[:2] == [(1, 1), (0, 3)]
    assert flips(Note(0, "compare", ">", (1, 3), False), (), Random(1))[:2] == [(1, 0), (0, 4)]


def test_a_part_is_put_at_the_beginning_the_end_and_in_the_middle() -> None:
    answers = flips(Note(0, "compare", "in", ("(", "1+2"), False), (), Random(1))
    assert {(1, "(1+2"), (1, "1+2("), (1, "1(+2")} <= set(answers)


def test_every_sign_has_an_opposite_whose_opposite_it_is() -> None:
    assert all(OPPOSITE[OPPOSITE[sign]] == sign != OPPOSITE[sign] for sign in OPPOSITE)


def test_a_match_is_answered_with_its_templates() -> None:
    assert flips(Note(0, "matched", "", (3,), None), [1, {"a": 2}], Random(1)) == [(0, 1), (0, {"a": 2})]


def test_what_worked_is_left_alone() -> None:
    assert flips(Note(0, "item", "[]", ([1], 0), 1), (), Random(1)) == []
    assert flips(Note(0, "call", int, ("3",), 3), (), Random(1)) == []


def test_a_match_of_a_pattern_is_varied_for_its_groups() -> None:
    note = Note(0, "method", "match", (re.compile("(a|b)(c+)"), "ac"), object())
    texts = {value for _, value in flips(note, (), Random(1))}
    assert len(texts) > 1
    assert all(re.match("(a|b)(c+)", text) for text in texts)


def test_of_a_large_table_only_some_keys_are_tried() -> None:
    answers = flips(Note(0, "compare", "in", (-1, set(range(10_000))), False), (), Random(1))
    assert len(answers) < 50


def test_nothing_is_raised_whatever_the_operands_are() -> None:
    operands = [
        (),
        (1,),
        (hostile(), hostile()),
        (None, 3),
        ("x", hostile()),
        (math.nan, 1),
        (10**400, 1.5),
        (b"", 1, 2),
    ]
    for given_operands in operands:
        for result in (True, False, hostile()):
            notes = [Note(0, "compare", sign, given_operands, result) for sign in OPPOSITE]
            notes += [Note(0, "method", name, given_operands, result, True) for name in (*METHODS, "strptime", "match")]
            notes += [Note(0, "call", function, given_operands, result, True) for function in (*PARSED, isinstance)]
            notes += [Note(0, "call", hostile(), given_operands, result)]
            notes += [Note(0, kind, "", given_operands, result, True) for kind in ("truth", "item", "matched")]
            for note in notes:
                assert isinstance(flips(note, (), Random(1)), list)


def test_dates_at_the_end_of_time_are_compared_too() -> None:
    note = Note(0, "compare", ">", (date(2024, 1, 1), date.max), False)
    assert (0, date.max) in flips(note, (), Random(1))
    note = Note(0, "compare", "<", (timedelta(1), timedelta.min), False)
    assert (0, timedelta.min) in flips(note, (), Random(1))


def test_a_bool_is_shifted_as_the_number_it_is() -> None:
    assert (0, 2) in flips(Note(0, "compare", ">", (0, True), False), (), Random(1))


def test_answers_of_the_same_seed_are_the_same() -> None:
    note = Note(0, "method", "match", (re.compile("[a-z]{1,9}"), "3"), None)
    assert flips(note, (), Random(5)) == flips(note, (), Random(5))


def test_decimals_are_shifted() -> None:
    assert (0, Decimal("2.5")) in flips(Note(0, "compare", "<", (Decimal(9), Decimal("3.5")), False), (), Random(1))
