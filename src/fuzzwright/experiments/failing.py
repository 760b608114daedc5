"""What counts as a failure of a property, the same for all engines."""

from __future__ import annotations


class Found(BaseException):
    """The property failed, twice with the same arguments; no handler of an engine may swallow it."""

    def __init__(self, call: str) -> None:
        super().__init__(call)
        self.call = call


def is_failure(error: BaseException | None) -> bool:
    """Return whether an exception shows that a property does not hold.

    A discard does not, nor does an input that exhausts the stack or the memory: correct code fails on it too.
    """
    return isinstance(error, Exception) and not isinstance(error, RecursionError | MemoryError)
