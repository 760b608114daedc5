"""One more of what an input has several of: an item of a list, a call, or a line of a text, with something else in it.

Where a collection that the code under test fills should have one more member, the item that gave one of
its members is given once more, with another value in the place that the member came from. Of a text that
was split the piece is given once more, with other words where those of the member stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from fuzzwright.domains.sequences import Sequences
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.trees import Position, at, replace
from fuzzwright.python.fields import LEAVES
from fuzzwright.python.inverses.answers import in_order
from fuzzwright.python.notes import Note
from fuzzwright.python.recipes import Recipes

MOST_GROWN = 8
"""So many copies of an item are added at once."""
LONGEST = 4096
"""No text is made longer than this."""
_GROWING: Final = (list, tuple, set, frozenset, dict)
_SPLITTING: Final = ("split", "rsplit", "splitlines")

Exchanges = list[tuple[str, str]]
"""Which words of a piece are to be which others."""


def with_copies(domain: Domain[Any], input: Any, position: Position, values: Sequence[Any]) -> Any | None:
    """Return the input with a copy, for each value, of the innermost item or call around a place, and the value there.

    None if there is no such item, or no room for more.
    """
    for depth in range(len(position) - 1, -1, -1):
        holder = at(domain, input, position[:depth])
        index = position[depth]
        if isinstance(holder.domain, Sequences) or (isinstance(holder.domain, Recipes) and index):
            break
    else:
        return None
    inside, item = holder.domain.parts(holder.value)[index]
    try:
        copies = [replace(inside, item, position[depth + 1 :], value) for value in values]
        return replace(domain, input, holder.position, _with(holder.domain, holder.value, index, copies))
    except (Unfit, IndexError):
        return None


def _with(domain: Domain[Any], value: Any, index: int, copies: list[Any]) -> Any:
    """Return a value with copies of one of its children after it."""
    children = list(domain.children(value))
    children[index + 1 : index + 1] = copies
    head = list(domain.head(value))
    if isinstance(domain, Recipes):
        # Which method each call is of, after what the object is made by.
        head[index + 1 : index + 1] = [head[index]] * len(copies)
    else:
        head = [len(children)]
    return domain.make(tuple(head), children)


def lacking(seen: Any, wanted: Any) -> tuple[list[Any], list[Any]]:
    """Return the members of a collection, or keys of a mapping, and those it would have to have besides."""
    if type(seen) not in _GROWING or type(wanted) not in _GROWING or not 0 < len(wanted) - len(seen) <= MOST_GROWN:
        return [], []
    members, all_wanted = in_order(seen), in_order(wanted)
    if type(seen) in (list, tuple):
        return members, all_wanted[len(members) :]
    return members, [member for member in all_wanted if member not in members]


def is_splitting(note: Note) -> bool:
    """Return whether an operation took a text to pieces."""
    return note.kind == "method" and note.what in _SPLITTING and type(note.operands[0]) is str and bool(note.result)


def with_pieces(text: str, splits: Sequence[Note], seen: Any, wanted: Any) -> Iterator[str]:
    """Yield texts with one more piece for each member that a collection lacks, made from a piece that gave a member."""
    members, new = lacking(seen, wanted)
    for member in members[:2]:
        exchanges = [_exchanges(member, other, seen, wanted) for other in new]
        if not exchanges or not all(exchanges):
            continue
        for note in splits:
            piece = next((piece for piece in note.result if piece and all(old in piece for old, _ in exchanges[0])), "")
            if piece and piece in text:
                separator = _separator(note)
                more = separator.join([piece, *(_exchanged(piece, each) for each in exchanges)])
                if len(text) + len(more) <= LONGEST:
                    yield text.replace(piece, more, 1)


def _exchanges(member: Any, new: Any, seen: Any, wanted: Any) -> Exchanges:
    """Return by which words a member differs from a new one, and what mappings have for them; none if by others."""
    pairs = list(zip(member, new, strict=False)) if type(member) is type(new) is tuple else [(member, new)]
    if type(seen) is dict and type(wanted) is dict and type(wanted[new]) is str:
        pairs.append((seen[member], wanted[new]))
    different = [(old, other) for old, other in pairs if type(old) not in LEAVES or old != other]
    return different if all(type(old) is type(other) is str and old for old, other in different) else []


def _separator(note: Note) -> str:
    if note.what == "splitlines":
        return "\n"
    given = note.operands[1] if len(note.operands) > 1 else None
    return given if type(given) is str else " "


def _exchanged(piece: str, exchanges: Exchanges) -> str:
    for old, new in exchanges:
        piece = piece.replace(old, new, 1)
    return piece
