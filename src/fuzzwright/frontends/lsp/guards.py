"""A check at the top of a function that refuses an input: as an edit of its text."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from fuzzwright.editor.examples import LiveExample, LiveFunction
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.lsp.arguments import Found, Given, function_in, given_in
from fuzzwright.frontends.lsp.causes import cause_of
from fuzzwright.frontends.lsp.positions import Place

Style = Literal["raise", "assert"]
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text to put between two places; columns count characters."""

    start: Place
    end: Place
    text: str


def guard(lines: list[str], function: LiveFunction, example: LiveExample, style: Style, eol: str) -> Insertion:
    """Return the edit that makes a function refuse the input of an example; FuzzwrightError if there is none."""
    found = function_in(lines, function.line, function.last_line)
    if found is None:
        raise FuzzwrightError(f"no guard for `{function.qualname}`: its text is not valid Python at the moment")
    node = found.node
    given = given_in(node, function.qualname, example.call)
    if not given:
        raise FuzzwrightError(f"no guard for `{function.qualname}`: it was called without arguments")
    others = [each for each in function.examples if each.outcome == "returned"]
    working = [read for each in others if (read := given_in(node, function.qualname, each.call)) is not None]
    check = _check(given, example, working, style, function.qualname)
    return _placed(lines, found, check, eol)


def _check(
    given: Mapping[str, Given], example: LiveExample, working: Sequence[Mapping[str, Given]], style: Style, name: str
) -> list[str]:
    """Return the lines of the check, the second one indented by one step."""
    cause = cause_of(given, example.result, working)
    if cause is not None:
        condition, opposite, message = cause.condition, cause.opposite, cause.message
    else:
        plain = {parameter: each for parameter, each in given.items() if each.literal}
        if len(plain) < len(given):
            unclear = next(parameter for parameter in given if parameter not in plain)
            raise FuzzwrightError(
                f"no guard for `{name}`: `{unclear}` is {_short(given[unclear].source)}, which is not easy to compare"
            )
        if len(plain) == 1:
            ((parameter, each),) = plain.items()
            condition, opposite = f"{parameter} == {each.source}", f"{parameter} != {each.source}"
            message = f"{parameter} must not be {_short(each.source)}"
        else:
            left, right = ", ".join(plain), ", ".join(each.source for each in plain.values())
            condition, opposite = f"({left}) == ({right})", f"({left}) != ({right})"
            message = f"{name.rpartition('.')[2]} does not work for {_short(right)}"
    if style == "assert":
        return [f"assert {opposite}, {_quoted(message)}"]
    return [f"if {condition}:", f"\traise ValueError({_quoted(message)})"]


def _placed(lines: list[str], found: Found, check: list[str], eol: str) -> Insertion:
    """Return the check as an edit behind the docstring; a body on one line gets a line for each of its parts."""
    node = found.node
    docstring = node.body[0] if ast.get_docstring(node, clean=False) is not None else None
    rest = node.body[1:] if docstring is not None else node.body
    first = found.place(lines, _begin(node.body[0]), node.body[0].col_offset)
    before = lines[first.line][: first.column]
    step = _step(lines)
    inside = before if not before.strip() else _leading(lines[found.line_of(node.lineno)]) + step
    written = [inside + line.replace("\t", step) for line in check]
    if docstring is None and not before.strip():
        start = Place(first.line, 0)
        return Insertion(start, start, "".join(line + eol for line in written))
    quoted = end = found.place(lines, docstring.end_lineno or 0, docstring.end_col_offset or 0) if docstring else first
    if not before.strip() and not (rest and found.line_of(_begin(rest[0])) == end.line):
        start = Place(end.line, len(lines[end.line]))
        return Insertion(start, start, "".join(eol + each for each in written))
    parts = written
    start = quoted
    if before.strip():
        start = Place(first.line, len(before.rstrip()))
        parts = [inside + _between(lines, first, quoted, eol), *written] if docstring else written
    if rest:
        end = found.place(lines, rest[0].lineno, rest[0].col_offset)
        parts = [*parts, inside]
    return Insertion(start, end, "".join(eol + part for part in parts))


def _between(lines: list[str], start: Place, end: Place, eol: str) -> str:
    if start.line == end.line:
        return lines[start.line][start.column : end.column]
    middle = lines[start.line + 1 : end.line]
    return eol.join([lines[start.line][start.column :], *middle, lines[end.line][: end.column]])


def _begin(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def _leading(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _step(lines: list[str]) -> str:
    """Return one step of indentation as the text has it."""
    found = next((match for line in lines if (match := re.match(r"( +|\t)\S", line))), None)
    return found[1] if found and len(found[1]) in (1, 2, 3, 4, 8) and found[1] != " " else "    "


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _quoted(text: str) -> str:
    plain = repr(text)
    return f'"{plain[1:-1]}"' if plain[0] == "'" and '"' not in plain and "\\'" not in plain else plain
