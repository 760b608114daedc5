"""Raises and returns what cannot be shown, compared or hashed."""

from __future__ import annotations


class Unshowable(Exception):
    """An error that fails when it is shown."""

    def __str__(self) -> str:
        raise ValueError("no text")

    __repr__ = __str__


class Unstoppable(BaseException):
    """An error that `except Exception` lets pass."""


class Prickly:
    """An object that fails whatever is done with it."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("not comparable")

    def __hash__(self) -> int:
        raise ValueError("not hashable")

    def __repr__(self) -> str:
        raise ValueError("no text")


class Endless:
    """An object whose text takes for ever."""

    def __repr__(self) -> str:
        while True:
            pass


def raise_unshowable(x: int) -> int:
    """Raise an error without a text for large numbers."""
    if x > 1000:
        raise Unshowable
    return x


def raise_base(x: int) -> int:
    """Raise something that is no Exception for large numbers."""
    if x > 1000:
        raise Unstoppable
    return x


def raise_interrupt(x: int) -> int:
    """Raise KeyboardInterrupt for large numbers."""
    if x > 1000:
        raise KeyboardInterrupt
    return x


def raise_generator_exit(x: int) -> int:
    """Raise GeneratorExit for large numbers."""
    if x > 1000:
        raise GeneratorExit
    return x


def return_prickly(x: int) -> object:
    """Return an object that fails at everything, for large numbers."""
    return Prickly() if x > 1000 else x


def return_endless(x: int) -> object:
    """Return an object that cannot be shown in finite time, for large numbers."""
    return Endless() if x > 1000 else x
