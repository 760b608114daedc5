"""Which functions imported modules have, and how each can be called."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from fuzzwright.python.definitions import functions_in
from fuzzwright.python.discover import Found, behaviour, find_functions, innermost, made_into_property

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.fixture
def kinds(clean_imports: None) -> ModuleType:
    return importlib.import_module("shop.kinds")


def table(module: ModuleType) -> dict[str, Found]:
    found: dict[str, Found] = {}
    for each in find_functions(module):
        if each.qualname not in found or not each.reason:
            found[each.qualname] = each
    return found


def test_every_kind_of_function_is_found_with_its_kind(kinds: ModuleType) -> None:
    kind_of = {name: found.kind for name, found in table(kinds).items() if not found.reason}
    assert kind_of == {
        "plain": "function",
        "_hidden": "function",
        "waits": "async",
        "counts": "generator",
        "ticks": "async_generator",
        "polite": "function",
        "rude": "function",
        "to_text": "function",
        "wrapped": "function",
        "unwrapped": "function",
        "cached": "function",
        "generic": "function",
        "_": "function",
        "opened": "contextmanager",
        "opened_later": "async_contextmanager",
        "add": "function",
        "add_one": "function",
        "double": "function",
        "loose_static": "function",
        "over": "function",
        "twice": "function",
        "checked": "function",
        "Box.__init__": "constructor",
        "Box.method": "method",
        "Box.made": "classmethod",
        "Box.static": "staticmethod",
        "Box.value": "property",
        "Box.kept": "property",
        "Box.remembered": "method",
        "Box.shown": "method",
        "Box._": "method",
        "Box.later": "async",
        "Box.several": "generator",
        "Box.__len__": "method",
        "Box.__add__": "method",
        "Box.Inner.__init__": "constructor",
        "Box.Inner.inside": "method",
        "SmallBox.smaller": "method",
        "Point.__post_init__": "constructor",
        "Point.norm": "method",
        "Pair.swapped": "method",
        "Colour.lighter": "method",
        "Shape.doubled": "method",
        "Stack.push": "method",
    }


def test_what_is_not_called_has_a_reason(kinds: ModuleType) -> None:
    reasons = {(found.qualname, found.line): found.reason for found in find_functions(kinds) if found.reason}
    by_name = {name: reason for (name, _), reason in reasons.items()}
    used = table(kinds)["twice"].line
    assert by_name == {
        "lost": "what `@to_text` made of it is not callable",
        "twice": f"another definition of this name is used, at line {used}",
        "gone": "not there after import: under a condition, or deleted",
        "test_something": "a test",
        "Box.value": "a property's setter or deleter",
        "Box.__repr__": "special method",
        "Box.Inner.__new__": "runs as part of the constructor, listed as `__init__`",
        "Colour._missing_": "part of Enum's machinery",
        "Sized.size": "declared in a Protocol",
        "Shape.__init__": "the class is abstract",
        "Shape.area": "abstract",
    }


def test_every_function_of_the_source_is_accounted_for(kinds: ModuleType) -> None:
    defined = {name for name, _ in functions_in((SAMPLES / "shop" / "kinds.py").read_text())}
    assert defined - {found.qualname for found in find_functions(kinds)} == set()


def test_what_is_found_can_be_called(kinds: ModuleType) -> None:
    found = table(kinds)
    box = kinds.Box(1)
    assert found["plain"].object(3) == 3
    assert found["unwrapped"].object(3) == 3
    assert found["add_one"].object(3) == 4
    assert found["loose_static"].object(3) == 3
    assert found["Box.__init__"].object(3).a == 3
    assert found["Box.made"].object(3).a == 3
    assert found["Box.static"].object(3) == 3
    assert found["Box.value"].object(box) == 1
    assert found["Box.kept"].object(box) == 1
    assert found["Box.method"].object(box, 2) == 3
    assert found["Box.shown"].object(box, 2) == "int"
    assert found["Box.remembered"].object(box, 2) == 2
    assert {name for name, each in found.items() if each.needs_self and each.owner is None} == set()
    assert found["Box.method"].needs_self
    assert not found["Box.made"].needs_self


def test_a_cache_can_be_emptied_before_each_run(kinds: ModuleType) -> None:
    found = table(kinds)
    kinds.cached(1)
    assert kinds.cached.cache_info().currsize == 1
    reset = found["cached"].reset
    assert reset is not None
    reset()
    assert kinds.cached.cache_info().currsize == 0
    assert found["Box.remembered"].reset is not None
    assert found["plain"].reset is None


def test_places_flags_and_names_are_told(kinds: ModuleType) -> None:
    found = table(kinds)
    lines = (SAMPLES / "shop" / "kinds.py").read_text().splitlines()
    assert lines[found["wrapped"].line - 1] == "def wrapped(a: int) -> int:"
    assert lines[found["plain"].last_line - 1] == "    return nested()"
    assert found["plain"].name == "shop.kinds.plain"
    assert found["_hidden"].private
    assert not found["Box.__init__"].private
    assert found["checked"].is_property
    assert not found["plain"].is_property
    assert found["Box.method"].owner is kinds.Box


def test_what_is_imported_from_elsewhere_is_not_listed(clean_imports: None) -> None:
    assert [found.qualname for found in find_functions(importlib.import_module("shop"))] == ["top"]


def test_tests_are_listed_if_asked_for(kinds: ModuleType) -> None:
    found = {each.qualname: each.reason for each in find_functions(kinds, tests=True)}
    assert found["test_something"] == ""


def test_objects_that_raise_when_asked_do_not_stop_the_search(clean_imports: None) -> None:
    found = {each.qualname: each.reason for each in find_functions(importlib.import_module("hostile"))}
    assert found["plain"] == ""
    assert found["Odd.method"] == ""
    assert found["replaced"] != ""


def test_functions_of_a_module_in_c_are_told_as_such() -> None:
    found = find_functions(importlib.import_module("_bisect"))
    assert {each.reason for each in found} == {"defined in C"}


@pytest.mark.parametrize(
    "name", ["json.decoder", "dataclasses", "typing", "collections", "functools", "enum", "argparse"]
)
def test_modules_of_the_standard_library_are_fully_accounted_for(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__file__ is not None
    defined = {qualname for qualname, _ in functions_in(Path(module.__file__).read_bytes())}
    assert defined - {found.qualname for found in find_functions(module)} == set()


def test_a_class_method_that_is_a_context_is_driven_as_one() -> None:
    class Opener:
        @classmethod
        @contextlib.contextmanager
        def open(cls) -> Iterator[int]:
            yield 1

        @classmethod
        def count(cls) -> Iterator[int]:
            yield 1

    assert behaviour(Opener.open, innermost(Opener.open)) == "contextmanager"
    assert behaviour(Opener.count, innermost(Opener.count)) == "generator"


SHOWN = """
import shown

class lazy:
    def __init__(self, function):
        self.wrapped = function

    def __get__(self, instance, owner):
        return self if instance is None else self.wrapped(instance)

class half:
    def __init__(self, function):
        self.func = function

    def __get__(self, instance, owner):
        return self.func

class Odd:
    @property
    def __class__(self):
        raise LookupError

class Shape:
    odd = Odd()

    def __init__(self, side: int) -> None:
        self.side = side

    @half
    def halved(x: int, y: int) -> int:
        return x // y

    @lazy
    def area(self) -> int:
        return self.side ** 2

    class Inner:
        def __init__(self, size: int) -> None: ...

Shape.__module__ = "shown.shapes"
"""


def test_classes_that_say_they_are_of_the_package_that_shows_them_are_found(
    clean_imports: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shown.py").write_text("")
    (tmp_path / "_kept.py").write_text(SHOWN)
    (tmp_path / "user.py").write_text("from _kept import Shape\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = table(importlib.import_module("_kept"))
    assert {name: each.reason for name, each in found.items() if name.startswith("Shape")} == {
        "Shape.__init__": "", "Shape.area": "", "Shape.Inner.__init__": "",
        "Shape.halved": "what `@half` made of it is not callable",
    }  # fmt: skip
    assert (found["Shape.area"].kind, found["Shape.area"].needs_self) == ("property", True)
    assert table(importlib.import_module("user")) == {}


class Refusing:
    """A descriptor that has nothing to say about itself."""

    def __get__(self, instance: object, owner: type) -> int:
        return 1

    def __getattr__(self, name: str) -> object:
        raise LookupError(name)


def test_a_descriptor_that_answers_with_a_raise_is_no_property() -> None:
    refusing = Refusing()
    assert made_into_property(refusing) is None
    assert innermost(refusing) is refusing
