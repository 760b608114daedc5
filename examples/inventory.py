"""What is in a shop: records as typed dictionaries, states as an enum, prices as decimals."""

from decimal import Decimal
from enum import Enum
from typing import NotRequired, TypedDict


class State(Enum):
    NEW = "new"
    USED = "used"
    BROKEN = "broken"


class Item(TypedDict):
    name: str
    state: State
    amount: int
    size: NotRequired[tuple[int, int]]


REBATES = {State.NEW: 0, State.USED: 20}


def rebate(item: Item) -> int:
    """Return the rebate in per cent; the bug: nobody thought of broken ones."""
    return REBATES[item["state"]]


def floor_space(items: list[Item]) -> int:
    """Return how much room all items need; the bug: a size need not be known."""
    return sum(item["size"][0] * item["size"][1] for item in items)


def find(items: list[Item], name: str) -> Item:
    """Return the item of that name; the bug: None is no Item, which the annotation promises."""
    for item in items:
        if item["name"] == name:
            return item
    return None  # type: ignore


def in_cents(price: Decimal) -> int:
    """Return a price in cents; the bug: a Decimal need not be a number, nor finite."""
    return int(price * 100)
