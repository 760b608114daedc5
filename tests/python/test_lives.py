"""What calls changed about an object tells the state it is in."""

from __future__ import annotations

from collections import OrderedDict, deque
from pathlib import Path
from typing import Any

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.search import Batch
from fuzzwright.python.hints import Hints
from fuzzwright.python.lives import Lives, told_fields
from fuzzwright.python.recipes import Recipe, Recipes, recipes_in
from tests.python.looking import imported


class Meter:
    """Counts what goes through it; nobody is told how often it was emptied."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.level = 0
        self.labels: list[str] = []
        self._emptied = 0

    def fill(self, amount: int) -> None:
        """Fill in up to three."""
        if 0 < amount <= 3:
            self.level += amount

    def label(self, text: str) -> None:
        """Put a label on it."""
        self.labels.append(text)

    def empty(self) -> None:
        """Empty it where there are just seven in it."""
        if self.level == 7:
            self._emptied += 1
        self.level = 0

    def wear(self) -> int:
        """How worn it is."""
        return self._emptied


class Hostile:
    """Runs code whenever somebody looks."""

    def __init__(self) -> None:
        self.value = 1

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    def __hash__(self) -> int:
        raise AssertionError("hashed")

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError("asked")


def life(*calls: tuple[str, tuple[Any, ...]], name: str = "m") -> Any:
    """Return what is told of a meter after some calls."""
    domain = Hints().domain(Meter)
    assert isinstance(domain, Recipes)
    names = [step.name for step in domain.steps]
    lives = domain.lives = Lives()
    lives.begin()
    domain.realise(Recipe(0, (name,), tuple((names.index(called), given) for called, given in calls)))
    return lives.end()


def test_what_calls_changed_is_told_and_what_the_constructor_set_is_not() -> None:
    assert life(("fill", (2,))) == ((0, "level", 2),)
    assert life(("fill", (2,)), name="other") == life(("fill", (1,)), ("fill", (1,)))


def test_a_counter_that_nobody_asked_for_tells_objects_apart() -> None:
    seven = [("fill", (3,)), ("fill", (3,)), ("fill", (1,))]
    assert life(*seven, ("empty", ())) == ((0, "_emptied", 1),)


def test_objects_that_nothing_was_changed_about_have_no_state() -> None:
    assert life() is None
    assert life(("fill", (9,))) is None


def test_texts_in_collections_do_not_tell_objects_apart() -> None:
    assert life(("label", ("one",))) == life(("label", ("two",)))
    assert life(("label", ("one",))) != life(("label", ("one",)), ("label", ("two",)))


def test_nothing_is_noted_while_nobody_looks() -> None:
    domain = Hints().domain(Meter)
    assert isinstance(domain, Recipes)
    lives = domain.lives = Lives()
    domain.realise(Recipe(0, ("m",), ((0, (2,)),)))
    lives.begin()
    assert lives.end() is None


def test_no_code_of_the_objects_runs() -> None:
    holder = Meter("m")
    holder.held = [Hostile()]  # type: ignore[attr-defined]  # anything may be put there
    assert told_fields(holder)["held"] == ("list", (("Hostile", (("value", 1),)),))


def test_the_order_in_collections_counts_where_they_have_one() -> None:
    ordered = OrderedDict([(1, 0), (2, 0)])
    ordered.move_to_end(1)
    holder = Meter("m")
    holder.__dict__.update(ordered=ordered, row=deque([3, 4]), some={2, 1}, many=list(range(9)))
    told = told_fields(holder)
    assert told["ordered"] == ("OrderedDict", (("tuple", (2, 0)), ("tuple", (1, 0))))
    assert told["row"] == ("deque", (3, 4))
    assert told["some"] == ("set", frozenset({1, 2}))
    assert told["many"] == ("list", 9)


WORN = """
    class Valve:
        def __init__(self, name: str) -> None:
            self.name = name
            self._turned = 0

        def turn(self, by: int) -> None:
            if by > 0:
                self._turned += by

    def level(valve: Valve) -> int:
        return len(valve.name)
"""


def test_a_close_look_tells_the_state_of_an_object_that_the_function_did_not_ask_for(tmp_path: Path) -> None:
    looked = imported(tmp_path, "worn_valves", WORN)
    domain = looked.domain("level")
    target = looked.target("level")
    target.prepare = domain.prepare
    for each in recipes_in(domain):
        each.lives = target.lives
    once, twice, none = (Recipe(0, ("v",), ((0, (by,)),) * times) for by, times in ((2, 1), (1, 2), (-1, 3)))
    batch = Batch(iter([(once,), (twice,), (none,)]), "look", look="operands")
    lives = [observation.life for _, observation in target.run_new(batch, Budget(3))]
    assert lives == [((0, "_turned", 2),), ((0, "_turned", 2),), None]
