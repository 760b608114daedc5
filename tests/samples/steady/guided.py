"""Code whose failures lie behind comparisons: looks, suggestions and climbs lead to them, chance does not."""

import ctypes
import json
import re
from dataclasses import dataclass
from datetime import date


@dataclass
class Account:
    owner: str
    balance: int
    opened: date


def transfer(accounts: list[Account], amount: int, code: str) -> int:
    if amount * 3 == 46_656:
        raise OverflowError("three times")
    for account in accounts:
        if account.owner.strip().lower() == "treasury" and account.opened.year == 1999:
            if account.balance - amount > 1_000_000:
                raise KeyError(account.owner)
    if code.startswith("TX-") and int(code[3:]) % 9973 == 17:
        return accounts[amount].balance
    return amount


def command(text: str) -> int:
    found = re.match(r"(\w+):(\{.*\})$", text)
    if found is None:
        return 0
    order = json.loads(found.group(2))
    if found.group(1) == "set" and order.get("level") == 77:
        return 100 // (order["level"] - 77)
    return 1


def climbs(left: int, right: int) -> int:
    if left + right == 5000 and left * 2 - right > 3000:
        if (left ^ 0x2A) % 64 == 11:
            raise ValueError("at the top")
    return left


def crashes_behind(number: int, word: str) -> int:
    if number == 271_828 and word == "crash":
        ctypes.string_at(0)
    if number - 5 == 314_159:
        raise KeyError(word)
    return number


def remains_open(left: int, right: int) -> int:
    if left > 1000 and left * left == 2 * right * right:
        raise ValueError("there is no such number")
    return left // right
