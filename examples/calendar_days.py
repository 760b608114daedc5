"""Dates and times, which have more corners than one thinks."""

from datetime import date, datetime, timedelta


def next_birthday(born: date, today: date) -> date:
    """Return the next day to celebrate; the bug: in most years there is no 29 February."""
    this_year = born.replace(year=today.year)
    return this_year if this_year >= today else born.replace(year=today.year + 1)


def age(first: datetime, second: datetime) -> timedelta:
    """Return the time between two moments; the bug: some know their time zone and some do not."""
    return abs(second - first)


def per_day(total: int, days: timedelta) -> float:
    """Return how much that is a day; the bug: less than a day is no day."""
    return total // days.days


def weekend(day: date) -> bool:
    """Return whether nobody works: there is nothing to find here."""
    return day.weekday() >= 5
