"""Laws as Python code meets them: what they take, when they hold, and what they say when they do not."""

from __future__ import annotations

import functools
import inspect
import json
import math
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

import pytest

from fuzzwright import FuzzwrightError, LawBroken, agree, explore, idempotent, prop, round_trip, two_way
from fuzzwright.python.discover import find_functions
from fuzzwright.python.laws import Law
from fuzzwright.python.properties import Assumed, is_property
from fuzzwright.python.sameness import same

NAN = float("nan")


def sort(items: list[int], *, reverse: bool = False, runs: int = 8) -> list[int]:
    return sorted(items, reverse=reverse)


def sort_in_place(items: list[int]) -> list[int]:
    items.sort()
    return items


def forgetful_sort(items: list[int]) -> list[int]:
    return sorted(set(items))


def halve(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def halve_or_stop(number: int) -> int:
    if number % 2:
        raise ArithmeticError
    return number >> 1


def count(number: int) -> Iterator[int]:
    yield from range(number)


async def wait_for(number: int) -> list[int]:
    return list(range(number))


async def count_slowly(number: int) -> AsyncIterator[int]:
    for each in range(number):
        yield each


def bare(x, y=3):  # type: ignore[no-untyped-def]  # has no hints on purpose
    return x


@dataclass
class Point:
    x: int
    y: int = 0

    def write(self) -> str:
        return f"{self.x};{self.y}"

    @classmethod
    def read(cls, text: str) -> Point:
        x, y = text.split(";")
        return cls(int(x), int(y))

    @staticmethod
    def mirrored(point: Point) -> Point:
        return Point(point.y, point.x)


def said(law: Law, *arguments: Any, **named: Any) -> str:
    """Return what a law says that does not hold for these arguments."""
    with pytest.raises(LawBroken) as broken:
        law(*arguments, **named)
    return str(broken.value)


def hints(law: Law) -> dict[str, Any]:
    """Return the parameters of a law with their hints."""
    found = dict(law.__annotations__)
    assert list(inspect.signature(law).parameters) == list(found)
    return found


# What agrees -----------------------------------------------------------------------------------------


def test_functions_that_return_the_same_agree_and_a_difference_names_both_calls() -> None:
    law = agree(forgetful_sort, sorted)
    law([3, 1, 2])
    assert said(law, [2, 2]) == "forgetful_sort([2, 2]) returned [2], but sorted([2, 2]) returned [2, 2]"


def test_more_than_two_functions_are_compared_with_the_first() -> None:
    law = agree(sorted, sort, forgetful_sort)
    law([1, 2])
    assert said(law, [1, 1]) == "sorted([1, 1]) returned [1, 1], but forgetful_sort([1, 1]) returned [1]"


def test_each_function_gets_its_own_copy_of_the_arguments() -> None:
    seen: list[int] = []

    def take_all(items: list[int]) -> int:
        seen.append(id(items))
        total = sum(items)
        items.clear()
        return total

    items = [1, 2]
    agree(take_all, functools.partial(take_all))(items)
    assert items == [1, 2]
    assert len({*seen, id(items)}) == 3


def test_what_functions_do_to_their_arguments_is_compared_too() -> None:
    law = agree(sort_in_place, sorted)
    law([1, 2])
    assert said(law, [2, 1]) == (
        "sort_in_place([2, 1]) left its argument as [1, 2], but sorted([2, 1]) left its argument as [2, 1]"
    )


def test_nested_arguments_are_copied_to_their_depth() -> None:
    def append(rows: list[list[int]]) -> int:
        rows[0].append(1)
        return 0

    def leave(rows: list[list[int]]) -> int:
        return 0

    assert "left its argument as [[1]], but leave([[]]) left its argument as [[]]" in said(agree(append, leave), [[]])


def test_exceptions_of_one_type_agree_whatever_they_say() -> None:
    def halve_too(number: int) -> int:
        if number % 2:
            raise ValueError("cannot")
        return number // 2

    agree(halve, halve_too)(3)


def test_exceptions_of_two_types_do_not_agree_unless_any_will_do() -> None:
    told = said(agree(halve, halve_or_stop), 3)
    assert told == "halve(3) raised ValueError: 3 is odd, but halve_or_stop(3) raised ArithmeticError"
    agree(halve, halve_or_stop, any_error=True)(3)


def test_raising_and_returning_do_not_agree_and_the_exception_is_the_cause() -> None:
    with pytest.raises(LawBroken) as broken:
        agree(halve, lambda number: number // 2, any_error=True)(3)
    assert str(broken.value) == "halve(3) raised ValueError: 3 is odd, but lambda(3) returned 1"
    assert isinstance(broken.value.__cause__, ValueError)


def test_what_a_law_says_nothing_about_discards_the_input() -> None:
    law = agree(halve, lambda number: number // 2, raises=ValueError)
    law(2)
    with pytest.raises(Assumed):
        law(3)


def test_arguments_that_cannot_be_copied_discard_the_input() -> None:
    with pytest.raises(Assumed):
        agree(list, sorted, of={"x": Iterable[int]})(number for number in (1, 2))


def test_what_ends_the_process_is_no_result() -> None:
    def leave(number: int) -> None:
        raise SystemExit(number)

    with pytest.raises(SystemExit):
        agree(leave, leave)(1)


def test_coroutines_generators_and_iterators_are_compared_by_what_they_come_to() -> None:
    agree(count, wait_for, count_slowly, lambda number: map(int, range(number)), lambda n: list(range(n)))(3)
    assert said(agree(count, lambda number: [0]), 2) == "count(2) returned [0, 1], but lambda(2) returned [0]"


def test_a_comparer_of_ones_own_decides_on_results() -> None:
    law = agree(math.sqrt, lambda x: x**0.5 + 1e-12, of={"x": float}, equal=math.isclose)
    law(2.0)
    assert "sqrt(2.0)" in said(agree(math.sqrt, lambda x: x, of={"x": float}, equal=math.isclose), 2.0)


def test_types_differ_only_on_request_and_are_told_where_values_look_alike() -> None:
    def one(x: int) -> Any:
        return 1

    def true(x: int) -> Any:
        return True

    agree(one, true)(0)
    assert said(agree(one, true, types=True), 0) == "one(0) returned 1, but true(0) returned True"

    class Text(str):
        __slots__ = ()

    told = said(agree(lambda x: "a", lambda x: Text("a"), of={"x": int}, types=True), 0)
    assert told.partition(" returned ")[2].startswith("'a' (str), but ")


def test_long_values_are_cut_and_odd_ones_are_named() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError

    told = said(agree(lambda x: "a" * 1000, lambda x: Odd(), of={"x": int}), 0)
    assert len(told) < 400
    assert "returned <Odd whose repr raises RuntimeError>" in told


def test_objects_that_do_not_say_how_they_look_are_shown_by_what_they_hold() -> None:
    law = agree(lambda x: Plain([x]), lambda x: Plain([x, x]), of={"x": int})
    assert said(law, 1).endswith(
        "returned <Plain value=[1]>, but tests.python.test_laws.lambda(1) returned <Plain value=[1, 1]>"
    )


def test_what_a_builtin_raises_has_no_place_to_show() -> None:
    with pytest.raises(LawBroken) as broken:
        agree(int, lambda text: 0, of={"text": str})("x")
    assert str(broken.value).startswith("int('x') raised ValueError: invalid literal")
    assert broken.value.__cause__ is None


def test_functions_of_one_name_are_told_apart_by_their_modules() -> None:
    import copy
    import pickle

    assert repr(agree(pickle.dumps, json.dumps, of={"obj": int})) == "<law agree(_pickle.dumps, json.dumps)>"
    assert repr(agree(copy.copy, json.dumps, of={"x": int})) == "<law agree(copy, dumps)>"


# The other laws --------------------------------------------------------------------------------------


def test_a_round_trip_gives_back_what_was_given() -> None:
    def write(text: str) -> str:
        return text.replace(",", ";")

    def read(text: str) -> str:
        return text.replace(";", ",")

    law = round_trip(write, read)
    law("a,b")
    assert said(law, ";") == "write(';') returned ';', but read(';') returned ',', not ';'"


def test_what_both_ways_of_a_round_trip_take_is_given_to_both() -> None:
    def shift(text: str, key: int, times: int) -> list[int]:
        return [ord(letter) + key * times for letter in text]

    def unshift(codes: list[int], *, key: int, times: int = 1) -> str:
        return "".join(chr(code - key * times) for code in codes)

    def unshift_once(codes: list[int], key: int) -> str:
        return "".join(chr(code - key) for code in codes)

    round_trip(shift, unshift)("ab", 3, 2)
    told = said(round_trip(shift, unshift_once), "b", 1, 2)
    assert told == "shift('b', 1, 2) returned [100], but unshift_once([100], key=1) returned 'c', not 'b'"


def test_an_exception_on_a_round_trip_is_the_failure_itself() -> None:
    with pytest.raises(ValueError, match="is odd"):
        round_trip(halve, lambda number: number * 2)(3)
    with pytest.raises(Assumed):
        round_trip(halve, lambda number: number * 2, raises=ValueError)(3)


def test_doing_it_twice_is_doing_it_once() -> None:
    def single(text: str, space: str) -> str:
        return text.replace(space * 2, space)

    law = idempotent(single)
    law("a  b", " ")
    assert said(law, "    ", " ") == "single('    ', ' ') returned '  ', but single('  ', ' ') returned ' '"


def test_what_works_in_place_is_looked_at_by_its_argument() -> None:
    def rotate(items: list[int]) -> None:
        items.append(items.pop(0))

    def clear(items: list[int]) -> None:
        items.clear()

    idempotent(clear)([1, 2])
    assert said(idempotent(rotate), [1, 2]) == "rotate([1, 2]) left [2, 1], but rotate([2, 1]) left [1, 2]"


def test_two_ways_to_judge_have_to_come_to_the_same() -> None:
    def is_number(text: str) -> bool:
        return text.isdigit()

    law = two_way(is_number, int)
    law("12")
    law("x")
    assert said(law, " 1") == (
        "`is_number` refuses what `int` takes: is_number(' 1') returned False, but int(' 1') returned 1"
    )
    told = said(law, "²")
    assert told.startswith("`is_number` accepts what `int` refuses: is_number('²') returned True, but int('²') raised")


def test_a_validator_that_answers_refuses_by_its_answer() -> None:
    def is_even(number: int) -> bool:
        return number % 2 == 0

    def check_even(number: int) -> bool:
        return not number & 1

    two_way(is_even, check_even)(3)
    two_way(is_even, lambda number: number % 2 == 0, by_result=True)(3)
    assert "`is_even` refuses what `lambda` takes" in said(two_way(is_even, lambda number: number % 2 == 0), 3)


def test_only_refusals_refuse() -> None:
    law = two_way(lambda number: number % 2 == 0, halve, refuses=ArithmeticError)
    law(2)
    with pytest.raises(ValueError, match="is odd"):
        law(3)


# What they take --------------------------------------------------------------------------------------


def test_hints_come_from_whichever_function_has_them() -> None:
    assert hints(agree(sorted, sort_in_place)) == hints(agree(sort_in_place, sorted)) == {"items": list[int]}


def test_options_are_given_where_all_functions_have_them() -> None:
    law = agree(sort, sorted)
    assert hints(law) == {"items": list[int], "reverse": bool}
    law([1, 2], reverse=True)
    law(items=[2, 1])
    assert hints(agree(sort, forgetful_sort)) == {"items": list[int]}
    assert hints(idempotent(sort)) == {"items": list[int]}
    assert hints(idempotent(sort, of={"runs": int})) == {"items": list[int], "runs": int}


def test_hints_can_be_given_and_narrowed() -> None:
    small = Annotated[int, "small"]
    assert hints(agree(halve, halve_or_stop, of={"number": small})) == {"number": small}
    assert hints(agree(bare, bare, of={"x": int, "y": str})) == {"x": int, "y": str}
    assert hints(agree(max, min, of={"left": int, "right": int})) == {"left": int, "right": int}


def test_what_comes_back_has_the_type_that_was_sent() -> None:
    def untyped(x):  # type: ignore[no-untyped-def]  # has no hints on purpose
        return repr(x)

    def read(text: str) -> list[int]:
        found: list[int] = json.loads(text)
        return found

    assert hints(round_trip(untyped, read)) == {"x": list[int]}


def test_methods_take_an_instance_of_their_class() -> None:
    law = round_trip(Point.write, Point.read)
    assert hints(law) == {"self": Point}
    law(Point(1, 2))
    assert hints(idempotent(Point.mirrored)) == {"point": Point}


def test_what_is_tested_alone_is_always_given_its_first_parameter() -> None:
    def encode(*, text: str = "", key: int = 1) -> list[int]:
        return [ord(letter) + key for letter in text]

    def decode(codes: list[int], key: int = 1) -> str:
        return "".join(chr(code - key) for code in codes)

    law = round_trip(encode, decode)
    assert str(inspect.signature(law)) == "(*, text)"
    law(text="ab")
    keyed = round_trip(encode, decode, of={"key": int})
    assert hints(keyed) == {"text": str, "key": int}
    keyed(text="ab", key=2)
    idempotent(lambda *, text="": text.strip(), of={"text": str})(text=" a ")


def test_a_class_is_taken_by_its_constructor() -> None:
    assert hints(agree(Point, lambda x: Point(x))) == {"x": int}


def test_names_in_hints_may_be_defined_after_the_law() -> None:
    assert hints(EARLY[0]) == {"late": Late}


def takes_late(late: Late) -> Late:
    return late


EARLY = (idempotent(takes_late),)  # as it would be at the top of a module, but not collected


@dataclass
class Late:
    number: int


@pytest.mark.parametrize(
    ("make", "what", "fix"),
    [
        (lambda: agree(bare, sorted), "parameter `x` of `bare` has no type hint", 'agree(…, of={"x": int})'),
        (lambda: agree(max, min), "nothing says what `max` takes", 'agree(…, of={"x": int})'),
        (lambda: round_trip(bare, repr), "parameter `x` of `bare` has no type hint", 'round_trip(…, of={"x": int})'),
        (lambda: two_way(lambda: True, dict), "`lambda` has no parameter to generate", "give it one with a type hint"),
        (lambda: agree(halve, int, of={"n": int}), "`halve` has no parameter `n`", "it takes `number`"),
    ],
)
def test_a_law_without_usable_hints_says_how_to_mend_it(make: Callable[[], Law], what: str, fix: str) -> None:
    law = make()
    with pytest.raises(FuzzwrightError) as refused:
        inspect.signature(law)
    assert what in refused.value.what
    assert refused.value.what.startswith(f"law `{law.__qualname__}`: ")
    assert fix in (refused.value.fix or "")
    assert (refused.value.where or "").startswith("test_laws.py:")


def test_a_law_is_made_of_functions() -> None:
    with pytest.raises(TypeError, match="a law is made of functions, not of 3"):
        agree(halve, 3)  # type: ignore[arg-type]  # what is tested


# Where they stand ------------------------------------------------------------------------------------


MODULE = """
from fuzzwright import agree, example, idempotent

def made(function):
    return idempotent(function)

def same(x: int) -> int:
    return x

alone = agree(
    same,
    abs,
)
given = example(3)(agree(same, abs))
indirect = made(same)
other_name = alone

class Group:
    inside = idempotent(same)
"""


def test_laws_are_found_by_name_and_line_in_modules_and_classes(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "laws_of_module.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    import laws_of_module  # type: ignore[import-not-found]  # written just now

    found = {each.qualname: each for each in find_functions(laws_of_module) if each.is_property}
    lines = {name: (each.line, each.last_line) for name, each in found.items()}
    assert lines == {"alone": (10, 13), "given": (14, 14), "indirect": (15, 15), "Group.inside": (19, 19)}
    assert all(each.owner is None and not each.needs_self and not each.reason for each in found.values())
    assert laws_of_module.Group().inside is laws_of_module.Group.inside
    assert {each.object.__qualname__ for each in found.values()} == set(found)
    assert is_property(laws_of_module.alone)


def test_a_failure_passes_the_place_where_the_law_was_made() -> None:
    law = agree(halve, abs)
    line = inspect.currentframe().f_lineno - 1  # type: ignore[union-attr]  # there is one
    with pytest.raises(LawBroken) as broken:
        law(4)
    assert (__file__, line) in [(str(entry.path), entry.lineno + 1) for entry in broken.traceback]


# Fuzzed ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_law_is_explored_like_a_property() -> None:
    found = explore(agree(forgetful_sort, sorted), executions=500)
    (finding,) = found.findings
    assert finding.message == "forgetful_sort([0, 0]) returned [0], but sorted([0, 0]) returned [0, 0]"
    assert finding.exception == "fuzzwright.LawBroken"
    assert finding.verdict == "unexpected"
    assert not explore(agree(sort, sorted), executions=300).findings


@pytest.mark.slow
def test_a_property_called_by_another_returns_its_answer_there() -> None:
    @prop
    def is_small(number: int) -> bool:
        return number < 20

    @prop
    def asks_another(number: int) -> None:
        if not is_small(number):
            raise AssertionError("the other said False")

    found = explore(asks_another, executions=200)
    (finding,) = found.findings
    assert (finding.exception, finding.message) == ("AssertionError", "the other said False")
    (finding,) = explore(is_small, executions=200).findings
    assert finding.exception == "returned False"


# Sameness --------------------------------------------------------------------------------------------


class Plain:
    def __init__(self, value: Any) -> None:
        self.value = value


class Slotted:
    __slots__ = ("__hidden", "value")

    def __init__(self, value: Any, hidden: Any = 0) -> None:
        self.value = value
        self.__hidden = hidden


class NoTruth:
    """As arrays of numeric libraries are."""

    def __init__(self, *items: Any) -> None:
        self.items = items

    def __eq__(self, other: object) -> Any:
        return NoTruth()

    def __bool__(self) -> bool:
        raise ValueError("the truth value is ambiguous")

    def tolist(self) -> list[Any]:
        return list(self.items)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (NAN, float("nan")),
        ([1, {"a": NAN}], [1, {"a": float("nan")}]),
        ({NAN: 1, 2: 3}, {2: 3, float("nan"): 1}),
        ({NAN, 1}, {1, float("nan")}),
        (complex(NAN, 1), complex(float("nan"), 1)),
        (Decimal("NaN"), Decimal("NaN")),
        (Point(1), Point(1)),
        (Plain([NAN]), Plain([float("nan")])),
        (Slotted(1), Slotted(1)),
        (ValueError("a", 1), ValueError("a", 1)),
        (NoTruth(1, NAN), NoTruth(1, float("nan"))),
        (1, True),
        (1, 1.0),
        ({1}, {1.0}),
    ],
)
def test_what_is_the_same(one: Any, other: Any) -> None:
    assert same(one, other)
    assert same(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (NAN, 1.0),
        ([1], (1,)),
        ([1], [1, 2]),
        ({"a": 1}, {"b": 1}),
        ({NAN: 1}, {float("nan"): 2}),
        ({NAN}, {1}),
        (Plain(1), Plain(2)),
        (Plain(1), Slotted(1)),
        (Slotted(1, 2), Slotted(1, 3)),
        (ValueError("a"), ValueError("b")),
        (ValueError("a"), KeyError("a")),
        (NoTruth(1), NoTruth(2)),
        (object(), object()),
        ("1", 1),
        (None, False),
    ],
)
def test_what_is_not_the_same(one: Any, other: Any) -> None:
    assert not same(one, other)
    assert not same(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [(1, True), (1, 1.0), ([1], [True]), ({1: 1}, {1.0: 1}), ({1}, {True}), (Plain(1), Plain(1.0))]
)
def test_types_can_be_told_apart_at_any_depth(one: Any, other: Any) -> None:
    assert same(one, other)
    assert not same(one, other, types=True)
    assert same(one, one, types=True)


def test_values_that_contain_themselves_can_be_compared() -> None:
    one: list[Any] = [1]
    one.append(one)
    other: list[Any] = [1]
    other.append(other)
    assert same(one, other)
    other[0] = 2
    assert not same(one, other)
