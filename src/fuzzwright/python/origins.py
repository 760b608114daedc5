"""Which argument of the function under test an expression somewhere below it is.

Follows names from a frame outwards: through loops over an argument, defaults, stripping and folding, local names for
it, and calls that hand it on. What was computed from an argument is another value and not followed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fuzzwright.python.case import Case, Definition, last_name

SELF = ("self", "cls")


def given_as(
    case: Case, expression: ast.expr, index: int, moved: bool = False, seen: frozenset[str] = frozenset()
) -> str:
    """Return which argument of the function under test an expression in a frame is, as it came or nearly so.

    What is `moved` may have been counted up or down since; `seen` are the variables of the frame it was followed from.
    """
    name = _root(expression)
    definition = case.definition_at(case.frames[index])
    if not name or name in SELF or definition is None:
        return ""
    # A loop may go over what its variable was before: `for line in line.split()`.
    for source in _iterated(case, name, index) if name not in seen else ():
        return given_as(case, source, index, moved, seen | {name})
    if name not in parameters_of(definition):
        value = _assigned(definition, name) if name not in seen else None
        return given_as(case, value, index, moved, seen | {name}) if value is not None else ""
    if _reassigned(definition, name, moved):
        return ""
    if index == 0:
        return name
    outer = case.statement_at(case.frames[index - 1])
    for call in expressions_in(outer) if outer is not None else ():
        if isinstance(call, ast.Call) and last_name(call.func) in (definition.name, *_class_names(case, index)):
            passed = _passed(call, definition, name)
            return given_as(case, passed, index - 1, moved) if passed is not None else ""
    return ""


def is_made_here(case: Case, expression: ast.expr, index: int) -> bool:
    """Tell whether an expression in a frame is a dictionary that the code wrote itself, there or for its module."""
    definition = case.definition_at(case.frames[index])
    if isinstance(expression, ast.Dict | ast.DictComp):
        return True
    if not isinstance(expression, ast.Name) or definition is None or expression.id in parameters_of(definition):
        return False
    stored = [each for each in ast.walk(definition) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    if expression.id in {each.id for each in stored}:
        return isinstance(_assigned(definition, expression.id), ast.Dict | ast.DictComp)
    tree = case.tree(case.frames[index].file)
    return tree is not None and any(
        isinstance(target, ast.Name) and target.id == expression.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )


def _root(expression: ast.expr) -> str:
    """Return the variable that an expression is, or is a stripped, folded or defaulted form of."""
    match expression:
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Attribute(value=value)):
            return _root(value)
        case ast.Call(func=ast.Name(id="str" | "bytes" | "repr"), args=[value]):
            return _root(value)
        case ast.BoolOp(values=[value, *_]):
            return _root(value)
        case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.IfExp(body=value):
            return _root(value)
    return ""


def _iterated(case: Case, name: str, index: int) -> Iterator[ast.expr]:
    """Yield what a variable of a loop or comprehension goes over."""
    statement = case.statement_at(case.frames[index])
    for node in ast.walk(statement) if statement is not None and not isinstance(statement, ast.For) else ():
        if isinstance(node, ast.comprehension) and isinstance(node.target, ast.Name) and node.target.id == name:
            yield node.iter
    for loop in case.loops_at(case.frames[index]):
        if isinstance(loop.target, ast.Name) and loop.target.id == name:
            yield loop.iter


def parameters_of(definition: Definition) -> dict[str, ast.expr | None]:
    """Return the parameters of a function that have a name of their own, with their annotations."""
    arguments = definition.args
    everything = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return {each.arg: each.annotation for each in everything}


def _reassigned(definition: Definition, name: str, moved: bool) -> bool:
    """Tell whether a parameter becomes something else on the way; being stripped or defaulted does not count.

    Nor does being set from itself if it may have `moved`.
    """
    defaults = {
        id(inner)
        for node in ast.walk(definition)
        if isinstance(node, ast.If) and ast.unparse(node.test) in (f"{name} is None", f"not {name}")
        for inner in node.body
    }
    for node in ast.walk(definition):
        if id(node) in defaults:
            continue
        targets: list[ast.expr] = []
        value: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets, value = [node.target], node.value
        if moved and (isinstance(node, ast.AugAssign) or (value is not None and _mentions(value, name))):
            continue
        for target in targets:
            names = {each.id for each in ast.walk(target) if isinstance(each, ast.Name)}
            if name in names and (value is None or _root(value) != name):
                return True
    return False


def _mentions(expression: ast.expr, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(expression))


def _assigned(definition: Definition, name: str) -> ast.expr | None:
    """Return what a local variable is, if it is set in one place only."""
    found: list[ast.expr] = []
    for node in ast.walk(definition):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.NamedExpr):
            targets = [node.target]
        for target in targets:
            if any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(target)):
                plain = isinstance(node, ast.Assign) and isinstance(target, ast.Name)
                found += [node.value] if plain and isinstance(node, ast.Assign) else [ast.Constant(None)]
    return found[0] if len(found) == 1 else None


def _class_names(case: Case, index: int) -> tuple[str, ...]:
    inside = case.class_at(case.frames[index])
    return (inside.name, "cls", "super") if inside is not None and case.frames[index].name.endswith("__init__") else ()


def _passed(call: ast.Call, definition: Definition, name: str) -> ast.expr | None:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    names = [each.arg for each in (*definition.args.posonlyargs, *definition.args.args)]
    if names[:1] and names[0] in SELF:
        names = names[1:]
    if name not in names or any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    position = names.index(name)
    return call.args[position] if position < len(call.args) else None


def expressions_in(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement itself, not those of statements in it, innermost last."""
    waiting: list[ast.AST] = [
        child for child in ast.iter_child_nodes(statement) if not isinstance(child, ast.stmt | ast.excepthandler)
    ]
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.expr):
            yield node
        waiting.extend(ast.iter_child_nodes(node))
