"""Fuzzwright finds the inputs that break typed Python code, from its type hints alone.

This is the public API; it loads neither the command line nor any report library, and what only some
programs need is loaded when it is first asked for.
"""

from typing import TYPE_CHECKING, Any

from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.properties import assume, event, example, prop, target
from fuzzwright.version import VERSION as __version__

if TYPE_CHECKING:
    from fuzzwright.campaigns.explore import explore
    from fuzzwright.python.generators import generator

__all__ = [
    "FuzzwrightError",
    "__version__",
    "assume",
    "event",
    "example",
    "explore",
    "generator",
    "prop",
    "target",
]


def __getattr__(name: str) -> Any:
    if name == "explore":
        from fuzzwright.campaigns.explore import explore

        return explore
    if name == "generator":
        from fuzzwright.python.generators import generator

        return generator
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
