"""Hints for parameters without annotation: where they come from, in which order, and what is a guess."""

from __future__ import annotations

import importlib
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from fuzzwright.engine.domain import Domain
from fuzzwright.engine.outcome import Frame
from fuzzwright.python.generators import Registry
from fuzzwright.python.hints import CannotGenerate
from fuzzwright.python.inferring import Filled, FilledHints, Inference
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict

samples: Any = importlib.import_module("tests.samples.inferred")
TEXTS = {samples.__name__: {"told_by_checker": {"x": "int", "y": "list[Item]", "z": "Any"}}}
CLASSES: list[type] = [samples.Item, samples.Inner, samples.Special]


def hints(wanted: bool = True, classes: list[type] = CLASSES) -> FilledHints:
    return FilledHints(Registry(), classes, inference=Inference(wanted, TEXTS))


def told(function: Any, wanted: bool = True) -> dict[str, tuple[Any, str]]:
    return {name: (each.hint, each.source) for name, each in hints(wanted).filled(function).items()}


def objects(domain: Domain[Any]) -> list[Any]:
    random = Random(0)
    return [domain.realise(domain.generate(random, 8)) for _ in range(40)]


def test_a_default_is_an_example_of_the_type() -> None:
    assert told(samples.by_default) == {
        "a": (int, "default"),
        "b": (str, "default"),
        "c": (tuple, "default"),
        "d": (tuple[int, ...], "default"),
        "g": (float, "default"),
    }


def test_a_docstring_tells_what_no_default_does_and_only_types_count() -> None:
    assert told(samples.by_docstring) == {
        "name": (str, "docstring"),
        "item": (samples.Item, "docstring"),
        "count": (int | None, "docstring"),
    }


def test_a_default_goes_before_the_docstring_and_rest_is_left_alone() -> None:
    assert told(samples.both) == {"a": (int, "default")}


def test_what_a_type_checker_inferred_comes_last_and_any_is_nothing() -> None:
    assert told(samples.told_by_checker) == {"x": (int, "pyrefly"), "y": (list[samples.Item], "pyrefly")}


def test_nothing_is_inferred_unless_asked_for() -> None:
    for function in (samples.by_default, samples.by_docstring, samples.told_by_checker):
        assert told(function, wanted=False) == {}
    with pytest.raises(CannotGenerate, match="no annotation"):
        hints(wanted=False).arguments(samples.by_docstring)


def test_annotations_are_never_replaced() -> None:
    assert told(samples.annotated) == {}
    assert hints().resolve(samples.annotated) == {"number": int, "return": int}


def test_arguments_are_made_by_inferred_hints() -> None:
    domain = hints().arguments(samples.by_docstring)
    for (name, item, *_), _ in objects(domain):
        assert type(name) is str
        assert isinstance(item, samples.Item)
        assert type(item.name) is str


def test_the_docstring_of_a_class_tells_of_its_constructor() -> None:
    assert told(samples.Item)["name"] == (str, "docstring")


def test_a_guess_is_told_for_the_function_and_for_what_its_arguments_need() -> None:
    known = hints()
    assert known.guessed(samples.by_docstring, None, known.arguments(samples.by_docstring)) == (
        "name",
        "item",
        "count",
        "Item.name",
    )
    assert known.guessed(samples.needs_item, None, known.arguments(samples.needs_item)) == ("Item.name",)
    assert known.guessed(samples.by_default, None, known.arguments(samples.by_default)) == ()


def test_what_was_inferred_is_remarked_with_its_source() -> None:
    assert hints().remarks(samples.told_by_checker) == [
        "`x: int`, from pyrefly; `y: list[tests.samples.inferred.Item]`, from pyrefly"
    ]
    assert hints().remarks(samples.annotated) == []
    assert Filled(int, "default").told("x") == "`x: int`, from its default"


def test_a_protocol_is_followed_by_classes_that_get_its_attributes_in_init() -> None:
    known = hints(wanted=False)
    assert {type(thing) for (thing,), _ in objects(known.arguments(samples.label))} == {samples.Inner}


def test_a_class_whose_attribute_has_another_type_does_not_follow_a_protocol() -> None:
    for (thing,), _ in objects(hints(wanted=False).arguments(samples.size)):
        assert not isinstance(thing, samples.Inner)
        assert type(thing.name) is int


@pytest.fixture
def stubbed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clean_imports: None) -> ModuleType:
    (tmp_path / "hidden.py").write_text("class C:\n    def __init__(self, x): self.x = x\ndef f(a, b=0): return a\n")
    (tmp_path / "hidden.pyi").write_text(
        "class C:\n    x: bytes\n    def __init__(self, x: bytes) -> None: ...\n"
        "def f(a: C, b: float = ...) -> int: ...\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return importlib.import_module("hidden")


def test_a_stub_counts_always_and_is_no_guess(stubbed: ModuleType) -> None:
    known = hints(wanted=False)
    assert known.resolve(stubbed.f) == {"a": stubbed.C, "b": float, "return": int}
    domain = known.arguments(stubbed.f)
    assert {type(arguments[0].x) for arguments, _ in objects(domain)} == {bytes}
    assert known.guessed(stubbed.f, None, domain) == ()
    assert known.attributes(stubbed.C)["x"].hint is bytes


def test_a_failure_on_guessed_hints_is_judged_any_but_a_crash_stays_one() -> None:
    def judged(kind: str, exception: str, *, guessed: bool) -> str:
        frames = (Frame("shop.py", "f", 2),)
        source = "def f(x):\n    return x / 2\n"
        return verdict(Case(kind, exception, "", frames, lambda file: source, "shop.py", 1, 2, guessed=guessed))[0]

    assert judged("raised", "TypeError", guessed=False) == "unexpected"
    assert judged("raised", "TypeError", guessed=True) == "any"
    assert judged("timed_out", "", guessed=True) == "unexpected"
    assert judged("raised", "RecursionError", guessed=True) == "resource"
    assert judged("died", "", guessed=True) == "unexpected"
