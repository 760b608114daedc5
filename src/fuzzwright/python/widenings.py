"""Wider hints for what a function returns, read from results that the present one does not cover."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from fuzzwright.python.hint_spots import Spot, conforms, is_union, plain, spots, values_at, with_hint_at
from fuzzwright.python.hint_words import Uses, hint_words, type_of, union_of
from fuzzwright.python.signature_text import TextOf

_MOST_ADDED = 2
"""A hint that needs more types added was not meant as one of these."""


@dataclass(frozen=True, slots=True)
class Widening:
    """A wider hint for one place of the hint of what is returned."""

    spot: Spot
    whole: Any
    added: str
    uses: Uses = ()

    def rewrite(self, node: ast.expr, text_of: TextOf) -> str:
        """Return the text of the annotation at the place with the types added."""
        text = text_of(node)
        return f"{self.added} | None" if text == "None" else f"{text} | {self.added}"


def widenings(hint: Any, results: Sequence[Any]) -> Iterator[Widening]:
    """Yield the hints that cover results which the present one does not; those that change least first."""
    outside = [result for result in results if not conforms(hint, result)]
    known = spots(hint)
    unions = {spot.steps for spot in known if is_union(plain(spot.hint))}
    for spot in sorted(known, key=lambda spot: -len(spot.steps)):
        if any(spot.steps[:length] in unions for length in range(len(spot.steps))):
            continue  # members of a union are not changed, but the union is
        parts = [part for result in outside for part in values_at(hint, spot.steps, result)]
        kinds = list(dict.fromkeys(type_of(part) for part in parts if not conforms(spot.hint, part)))
        if not 0 < len(kinds) <= _MOST_ADDED or None in kinds:
            continue
        words = hint_words(union_of(kinds))
        new = union_of([spot.hint, *kinds])
        whole = with_hint_at(hint, spot.steps, new)
        if words is not None and all(conforms(whole, result) for result in outside):
            yield Widening(spot, whole, words[0], words[1])
