"""Findings for the tests of the store."""

from __future__ import annotations

from typing import Any

from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import Frame, Raised
from fuzzwright.store import NewFinding, finding_id, signature_hash

FUNCTION = "shop.orders.parse"
FRAMES = (Frame("shop/orders.py", "parse", 41),)


def found(line: int = 41, **changes: Any) -> NewFinding:
    """Return a finding at this line, all else as told."""
    signature = Raised((Frame("shop/orders.py", "parse", line),), "IndexError").signature
    fields: dict[str, Any] = {
        "id": finding_id(FUNCTION, signature),
        "function": FUNCTION,
        "kind": "raised",
        "exception": "IndexError",
        "message": "list index out of range",
        "file": "shop/orders.py",
        "line": line,
        "call": "parse('a,b')",
        "imports": ("from shop.orders import parse",),
        "verdict": "unexpected",
        "evidence": "no raise, no documentation, no precondition names it",
        "executions": 1204,
        "seconds": 0.25,
        "count": 3,
        "seed": 7,
        "frames": FRAMES,
    }
    return NewFinding(Finding(**(fields | changes)), signature_hash(FUNCTION, signature))
