"""What has hints and calls what has none."""

from __future__ import annotations

from .parts import Item, described, first_letter, given_a_default, halves


def split(number: int) -> list[int]:
    return halves(number)


def buy(name: str, price: int) -> str:
    item = Item(name, price)
    return described(item, (price, name))


def shout(words: list[str]) -> str:
    if not words or not words[0]:
        return ""
    return first_letter(words)


def later(number: int) -> int:
    return given_a_default(number)
