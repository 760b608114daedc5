"""What the caller wrote for each parameter, and how much the hints there leave open.

Reads the text of the call that failed: the call of the function under test, and the calls that made its arguments.
Which parameter a value stands for is looked up in the source of the package; what is not found is left out.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import MAKING, Case, Definition, classes_in, last_name, outline
from fuzzwright.python.judging.keeping import SELF, defaults_of

_OPEN = re.compile(r"\b(Any|object)\b|\b([dD]ict|[lL]ist|Mapping|Sequence|Iterable|tuple|Tuple)\b(?!\[)")
_DICTIONARY = re.compile(r"\b([dD]ict|Mapping|MutableMapping|Any|object)\b")
_FEW = 3


class Supplied(NamedTuple):
    """A value in the call, with the parameter it stands for and the hint of that."""

    value: ast.expr
    parameter: str
    hint: str
    default: ast.expr | None = None
    of_few: bool = False
    """Whether all parameters beside it may be left out too, and there are few: then they are data, and no options."""

    @property
    def open(self) -> bool:
        """Whether the hint leaves types of it, or in it, to the caller."""
        return _OPEN.search(self.hint) is not None

    @property
    def dictionary(self) -> bool:
        """Whether the hint allows dictionaries without saying which keys they have."""
        return _DICTIONARY.search(self.hint) is not None


def supplied(case: Case) -> Iterator[Supplied]:
    """Yield the values written in the failing call whose parameters are known."""
    files = files_named(case)
    for node in case.expressions_in_call():
        if isinstance(node, ast.Call):
            for definition in _definitions(case, node, files):
                yield from _bound(node, definition)


def supplied_to_function(case: Case) -> dict[str, Supplied]:
    """Return what the call gives the function under test, by parameter."""
    function = case.function
    for node in case.expressions_in_call() if function is not None else ():
        if isinstance(node, ast.Call) and function is not None and _is_call_of(case, node, function):
            return {each.parameter: each for each in _bound(node, function)}
    return {}


def _is_call_of(case: Case, node: ast.Call, function: Definition) -> bool:
    if function.name in MAKING:
        made = case.class_at(Frame(case.file, "", case.first))
        return made is not None and last_name(node) == made.name
    return last_name(node) == function.name


def files_named(case: Case) -> list[str]:
    """Return the files of the package that the failure passed through or the call names something of."""
    found = [case.file, *(frame.file for frame in case.frames)]
    for node in case.expressions_in_call():
        parts = ast.unparse(node).split(".") if isinstance(node, ast.Attribute) else []
        for end in range(1, len(parts)) if all(part.isidentifier() for part in parts) else ():
            path = "/".join(parts[:end])
            found += [f"{path}.py", f"{path}/__init__.py"]
    return list(dict.fromkeys(found))


def _definitions(case: Case, call: ast.Call, files: list[str]) -> Iterator[Definition]:
    name = last_name(call)
    trees = list(filter(None, map(case.tree, files))) if name else []
    for tree in trees:
        for node in outline(tree):
            if isinstance(node, Definition) and node.name == name:
                yield node
            elif isinstance(node, ast.ClassDef) and node.name == name:
                yield from _constructors(node, {**classes_in(trees), **classes_in([tree])})


def _constructors(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> list[Definition]:
    """Return what makes objects of a class: its own, or else that of what it is derived from."""
    waiting = [node]
    for each in waiting:
        if making := [method for method in each.body if isinstance(method, Definition) and _makes(method)]:
            return making
        bases = [classes[name] for name in map(last_name, each.bases) if name in classes]
        waiting += [base for base in bases if base not in waiting]
    return []


def _makes(definition: Definition) -> bool:
    return definition.name in ("__init__", "__new__")


def _bound(call: ast.Call, definition: Definition) -> Iterator[Supplied]:
    """Yield the arguments of a call by the parameters they are bound to."""
    arguments = definition.args
    positional = [*arguments.posonlyargs, *arguments.args]
    if positional[:1] and positional[0].arg in SELF:
        positional = positional[1:]
    known = {each.arg: each for each in (*positional, *arguments.kwonlyargs)}
    defaults = defaults_of(definition)
    few = len(known) <= _FEW and known.keys() <= defaults.keys()
    for index, value in enumerate(call.args):
        parameter = positional[index] if index < len(positional) else arguments.vararg
        if parameter is None or isinstance(value, ast.Starred):
            return
        yield Supplied(value, parameter.arg, _text(parameter.annotation), defaults.get(parameter.arg), few)
    for keyword in call.keywords:
        parameter = known.get(keyword.arg or "") or arguments.kwarg
        if parameter is not None:
            default = defaults.get(parameter.arg)
            yield Supplied(keyword.value, parameter.arg, _text(parameter.annotation), default, few)


def _text(annotation: ast.expr | None) -> str:
    return ast.unparse(annotation) if annotation is not None else "Any"
