"""Whether the call that failed is one that somebody would write.

Data, objects of Python's, and objects of the package that were made of data: such calls are written every day.
Stand-ins for interfaces, functions that give anything, objects inside of objects and long histories are what a search
needs to get somewhere; a failure that takes those says little, unless other grounds speak for it.
"""

from __future__ import annotations

import ast
import builtins
import sys

from fuzzwright.python.judging.case import Case, last_name

MOST_BEFORE = 1
"""So many calls on an object before the one that failed are nothing special."""
_MOST_DEEP = 1
"""Objects that are made of data, and no deeper."""


def contrived(case: Case) -> str:
    """Return what in the call few would write; nothing if it is made of plain data, or not known."""
    nodes = list(case.expressions_in_call())
    driven = any(isinstance(node, ast.Call) and last_name(node) == "new_event_loop" for node in nodes)
    if not driven and any(isinstance(node, ast.Lambda) for node in nodes):
        return "a function that was made up for the call"
    if any(isinstance(node, ast.Call) and last_name(node) == "type" and len(node.args) == 3 for node in nodes):
        return "an object that was made up for the call"
    if not driven and any(isinstance(node, ast.Tuple) and _steps(node) > MOST_BEFORE for node in nodes):
        return "several calls before it"
    if nodes and isinstance(nodes[0], ast.Expression) and _depth(_receiver_and_arguments(nodes[0].body)) > _MOST_DEEP:
        return "objects that are made of other objects"
    return ""


def _steps(node: ast.Tuple) -> int:
    """Return how many calls are made on an object before it is used: `(x := X(), x.grow(), x)[-1]`."""
    return len(node.elts) - 2 if node.elts and isinstance(node.elts[0], ast.NamedExpr) else 0


def _receiver_and_arguments(call: ast.expr) -> list[ast.expr]:
    """Return what a call is made on, if that is no name, and what it is given."""
    if isinstance(call, ast.Attribute):
        return [call.value]
    if not isinstance(call, ast.Call):
        return [call]
    if ast.unparse(call.func) in ("list", "asyncio.run") and call.args:
        return _receiver_and_arguments(call.args[0])
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return [call.func.value, *given] if isinstance(call.func, ast.Attribute) else given


def _depth(nodes: list[ast.expr]) -> int:
    """Return how many objects are inside of each other, not counting those of Python's and those made of nothing."""
    return max((_deep(node) for node in nodes), default=0)


def _deep(node: ast.AST) -> int:
    inner = max((_deep(child) for child in ast.iter_child_nodes(node)), default=0)
    made = isinstance(node, ast.Call) and (node.args or node.keywords) and not _is_of_python(node.func)
    return inner + 1 if made else inner


def _is_of_python(callee: ast.expr) -> bool:
    while isinstance(callee, ast.Attribute | ast.Call):
        callee = callee.value if isinstance(callee, ast.Attribute) else callee.func
    return isinstance(callee, ast.Name) and (callee.id in vars(builtins) or callee.id in sys.stdlib_module_names)
