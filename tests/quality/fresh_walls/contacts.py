"""Fresh walls of contacts: telephone numbers, addresses and links, and what regular expressions let through.

Each function has one marked line behind the form of a text and something that the form leaves open.
"""

from __future__ import annotations

import re

_KEYPAD = {
    letter: digit
    for digit, letters in {
        "2": "ABC",
        "3": "DEF",
        "4": "GHI",
        "5": "JKL",
        "6": "MNO",
        "7": "PQRS",
        "8": "TUV",
        "9": "WXYZ",
    }.items()
    for letter in letters
}
_OLD_PLATE = re.compile(r"[A-Z]{1,3}-[A-Z]{1,2} [1-9][0-9]{0,3}H")
_PLATE = re.compile(r"[A-Z]{1,3}-[A-Z]{1,2} [1-9][0-9]{0,3}")
_CITATION = re.compile(
    r"[A-Z][a-z]+(?P<others> et al\.)? \((?P<year>[0-9]{4})[a-c]?\), pp?\. (?P<from>[0-9]{1,4})-(?P<to>[0-9]{1,4})"
)
_STRONG = re.compile(r"(?=.*[0-9])(?=.*[A-Z])(?=.*[a-z])(?=.*[!$%&?]).{12,64}")


def dialled_country(number: str) -> str:
    """Return where a dialled number rings."""
    digits = "".join(sign for sign in number if sign not in " -()./")
    if digits.startswith("00"):
        digits = "+" + digits[2:]
    if not digits.startswith("+"):
        return "here"
    digits = digits[1:]
    if not (digits.isascii() and digits.isdigit()):
        return "nowhere"
    if digits.startswith("354") and len(digits) == 10 and digits[3] in "678":
        return "a mobile in Iceland"  # wall
    return "abroad"


def hotline(number: str) -> str:
    """Return who answers a number that may be written with the letters of the keypad."""
    dialled = "".join(_KEYPAD.get(sign, sign) for sign in number.upper() if sign.isalnum())
    if len(dialled) < 5:
        return "nobody"
    if dialled == "08007246837":
        return "the paint shop"  # wall
    return "somebody"


def bounced_reader(address: str) -> str:
    """Return the reader whose mail came back, from the address that a mailing list had used as its sender."""
    local, at, domain = address.rpartition("@")
    if not at or domain.count(".") != 2 or not domain.startswith("lists."):
        return "not a list"
    name, plus, tag = local.partition("+")
    if not plus or not name.isidentifier():
        return "the list itself"
    reader, equals, home = tag.rpartition("=")
    if not equals or not reader or "." not in home.strip("."):
        return "a confirmation"
    if name.endswith("_bounces"):
        return f"{reader}@{home}"  # wall
    return "a subscription"


def mail_owner(address: str, first: str, last: str) -> str:
    """Return whether an address is the one that somebody gets at work."""
    if not (first.isascii() and first.isalpha() and last.isascii() and last.isalpha()):
        return "no such name"
    if len(last) < 4 or first == last:
        return "address by number"
    if address == f"{first[0]}.{last}@staff.example".lower():
        return "own address"  # wall
    return "other address"


def call_room(link: str) -> str:
    """Return the kind of room that a link to a video call opens."""
    scheme, separator, rest = link.partition("://")
    if not separator or scheme not in ("meet", "meets"):
        return "not a call"
    host, _, code = rest.partition("/")
    blocks = code.split("-")
    if [len(block) for block in blocks] != [3, 4, 3]:
        return "bad code"
    if not all(block.isalpha() and block.islower() for block in blocks):
        return "bad code"
    if scheme == "meets" and host.endswith(":7443"):
        return "private room"  # wall
    return "room"


def short_link(link: str) -> str:
    """Return where a shortened link leads."""
    if link.startswith("http://"):
        return "insecure"
    if link.startswith("https://go.example/~"):
        return "a person's page"  # wall
    return "somewhere"


def plate_kind(plate: str) -> str:
    """Return the kind of car that carries a plate."""
    if _PLATE.fullmatch(plate):
        return "car"
    if _OLD_PLATE.fullmatch(plate):
        return "historic car"  # wall
    return "no plate"


def citation_kind(text: str) -> str:
    """Return the kind of work that a citation refers to."""
    found = _CITATION.search(text)
    if found is None:
        return "no citation"
    pages = int(found["to"]) - int(found["from"])
    if pages < 0:
        return "pages reversed"
    if found["others"] and int(found["year"]) < 1970 and pages == 11:
        return "early joint paper"  # wall
    return "book" if pages > 60 else "paper"


def password_rating(password: str) -> str:
    """Return how good a password is."""
    if not _STRONG.fullmatch(password):
        return "weak"
    if re.search(r"(.)\1", password):
        return "has repeats"
    if re.search(r"[A-Z][0-9]$", password):
        return "strong"  # wall
    return "good"
