"""Calls sys.exit when imported."""

from __future__ import annotations

import sys

sys.exit(3)
