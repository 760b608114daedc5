"""Where the signature of a function ends: the line of the colon that its body stands behind."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence


def signature_end(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: Sequence[bytes]) -> int:
    """Return the line, from 1, on which a signature ends; `lines` are those of the text it was parsed from."""
    line, column = max(_ends(node), default=(node.lineno, node.col_offset))
    for number in range(line, min(node.body[0].lineno, len(lines)) + 1):
        text = lines[number - 1][column if number == line else 0 :].partition(b"#")[0]
        # Behind the last hint or default value there is nothing but brackets, commas, `/`, `*` and the colon.
        if b":" in text:
            return number
    return node.lineno


def _ends(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[int, int]]:
    arguments = node.args
    parts: list[ast.AST | None] = [*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs]
    parts += [arguments.kwarg, *arguments.defaults, *arguments.kw_defaults, node.returns]
    parts += getattr(node, "type_params", [])
    for part in parts:
        if part is not None:
            yield part.end_lineno or 0, part.end_col_offset or 0  # type: ignore[attr-defined] # all of these have both
