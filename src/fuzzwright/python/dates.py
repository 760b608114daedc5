"""Dates, times, durations and time zones; the simplest moment is the start of the year 2000."""

from __future__ import annotations

import calendar
import datetime as dt
import zoneinfo
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

from fuzzwright.domains.calls import Calls, Parts, reader
from fuzzwright.domains.choices import Choices, nothing
from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain, Names
from fuzzwright.python.refusals import CannotGenerate

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

Build = Callable[["Hints", tuple[Any, ...]], Domain[Any]]

# Zones with something special: half hours, changes of half an hour, of date, no daylight saving.
_ZONES = (
    *("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"),
    *("Africa/Casablanca", "America/St_Johns", "Asia/Kathmandu", "Pacific/Kiritimati"),
)


_DATE = ("year", "month", "day")
_TIME = ("hour", "minute", "second", "microsecond", "tzinfo")


@dataclass(frozen=True, slots=True)
class _Between:
    """A constraint, read as those of annotated-types are."""

    ge: int
    le: int


_LIMITS = {
    "year": _Between(1, 9999),
    "month": _Between(1, 12),
    "day": _Between(1, 31),
    "hour": _Between(0, 23),
    "minute": _Between(0, 59),
    "second": _Between(0, 59),
    "microsecond": _Between(0, 999_999),
    "fold": _Between(0, 1),
}


def with_limits(cls: type, known: dict[str, Any]) -> dict[str, Any]:
    """Return hints of what makes an object of a class; those of dates and times take no other numbers than these do."""
    if not issubclass(cls, dt.date | dt.time):
        return known
    limits = {name: Annotated[int, _LIMITS[name]] for name, hint in known.items() if hint is int and name in _LIMITS}
    return {**known, **limits}


def _date_places() -> list[Domain[Any]]:
    year, *others = (_LIMITS[name] for name in _DATE)
    return [Integers(year.ge, year.le, toward=2000), *(Integers(each.ge, each.le) for each in others)]


def _time_places() -> list[Domain[Any]]:
    return [Integers(_LIMITS[name].ge, _LIMITS[name].le) for name in _TIME if name in _LIMITS]


def _in_month(parts: Parts) -> Parts:
    """The last day of the month instead of one that the month does not have."""
    year, month, day = parts[:3]
    return (year, month, min(day, calendar.monthrange(year, month)[1]), *parts[3:])


def _written(construct: Any, at_least: int, zone: bool) -> Callable[[list[str], Names], str]:
    def write(written: list[str], names: Names) -> str:
        numbers = written[:-1] if zone else written
        while len(numbers) > at_least and numbers[-1] == "0":
            numbers = numbers[:-1]
        if zone and written[-1] != "None":
            numbers = [*numbers, f"tzinfo={written[-1]}"]
        return f"{names.refer(construct)}({', '.join(numbers)})"

    return write


_ENDS = ((1, 1), (12, 31), (2, 29), (2, 28), (3, 1), (12, 30), (1, 31), (6, 30))


class _Days(Calls):
    """Dates and datetimes; every eighth lies where a month or a year begins or ends."""

    def generate(self, random: Random, size: int) -> Parts:
        parts = super().generate(random, size)
        if random.getrandbits(3):
            return parts
        month, day = _ENDS[random.getrandbits(3)]
        return self.make((), (parts[0], month, day, *parts[3:]))


def dates() -> Domain[Any]:
    """Return the domain of dates."""
    return _Days(dt.date, _date_places(), fit=_in_month, take_apart=reader(dt.date, *_DATE))


def times(zone: Domain[Any]) -> Domain[Any]:
    """Return the domain of times of day with a zone of the given kind."""
    return Calls(
        lambda hour, minute, second, micro, tz: dt.time(hour, minute, second, micro, tz),
        [*_time_places(), zone],
        _written(dt.time, 0, True),
        take_apart=reader(dt.time, *_TIME),
    )


def moments(zone: Domain[Any]) -> Domain[Any]:
    """Return the domain of datetimes with a zone of the given kind."""
    return _Days(
        dt.datetime,
        [*_date_places(), *_time_places(), zone],
        _written(dt.datetime, 3, True),
        _in_month,
        reader(dt.datetime, *_DATE, *_TIME),
    )


def durations() -> Domain[Any]:
    """Return the domain of timedeltas."""
    return Calls(
        dt.timedelta,
        [Integers(-999_999_999, 999_999_999), Integers(0, 86_399), Integers(0, 999_999)],
        _written(dt.timedelta, 0, False),
        take_apart=reader(dt.timedelta, "days", "seconds", "microseconds"),
    )


def offsets() -> Domain[Any]:
    """Return the domain of fixed time zones."""
    return Calls(_zone_of_minutes, [Integers(-1439, 1439)], _write_offset, take_apart=_minutes_of_zone)


def _zone_of_minutes(minutes: int) -> dt.timezone:
    return dt.timezone(dt.timedelta(minutes=minutes)) if minutes else dt.UTC


def _minutes_of_zone(zone: Any) -> list[object] | None:
    if type(zone) is not dt.timezone:
        return None
    minutes, rest = divmod(zone.utcoffset(None), dt.timedelta(minutes=1))
    return None if rest else [minutes]


def _write_offset(written: list[str], names: Names) -> str:
    zone = names.refer(dt.timezone)
    return f"{zone}.utc" if written[0] == "0" else f"{zone}({names.refer(dt.timedelta)}(minutes={written[0]}))"


def named_zones() -> Domain[Any]:
    """Return the domain of the zones of the time zone database, if there is one here."""
    known = [name for name in _ZONES if _is_known(name)]
    if not known:
        raise CannotGenerate("there is no time zone database", fix="install the package `tzdata`")
    return Calls(zoneinfo.ZoneInfo, [Choices(known)], take_apart=reader(zoneinfo.ZoneInfo, "key"))


def _is_known(name: str) -> bool:
    try:
        zoneinfo.ZoneInfo(name)
    except Exception:
        return False
    return True


def zones() -> Domain[Any]:
    """Return the domain of time zones of either kind."""
    try:
        return Unions([offsets(), named_zones()])
    except CannotGenerate:
        return offsets()


def any_zone() -> Domain[Any]:
    """Return the domain of zones and of None, for moments that may be naive."""
    return Unions([nothing(), offsets(), zones()], [6, 2, 1])


BUILD: dict[Any, Build] = {
    dt.date: lambda hints, arguments: dates(),
    dt.time: lambda hints, arguments: times(any_zone()),
    dt.datetime: lambda hints, arguments: moments(any_zone()),
    dt.timedelta: lambda hints, arguments: durations(),
    dt.timezone: lambda hints, arguments: offsets(),
    dt.tzinfo: lambda hints, arguments: zones(),
    zoneinfo.ZoneInfo: lambda hints, arguments: named_zones(),
}
