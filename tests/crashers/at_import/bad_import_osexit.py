"""Calls os._exit when imported."""

from __future__ import annotations

import os

os._exit(3)
