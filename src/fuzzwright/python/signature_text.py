"""The signature of a function in its source, with one annotation changed, as lines of a diff.

Only the characters of the annotation change, so that the diff fits the file as it is. An annotation that does
not show the shape of its hint, such as an alias, can be changed as a whole but not inside.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from fuzzwright.python.hint_spots import Steps, is_union, plain
from fuzzwright.python.judging.case import Definition, last_name

TextOf = Callable[[ast.expr], str]
Rewrite = Callable[[ast.expr, TextOf], str | None]
"""Returns the new text of a node, given how to read the text of any node below it."""


@dataclass(frozen=True, slots=True)
class Change:
    """An annotation before and after, and the lines of the source that differ."""

    old: str
    new: str
    diff: str


class _Text:
    """A source text whose nodes can be found in it."""

    def __init__(self, source: str) -> None:
        self.data = source.encode("utf-8", "surrogatepass")
        self._starts = [0]
        for line in self.data.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: ast.expr) -> tuple[int, int]:
        """Return where a node begins and ends, in bytes."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = self._starts[node.lineno - 1] + node.col_offset
        return begin, self._starts[node.end_lineno - 1] + node.end_col_offset

    def of(self, node: ast.expr) -> str:
        """Return the text of a node."""
        begin, end = self.span(node)
        return self.data[begin:end].decode("utf-8", "surrogatepass")


def definition_at(source: str, name: str, line: int) -> Definition | None:
    """Return the definition of this name that begins at a line, with its decorators or without."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, Definition) and node.name == name:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first <= line <= node.lineno:
                return node
    return None


def changed(
    source: str,
    definition: Definition,
    parameter: str,
    hint: Any,
    steps: Steps,
    rewrite: Rewrite,
    without_default: bool = False,
) -> Change | None:
    """Return the signature with the annotation of a parameter (or `return`) rewritten at one place of its hint."""
    annotation = _annotation(definition, parameter)
    default = _default(definition, parameter) if without_default else None
    if annotation is None or (without_default and default is None):
        return None
    text = _Text(source)
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        new = _quoted(text.of(annotation), annotation.value, hint, steps, rewrite)
    else:
        new = _rewritten(text, annotation, hint, steps, rewrite)
    if new is None:
        return None
    begin, end = text.span(annotation)
    if default is not None:
        end = text.span(default)[1]
    after = text.data[:begin] + new.encode("utf-8", "surrogatepass") + text.data[end:]
    first, last = annotation.lineno, (default or annotation).end_lineno or annotation.lineno
    was = text.data.splitlines()
    now = after.splitlines()
    lines = [_line("-", each) for each in was[first - 1 : last]]
    lines += [_line("+", each) for each in now[first - 1 : last + len(now) - len(was)]]
    if first > definition.lineno:
        lines.insert(0, _line(" ", was[definition.lineno - 1]))
    return Change(text.of(annotation), new, "\n".join(lines))


def _line(sign: str, line: bytes) -> str:
    return sign + line.decode("utf-8", "surrogatepass").rstrip()


def _rewritten(text: _Text, node: ast.expr, hint: Any, steps: Steps, rewrite: Rewrite) -> str | None:
    place = node_at(node, hint, steps)
    new = rewrite(place, text.of) if place is not None else None
    if place is None or new is None:
        return None
    (begin, end), (first, last) = text.span(node), text.span(place)
    changed = text.data[begin:first] + new.encode("utf-8", "surrogatepass") + text.data[last:end]
    return changed.decode("utf-8", "surrogatepass")


def _quoted(written: str, inner: str, hint: Any, steps: Steps, rewrite: Rewrite) -> str | None:
    try:
        node = ast.parse(inner, mode="eval").body
    except (SyntaxError, ValueError):
        return None
    new = _rewritten(_Text(inner), node, hint, steps, rewrite)
    quote = written[-1]
    if new is None or quote in new or "\\" in new:
        return None
    return f"{quote}{new}{quote}"


def node_at(node: ast.expr, hint: Any, steps: Steps) -> ast.expr | None:
    """Return the part of an annotation that says the hint at a place; None if it is not written out."""
    if not steps:
        return node
    if get_origin(hint) is typing.Annotated:
        if last_name(node.value if isinstance(node, ast.Subscript) else None) != "Annotated":
            return None
        node, hint = arguments_of(node)[0], plain(hint)
    parts = union_members(node) if is_union(hint) else arguments_of(node)
    inner = get_args(hint)
    if len(parts) != len(inner):
        return None
    return node_at(parts[steps[0]], inner[steps[0]], steps[1:])


def arguments_of(node: ast.expr) -> list[ast.expr]:
    """Return the arguments of a hint that is written with brackets."""
    if not isinstance(node, ast.Subscript):
        return []
    return list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]


def is_none(node: ast.expr) -> bool:
    """Return whether an annotation says None."""
    return isinstance(node, ast.Constant) and node.value is None


def union_members(node: ast.expr) -> list[ast.expr]:
    """Return the members of a union, however it is written."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*union_members(node.left), *union_members(node.right)]
    name = last_name(node.value) if isinstance(node, ast.Subscript) else ""
    if name == "Union":
        return arguments_of(node)
    if name == "Optional":
        return [*arguments_of(node), ast.Constant(None)]
    return [node]


def _annotation(definition: Definition, parameter: str) -> ast.expr | None:
    if parameter == "return":
        return definition.returns
    spec = definition.args
    named = {each.arg: each for each in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)}
    return named[parameter].annotation if parameter in named else None


def _default(definition: Definition, parameter: str) -> ast.expr | None:
    """Return the default of a parameter that can do without: no parameter before it has one."""
    spec = definition.args
    for each, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
        if each.arg == parameter:
            return default
    by_place = [*spec.posonlyargs, *spec.args]
    first = len(by_place) - len(spec.defaults)
    is_first = bool(spec.defaults) and by_place[first].arg == parameter
    return spec.defaults[0] if is_first else None
