"""What can be done with the examples at a place: titles and commands, the same in every editor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from fuzzwright.editor.examples import LiveExample, LiveFunction
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.lsp.documents import Document
from fuzzwright.frontends.lsp.guards import guard
from fuzzwright.frontends.lsp.made_tests import case_for
from fuzzwright.frontends.lsp.ranking import FAILS
from fuzzwright.frontends.lsp.shown import capped, in_order

REACH = "fuzzwright.reach"
TEST = "fuzzwright.test"
GUARD = "fuzzwright.guard"
DEBUG = "fuzzwright.debug"
CALL = "fuzzwright.call"
PAUSE = "fuzzwright.pause"
FAILING, WORKING = 2, 1
"""For how many examples of each kind actions are offered at one place."""
_LONGEST = 50


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of the menu."""

    title: str
    command: str
    arguments: dict[str, Any]
    mends: str = ""
    """The id of the example whose failure it does something about."""


def actions_at(document: Document, line: int) -> list[Action]:
    """Return what can be done at a line, counted from 1."""
    function = document.at(line)
    if function is None or function.state in ("skipped", "gone"):
        return []
    found = [Action("What input reaches this line?", REACH, {"uri": document.uri, "line": line - 1})]
    for example in offered(function, line):
        found += _of_example(document, function, example)
    return found


def offered(function: LiveFunction, line: int) -> list[LiveExample]:
    """Return the examples that matter most at a line: what fails there, what runs it and fails, what runs it."""
    signature = function.line <= line <= function.signature_line

    def rank(example: LiveExample) -> tuple[bool, bool, bool, int]:
        return (example.at != line, example.outcome != "returned", not example.ordinary, example.slot)

    there = [each for each in in_order(function) if signature or line in each.lines or each.at == line]
    failing = [each for each in there if each.outcome in FAILS]
    working = [each for each in there if each.outcome not in FAILS]
    return sorted(failing, key=rank)[:FAILING] + sorted(working, key=rank)[:WORKING]


def reaching(document: Document, line: int) -> tuple[LiveFunction, list[LiveExample]] | None:
    """Return the function at a line, counted from 1, and its examples that run the line, if any are known."""
    function = document.at(line)
    if function is None or function.state == "stale":
        return None
    found = [example for example in in_order(function) if line in example.lines]
    return (function, found) if found else None


def _of_example(document: Document, function: LiveFunction, example: LiveExample) -> Iterator[Action]:
    what = capped(example.written, _LONGEST)
    arguments = {"uri": document.uri, "function": function.qualname, "id": example.id}
    mends = example.id if example.outcome in FAILS else ""
    if _works(lambda: case_for("module", function, example)):
        yield Action(f"Make a test of {what}", TEST, arguments, mends)
    if (
        mends
        and example.outcome != "mistyped"
        and _works(lambda: guard(document.lines, function, example, "raise", "\n"))
    ):
        yield Action(f"Raise ValueError for {what}", GUARD, arguments, mends)
        yield Action(f"Assert against {what}", GUARD, {**arguments, "style": "assert"}, mends)
    yield Action(f"Debug {what}", DEBUG, arguments)
    yield Action(f"Copy {what}", CALL, arguments)


def _works(make: Callable[[], object]) -> bool:
    """Return whether something can be made: what would only lead to a refusal is not offered."""
    try:
        make()
    except FuzzwrightError:
        return False
    return True
