"""Fresh walls of codes and sums: names, keys and numbers that mean something, and arithmetic to be undone.

Each function has one marked line that only a certain code or amount reaches.
"""

from __future__ import annotations

_KEY_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ2345678"


def tariff_of(name: str) -> str:
    """Return what a kilowatt-hour costs in the tariff that a customer asked for."""
    wanted = " ".join(name.split()).casefold()
    if not wanted:
        return "39 cents"
    if wanted == "day saver":
        return "31 cents"
    if wanted == "night owl plus":
        return "24 cents"  # wall
    return "no such tariff"


def exit_reason(status: int) -> str:
    """Return why a process ended."""
    if status == 0:
        return "done"
    if 128 < status < 160:
        return f"signal {status - 128}"
    if status & 0xFFFF_FFFF == 0xC000_0374:
        return "heap corrupted"  # wall
    return "failed"


def shelf_of(stock_number: int) -> str:
    """Return the shelf on which a pair of shoes with this stock number stands."""
    if not 10**9 <= stock_number < 10**10:
        return "not a stock number"
    family, item = divmod(stock_number, 100_000)
    if family != 73_164:
        return "other hall"
    model, size = divmod(item, 100)
    if model == 808 and size in (38, 40):
        return "bottom shelf"  # wall
    return "top shelf"


def saving_goal(deposit: int) -> str:
    """Return what becomes of a deposit, in cents, whose interest rises every year."""
    if not 0 < deposit < 10**9:
        return "no contract"
    balance = deposit
    for year in range(6):
        balance += balance * (year + 2) // 100
    if balance == 612_873:
        return "goal met to the cent"  # wall
    return "short of the goal" if balance < 612_873 else "beyond the goal"


def oven_note(celsius: float) -> str:
    """Return the remark that an oven shows, which was built for another scale."""
    fahrenheit = celsius * 9 / 5 + 32
    if fahrenheit < 100:
        return "cold"
    if round(fahrenheit, 1) == 451.0:
        return "paper catches fire"  # wall
    return "hot" if fahrenheit < 500 else "too hot"


def framebuffer_spot(column: int, row: int, stride: int) -> str:
    """Return what lies at a spot of the screen memory."""
    if stride <= 0 or stride % 64:
        return "misaligned"
    if not 0 <= column < stride or row < 0:
        return "off the screen"
    offset = row * stride + column
    if offset == 1_048_583 and row > 100:
        return "the cursor"  # wall
    return "a pixel"


def booking_kind(locator: str) -> str:
    """Return which system issued a booking locator of six characters."""
    if len(locator) != 6:
        return "not a locator"
    if locator[0] != "Q" or locator[5] not in "XZ":
        return "ours"
    if locator[2] != "-":
        return "partner"
    if locator[1].isdigit() and locator[1] == locator[3] and locator[4] == "%":
        return "migrated twice"  # wall
    return "migrated"


def licence_tier(key: str) -> str:
    """Return what a licence key of three groups unlocks; the last letter of a group checks the others."""
    groups = key.split("-")
    if len(groups) != 3:
        return "malformed"
    for number, group in enumerate(groups, 1):
        if len(group) != 4 or any(letter not in _KEY_LETTERS for letter in group):
            return f"group {number} is malformed"
        *values, check = (_KEY_LETTERS.index(letter) for letter in group)
        if sum(place * value for place, value in enumerate(values, 1)) % 31 != check:
            return f"group {number} is mistyped"
    if groups[1][0] == "P" and groups[0] != groups[2]:
        return "professional"  # wall
    return "home"


def report_status(name: str) -> str:
    """Return how far a report is, by the name of its file."""
    if name.endswith(".draft.xlsx"):
        return "draft"
    if name.startswith("~$"):
        return "open elsewhere"
    if name.endswith("_final_v2.xlsx"):
        return "really final"  # wall
    return "unknown"


def cookie_verdict(name: str, path: str, secure: bool) -> str:
    """Return what a browser does with a cookie whose name promises something."""
    if name.startswith("__Secure-"):
        return "kept" if secure else "dropped"
    if not name.startswith("__Host-"):
        return "kept"
    if not secure or path != "/":
        return "dropped"
    if name.endswith(".sid"):
        return "kept for the session"  # wall
    return "kept"


def last_page(articles: int, per_page: int) -> str:
    """Return a remark on the last page of a catalogue."""
    if not 20 < per_page <= 100 or not 0 <= articles <= 3_000:
        return "default layout"
    pages, left = 0, articles
    while left > per_page:
        left -= per_page
        pages += 1
    if pages == 13 and left == 1:
        return "lonely article"  # wall
    return f"{left} on page {pages + 1}"


def backoff_note(first: int, ceiling: int) -> str:
    """Return how a client waits, in milliseconds, that doubles its patience up to a ceiling."""
    if first < 50 or ceiling > 10**7:
        return "impatient"
    delay, attempts = first, 1
    while delay < ceiling:
        delay *= 2
        attempts += 1
    if attempts == 11 and delay == ceiling:
        return "meets the ceiling"  # wall
    return f"{attempts} attempts"
