"""What to say of a line that no call was found to reach: the condition that never came true, and the nearest call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fuzzwright.reports.text import one_line

MOST_CALL = 400


def missed(line: int | None, executions: int, nearest: Mapping[str, Any] | None) -> list[str]:
    """Return one sentence a line; `nearest` is how near the best call came, as a worker tells it."""
    lines = [f"no call was found that reaches line {line}, in {executions:,} executions"]
    if nearest is not None and nearest["condition"]:
        must = {"works": "has to work"}.get(nearest["kind"], "has to hold" if nearest["holds"] else "must not hold")
        lines.append(f"  on line {nearest['line']} `{nearest['condition']}` {must}, and never did")
        far = float(nearest["distance"])
        by = f" (off by {far:.6g})" if nearest["kind"] == "compare" and far < 1e12 else ""
        lines.append(f"  the nearest call: {one_line(nearest['call'], MOST_CALL)}{by}")
    elif nearest is not None and nearest["stopped"]:
        lines.append(f"  calls came up to it, but what is just before it raised {nearest['stopped']}")
    elif nearest is not None and nearest["met"]:
        lines.append("  each condition on the way that could be watched was met by some call, but never all by one")
    return lines
