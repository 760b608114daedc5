"""Walls behind a decoding: the bytes or the text must first mean something, and then the right thing.

A marked line with a `type: ignore` returns on purpose what the annotation does not promise.
"""

from __future__ import annotations

import base64
import json
import struct
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit


@dataclass
class Request:
    """The parts of a request that say who asks for what."""

    method: str
    headers: dict[str, str]
    body: bytes


def login_name(header: str) -> str:
    """Return who logs in with an authorization header."""
    scheme, _, payload = header.partition(" ")
    if scheme.lower() != "basic":
        return "unsupported"
    try:
        decoded = base64.b64decode(payload, validate=True).decode()
    except ValueError:
        return "garbled"
    user, colon, password = decoded.partition(":")
    if not colon or len(password) < 3:
        return "incomplete"
    if user == "root":
        return "administrator"  # wall
    return user


def radio_frame(dump: str) -> str:
    """Return the kind of a frame written in hexadecimal."""
    try:
        frame = bytes.fromhex(dump)
    except ValueError:
        return "not hexadecimal"
    if len(frame) < 4 or frame[0] != 0x7E:
        return "noise"
    if frame[1] != len(frame) - 3:
        return "cut off"
    check = 0
    for byte in frame[1:-1]:
        check ^= byte
    if check != frame[-1]:
        return "damaged"
    if frame[2:4] == b"\x10\x02":
        return "ping"  # wall
    return "data"


def refund_of(document: str) -> str:
    """Return what to do with an order that came as a document."""
    try:
        order = json.loads(document)
    except (ValueError, RecursionError):
        return "unreadable"
    if not isinstance(order, dict):
        return "not an order"
    if order.get("kind") != "refund":
        return "ship"
    items = order.get("items")
    if not isinstance(items, list) or len(items) < 2:
        return "nothing to refund"
    prices = [item["price"] for item in items if isinstance(item, dict) and type(item.get("price")) is int]
    if len(prices) == len(items) and sum(prices) < 0:
        return "customer owes us"  # wall
    return "refund"


def address_zone(text: str) -> str:
    """Return the zone of memory that an address belongs to."""
    try:
        address = int(text, 16)
    except ValueError:
        return "not an address"
    if address < 0:
        return "negative"
    if address < 0x1000:
        return "null page"
    if 0xFEC0_0000 <= address < 0xFEC0_1000:
        if address % 16:
            return "misaligned"
        return "interrupts"  # wall
    return "memory"


def shop_page(link: str) -> str:
    """Return the page of a shop that a link leads to."""
    try:
        parts = urlsplit(link)
        port = parts.port
    except ValueError:
        return "broken link"
    if parts.scheme not in ("http", "https") or parts.hostname is None:
        return "not a page"
    if parts.hostname != "shop.test":
        return "another site"
    query = parse_qs(parts.query)
    if parts.path.rstrip("/") == "/cart" and len(query.get("item", [])) >= 2:
        if port is None or port == 8443:
            return f"cart of {len(query['item'])}"  # wall
        return "cart"
    return "start"


def saved_game(data: bytes) -> str:
    """Return what a saved game says."""
    if len(data) < 10:
        return "too short"
    magic, version, length = struct.unpack_from("<4sHI", data)
    if magic != b"SAVE":
        return "no saved game"
    if version not in (2, 3):
        return "other version"
    body = data[10:]
    if length != len(body) or length < 4:
        return "cut off"
    (score,) = struct.unpack_from(">i" if version == 3 else "<i", body)
    if 1_000_000 <= score < 2_000_000:
        return "champion"  # wall
    return "player"


def script_of(data: bytes) -> str:
    """Return which script a text file is written in."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "binary"
    marked = text.startswith("\ufeff")
    letters = [letter for letter in text if letter.isalpha()]
    if len(letters) < 4:
        return "unclear"
    if all("α" <= letter.lower() <= "ω" for letter in letters):
        if not marked:
            return "greek"
        return "greek with a mark"  # wall
    return "latin" if text.isascii() else "mixed"


def field_total(record: bytes) -> int:
    """Return the sum of the numbers in a record of tagged fields."""
    place, total, names = 0, 0, []
    while place + 2 <= len(record):
        tag, length = record[place], record[place + 1]
        value = record[place + 2 : place + 2 + length]
        if len(value) < length:
            return -1
        match tag:
            case 1:
                names.append(value.decode("ascii", "replace"))
            case 2 if length in (2, 4):
                total += int.from_bytes(value, "big")
            case 3 if names == ["total", "vat"] and total > 0x4000:
                return total * 6 // 5  # wall
            case _:
                return -2
        place += 2 + length
    return total


def upload_reply(request: Request) -> str:
    """Return the answer to an upload."""
    headers = {name.lower(): value for name, value in request.headers.items()}
    if request.method not in ("PUT", "POST"):
        return "405"
    declared = headers.get("content-length", "")
    if declared != str(len(request.body)):
        return "411"
    if headers.get("content-type") != "application/json":
        return "415"
    try:
        content = json.loads(request.body)
    except (ValueError, RecursionError):
        return "400"
    if isinstance(content, list) and content and all(isinstance(item, str) for item in content):
        return "201"  # wall
    return "422"


def retries(settings: str) -> int:
    """Return how often to try again, from settings as a document."""
    try:
        loaded = json.loads(settings)
    except (ValueError, RecursionError):
        return 0
    network = loaded.get("network") if isinstance(loaded, dict) else None
    if not isinstance(network, dict) or "retries" not in network:
        return 3
    wanted = network["retries"]
    if isinstance(wanted, str):
        return wanted  # type: ignore[return-value]  # wall
    return wanted if isinstance(wanted, int) else 3
