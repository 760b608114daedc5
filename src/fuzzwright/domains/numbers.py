"""Numbers of every kind."""

from __future__ import annotations

from fuzzwright.domains.floats import Complexes, Floats
from fuzzwright.domains.integers import Integers

__all__ = ["Complexes", "Floats", "Integers"]
