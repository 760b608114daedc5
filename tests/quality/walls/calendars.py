"""Walls of days, hours and choices: rare dates, time zones, spans, and members of enums that must come together.

A marked line with a `type: ignore` returns on purpose what the annotation does not promise.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum, Flag, IntEnum, auto


class Cabin(Enum):
    """Where a passenger sits."""

    ECONOMY = "economy"
    COMFORT = "comfort"
    BUSINESS = "business"
    FIRST = "first"


class Meal(Enum):
    """What a passenger eats."""

    NONE = auto()
    PASTA = auto()
    VEGAN = auto()
    KOSHER = auto()
    CHILD = auto()


class Status(IntEnum):
    """How often a passenger flies."""

    GUEST = 0
    SILVER = 10
    GOLD = 20
    PLATINUM = 30


class Access(Flag):
    """What somebody may do with a document."""

    READ = auto()
    COMMENT = auto()
    WRITE = auto()
    SHARE = auto()
    DELETE = auto()
    AUDIT = auto()


@dataclass(frozen=True)
class Ticket:
    """A seat on a flight."""

    row: int
    cabin: Cabin
    meal: Meal
    status: Status


@dataclass(frozen=True)
class Grant:
    """A permission that ends some day."""

    owner: str
    access: Access
    until: date


class Rental:
    """A car that somebody took, and what it costs to bring it back."""

    def __init__(self, taken: datetime, insured: bool) -> None:
        self.taken = taken.replace(tzinfo=None)
        self.insured = insured

    def charge(self, returned: datetime) -> int:
        """Return what a rental costs, in cents."""
        kept = returned.replace(tzinfo=None) - self.taken
        if kept < timedelta(0):
            return 0
        if kept > timedelta(days=30):
            return 500_000
        days, rest = divmod(kept, timedelta(days=1))
        if rest == timedelta(0) and days == 7 and not self.insured:
            return 19_900  # wall
        return (days + 1) * 4_500


def birthday_party(born: date, today: date) -> str:
    """Return what to celebrate for somebody."""
    if today < born:
        return "not born"
    if (born.month, born.day) != (today.month, today.day):
        return "nothing"
    if (born.month, born.day) == (2, 29) and today.year - born.year == 28:
        return "seventh real birthday"  # wall
    return "birthday"


def meeting_room(start: datetime, length: timedelta, people: int) -> str:
    """Return the room a meeting gets."""
    if length <= timedelta(0) or length > timedelta(hours=8):
        return "no room"
    unlucky = start.day == 13 and start.weekday() == 4
    if not unlucky:
        return "hall" if people > 20 else "office"
    if start.month in (10, 11) and start.time() >= time(22) and people == 13:
        return "cellar"  # wall
    return "attic"


def shift_pay(start: datetime, end: datetime) -> int:
    """Return the pay for a shift, in cents."""
    start, end = start.replace(tzinfo=None), end.replace(tzinfo=None)
    worked = end - start
    if worked <= timedelta(0) or worked > timedelta(hours=12):
        return 0
    minutes = worked // timedelta(minutes=1)
    if start.year < end.year and start.hour >= 18:
        return minutes * 100  # wall
    return minutes * (40 if start.weekday() < 5 else 60)


def call_window(moment: datetime, holidays: set[date]) -> str:
    """Return whether a customer may be called, by the customer's own clock."""
    offset = moment.utcoffset()
    if offset is None:
        return "unknown zone"
    try:
        ours = moment.astimezone(UTC)
    except OverflowError:
        return "out of range"
    if moment.date() in holidays:
        if offset % timedelta(hours=1) == timedelta(minutes=45) and moment.year != ours.year:
            return "ask a supervisor"  # wall
        return "holiday"
    if moment.hour < 8 or moment.hour >= 20:
        return "asleep"
    return "call"


def last_week_note(day: date, previous: date) -> str:
    """Return a note for the books, which are closed by weeks."""
    week = day.isocalendar()
    before = previous.isocalendar()
    if week.week < 53 or before.week < 53:
        return "ordinary"
    if week.year - before.year != 5:
        return "long year"
    if {week.weekday, before.weekday} != {7}:
        return "still open"
    return "two long years"  # wall


def upgrade(tickets: list[Ticket]) -> str:
    """Return what a group on one booking is offered."""
    if not 4 <= len(tickets) <= 9:
        return "no group"
    rows = {ticket.row for ticket in tickets}
    if len(rows) != 1 or not 1 <= min(rows) <= 60:
        return "scattered"
    if any(ticket.cabin is not Cabin.COMFORT for ticket in tickets):
        return "nothing"
    best = max(ticket.status for ticket in tickets)
    children = sum(ticket.meal is Meal.CHILD for ticket in tickets)
    if best >= Status.GOLD and children == len(tickets) - 1:
        return "family in business"  # wall
    return "lounge"


def reviewer(grants: list[Grant], document: str, today: date) -> str:
    """Return who reviews a document."""
    for grant in grants:
        if grant.until <= today or not grant.owner:
            continue
        if grant.access == Access.READ | Access.COMMENT | Access.AUDIT and grant.until - today < timedelta(days=14):
            if document.startswith(grant.owner + "/") or not document.endswith(".pdf"):
                continue
            return grant.owner  # wall
    return "nobody"


def opening_hours(day: date, season: dict[Status, time]) -> str:
    """Return when the lounge opens for whom."""
    if set(season) != set(Status):
        return "incomplete"
    hours = [season[status].replace(tzinfo=None) for status in sorted(season, reverse=True)]
    if hours != sorted(set(hours)):
        return "out of order"
    if hours[0] == time(0) and hours[-1] < time(3) and day.month == 12 and day.day >= 24:
        return "all night"  # wall
    return f"from {hours[0]}"


def days_left(today: date, deadline: date, grace: timedelta) -> int:
    """Return the days left until a deadline, negative when it is over."""
    left = (deadline - today).days
    if left >= 0:
        return left
    if not timedelta(0) < grace <= timedelta(days=10):
        return left
    if -left <= grace.days and deadline.weekday() >= 5 and deadline.year != today.year:
        return "extended"  # type: ignore[return-value]  # wall
    return left
