"""Walls of objects: methods that have to be called in a certain order, and with certain amounts.

Each marked line depends on what an object went through; no constructor sets that state directly.
"""

from __future__ import annotations

from collections import OrderedDict


class Account:
    """A bank account in cents, which remembers what it went through."""

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self._balance = 0
        self._peak = 0
        self._withdrawals = 0
        self._frozen = False

    def deposit(self, amount: int) -> None:
        """Pay in; nothing happens while the account is frozen."""
        if amount > 0 and not self._frozen:
            self._balance += amount
            self._peak = max(self._peak, self._balance)

    def withdraw(self, amount: int) -> bool:
        """Return whether the amount was paid out."""
        if self._frozen or amount <= 0:
            return False
        if amount > self._balance:
            self._frozen = True
            return False
        self._balance -= amount
        self._withdrawals += 1
        return True

    def close(self) -> str:
        """Return the letter that the owner gets on closing the account."""
        if self._frozen:
            return "see us first"
        if self._balance:
            return "money left"
        if self._peak > 1_000_000 and self._withdrawals >= 3:
            return "we are sorry to lose you"  # wall
        return "goodbye"


class DoorLock:
    """A lock with a keypad; a wrong digit starts again, and three of them block it."""

    def __init__(self) -> None:
        self._entered: list[int] = []
        self._mistakes = 0
        self._bolted = True
        self._visits = 0

    def press(self, digit: int) -> None:
        """Press one key."""
        code = (7, 3, 9, 1)
        if self._mistakes >= 3 or not self._bolted:
            return
        if digit != code[len(self._entered)]:
            self._mistakes += 1
            self._entered.clear()
            return
        self._entered.append(digit)
        if len(self._entered) == len(code):
            self._bolted = False
            self._visits += 1

    def bolt(self) -> None:
        """Push the bolt home again."""
        if not self._bolted:
            self._bolted = True
            self._entered.clear()

    @property
    def is_bolted(self) -> bool:
        """Whether the door is shut."""
        return self._bolted

    @property
    def mistakes(self) -> int:
        """How many wrong digits were pressed."""
        return self._mistakes

    @property
    def visits(self) -> int:
        """How many times the door was opened."""
        return self._visits

    @property
    def progress(self) -> int:
        """How many digits are right so far."""
        return len(self._entered)


class Basket:
    """A shopping basket with prices in cents."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}
        self._coupon = 0

    def add(self, item: str, price: int, quantity: int) -> None:
        """Add some of an item."""
        if item and 0 < price <= 2_000 and 0 < quantity <= 10:
            self._lines[item] = self._lines.get(item, 0) + price * quantity

    def redeem(self, percent: int) -> None:
        """Use a coupon, which takes three items and can be used once."""
        if len(self._lines) >= 3 and percent in (10, 25) and not self._coupon:
            self._coupon = percent

    def total(self) -> int:
        """Return what is to be paid."""
        return sum(self._lines.values()) * (100 - self._coupon) // 100

    @property
    def coupon(self) -> int:
        """The percentage taken off."""
        return self._coupon


class RecentCache:
    """A cache of three entries that drops the one used longest ago."""

    def __init__(self) -> None:
        self._entries: OrderedDict[int, str] = OrderedDict()
        self._hits = 0
        self.dropped: list[int] = []

    def put(self, key: int, text: str) -> None:
        """Store a text."""
        self._entries[key] = text
        self._entries.move_to_end(key)
        if len(self._entries) > 3:
            self.dropped.append(self._entries.popitem(last=False)[0])

    def get(self, key: int) -> str | None:
        """Return a text and make it the latest, or nothing if it was dropped."""
        if key not in self._entries:
            return None
        self._hits += 1
        self._entries.move_to_end(key)
        return self._entries[key]

    def summary(self, probe: int) -> str:
        """Return how the cache did, as seen from the entry `probe`."""
        if len(self.dropped) != 4:
            return "warming up"
        first = self.dropped[0]
        if self._hits < 2 or probe not in self._entries:
            return "cold"
        if probe < first and self.dropped == list(range(first, first + 4)):
            return "saved by use"  # wall
        return "warm"


class Turnstile:
    """A turnstile that takes coins and lets one person through for each."""

    def __init__(self, capacity: int) -> None:
        self._capacity = max(1, min(capacity, 50))
        self._coins = 0
        self._inside = 0
        self._refused = 0
        self._lost = 0

    def coin(self) -> None:
        """Throw in a coin; a second one before anybody passes is lost."""
        if self._coins:
            self._lost += 1
        self._coins = 1

    def push(self) -> bool:
        """Return whether somebody got in."""
        if not self._coins or self._inside == self._capacity:
            self._refused += 1
            return False
        self._coins -= 1
        self._inside += 1
        return True

    def evening(self) -> str:
        """Return the note for the evening's log."""
        if self._inside < self._capacity:
            return "room left"
        if self._capacity < 15:
            return "small hall"
        if self._refused == 2 and self._lost == 0:
            return "sold out in good order"  # wall
        return "sold out"


def inspect_lock(lock: DoorLock) -> str:
    """Return what the guard writes down about a lock."""
    if lock.mistakes >= 3:
        return "blocked"
    if not lock.is_bolted:
        return "standing open"
    if lock.progress < 3:
        return "shut"
    if lock.visits == 1 and lock.mistakes == 2:
        return "somebody was interrupted on the second visit"  # wall
    return "somebody is at it"


def checkout(basket: Basket, voucher: int) -> str:
    """Return how a basket is paid."""
    due = basket.total()
    if due == 0:
        return "nothing to pay"
    if basket.coupon != 25:
        return "cash"
    if voucher == due == 4_500:
        return "voucher, exactly"  # wall
    return "voucher and cash" if voucher < due else "voucher with a rest"
