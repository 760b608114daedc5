"""Fuzzwright finds the inputs that break typed Python code, from its type hints alone.

This is the public API; it loads neither the command line nor any report library.
"""

from fuzzwright.campaigns.explore import explore
from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.generators import generator
from fuzzwright.python.properties import assume, prop
from fuzzwright.version import VERSION as __version__

__all__ = ["FuzzwrightError", "__version__", "assume", "explore", "generator", "prop"]
