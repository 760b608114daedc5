"""How much one worker may use before it is stopped.

The first two are watched from outside, by whoever polls; the kernel enforces the rest inside the
worker. Both sides of the process boundary read this module, so it holds data only.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What one worker may use."""

    cpu_seconds: float = 1.0  # CPU used while the beat stands still
    wall_seconds: float = 5.0  # wall time while the beat stands still
    prepare_seconds: float = 60.0  # wall time for `prepare`, which imports
    memory_bytes: int = 2 << 30  # RLIMIT_AS
    file_bytes: int = 64 << 20  # RLIMIT_FSIZE
    open_files: int = 256  # RLIMIT_NOFILE
    life_cpu_seconds: int = 3600  # RLIMIT_CPU
