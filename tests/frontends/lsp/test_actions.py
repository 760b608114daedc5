"""What is offered at a line."""

from __future__ import annotations

from fuzzwright.frontends.lsp.actions import CALL, DEBUG, GUARD, REACH, TEST, actions_at, offered, reaching
from tests.frontends.lsp.made import document, example, function

TEXT = "def f(x: int) -> int:\n    if x:\n        return 1\n    return 1 // x\n\n"
WORKS = example("f(1)", slot=0, lines=(2, 3))
USUAL = example("f(7)", slot=1, lines=(2, 3), ordinary=True)
RAISES = example("f(0)", "raised", "ZeroDivisionError: x", slot=2, lines=(2, 4), at=4)
DOES_IO = example("f(9)", "blocked", "open a file", slot=3, lines=(2,))
F = function(WORKS, USUAL, RAISES, DOES_IO, last=4)


def test_outside_functions_nothing_is_offered() -> None:
    assert actions_at(document(TEXT, F), 5) == []


def test_what_is_not_run_has_no_actions() -> None:
    assert actions_at(document(TEXT, function(state="skipped", last=4)), 2) == []


def test_where_a_call_fails_it_can_be_tested_refused_and_debugged() -> None:
    found = actions_at(document(TEXT, F), 4)
    assert [action.command for action in found] == [REACH, TEST, GUARD, GUARD, DEBUG, CALL]
    assert found[0].arguments == {"uri": "file:///p/m.py", "line": 3}
    assert found[1].arguments == {"uri": "file:///p/m.py", "function": "f", "id": "f(0)"}
    assert [action.mends for action in found] == ["", "f(0)", "f(0)", "f(0)", "", ""]


def test_on_the_signature_what_fails_comes_first_then_one_that_is_usual() -> None:
    assert [each.call for each in offered(F, 1)] == ["f(0)", "f(7)"]


def test_on_a_line_only_what_runs_it_is_offered() -> None:
    assert [each.call for each in offered(F, 3)] == ["f(7)"]
    assert [each.call for each in offered(function(WORKS, RAISES, last=4), 3)] == ["f(1)"]


def test_a_call_that_does_something_outside_is_not_made_a_test() -> None:
    found = actions_at(document(TEXT, function(DOES_IO, last=4)), 1)
    assert [action.command for action in found] == [REACH, DEBUG, CALL]


def test_what_cannot_be_done_is_not_offered() -> None:
    thing = example("f(Thing())", "raised", "KeyError: 1", lines=(2,))
    found = actions_at(document(TEXT, function(thing, last=4)), 1)
    assert [action.command for action in found] == [REACH, TEST, DEBUG, CALL]
    found = actions_at(document(TEXT, function(example("f(1)", result="<object>"), last=4)), 1)
    assert [action.command for action in found] == [REACH, DEBUG, CALL]


def test_titles_are_short() -> None:
    found = actions_at(document(TEXT, function(example(f"f({'9' * 999})", "raised", "X", lines=(2,)), last=4)), 2)
    assert max(len(action.title) for action in found) < 80


def test_known_examples_answer_what_reaches_a_line() -> None:
    known = reaching(document(TEXT, F), 4)
    assert known is not None
    assert [each.call for each in known[1]] == ["f(0)"]
    assert reaching(document(TEXT, function(WORKS, last=4)), 4) is None
    assert reaching(document(TEXT, function(RAISES, last=4, state="stale")), 4) is None
