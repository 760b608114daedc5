"""Functions and examples as `Live` would tell them, for tests that look at nothing else."""

from __future__ import annotations

from typing import Any

from fuzzwright.editor.examples import LiveExample, LiveFunction, Outcome
from fuzzwright.frontends.lsp.documents import Document


def example(call: str, outcome: Outcome = "returned", result: str = "0", **fields: Any) -> LiveExample:
    """Return an example, by its call if it has no other id."""
    return LiveExample(**{"id": call, "slot": 0, "call": call, "outcome": outcome, "result": result, **fields})


def function(*examples: LiveExample, name: str = "f", line: int = 1, last: int = 2, **fields: Any) -> LiveFunction:
    """Return a function whose signature is on one line."""
    given = {"path": "/p/m.py", "qualname": name, "version": 1, "hash": "h", "line": line, "signature_line": line}
    return LiveFunction(**{**given, "last_line": last, "state": "settled", "examples": examples, **fields})


def document(text: str, *functions: LiveFunction, version: int = 1) -> Document:
    """Return an open text with what is known of it."""
    return Document("file:///p/m.py", "/p/m.py", text, version, {each.qualname: each for each in functions})
