"""What a call did besides returning: arguments it changed, attributes it set, text it printed.

Only for a run that is shown: the arguments are looked at before and after the call, and what differs is told. A change
of something short is told as a whole, and one inside of something long at its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, Final

from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.member_names import with_members
from fuzzwright.python.properties import uncounted
from fuzzwright.python.snapshots import (
    ATOMS,
    DEEPEST,
    MOST_TEXT,
    Part,
    Snapshot,
    fields_of,
    has_no_text,
    short,
    snapshot,
)
from fuzzwright.python.target import FunctionTarget

MOST_CHANGES: Final = 3
MOST_WHOLE: Final = 40
"""Letters of a thing before and after, together, up to which it is told as a whole."""
MOST_PLACES: Final = 2
"""With more changes than this inside of one thing, the thing itself is told."""
MOST_RESULT: Final = 500
_CONTEXT: Final = 12
"""Letters in front of a difference that are left of a long text."""

Snapshots = Mapping[str, Snapshot]
"""What arguments look like, by what they are called."""


def effect_of(target: FunctionTarget, domain: Arguments, input: Any, output: str) -> str:
    """Run an input once more; return in words what the call changes and prints, or nothing."""
    before: Snapshots = {}
    after: Snapshots = {}
    invoke = target.invoke

    def watched(arguments: Any) -> Any:
        nonlocal before, after
        before = snapshots_of(domain, arguments)
        try:
            return invoke(arguments)
        finally:
            after = snapshots_of(domain, arguments)

    target.invoke = watched
    try:
        with uncounted():
            target.run(input)
    finally:
        target.invoke = invoke
    told = [text for name, now in after.items() if name in before for text in changes(name, before[name], now)]
    if len(told) > MOST_CHANGES:
        more = len(told) - MOST_CHANGES
        told[MOST_CHANGES:] = [f"{more} more change{'s' if more > 1 else ''}"]
    if output:
        told.append(f"prints {short(repr(output.removesuffix(chr(10))))}")
    return ", ".join(told)


def snapshots_of(domain: Arguments, arguments: Any) -> Snapshots:
    """Return what the arguments of a call look like now, those that can change."""
    positional, named = arguments if domain.kw else (arguments, {})
    given = [*_by_position(domain, positional), *named.items()]
    return {name: snapshot(thing) for name, thing in given if type(thing) not in ATOMS and thing is not LEFT_OUT}


def _by_position(domain: Arguments, positional: Any) -> Iterator[tuple[str, Any]]:
    slots = [slot for slot in domain.slots if slot.kind <= slot.kind.VAR_POSITIONAL]
    for index, thing in enumerate(positional):
        slot = slots[min(index, len(slots) - 1)]
        rest = slot.kind is slot.kind.VAR_POSITIONAL
        yield f"{slot.name}[{index - len(slots) + 1}]" if rest else slot.name, thing


def changes(name: str, before: Snapshot, after: Snapshot) -> list[str]:
    """Return how a thing changed; objects are told by their attributes, and long things by what changed in them."""
    if before == after:
        return []
    texts = before.text(), after.text()
    is_short = texts[0] != texts[1] and sum(map(len, texts)) <= MOST_WHOLE
    same_kind = before.opening == after.opening and before.is_object == after.is_object
    if same_kind and (before.is_object or not is_short):
        inside = _inside(name, before, after)
        if inside and (before.is_object or len(inside) <= MOST_PLACES):
            return inside
    old, new = _apart(*texts)
    return [f"{name}: {old} → {new}"] if old != new else []


def _inside(name: str, before: Snapshot, after: Snapshot) -> list[str]:
    """Return how parts of a thing changed that can be got at."""
    old, new = _by_label(before), _by_label(after)
    told: list[str] = []
    for label, part in new.items():
        if label not in old:
            told.append(f"{name}{label}: {short(part.inside.text())} is new")
        else:
            told += changes(name + label, old[label].inside, part.inside)
    return told + [f"{name}{label} is gone" for label in old if label not in new]


def _by_label(thing: Snapshot) -> dict[str, Part]:
    return {part.label: part for part in thing.parts if part.label or thing.is_object}


def _apart(old: str, new: str) -> tuple[str, str]:
    """Return two texts cut so that one sees where they differ."""
    if max(len(old), len(new)) > MOST_TEXT:
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))
        start = sum(1 for _ in alike) - _CONTEXT
        if start > _CONTEXT:
            old, new = "…" + old[start:], "…" + new[start:]
    return short(old), short(new)


def described(thing: Any) -> str:
    """Return a short text of a thing that no code of its class has a part in, as far as possible."""
    return short(snapshot(thing).text())


def shown(result: object) -> str:
    """Return a result as text: its `repr`, or its attributes if that would only be an address."""
    try:
        if has_no_text(type(result)) and fields_of(result) is not None:
            return short(snapshot(result).text(DEEPEST), MOST_RESULT)
        return short(str.__str__(with_members(result)), MOST_RESULT)
    except BaseException as error:
        return f"<{type(result).__name__} whose repr raises {type(error).__name__}>"
