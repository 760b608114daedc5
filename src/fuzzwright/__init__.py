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
    from fuzzwright.python.laws import LawBroken, agree, idempotent, round_trip, two_way

__all__ = [
    "FuzzwrightError",
    "LawBroken",
    "__version__",
    "agree",
    "assume",
    "event",
    "example",
    "explore",
    "generator",
    "idempotent",
    "prop",
    "round_trip",
    "target",
    "two_way",
]


def __getattr__(name: str) -> Any:
    if name == "explore":
        from fuzzwright.campaigns.explore import explore

        return explore
    if name == "generator":
        from fuzzwright.python.generators import generator

        return generator
    if name in ("LawBroken", "agree", "idempotent", "round_trip", "two_way"):
        from fuzzwright.python import laws

        return getattr(laws, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
