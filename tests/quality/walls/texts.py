"""Walls of plain text: whole strings, strings looked at letter by letter, beginnings and endings.

A marked line with a `type: ignore` returns on purpose what the annotation does not promise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MAZE = (
    "######",
    "#.#..x",
    "#.#.##",
    "#...##",
    "######",
)
_STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


class Button(Enum):
    """A button of a game pad."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"
    FIRE = "fire"
    JUMP = "jump"
    START = "start"


_CHEAT = (
    Button.UP,
    Button.UP,
    Button.FIRE,
    Button.DOWN,
    Button.LEFT,
    Button.LEFT,
    Button.JUMP,
    Button.RIGHT,
    Button.START,
    Button.START,
)


@dataclass
class Parcel:
    """What a sender wrote on a parcel."""

    street: str
    city: str
    labels: list[str]
    grams: int


def discounted(total: int, code: str) -> int:
    """Return what is left to pay, in cents."""
    if total <= 0:
        return 0
    if code == "WELCOME":
        return total - total // 10
    if code == "STAFF/4417" and total > 25_000:
        return total // 2  # wall
    return total


def command_reply(words: list[str]) -> str:
    """Return what the little console answers."""
    match words:
        case []:
            return ""
        case ["help"]:
            return "help, remote, quit"
        case ["remote", "add", name]:
            return f"added {name}"
        case ["remote", "prune", "upstream" | "origin" as name, *rest] if "--dry-run" not in rest:
            return f"pruned {name}"  # wall
        case _:
            return f"unknown command {words[0]!r}"


def gate_answer(day: int, password: str) -> str:
    """Return what the guard says; the password changes with the day."""
    index = day % len(_DAYS)
    expected = f"{_DAYS[index]}-{'=' * index}>{_DAYS[index - 1].upper()}"
    if not password:
        return "say something"
    if password != expected:
        return "go away"
    return "come in"  # wall


def shipping_class(parcel: Parcel) -> str:
    """Return the class a parcel travels in."""
    if parcel.grams <= 0 or parcel.grams > 30_000:
        return "refused"
    labels = {label.strip().lower() for label in parcel.labels}
    local = parcel.city.casefold() == "reykjavik"
    if "fragile" in labels and "live animals" in labels:
        if not local:
            return "by hand"
        return "by boat"  # wall
    return "local" if local else "standard"


def maze_walk(steps: str) -> str:
    """Return where a walk from the top left corner ends."""
    row, column = 1, 1
    for step in steps[:60]:
        if step not in _STEPS:
            return "confused"
        down, right = _STEPS[step]
        row, column = row + down, column + right
        if _MAZE[row][column] == "#":
            return "ouch"
        if _MAZE[row][column] == "x":
            return "out"  # wall
    return "lost"


def cheat_level(buttons: list[Button]) -> int:
    """Return the level a sequence of pressed buttons leads to."""
    progress = 0
    for button in buttons:
        if button is _CHEAT[progress]:
            progress += 1
        else:
            progress = 1 if button is _CHEAT[0] else 0
        if progress == len(_CHEAT):
            return 99  # wall
    return 1


def picture_kind(data: bytes) -> str:
    """Return the kind of picture a file holds, from its first bytes."""
    if len(data) < 8:
        return "too short"
    if data[0] == 0x47 and data[1] == 0x49:
        return "gif-like"
    if data[0] != 0x8A:
        return "unknown"
    if data[1] != ord("W") or data[2] != ord("K"):
        return "unknown"
    version = data[3] >> 4
    if version != 3:
        return "too old" if version < 3 else "too new"
    width, height = data[4] | data[5] << 8, data[6] | data[7] << 8
    if width == 640 and height == width // 4 * 3:
        return "vga"  # wall
    return "picture"


def card_brand(number: str) -> str:
    """Return the brand of a card with a valid check digit."""
    digits = number.replace(" ", "")
    if len(digits) != 14 or not (digits.isascii() and digits.isdigit()):
        return "not a card"
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    if total % 10:
        return "mistyped"
    if digits[0] == "3" and digits[1] in "68" and len(set(digits)) > 4:
        return "diner"  # wall
    return "other"


def word_ladder(words: list[str]) -> str:
    """Return how good a ladder is: each word differs from the one before it in one letter."""
    if len(words) < 4 or words[0] != "cold" or words[-1] != "warm":
        return "no ladder"
    for before, after in pairwise(words):
        changed = [place for place, letter in enumerate(before) if place >= len(after) or after[place] != letter]
        if len(before) != len(after) or len(changed) != 1:
            return f"stuck at {before}"
    return "climbed"  # wall


def backend_of(url: str) -> str:
    """Return the machine that answers a request."""
    if url.startswith("http://"):
        return "redirect"
    if not url.startswith("https://"):
        return "bad scheme"
    host, slash, path = url.removeprefix("https://").partition("/")
    if not slash or not host:
        return "bad host"
    if host.endswith(".billing.internal") and path.startswith("v2/"):
        name = host.removesuffix(".billing.internal")
        if name.isalpha() and path.endswith("/invoice"):
            return f"{name}-billing"  # wall
    return "front"


def archive_member(path: str, root: str) -> str:
    """Return what unpacking does with one member of an archive."""
    if not root.startswith("/") or not path.startswith(root + "/"):
        return "outside"
    inner = path[len(root) + 1 :]
    parts = inner.split("/")
    if any(part in ("", ".", "..") for part in parts):
        return "suspicious"
    stem, dot, ending = parts[-1].partition(".")
    if dot and ending.lower() in ("tar.gz", "tar.xz") and stem.startswith("backup_") and len(parts) > 1:
        return "nested archive"  # wall
    return "plain"


def unit_action(line: str) -> str:
    """Return what a line typed into an administrator's shell would do."""
    line = line.strip()
    trusted = line.startswith("sudo ")
    if trusted:
        line = line.removeprefix("sudo ").lstrip()
    if not line.startswith("servicectl "):
        return "nothing"
    words = line.split()[1:]
    if not words or words[0] not in ("enable", "disable"):
        return "usage"
    if not trusted:
        return "denied"
    units = [word for word in words[1:] if word.endswith(".timer")]
    if units and words[-1] == "--now":
        return f"{words[0]} {len(units)} timers"  # wall
    return "later"


def port_of(address: str) -> int:
    """Return the port of an address, 0 where it has none."""
    if address.startswith("unix:"):
        path = address.removeprefix("unix:")
        if path.startswith("/") and path.endswith(".sock"):
            return path  # type: ignore[return-value]  # wall
        return 0
    _, colon, port = address.rpartition(":")
    if colon and port.isascii() and port.isdigit() and len(port) < 6:
        return int(port)
    return 0
