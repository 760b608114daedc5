"""Ways not to come back."""

from __future__ import annotations

import re
import threading
import time


def hang_in_python(x: int) -> int:
    """Loop for ever for large numbers."""
    while x > 1000:
        pass
    return x


def hang_in_regex(word: str) -> bool:
    """Try a catastrophic pattern on words of three letters: stays in C."""
    if len(word) == 3:
        return re.match(r"(x+x+)+y", "x" * 60) is not None
    return False


def hang_in_pow(x: int) -> int:
    """Compute a power nobody can wait for: stays in C and listens to no signal."""
    if x > 1000:
        return len(str((7**200_000) ** 200_000))
    return x


def hang_swallowing_everything(x: int) -> int:
    """Loop for ever and catch whatever tries to end it."""
    while x > 1000:
        try:
            while True:
                x += 1
        except BaseException:
            pass
    return x


def sleep_long(x: int) -> int:
    """Use no CPU for an hour."""
    if x > 1000:
        time.sleep(3600)
    return x


def deadlock(x: int) -> int:
    """Take a lock twice for large numbers."""
    lock = threading.Lock()
    lock.acquire()
    if x > 1000:
        lock.acquire()
    return x
