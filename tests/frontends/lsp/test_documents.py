"""Open texts: functions move with edits, and old news are carried along or left out."""

from __future__ import annotations

import pytest

from fuzzwright.frontends.lsp.documents import REMEMBERED
from fuzzwright.frontends.lsp.positions import Change, Place
from tests.frontends.lsp.made import document, example, function

TEXT = "import os\n\ndef f(x):\n    y = x\n    return y\n\ndef g(x):\n    return x\n"


def typed(text: str, line: int, column: int, to: tuple[int, int] | None = None) -> Change:
    return Change(text, Place(line, column), Place(*(to or (line, column))))


def two() -> tuple[object, ...]:
    f = function(example("f(1)", lines=(4, 5), at=5), name="f", line=3, last=5)
    return f, function(example("g(1)", lines=(8,)), name="g", line=7, last=8)


@pytest.mark.parametrize(
    ("change", "f", "g"),
    [
        (typed("\n", 0, 0), (4, 6, (5, 6), 6, "settled"), (8, 9, (9,), 0, "settled")),
        (typed("\n", 2, 0), (4, 6, (5, 6), 6, "settled"), (8, 9, (9,), 0, "settled")),
        (typed("", 0, 0, (1, 0)), (2, 4, (3, 4), 4, "settled"), (6, 7, (7,), 0, "settled")),
        (typed("x", 0, 0), (3, 5, (4, 5), 5, "settled"), (7, 8, (8,), 0, "settled")),
        (typed("\n", 3, 9), (3, 6, (4, 6), 6, "stale"), (8, 9, (9,), 0, "settled")),
        (typed("z", 4, 12), (3, 5, (4, 5), 5, "stale"), (7, 8, (8,), 0, "settled")),
        (typed("", 3, 0, (4, 0)), (3, 4, (4, 4), 4, "stale"), (6, 7, (7,), 0, "settled")),
        (typed("\n\n", 5, 0), (3, 5, (4, 5), 5, "settled"), (9, 10, (10,), 0, "settled")),
    ],
)
def test_an_edit_moves_what_follows_it(change: Change, f: tuple[object, ...], g: tuple[object, ...]) -> None:
    opened = document(TEXT, *two())  # type: ignore[arg-type]  # two functions
    opened.change([change], 2, "utf-16")
    found = [
        (each.line, each.last_line, each.examples[0].lines, each.examples[0].at, each.state)
        for each in opened.functions.values()
    ]
    assert found == [f, g]


def test_an_edit_inside_a_signature_moves_where_it_ends() -> None:
    opened = document("def f(\n    x,\n):\n    return x\n", function(line=1, last=4, signature_line=3))
    opened.change([typed("    y,\n", 2, 0)], 2, "utf-16")
    assert (opened.functions["f"].signature_line, opened.functions["f"].last_line) == (4, 5)


def test_a_text_that_is_replaced_makes_all_stale() -> None:
    opened = document(TEXT, *two())  # type: ignore[arg-type]  # two functions
    opened.change([Change("x = 1\n")], 2, "utf-16")
    assert {each.state for each in opened.functions.values()} == {"stale"}
    assert opened.lines == ["x = 1", ""]


def test_news_of_an_older_text_move_with_the_edits_since() -> None:
    opened = document(TEXT, version=1)
    opened.change([typed("\n\n", 0, 0)], 2, "utf-16")
    opened.change([typed("\n", 0, 0)], 3, "utf-16")
    told = opened.learn(function(name="g", line=7, last=8, version=1))
    assert told is not None
    assert (told.line, told.last_line, told.version) == (10, 11, 3)
    told = opened.learn(function(name="g", line=9, last=10, version=2))
    assert told is not None
    assert told.line == 10


def test_news_of_a_function_that_was_edited_since_are_left_out() -> None:
    opened = document(TEXT, version=1)
    opened.change([typed("z", 7, 12)], 2, "utf-16")
    assert opened.learn(function(name="g", line=7, last=8, version=1)) is None
    assert opened.functions == {}


def test_news_of_a_text_that_was_replaced_are_left_out() -> None:
    opened = document(TEXT, version=1)
    opened.change([Change("\n" + TEXT)], 2, "utf-16")
    assert opened.learn(function(name="g", line=7, last=8, version=1)) is None


def test_news_of_a_text_that_nobody_sent_are_left_out() -> None:
    assert document(TEXT, version=3).learn(function(version=4)) is None
    assert document(TEXT, version=3).learn(function(version=1)) is None


def test_news_are_left_out_once_an_edit_since_then_is_forgotten() -> None:
    opened = document(TEXT, version=1)
    # One message with many changes, such as from replacing a word everywhere.
    opened.change([typed("\n", 0, 0) for _ in range(REMEMBERED + 1)], 2, "utf-16")
    assert opened.learn(function(name="g", line=7, last=8, version=1)) is None
    assert opened.learn(function(name="g", line=7, last=8, version=2)) is not None


def test_news_are_carried_over_versions_that_were_left_out() -> None:
    opened = document(TEXT, version=1)
    opened.change([typed("\n", 0, 0)], 5, "utf-16")
    told = opened.learn(function(name="g", line=7, last=8, version=1))
    assert told is not None
    assert (told.line, told.version) == (8, 5)


def test_edits_in_one_message_move_functions_as_those_in_several_do() -> None:
    edits = [typed("\n\n", 0, 0), typed("z", 2, 0), typed("\n", 5, 0), typed("\n", 0, 0)]
    at_once, one_by_one = document(TEXT, *two()), document(TEXT, *two())  # type: ignore[arg-type]  # two functions
    at_once.change(edits, 2, "utf-16")
    for edit in edits:
        one_by_one.change([edit], 2, "utf-16")
    assert (at_once.text, at_once.functions) == (one_by_one.text, one_by_one.functions)
    assert at_once.functions != document(TEXT, *two()).functions  # type: ignore[arg-type]  # two functions


def test_a_function_that_is_gone_is_forgotten() -> None:
    opened = document(TEXT, *two())  # type: ignore[arg-type]  # two functions
    told = opened.learn(function(name="f", state="gone"))
    assert told is not None
    assert list(opened.functions) == ["g"]


def test_the_innermost_function_around_a_line_is_found() -> None:
    opened = document(TEXT, function(name="outer", line=1, last=9), function(name="inner", line=3, last=5))
    assert [found.qualname if (found := opened.at(line)) else None for line in (2, 4, 9, 10)] == [
        "outer",
        "inner",
        "outer",
        None,
    ]
