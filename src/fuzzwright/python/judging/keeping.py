"""Which attributes of an object are what its constructor was given, as it came.

A method that reads such an attribute reads an argument of the caller's, only later. That holds for the object the
failing call was made on, and for no attribute that something else sets too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fuzzwright.python.judging.case import Case, Definition, classes_in, last_name
from fuzzwright.python.judging.wrappers import caller_of

SELF = ("self", "cls")


def parameters_of(definition: Definition) -> dict[str, ast.expr | None]:
    """Return the parameters of a function that have a name of their own, with their annotations."""
    arguments = definition.args
    everything = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return {each.arg: each.annotation for each in everything}


def defaults_of(definition: Definition) -> dict[str, ast.expr]:
    """Return what the parameters of a function are that may be left out."""
    arguments = definition.args
    behind = [*arguments.posonlyargs, *arguments.args][::-1]
    found = {each.arg: value for each, value in zip(behind, arguments.defaults[::-1], strict=False)}
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return {**found, **{each.arg: value for each, value in named if value is not None}}


def kept_hint(case: Case, attribute: str, index: int, anyones: bool = False) -> ast.expr | None:
    """Return the hint of what the constructor was given for an attribute; None if it is not just that.

    That holds for the caller's object only, or for `anyones`.
    """
    if not anyones and not is_on_the_callers(case, index):
        return None
    found: list[ast.expr] = []
    for node in _classes(case, index):
        for method in (each for each in node.body if isinstance(each, Definition)):
            for value in set_in(method, attribute):
                name = last_name(value.values[0] if isinstance(value, ast.BoolOp) else value)
                hint = parameters_of(method).get(name) if method.name == "__init__" else None
                if hint is None or isinstance(value, ast.Call | ast.Attribute):
                    return None
                found.append(hint)
        if is_record(node):
            fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
            found += [each.annotation for each in fields if last_name(each.target) == attribute]
    return found[0] if len(found) == 1 else None


def is_set_elsewhere(case: Case, attribute: str, index: int) -> bool:
    """Tell whether no class in sight sets or defines an attribute of the object the call was made on."""
    if not is_on_the_callers(case, index):
        return False
    for node in _classes(case, index):
        for each in node.body:
            names = each.targets if isinstance(each, ast.Assign) else []
            if isinstance(each, ast.AnnAssign) and each.value is not None:
                names = [each.target]
            if getattr(each, "name", "") == attribute or attribute in map(last_name, names):
                return False
            if isinstance(each, Definition) and any(True for _ in set_in(each, attribute)):
                return False
    return True


def set_later_by(case: Case, attribute: str, index: int) -> str:
    """Return who gives an attribute its value where making the object leaves it out, or None; nothing if none does.

    A method that was on the way when it failed should have done so itself, and does not count.
    """
    classes = list(_classes(case, index)) if is_on_the_callers(case, index) else []
    methods = [each for node in classes for each in node.body if isinstance(each, Definition)]
    computed = [each for each in methods if each.name == attribute]
    names = {attribute, *(name for each in computed for name in _returned_by(each))}
    making = {
        "__init__",
        "__new__",
        *(name for each in methods if each.name == "__init__" for name in _called_in(each)),
    }
    values = {(each.name, ast.unparse(value)) for each in methods for name in names for value in set_in(each, name)}
    later = {name for name, value in values if value != "None" and name not in making | names}
    if computed and names == {attribute}:
        return ""
    on_the_way = {frame.name.rpartition(".")[2] for frame in case.frames}
    if any(value != "None" for name, value in values if name in making) or later & on_the_way:
        return ""
    # What only the constructor sets, to None, it has forgotten; what a method clears is for others to fill.
    cleared = any(name not in ("__init__", "__new__") for name, _ in values)
    return min((f"`{name}`" for name in later), default="other code" if cleared else "")


def _called_in(method: Definition) -> set[str]:
    """Return the methods of its object that a method calls."""
    calls = [node.func for node in ast.walk(method) if isinstance(node, ast.Call)]
    return {each.attr for each in calls if isinstance(each, ast.Attribute) and last_name(each.value) == "self"}


def _returned_by(method: Definition) -> set[str]:
    """Return the attribute of its object that a property is for; none if it does more than give one."""
    reads = [node for node in ast.walk(method) if isinstance(node, ast.Attribute) and last_name(node.value) == "self"]
    alone = len(reads) == 1 and isinstance(method.body[-1], ast.Return) and method.decorator_list
    return {reads[0].attr} if alone else set()


def is_on_the_callers(case: Case, index: int) -> bool:
    """Tell whether the method at a frame was called on the object that the call under test was made on."""
    while index > 0:
        caller = caller_of(case, index)
        definition, outer = case.definition_at(case.frames[index]), case.statement_at(case.frames[caller])
        index = caller
        reads = [node for node in ast.walk(outer) if isinstance(node, ast.Attribute)] if outer is not None else []
        if definition is None or not any(
            node.attr == definition.name and last_name(node.value) in ("self", "super") for node in reads
        ):
            return False
    return case.class_at(case.frames[0]) is not None


def _classes(case: Case, index: int) -> Iterator[ast.ClassDef]:
    """Yield the class a frame is in and those of the files on the way that it is derived from."""
    own = case.class_at(case.frames[index])
    files = dict.fromkeys([case.file, *(frame.file for frame in case.frames)])
    trees = [tree for file in files if (tree := case.tree(file)) is not None]
    named = classes_in(trees)
    waiting = [own] if own is not None else []
    for node in waiting:
        yield node
        bases = [named[base] for each in node.bases if (base := last_name(each)) in named]
        waiting += [base for base in bases if base not in waiting]


def set_in(method: Definition, attribute: str) -> Iterator[ast.expr]:
    """Yield what a method sets an attribute of its object to; something unknown if that cannot be told."""
    for node in ast.walk(method):
        value: ast.expr | None = None
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign):
            targets, value = [node.target], node.value
        elif isinstance(node, ast.AugAssign):
            targets = [node.target]
        for target in targets:
            for each in ast.walk(target):
                if isinstance(each, ast.Attribute) and each.attr == attribute and last_name(each.value) == "self":
                    yield value if each is target and value is not None else ast.Constant(None)


def is_record(node: ast.ClassDef) -> bool:
    """Tell whether a class is said to hold data by a decorator."""
    return any(last_name(each) in ("dataclass", "define", "frozen", "attrs", "s") for each in node.decorator_list)
