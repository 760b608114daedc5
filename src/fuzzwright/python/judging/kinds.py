"""Objects that can be made of several kinds of values, and have methods for one kind only.

Where the methods of a class ask one value for what only a date has, and for what only a time has, no value can answer
all of them: which methods may be called depends on what the object was made with, and whoever made it knows that.
"""

from __future__ import annotations

import ast
import builtins
import re

from fuzzwright.python.judging.case import Case, class_of_python, last_name
from fuzzwright.python.judging.files import imported_in
from fuzzwright.python.judging.keeping import kept_hint
from fuzzwright.python.judging.origins import expressions_in

_MISSING = re.compile(r"^'(?:\w+\.)*(\w+)' object has no attribute '(\w+)'")


def of_other_kind(case: Case) -> str:
    """Return the evidence that a method is for another kind of value than the object was made with; else nothing."""
    missing = _MISSING.search(case.message) if case.exception == "AttributeError" else None
    if missing is None or case.statement is None:
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(case.statement):
        if not (isinstance(node, ast.Attribute) and node.attr == missing[2] and isinstance(node.value, ast.Attribute)):
            continue
        kept = node.value.attr
        hint = kept_hint(case, kept, last, anyones=True) if last_name(node.value.value) == "self" else None
        kinds = _kinds(case, hint) if hint is not None else []
        if missing[1] in [kind.__name__ for kind in kinds] and _asks_each(case, kept, kinds):
            return f"`{ast.unparse(hint)}` was given, of which only some have `{missing[2]}`{case.at}" if hint else ""
    return ""


def _asks_each(case: Case, kept: str, kinds: list[type]) -> bool:
    """Tell whether the class asks what it keeps for things that no kind has all of, and each kind has some alone."""
    around = case.class_at(case.place)
    asked = {
        node.attr
        for node in (ast.walk(around) if around is not None else ())
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == kept
    }
    had = [{name for name in asked if hasattr(kind, name)} for kind in kinds]
    return len(kinds) > 1 and all(each - set().union(*(other for other in had if other is not each)) for each in had)


def _kinds(case: Case, hint: ast.expr) -> list[type]:
    """Return the classes of Python's that a union is of; none if one of them is not Python's."""
    tree = case.tree(case.place.file) if case.place is not None else None
    imported = imported_in(tree) if tree is not None else {}
    found: list[type] = []
    for member in _members(hint):
        name, module = last_name(member), "builtins"
        if isinstance(member, ast.Attribute):
            module = imported.get(last_name(member.value), "")
        elif not hasattr(builtins, name):
            module = imported.get(name, "")
        kind = class_of_python(f"{module}.{name}")
        if kind is None:
            return []
        found.append(kind)
    return found


def _members(hint: ast.expr) -> list[ast.expr]:
    if isinstance(hint, ast.BinOp) and isinstance(hint.op, ast.BitOr):
        return [*_members(hint.left), *_members(hint.right)]
    if isinstance(hint, ast.Subscript) and last_name(hint.value) == "Union" and isinstance(hint.slice, ast.Tuple):
        return hint.slice.elts
    return [] if isinstance(hint, ast.Constant) and hint.value is None else [hint]
