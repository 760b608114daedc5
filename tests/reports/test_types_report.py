"""The tables of `types`: groups with counts, what matters first, and hostile text made harmless."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from fuzzwright.reports.reasons import reason_group
from fuzzwright.reports.terminal import make_console
from fuzzwright.reports.types_report import closing, groups_of, show_types, types_json


def function(name: str, reason: str = "", *parameters: tuple[str, str, str]) -> dict[str, Any]:
    rows = [{"name": name, "type": kind, "source": source} for name, kind, source in parameters]
    return {"function": name, "file": "a.py", "line": 1, "reason": reason, "parameters": rows, "guessed": []}


def kind(name: str, *, understood: bool = True, own: bool = False, **more: Any) -> dict[str, Any]:
    row = {"type": name, "module": "", "own": own, "understood": understood, "reason": "", "made": "built in"}
    return {**row, "parameters": 1, "returns": 0, "attributes": 0, "fields": [], **more}


FUNCTIONS = [
    function("a.one", "", ("x", "int", "default"), ("y", "str", "annotation")),
    function("a.two", "cannot generate parameter `x` of `a.two`: no annotation\n  at a.py:1\n  fix: annotate it"),
    function("a.three", "cannot generate parameter `y` of `a.three`: no annotation\n  at a.py:9"),
    function("a.four", "private"),
]
TYPES = [
    kind("int"),
    kind("Item", own=True, made="constructor Item(name)", fields=[{"name": "n", "type": "", "source": "__init__"}]),
    kind("Thread", understood=False, made="", reason="a thread is no value to make up"),
]


def shown(*, whole: bool = False, functions: list[dict[str, Any]] = FUNCTIONS, width: int = 100) -> str:
    stream = io.StringIO()
    show_types(make_console(stream, width), TYPES, functions, ["cannot import `b`: boom"], whole=whole)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("reason", "group"),
    [
        ("", "fuzzed"),
        ("private", "private"),
        ("cannot generate parameter `x` of `m.f`: no annotation\n  at m.py:3", "no hints"),
        (
            "cannot generate parameter `x` of `m.f`: no generator for C (its parameter `y`: no annotation)",
            "a class it needs has no hints",
        ),
        ("cannot generate parameter `x` of `m.f`: no generator for IO[bytes]", "no generator for IO[bytes]"),
        (
            "cannot generate parameter `x` of `m.f`: cannot resolve `X`: the name `X` is not defined",
            "a name in its hints cannot be resolved",
        ),
        ("cannot import `m`: ValueError: no annotation at m.py:1", "its module cannot be imported"),
    ],
)
def test_functions_with_the_same_reason_are_one_group(reason: str, group: str) -> None:
    assert reason_group(reason) == group


def test_groups_have_counts_and_those_fuzzed_come_first() -> None:
    assert {group: len(members) for group, members in groups_of(FUNCTIONS).items()} == {
        "fuzzed": 1,
        "no hints": 2,
        "private": 1,
    }
    assert next(iter(groups_of(FUNCTIONS))) == "fuzzed"
    assert any(line.split() == ["2", "skipped:", "no", "hints", "a.three,", "a.two"] for line in shown().splitlines())


def test_types_that_are_not_understood_come_first_and_others_are_counted() -> None:
    text = shown()
    assert text.index("Thread") < text.index("Item")
    assert "a thread is no value to make up" in text
    assert "1 other type, all understood" in text
    assert "n: ?" not in text


def test_all_lists_every_type_and_function() -> None:
    text = shown(whole=True)
    assert "other type" not in text
    assert "attributes n: ?" in text
    for each in FUNCTIONS:
        assert each["function"] in text


def test_inferred_hints_and_remarks_are_told() -> None:
    text = shown()
    assert "a.one: `x: int`, from its default" in text
    assert "y: str" not in text
    assert "cannot import `b`: boom" in text
    assert closing(TYPES, FUNCTIONS) == "2 of 3 types understood, 1 of 4 functions will be fuzzed"
    assert closing(TYPES, FUNCTIONS) in text


def test_json_has_all_of_it() -> None:
    content = json.loads(types_json(TYPES, FUNCTIONS, ["a remark"]))
    assert [row["type"] for row in content["types"]] == ["Thread", "Item", "int"]
    assert content["groups"][:2] == [{"group": "fuzzed", "count": 1}, {"group": "no hints", "count": 2}]
    assert {row["function"]: row["status"] for row in content["functions"]}["a.two"] == "skipped"
    assert content["remarks"] == ["a remark"]


def test_text_of_the_code_base_cannot_act_on_the_terminal() -> None:
    text = shown(functions=[function("a.\x1b[31mred", "it says \x1b]0;title\x07")], whole=True)
    assert "\x1b" not in text
    assert "\\x1b[31mred" in text


def test_long_names_do_not_squeeze_the_counts_and_reasons() -> None:
    names = [f"shop.a_module_with_a_name.a_function_with_a_longer_name_{number}" for number in range(12)]
    lines = shown(functions=[function(name, "private") for name in names], width=80).splitlines()
    assert any(line.split()[:3] == ["12", "skipped:", "private"] for line in lines)
    assert max(map(len, lines)) <= 80
