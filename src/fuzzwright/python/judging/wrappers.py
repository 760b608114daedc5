"""Decorators that stand between a call and the function it names.

A decorated function is entered from a wrapper that hands on whatever it was given. Who wrote the call, and so what
stands for which parameter, is found one frame further out.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from fuzzwright.python.judging.case import Case, last_name


def caller_of(case: Case, index: int) -> int:
    """Return the frame that a frame was called from, past wrappers that hand on all of their arguments."""
    outer = index - 1
    while outer > 0 and _hands_everything_on(case, outer):
        outer -= 1
    return outer


def unwrapped(case: Case) -> Case:
    """Return a case that begins in the function under test itself, not in the wrappers it was decorated with."""
    frames, function = case.frames, case.function
    start = 0
    while start + 1 < len(frames) and _hands_everything_on(case, start):
        start += 1
    inside = function is not None and case.definition_at(frames[start]) is function if start else False
    return replace(case, frames=frames[start:]) if inside else case


def _hands_everything_on(case: Case, index: int) -> bool:
    definition, statement = case.definition_at(case.frames[index]), case.statement_at(case.frames[index])
    if definition is None or statement is None or definition.args.vararg is None:
        return False
    if "<locals>" not in case.frames[index].name:
        return False  # a function of its own, which may be meant for such calls
    everything = definition.args.vararg.arg
    return any(
        isinstance(node, ast.Call)
        and any(isinstance(each, ast.Starred) and last_name(each.value) == everything for each in node.args)
        for node in ast.walk(statement)
    )
