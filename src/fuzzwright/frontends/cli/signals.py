"""Being asked to end is taken for Ctrl-C: no reason to lose anything."""

from __future__ import annotations

import signal


def take_sigterm_for_ctrl_c() -> None:
    """Raise KeyboardInterrupt from now on when this process is asked to end."""
    signal.signal(signal.SIGTERM, _interrupt)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt
