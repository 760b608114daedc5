"""Neighbours of a sequence of choices: one choice changed within its limits, stretches left out, doubled, exchanged.

Each operator takes the sequence, another one, a source of chance, and the values that are worth trying; it returns
the choices to play, or None where it does not apply. What follows from them is up to the strategies: choices
that are asked for beyond these are made by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from fuzzwright.frontends.hypothesis.played import Draw, Played, Span
from fuzzwright.python.choice_sequences import Choice, fitted

Pool = dict[str, list[Any]]
"""Values by their kind that were compared with, or stand in the code."""
Operator = Callable[[Played, Played, Random, Pool], list[Choice] | None]

RARE: Final = 0.01
"""A boolean that is less likely than this ends something large, such as all steps of a state machine."""


def change(one: Played, other: Played, random: Random, pool: Pool) -> list[Choice] | None:
    """Change one choice, sometimes a few, within their limits."""
    places = [place for place, draw in enumerate(one.draws) if _may_change(draw)]
    if not places:
        return None
    choices: list[Choice] = list(one.choices)
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        place = random.choice(places)
        choices[place] = _changed(one.draws[place], random, pool)
    return choices


def step(one: Played, other: Played, random: Random, pool: Pool) -> list[Choice] | None:
    """Move a number, by a little or by much."""
    places = [place for place, draw in enumerate(one.draws) if draw.kind in ("integer", "float") and _may_change(draw)]
    if not places:
        return None
    place = random.choice(places)
    draw = one.draws[place]
    value: Any = draw.value
    by: Any = 1 << random.randrange(2 + _bits(draw))
    if draw.kind == "float":
        by = by / 8 if abs(value) < 2**53 else value / by
    found = fitted(draw.kind, draw.limits, value + by if random.getrandbits(1) else value - by)
    return None if found is None else [*one.choices[:place], found, *one.choices[place + 1 :]]


def onward(before: Played, after: Played) -> list[Choice] | None:
    """Go on in the direction in which numbers were moved, twice as far; None if something else was changed."""
    if [draw.kind for draw in before.draws] != [draw.kind for draw in after.draws]:
        return None
    choices: list[Choice] = []
    for old, new in zip(before.draws, after.draws, strict=True):
        was, now, found = _number(old), _number(new), None
        if was is not None and now is not None and was != now:
            found = fitted(new.kind, new.limits, now + 2 * (now - was))
        choices.append(new.value if found is None else found)
    return choices


def _number(draw: Draw) -> Any | None:
    value: Any = draw.value
    return value if draw.kind == "integer" or (draw.kind == "float" and abs(value) < 2**200) else None


def repeat_value(one: Played, other: Played, random: Random, pool: Pool) -> list[Choice] | None:
    """Give a choice the value that another one of its kind has."""
    drawn = [place for place, draw in enumerate(one.draws) if draw.kind != "boolean"]
    random.shuffle(drawn)
    for place in drawn[:8]:
        draw = one.draws[place]
        others = [entry.value for entry in one.draws if entry.kind == draw.kind and entry.value != draw.value]
        value = fitted(draw.kind, draw.limits, random.choice(others)) if others else None
        if value is not None and value != draw.value:
            return [*one.choices[:place], value, *one.choices[place + 1 :]]
    return None


def leave_out(one: Played, other: Played, random: Random, pool: Pool) -> list[Choice] | None:
    """Leave out a stretch."""
    inner = [span for span in one.spans if span.end - span.start < len(one.draws)]
    if not inner:
        return None
    span = random.choice(inner)
    return [*one.choices[: span.start], *one.choices[span.end :]]


def double(one: Played, other: Played, random: Random, pool: Pool) -> list[Choice] | None:
    """Put a stretch once more behind itself, or several times."""
    inner = [span for span in one.spans if span.end - span.start < len(one.draws)]
    if not inner:
        return None
    span = random.choice(inner)
    stretch = one.choices[span.start : span.end] * random.choice((1, 1, 2, 5))
    return [*one.choices[: span.end], *stretch, *one.choices[span.end :]]


def exchange(one: Played, other: Played, random: Random, pool: Pool) -> list[Choice] | None:
    """Put a stretch of this sequence, or of the other, in the place of one of the same meaning."""
    source = other if random.getrandbits(1) else one
    pairs = _of_one_label(one, source)
    if not pairs:
        return None
    label = random.choice(list(pairs))
    here, there = random.choice(pairs[label][0]), random.choice(pairs[label][1])
    stretch = source.choices[there.start : there.end]
    return [*one.choices[: here.start], *stretch, *one.choices[here.end :]]


def splice(one: Played, other: Played, random: Random, pool: Pool) -> list[Choice] | None:
    """Begin like this sequence, and go on like the other from a place of the same meaning."""
    pairs = _of_one_label(one, other)
    if not pairs:
        return None
    label = random.choice(list(pairs))
    here, there = random.choice(pairs[label][0]), random.choice(pairs[label][1])
    return [*one.choices[: here.start], *other.choices[there.start :]]


def begin(one: Played, other: Played, random: Random, pool: Pool) -> list[Choice] | None:
    """Keep the beginning; the rest is made by lot."""
    return list(one.choices[: random.randrange(len(one.draws))]) if len(one.draws) > 1 else None


def redraw(one: Played, other: Played, random: Random, pool: Pool) -> list[Choice] | None:
    """Keep all but a stretch at the end of something: that is made by lot, and what follows it is not kept."""
    if len(one.spans) < 2:
        return None
    span = random.choice(one.spans)
    return list(one.choices[: span.start]) if span.start else None


OPERATORS: Final[dict[str, Operator]] = {
    "change": change,
    "step": step,
    "repeat_value": repeat_value,
    "leave_out": leave_out,
    "double": double,
    "exchange": exchange,
    "splice": splice,
    "begin": begin,
    "redraw": redraw,
}


def _of_one_label(one: Played, other: Played) -> dict[int, tuple[list[Span], list[Span]]]:
    """Return the stretches of either sequence by their meanings, where both have one and they differ."""
    found: dict[int, tuple[list[Span], list[Span]]] = {}
    for span in one.spans:
        found.setdefault(span.label, ([], []))[0].append(span)
    for span in other.spans:
        if span.label in found:
            found[span.label][1].append(span)
    # Of one sequence with itself, at least two are needed.
    return {label: both for label, both in found.items() if both[1] and (one is not other or len(both[0]) > 1)}


def _may_change(draw: Draw) -> bool:
    match draw.kind:
        case "boolean":
            return bool(RARE < draw.limits["p"] < 1 - RARE)
        case "integer":
            low, high = draw.limits.get("min_value"), draw.limits.get("max_value")
            return low is None or low != high
        case "string" | "bytes":
            return bool(draw.limits.get("max_size", 1) > 0)
        case _:
            return True


def _bits(draw: Draw) -> int:
    """Return how many bits a number has, or may have."""
    low, high = draw.limits.get("min_value"), draw.limits.get("max_value")
    sizes = [abs(size) for size in (draw.value, low, high) if isinstance(size, int | float) and abs(size) < 2**64]
    return int(max(sizes, default=0)).bit_length()


def _changed(draw: Draw, random: Random, pool: Pool) -> Choice:
    known = pool.get(draw.kind, ())
    for _ in range(4):
        wanted = random.choice(known) if known and not random.getrandbits(2) else _near(draw, random, known)
        found = fitted(draw.kind, draw.limits, wanted)
        if found is not None and found != draw.value:
            return found
    return draw.value


def _near(draw: Draw, random: Random, known: Sequence[Any]) -> Any:
    """Return a value near that of a choice, or one at the edge of what it may be; not yet within its limits."""
    value: Any = draw.value
    match draw.kind:
        case "boolean":
            return not value
        case "integer":
            low, high = draw.limits.get("min_value"), draw.limits.get("max_value")
            edges = [edge for edge in (low, high) if edge is not None]
            step = 1 + random.getrandbits(random.choice((0, 0, 2, 4, 8)))
            small = (value + step, value - step, value * 2, value // 2, -value, 0, 1, -1)
            return random.choice((*small, *edges, random.getrandbits(random.choice((3, 7, 8, 16, 31, 63)))))
        case "float":
            whole = float(int(value)) if abs(value) < 2**60 else 0.0
            edges = [draw.limits.get("min_value", 0.0), draw.limits.get("max_value", 0.0)]
            return random.choice((value + 1, value - 1, value * 2, value / 2, -value, whole, 0.0, 1.0, *edges))
        case _:
            return _near_text(value, random, known)


def _near_text(value: Any, random: Random, known: Sequence[Any]) -> Any:
    start = random.randrange(len(value) + 1)
    end = min(start + 1 + random.getrandbits(random.choice((0, 1, 3))), len(value))
    part = value[start:end]
    inserted = random.choice(known) if known and random.getrandbits(1) else _some_text(value, random)
    return random.choice(
        (
            value[:start] + value[end:],
            value[:start] + inserted + value[start:],
            value[:start] + inserted + value[end:],
            value[:end] + part + value[end:],
            value[start:] + value[:start],
            value + value,
            value[:start],
            value[start:],
        )
    )


_LETTERS: Final = " \t\n0123456789abcxyzABCXYZ.,:;-+_/\\'\"()[]{}<>=!?#%&*@~^|$`éßЖ漢\U0001f600\x00\u200b\u0301"


def _some_text(value: Any, random: Random) -> Any:
    letter = random.choice(_LETTERS)
    return letter if isinstance(value, str) else (letter.encode() if random.getrandbits(1) else random.randbytes(1))
