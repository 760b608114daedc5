"""Calls inside of the code under test, held against the hints of what they call while something else is fuzzed.

Each annotated function gets code that looks at its arguments and at what it returns, by checks compiled once. Nothing
is changed or raised: a mismatch is noted and leaves its number in the path, so that a run with one is a new way and
the oracle gets to see it. Only calls from the code under test count: what the fuzzer itself passes fits by making.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
import typing
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from inspect import Parameter
from types import CodeType, FrameType, FunctionType
from typing import Any, cast

from fuzzwright.acceleration import FastPath
from fuzzwright.engine.outcome import Frame, MismatchedCall, Outcome, Raised, Returned
from fuzzwright.python.check import checker
from fuzzwright.python.discover import find_functions, innermost
from fuzzwright.python.entries import Hook, exchanges, is_generator
from fuzzwright.python.inferring import FilledHints
from fuzzwright.python.probes import Probes, Site
from fuzzwright.python.refusals import show
from fuzzwright.python.resolve import resolve

MOST_RECENT = 64
"""Mismatches of one kind that are remembered, at most; a run that has more is told by one of its last."""
_OWN_DUNDERS = ("__init__", "__new__", "__post_init__", "__call__")
"""Special methods that are called with what the caller means; operators get whatever stands beside them."""
_COMPREHENSIONS = re.compile(r"(\.<locals>)?(\.<(list|set|dict)comp>)+$")

Check = Callable[[object], str | None]
Asked = tuple[str, object, Check, Callable[[str, FrameType], None]]
"""A parameter, its default, its check, and what notes a mismatch."""


@dataclass(slots=True)
class CheckedCalls:
    """The functions whose calls are looked at, and what was wrong with them of late."""

    inside: Callable[[str], bool]
    root: str
    hooks: dict[FunctionType, Hook] = field(default_factory=dict)
    recent: dict[int, deque[MismatchedCall]] = field(default_factory=dict)
    """By the number that a mismatch leaves in the path: the latest of its kind."""

    def judged(self, outcome: Outcome, path: Sequence[int]) -> Outcome:
        """Return the first mismatch of a run in place of its outcome, if that says less."""
        number = next((number for number in path if number in self.recent), None)
        if number is None or not self.recent[number]:
            return outcome
        known = self.recent[number]
        wrong = known[-min(path.count(number), len(known))]
        if isinstance(outcome, Returned):
            return wrong
        # What a function raises that got something else than it asks for follows from that.
        through = wrong.parameter and any(frame.name == wrong.callee for frame in outcome.frames)
        return wrong if through and type(outcome) is Raised else outcome

    def frame(self, frame: FrameType) -> Frame:
        """Return a place as failures tell it."""
        code = frame.f_code
        file = os.path.relpath(code.co_filename, self.root) if self.root else code.co_filename
        return Frame(file.replace(os.sep, "/"), _function(code), frame.f_lineno or code.co_firstlineno)


def check_calls(probes: Probes, hints: FilledHints, inside: Callable[[str], bool], root: str) -> CheckedCalls:
    """Put code that looks at calls into all annotated functions of the modules under test; return what it sees."""
    calls = CheckedCalls(inside, root)
    mark = _marking(probes)
    for function, owner in sorted(_functions(probes), key=lambda each: _order(each[0])):
        hook = _hook(function, owner, hints, probes, calls, mark)
        if hook is not None:
            calls.hooks[function] = hook
    for exchange in exchanges({function: [hook] for function, hook in calls.hooks.items()}, probes).values():
        exchange.put()
    return calls


def _function(code: CodeType) -> str:
    """Return the name of the function that code belongs to: comprehensions are functions of their own up to 3.11."""
    return _COMPREHENSIONS.sub("", code.co_qualname)


def _order(function: FunctionType) -> tuple[str, int, str]:
    return function.__code__.co_filename, function.__code__.co_firstlineno, function.__code__.co_qualname


def _functions(probes: Probes) -> Iterator[tuple[FunctionType, type | None]]:
    """Yield the functions of the modules under test, each with its class."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file not in probes.spans:
            continue
        for found in find_functions(module, tests=True):
            name = found.qualname.rpartition(".")[2]
            if name.startswith("__") and name.endswith("__") and name not in _OWN_DUNDERS:
                continue
            thing = vars(found.owner).get(name) if isinstance(found.object, type) and found.owner else found.object
            plain = innermost(thing)
            # A wrapper that does not say what it wraps is shared by all it was put around.
            if isinstance(plain, FunctionType) and plain.__code__.co_qualname == found.qualname:
                yield plain, found.owner


def _hook(
    function: FunctionType,
    owner: type | None,
    hints: FilledHints,
    probes: Probes,
    calls: CheckedCalls,
    mark: Callable[[int], object],
) -> Hook | None:
    known = {name: filled.hint for name, filled in hints.filled(function, owner).items() if filled.source == "stub"}
    try:
        known.update(resolve(function, owner))
        parameters = inspect.signature(function).parameters.values()
    except Exception:
        return None  # hints of users can do anything

    def noting(parameter: str, hint: Any) -> Callable[[str, FrameType], None]:
        return _noting(function, parameter, hint, calls, probes, mark)

    asked: list[Asked] = []
    for parameter in parameters:
        hint = _hint(parameter, known)
        check = checker(hint, owner) if hint is not None else None
        if check is not None:
            asked.append((parameter.name, parameter.default, check, noting(parameter.name, hint)))
    leave = None
    if "return" in known and not is_generator(function.__code__):
        check = checker(known["return"], owner)
        leave = None if check is None else _leaving(check, noting("", known["return"]))
    if not asked and leave is None:
        return None
    return Hook(tuple(name for name, *_ in asked), _entering(asked) if asked else None, leave)


def _hint(parameter: Parameter, known: dict[str, Any]) -> Any:
    """Return the hint of what a parameter holds; None if it has none, or one that is no type."""
    hint = known.get(parameter.name)
    if hint is None:
        return type(None) if parameter.name in known else None
    if parameter.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
        return hint
    if type(hint).__name__ in ("ParamSpecArgs", "ParamSpecKwargs", "_UnpackGenericAlias") or hasattr(
        hint, "__unpacked__"
    ):
        return None
    if typing.get_origin(hint) is typing.Unpack:
        return None
    return tuple[hint, ...] if parameter.kind is Parameter.VAR_POSITIONAL else dict[str, hint]  # type: ignore[valid-type]  # made while running


def _entering(asked: Sequence[Asked]) -> Callable[[tuple[Any, ...]], None]:
    checks = [(default, check, note) for _, default, check, note in asked]
    frame_of = sys._getframe

    def enter(values: tuple[Any, ...]) -> None:
        try:
            for (default, check, note), value in zip(checks, values, strict=True):
                # A default need not fit: `= None` is often written without saying so.
                if value is not default and (problem := check(value)) is not None:
                    note(problem, frame_of(1))
        except Exception:
            return  # the stack may be all but used up; the call goes on as if nobody had looked

    return enter


def _leaving(check: Check, note: Callable[[str, FrameType], None]) -> Callable[[Any], Any]:
    frame_of = sys._getframe

    def leave(value: Any) -> Any:
        try:
            # By NotImplemented an operator says that the other operand should be asked.
            if value is not NotImplemented and (problem := check(value)) is not None:
                note(problem, frame_of(1))
        except Exception:
            return value
        return value

    return leave


def _noting(
    function: FunctionType,
    parameter: str,
    hint: Any,
    calls: CheckedCalls,
    probes: Probes,
    mark: Callable[[int], object],
) -> Callable[[str, FrameType], None]:
    """Return what notes a mismatch, told with the frame of the function that was called."""
    code: CodeType = function.__code__
    number = probes.add(Site(code.co_filename, code.co_firstlineno, "call", code.co_qualname, ()))
    known = calls.recent[number] = deque(maxlen=MOST_RECENT)
    expected, callee = show(hint), code.co_qualname

    def note(problem: str, frame: FrameType) -> None:
        caller = frame.f_back
        if caller is None or not calls.inside(caller.f_code.co_filename):
            return
        place = calls.frame(caller if parameter else frame)
        known.append(MismatchedCall((place,), expected, problem, _function(caller.f_code), callee, parameter))
        mark(number)

    return note


def _marking(probes: Probes) -> Callable[[int], object]:
    """Return what leaves a number in the path."""
    if isinstance(probes.path, list):
        return probes.path.append
    path = cast(FastPath, probes.path)
    return lambda number: -path.probe(number)  # type: ignore[operator]  # the probe's own operation
