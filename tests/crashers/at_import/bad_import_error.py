"""Raises when imported."""

from __future__ import annotations

raise RuntimeError("no good")
