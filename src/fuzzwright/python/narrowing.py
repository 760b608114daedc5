"""One stronger hint as a proposal: the hint, the property of values it stands for, and how it is written.

The constraints have the names and attributes of those of annotated-types, which need not be installed.
"""

from __future__ import annotations

import ast
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fuzzwright.python.hint_spots import Spot, values_at, with_hint_at
from fuzzwright.python.hint_words import Uses
from fuzzwright.python.judging.case import last_name
from fuzzwright.python.signature_text import TextOf, arguments_of, is_none, union_members

Say = Callable[[Any], bool | None]
"""Whether a property holds for a value; None where it has nothing to say."""


@dataclass(frozen=True, slots=True)
class Ge:
    """A number is no less."""

    ge: Any


@dataclass(frozen=True, slots=True)
class Gt:
    """A number is greater."""

    gt: Any


@dataclass(frozen=True, slots=True)
class Le:
    """A number is no greater."""

    le: Any


@dataclass(frozen=True, slots=True)
class Len:
    """A length is within bounds."""

    min_length: int
    max_length: int | None = None


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition holds."""

    func: Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Narrowing:
    """A stronger hint for one place of a parameter's hint."""

    spot: Spot
    new: Any
    """The hint to put there."""
    holds: Say
    added: str = ""
    """What to write behind the hint, inside `Annotated`."""
    instead: str = ""
    """What to write in place of the hint: `{0}` is its first argument, `{}` all of it; or nothing, and `added`."""
    kept: tuple[int, ...] = ()
    """Which members of a union stay."""
    uses: Uses = ()
    """The names that must be imported: module and name, or a module alone."""
    some: bool = False
    """Whether calls that passed may be left out: those with other types."""

    def whole(self, hint: Any) -> Any:
        """Return the stronger hint of the parameter, given the present one."""
        return with_hint_at(hint, self.spot.steps, self.new)

    def allows(self, hint: Any, value: Any) -> bool:
        """Return whether a value of the parameter is one of the stronger hint."""
        return all(self.holds(part) is not False for part in values_at(hint, self.spot.steps, value))

    def rewrite(self, node: ast.expr, text_of: TextOf) -> str | None:
        """Return the text of the annotation at the place with the stronger hint; None if its shape does not show."""
        text = text_of(node)
        if self.added:
            if isinstance(node, ast.Subscript) and last_name(node.value) == "Annotated":
                return f"{text[:-1].rstrip().rstrip(',')}, {self.added}]"
            return f"Annotated[{text}, {self.added}]"
        if self.kept:
            members = union_members(node)
            if max(self.kept) >= len(members) or len(members) < 2:
                return None
            return " | ".join("None" if is_none(members[index]) else text_of(members[index]) for index in self.kept)
        arguments = arguments_of(node)
        if "{0}" in self.instead and not arguments:
            return None
        first = text_of(arguments[0]) if arguments else ""
        return self.instead.replace("{0}", first).replace("{}", text)


def annotated(spot: Spot, added: Any, text: str, holds: Say, *more: tuple[str, str]) -> Narrowing:
    """Return the hint with a constraint added by `Annotated`; `text` is how the constraint is written."""
    name = text.partition("(")[0]
    uses = (("typing", "Annotated"), ("annotated_types", name), *more)
    return Narrowing(spot, typing.Annotated[spot.hint, added], holds, added=text, uses=uses)
