"""Attributes of classes, read from annotations, stubs, class bodies and `__init__`."""

from __future__ import annotations

import importlib
from typing import Any

from fuzzwright.python.attributes import UNKNOWN, attributes_of

samples: Any = importlib.import_module("tests.samples.inferred")


def told(cls: type) -> dict[str, Any]:
    return {name: each.hint for name, each in attributes_of(cls).items()}


def test_assignments_in_init_tell_types() -> None:
    found = told(samples.Item)
    assert found["price"] is int
    assert found["tags"] == list[str]
    assert found["total"] == int | float
    assert (found["count"], found["known"]) == (int, bool)
    assert found["rows"] == dict[str, list[int]]
    assert found["label"] is str
    assert found["inner"] is samples.Inner
    assert found["made"] == set[int]
    assert found["limit"] is int
    assert found["later"] == str | None


def test_what_nothing_tells_is_there_but_unknown() -> None:
    found = told(samples.Item)
    assert found["name"] is UNKNOWN
    assert found["note"] is UNKNOWN
    assert found["odd"] is UNKNOWN
    assert "hidden" not in found


def test_a_parameter_hint_from_elsewhere_becomes_the_attribute_s() -> None:
    found = attributes_of(samples.Item, lambda function, owner: {"name": str})
    assert found["name"].hint is str
    assert found["name"].source == "__init__"


def test_a_subclass_has_what_its_base_has() -> None:
    found = attributes_of(samples.Special, lambda function, owner: {"name": str})
    assert found["price"].hint is int
    assert found["extra"].hint is bytes
    assert found["name"].hint is str


def test_annotations_of_the_class_come_first() -> None:
    class Point:
        x: float

        def __init__(self) -> None:
            self.x = 0

    assert {name: each.source for name, each in attributes_of(Point).items()} == {"x": "annotation"}
    assert told(Point) == {"x": float}
