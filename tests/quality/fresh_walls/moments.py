"""Fresh walls of moments and choices: corners of the calendar, members of enums, and returns of another type.

A marked line with a `type: ignore` returns on purpose what the annotation does not promise.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from enum import Enum, Flag, IntEnum, auto


class Terms(Enum):
    """When an invoice is to be paid."""

    AT_ONCE = "at once"
    TWO_WEEKS = "14 days"
    MONTH_END = "end of the month"
    NEXT_MONTH_END = "end of the next month"


class Urgency(IntEnum):
    """How soon a ticket has to be looked at."""

    SOMETIME = 1
    WEEK = 2
    DAY = 3
    HOUR = 4


class Channel(Enum):
    """How a ticket came in."""

    LETTER = auto()
    MAIL = auto()
    CHAT = auto()
    PHONE = auto()
    SENSOR = auto()


class Right(Flag):
    """What somebody may do with a page."""

    VIEW = auto()
    EDIT = auto()
    MOVE = auto()
    LOCK = auto()
    UNLOCK = auto()


def counter_state(moment: datetime) -> str:
    """Return the state of a counter of seconds that was made too small."""
    seconds = (moment.replace(tzinfo=None) - datetime(1970, 1, 1)) // timedelta(seconds=1)
    if seconds < 0:
        return "not started"
    if seconds == 2**31 - 1:
        return "full"  # wall
    return "counting" if seconds < 2**31 else "wrapped"


def clock_change(local: datetime) -> str:
    """Return whether a time on the wall exists on the day when the clocks are put forward."""
    if local.month != 3 or local.weekday() != 6:
        return "ordinary"
    if local.day + 7 <= 31:
        return "a Sunday in March"
    if local.hour == 2:
        return "does not exist"  # wall
    return "short day"


def _month_end(day: date) -> date:
    """Return the last day of a month."""
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def due_note(issued: date, terms: Terms) -> str:
    """Return a note on the day when an invoice is due."""
    if issued.year >= 9999:
        return "never"
    if terms is Terms.AT_ONCE:
        return "now"
    due = issued + timedelta(days=14)
    if terms is Terms.MONTH_END:
        due = _month_end(issued)
    elif terms is Terms.NEXT_MONTH_END:
        due = _month_end(_month_end(issued) + timedelta(days=1))
    if due.day == 29 and due.weekday() == 6 and terms is Terms.NEXT_MONTH_END:
        return "due on a Sunday that is rare"  # wall
    return "due on a Sunday" if due.weekday() == 6 else "due"


def year_books(day: date) -> str:
    """Return what is closed at the end of a day."""
    if day == date.max:
        return "everything"
    tomorrow = day + timedelta(days=1)
    if tomorrow.day != 1:
        return "the till"
    if tomorrow.year % 100 == 1 and tomorrow.month == 1:
        return "the books of a century"  # wall
    return "the books of a month"


def on_call(urgency: Urgency, channel: Channel, at: time) -> str:
    """Return who looks at a ticket."""
    if urgency < Urgency.HOUR:
        return "the desk"
    if channel is Channel.SENSOR and at.hour == 3 and at.minute < 10:
        return "the night watch"  # wall
    return "the engineer"


def overtime(week: list[timedelta]) -> str:
    """Return a remark on the hours of a week, day by day from Monday."""
    if len(week) != 7:
        return "not a week"
    if any(not timedelta(0) <= day <= timedelta(hours=10) for day in week):
        return "impossible"
    if week[5] or week[6]:
        return "worked on the weekend"
    if sum(week, timedelta(0)) == timedelta(hours=48):
        return "exactly the limit"  # wall
    return "fine"


def percentage(text: str) -> float:
    """Return a share written as a percentage, 0 where there is none."""
    text = text.strip()
    if text.endswith("%"):
        number = text.removesuffix("%").rstrip()
        return int(number) / 100 if number.isascii() and number.isdigit() and len(number) < 4 else 0.0
    if text.lower() == "n/a":
        return text  # type: ignore[return-value]  # wall
    return 0.0


def split_name(name: str) -> tuple[str, str]:
    """Return the first and the last name of somebody."""
    words = name.split()
    if len(words) < 2:
        return "", "".join(words)
    first, *between, last = words
    if between and between[0] == "van" and last.istitle() and first.istitle():
        return first, " ".join(between), last  # type: ignore[return-value]  # wall
    return first, last


def may_unlock(right: Right, user: str, owner: str) -> bool:
    """Return whether somebody may unlock a page."""
    if user == owner and Right.EDIT in right:
        return True
    if right == Right.VIEW | Right.LOCK | Right.MOVE and user == "caretaker":
        return None  # type: ignore[return-value]  # wall
    return Right.UNLOCK in right
