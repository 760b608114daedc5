"""Ordinary inputs of a function: what its documentation and tests call it with, and what its names suggest.

Runs beside the function: the literals of a call are read, constructors named in it are called, and what its domain can
adopt becomes an input. The most trusted come first: those of its documentation, then given calls, those in tests nearby
and in its own module, what other functions pass to it, and last what its names and the constants it compares with
suggest.
"""

from __future__ import annotations

import ast
import enum
import inspect
import sys
from collections.abc import Iterator, Sequence
from inspect import Parameter
from typing import Any

from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.engine.domain import HOLE, Unfit
from fuzzwright.python.discover import innermost
from fuzzwright.python.likely import likely_arguments
from fuzzwright.python.nearby_tests import callers_in_tests
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.ordinary import called_as, compared_with, documented_calls, is_literal, ordinary_calls

_REST: dict[Any, Any] = {Parameter.VAR_POSITIONAL: (), Parameter.VAR_KEYWORD: {}}


def ordinary_inputs(function: OpenedFunction, calls: Sequence[str] = (), passed: Sequence[Any] = ()) -> list[Any]:
    """Return ordinary inputs, the most trusted first.

    `calls` are texts of calls that somebody wrote, `passed` inputs that other functions were seen to pass.
    """
    inputs: list[Any] = []
    for text in [*_documented(function), *calls, *_tested(function), *_nearby(function)]:
        try:
            inputs.append(_input(function, text))
        except Exception:  # what the text means is up to code of the user's, or it may not fit at all
            continue
    inputs += [*passed, *_likely(function)]
    return list({repr(input): input for input in inputs}.values())


def _documented(function: OpenedFunction) -> list[str]:
    found = function.found
    texts = [getattr(found.object, "__doc__", None), getattr(found.owner, "__doc__", None)]
    texts.append(getattr(sys.modules.get(found.module), "__doc__", None))
    return [call for text in texts if isinstance(text, str) for call in documented_calls(text, found.qualname)]


def _tested(function: OpenedFunction) -> list[str]:
    found = function.found
    tests = callers_in_tests(called_as(found.qualname), found.file, function.oracle.root)
    return ordinary_calls(tests, found.qualname)


def _nearby(function: OpenedFunction) -> list[str]:
    source = function.source()
    return ordinary_calls([source], function.found.qualname) if source else []


def _likely(function: OpenedFunction) -> Iterator[Any]:
    found, domain = function.found, function.domain
    known: dict[str, list[object]] = {}
    try:
        source = inspect.cleandoc("\n" + "".join(inspect.getsourcelines(innermost(found.object))[0]))
        known = compared_with(ast.parse(source), [slot.name for slot in domain.slots])
    except (OSError, TypeError, SyntaxError, ValueError):
        pass  # there is no source, or it is part of something else
    around = found.qualname if found.owner is None else found.qualname.rpartition(".")[2]
    tries: tuple[tuple[dict[str, list[object]], int, bool], ...]
    tries = (({}, 0, False), (known, 0, False), ({}, 1, False), ({}, 2, False), ({}, 1, True), ({}, 2, True))
    for given, nth, filled in tries:
        try:
            yield likely_arguments(domain, around, given, nth, filled)
        except Exception:  # conditions on values are code of the user's
            continue


def _input(function: OpenedFunction, text: str) -> Any:
    call = ast.parse(text, mode="eval").body
    if not isinstance(call, ast.Call) or not is_literal(ast.Call(ast.Name("It"), call.args, call.keywords)):
        raise Unfit("not a call with literals")
    space = vars(sys.modules[function.found.module])
    positional = [_object(node, space) for node in call.args]
    named = {str(keyword.arg): _object(keyword.value, space) for keyword in call.keywords}
    receiver = (HOLE,) if function.found.needs_self else ()
    given = inspect.signature(function.found.object).bind(*receiver, *positional, **named).arguments
    slots = function.domain.slots
    return function.domain.adopt(tuple(given.get(slot.name, _REST.get(slot.kind, LEFT_OUT)) for slot in slots))


def _object(node: ast.expr, space: dict[str, Any]) -> Any:
    """Return what an expression means that is a literal, a member of a class, or a constructor call with such."""
    match node:
        case ast.List(elts=items):
            return [_object(item, space) for item in items]
        case ast.Tuple(elts=items):
            return tuple(_object(item, space) for item in items)
        case ast.Set(elts=items):
            return {_object(item, space) for item in items}
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            return {_object(key, space): _object(value, space) for key, value in pairs if key is not None}
        case ast.Attribute():
            member = _named(node, space)
            if isinstance(member, enum.Enum):
                return member
            raise Unfit("not a member of an enumeration")
        case ast.Call():
            made = _named(node.func, space)
            if not isinstance(made, type):
                raise Unfit("not a class")
            named = {str(keyword.arg): _object(keyword.value, space) for keyword in node.keywords}
            return made(*[_object(argument, space) for argument in node.args], **named)
    return ast.literal_eval(node)


def _named(node: ast.expr, space: dict[str, Any]) -> Any:
    """Return what a dotted name means in a module, whether or not it is written with the module in front."""
    parts = ast.unparse(node).split(".")
    for start in range(len(parts)):
        if parts[start] in space:
            found = space[parts[start]]
            for part in parts[start + 1 :]:
                found = getattr(found, part)
            return found
    raise Unfit("no such name")
