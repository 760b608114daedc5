"""Which parameter of a function gets what in a call, read from the text of both."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import dedent
from typing import Any

from fuzzwright.frontends.lsp.positions import Place

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
_EMPTY = ("set", "frozenset", "dict", "list", "tuple", "bytes", "bytearray", "str", "deque", "OrderedDict")


@dataclass(frozen=True, slots=True)
class Given:
    """What a parameter gets: the source text, and the value if that is plain to see."""

    source: str
    value: Any = None
    plain: bool = False

    @property
    def literal(self) -> bool:
        """Whether comparing with the source text makes sense anywhere."""
        return self.plain and self.value == self.value


@dataclass(frozen=True, slots=True)
class Found:
    """The syntax tree of a function, and where it is in the text it was taken from."""

    node: FunctionNode
    above: int
    """Lines of the text in front of it."""
    indented: int
    """Characters taken away from the beginning of each of its lines."""

    def line_of(self, line: int) -> int:
        """Return a line of the tree as a line of the text, counted from 0."""
        return line + self.above - 1

    def place(self, lines: list[str], line: int, column: int) -> Place:
        """Return a place of the tree, whose columns count bytes, as one of the text in characters."""
        text = lines[self.line_of(line)].encode("utf-8", "surrogatepass")
        return Place(self.line_of(line), len(text[: column + self.indented].decode("utf-8", "replace")))


def function_in(lines: list[str], first: int, last: int) -> Found | None:
    """Return the function defined on lines of a text, counted from 1, with the decorators above it."""
    top = first
    while top > 1 and lines[top - 2].lstrip().startswith("@"):
        top -= 1
    text = "\n".join(lines[top - 1 : last])
    shorter = dedent(text)
    removed = _leading(text) - _leading(shorter)
    try:
        tree = ast.parse(shorter)
    except (SyntaxError, ValueError):
        # Texts in it may reach to the margin, which `dedent` then leaves alone.
        try:
            tree = ast.parse(f"if 1:\n{text}")
        except (SyntaxError, ValueError):
            return None
        ast.increment_lineno(tree, -1)
        removed = 0
    found = next((node for node in ast.walk(tree) if isinstance(node, FunctionNode)), None)
    return None if found is None else Found(found, top - 1, removed)


def _leading(text: str) -> int:
    return len(text) - len(text.lstrip(" \t"))


def given_in(node: FunctionNode, qualname: str, call: str) -> dict[str, Given] | None:
    """Return what the parameters get in a call, without `self`; None if the call cannot be read."""
    try:
        tree = ast.parse(call, mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return None
    own = next(_calls_of(tree, qualname), None)
    if own is None:
        return None
    parameters = [parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args)]
    if _bound(node, qualname):
        parameters = parameters[1:]
    given: dict[str, Given] = {}
    rest: list[ast.expr] = []
    for argument in own.args:
        if isinstance(argument, ast.Starred):
            return None
        if len(given) < len(parameters):
            given[parameters[len(given)]] = _given(argument)
        else:
            rest.append(argument)
    if node.args.vararg and rest:
        given[node.args.vararg.arg] = _given(ast.Tuple(rest, ast.Load()))
    elif rest:
        return None
    named = {*parameters, *(parameter.arg for parameter in node.args.kwonlyargs)}
    given.update({each.arg: _given(each.value) for each in own.keywords if each.arg in named and each.arg})
    return given


def _calls_of(tree: ast.expr, qualname: str) -> Iterator[ast.Call]:
    """Yield the calls of a function in an expression, outermost first: `asyncio.run(f(0))` has one of `f`."""
    owner, _, name = qualname.rpartition(".")
    names = {name, owner.rpartition(".")[2]} if name in ("__init__", "__new__") else {name}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if called in names:
                yield node


def _bound(node: FunctionNode, qualname: str) -> bool:
    """Return whether the first parameter is given by what the function is called on."""
    owner = qualname.rpartition(".")[0]
    static = any(isinstance(each, ast.Name) and each.id == "staticmethod" for each in node.decorator_list)
    return bool(owner) and not owner.endswith("<locals>") and not static


def _given(node: ast.expr) -> Given:
    source = ast.unparse(node)
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[], keywords=[]) if name in _EMPTY:
            return Given(source, _NOTHING[name], plain=name in ("set", "dict", "list", "tuple", "str", "bytes"))
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))], keywords=[]):
            try:
                return Given(source, float(text), plain=True)
            except ValueError:
                return Given(source)
    try:
        return Given(source, ast.literal_eval(node), plain=True)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return Given(source)


_NOTHING: Mapping[str, Any] = {
    **dict.fromkeys(_EMPTY, ()),
    "set": set(),
    "dict": {},
    "list": [],
    "str": "",
    "bytes": b"",
}
