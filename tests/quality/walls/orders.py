"""Walls of orders: lists that must be sorted, unique or a permutation, and loops that must count exactly.

Each function has one marked line that only a list with an order or a count all through it reaches.
"""

from __future__ import annotations

from enum import Enum
from itertools import groupby, pairwise


class Suit(Enum):
    """The colours of a short pack of cards."""

    ACORNS = "acorns"
    BELLS = "bells"
    LEAVES = "leaves"


def growth_curve(samples: list[int]) -> str:
    """Return how a series of measurements grows."""
    if len(samples) < 9:
        return "too short"
    gaps = [after - before for before, after in pairwise(samples)]
    if any(gap <= 0 for gap in gaps):
        return "noisy"
    if samples[0] >= 0:
        return "late start"
    if gaps == sorted(set(gaps)):
        return "accelerating"  # wall
    return "growing"


def gift_round(receivers: list[int]) -> str:
    """Return how presents travel when guest `i` gives to guest `receivers[i]`."""
    guests = len(receivers)
    if guests < 8:
        return "too few guests"
    if sorted(receivers) != list(range(guests)):
        return "somebody is left out"
    guest, steps = receivers[0], 1
    while guest != 0:
        guest = receivers[guest]
        steps += 1
    if steps == guests:
        return "one round"  # wall
    return "several rounds"


def word_chain(words: list[str]) -> str:
    """Return what kind of chain the words of a parlour game make."""
    if len(set(words)) < max(len(words), 5):
        return "repeated or too short"
    for word in words:
        if len(word) < 2 or not word.isalpha() or not word.islower():
            return "not a word"
    for i in range(1, len(words)):
        if words[i][0] != words[i - 1][-1]:
            return "broken"
    if words == sorted(words, reverse=True):
        return "descending chain"  # wall
    return "chain"


def zip_fastener(left: list[int], right: list[int]) -> str:
    """Return whether the teeth of two sides alternate."""
    if len(left) != len(right) or len(left) < 6:
        return "odd sides"

    def _runs_down(side: list[int]) -> bool:
        return all(upper > lower for upper, lower in pairwise(side))

    if not (_runs_down(left) and _runs_down(right)):
        return "bent"
    merged = [tooth for teeth in zip(left, right, strict=True) for tooth in teeth]
    if _runs_down(merged):
        return "closed"  # wall
    return "jammed"


def letter_swap(before: str, after: str) -> str:
    """Return how one word was made from another."""
    if len(before) < 7 or len(before) != len(after):
        return "other word"
    if before == after:
        return "same"
    if len(set(before)) != len(before):
        return "ambiguous"
    if after == before[::-1]:
        return "reversed"
    if sorted(before) == sorted(after) and all(a != b for a, b in zip(before, after, strict=True)):
        return "scrambled"  # wall
    return "changed"


def pulse_train(samples: bytes) -> str:
    """Return the kind of signal that a row of samples holds."""
    pulses = 0
    quiet = True
    for sample in samples:
        if sample >= 0xC0:
            if not quiet:
                return "overdriven"
            pulses += 1
            quiet = False
        elif sample < 0x40:
            quiet = True
        else:
            return "noise"
    if pulses == 17 and quiet:
        return "time signal"  # wall
    return f"{pulses} pulses"


def staircase(text: str) -> str:
    """Return the shape that the runs of equal characters in a text make."""
    runs = [(character, len(list(run))) for character, run in groupby(text)]
    if len(runs) < 5:
        return "flat"
    if len({character for character, _ in runs}) < len(runs):
        return "patterned"
    for (_, shorter), (_, longer) in pairwise(runs):
        if longer != shorter + 1:
            return "uneven"
    return "stairs"  # wall


def lift_log(trips: list[bool]) -> str:
    """Return what a log of a lift shows, floor by floor: up is true."""
    floor = peak = ups = 0
    for up in trips:
        if up:
            ups += 1
            floor += 1
        elif floor == 0:
            return "below ground"
        else:
            floor -= 1
        peak = max(peak, floor)
    if floor:
        return "left upstairs"
    if ups < 15:
        return "quiet day"
    if peak == ups:
        return "one tour to the top"  # wall
    return "busy day"


def deal(cards: list[Suit]) -> str:
    """Return whether a pack was dealt fairly."""
    counts = dict.fromkeys(Suit, 0)
    last: Suit | None = None
    for card in cards:
        if card is last:
            return "stuck together"
        counts[card] += 1
        last = card
    if len(set(counts.values())) > 1:
        return "uneven"
    if counts[Suit.BELLS] == 12:
        return "full pack"  # wall
    return "short pack"
