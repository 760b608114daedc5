"""Code that fails in every way a verdict is given for; line numbers are told in golden sentences."""

import sys


class ConfigError(Exception):
    pass


def deliberate(items: list[int]) -> int:
    if not items:
        raise ValueError("empty")
    return items[0]


def asserted(n: int) -> int:
    assert n >= 0, "negative"
    return n


def careless(items: list[int]) -> int:
    return items[3]


def _helper(n: int) -> int:
    raise RuntimeError(f"helper got {n}")


def through_helper(n: int) -> int:
    return _helper(n)


def translated(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise ConfigError("not a number") from error


def wrong_message(items: list[int]) -> None:
    raise ValueError(f"the first is {items[0]}")


def documented(key: str) -> int:
    """Look something up.

    :raises LookupError: if it is not there
    """
    return {}[key]


class Account:
    """An account.

    Raises:
        ZeroDivisionError: for nothing at all
    """

    def __init__(self, n: int) -> None:
        self.n = 1 // n


def leaves(n: int) -> None:
    sys.exit(n)


def deep(n: int) -> int:
    return deep(n + 1)


def opens(path: str) -> str:
    return open(path).read()


def grouped(n: int) -> None:
    errors = []
    for part in (n, 0):
        try:
            1 // part
        except ZeroDivisionError as error:
            errors.append(error)
    raise ExceptionGroup("several", errors)


def later(n: int) -> None:
    raise NotImplementedError
