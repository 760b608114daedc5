"""The searches, by name; each is one module of the ask/tell shape in `engine.search`."""

from __future__ import annotations

from typing import Any, Final

from fuzzwright.searches.adaptive import Adaptive
from fuzzwright.searches.enumerate import Enumerate
from fuzzwright.searches.keeping import Keeping
from fuzzwright.searches.quickcheck import QuickCheck

SEARCHES: Final[dict[str, type[Keeping[Any]]]] = {
    "adaptive": Adaptive,
    "quickcheck": QuickCheck,
    "enumerate": Enumerate,
}
