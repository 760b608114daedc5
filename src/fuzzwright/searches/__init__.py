"""The searches, by name; each is one module of the ask/tell shape in `engine.search`.

`adaptive` can be run without one of its ingredients (`adaptive-without-descent`), to see what each is good for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.search import Guide
from fuzzwright.searches.adaptive import INGREDIENTS, Adaptive, Aim
from fuzzwright.searches.enumerate import Enumerate
from fuzzwright.searches.keeping import Confirm, Keeping
from fuzzwright.searches.quickcheck import QuickCheck

SEARCHES: Final[dict[str, type[Keeping[Any]]]] = {
    "adaptive": Adaptive,
    "quickcheck": QuickCheck,
    "enumerate": Enumerate,
}
_WITHOUT: Final = "adaptive-without-"
ABLATIONS: Final = tuple(_WITHOUT + ingredient for ingredient in sorted(INGREDIENTS))
NAMES: Final = (*SEARCHES, *ABLATIONS)


def search_named(
    name: str,
    domain: Domain[Any],
    corpus: Corpus[Any],
    confirm: Confirm[Any],
    make_guide: Callable[[], Guide[Any]] | None = None,
    aim: Aim | None = None,
) -> Keeping[Any]:
    """Return the search of this name, ready to begin; a guide is made only for one that asks it."""
    if name == "adaptive" or name in ABLATIONS:
        without = frozenset({name.removeprefix(_WITHOUT)} & INGREDIENTS)
        guide = None if make_guide is None else make_guide()
        return Adaptive(domain, corpus, confirm, guide=guide, without=without, aim=aim)
    return SEARCHES[name](domain, corpus, confirm)
