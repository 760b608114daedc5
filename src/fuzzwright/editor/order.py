"""Which functions of an open text come first: the one the cursor is in, then what is seen, the nearest first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fuzzwright.editor.buffers import Defined


def in_order(functions: Iterable[Defined], line: int, visible: Sequence[tuple[int, int]] | None) -> list[str]:
    """Return the names of functions that are seen; `visible` None means that all are."""
    seen = [each for each in functions if visible is None or any(_overlap(each, part) for part in visible)]
    return [each.qualname for each in sorted(seen, key=lambda each: (_distance(each, line), each.line))]


def _overlap(defined: Defined, part: tuple[int, int]) -> bool:
    return defined.first <= part[1] and part[0] <= defined.last


def _distance(defined: Defined, line: int) -> int:
    if not line or defined.first <= line <= defined.last:
        return 0
    return min(abs(defined.first - line), abs(defined.last - line))
