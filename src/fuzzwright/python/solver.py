"""CrossHair, if it is installed beside the code under test, asked for inputs that take other ways.

It runs the function with symbolic values and solves for inputs of each way it finds. What it says is
taken as a suggestion: its answers are adopted by the function's domain, run like any other input, and
kept only if they gain something. Nothing that goes wrong in it is of interest to anybody, so it is
asked in a process of its own, for a few seconds, and whatever it raises means that it knows nothing.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
from collections.abc import Iterator
from inspect import BoundArguments, Parameter
from typing import Any

from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.engine.domain import Unfit
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.discover import Found
from fuzzwright.python.opened import OpenedFunction

NOT_ASKED = ("async", "generator", "async_generator", "constructor")
"""Kinds of functions of which a plain call runs nothing, or that it cannot take apart."""
MOST_UNINTERESTING = 1_000_000


def is_there() -> bool:
    """Return whether CrossHair can be imported here."""
    try:
        return importlib.util.find_spec("crosshair") is not None
    except (ImportError, ValueError):
        return False


def solved(function: OpenedFunction, seconds: float) -> list[Any]:
    """Return inputs that CrossHair finds for the ways through a function, in about so many seconds."""
    inputs: list[Any] = []
    if function.found.kind in NOT_ASKED:
        return inputs
    # It writes about its own trouble; nobody asked.
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            for arguments in _answers(function.found, seconds):
                try:
                    inputs.append(function.domain.adopt(_entries(function.domain, arguments)))
                except Unfit:
                    continue
        except Exception:  # its own, whatever they are: it has no answer then
            return inputs
    return inputs


def _answers(found: Found, seconds: float) -> Iterator[BoundArguments]:
    importlib.import_module("crosshair.core_and_libs")  # makes it know the standard library
    cover: Any = importlib.import_module("crosshair.path_cover")
    options: Any = importlib.import_module("crosshair.options")
    functions: Any = importlib.import_module("crosshair.fnutil")
    name = found.qualname.rpartition(".")[2]
    if found.owner is not None and name in vars(found.owner):
        info = functions.FunctionInfo.from_class(found.owner, name)
    else:
        info = functions.FunctionInfo.from_fn(found.object)
    wanted = options.AnalysisOptionSet(
        per_condition_timeout=seconds,
        per_path_timeout=max(seconds / 4, 0.5),
        max_uninteresting_iterations=MOST_UNINTERESTING,
    )
    chosen = options.DEFAULT_OPTIONS.overlay(wanted)
    for path in cover.path_cover(info, chosen, cover.CoverageType.PATH, on_nondeterminism=lambda: None):
        yield path.args


def _entries(domain: Arguments, arguments: BoundArguments) -> tuple[Any, ...]:
    """Return an object for each parameter, as a domain of arguments adopts them."""
    given = arguments.arguments
    entries: list[Any] = []
    for slot in domain.slots:
        missing: Any = LEFT_OUT
        if slot.kind is Parameter.VAR_POSITIONAL:
            missing = ()
        elif slot.kind is Parameter.VAR_KEYWORD:
            missing = {}
        entries.append(given.get(slot.name, missing))
    return tuple(entries)
