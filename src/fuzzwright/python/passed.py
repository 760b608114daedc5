"""What one function passes to another while it runs: ordinary inputs that no document or test has to tell.

Calls are noticed by Python's profiler, for the few runs that are looked at; what runs is the code as it is. An argument
is taken as it is when the call begins, before anything can change it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, Final

from fuzzwright.engine.domain import HOLE, Unfit
from fuzzwright.python.discover import innermost
from fuzzwright.python.entries import is_generator
from fuzzwright.python.opened import OpenedFunction

MOST_PASSED: Final = 8
"""Different inputs of one function."""
MOST_CALLS: Final = 64
"""Calls that are looked at; the same few come again in a loop."""


def may_call(caller: OpenedFunction, function: OpenedFunction) -> bool:
    """Return whether the name of a function is used in another, or in what is defined inside of that one."""
    code, called = code_of(caller), code_of(function)
    if code is None or called is None or code is called:
        return False
    return called.co_name in names_used(caller)


def names_used(function: OpenedFunction) -> set[str]:
    """Return the names, also of attributes, in the code of a function and of what is defined inside of it."""
    code, names = code_of(function), set[str]()
    waiting = [] if code is None else [code]
    while waiting:
        each = waiting.pop()
        names.update(each.co_names)
        waiting += [inner for inner in each.co_consts if isinstance(inner, CodeType)]
    return names


def passed_inputs(function: OpenedFunction, run: Callable[[], object]) -> list[Any]:
    """Return inputs of a function that are like the calls of it in a run, each once, in their order."""
    code = code_of(function)
    if code is None or is_generator(code):
        return []  # a generator is entered again each time it goes on, with parameters that may be others by then
    found: dict[str, Any] = {}
    left = MOST_CALLS

    def notice(frame: FrameType, event: str, _: object) -> None:
        nonlocal left
        if event == "call" and frame.f_code is code and left > 0 and len(found) < MOST_PASSED:
            left -= 1
            try:
                input = _input(function, frame)
                found.setdefault(repr(input), input)
            except Exception:
                return  # what is passed does not fit, or the code of its class objects

    before = sys.getprofile()
    sys.setprofile(notice)
    try:
        run()
    finally:
        sys.setprofile(before)
    return list(found.values())


def code_of(function: OpenedFunction) -> CodeType | None:
    """Return the code that runs when a function is called, if it has code in Python."""
    code = getattr(innermost(function.found.object), "__code__", None)
    return code if isinstance(code, CodeType) else None


def _input(function: OpenedFunction, frame: FrameType) -> Any:
    slots = function.domain.slots
    values = [frame.f_locals[slot.name] for slot in slots if slot.name in frame.f_locals]
    if len(values) < len(slots):
        raise KeyError("a parameter that the code does not know")
    if not function.found.needs_self:
        return function.domain.adopt(tuple(values))
    try:
        return function.domain.adopt(tuple(values))
    except Unfit:  # how the object was made cannot be told
        return function.domain.adopt((HOLE, *values[1:]))
