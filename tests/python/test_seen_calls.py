"""What functions without hints are called with: seen for the first calls of an epoch, and by nobody else."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from fuzzwright.python.inferring import Inference
from fuzzwright.python.open import OpenedModules, open_modules
from fuzzwright.python.order import Order
from fuzzwright.python.seen_calls import MOST_CALLS

SAMPLES = Path(__file__).parent.parent / "samples"
MODULES = [[f"seen.{name}", str(SAMPLES / "seen" / f"{name}.py")] for name in ("parts", "shop")]

pytestmark = pytest.mark.usefixtures("clean_imports", "either_way")


def opening(seen: Any = None, check_calls: bool = False) -> OpenedModules:
    finders = list(sys.meta_path)
    order = Order(modules=MODULES, roots=[str(SAMPLES)], infer=True, seen=seen or {}, check_calls=check_calls)
    try:
        return open_modules(order, lambda note: None, Inference(order.infer, order.texts, order.seen))
    finally:
        sys.meta_path[:] = finders


@pytest.fixture
def opened(clean_imports: None, either_way: None) -> OpenedModules:
    return opening()


def shop() -> ModuleType:
    return sys.modules["seen.shop"]


def test_only_what_wants_for_hints_is_watched(opened: OpenedModules) -> None:
    assert set(opened.seen.names) == {
        f"seen.parts.{name}"
        for name in (
            *("Item.__init__", "halves", "first_letter", "initial"),
            *("described", "never_called", "given_a_default"),
        )
    }
    assert set(opened.functions) == {f"seen.shop.{name}" for name in ("split", "buy", "shout", "later")}


def test_types_of_arguments_are_seen_between_begin_and_end(opened: OpenedModules) -> None:
    shop().split(1)
    opened.seen.begin()
    shop().split(2)
    shop().buy("pen", 3)
    seen = opened.seen.end()
    shop().shout(["a"])
    assert seen == {
        "seen.parts.halves": {"number": ["builtins:int"]},
        "seen.parts.Item.__init__": {"name": ["builtins:str"], "price": ["builtins:int"]},
        "seen.parts.described": {
            "item": ["seen.parts:Item"],
            "position": [("builtins:tuple", "builtins:int", "builtins:str")],
        },
    }
    opened.seen.begin()
    assert opened.seen.end() == {}


def test_only_the_first_calls_of_an_epoch_are_looked_at(opened: OpenedModules) -> None:
    halves = sys.modules["seen.parts"].halves
    own = halves.__code__
    for _ in range(2):
        opened.seen.begin()
        assert halves.__code__ is not own
        for _ in range(MOST_CALLS):
            shop().split(1)
        assert halves.__code__ is own
        halves(1.5)
        assert opened.seen.end() == {"seen.parts.halves": {"number": ["builtins:int"]}}


def test_watching_at_the_end_of_the_stack_changes_nothing(opened: OpenedModules) -> None:
    def deep(left: int) -> int:
        return shop().split(left) and left if left <= 0 else deep(left - 1)

    opened.seen.begin()
    with pytest.raises(RecursionError):
        deep(sys.getrecursionlimit())
    opened.seen.end()


def test_functions_are_opened_with_what_was_seen_and_say_so(clean_imports: None) -> None:
    seen = {
        "seen.parts.Item.__init__": {"name": ["builtins:str"], "price": ["builtins:int"]},
        "seen.parts.described": {"item": ["seen.parts:Item"], "position": [["builtins:tuple", "builtins:int"]]},
        "seen.parts.halves": {"number": ["gone.module:Number"]},
        "seen.parts.given_a_default": {"number": ["builtins:int"], "step": ["builtins:int"]},
    }
    opened = opening(seen)
    names = set(opened.functions)
    assert {"seen.parts.Item.__init__", "seen.parts.Item.label", "seen.parts.described"} < names
    assert "seen.parts.halves" not in names
    assert opened.functions["seen.parts.described"].guessed == ("item", "position", "Item.name", "Item.price")
    remarks = {report["name"]: report["remarks"] for report in opened.reports}
    assert remarks["seen.parts.given_a_default"] == [
        "`number: int`, from calls of it that were seen; `step: Optional[int]`, from calls of it that were seen"
    ]
    assert "seen.parts.halves" in opened.seen.names


def test_calls_are_watched_and_checked_at_once(clean_imports: None) -> None:
    opened = opening(check_calls=True)
    opened.seen.begin()
    shop().buy("pen", "three")
    assert opened.seen.end()["seen.parts.Item.__init__"]["price"] == ["builtins:str"]
