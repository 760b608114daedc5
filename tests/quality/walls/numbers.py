"""Walls of numbers: magic values and masks, and arithmetic that has to be worked backwards.

Each function has one marked line that few numbers reach, though a reader can say which ones.
"""

from __future__ import annotations

from datetime import datetime
from math import gcd, isqrt


def header_kind(header: int) -> str:
    """Return what a 32-bit frame header announces."""
    if not 0 <= header <= 0xFFFF_FFFF:
        return "not a header"
    if header >> 24 != 0xA7:
        return "foreign"
    version = header >> 16 & 0xFF
    if version not in (3, 4):
        return "unsupported version"
    flags = header & 0xFFFF
    if flags & 0x8001 != 0x8001:
        return "partial"
    if flags & 0x0FF0:
        return "reserved bits set"
    return "control"  # wall


def ledger_band(number: int) -> str:
    """Return the ledger in which an invoice number is filed."""
    if number < 0:
        return "credit notes"
    if number < 1_000_000:
        return "archive"
    if number < 70_000_000:
        if number < 48_213_700:
            return "domestic"
        elif number < 48_213_712:
            return "misprinted series"  # wall
        return "export"
    return "unassigned"


def access_change(before: int, after: int) -> str:
    """Return how a set of permission bits was changed."""
    if before <= 0 or after <= 0:
        return "invalid"
    granted = after & ~before
    revoked = before & ~after
    if granted and revoked:
        return "exchanged"
    if revoked:
        return "narrowed"
    if granted == 0x5A5A00 and before.bit_count() >= 3:
        return "promoted to auditor"  # wall
    return "widened" if granted else "unchanged"


def billing_note(moment: datetime) -> str:
    """Return the remark printed on a bill that was closed at `moment`."""
    if moment.month != 2 or moment.day < 29:
        return ""
    if (moment.hour, moment.minute) < (23, 59):
        return "leap day"
    century, year_of_century = divmod(moment.year, 100)
    if year_of_century == 0 and century > 16:
        return "leap day of a century, last minute"  # wall
    return "leap day, last minute"


def plot_shape(area: int) -> str:
    """Return how a plot of land of this area is laid out."""
    if area <= 10**12:
        return "garden"
    side = isqrt(area)
    if side * side != area:
        return "strip"
    if side % 37 == 11:
        return "square with a fence post at each corner"  # wall
    return "square"


def settle_shares(shares: list[int]) -> str:
    """Return whether the shares, in hundredths of a percent, make up a whole."""
    if len(shares) < 4:
        return "too few partners"
    total = 0
    for share in shares:
        if share <= 0:
            return "empty share"
        if share > 4_000:
            return "majority partner"
        total += share
    if total < 10_000:
        return "unsold shares"
    elif total > 10_000:
        return "oversold"
    return "settled"  # wall


def till_check(adults: int, children: int) -> str:
    """Return whether the tickets sold explain the money in the till and the queue at the door."""
    if min(adults, children) < 0:
        return "returned tickets"
    takings = 7 * children + 3 * adults
    surplus = 5 * adults - 2 * children
    if takings == 12_341:
        if surplus == -1_107:
            return "balanced"  # wall
        return "queue does not fit"
    return "till does not fit"


def _digits(number: int) -> list[int]:
    return [int(digit) for digit in str(number)] if 0 <= number < 10**30 else []


def meter_reading(reading: int) -> str:
    """Return the state of a nine-digit meter that is about to start again at zero."""
    digits = _digits(reading)
    if len(digits) != 9:
        return "unreadable"
    if sum(digits) != 79:
        return "plausible"
    if reading % 11:
        return "suspicious"
    return "rolled back"  # wall


def membership(card: str) -> str:
    """Return the tariff of the holder of a ten-digit card."""
    if len(card) != 10 or not (card.isascii() and card.isdigit()):
        return "not a card"
    checksum = sum(weight * int(digit) for weight, digit in zip(range(10, 0, -1), card, strict=True))
    if checksum % 11 != 0:
        return "misread"
    if card.startswith("47") and card[4:6] == "00":
        return "honorary"  # wall
    return "reduced" if int(card[-3:-1]) < 26 else "ordinary"


def gear_pair(driver: int, driven: int) -> str:
    """Return how evenly two gear wheels wear when they run together."""
    if driver <= 1_000 or driven <= driver:
        return "does not mesh"
    common = gcd(driver, driven)
    if common != 84:
        return "uneven"
    turns = driver // common * (driven // common)
    if turns == 221:
        return "hunting tooth"  # wall
    return "even"


def receipt_label(price: int, paid: int) -> str:
    """Return the label on a receipt, in cents, by the discount and the tax it shows."""
    if not 0 < paid <= price:
        return "void"
    if price == paid:
        return "full price"
    tax = price * 19 // 100
    off = (price - paid) * 100
    if off % price:
        return "haggled"
    if off // price == 35 and tax == 376:
        return "staff purchase"  # wall
    return "sale"
