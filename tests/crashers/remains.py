"""Leaves things running, or remembers earlier calls."""

from __future__ import annotations

import asyncio
import threading
import time

_calls = 0
_loop: asyncio.AbstractEventLoop | None = None


def count_calls(x: int) -> int:
    """Fail on the third call with a large number, whatever it is."""
    global _calls
    if x > 1000:
        _calls += 1
        if _calls == 3:
            raise RuntimeError("three times")
    return x


def leave_thread(x: int) -> int:
    """Leave a thread running for large numbers."""
    if x > 1000:
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
    return x


def leave_busy_thread(x: int) -> int:
    """Leave a thread running that uses CPU."""

    def spin() -> None:
        while True:
            pass

    if x > 1000:
        threading.Thread(target=spin, daemon=True).start()
    return x


def leave_task(x: int) -> int:
    """Leave an asyncio task that is never finished, in a loop that is never closed."""
    global _loop
    if x > 1000:
        _loop = asyncio.new_event_loop()
        _loop.create_task(asyncio.sleep(3600))
    return x
