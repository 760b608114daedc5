"""What single hints mean, how annotations are resolved, and what is said when a type cannot be generated."""

from __future__ import annotations

import contextlib
import datetime as dt
import math
import sys
import types
import typing
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import IO, Annotated, Any, Literal, Union

import pytest
from annotated_types import Ge, Le, Len, Predicate, Timezone

import tests.python.hints_samples as samples
from fuzzwright.domains.numbers import Floats, Integers
from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.domains.sequences import Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.domains.unions import Chosen
from fuzzwright.engine.domain import Domain
from fuzzwright.python.anything import Anything, learn
from fuzzwright.python.hints import CannotGenerate, Hints, Unresolved, Where, resolve
from fuzzwright.python.source import Writer


def _objects(domain: Domain[Any], count: int = 200) -> list[Any]:
    return [domain.realise(domain.generate(Random(seed), 1 + seed % 16)) for seed in range(count)]


def _module(name: str, source: str) -> types.ModuleType:
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, f"{name}.py", "exec", dont_inherit=True), module.__dict__)
    return module


# Resolving


def test_names_imported_for_type_checkers_only_are_found() -> None:
    found = resolve(samples.checked_only)
    assert found["ratios"] == Sequence[Fraction]
    assert found["price"] is Decimal
    assert found["pair"] == tuple[int, str]


def test_a_protocol_that_only_type_checkers_see_gets_a_stand_in() -> None:
    first, second = resolve(samples.fetched)["client"], resolve(samples.fetched)["client"]
    assert first is second
    client = Hints().domain(first)
    assert client.realise(client.simplest()).fetch(Fraction(1)) == (0, "")


def test_a_name_that_cannot_be_found_is_told_and_the_others_are_kept() -> None:
    missing = resolve(samples.checked_only)["missing"]
    assert missing == Unresolved("Missing", "ModuleNotFoundError: No module named 'nowhere_to_be_found'")


def test_strings_inside_annotations_are_references_but_not_in_literals() -> None:
    module = _module(
        "quoted",
        "from typing import Annotated, List, Literal\n"
        "def f(a: 'List[\"B\"]', b: 'list[\"B\"] | None', c: \"Literal['B']\", d: \"Annotated['B', 'B']\"): ...\n"
        "class B: ...\n",
    )
    found = resolve(module.f)
    assert found["a"] == typing.List[module.B]  # type: ignore[name-defined]  # noqa: UP006 - made while running
    assert found["b"] == Union[list[module.B], None]  # type: ignore[name-defined]  # noqa: UP007 - likewise
    assert found["c"] == Literal["B"]
    assert found["d"].__metadata__ == ("B",)


def test_a_field_named_like_a_type_does_not_hide_the_type() -> None:
    module = _module(
        "hiding",
        "from __future__ import annotations\nimport datetime\nfrom dataclasses import dataclass\n"
        "from datetime import date\n"
        "@dataclass\nclass Day:\n    date: date = None\n    def list(self, other: list[int]) -> list[int]: ...\n",
    )
    assert resolve(module.Day)["date"] is module.date
    assert resolve(module.Day.list)["other"] == list[int]


def test_a_local_class_is_found_through_the_closure_of_its_methods() -> None:
    class Local:
        def __init__(self, other: Local | None) -> None:
            self.other = other
            self.kind = Local

    assert resolve(Local.__init__)["other"] == Union[Local, None]  # noqa: UP007 - made while running


def test_self_is_the_class_it_is_used_in() -> None:
    assert resolve(samples.Account.empty)["return"] is samples.Account


def test_type_variables_of_a_base_are_what_the_subclass_gave() -> None:
    assert resolve(samples.NamedBox)["content"] is str
    assert resolve(samples.NamedBox)["more"] == tuple[str, ...]


if sys.version_info >= (3, 12):  # before, the syntax is an error

    def test_aliases_and_type_parameters_of_the_new_syntax() -> None:
        module = _module(
            "modern",
            "type Tree = int | list[Tree]\n"
            "type Two[T] = tuple[T, T]\n"
            "class Cell[T]:\n    def __init__(self, content: T) -> None: self.content = content\n"
            "def f[S: (int, str)](a: Tree, b: Two[str], c: Cell[float], d: S, e: S) -> S: ...\n",
        )
        arguments = Hints().arguments(module.f)
        for seed in range(100):
            (a, b, c, d, e), _ = arguments.realise(arguments.generate(Random(seed), 12))
            assert type(a) in (int, list)
            assert [type(item) for item in b] == [str, str]
            assert type(c.content) is float
            assert type(d) is type(e)
            assert type(d) in (int, str)


# Meaning


def test_bounds_are_pushed_into_the_domains() -> None:
    hints = Hints()
    numbers = hints.domain(Annotated[int, Ge(3), Le(9)])
    assert isinstance(numbers, Integers)
    assert (numbers.low, numbers.high) == (3, 9)
    assert set(_objects(numbers)) == set(range(3, 10))
    lists = hints.domain(Annotated[list[int], Len(2, 4)])
    assert isinstance(lists, Sequences)
    assert {len(items) for items in _objects(lists)} == {2, 3, 4}
    floats = hints.domain(Annotated[float, Ge(0)])
    assert isinstance(floats, Floats)
    assert not any(math.isnan(number) for number in _objects(floats))


def test_constraints_leave_the_unconstrained_type_as_it_was() -> None:
    hints = Hints()
    hints.domain(Annotated[list[int], Len(2, 4)])
    assert [] in _objects(hints.domain(list[int]))


def test_a_predicate_is_asked_about_the_object_the_target_gets() -> None:
    domain = Hints().domain(Annotated[list[int], Predicate(lambda items: type(items) is list and len(items) > 2)])
    assert min(map(len, _objects(domain))) == 3


def test_bounds_without_a_number_between_them_are_refused() -> None:
    with pytest.raises(CannotGenerate, match="no int is within the bounds"):
        Hints().domain(Annotated[int, Ge(3), Le(2)])


def test_a_predicate_that_never_holds_is_refused() -> None:
    with pytest.raises(CannotGenerate, match="no value that the condition lets through"):
        Hints().domain(Annotated[int, Predicate(lambda number: False)])


def test_a_union_means_the_same_in_any_order() -> None:
    hints = Hints()
    first, second = hints.domain(int | str | None), hints.domain(None | str | int)
    assert [repr(first.generate(Random(seed), 4)) for seed in range(20)] == [
        repr(second.generate(Random(seed), 4)) for seed in range(20)
    ]


def test_a_member_that_cannot_be_made_is_left_out_of_a_union() -> None:
    assert set(map(type, _objects(Hints().domain(samples.Unmakeable | int)))) == {int}


def test_a_member_that_never_ends_is_left_out_of_a_union() -> None:
    assert set(map(type, _objects(Hints().domain(samples.Endless | int | list[samples.Endless])))) == {int, list}


def test_every_option_of_a_literal_and_every_flag_is_drawn() -> None:
    hints = Hints()
    drawn = _objects(hints.domain(Literal[1, True, "a"]))
    assert {(type(item), item) for item in drawn} == {(int, 1), (bool, True), (str, "a")}
    assert {flag.value for flag in _objects(hints.domain(samples.Right))} == set(range(8))


def test_anything_learns_which_members_are_worth_more() -> None:
    domain = Hints().domain(Any)
    assert isinstance(domain, Anything)
    strings = next(index for index, member in enumerate(domain.members) if isinstance(member, Strings))
    before = sum(type(item) is str for item in _objects(domain, 400))
    domain.credit({strings: 200})
    after = sum(type(item) is str for item in _objects(domain, 400))
    assert after > 1.5 * before
    assert after < 400
    domain.credit({})
    assert sum(type(item) is str for item in _objects(domain, 400)) == before


def test_anything_learns_from_the_inputs_that_got_further() -> None:
    domain = Hints().domain(Any)
    assert isinstance(domain, Anything)
    strings = next(index for index, member in enumerate(domain.members) if isinstance(member, Strings))
    first = list(domain.weights)
    learn([domain], domain, [(Chosen(strings, "a"), 5), (Chosen(strings, "b"), 100)])
    assert domain.weights[strings] == first[strings] + 5 + 8
    assert [w for i, w in enumerate(domain.weights) if i != strings] == [w for i, w in enumerate(first) if i != strings]


def test_recursive_types_end_at_every_size() -> None:
    domain = Hints().domain(samples.Tree)
    for seed in range(100):
        domain.realise(domain.generate(Random(seed), seed))
    assert domain.realise(domain.simplest()) == samples.Tree(0)


def test_a_generic_class_gets_its_arguments_everywhere() -> None:
    domain = Hints().domain(samples.Stack[bytes])
    made = _objects_built(domain)
    assert made
    assert all(type(item) is bytes for stack in made for item in stack.items)


def _objects_built(domain: Domain[Any]) -> list[Any]:
    made = []
    for seed in range(100):
        try:
            made.append(domain.realise(domain.generate(Random(seed), 8)))
        except IndexError:  # popped from an empty stack: a discard
            continue
    return made


def test_a_protocol_is_served_by_a_class_of_the_package_that_has_its_members() -> None:
    assert set(map(type, _objects(Hints(classes=[samples.File]).domain(samples.Closes)))) == {samples.File}


def test_a_protocol_without_class_gets_a_stand_in_with_its_members() -> None:
    domain = Hints().domain(samples.Reader)
    reader = domain.realise(domain.simplest())
    assert isinstance(reader, samples.Reader)
    assert (reader.name, reader.length, reader.read(3), len(reader)) == ("", 0, b"", 0)
    assert domain.source(domain.simplest(), Writer()) == (
        "type('Reader', (), {'name': '', 'length': 0, 'read': (lambda self, *a, **k: b''), "
        "'__len__': (lambda self, *a, **k: 0)})()"
    )


def test_functions_are_finite_maps_that_give_the_same_again() -> None:
    domain = Hints().domain(Callable[[int], str])
    value = ("d", (((1,), "x"), ((2,), "y")))
    assert domain.contains(value)
    function = domain.realise(value)
    assert [function(1), function(2), function(3), function(1)] == ["x", "y", "d", "x"]
    assert domain.source(value, Writer()) == "(lambda *a, **k: {(1,): 'x', (2,): 'y'}.get(a, 'd'))"
    assert domain.source(("d", ()), Writer()) == "(lambda *a, **k: 'd')"


def test_a_function_of_lists_is_looked_up_by_their_text_and_gives_fresh_lists() -> None:
    domain = Hints().domain(Callable[[list[int]], list[int]])
    function = domain.realise(((), ((((1,),), (7,)),)))
    assert function([1]) == [7]
    assert function([2]) == []
    assert function([1]) is not function([1])
    assert domain.source(((), ((((1,),), (7,)),)), Writer()) == "(lambda *a, **k: {'([1],)': [7]}.get(repr(a), []))"


# Refusing


def test_the_refusal_names_parameter_function_type_and_the_way_out() -> None:
    def load(stream: types.ModuleType) -> None: ...

    load.__module__, load.__qualname__ = "orders", "load"
    with pytest.raises(CannotGenerate) as caught:
        Hints().arguments(load)
    line = load.__code__.co_firstlineno
    assert str(caught.value) == (
        "cannot generate parameter `stream` of `orders.load`: a module is no value to make up\n"
        f"  at test_hints.py:{line}\n"
        "  fix: add `orders.load` to `exclude`"
    )


def test_a_class_without_annotations_is_refused_with_how_to_register_it() -> None:
    def use(thing: samples.Unmakeable) -> None: ...

    use.__module__, use.__qualname__ = "orders", "use"
    with pytest.raises(CannotGenerate) as caught:
        Hints().arguments(use)
    line = use.__code__.co_firstlineno
    assert str(caught.value) == (
        "cannot generate parameter `thing` of `orders.use`: "
        "no generator for Unmakeable (its parameter `thing`: no annotation)\n"
        f"  at test_hints.py:{line}\n"
        "  fix: register one with `fuzzwright.generator(Unmakeable, make_unmakeable)`, or add `orders.use` to `exclude`"
    )


def test_a_refusal_shows_arguments_of_types_as_they_are_written() -> None:
    error = CannotGenerate("no generator for IO[bytes]", Where("orders.load", "stream", "orders.py:41"), IO[bytes])
    assert str(error) == (
        "cannot generate parameter `stream` of `orders.load`: no generator for IO[bytes]\n"
        "  at orders.py:41\n"
        "  fix: register one with `fuzzwright.generator(IO[bytes], make_io)`, or add `orders.load` to `exclude`"
    )


@pytest.mark.parametrize(
    ("hint", "reason"),
    [
        (typing.Never, "Never has no values"),
        (typing.NoReturn, "NoReturn has no values"),
        (samples.Endless, "every value of the type would be infinitely deep"),
        (Unresolved("Nope", "the name `Nope` is not defined"), "cannot resolve `Nope`: the name `Nope` is not defined"),
        (7, "no generator for 7"),
    ],
)
def test_types_without_values_are_refused_with_the_reason(hint: Any, reason: str) -> None:
    with pytest.raises(CannotGenerate) as caught:
        Hints().domain(hint)
    assert caught.value.reason == reason


def test_a_refused_type_can_be_asked_for_again() -> None:
    hints = Hints()
    for _ in range(2):
        with pytest.raises(CannotGenerate):
            hints.domain(list[samples.Unmakeable])
    assert hints.domain(list[int]) is hints.domain(list[int])


def test_a_parameter_without_annotation_is_refused_unless_anything_goes() -> None:
    with pytest.raises(CannotGenerate, match=r"parameter `a` of .*: no annotation"):
        Hints().arguments(samples.untyped)
    arguments = Hints(unannotated="any").arguments(samples.untyped)
    assert len({type(arguments.realise(arguments.generate(Random(seed), 8))[0][0]) for seed in range(100)}) > 5


def test_a_default_tells_the_type_of_an_unannotated_parameter() -> None:
    arguments = Hints().arguments(samples.of_defaults)
    kinds: list[set[type]] = [set(), set(), set(), set()]
    for seed in range(200):
        for place, item in enumerate(arguments.realise(arguments.generate(Random(seed), 16))[0]):
            kinds[place].add(type(item))
    assert kinds[0] == {int}
    assert kinds[1] == {str}
    assert {type(None), int, str} < kinds[2]
    assert kinds[3] == {list}


def test_what_cannot_be_made_is_left_out_if_it_has_a_default() -> None:
    arguments = Hints().arguments(samples.checked_only)
    assert all(arguments.generate(Random(seed), 8)[3] is LEFT_OUT for seed in range(50))
    assert "cannot resolve `Missing`" in str(arguments.refused[0])


def test_what_is_only_a_base_of_a_narrower_type_can_be_asked_for_later() -> None:
    hints = Hints()
    hints.domain(Annotated[dt.datetime, Timezone(None)])
    domain = hints.domain(dt.datetime)
    assert all(isinstance(domain.realise(domain.generate(Random(seed), 1)), dt.datetime) for seed in range(20))


def test_numbers_of_classes_derived_from_dates_are_those_of_the_calendar() -> None:
    domain = Hints().domain(samples.Deadline)
    made = []
    for seed in range(100):
        with contextlib.suppress(ValueError):  # the last days of a month that has fewer
            made.append(domain.realise(domain.generate(Random(seed), 32)))
    assert len(made) > 90
    assert len({moment.month for moment in made}) > 6


def test_a_class_that_decides_what_its_instances_are_gets_what_it_stands_for_to_type_checkers() -> None:
    words = _objects(Hints().build(samples.Word))
    assert {type(word) for word in words} == {str}
    assert "" not in words
