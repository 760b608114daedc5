"""`Annotated`: bounds, lengths, patterns and predicates, pushed into the domain where it can obey them.

Constraints are recognised by the names of their attributes, as annotated-types, pydantic and msgspec
spell them, so that none of these packages has to be there.
"""

from __future__ import annotations

import copy
import datetime as dt
import math
import typing
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_args

from fuzzwright.domains.choices import nothing
from fuzzwright.domains.filters import filtered
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.matching import Matching
from fuzzwright.domains.numbers import Floats, Integers
from fuzzwright.domains.sequences import Sequences
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain
from fuzzwright.python import dates
from fuzzwright.python.refusals import CannotGenerate, show

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints


_UNSAID = object()


@dataclass(slots=True)
class Bounds:
    """All that the metadata of one Annotated asks for."""

    ge: Any = None
    gt: Any = None
    le: Any = None
    lt: Any = None
    multiple_of: Any = None
    min_length: int = 0
    max_length: int | None = None
    pattern: str | None = None
    timezone: Any = _UNSAID
    finite: bool = False
    conditions: list[Callable[[Any], object]] = field(default_factory=list)

    @property
    def has_limits(self) -> bool:
        return any(limit is not None for limit in (self.ge, self.gt, self.le, self.lt))

    @property
    def has_lengths(self) -> bool:
        return self.min_length > 0 or self.max_length is not None


def annotated(hints: Hints, hint: Any) -> Domain[Any]:
    """Return the domain of `Annotated[T, ...]`."""
    inner, *metadata = get_args(hint)
    return constrained(hints, inner, metadata)


def constrained(hints: Hints, inner: Any, metadata: Iterable[Any]) -> Domain[Any]:
    """Return the domain of `inner` under the constraints found in `metadata`."""
    bounds = read(metadata)
    arguments = get_args(inner)
    if typing.get_origin(inner) in (typing.Union, type(int | str)) and not bounds.conditions:
        # As pydantic takes them: for each member that they make sense for.
        return Unions(
            [_limited(hints, member, bounds) for member in sorted(arguments, key=lambda m: m is not type(None))]
        )
    return _limited(hints, inner, bounds)


def read(metadata: Iterable[Any]) -> Bounds:
    """Return what the constraints ask for; others are ignored."""
    bounds = Bounds()
    for item in metadata:
        _read_one(item, bounds)
    return bounds


def _read_one(item: Any, bounds: Bounds) -> None:
    name = type(item).__name__
    if isinstance(item, slice):
        bounds.min_length = item.start or 0
        bounds.max_length = None if item.stop is None else item.stop - 1
    elif name in ("Predicate", "AfterValidator") and callable(getattr(item, "func", None)):
        if name == "Predicate":
            bounds.conditions.append(item.func)
    elif name == "Not":
        bounds.conditions.append(_negated(item.func))
    elif name == "Timezone":
        bounds.timezone = item.tz
    elif name in ("FieldInfo", "GroupedMetadata") or (name != "Interval" and hasattr(item, "metadata")):
        for inner in getattr(item, "metadata", ()):
            _read_one(inner, bounds)
    else:
        _read_limits(item, bounds)


def _negated(condition: Callable[[Any], object]) -> Callable[[Any], object]:
    return lambda value: not condition(value)


def _read_limits(item: Any, bounds: Bounds) -> None:
    for limit in ("ge", "gt", "le", "lt", "multiple_of"):
        given = getattr(item, limit, None)
        if given is not None and not callable(given):
            setattr(bounds, limit, given)
    if type(getattr(item, "min_length", None)) is int:
        bounds.min_length = max(bounds.min_length, item.min_length)
    if type(getattr(item, "max_length", None)) is int:
        bounds.max_length = item.max_length
    pattern = getattr(item, "pattern", None)
    if pattern is not None:
        bounds.pattern = getattr(pattern, "pattern", pattern)
    if getattr(item, "allow_inf_nan", None) is False:
        bounds.finite = True


def _limited(hints: Hints, inner: Any, bounds: Bounds) -> Domain[Any]:
    domain = hints.build(inner)
    left = list(bounds.conditions)
    known = domain.itself if not _is_unfinished(domain) else None
    if inner is dt.datetime and bounds.timezone is not _UNSAID:
        domain = _with_zone(bounds.timezone)
    elif type(known) is Integers and (bounds.has_limits or bounds.multiple_of):
        domain = _integers(bounds, inner)
    elif type(known) is Floats and (bounds.has_limits or bounds.multiple_of or bounds.finite):
        domain = _floats(bounds)
        if bounds.multiple_of:
            left.append(lambda value: math.isclose(value % bounds.multiple_of, 0.0, abs_tol=1e-9))
    elif type(known) is Strings and bounds.pattern is not None:
        domain = _matching(bounds)
    elif isinstance(known, Strings | Bytes | Sequences | Mappings) and bounds.has_lengths:
        domain = _sized(known, bounds)
    elif inner is not type(None):
        left += _conditions(bounds)
    for condition in left:
        domain = filtered(domain, condition)
    return domain


def _is_unfinished(domain: Domain[Any]) -> bool:
    return type(domain).__name__ == "Later" and getattr(domain, "_target", None) is None


def _integers(bounds: Bounds, inner: Any) -> Domain[Any]:
    lows = [math.ceil(bounds.ge)] if bounds.ge is not None else []
    lows += [math.floor(bounds.gt) + 1] if bounds.gt is not None else []
    highs = [math.floor(bounds.le)] if bounds.le is not None else []
    highs += [math.ceil(bounds.lt) - 1] if bounds.lt is not None else []
    low, high = max(lows, default=None), min(highs, default=None)
    step = bounds.multiple_of or 1
    if low is not None and high is not None and -(-low // step) * step > high:
        raise CannotGenerate(f"no {show(inner)} is within the bounds", hint=None, fix="correct the bounds")
    return Integers(low, high, int(step))


def _floats(bounds: Bounds) -> Domain[Any]:
    lows = [float(bounds.ge)] if bounds.ge is not None else []
    lows += [math.nextafter(float(bounds.gt), math.inf)] if bounds.gt is not None else []
    highs = [float(bounds.le)] if bounds.le is not None else []
    highs += [math.nextafter(float(bounds.lt), -math.inf)] if bounds.lt is not None else []
    if bounds.finite:
        largest = math.nextafter(math.inf, 0.0)
        lows.append(-largest)
        highs.append(largest)
    low, high = max(lows, default=-math.inf), min(highs, default=math.inf)
    if low > high:
        raise CannotGenerate("no float is within the bounds", fix="correct the bounds")
    return Floats(low, high, nan=False)


def _matching(bounds: Bounds) -> Domain[Any]:
    assert bounds.pattern is not None
    try:
        longest = 4096 if bounds.max_length is None else bounds.max_length
        return Matching(bounds.pattern, shortest=bounds.min_length, longest=longest)
    except Exception as error:
        raise CannotGenerate(f"the pattern {bounds.pattern!r} is not understood ({error})") from error


def _sized(known: Any, bounds: Bounds) -> Domain[Any]:
    if bounds.max_length is not None and bounds.max_length < bounds.min_length:
        raise CannotGenerate("no length is within the bounds", fix="correct the bounds")
    domain = copy.copy(known)
    domain.shortest = bounds.min_length
    domain.longest = known.longest if bounds.max_length is None else bounds.max_length
    if domain.longest < domain.shortest:
        domain.longest = domain.shortest + 16
    return domain  # type: ignore[no-any-return]  # a copy of a domain


def _conditions(bounds: Bounds) -> list[Callable[[Any], object]]:
    """Limits of types that know no bounds of their own, asked of each value."""
    found: list[Callable[[Any], object]] = []
    if bounds.ge is not None:
        found.append(lambda value: value >= bounds.ge)
    if bounds.gt is not None:
        found.append(lambda value: value > bounds.gt)
    if bounds.le is not None:
        found.append(lambda value: value <= bounds.le)
    if bounds.lt is not None:
        found.append(lambda value: value < bounds.lt)
    if bounds.multiple_of is not None:
        found.append(lambda value: value % bounds.multiple_of == 0)
    if bounds.has_lengths:
        longest = math.inf if bounds.max_length is None else bounds.max_length
        found.append(lambda value: bounds.min_length <= len(value) <= longest)
    return found


def _with_zone(zone: Any) -> Domain[Any]:
    if zone is None:
        return dates.moments(nothing())
    if zone is ...:
        return dates.moments(dates.zones())
    return filtered(dates.moments(dates.any_zone()), lambda value: str(value.tzinfo) == str(zone))
