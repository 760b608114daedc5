"""Calls of a function as people wrote them: in its documentation, in tests, in other code. Text in, text out.

Only calls whose arguments are literals, or constructor calls with literals, are of use: they say what they say without
being run. Nothing is evaluated here; whoever has the function looks which of them fit it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final

MOST_SOURCE: Final = 400_000
"""Longer texts are left alone: nobody wrote them by hand."""
MOST_CALLS: Final = 16
LONGEST_CALL: Final = 200
_SESSION: Final = re.compile(
    r"^(?P<typed>[ \t]*>>> .*(?:\n[ \t]*\.\.\.(?: .*)?$)*)(?P<answer>(?:\n(?![ \t]*>>>)[ \t]*\S.*$)*)", re.MULTILINE
)
_EXPECTING = ("raises", "assertRaises", "assertRaisesRegex", "suppress")


def ordinary_calls(sources: Iterable[str], qualname: str) -> list[str]:
    """Return calls of a function in the sources of modules and tests, each once, the shortest of each source first."""
    found: dict[str, None] = {}
    for source in sources:
        found.update(dict.fromkeys(sorted(_calls_in_source(source, qualname), key=len)))
        if len(found) >= MOST_CALLS:
            break
    return list(found)[:MOST_CALLS]


def _calls_in_source(source: str, qualname: str) -> Iterator[str]:
    name = called_as(qualname)
    if len(source) > MOST_SOURCE or not re.search(rf"(?<!def )\b{re.escape(name)}\s*\(", source):
        return  # looked for in the text first: parsing long ones takes a while
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    yield from calls_in(tree, name)


def documented_calls(documentation: str, qualname: str) -> list[str]:
    """Return calls of a function in the examples of a docstring that do not show an exception."""
    name = called_as(qualname)
    found: dict[str, None] = {}
    for source in _shown_in(documentation):
        try:
            found.update(dict.fromkeys(calls_in(ast.parse(source), name)))
        except (SyntaxError, ValueError):
            continue
    return list(found)[:MOST_CALLS]


def _shown_in(documentation: str) -> Iterator[str]:
    """Yield what is typed in the sessions of a docstring, where no exception follows.

    `doctest` would read them too, but it imports a dozen modules, which code under test may have names of.
    """
    for session in _SESSION.finditer(documentation):
        if not session["answer"].lstrip().startswith("Traceback (most recent call last)"):
            yield "\n".join(line.lstrip()[4:] for line in session["typed"].splitlines())


def calls_in(tree: ast.AST, name: str) -> Iterator[str]:
    """Yield the calls of a name, or of an attribute with that name, whose arguments are literals."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.With | ast.AsyncWith) and any(_expects(item.context_expr) for item in node.items):
            continue  # it is shown to fail
        if isinstance(node, ast.Call) and _name_of(node.func) == name and _is_literal_call(node):
            text = ast.unparse(node)
            if len(text) <= LONGEST_CALL:
                yield text
        waiting.extend(reversed(list(ast.iter_child_nodes(node))))


def compared_with(tree: ast.AST, parameters: Iterable[str]) -> dict[str, list[object]]:
    """Return the constants that parameters are compared with, looked up among, or matched against, by parameter."""
    found: dict[str, list[object]] = {name: [] for name in parameters}
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq() | ast.In()], comparators=[other]) if name in found:
                found[name] += _constants(other)
            case ast.Match(subject=ast.Name(id=name)) if name in found:
                for case in node.cases:
                    if isinstance(case.pattern, ast.MatchValue | ast.MatchOr):
                        found[name] += _constants(case.pattern)
    # A constant that is empty or one that says nothing by itself is no ordinary value.
    return {name: [value for value in values if value not in ("", 0, 1, -1, None)] for name, values in found.items()}


def _constants(node: ast.AST) -> list[object]:
    if isinstance(node, ast.Dict):
        return [key.value for key in node.keys if isinstance(key, ast.Constant)]
    if not isinstance(node, ast.Constant | ast.MatchValue | ast.MatchOr | ast.List | ast.Tuple | ast.Set):
        return []
    constants = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return [
        value for value in constants if isinstance(value, str | int | float | bytes) and not isinstance(value, bool)
    ]


def called_as(qualname: str) -> str:
    """Return the name that a function is called by: that of the class for a constructor."""
    outer, _, name = qualname.rpartition(".")
    return outer.rpartition(".")[2] if name in ("__init__", "__new__", "__post_init__") else name


def _name_of(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return name
    return ""


def _expects(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _name_of(node.func) in _EXPECTING


def _is_literal_call(node: ast.Call) -> bool:
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    return all(keyword.arg is not None for keyword in node.keywords) and all(map(is_literal, given))


def is_literal(node: ast.expr) -> bool:
    """Return whether an expression says what it is: a literal, a member of a class, or a constructor call with such."""
    match node:
        case ast.Constant():
            return True
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            return all(map(is_literal, items))
        case ast.Dict(keys=keys, values=values):
            return all(key is not None and is_literal(key) for key in keys) and all(map(is_literal, values))
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=ast.Constant(value=int() | float())):
            return True
        case ast.Attribute(value=ast.Name(id=owner)) | ast.Attribute(value=ast.Attribute(attr=owner)):
            return owner[:1].isupper()
        case ast.Call(func=function):
            return _name_of(function)[:1].isupper() and _is_literal_call(node)
    return False
