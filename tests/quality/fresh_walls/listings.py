"""Fresh walls of listings: settings that go together, lists kept in order, and trees that keep a promise throughout.

Each function has one marked line that takes several entries to agree with each other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise


@dataclass(frozen=True)
class Leaf:
    """A piece of text in a rope."""

    text: str


@dataclass(frozen=True)
class Join:
    """Two ropes joined, with the length of the text on the left."""

    weight: int
    left: Leaf | Join
    right: Leaf | Join


@dataclass
class Person:
    """Somebody in a company, with those who report to them."""

    name: str
    salary: int
    reports: list[Person] = field(default_factory=list)


def rollout(config: dict[str, int | str]) -> str:
    """Return how a new version is rolled out."""
    match config:
        case {"strategy": "canary", "replicas": int(replicas), "percent": int(percent)}:
            if replicas < 3 or not 0 < percent < 50:
                return "all at once"
            if replicas * percent % 100 == 0:
                return f"{replicas * percent // 100} first"  # wall
            return "one first"
        case {"strategy": "rolling"}:
            return "one by one"
        case _:
            return "all at once"


def page_style(options: dict[str, bool]) -> str:
    """Return the style sheet for a reader's options."""
    if options.get("print"):
        return "paper"
    if not options.get("dark"):
        return "light"
    if options.get("contrast") and "motion" in options and not options["motion"]:
        return "calm night"  # wall
    return "night"


def merge_verdict(base: dict[str, str], ours: dict[str, str], theirs: dict[str, str]) -> str:
    """Return how the settings of two branches merge that began with the same ones."""
    clashes = sum(
        len({value, ours[key], theirs[key]}) == 3 for key, value in base.items() if key in ours and key in theirs
    )
    if clashes == 0:
        return "clean"
    agreed = [key for key in ours if key not in base and theirs.get(key) == ours[key] != ""]
    if clashes == 2 and agreed:
        return "two clashes, one thought in common"  # wall
    return f"{clashes} clashes"


def clerk_rights(roles: dict[str, list[str]]) -> str:
    """Return what a clerk may do with the ledger; a role lists rights and further roles."""
    pending, seen = ["clerk"], set[str]()
    rights: set[str] = set()
    while pending:
        role = pending.pop()
        if role in seen:
            continue
        seen.add(role)
        for entry in roles.get(role, []):
            if entry in roles:
                pending.append(entry)
            else:
                rights.add(entry)
    if "ledger:write" not in rights:
        return "reads" if "ledger:read" in rights else "nothing"
    if "ledger:read" not in rights and len(seen) >= 3:
        return "writes blindly, by inheritance"  # wall
    return "writes"


def lottery_slip(numbers: list[int]) -> str:
    """Return what the counter says to a slip with six numbers out of forty-nine."""
    if len(numbers) != 6 or min(numbers) < 1 or max(numbers) > 49:
        return "fill in six numbers"
    if numbers != sorted(set(numbers)):
        return "write them in order"
    if sum(numbers) == 222:
        return "just like everybody"  # wall
    return "good luck"


def day_plan(slots: list[tuple[int, int]]) -> str:
    """Return a remark on a day's appointments, each from one minute of the day to another."""
    if len(slots) < 4:
        return "quiet day"
    for begin, end in slots:
        if not 0 <= begin < end <= 24 * 60:
            return "not within the day"
    for (_, end), (begin, _) in pairwise(slots):
        if begin < end:
            return "double booked"
    if sum(end - begin for begin, end in slots) == 480:
        return "a full day to the minute"  # wall
    return "free time left"


def _version(text: str) -> tuple[int, ...]:
    parts = text.split(".")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        return ()
    return tuple(map(int, parts))


def history_order(versions: list[str]) -> str:
    """Return how the versions in a history are ordered."""
    numbers = [_version(version) for version in versions]
    if len(numbers) < 4 or not all(numbers):
        return "no history"
    if any(newer <= older for older, newer in pairwise(numbers)):
        return "not newest last"
    if versions == sorted(versions):
        return "newest last, by letters too"
    return "newest last by number only"  # wall


def shelf_probe(shelf: list[int], wanted: int) -> str:
    """Return how a book is found on a shelf that is ordered by number."""
    if shelf != sorted(set(shelf)):
        return "shelf in disorder"
    low, high, probes = 0, len(shelf), 0
    while low < high:
        middle = (low + high) // 2
        probes += 1
        if shelf[middle] == wanted:
            break
        if shelf[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    else:
        return "not there"
    if probes == 4:
        return "found in the end"  # wall
    return "found soon"


def knockout_table(table: list[int]) -> str:
    """Return the state of a knockout table: each place holds the better of the two places below it."""
    if len(table) != 15:
        return "not eight players"
    players = table[7:]
    if len(set(players)) != 8:
        return "a player twice"
    for place in range(6, -1, -1):
        if table[place] != max(table[2 * place + 1], table[2 * place + 2]):
            return f"wrong winner at {place}"
    if table[0] == players[0]:
        return "the first on the list won"  # wall
    return "decided"


def _length(rope: Leaf | Join) -> int:
    """Return the length of the text in a rope, or -1 if a weight is wrong or a piece empty."""
    if isinstance(rope, Leaf):
        return len(rope.text) or -1
    left, right = _length(rope.left), _length(rope.right)
    return left + right if left == rope.weight and left > 0 and right > 0 else -1


def rope_state(rope: Leaf | Join) -> str:
    """Return the state of a text that is kept as a rope."""
    length = _length(rope)
    if length < 0:
        return "frayed"
    if isinstance(rope, Leaf):
        return "one piece"
    if isinstance(rope.left, Join) and isinstance(rope.right, Join) and length >= 16:
        return "sound"  # wall
    return "short"


def _levels(person: Person) -> int:
    """Return the levels of a company, or -1 where somebody earns no less than their boss."""
    deepest = 0
    for report in person.reports:
        levels = _levels(report)
        if levels < 0 or report.salary >= person.salary:
            return -1
        deepest = max(deepest, levels)
    return deepest + 1


def company_shape(head: Person) -> str:
    """Return the shape of a company in which everybody earns less than their boss."""
    levels = _levels(head)
    if levels < 0:
        return "upside down"
    if len(head.reports) == 2 and levels == 4:
        return "two tall departments"  # wall
    return "flat"
