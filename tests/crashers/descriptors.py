"""Closes, spoils and steals open descriptors."""

from __future__ import annotations

import os


def close_all(x: int) -> int:
    """Close every descriptor for large numbers."""
    if x > 1000:
        os.closerange(0, 4096)
    return x


def close_and_take(x: int) -> int:
    """Close every descriptor and open other files under the same numbers."""
    if x > 1000:
        os.closerange(0, 4096)
        for _ in range(250):
            os.open("/dev/null", os.O_RDWR)
    return x


def spoil_all(x: int) -> int:
    """Write garbage into every descriptor for large numbers."""
    if x > 1000:
        for descriptor in range(4096):
            try:
                os.write(descriptor, b"garbage " * 100)
            except OSError:
                pass
    return x


def truncate_all(x: int) -> int:
    """Cut off every file that is open for large numbers."""
    if x > 1000:
        for descriptor in range(4096):
            try:
                os.ftruncate(descriptor, 0)
            except OSError:
                pass
    return x


def read_all(x: int) -> int:
    """Read from every descriptor, without waiting."""
    if x > 1000:
        for descriptor in range(4096):
            try:
                os.set_blocking(descriptor, False)
                os.read(descriptor, 100_000)
            except OSError:
                pass
    return x
