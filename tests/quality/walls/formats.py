"""Walls of formats: addresses checked by hand, and texts that a regular expression lets through.

A marked line with a `type: ignore` returns on purpose what the annotation does not promise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_VERSION = re.compile(r"v(\d{1,4})\.(\d{1,4})\.(\d{1,4})(?:-(alpha|beta|rc)\.?(\d{1,3}))?")
_LOG_LINE = re.compile(r"\[(\d\d):(\d\d)\] (INFO|WARN|ERROR) ([a-z_]+): (.*)")
_ACCOUNT = re.compile(r"([A-Z]{2})(\d{2}) ?([A-Z]{4}) ?(\d{6})")
_SPAN = re.compile(r"(\d{1,6})\s*(s|min|h|d|fortnights?)", re.IGNORECASE)


@dataclass(frozen=True)
class Message:
    """A message before it is sent."""

    sender: str
    recipients: list[str]
    subject: str


def _is_label(text: str) -> bool:
    return bool(text) and text.isascii() and text.replace("-", "").isalnum() and text[0] != "-" != text[-1]


def mailbox_owner(address: str) -> str:
    """Return whose mailbox an address names."""
    if address.count("@") != 1:
        return "not an address"
    local, domain = address.split("@")
    labels = domain.lower().split(".")
    if len(labels) < 2 or not all(_is_label(label) for label in labels):
        return "bad domain"
    name, plus, tag = local.partition("+")
    if not name or not name[0].isalpha():
        return "bad name"
    if labels[-1] == "museum" and plus and tag.isdecimal():
        return "visitor"  # wall
    return "somebody"


def display_name(header: str) -> str:
    """Return the name in a header such as a mail program writes it."""
    opened = header.rfind("<")
    if opened < 0 or not header.endswith(">"):
        return ""
    name, address = header[:opened].strip(), header[opened + 1 : -1]
    at = address.find("@")
    if at < 1 or address.find("@", at + 1) >= 0 or "." not in address[at + 1 :]:
        return "invalid"
    if len(name) > 2 and name[0] == name[-1] == '"':
        inner = name[1:-1]
        last, comma, first = inner.partition(", ")
        if comma and first.istitle() and last.istitle():
            return f"{first} {last}"  # wall
    return name


def quoted_local_part(address: str) -> str:
    """Return the part before the at sign without its quotes."""
    if not address or address[0] != '"':
        return address.partition("@")[0]
    letters: list[str] = []
    escapes = 0
    place = 1
    while place < len(address) and address[place] != '"':
        if address[place] == "\\":
            place += 1
            escapes += 1
            if place == len(address):
                return "broken escape"
        letters.append(address[place])
        place += 1
    if place == len(address):
        return "never closed"
    rest = address[place + 1 :]
    if not rest.startswith("@") or rest.count(".") != 2 or not all(_is_label(part) for part in rest[1:].split(".")):
        return "bad domain"
    if escapes >= 2 and "@" in letters:
        return "".join(letters)  # wall
    return "quoted"


def delivery(message: Message) -> str:
    """Return the way a message takes."""
    sender, _, home = message.sender.rpartition("@")
    if not sender or not home.endswith(".org"):
        return "rejected"
    inside = [person for person in message.recipients if person.endswith("@" + home) and len(person) > len(home) + 1]
    if len(inside) < 2 or len(set(inside)) != len(message.recipients):
        return "relay"
    if message.subject[:4].upper() == "RE: ":
        return "internal reply"  # wall
    return "internal"


def release_channel(tag: str) -> str:
    """Return the channel a tagged version is published in."""
    found = _VERSION.fullmatch(tag)
    if not found:
        return "ignored"
    major, minor, patch = (int(found.group(place)) for place in (1, 2, 3))
    if found.group(4) is None:
        return "stable" if major else "unstable"
    if found.group(4) != "rc":
        return "nightly"
    if major >= 2 and minor > 20 and patch == 0 and int(found.group(5)) == major:
        return "preview"  # wall
    return "candidate"


def alarm(lines: list[str]) -> str:
    """Return whom to wake for the lines of a log."""
    errors: dict[str, int] = {}
    for line in lines:
        if not (found := _LOG_LINE.match(line)):
            continue
        hour, minute, level, part, text = found.groups()
        if int(hour) > 23 or int(minute) > 59:
            return "clock is broken"
        if level == "ERROR" and text:
            errors[part] = max(errors.get(part, 0), int(hour) * 60 + int(minute))
    if len(errors) >= 2 and "disk" in errors:
        return "storage team" if errors["disk"] < 6 * 60 else "day shift"  # wall
    return "nobody"


def bank_of(account: str) -> str:
    """Return the bank of an account number whose check digits are right."""
    found = _ACCOUNT.fullmatch(account.strip())
    if found is None:
        return "malformed"
    country, check, bank, number = found.groups()
    if country not in ("NZ", "IS", "MT"):
        return "abroad"
    if sum(int(digit) * weight for digit, weight in zip(number, (7, 3, 1, 7, 3, 1), strict=True)) % 89 != int(check):
        return "wrong check digits"
    if int(check) > 9:
        return bank  # wall
    return "old account"


def gray_level(style: str) -> int:
    """Return how light the gray of a style is, -1 where it is not gray."""
    found = re.search(r"\bcolor:\s*#([0-9a-f]{6});", style)
    if not found:
        return -1
    red, green, blue = (int(found[1][place : place + 2], 16) for place in (0, 2, 4))
    if not red == green == blue:
        return -1
    if red > 0xC0 and "background" not in style:
        return red  # wall
    return 0


def emphasised(text: str) -> str:
    """Return the words between a pair of equal tags."""
    found = re.search(r"<([a-z]{2,8})( [^<>]*)?>([^<>]+)</\1>", text)
    if not found:
        return ""
    tag, attributes, inner = found.groups()
    if tag in ("em", "strong") and attributes and 'lang="' in attributes:
        return str(inner)  # wall
    return tag.upper()


def seconds_in(text: str) -> int:
    """Return the seconds in a span of time written with a unit."""
    total = 0
    for part in text.split("+"):
        found = _SPAN.fullmatch(part.strip())
        if not found:
            return 0
        factor = {"s": 1, "min": 60, "h": 3600, "d": 86400}.get(found[2].lower())
        if factor is None:
            return None  # type: ignore[return-value]  # wall
        total += int(found[1]) * factor
    return total
