"""Calls that fail for what the caller gave to be called, or gave to be handed on by name or by number.

Hints seldom tell what a callable takes and gives, and never which names a dictionary has that is handed on with
`**`. A call that does not fit then is not the code's own.
"""

from __future__ import annotations

import ast
import builtins
import re

from fuzzwright.python.judging.case import Case, last_name
from fuzzwright.python.judging.keeping import SELF, parameters_of
from fuzzwright.python.judging.origins import expressions_in, given_as, sources_of

SIGNATURE = re.compile(
    r"required (keyword-only|positional) argument|unexpected keyword|positional arguments? but|invalid keyword"
    r"|takes (no|at (least|most)|exactly|from)\b.*\barguments?|keywords must be strings|multiple values for"
)
_CALLEE = re.compile(r"^([\w.<>]+)\(\) ")
_KEYWORD = re.compile(r"keyword argument '(.*?)'|multiple values for .*argument '(.*?)'")
_NO_CALLABLE = re.compile(r"object is not callable")
_GIVES_ANYTHING = re.compile(r"\bCallable\b(?!\[)|\bCallable\[.*\b(Any|object|T|_T|R|_R)\]")


def miscalled(case: Case) -> str:
    """Return the evidence that the call does not fit the function, which something around it hides; else nothing."""
    function = case.function
    if function is None or case.exception != "TypeError" or not SIGNATURE.search(case.message):
        return ""
    if any(case.within(frame, frame.line) for frame in case.frames):
        return ""  # it had begun, and calls itself or another one of that name
    of_it = case.message.partition("(")[0].rpartition(".")[2] == function.name
    return f"was called without what `{function.name}` needs{case.at}" if of_it else ""


def called_by_the_caller(case: Case) -> str:
    """Return the evidence that a call does not fit for what the caller gave; nothing if there is none."""
    statement = case.statement
    if case.exception != "TypeError" or statement is None:
        return ""
    fits = SIGNATURE.search(case.message) is None
    if fits and not _NO_CALLABLE.search(case.message):
        return ""
    rules = (_calls_no_callable,) if fits else (_calls_argument, _calls_given, _hands_names_on)
    calls = [node for node in expressions_in(statement) if isinstance(node, ast.Call)]
    found = next(filter(None, (rule(case, node) for rule in rules for node in calls)), "")
    return f"{found}{case.at}" if found else ""


def gives_anything(case: Case) -> str:
    """Return the evidence that a failure of types is about what a callable of the caller's gave."""
    statement = case.statement
    function = case.definition_at(case.frames[0]) if case.frames else None
    if case.exception not in ("TypeError", "AttributeError") or statement is None or function is None:
        return ""
    hints = {name: ast.unparse(hint) for name, hint in parameters_of(function).items() if hint is not None}
    used = {name for node in expressions_in(statement) for name in sources_of(case, node, len(case.frames) - 1)}
    name = next((each for each in sorted(used) if _GIVES_ANYTHING.search(hints.get(each, ""))), "")
    return f"what `{name}` gives is left open by its hint{case.at}" if name else ""


def _calls_argument(case: Case, node: ast.Call) -> str:
    if isinstance(node.func, ast.Name) and (name := given_as(case, node.func, len(case.frames) - 1)):
        return f"calls the argument `{name}` with what it does not take"
    return ""


def _calls_given(case: Case, node: ast.Call) -> str:
    """Judge a call of something that goes by another name here, and that the caller wrote in the call."""
    named = _CALLEE.search(case.message)
    spoken = last_name(node.func)
    if named is None or not spoken or spoken in SELF or spoken in vars(builtins):
        return ""
    parts = [part for part in named[1].split(".") if part != "<locals>"]
    if parts[-1] in ("__call__", "__init__", "__new__"):
        called, is_class = parts[-2] if len(parts) > 1 else "", parts[-1] != "__call__"
    else:
        called, is_class = parts[-1], False
    if not called or called == spoken:
        return ""
    written = list(case.expressions_in_call())
    if called == "<lambda>":
        return f"calls `{spoken}` with what the caller's does not take" if _lambdas(written) else ""
    own = parts[-1] not in ("__call__", "__init__", "__new__") and len(parts) > 1
    made = {id(each.func) for each in written if isinstance(each, ast.Call)}
    # A class to be called stands there by itself; an object to be called is made by calling its class.
    given = any(
        last_name(each) == called and (id(each) not in made) == is_class
        for each in written
        if isinstance(each, ast.Name | ast.Attribute)
    )
    return f"calls the caller's `{called}` with what it does not take" if given and not own else ""


def _lambdas(written: list[ast.AST]) -> bool:
    return any(isinstance(each, ast.Lambda) for each in written)


def _hands_names_on(case: Case, node: ast.Call) -> str:
    """Judge a call with names, or with so many arguments, as the caller chose."""
    last = len(case.frames) - 1
    function = ast.unparse(node.func)
    named = [keyword.value for keyword in node.keywords if keyword.arg is None]
    definition = case.definition_at(case.frames[last])
    extra = definition.args.kwarg if definition is not None else None
    if extra is not None and any(last_name(each) == extra.arg for each in named):
        return f"hands `**{extra.arg}` to `{function}`, which does not take every name"
    refused = _KEYWORD.search(case.message)
    if named and refused is not None and (refused[1] or refused[2] or "") in _keys(case):
        return f"hands the names in `{ast.unparse(named[0])}` to `{function}`, which does not take every name"
    for each in [*named, *(one.value for one in node.args if isinstance(one, ast.Starred))]:
        if name := given_as(case, each, last):
            return f"hands the items of the argument `{name}` to `{function}`, which does not take them"
    return ""


def _keys(case: Case) -> set[object]:
    """Return the names written as keys in the call."""
    return {
        key.value
        for node in case.expressions_in_call()
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant)
    }


def _calls_no_callable(case: Case, node: ast.Call) -> str:
    """Judge a call of a parameter that is annotated as a callable and is none."""
    definition = case.definition_at(case.frames[-1])
    name = last_name(node.func) if isinstance(node.func, ast.Name) else ""
    hint = parameters_of(definition).get(name) if definition is not None else None
    if hint is None or "Callable" not in ast.unparse(hint) or "None" in ast.unparse(hint):
        return ""
    return f"calls `{name}`, which is annotated as a callable and was given none"
