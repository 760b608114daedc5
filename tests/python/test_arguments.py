"""Arguments of whole functions: making, preparing, calling and writing them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from random import Random
from typing import Any, Generic, ParamSpec, TypedDict, TypeVar, Unpack

import pytest

import tests.python.hints_samples as samples
from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.domains.unions import Chosen
from fuzzwright.engine.codec import decode, encode
from fuzzwright.engine.reduce import reduce
from fuzzwright.engine.trees import crossover
from fuzzwright.python.hints import Hints
from fuzzwright.python.recipes import Recipe
from fuzzwright.python.refusals import CannotGenerate
from fuzzwright.python.source import Writer

T = TypeVar("T")
SENTINEL = object()


class Options(TypedDict, total=False):
    depth: int
    name: str


def plain(a: int, b: str) -> tuple[int, str]:
    return a, b


def lists(a: list[int], b: int = 3) -> tuple[list[int], int]:
    return a, b


def sentinel(a: Any = SENTINEL, b: int = 0, /, *rest: int) -> Any:
    return a, b, rest


def options(**given: Unpack[Options]) -> dict[str, Any]:
    return dict(given)


class Holder(Generic[T]):
    def __init__(self, item: T) -> None:
        self.item = item

    def put(self, item: T, *, twice: bool = False) -> T:
        return item

    @classmethod
    def make(cls, number: int) -> Holder[int]:
        return Holder(number)

    @staticmethod
    def free(number: int) -> int:
        return number

    @property
    def content(self) -> T:
        return self.item


hints = Hints()


def test_plain_arguments_go_to_the_function_as_they_are() -> None:
    arguments = hints.arguments(plain)
    value = (1, "a")
    assert arguments.prepare(value) is value
    assert not arguments.kw
    assert arguments.caller(plain)(value) == (1, "a")


def test_every_call_gets_fresh_arguments() -> None:
    arguments = hints.arguments(lists)
    call = arguments.caller(lists)
    first, second = call(((1, 2), LEFT_OUT)), call(((1, 2), LEFT_OUT))
    assert first == second == ([1, 2], 3)
    assert first[0] is not second[0]


def test_left_out_arguments_are_the_default_object_itself() -> None:
    arguments = hints.arguments(sentinel)
    assert arguments.caller(sentinel)((LEFT_OUT, 5, (7,)))[0] is SENTINEL
    assert arguments.realise((LEFT_OUT, 5, (7,))) == ((SENTINEL, 5, 7), {})


def test_parameters_of_every_kind_are_passed_as_they_have_to_be() -> None:
    arguments = hints.arguments(samples.everything)
    value = (1, "b", LEFT_OUT, (4, 5), b"d", LEFT_OUT, (("key", "v"),))
    assert arguments.contains(value)
    assert arguments.kw
    assert arguments.caller(samples.everything)(value) == (1, "b", 1.5, (4, 5), b"d", None, {"key": "v"})
    assert arguments.realise(value) == ((1, "b", 1.5, 4, 5), {"d": b"d", "key": "v"})


def test_every_generated_call_binds_and_is_written_as_it_is_made() -> None:
    arguments = hints.arguments(samples.everything)
    call = arguments.caller(samples.everything)
    for seed in range(300):
        value = arguments.generate(Random(seed), seed % 24)
        assert arguments.contains(value)
        writer = Writer()
        text = arguments.call(value, writer, writer.refer(samples.everything))
        namespace: dict[str, Any] = {}
        exec("\n".join(writer.imports), namespace)
        assert repr(eval(text, namespace)) == repr(call(value))
        assert repr(decode(arguments, encode(arguments, value))) == repr(value)


def test_a_call_says_no_more_than_it_has_to() -> None:
    arguments = hints.arguments(samples.everything)

    def write(*entries: Any) -> str:
        return arguments.call(entries, Writer(), "m.everything")

    assert write(1, "b", LEFT_OUT, (), b"d", LEFT_OUT, ()) == "m.everything(1, 'b', d=b'd')"
    assert write(1, "b", 2.5, (3,), b"", Chosen(0, None), ()) == "m.everything(1, 'b', 2.5, 3, d=b'', e=None)"
    assert write(1, "b", LEFT_OUT, (3,), b"", LEFT_OUT, ()) == "m.everything(1, 'b', 1.5, 3, d=b'')"
    assert write(1, "b", LEFT_OUT, (), b"", LEFT_OUT, (("x", "y"),)) == "m.everything(1, 'b', d=b'', x='y')"


def test_arguments_after_one_that_is_left_out_are_given_by_name() -> None:
    def f(a: int = 1, b: int = 2, c: int = 3) -> None: ...

    assert hints.arguments(f).call((LEFT_OUT, 5, LEFT_OUT), Writer(), "m.f") == "m.f(b=5)"


def test_a_default_that_has_no_name_is_looked_up_where_a_place_must_be_filled() -> None:
    writer = Writer()
    text = hints.arguments(sentinel).call((LEFT_OUT, 5, ()), writer, writer.refer(sentinel))
    name = "tests.python.test_arguments.sentinel"
    assert text == f"{name}(inspect.signature({name}).parameters['a'].default, 5)"
    assert writer.imports == ["import inspect", "import tests.python.test_arguments"]


def test_a_method_has_its_receiver_first() -> None:
    arguments = hints.arguments(samples.Account.deposit, owner=samples.Account)
    assert arguments.receiver
    value = (Recipe(0, (5, LEFT_OUT)), 9)
    assert arguments.contains(value)
    assert arguments.call(value, Writer(), "deposit") == "tests.python.hints_samples.Account(5).deposit(9)"
    (account, amount), _ = arguments.realise(value)
    assert (account.balance, amount) == (5, 9)


def test_class_and_static_methods_have_no_receiver() -> None:
    writer = Writer()
    made = hints.arguments(Holder.make, owner=Holder)
    assert made.call((1,), writer, writer.refer(Holder.make)) == "tests.python.test_arguments.Holder.make(1)"
    free = hints.arguments(Holder.free, owner=Holder)
    assert free.call((1,), writer, writer.refer(Holder.free)) == "tests.python.test_arguments.Holder.free(1)"


def test_a_property_is_asked_for_not_called() -> None:
    getter = Holder.__dict__["content"].fget
    arguments = hints.arguments(getter, owner=Holder)
    text = arguments.call(arguments.simplest(), Writer(), "content")
    assert text == "tests.python.test_arguments.Holder(0).content"


def test_a_constructor_takes_what_the_class_takes() -> None:
    arguments = hints.arguments(samples.Account)
    assert arguments.call((5, "me"), Writer(), "m.Account") == "m.Account(5, owner='me')"


def test_a_type_variable_stands_for_one_type_within_a_call() -> None:
    arguments = hints.arguments(samples.pair_up)
    seen: set[type] = set()
    for seed in range(200):
        value = arguments.generate(Random(seed), 8)
        (left, right, rest), _ = arguments.realise(value)
        assert type(left) is type(right)
        assert {type(item) for item in rest} <= {type(left)}
        assert repr(decode(arguments, encode(arguments, value))) == repr(value)
        seen.add(type(left))
    assert seen == {int, str}


def test_the_type_variable_of_a_class_stands_for_one_type_in_receiver_and_arguments() -> None:
    arguments = hints.arguments(Holder.put, owner=Holder)
    call = arguments.caller(lambda holder, item, twice=False: (type(holder.item), type(item)))
    kinds = {call(arguments.generate(Random(seed), 0)) for seed in range(50)}
    assert kinds == {(int, int), (str, str)}


def test_variants_are_mutated_crossed_and_reduced_within_themselves() -> None:
    arguments = hints.arguments(samples.pair_up)
    random = Random(3)
    value, other = arguments.generate(random, 8), arguments.generate(random, 8)
    for _ in range(200):
        value = arguments.mutate(value, random)
        assert arguments.contains(value)
        child = crossover(arguments, value, other, random)
        assert child is None or arguments.contains(child)
    assert reduce(arguments, value, lambda candidate: True) == arguments.simplest() == (0, 0, (), 0)


def test_named_arguments_of_a_typed_dict_have_its_keys() -> None:
    arguments = hints.arguments(options)
    call = arguments.caller(options)
    for seed in range(50):
        value = arguments.generate(Random(seed), 8)
        given = call(value)
        assert given.keys() <= {"depth", "name"}
        assert eval(arguments.call(value, Writer(), "options"), {"options": options}) == given


def test_a_partial_asks_only_for_what_is_missing() -> None:
    arguments = hints.arguments(functools.partial(plain, 5))
    assert arguments.caller(functools.partial(plain, 5))(("x",)) == (5, "x")


def test_what_can_be_left_out_is_left_out_about_one_time_in_four() -> None:
    arguments = hints.arguments(lists)
    left = sum(arguments.generate(Random(seed), 8)[1] is LEFT_OUT for seed in range(1000))
    assert 180 < left < 320


def test_a_function_without_parameters_has_one_value() -> None:
    def nothing() -> int:
        return 1

    arguments = hints.arguments(nothing)
    assert arguments.generate(Random(0), 8) == ()
    assert arguments.mutate((), Random(0)) == ()
    assert arguments.caller(nothing)(()) == 1
    assert arguments.call((), Writer(), "m.nothing") == "m.nothing()"


P = ParamSpec("P")


def hidden(*args: P.args, **kwargs: P.kwargs) -> int:  # type: ignore[valid-type]  # what it wraps is not seen
    return len(args) + len(kwargs)


def called(function: Callable[P, int], *args: P.args, **kwargs: P.kwargs) -> int:
    return function(*args, **kwargs)


def test_parameters_that_a_decorator_hides_are_told_with_what_would_show_them() -> None:
    with pytest.raises(CannotGenerate, match="a decorator hides its parameters") as told:
        Hints().arguments(hidden)
    assert "functools.wraps" in str(told.value.fix)
    assert len(Hints().arguments(called).slots) == 3
