"""Ordinary inputs of a function: what its documentation and tests call it with, and what its names suggest.

Runs beside the function: the literals of a call are read, constructors named in it are called, and what its domain can
adopt becomes an input. The most trusted come first: those of its documentation, then given calls, those in tests nearby
and in its own module, what other functions pass to it, and last what its names and the constants it compares with
suggest. Where an object is not told, whose method is called, it is made of what names suggest too.
"""

from __future__ import annotations

import ast
import enum
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import Parameter
from itertools import islice
from typing import Any, Final, NamedTuple

from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.engine.domain import HOLE, Unfit
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.discover import innermost
from fuzzwright.python.likely import Filled, likely_arguments, likely_steps
from fuzzwright.python.meant_texts import quoted_texts, separated_texts
from fuzzwright.python.nearby_tests import callers_in_tests
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.ordinary import called_as, compared_with, documented_calls, is_literal, ordinary_calls
from fuzzwright.python.passed import names_used
from fuzzwright.python.recipes import Recipe, Recipes

MOST_TOLD: Final = 12
MOST_RECEIVERS: Final = 2
MOST_STEPS: Final = 4
MOST_MEMBERS: Final = 6
Try = tuple[Mapping[str, Sequence[object]], int, Filled]
"""What is known of parameters, which of the likely values to take, and what objects get besides."""
_REST: dict[Any, Any] = {Parameter.VAR_POSITIONAL: (), Parameter.VAR_KEYWORD: {}}


class Ordinary(NamedTuple):
    """Ordinary inputs of a function, the most trusted first."""

    told: tuple[Any, ...] = ()
    """What somebody wrote."""
    guessed: tuple[Any, ...] = ()
    """What is passed by other functions, and what names suggest."""
    spare: tuple[Any, ...] = ()
    """What else may do, where none of these does."""

    @property
    def all(self) -> list[Any]:
        """All of them, in this order."""
        return [*self.told, *self.guessed, *self.spare]


def ordinary_inputs(function: OpenedFunction, calls: Sequence[str] = (), passed: Sequence[Any] = ()) -> Ordinary:
    """Return ordinary inputs.

    `calls` are texts of calls that somebody wrote, `passed` inputs that other functions were seen to pass.
    """
    told: list[Any] = []
    for text in [*_documented(function), *calls, *_tested(function), *_nearby(function)]:
        try:
            told.append(_input(function, text))
        except Exception:  # what the text means is up to code of the user's, or it may not fit at all
            continue
    likely, guessed = _likely(function, *_first_tries(function)), list(passed)
    spare = [*_with_keys(function, likely), *_likely(function, *_further_tries(function))]
    if function.found.needs_self:
        told, guessed = (
            [each for input in one for each in _with_receivers(function, input, likely)] for one in (told, guessed)
        )
        spare += _with_steps(function, likely)
    seen: set[str] = set()
    return Ordinary(*(tuple(_once(inputs, seen)) for inputs in (told[:MOST_TOLD], [*guessed, *likely], spare)))


def _once(inputs: Iterable[Any], seen: set[str]) -> Iterator[Any]:
    for input in inputs:
        if repr(input) not in seen:
            seen.add(repr(input))
            yield input


def _with_receivers(function: OpenedFunction, input: Any, likely: Sequence[Any]) -> list[Any]:
    """Return an input with likely objects in place of one of which nothing is known, and it itself at the end."""
    if repr(input[0]) != repr(function.domain.places[0].simplest()):
        return [input]
    receivers = {repr(each[0]): each[0] for each in likely}
    return [*((receiver, *input[1:]) for receiver in list(receivers.values())[:MOST_RECEIVERS]), input]


def _with_steps(function: OpenedFunction, likely: Sequence[Any]) -> Iterator[Any]:
    """Yield an input with an object that had one of its methods called before."""
    domain = function.domain.places[0].itself
    for input in likely[:1]:
        if isinstance(domain, Recipes) and isinstance(input[0], Recipe):
            for receiver in islice(likely_steps(domain, input[0]), MOST_STEPS):
                yield (receiver, *input[1:])


def _with_keys(function: OpenedFunction, likely: Sequence[Any]) -> Iterator[Any]:
    """Yield an input in which another argument is a key of a dictionary: that is what keys are passed for."""
    for input in likely[:1]:
        for held, place in enumerate(function.domain.places):
            if isinstance(place.itself, Mappings) and input[held]:
                key = input[held][0][0]
                for index in range(len(function.domain.slots)):
                    if type(input[index]) is type(key) and index != held:
                        yield (*input[:index], key, *input[index + 1 :])


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


def _likely(function: OpenedFunction, *tries: Try) -> list[Any]:
    """Return what names suggest, and what is known of parameters."""
    found = function.found
    around = found.qualname if found.owner is None else found.qualname.rpartition(".")[2]
    inputs, used = [], names_used(function)
    for given, nth, filled in tries:
        try:
            inputs.append(likely_arguments(function.domain, around, given, nth, filled, used))
        except Exception:  # conditions on values are code of the user's
            continue
    return inputs


def _first_tries(function: OpenedFunction) -> list[Try]:
    tree = _tree(function)
    known = {} if tree is None else compared_with(tree, [slot.name for slot in function.domain.slots])
    # With items where the function goes through them; the others are the same as without.
    return [({}, 0, "items"), ({}, 0, ""), (known, 0, "")]


def _further_tries(function: OpenedFunction) -> list[Try]:
    tree = _tree(function)
    meant: list[object] = list(quoted_texts(getattr(function.found.object, "__doc__", None) or ""))
    if tree is not None:
        meant += [*_members(tree, vars(sys.modules[function.found.module])), *separated_texts(tree)]
    tries: list[Try] = [({name: [thing]}, 0, "") for thing in meant for name in _takers(function.domain, thing)[:1]]
    return [*tries, ({}, 1, ""), ({}, 2, ""), ({}, 1, "leaves"), ({}, 2, "leaves")]


def _tree(function: OpenedFunction) -> ast.AST | None:
    """Return the function as it is written; None if there is no source, or it is part of something else."""
    try:
        source = "".join(inspect.getsourcelines(innermost(function.found.object))[0])
        return ast.parse(inspect.cleandoc("\n" + source))
    except (OSError, TypeError, SyntaxError, ValueError):
        return None


def _members(tree: ast.AST, space: Mapping[str, Any]) -> list[object]:
    """Return the values by which members of enumerations are looked up."""
    called = {
        node.func.id: None for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    enums = [space[name] for name in called if isinstance(space.get(name), enum.EnumMeta)]
    return [member.value for each in enums for member in islice(each, MOST_MEMBERS)]


def _takers(domain: Arguments, thing: object) -> list[str]:
    """Return the parameters that take such a thing and have to be given."""
    pairs = zip(domain.slots, domain.places, strict=True)
    return [slot.name for slot, place in pairs if place.itself.leaf and type(place.itself.simplest()) is type(thing)]


def _input(function: OpenedFunction, text: str) -> Any:
    call = ast.parse(text, mode="eval").body
    if not isinstance(call, ast.Call) or not is_literal(ast.Call(ast.Name("It"), call.args, call.keywords)):
        raise Unfit("not a call with literals")
    if function.found.needs_self and not call.args and not call.keywords:
        raise Unfit("nothing is told: neither the object nor arguments")
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
