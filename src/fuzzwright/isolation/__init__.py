"""Runs any importable entry point in sandboxed processes and moves bytes; knows no target and no search."""

from __future__ import annotations

from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended, Message, NurseryDied

__all__ = ["Ended", "Limits", "Message", "NurseryDied"]
