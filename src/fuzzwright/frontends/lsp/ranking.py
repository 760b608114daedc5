"""Which examples stand beside a signature when there is no room for all: those that say most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fuzzwright.editor.examples import LiveExample

FAILS: Final = ("mistyped", "raised", "hangs", "dies")
"""How calls end that are problems."""


def ranked(examples: Sequence[LiveExample]) -> list[LiveExample]:
    """Return examples with those first that say most: one that returns, what fails, what takes another way."""
    in_order = sorted(examples, key=lambda example: example.slot)
    first = next((example for example in in_order if example.outcome == "returned"), None)
    ways: set[tuple[str, tuple[int, ...]]] = set()
    ranks: dict[str, int] = {}
    for example in in_order:
        way = (example.outcome, example.lines)
        ranks[example.id] = 0 if example is first else 1 if example.outcome in FAILS else 3 if way in ways else 2
        ways.add(way)
    return sorted(in_order, key=lambda example: ranks[example.id])


def chosen(examples: Sequence[LiveExample], most: int) -> list[LiveExample]:
    """Return at most so many of the examples, those that say most: one that returns, what fails, the others by slot."""
    kept = ranked(examples)[:most]
    return sorted(kept, key=lambda each: (each is not kept[0], each.outcome not in FAILS, each.slot))
