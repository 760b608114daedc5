"""Positions that the caller gave for a text or list, and that lie outside of it.

An index, or the end up to which something is read, is a number as any other to the hints; that it fits what it
points into is the caller's to see to. If the numbers given do fit, the code counted wrongly.
"""

from __future__ import annotations

import ast

from fuzzwright.python.judging.case import Case, Definition, last_name
from fuzzwright.python.judging.keeping import SELF, parameters_of
from fuzzwright.python.judging.origins import expressions_in, given_as, sources_of
from fuzzwright.python.judging.supplied import supplied_to_function


def out_of_bounds(case: Case) -> str:
    """Return the evidence that a position in the call is outside of what it points into; nothing if there is none."""
    statement = case.statement
    if case.exception != "IndexError" or statement is None or isinstance(statement, ast.Raise):
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(statement):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant | ast.Slice):
            container = given_as(case, node.value, last)
            outside = _outside(case, node, container, last) if container else ""
            if outside := outside or _behind_cursor(case, node, last) or _up_to_bound(case, node, last):
                return f"{outside}{case.at}"
    return ""


def fits(case: Case, container: ast.expr, name: str, index: int) -> bool:
    """Tell whether the call shows that a position it gives is inside of what it points into."""
    given = supplied_to_function(case)
    holder = given.get(given_as(case, container, index))
    length, position = _length(holder.value if holder else None), _number(given[name].value if name in given else None)
    return length is not None and position is not None and -length <= position < length


def _outside(case: Case, node: ast.Subscript, container: str, index: int) -> str:
    given = supplied_to_function(case)
    length = _length(given[container].value if container in given else None)
    if length is None:
        return ""
    pointing = sources_of(case, node.slice, index)
    for name in sorted(pointing | _bounding(case, node.slice, index)):
        position = _number(given[name].value if name in given else None)
        if position is None or not given[name].hint.replace("Optional", "").strip("[]").startswith(
            ("int", "Union[int")
        ):
            continue
        # An end may be just behind the last item, an index may not; of a sum nobody knows.
        alone = name in pointing and len(pointing) == 1
        before = position < -length or (position < 0 and isinstance(node.slice, ast.BinOp))
        if position > length or before or (position == length and alone):
            return f"`{name}` is {position} where `{container}` has a length of {length}"
    return ""


def _behind_cursor(case: Case, node: ast.Subscript, index: int) -> str:
    """Judge a read of an object's data at the position that the object is at: `state.text[state.position]`."""
    definition = case.definition_at(case.frames[index])
    function = case.definition_at(case.frames[0])
    if definition is None or function is None:
        return ""
    data, place = _attribute(definition, node.value), _attribute(definition, node.slice)
    if data is None or place is None or last_name(data.value) != last_name(place.value):
        return ""
    name = last_name(data.value)
    # An object that is called itself has to keep its position within its own data.
    if name in SELF or name not in parameters_of(definition) or name not in parameters_of(function):
        return ""
    return f"reads `{ast.unparse(data)}` at `{ast.unparse(place)}`, where the caller's `{name}` is"


def _attribute(definition: Definition, expression: ast.expr) -> ast.Attribute | None:
    """Return the attribute of a variable that an expression is, also by a local name and counted up or down."""
    if isinstance(expression, ast.BinOp) and isinstance(expression.right, ast.Constant):
        expression = expression.left
    if isinstance(expression, ast.Name):
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign) and expression.id in map(last_name, node.targets):
                return _attribute(definition, node.value) if not isinstance(node.value, ast.Name) else None
    if isinstance(expression, ast.Attribute) and isinstance(expression.value, ast.Name):
        return expression
    return None


def _up_to_bound(case: Case, node: ast.Subscript, index: int) -> str:
    """Judge a read of an object's data at what is counted from one argument up to another."""
    function = case.definition_at(case.frames[0])
    if function is None or not isinstance(node.value, ast.Attribute) or last_name(node.value.value) in SELF:
        return ""
    hints = {name: ast.unparse(hint) for name, hint in parameters_of(function).items() if hint is not None}
    pointing = {name for name in sources_of(case, node.slice, index) if hints.get(name) == "int"}
    bounds = {name for name in _bounding(case, node.slice, index) if hints.get(name) == "int"} - pointing
    if not pointing or not bounds or not sources_of(case, node.value, index):
        return ""
    ends = f"from `{min(pointing)}` up to `{min(bounds)}`, which the caller gave"
    return f"reads `{ast.unparse(node.value)}` {ends}"


def _bounding(case: Case, position: ast.expr, index: int) -> set[str]:
    """Return the arguments that a position is compared with in its function."""
    definition = case.definition_at(case.frames[index])
    pointing = sources_of(case, position, index)
    names = {node.id for node in ast.walk(position) if isinstance(node, ast.Name)}
    found: set[str] = set()
    for node in ast.walk(definition) if definition is not None else ():
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            sources = {name for side in sides for name in sources_of(case, side, index)}
            near = any(isinstance(each, ast.Name) and each.id in names for side in sides for each in ast.walk(side))
            found |= sources if near or sources & pointing else set()
    return found


def _length(value: ast.expr | None) -> int | None:
    if isinstance(value, ast.Constant) and isinstance(value.value, str | bytes):
        return len(value.value)
    if isinstance(value, ast.List | ast.Tuple) and not any(isinstance(each, ast.Starred) for each in value.elts):
        return len(value.elts)
    return None


def _number(value: ast.expr | None) -> int | None:
    match value:
        case ast.Constant(value=int() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)):
            return -number
    return None
