"""Fresh walls behind a decoding: base64, hexadecimal, documents, forms, sheets and runs that say the right thing.

Each function has one marked line that only a payload reaches which decodes, and then fits.
"""

from __future__ import annotations

import base64
import csv
import json
from itertools import pairwise
from urllib.parse import parse_qsl


def sealed_voucher(text: str) -> str:
    """Return what a voucher is good for that was sealed as base64."""
    try:
        opened = base64.b64decode(text, validate=True)
    except ValueError:
        return "broken seal"
    if opened == b"":
        return "nothing"
    if opened == b"one free coffee":
        return "a coffee"  # wall
    return "a smile"


def remote_command(dump: str) -> str:
    """Return what a device does on a command that is sent in hexadecimal."""
    try:
        command = bytes.fromhex(dump)
    except ValueError:
        return "ignores it"
    if command == b"PING":
        return "answers"
    if command.startswith(b"RESET\x00"):
        return "starts again"  # wall
    return "asks back"


def sms_sender(dump: str) -> str:
    """Return the sender of a short message, whose digits are packed with the halves of each byte swapped."""
    try:
        packed = bytes.fromhex(dump)
    except ValueError:
        return "unreadable"
    digits = "".join(f"{byte & 0xF:x}{byte >> 4:x}" for byte in packed)
    number = digits.removesuffix("f")
    if not number.isdigit() or len(number) < 9:
        return "hidden"
    if len(number) % 2 and number.startswith("4917"):
        return f"+{number}"  # wall
    return "abroad"


def _part(text: str) -> object:
    """Return the document in one part of a token, or nothing if there is none."""
    try:
        return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        return None


def token_rights(token: str) -> str:
    """Return what the bearer of a token may do."""
    parts = token.split(".")
    if len(parts) != 3:
        return "no token"
    header, claims = _part(parts[0]), _part(parts[1])
    if not isinstance(header, dict) or not isinstance(claims, dict):
        return "garbled"
    if header.get("alg") == "none" and not parts[2]:
        if claims.get("admin") is True:
            return "everything, unsigned"  # wall
        return "nothing, unsigned"
    return "ask the signer"


def callback_target(query: str) -> str:
    """Return where a login leads back to."""
    try:
        fields = dict(parse_qsl(query, max_num_fields=20))
    except ValueError:
        return "too much"
    if "code" not in fields:
        return "the login"
    target = fields.get("return_to", "/")
    if not target.startswith("/") or target.startswith("//"):
        return "another site"
    if "&" in target and fields.get("state") == fields["code"]:
        return "a search, straight away"  # wall
    return "the start"


def survey_answer(form: str) -> str:
    """Return what somebody answered in a form with one question."""
    answers = [value for name, value in parse_qsl(form) if name == "answer"]
    if not answers:
        return "nothing"
    if answers[-1] == "50% & more":
        return "the majority"  # wall
    return "something"


def payroll_note(sheet: str) -> str:
    """Return a remark on a sheet of hours and hourly rates."""
    try:
        header, *rows = csv.reader(sheet.splitlines())
    except (ValueError, csv.Error):
        return "no sheet"
    if header != ["name", "hours", "rate"]:
        return "other columns"
    total = 0
    for row in rows:
        if len(row) != 3 or not all(cell.isascii() and cell.isdigit() and len(cell) < 5 for cell in row[1:]):
            return "bad row"
        total += int(row[1]) * int(row[2])
    if total > 10_000 and any("," in row[0] for row in rows):
        return "large payroll"  # wall
    return f"{total}"


def station_kind(document: str) -> str:
    """Return the kind of a weather station that is described by its place."""
    try:
        place = json.loads(document)
    except (ValueError, RecursionError):
        return "unreadable"
    match place:
        case {"type": "Point", "coordinates": [int() | float() as east, int() | float() as north]}:
            if not (-180 <= east <= 180 and -90 <= north <= 90):
                return "off the map"
            if north > 66.5 and east < 0:
                return "arctic"  # wall
            return "ordinary"
        case {"type": _}:
            return "area"
        case _:
            return "nowhere"


def sprite_shape(runs: str) -> str:
    """Return the shape of a sprite eight dots wide, written as digits each followed by a dot's sign."""
    if len(runs) % 2:
        return "cut off"
    if any(after == before for before, after in pairwise(runs[1::2])):
        return "wasteful"
    dots = ""
    for place in range(0, len(runs), 2):
        if runs[place] not in tuple("123456789") or runs[place + 1] not in (".", "#"):
            return "garbled"
        dots += runs[place + 1] * int(runs[place])
    if not dots or len(dots) % 8:
        return "ragged"
    rows = [dots[place : place + 8] for place in range(0, len(dots), 8)]
    if len(rows) >= 3 and all(row == row[::-1] and "#" in row and "." in row for row in rows):
        return "mirrored"  # wall
    return f"{len(rows)} rows"
