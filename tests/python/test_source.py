"""Names, imports and text for objects."""

from __future__ import annotations

import collections.abc
import datetime
import enum
import io
import math
import pathlib
import re
from typing import Any

import pytest

import tests.python.hints_samples as samples
from fuzzwright.python.objects import write_object
from fuzzwright.python.source import Writer, address, call_source

NAME = "tests.python.hints_samples"


class Kind(enum.Enum):
    ONE = 1


def test_names_are_spelled_through_their_module_and_imported_once() -> None:
    writer = Writer()
    assert writer.refer(datetime.date) == "datetime.date"
    assert writer.refer(datetime.datetime) == "datetime.datetime"
    assert writer.refer(samples.Account) == f"{NAME}.Account"
    assert writer.refer(int) == "int"
    assert writer.refer(None) == "None"
    assert writer.imports == ["import datetime", f"import {NAME}"]


@pytest.mark.parametrize(
    ("thing", "module", "name"),
    [
        (io.StringIO, "io", "StringIO"),
        (pathlib.PurePosixPath, "pathlib", "PurePosixPath"),
        (collections.abc.Mapping, "collections.abc", "Mapping"),
        (re.compile, "re", "compile"),
        (samples.Account.empty, NAME, "Account.empty"),
        (samples.Account.deposit, NAME, "Account.deposit"),
        (len, "builtins", "len"),
    ],
)
def test_the_public_place_of_a_thing_is_found(thing: Any, module: str, name: str) -> None:
    assert address(thing) == (module, name)


def test_members_of_enums_are_named() -> None:
    assert Writer().refer(Kind.ONE) == "tests.python.test_source.Kind.ONE"


def test_what_no_module_holds_is_told() -> None:
    class Local: ...

    writer = Writer()
    assert writer.refer(Local) == "Local"
    assert writer.unreachable == ["Local"]
    assert writer.imports == []


def test_fresh_names_are_not_used_twice_nor_taken_from_others() -> None:
    writer = Writer(taken=["b"])
    assert [writer.fresh("a"), writer.fresh("a"), writer.fresh("b"), writer.fresh("if")] == ["a", "a2", "b2", "x"]


@pytest.mark.parametrize(
    "thing",
    [1, -1.5, "a", b"", None, ..., (1,), [], {1: [2]}, {3}, set(), frozenset(), frozenset({1}), int, len, Kind.ONE],
)
def test_objects_are_written_so_that_they_come_back(thing: Any) -> None:
    writer = Writer()
    text = write_object(thing, writer)
    assert text is not None
    namespace: dict[str, Any] = {}
    exec("\n".join(writer.imports), namespace)
    assert eval(text, namespace) == thing


def test_infinities_and_nan_are_written_as_calls() -> None:
    assert write_object(math.inf, Writer()) == "float('inf')"
    assert write_object(math.nan, Writer()) == "float('nan')"


def test_an_object_without_text_is_none() -> None:
    assert write_object(object(), Writer()) is None
    assert write_object([object()], Writer()) is None
    assert write_object({"a": object()}, Writer()) is None


def test_calls_are_written_with_or_without_receiver() -> None:
    assert call_source("m.f", "1, 2") == "m.f(1, 2)"
    assert call_source("m.Account.withdraw", "9", "m.Account(5)") == "m.Account(5).withdraw(9)"
    assert call_source("bit_length", "", "5") == "(5).bit_length()"
    assert call_source("bit_length", "", "-5") == "(-5).bit_length()"
