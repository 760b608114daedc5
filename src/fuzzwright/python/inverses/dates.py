"""Dates and times read backwards: their fields, their weeks, and their texts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any, Final

CALENDAR: Final[type] = type(date(2000, 1, 1).isocalendar())
"""What `isocalendar` gives: year, week and day of the week."""
_CALENDAR_FIELDS: Final = ("year", "week", "weekday")


def with_field(owner: Any, name: str, wanted: Any) -> Any:
    """Return a moment, a day of a week or a span of time with another value in one of its fields."""
    if isinstance(owner, CALENDAR):
        fields = [wanted if field == name else getattr(owner, field) for field in _CALENDAR_FIELDS]
        return tuple(fields)
    if isinstance(owner, timedelta):
        return owner + timedelta(**{name: wanted - getattr(owner, name)})
    return owner.replace(**{name: wanted})


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
    "total_seconds": lambda wanted, _: timedelta(seconds=wanted),
    "isoformat": lambda wanted, owner, *_, **__: type(owner).fromisoformat(wanted),
    "strftime": lambda wanted, owner, format: _read(type(owner), wanted, format),
    "date": lambda wanted, owner: datetime.combine(wanted, owner.timetz()),
    "time": lambda wanted, owner: datetime.combine(owner.date(), wanted),
}


def _read(kind: type, text: str, layout: str) -> Any:
    moment = datetime.strptime(text, layout)
    return moment if issubclass(kind, datetime) else moment.date() if issubclass(kind, date) else moment.time()
