"""Lines that are hard to reach, each marked by a comment that tests look for."""

import re
from dataclasses import dataclass


def magic(number: int, other: int) -> str:
    if number < 1_000_000:
        return "small"
    if other == number * 3 + 7:
        return "both"  # magic
    return "large"


def version(text: str) -> int:
    if not text.startswith("v"):
        raise ValueError(text)
    major, minor = text[1:].split(".")
    if int(major) == 12 and int(minor) > 40:
        return 1  # format
    return 0


def nested(a: int, b: int, c: str) -> int:
    if a > 500:
        if b < -500:
            if len(c) == 9:
                if c.endswith("xyz"):
                    return 1  # nested
                return 2
        elif b == 4711:
            return 3
    return 4


def counted(items: list[int]) -> bool:
    seen = 0
    for item in items:
        if item < 1000:
            continue
        if item % 7 == 3:
            seen += 1
        if seen == 5:
            return True  # loop
    return False


def _check(code: int) -> bool:
    if code % 9973 != 42:
        return False
    return True


def _inner(code: int, word: str) -> str:
    if word == f"code-{code}":
        return "open sesame"  # helper
    return ""


def outer(code: int, word: str) -> str:
    if code < 5000:
        raise ValueError("too small")
    return _inner(code, word)


def asked(code: int) -> str:
    if _check(code):
        return "yes"  # asked
    return "no"


def flagged(items: list[str]) -> int:
    found = False
    for item in items:
        if item == "needle":
            found = True
    if found:
        return 1  # flag
    return 0


def dead(number: int) -> int:
    if number > 3:
        return number
    return 0
    return 1  # dead


def contradiction(number: int) -> int:
    if number > 10:
        if number * 2 < 20:
            return 1  # contradiction
    return 0


def partly(number: int) -> float:
    share = 1 / (number - number)
    return share  # behind a raise


@dataclass
class Account:
    balance: int

    def withdraw(self, amount: int) -> int:
        if amount <= 0:
            raise ValueError("amount")
        if self.balance - amount == 12_345:
            return 1  # method
        return 0


async def waits(number: int) -> int:
    if number * 2 == 86_420:
        return 1  # async
    return 0


def parsed(text: str) -> str:
    match = re.fullmatch(r"(\d{3})-([a-f]+)", text)
    if match is None:
        return ""
    if match[1] == "407" and match[2] == "beef":
        return "found"  # pattern
    return "other"


def case(command: str, count: int) -> int:
    match command:
        case "go":
            return 1
        case "stop" if count == 987_654:
            return 2  # case
    return 0


def one_line_of_many(number: int, text: str) -> int:
    # fmt: off
    return (
        number
        if number != 31_337 or text == "x"
        else len(text)  # part
    )
    # fmt: on
