"""Inputs that ran already, so that none runs twice in an epoch.

Mutants of neighbours are mostly the same: where preconditions are hard to meet, and inputs stay small, more than half
of what would be tried was tried before. Telling takes as long as running a small function, so only where there are
preconditions it is asked. What is known is forgotten with the epoch, as everything is but the corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from fuzzwright.engine.codec import fingerprint
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.references import reach

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

MOST_TRIED: Final = 1 << 16
PLAIN: Final = frozenset((int, str, bytes, bool, type(None)))
"""Of one of these types, values that are equal are the same."""
_HASHES: Final = (Enum.__hash__, int.__hash__, str.__hash__)
_EQUALS: Final = (object.__eq__, int.__eq__, str.__eq__)
"""What members of an enumeration have if nobody gave them something else."""


class Tried(Generic[I]):
    """What ran, known by itself where equal values are the same, else by its fingerprint."""

    def __init__(self, domain: Domain[I], remembers: bool = True) -> None:
        self._domain = domain
        self._remembers = remembers
        self._by_value = equal_is_same(domain)
        self._ran: set[object] = set()

    def clear(self) -> None:
        """Forget everything."""
        self._ran.clear()

    def only_new(self, inputs: Iterator[I], parent: I | None = None) -> Iterator[I]:
        """Yield what did not run yet, taking it for run from then on; most of the `parent` may be in each of them."""
        return filter(self.asking(parent), inputs) if self._remembers else inputs

    def asking(self, parent: I | None = None) -> Callable[[I], bool]:
        """Return what tells of an input whether it is new, and takes it for run from then on."""
        if not self._remembers:
            return lambda input: True
        ran, by_value, domain = self._ran, self._by_value, self._domain
        parts: dict[tuple[int, int], int] = {}
        if parent is not None and not by_value:
            self._learn(parent, parts)

        def is_new(input: I) -> bool:
            try:
                key = input if by_value else fingerprint(domain, input, parts)
                if key in ran:
                    return False
                if len(ran) >= MOST_TRIED:
                    ran.clear()
                ran.add(key)
            except RecursionError:
                pass  # so deep that it is told apart from nothing
            return True

        return is_new

    def _learn(self, parent: I, parts: dict[tuple[int, int], int]) -> None:
        try:
            fingerprint(self._domain, parent, parts, learn=True)
        except RecursionError:
            parts.clear()


def equal_is_same(domain: Domain[Any]) -> bool:
    """Return whether two values are the same if they are equal, and can be looked up without running others' code.

    Python's own 1, 1.0 and True are equal, 0.0 and -0.0 are, and a class may say of its objects what it likes.
    """
    try:
        return all(_told_apart(each.itself) for each in reach(domain))
    except Unfit:
        return False


def _told_apart(domain: Domain[Any]) -> bool:
    """Return whether this holds for a domain if it does for what is inside."""
    if domain.leaf:
        return _kind(domain) is not None
    if domain.form == "record":
        return _compares_all(domain.instances_of) if domain.fixed else True
    if domain.form == "sum":
        members = [member.itself for member in domain.components()]
        kinds = [_kind(member) for member in members if member.leaf]
        others = [member for member in members if not member.leaf]
        return len(set(kinds)) == len(kinds) and all(other.form == "record" and other.fixed for other in others)
    return domain.form in ("run", "tuple")


def _kind(domain: Domain[Any]) -> type | None:
    """Return what all values of a leaf are, as far as others may be equal to them; None if that cannot be told."""
    kinds = set(map(type, getattr(domain, "options", (domain.simplest(),))))
    kind = kinds.pop()
    if kinds or not (kind in PLAIN or (issubclass(kind, Enum) and kind.__hash__ in _HASHES and kind.__eq__ in _EQUALS)):
        return None
    return next((plain for plain in (int, str, bytes) if issubclass(kind, plain)), kind)


def _compares_all(cls: type | None) -> bool:
    """Return whether a class compares and hashes all its fields, in the way that dataclasses do by themselves."""
    if cls is None or not is_dataclass(cls) or not all(each.compare and each.hash is None for each in fields(cls)):
        return False
    methods = (cls.__dict__.get("__eq__"), cls.__dict__.get("__hash__"))
    return all(getattr(getattr(each, "__code__", None), "co_filename", "") == "<string>" for each in methods)
