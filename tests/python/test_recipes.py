"""Objects kept as the way they were made."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

import tests.python.hints_samples as samples
from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.engine.codec import decode, encode
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.reduce import reduce
from fuzzwright.python.hints import Hints
from fuzzwright.python.objects import write_object
from fuzzwright.python.recipes import MOST_STEPS, Recipe, Recipes
from fuzzwright.python.source import Writer

NAME = "tests.python.hints_samples"


@pytest.fixture
def accounts() -> Recipes:
    domain = Hints().domain(samples.Account)
    assert isinstance(domain, Recipes)
    return domain


def test_the_constructor_and_annotated_factories_are_makers(accounts: Recipes) -> None:
    assert [maker.function for maker in accounts.makers] == [
        samples.Account,
        samples.Account.empty,
        samples.Account.rich,
    ]


def test_only_public_annotated_plain_methods_are_steps(accounts: Recipes) -> None:
    assert [step.name for step in accounts.steps] == ["deposit"]


def test_a_recipe_is_carried_out_anew_each_time(accounts: Recipes) -> None:
    recipe = Recipe(1, ("me",), ((0, (5,)), (0, (6,))))
    first, second = accounts.realise(recipe), accounts.realise(recipe)
    assert first == second
    assert first is not second
    assert (first.balance, first.owner) == (11, "me")


def test_without_steps_only_the_call_is_written(accounts: Recipes) -> None:
    assert accounts.source(Recipe(0, (5, LEFT_OUT)), Writer()) == f"{NAME}.Account(5)"
    assert accounts.source(Recipe(0, (5, "me")), Writer()) == f"{NAME}.Account(5, owner='me')"
    assert accounts.source(Recipe(1, ("me",)), Writer()) == f"{NAME}.Account.empty('me')"


def test_steps_are_written_in_one_expression(accounts: Recipes) -> None:
    recipe = Recipe(0, (5, LEFT_OUT), ((0, (3,)), (0, (4,))))
    writer = Writer()
    text = accounts.source(recipe, writer)
    assert text == f"(a := {NAME}.Account(5), a.deposit(3), a.deposit(4), a)[-1]"
    namespace: dict[str, object] = {}
    exec("\n".join(writer.imports), namespace)
    assert eval(text, namespace) == accounts.realise(recipe)


def test_two_objects_in_one_text_have_different_names(accounts: Recipes) -> None:
    writer = Writer()
    recipe = Recipe(2, (), ((0, (1,)),))
    assert accounts.source(recipe, writer).startswith("(a := ")
    assert accounts.source(recipe, writer).startswith("(a2 := ")


def test_recipes_are_trees_that_encode_and_reduce(accounts: Recipes) -> None:
    for seed in range(50):
        recipe = accounts.generate(Random(seed), 12)
        assert decode(accounts, encode(accounts, recipe)) == recipe
        assert reduce(accounts, recipe, lambda candidate: True) == accounts.simplest()


def test_reduction_keeps_the_step_that_matters(accounts: Recipes) -> None:
    recipe = Recipe(1, ("someone",), ((0, (17,)), (0, (5000,)), (0, (3,))))
    reduced = reduce(accounts, recipe, lambda candidate: accounts.realise(candidate).balance > 1000, 5000)
    assert accounts.realise(reduced).balance > 1000
    assert accounts.complexity(reduced) < accounts.complexity(recipe) / 2
    assert len(reduced.steps) <= 1


def test_a_recipe_does_not_grow_without_end(accounts: Recipes) -> None:
    random = Random(5)
    recipe = accounts.simplest()
    for _ in range(500):
        recipe = accounts.mutate(recipe, random)
        assert len(recipe.steps) <= MOST_STEPS
        assert accounts.contains(recipe)
    with pytest.raises(Unfit):
        accounts.make((0, *[0] * (MOST_STEPS + 1)), [(5, LEFT_OUT), *[(1,)] * (MOST_STEPS + 1)])


def test_a_validator_that_refuses_is_a_raise_while_building() -> None:
    domain = Hints().domain(samples.Engine)
    made = refused = 0
    for seed in range(60):
        try:
            assert domain.realise(domain.generate(Random(seed), 8)).power >= 0
            made += 1
        except ValueError:
            refused += 1
    assert made > 5
    assert refused > 5


def test_private_names_of_attrs_are_passed_by_their_alias() -> None:
    domain = Hints().domain(samples.Engine)
    engine = domain.realise(Recipe(0, (5, "s", ("a",))))
    assert (engine.power, engine._serial, engine.parts) == (5, "s", ["a"])
    assert domain.source(Recipe(0, (5, "s", ("a",))), Writer()) == f"{NAME}.Engine(5, 's', ['a'])"


def test_constraints_of_pydantic_fields_are_met() -> None:
    domain = Hints().domain(samples.User)
    built = [domain.realise(domain.generate(Random(seed), 12)) for seed in range(60)]
    assert len({user.code for user in built}) > 10
    assert {user.kind for user in built} == {"a", "b"}


def test_default_factories_are_run_for_each_object() -> None:
    domain = Hints().domain(samples.Basket)
    recipe = Recipe(0, ("me", LEFT_OUT, LEFT_OUT, LEFT_OUT))
    first, second = domain.realise(recipe), domain.realise(recipe)
    assert first.items == second.items == []
    assert first.items is not second.items
    event = Hints().domain(samples.Event)
    value = Recipe(0, ("e", LEFT_OUT, LEFT_OUT))
    assert event.realise(value).notes is not event.realise(value).notes


@dataclass(frozen=True)
class Named:
    """Its constructor is its own, and takes something else than its fields."""

    names: tuple[str, ...]
    size: int = 0

    def __init__(self, first: str, *names: str, size: int = 0) -> None:
        object.__setattr__(self, "names", (first, *names))
        object.__setattr__(self, "size", size)


@dataclass(frozen=True, init=False)
class Heir(Named):
    """It takes what the constructor above it takes."""


@pytest.mark.parametrize("cls", [Named, Heir])
def test_a_dataclass_with_a_constructor_of_its_own_is_made_by_it(cls: type[Named]) -> None:
    domain = Hints().domain(cls)
    assert isinstance(domain, Recipes)
    for seed in range(200):
        recipe = domain.generate(Random(seed), 20)
        made = domain.realise(recipe)
        assert made.names
        assert all(type(name) is str for name in made.names)
        assert type(made.size) is int
        assert domain.complexity(recipe) > 0
        assert decode(domain, encode(domain, recipe)) == recipe
    assert write_object(cls("a", "b"), Writer()) is None  # its text is no call of it
