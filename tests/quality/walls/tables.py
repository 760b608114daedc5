"""Walls of tables: keys that have to be present together, with values that fit each other.

Each function has one marked line behind several entries of a dict, a nested dict or a TypedDict.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict


class Address(TypedDict):
    """Where a parcel goes."""

    country: str
    postcode: str


class Parcel(TypedDict):
    """A parcel as the counter enters it, with grams and cents."""

    weight: int
    value: int
    address: Address
    customs: NotRequired[dict[str, int]]


class Shift(TypedDict, total=False):
    """A line of the duty roster; hours count from Monday midnight."""

    start: int
    end: int
    breaks: list[int]
    relief: str


def axis_ticks(options: dict[str, int]) -> str:
    """Return how the axis of a chart is drawn with these options."""
    try:
        low, high, step = options["min"], options["max"], options["step"]
    except KeyError as missing:
        return f"default {missing}"
    if step <= 1 or low >= high:
        return "empty"
    ticks, rest = divmod(high - low, step)
    if rest:
        return "ragged"
    if ticks == 24 and "origin" in options and low < options["origin"] < high:
        return "day dial"  # wall
    return f"{ticks} ticks"


def parcel_desk(parcel: Parcel) -> str:
    """Return the desk that handles a parcel."""
    address = parcel["address"]
    if address["country"] != "CH":
        return "inland"
    postcode = address["postcode"]
    if len(postcode) != 4 or not postcode.isdigit():
        return "returned"
    customs = parcel.get("customs")
    if not customs:
        return "declaration missing"
    if sum(customs.values()) != parcel["value"] or len(customs) < 2:
        return "declaration wrong"
    if 0 < parcel["weight"] <= 2_000:
        return "green lane"  # wall
    return "ramp" if parcel["weight"] > 30_000 else "scales"


def rate_pair(rates: dict[str, dict[str, int]]) -> str:
    """Return whether two currencies are quoted without a loss, in thousandths."""
    for base in ("EUR", "GBP"):
        if base not in rates:
            return f"no {base}"
    there = rates["EUR"].get("GBP", 0)
    back = rates["GBP"].get("EUR", 0)
    if there <= 0 or back <= 0:
        return "one way"
    if there == back:
        return "parity"
    if there * back == 1_000_000:
        return "lossless"  # wall
    return "spread"


def resolve_alias(aliases: dict[str, str]) -> str:
    """Return what the alias `home` stands for, or how it goes in circles."""
    name = "home"
    passed: list[str] = []
    while name in aliases:
        if name in passed:
            circle = passed[passed.index(name) :]
            if len(circle) == 3 and name != "home":
                return "circle beyond home"  # wall
            return f"circle of {len(circle)}"
        passed.append(name)
        name = aliases[name]
    return name


def roster_line(shift: Shift) -> str:
    """Return the remark beside a shift of the duty roster."""
    match shift:
        case {"start": int(start), "end": int(end), "breaks": [first, *others], "relief": str(relief)}:
            if not 0 <= start < end <= 168 or end - start != 13:
                return "illegal"
            if not (start < first < end and all(start < other < end for other in others)):
                return "break outside"
            if len(others) == 1 and others[0] - first == 5 and relief.istitle() and " " in relief:
                return "long shift, relieved"  # wall
            return "long shift"
        case {"start": _, "end": _}:
            return "short entry"
        case _:
            return "incomplete"


def stock_transfer(before: dict[str, int], after: Mapping[str, int]) -> str:
    """Return what happened between two counts of the same store."""
    if not before or before.keys() != after.keys():
        return "different stores"
    moved = {item: after[item] - before[item] for item in before if after[item] != before[item]}
    if not moved:
        return "nothing"
    if len(moved) < 3 or len(moved) == len(before):
        return "delivery"
    if sum(moved.values()) == 0 and moved.get("crate", 0) <= -10:
        return "repacked"  # wall
    return "shrinkage"
