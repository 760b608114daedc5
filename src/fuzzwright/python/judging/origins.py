"""Which argument of the function under test an expression somewhere below it is.

Follows names from a frame outwards: through loops over an argument, defaults, stripping and folding, local names for
it, and calls that hand it on. What was computed from an argument is another value and not followed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fuzzwright.python.judging.case import Case, Definition, last_name, outline
from fuzzwright.python.judging.keeping import SELF, is_set_elsewhere, kept_hint, parameters_of
from fuzzwright.python.judging.wrappers import caller_of

MOST_FRAMES = 40
"""What is further in than this is not followed to the outside: it takes long, and recursion changes values."""


def given_as(
    case: Case,
    expression: ast.expr,
    index: int,
    moved: bool = False,
    seen: frozenset[str] = frozenset(),
    inside: bool = False,
    around: bool = False,
) -> str:
    """Return which argument of the function under test an expression in a frame is, as it came or nearly so.

    What is `moved` may have been counted up or down since; what is `inside` may be a part of an argument, and what is
    `around` a text that one was put into; `seen` are the variables of the frame it was followed from.
    """
    if index > MOST_FRAMES:
        return ""
    base = _base(expression, inside, around)
    index = outermost_of_its_function(case, index)
    if isinstance(base, ast.Attribute):
        return f"self.{base.attr}" if kept_hint(case, base.attr, index) else ""
    name = base.id if base is not None else ""
    definition = case.definition_at(case.frames[index])
    if not name or name in SELF or definition is None:
        return ""
    # A loop may go over what its variable was before: `for line in line.split()`.
    for source in _iterated(case, name, index) if name not in seen else ():
        return given_as(case, source, index, moved, seen | {name}, inside, around)
    rest = definition.args.vararg
    if index == 0 and rest is not None and rest.arg == name:
        return name
    if name not in parameters_of(definition):
        values = _assigned_plainly(definition, name) if name not in seen else []
        found = (given_as(case, value, index, moved, seen | {name}, inside, around) for value in values)
        return next(filter(None, found), "")
    if _reassigned(case, definition, name, index, moved):
        return ""
    if index == 0:
        return name
    passed = handed(case, name, index)
    return given_as(case, passed, caller_of(case, index), moved, inside=inside, around=around) if passed else ""


def is_of_the_object(case: Case, expression: ast.expr, index: int) -> bool:
    """Tell whether an expression in a frame is an attribute of the object the call was made on, set by no code here."""
    index = outermost_of_its_function(case, index)
    definition = case.definition_at(case.frames[index])
    if definition is None or index > MOST_FRAMES:
        return False
    if isinstance(expression, ast.Attribute) and last_name(expression.value) == "self":
        return is_set_elsewhere(case, expression.attr, index)
    if not isinstance(expression, ast.Name):
        return False
    if expression.id in parameters_of(definition):
        passed = None if _reassigned(case, definition, expression.id, index, False) or not index else expression.id
        value = handed(case, passed, index) if passed else None
        return value is not None and is_of_the_object(case, value, caller_of(case, index))
    value = _assigned(definition, expression.id)
    return isinstance(value, ast.Attribute) and is_of_the_object(case, value, index)


def handed(case: Case, name: str, index: int) -> ast.expr | None:
    """Return what the frame outside of one handed over as a parameter; nothing if it cannot be told."""
    definition = case.definition_at(case.frames[index])
    caller = caller_of(case, index)
    outer = case.statement_at(case.frames[caller]) if index else None
    if definition is None or outer is None:
        return None
    calls: list[ast.AST] = list(expressions_in(outer))
    if _is_generator(definition) and (around := case.definition_at(case.frames[caller])) is not None:
        calls += ast.walk(around)  # it runs where its items are asked for, not where it was called
    named = {last_name(call.func): call for call in reversed(calls) if isinstance(call, ast.Call)}
    names = [each for each in (definition.name, *_class_names(case, index)) if each in named]
    # Only then, since it means to look through the whole file.
    names = names or [each for each in _aliases(case, definition.name, caller) if each in named]
    return _passed(named[names[0]], definition, name) if names else None


def _is_generator(definition: Definition) -> bool:
    return any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(definition))


def outermost_of_its_function(case: Case, index: int) -> int:
    """Return the frame of the function that a generator expression or lambda at a frame stands in."""
    while index and case.frames[index].name.endswith((".<genexpr>", ".<lambda>")):
        definition = case.definition_at(case.frames[index])
        if definition is None or definition is not case.definition_at(case.frames[index - 1]):
            break
        index -= 1
    return index


def _aliases(case: Case, name: str, index: int) -> Iterator[str]:
    """Yield what a function is imported as in the file of a frame."""
    tree = case.tree(case.frames[index].file)
    for node in outline(tree) if tree is not None else ():
        if isinstance(node, ast.ImportFrom):
            yield from (each.asname for each in node.names if each.name == name and each.asname)


def sources_of(case: Case, expression: ast.AST, index: int) -> set[str]:
    """Return the parameters of the function under test that an expression in a frame is made from, however much."""
    index = outermost_of_its_function(case, index)
    definition = case.definition_at(case.frames[index])
    if definition is None or index > MOST_FRAMES:
        return set()
    found = _parameters_behind(definition, expression)
    while index and found:
        passed = [handed(case, name, index) for name in sorted(found)]
        kept = found & {*SELF}
        index = outermost_of_its_function(case, caller_of(case, index))
        definition = case.definition_at(case.frames[index])
        found = {name for name in kept if definition is not None}
        for each in passed if definition is not None else ():
            found |= _parameters_behind(definition, each) if each is not None and definition is not None else set()
    return found


def _parameters_behind(definition: Definition, expression: ast.AST) -> set[str]:
    """Return the parameters of a function that an expression in it is made from, through its local names."""
    named = {*parameters_of(definition), *SELF}
    named |= {each.arg for each in (definition.args.vararg, definition.args.kwarg) if each is not None}
    stored = _values_of_names(definition)
    waiting = [expression]
    seen: set[str] = set()
    while waiting:
        for node in ast.walk(waiting.pop()):
            if isinstance(node, ast.Name) and node.id not in seen:
                seen.add(node.id)
                waiting += stored.get(node.id, ())
    return seen & named


def _values_of_names(definition: Definition) -> dict[str, list[ast.AST]]:
    """Return for each local name of a function what it is set to somewhere."""
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(definition):
        targets: list[ast.expr] = []
        value: ast.AST | None = None
        match node:
            case ast.Assign():
                targets, value = node.targets, node.value
            case ast.AnnAssign() | ast.AugAssign() | ast.NamedExpr():
                targets, value = [node.target], node.value
            case ast.For() | ast.AsyncFor() | ast.comprehension():
                targets, value = [node.target], node.iter
            case ast.withitem(optional_vars=ast.expr() as target):
                targets, value = [target], node.context_expr
        for each in targets if value is not None else ():
            for name in ast.walk(each):
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store) and value is not None:
                    found.setdefault(name.id, []).append(value)
    return found


def is_made_here(case: Case, expression: ast.expr, index: int) -> bool:
    """Tell whether an expression in a frame is a dictionary that the code wrote itself, there or for its module."""
    definition = case.definition_at(case.frames[index])
    if isinstance(expression, ast.Dict | ast.DictComp):
        return True
    if not isinstance(expression, ast.Name) or definition is None or expression.id in parameters_of(definition):
        return False
    if expression.id in stored_in(definition):
        return isinstance(_assigned(definition, expression.id), ast.Dict | ast.DictComp)
    tree = case.tree(case.frames[index].file)
    return tree is not None and any(
        isinstance(target, ast.Name) and target.id == expression.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    )


def _base(expression: ast.expr, inside: bool = False, around: bool = False) -> ast.Name | ast.Attribute | None:
    """Return the variable or own attribute that an expression is, or is a stripped, folded or defaulted form of."""
    match expression:
        case ast.Name() | ast.Attribute(value=ast.Name(id="self")):
            return expression
        case ast.Subscript(value=value) if inside:
            return _base(value, inside, around)
        case ast.JoinedStr(values=parts) if around:
            put = [each.value for each in parts if isinstance(each, ast.FormattedValue)]
            bases = [_base(each, inside, around) for each in put]
            return next((base for base in bases if base is not None), None)
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Add(), right=value) if around:
            return _base(value, inside, around)
        case ast.BinOp(left=value, op=ast.Add(), right=ast.Constant(value=str())) if around:
            return _base(value, inside, around)
        case ast.Call(func=ast.Attribute(value=value)):
            return _base(value, inside, around)
        case ast.Call(func=ast.Name(id="str" | "bytes" | "repr"), args=[value]):
            return _base(value, inside, around)
        case ast.BoolOp(values=[value, *_]):
            return _base(value, inside, around)
        case ast.NamedExpr(value=value) | ast.Await(value=value) | ast.IfExp(body=value):
            return _base(value, inside, around)
    return None


def _root(expression: ast.expr) -> str:
    """Return the variable that an expression is, or is a form of."""
    base = _base(expression)
    return base.id if isinstance(base, ast.Name) else ""


def _iterated(case: Case, name: str, index: int) -> Iterator[ast.expr]:
    """Yield what a variable of a loop or comprehension goes over."""
    statement = case.statement_at(case.frames[index])
    for node in ast.walk(statement) if statement is not None and not isinstance(statement, ast.For) else ():
        if isinstance(node, ast.comprehension) and isinstance(node.target, ast.Name) and node.target.id == name:
            yield node.iter
    for loop in case.loops_at(case.frames[index]):
        if isinstance(loop.target, ast.Name) and loop.target.id == name:
            yield loop.iter


def iterated_by(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the targets of a loop, or of the comprehensions in a statement, each with what it goes over."""
    if isinstance(statement, ast.For | ast.AsyncFor):
        yield statement.target, statement.iter
    for node in expressions_in(statement):
        for each in getattr(node, "generators", ()):
            yield each.target, each.iter


def hint_of(case: Case, name: str) -> ast.expr | None:
    """Return how an argument is annotated, given as `given_as` tells it."""
    if name.startswith("self."):
        hints = (kept_hint(case, name[5:], index) for index in range(len(case.frames) - 1, -1, -1))
        return next((hint for hint in hints if isinstance(hint, ast.expr)), None)
    definition = case.definition_at(case.frames[0])
    if definition is None:
        return None
    rest = definition.args.vararg
    return rest.annotation if rest is not None and rest.arg == name else parameters_of(definition).get(name)


def _reassigned(case: Case, definition: Definition, name: str, index: int, moved: bool) -> bool:
    """Tell whether a parameter becomes something else before a frame's line; stripped or defaulted does not count.

    Nor does being set from itself if it may have `moved`.
    """
    defaults = {
        id(inner)
        for node in ast.walk(definition)
        if isinstance(node, ast.If) and ast.unparse(node.test) in (f"{name} is None", f"not {name}")
        for inner in node.body
    }
    elsewhere = _not_before(case, index)
    for node in ast.walk(definition):
        if id(node) in defaults or id(node) in elsewhere:
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


def _not_before(case: Case, index: int) -> set[int]:
    """Return what cannot have run before a frame's line: what follows, and other branches of what it is in."""
    line = case.frames[index].line
    found: set[int] = set()
    for node in case.around(case.frames[index]):
        if isinstance(node, ast.For | ast.While | ast.AsyncFor):
            return set()  # the round before may have been there
        if isinstance(node, ast.If) and not node.test.lineno <= line <= (node.test.end_lineno or 0):
            other = node.orelse if line <= (node.body[-1].end_lineno or 0) else node.body
            found.update(id(inner) for each in other for inner in ast.walk(each))
    definition, statement = case.definition_at(case.frames[index]), case.statement_at(case.frames[index])
    for each in ast.walk(definition) if definition is not None else ():
        if isinstance(each, ast.stmt) and (each is statement or each.lineno > line):
            found.add(id(each))
    return found


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


def _assigned_plainly(definition: Definition, name: str) -> list[ast.expr]:
    """Return what a local variable is: set in one place, or in several of which none computes anything."""
    if (single := _assigned(definition, name)) is not None:
        return [single]
    plain = [
        node.value
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign) and [ast.unparse(each) for each in node.targets] == [name]
    ]
    simple = all(isinstance(value, ast.Name | ast.Attribute | ast.Constant) for value in plain)
    return plain if simple and len(plain) == stored_in(definition).count(name) else []


def stored_in(definition: Definition) -> list[str]:
    """Return the names that a function gives a value to, once for each time."""
    names = (each for each in ast.walk(definition) if isinstance(each, ast.Name))
    return [each.id for each in names if isinstance(each.ctx, ast.Store)]


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
    rest = definition.args.vararg
    if rest is not None and rest.arg == name:
        return next((each.value for each in call.args if isinstance(each, ast.Starred)), None)
    if name not in names:
        return None
    position = names.index(name)
    for starred in call.args[: position + 1]:
        if isinstance(starred, ast.Starred):
            return starred.value  # one of its items
    return call.args[position] if position < len(call.args) else None


def returns_of(definition: Definition) -> list[ast.Return]:
    """Return the `return` statements of a function, not those of functions in it."""
    found: list[ast.Return] = []
    waiting: list[ast.AST] = list(definition.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return):
            found.append(node)
        elif not isinstance(node, Definition | ast.ClassDef):
            waiting += [
                each
                for each in ast.iter_child_nodes(node)
                if isinstance(each, ast.stmt | ast.excepthandler | ast.match_case)
            ]
    return found


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
