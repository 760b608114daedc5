"""What users register for their types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

import tests.python.hints_samples as samples
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.reduce import reduce
from fuzzwright.engine.trees import replace
from fuzzwright.python import generators
from fuzzwright.python.generators import Registry, generator
from fuzzwright.python.hints import CannotGenerate, Hints
from fuzzwright.python.source import Writer

NAME = "tests.python.test_hints_generators"


def make_thing(number: int, name: str = "n") -> samples.Unmakeable:
    return samples.Unmakeable((number, name))


def other_thing() -> samples.Unmakeable:
    return samples.Unmakeable("other")


def shuffled(random: Random) -> samples.Unmakeable:
    return samples.Unmakeable(random.random())


def picky(number: int) -> samples.Unmakeable:
    if number < 0:
        raise ValueError("negative")
    return samples.Unmakeable(number)


def even() -> int:
    return 2


@pytest.fixture
def clean() -> Iterator[None]:
    """Leave the registry that all share as it was."""
    before = list(generators.DEFAULT.entries)
    generators.DEFAULT.entries.clear()
    yield
    generators.DEFAULT.entries[:] = before


def test_the_decorator_registers_for_what_the_function_returns(clean: None) -> None:
    assert generator(make_thing) is make_thing
    domain = Hints(generators.DEFAULT).domain(samples.Unmakeable)
    thing = domain.realise(domain.generate(Random(0), 4))
    assert type(thing) is samples.Unmakeable
    assert type(thing.thing[0]) is int


def test_values_are_calls_of_the_generator_and_reduce_like_others() -> None:
    registry = Registry()
    registry.add(samples.Unmakeable, make_thing)
    domain = Hints(registry).domain(samples.Unmakeable)
    value = domain.generate(Random(1), 8)
    reduced = reduce(domain, value, lambda candidate: True)
    assert domain.source(reduced, Writer()) == f"{NAME}.make_thing(0)"


def test_several_generators_of_one_type_are_all_used() -> None:
    registry = Registry()
    registry.add(None, make_thing)
    registry.add(None, other_thing)
    domain = Hints(registry).domain(list[samples.Unmakeable])
    made = [item.thing for seed in range(30) for item in domain.realise(domain.generate(Random(seed), 8))]
    assert "other" in made
    assert any(type(item) is tuple for item in made)


def test_a_generator_that_takes_a_random_gets_a_seeded_one() -> None:
    registry = Registry()
    registry.add(None, shuffled)
    domain = Hints(registry).domain(samples.Unmakeable)
    value = domain.generate(Random(1), 8)
    assert domain.realise(value).thing == domain.realise(value).thing
    assert domain.source(domain.simplest(), Writer()) == f"{NAME}.shuffled(random.Random(0))"


def test_a_raise_inside_a_generator_comes_out_while_building() -> None:
    registry = Registry()
    registry.add(None, picky)
    domain = Hints(registry).domain(samples.Unmakeable)
    with pytest.raises(ValueError, match="negative"):
        domain.realise((0, (-1,), ()))


def test_examples_are_a_finite_choice_of_copies(clean: None) -> None:
    generator(list[int], ([1], [2, 3]))
    domain = Hints(generators.DEFAULT).domain(list[int])
    seen = [domain.realise(domain.generate(Random(seed), 4)) for seed in range(30)]
    assert {tuple(item) for item in seen} == {(1,), (2, 3)}
    assert domain.realise(domain.simplest()) is not domain.realise(domain.simplest())
    assert domain.source(domain.simplest(), Writer()) == "[1]"


def test_a_generator_goes_before_the_built_in_domain_everywhere(clean: None) -> None:
    generator(int, even)
    domain = Hints(generators.DEFAULT).domain(dict[str, list[int]])
    found = [n for s in range(30) for items in domain.realise(domain.generate(Random(s), 8)).values() for n in items]
    assert set(found) == {2}


def test_no_examples_are_refused() -> None:
    registry = Registry()
    registry.add(samples.Unmakeable, [])
    with pytest.raises(CannotGenerate, match="no examples were given for Unmakeable"):
        Hints(registry).domain(samples.Unmakeable)


@dataclass(frozen=True)
class Both:
    left: tuple[int, ...]
    right: tuple[int, ...]


def copies(items: tuple[int, ...]) -> Both:
    return Both(items, items)


def wrong(number: int) -> Both:
    return number  # type: ignore[return-value]  # on purpose


def test_a_generator_that_only_starts_values_leaves_every_part_to_be_varied(clean: None) -> None:
    assert generator(starts=True)(copies) is copies
    domain = Hints(generators.DEFAULT).domain(Both)
    random = Random(3)
    fresh = [domain.mix(random, 1 + number % 16) for number in range(50)]
    assert all(domain.contains(both) and both.left == both.right for both in fresh)
    assert len(set(fresh)) > 20
    value = next(both for both in fresh if len(both.left) > 2)
    varied = replace(domain, value, (1,), ())
    assert varied == Both(value.left, ())


def test_a_start_of_the_wrong_type_does_not_fit(clean: None) -> None:
    generator(Both, wrong, starts=True)
    with pytest.raises(Unfit):
        Hints(generators.DEFAULT).domain(Both).generate(Random(1), 4)


def never(number: int) -> Both:
    raise ValueError("never")


def test_a_start_that_raises_does_not_fit(clean: None) -> None:
    generator(never, starts=True)
    with pytest.raises(Unfit, match=r"`never` raised ValueError"):
        Hints(generators.DEFAULT).domain(Both).generate(Random(1), 4)
