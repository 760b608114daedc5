"""Lines of a text found again in the next version of it.

Inside a function whose syntax tree has the same nodes as before, each line goes where its nodes went; everywhere else,
lines that both versions have are found by comparing the texts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from fuzzwright.editor.buffers import Defined
from fuzzwright.editor.examples import LiveExample
from fuzzwright.editor.lines import lines_of

MOST_COMPARED = 300
"""Lines of an edited stretch that are compared one by one; in longer ones nothing is found again."""
Move = Callable[[int], int]
"""From a line of the old text to the same of the new."""


def moved(
    old: str, new: str, before: Mapping[str, Defined] | None = None, after: Mapping[str, Defined] | None = None
) -> Move:
    """Return where lines of one text are in another; `before` and `after` are the functions, if both can be parsed."""
    if old == new:
        return lambda line: line
    ours, theirs = lines_of(old), lines_of(new)
    known: dict[int, int] = {}
    for name, defined in (before or {}).items():
        now = (after or {}).get(name)
        if now is not None:
            known.update(_inside(defined, now, ours, theirs))
    blocks = [*_kept(ours, theirs), (len(ours) + 1, len(theirs) + 1, 0)]

    def move(line: int) -> int:
        if line in known:
            return known[line]
        index = next((index for index in range(len(blocks) - 2, 0, -1) if blocks[index][0] <= line), 0)
        (first, now, size), (later, then, _) = blocks[index], blocks[index + 1]
        if later - first == then - now:
            return now + line - first  # lines that were edited, each in its place
        # What is not there any more goes to the end of what was kept before it.
        return now + min(line - first, max(size - 1, 0))

    return move


def _inside(old: Defined, new: Defined, ours: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield lines of a function with where they are now, as far as its text or its nodes tell."""
    if ours[old.first - 1 : old.last] == theirs[new.first - 1 : new.last]:
        yield from zip(range(old.first, old.last + 1), range(new.first, new.last + 1), strict=True)
    elif old.node is not None and new.node is not None:
        before, after = list(_node_lines(old.node)), list(_node_lines(new.node))
        if len(before) == len(after):
            yield from zip(before, after, strict=True)


def _node_lines(node: ast.AST) -> Iterator[int]:
    """Yield the lines of the nodes of a syntax tree: two equal trees differ only in these."""
    for inner in ast.walk(node):
        line: int | None = getattr(inner, "lineno", None)
        if line is not None:
            yield line
            if isinstance(inner, ast.stmt):
                yield inner.end_lineno or line


def _kept(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the stretches that both texts have: their first lines in the old and the new, and how long they are."""
    shorter = min(len(old), len(new))
    head = next((number for number in range(shorter) if old[number] != new[number]), shorter)
    left = shorter - head
    tail = next((number for number in range(left) if old[-1 - number] != new[-1 - number]), left)
    yield 1, 1, head
    middle = len(old) - tail - head, len(new) - tail - head
    if max(middle) <= MOST_COMPARED:
        ours, theirs = old[head : len(old) - tail], new[head : len(new) - tail]
        for block in SequenceMatcher(None, ours, theirs, autojunk=False).get_matching_blocks():
            if block.size:
                yield head + block.a + 1, head + block.b + 1, block.size
    if tail:
        yield len(old) - tail + 1, len(new) - tail + 1, tail


def moved_example(example: LiveExample, move: Move, file: str) -> LiveExample:
    """Return an example with its lines as they are numbered now; tracebacks are told for the same file."""
    quoted = re.compile(rf'(File "{re.escape(file)}", line )(\d+)')
    return replace(
        example,
        lines=tuple(sorted({move(line) for line in example.lines})),
        at=move(example.at) if example.at else 0,
        traceback=quoted.sub(lambda found: f"{found[1]}{move(int(found[2]))}", example.traceback),
    )


def moved_defined(defined: Defined, move: Move) -> Defined:
    """Return where a function is while its text cannot be parsed."""
    line = move(defined.line)
    last = max(line, move(defined.last))
    signature = min(max(line, move(defined.signature_line)), last)
    return replace(defined, line=line, first=min(line, move(defined.first)), signature_line=signature, last=last)
