"""What is shown of a function, in each of the ways editors have."""

from __future__ import annotations

import pytest

from fuzzwright.editor.examples import LiveFunction, Reached
from fuzzwright.frontends.lsp.options import Options
from fuzzwright.frontends.lsp.positions import Change, Place
from fuzzwright.frontends.lsp.shown import (
    beside,
    hints,
    hover,
    lenses,
    notification,
    problems,
    reached_record,
    summary,
    whole,
)
from tests.frontends.lsp.made import document, example, function

TEXT = "def mean(xs: list[int]) -> float:\n    total = sum(xs)\n    return total / len(xs)\n"
WORKS = example("mean([1])", result="1.0", slot=0, lines=(2, 3))
RAISES = example(
    "mean([])",
    "raised",
    "ZeroDivisionError: division by zero",
    slot=1,
    lines=(2, 3),
    at=3,
    traceback="m.py, line 3, in mean",
)
REFUSES = example("mean(None)", "refused", "TypeError: no list", slot=2, evidence="it says so itself")
MEAN = function(RAISES, WORKS, name="mean", last=3, executions=1234)


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (MEAN, "2 examples · 1 raises"),
        (function(WORKS), "1 example"),
        (function(WORKS, RAISES, REFUSES, example("f(9)", "hangs", "")), "4 examples · 1 raises · 1 refuses · 1 hangs"),
        (function(state="waiting"), "waiting"),
        (function(state="fuzzing"), "running"),
        (function(state="settled"), "no examples"),
    ],
)
def test_a_lens_counts_examples_and_says_how_they_end(shown: LiveFunction, text: str) -> None:
    assert summary(shown) == text


def test_each_function_that_can_run_has_a_lens_before_it_has_examples() -> None:
    opened = document("def a(x): ...\ndef b(x): ...\ndef c(x): ...\n")
    shown = [
        function(name="a", line=1, last=1, state="waiting"),
        function(name="b", line=2, last=2, state="skipped"),
        function(WORKS, name="c", line=3, last=3),
    ]
    assert [
        (lens.range.start.line, lens.command and lens.command.title) for lens in lenses(opened, shown, "utf-16")
    ] == [
        (0, "waiting"),
        (2, "1 example"),
    ]


def test_a_hint_stands_behind_the_signature_with_examples_by_slot() -> None:
    (hint,) = hints(document(TEXT, MEAN), [MEAN], Options(), "utf-16")
    assert (hint.position.line, hint.position.character) == (0, len("def mean(xs: list[int]) -> float:"))
    assert not isinstance(hint.label, str)
    assert [part.value.strip() for part in hint.label] == [
        "mean([1]) → 1.0",
        "mean([]) raises ZeroDivisionError: division by zero",
    ]


def test_a_hint_has_no_more_examples_than_wanted_and_a_crash_among_them() -> None:
    many = function(
        *(example(f"mean([{slot}])", slot=slot) for slot in range(6)), example("mean([])", "raised", slot=6)
    )
    (hint,) = hints(document(TEXT, many), [many], Options(max=2), "utf-16")
    assert [part if isinstance(part, str) else part.value.strip() for part in hint.label] == [
        "mean([0]) → 0",
        "mean([]) raises 0",
        "+5",
    ]


def test_a_hint_counts_columns_as_agreed() -> None:
    shown = function(WORKS, last=2)
    opened = document('def f(x: str = "🐍"):\n    ...\n', shown)
    columns = [
        hints(opened, [shown], Options(), encoding)[0].position.character for encoding in ("utf-32", "utf-16", "utf-8")
    ]
    assert columns == [20, 21, 23]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        ("f([])", "f([]) raises KeyError: 1"),
        ("f([1, 2, 3, 4, 5, 6, 7, 8])", "f([1, 2, 3,… raises KeyError: 1"),
        ("f([1, 2, 3, 4, 5, 6])", "f([1, 2, 3,… raises KeyError: 1"),
    ],
)
def test_of_a_long_call_how_it_ended_stays(call: str, text: str) -> None:
    assert beside(example(call, "raised", "KeyError: 1"), 31) == text


def test_a_long_ending_leaves_room_for_the_call() -> None:
    assert beside(example("f([1, 2])", "raised", "KeyError: " + "x" * 99), 30) == "f([1, 2]) raises KeyError: xx…"


def test_hovering_a_signature_tells_all() -> None:
    text = hover(function(WORKS, RAISES, REFUSES, name="mean", last=3, executions=1234), 1)
    assert "3 examples · 1 raises · 1 refuses (done after 1,234 calls)" in text
    assert "mean([1]) → 1.0\nmean([]) raises ZeroDivisionError: division by zero\n" in text
    assert "m.py, line 3, in mean" in text
    assert "`mean(None)` refuses: it says so itself" in text


def test_what_makes_a_failure_one_is_not_explained() -> None:
    shown = example("f(0)", "raised", "KeyError: 0", evidence="nothing raises it on purpose", traceback="line 3")
    assert "on purpose" not in whole(function(shown))
    assert "line 3" in whole(function(shown))


def test_hovering_a_line_tells_what_fails_there() -> None:
    assert "m.py, line 3, in mean" in hover(MEAN, 3)
    assert hover(MEAN, 2) == ""


def test_hovering_says_why_a_function_does_not_run() -> None:
    text = whole(function(state="skipped", reason="parameter `x` has no hint"))
    assert text == "fuzzwright does not run `f`: parameter `x` has no hint"


def test_backticks_in_a_call_do_not_end_the_code() -> None:
    text = whole(function(example("f('```')", "raised", "KeyError: '```'", traceback="```\nx")))
    assert "````python\nf('```') raises KeyError: '```'\n````" in text


def test_what_fails_is_a_problem_at_the_line_that_raised() -> None:
    (found,) = problems(document(TEXT, MEAN), "warning", "utf-16")
    assert (found.range.start.line, found.range.start.character, found.range.end.character) == (2, 4, 26)
    assert found.message == "mean([]) raises ZeroDivisionError: division by zero"
    assert found.severity == 2
    assert found.data == {"function": "mean", "id": "mean([])"}


def test_what_fails_elsewhere_is_a_problem_at_the_def() -> None:
    opened = document(TEXT, function(example("mean(1)", "hangs", ""), name="mean", last=3))
    assert [found.range.start.line for found in problems(opened, "hint", "utf-16")] == [0]


def test_a_failure_whose_line_was_changed_is_no_problem_until_it_ran_again() -> None:
    moved = example("mean([])", "raised", "ZeroDivisionError: division by zero", at=0)
    assert problems(document(TEXT, function(moved, name="mean", last=3, state="stale")), "hint", "utf-16") == []
    kept = function(RAISES, name="mean", last=3, state="stale")
    assert len(problems(document(TEXT, kept), "hint", "utf-16")) == 1


def test_the_same_failure_of_two_functions_is_one_problem() -> None:
    opened = document(TEXT, function(RAISES, name="a", last=3), function(RAISES, name="b", last=3))
    assert len(problems(opened, "hint", "utf-16")) == 1


def test_refusals_and_problems_that_nobody_wants_are_none() -> None:
    assert problems(document(TEXT, function(REFUSES)), "warning", "utf-16") == []
    assert problems(document(TEXT, MEAN), "off", "utf-16") == []


def test_a_notification_says_where_and_what() -> None:
    told = notification(document(TEXT, MEAN), MEAN, "utf-16")
    assert told["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 2, "character": 26}}
    assert told["anchor"] == {"line": 0, "character": 33}
    assert [each["slot"] for each in told["examples"]] == [0, 1]
    assert told["examples"][1]["text"] == "mean([]) raises ZeroDivisionError: division by zero"
    assert (told["version"], told["function"], told["hash"], told["state"]) == (1, "mean", "h", "settled")


def test_a_function_that_is_gone_has_no_examples_and_needs_no_lines() -> None:
    told = notification(document("", MEAN), function(WORKS, state="gone", line=70, last=90), "utf-16")
    assert (told["state"], told["examples"], told["anchor"]) == ("gone", [], {"line": 0, "character": 0})


def test_an_answer_counts_its_line_from_0() -> None:
    told = reached_record("file:///p/m.py", Reached(1, "/p/m.py", 3, RAISES, RAISES.text, "mean"))
    assert (told["line"], told["found"], told["example"]["call"]) == (2, True, "mean([])")
    told = reached_record("file:///p/m.py", Reached(1, "/p/m.py", 3, None, "no call was found"))
    assert (told["found"], told["text"], "example" in told) == (False, "no call was found", False)


def test_a_lens_is_made_again_only_if_its_function_or_its_line_has_changed() -> None:
    opened = document("def f(): ...\ndef g(): ...\n", function(name="f"), function(name="g", line=2))
    first = lenses(opened, opened.within(1, 2), "utf-16")
    opened.functions["g"] = function(example("g()"), name="g", line=2)
    second = lenses(opened, opened.within(1, 2), "utf-16")
    assert second[0] is first[0]
    assert [lens.command and lens.command.title for lens in second] == ["no examples", "1 example"]
    opened.change([Change("async ", Place(0, 0), Place(0, 0))], 2, "utf-16")
    third = lenses(opened, opened.within(1, 2), "utf-16")
    assert third[0].range.end.character == len("async def f(): ...")
