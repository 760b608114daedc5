"""One input run again and told as an example: the call, what came of it, what else it did, which lines it ran."""

from __future__ import annotations

import os
import traceback
from typing import Any, Final

from fuzzwright.campaigns.jobs import Record, to_text
from fuzzwright.campaigns.second_look import DOUBTED, if_odd
from fuzzwright.engine.codec import encode
from fuzzwright.engine.outcome import Blocked, Died, Failure, Mismatched, Outcome, TimedOut
from fuzzwright.python.effects import effect_of, shown
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.short_calls import shortened
from fuzzwright.python.snapshots import short
from fuzzwright.python.target import FunctionTarget

MOST_TRACEBACK: Final = 4000
MOST_MESSAGE: Final = 300
MOST_OUTPUT: Final = 500
_WORDS: Final = {"precondition": "refused", "deliberate": "refused", "resource": "too_much"}
"""How a call ended whose failure has a certain verdict; all others are crashes, hangs, deaths."""


def portrait(function: OpenedFunction, target: FunctionTarget, input: Any) -> Record:
    """Run an input and return it as an example; the fields are those of `LiveExample`, without its place."""
    observation = target.run(input)
    outcome = function.oracle(input, observation)
    record = _told(function, input, outcome, target)
    if not isinstance(outcome, Failure) or isinstance(outcome, Mismatched):
        record["result"] = shown(observation.result)
        effect = effect_of(target, function.domain, input, observation.output)
        wrong = f"but {outcome.expected} is annotated" if isinstance(outcome, Mismatched) else ""
        record["effect"] = ", ".join(text for text in (wrong, effect) if text)
    elif observation.error is not None:
        record["traceback"] = _traceback(observation.error)
    record["lines"] = function.lines_of(set(observation.path))
    record["output"] = short(observation.output, MOST_OUTPUT)
    return record


def portrait_of_death(function: OpenedFunction, input: Any, failure: Failure) -> Record:
    """Return an input as an example that must not be run: it ended the process that did."""
    return _told(function, input, failure)


def failure_name(function: OpenedFunction, failure: Failure) -> str:
    """Return what tells a way to fail from others of a function; the same wherever the function is in its file."""
    if isinstance(failure, TimedOut):
        return failure.kind  # on which line of a loop it was stopped is chance
    places = [f"{frame.name}+{frame.line - function.found.line}" for frame in failure.frames[-1:]]
    return ":".join([failure.kind, failure.what, *places])


def outcome_word(outcome: Outcome, verdict: str) -> str:
    """Return how a call ended, in the words of the editor."""
    if isinstance(outcome, Failure) and verdict == "resource":
        return _WORDS[verdict]
    match outcome:
        case TimedOut():
            return "hangs"
        case Died():
            return "dies"
        case Blocked():
            return "blocked"
        case Mismatched():
            return "mistyped"
        case Failure():
            return _WORDS.get(verdict, "raised")
    return "returned"


def _told(function: OpenedFunction, input: Any, outcome: Outcome, target: FunctionTarget | None = None) -> Record:
    full, imports = function.call(input)
    call, needed = shortened(full, imports, function.found.module)
    awaited = function.awaited_call(input)
    verdict, evidence = function.verdict(outcome, full) if isinstance(outcome, Failure) else ("", "")
    if isinstance(outcome, Failure) and target is not None and verdict in DOUBTED:
        odd = if_odd(function, target, input, outcome)
        verdict, evidence = odd if odd[0] else (verdict, evidence)
    return {
        "call": call,
        "shown": shortened(awaited, imports, function.found.module)[0],
        "awaited": awaited,
        "outcome": outcome_word(outcome, verdict),
        "result": _result(outcome),
        "effect": "",
        "imports": needed,
        "lines": [],
        "at": _line(function, outcome),
        "traceback": "",
        "evidence": evidence,
        "ordinary": False,
        "encoded": to_text(encode(function.domain, input)),
        "full": full,
        "needs": imports,
        "kind": outcome.kind,
        "failed": _failed(outcome),
    }


def _result(outcome: Outcome) -> str:
    match outcome:
        case Blocked():
            return outcome.effect
        case TimedOut() | Died():
            return outcome.says
        case Failure():
            message = short(outcome.says, MOST_MESSAGE)
            return f"{outcome.what}: {message}" if message else outcome.what
    return ""


def _failed(outcome: Outcome) -> str:
    """Return a failure in the words of findings; nothing if there is none."""
    if not isinstance(outcome, Failure):
        return ""
    return f"{outcome.what}: {outcome.says}" if outcome.says else outcome.what


def _line(function: OpenedFunction, outcome: Outcome) -> int:
    """Return the last line in the function's own file that a failure passed through."""
    file = os.path.relpath(function.found.file, function.oracle.root).replace(os.sep, "/")
    return next((frame.line for frame in reversed(outcome.frames) if frame.file == file), 0)


def _traceback(error: BaseException) -> str:
    """Return the traceback without the frames that are ours."""
    try:
        told = traceback.TracebackException.from_exception(error, limit=-40)
        own = [frame for frame in told.stack if f"{os.sep}fuzzwright{os.sep}" not in frame.filename]
        told.stack = traceback.StackSummary.from_list(own)
        text = "".join(told.format())
    except Exception:  # the exception is an object of the code under test
        return ""
    return text if len(text) <= MOST_TRACEBACK else text[:MOST_TRACEBACK] + "…"
