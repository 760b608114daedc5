"""Dates and times read backwards: their fields, their weeks, and their texts."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime, time, timedelta, timezone
from typing import Any, Final

CALENDAR: Final[type] = type(date(2000, 1, 1).isocalendar())
"""What `isocalendar` gives: year, week and day of the week."""
_CALENDAR_FIELDS: Final = ("year", "week", "weekday")
_FIELDS: Final = ("year", "month", "day", "hour", "minute", "second", "microsecond")
_LAST: Final = {"month": 12, "hour": 23, "minute": 59, "second": 59, "microsecond": 999_999}


def with_field(owner: Any, name: str, wanted: Any) -> Any:
    """Return a moment, a day of a week or a span of time with another value in one of its fields."""
    if isinstance(owner, CALENDAR):
        fields = [wanted if field == name else getattr(owner, field) for field in _CALENDAR_FIELDS]
        return tuple(fields)
    if isinstance(owner, timedelta):
        return owner + timedelta(**{name: wanted - getattr(owner, name)})
    if name in ("year", "month") and isinstance(owner, date):
        # The last day of the month instead of one that the month does not have.
        changed = owner.replace(**{name: wanted, "day": 1})
        return changed.replace(day=min(owner.day, monthrange(changed.year, changed.month)[1]))
    return owner.replace(**{name: wanted})


def edge(owner: Any, name: str, wanted: Any) -> Any:
    """Return the nearest moment with another value in a field: where that year, month, day or hour begins or ends.

    What is asked of the time between two moments then breaks less than where all other fields stay.
    """
    later = wanted > getattr(owner, name)
    finer = _FIELDS[_FIELDS.index(name) + 1 :]
    changed = owner.replace(**{name: wanted}, **({"day": 1} if "day" in finer else {}))
    for field in finer:
        if hasattr(changed, field):
            changed = changed.replace(**{field: _first(field) if later else _last(changed, field)})
    return changed


def _first(field: str) -> int:
    return int(field in ("month", "day"))


def _last(owner: Any, field: str) -> int:
    return monthrange(owner.year, owner.month)[1] if field == "day" else _LAST[field]


def _of_week(wanted: Any, owner: Any) -> Any:
    day = date.fromisocalendar(*wanted)
    return owner.replace(year=day.year, month=day.month, day=day.day)


def _written(wanted: Any, text: str, layout: str) -> Any:
    return wanted.strftime(layout)


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    datetime.fromisoformat: lambda wanted, _: wanted.isoformat(),
    date.fromisoformat: lambda wanted, _: wanted.isoformat(),
    time.fromisoformat: lambda wanted, _: wanted.isoformat(),
    datetime.strptime: _written,
}

METHODS: Final[dict[str, Callable[..., Any]]] = {
    "weekday": lambda wanted, owner: owner + timedelta(days=wanted - owner.weekday()),
    "isoweekday": lambda wanted, owner: owner + timedelta(days=wanted - owner.isoweekday()),
    "isocalendar": _of_week,
    "toordinal": lambda wanted, owner: type(owner).fromordinal(wanted),
    "timestamp": lambda wanted, owner: datetime.fromtimestamp(wanted, owner.tzinfo),
    "astimezone": lambda wanted, owner, tz=None: wanted.astimezone(owner.tzinfo),
    "utcoffset": lambda wanted, owner, *_: owner.replace(tzinfo=timezone(wanted)),
    "total_seconds": lambda wanted, _: timedelta(seconds=wanted),
    "isoformat": lambda wanted, owner, *_, **__: type(owner).fromisoformat(wanted),
    "strftime": lambda wanted, owner, format: _read(type(owner), wanted, format),
    "date": lambda wanted, owner: datetime.combine(wanted, owner.timetz()),
    "time": lambda wanted, owner: datetime.combine(owner.date(), wanted),
}


def _read(kind: type, text: str, layout: str) -> Any:
    moment = datetime.strptime(text, layout)
    return moment if issubclass(kind, datetime) else moment.date() if issubclass(kind, date) else moment.time()
