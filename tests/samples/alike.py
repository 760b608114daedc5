"""Failures that are one defect although they look different, and two although they look alike."""

from __future__ import annotations


def price(text: str) -> int:
    return int(text.split(",")[1])


def total(lines: list[str]) -> int:
    return sum(price(line) for line in lines)


def report(lines: list[str]) -> str:
    return f"total {total(lines)}"


def first_total(lines: list[str]) -> int:
    return total(lines[:1])


def depth(tree: object) -> int:
    if tree is None:
        return 0
    left, right = tree  # type: ignore[misc]  # anything may be given, that is the point
    return 1 + max(depth(left), depth(right))


def ratio(a: int, b: int) -> float:
    share = 1 / a
    return share + 1 / b


def endless(n: int) -> int:
    return also_endless(n + 1)


def also_endless(n: int) -> int:
    return endless(n)


def wrapped(text: str) -> int:
    try:
        return price(text)
    except IndexError as error:
        raise RuntimeError(f"cannot read {text!r}") from error


def machinery(handlers: dict[str, str], name: str) -> str:
    return dispatch(handlers, name)


def dispatch(handlers: dict[str, str], name: str) -> str:
    return {"upper": upper, "tail": tail}[name](handlers)


def upper(handlers: dict[str, str]) -> str:
    return handlers["upper"].upper()


def tail(handlers: dict[str, str]) -> str:
    return handlers["tail"][-1]
