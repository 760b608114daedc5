"""The searches, by name; each is one module of the ask/tell shape in `engine.search`.

A name may be followed by options, `mutagen:lifo=off,random=25`; and `adaptive` can be run without one of its
ingredients (`adaptive-without-descent`), to see what each is good for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.domain import Domain
from fuzzwright.engine.search import Guide
from fuzzwright.searches import atheris, fuzzchick, mutagen, quickcheck
from fuzzwright.searches.adaptive import INGREDIENTS, Adaptive
from fuzzwright.searches.atheris import Atheris
from fuzzwright.searches.enumerate import Enumerate
from fuzzwright.searches.fuzzchick import FuzzChick
from fuzzwright.searches.keeping import Confirm, Keeping
from fuzzwright.searches.mutagen import Mutagen
from fuzzwright.searches.open_sides import Aim
from fuzzwright.searches.options import Options, read_name
from fuzzwright.searches.quickcheck import QuickCheck
from fuzzwright.searches.showcase import Showcase

SEARCHES: Final[dict[str, type[Keeping[Any]]]] = {
    "adaptive": Adaptive,
    "mutagen": Mutagen,
    "fuzzchick": FuzzChick,
    "quickcheck": QuickCheck,
    "enumerate": Enumerate,
    "showcase": Showcase,
}
WITH_PACKAGES: Final[dict[str, type[Keeping[Any]]]] = {"atheris": Atheris}
"""Searches that need a package beside the code under test, and a process for each epoch."""
_WITHOUT: Final = "adaptive-without-"
ABLATIONS: Final = tuple(_WITHOUT + ingredient for ingredient in sorted(INGREDIENTS))
NAMES: Final = (*SEARCHES, *WITH_PACKAGES, *ABLATIONS)
OPTIONS: Final[Mapping[str, Options]] = {
    **{name: {} for name in NAMES},
    "mutagen": mutagen.OPTIONS,
    "fuzzchick": fuzzchick.OPTIONS,
    "quickcheck": quickcheck.OPTIONS,
    "atheris": atheris.OPTIONS,
}
"""What can be chosen with each name."""


def check_name(text: str) -> None:
    """Raise FuzzwrightError if this is not the name of a search, or its options are none."""
    read_name(text, OPTIONS)


def search_named(
    name: str,
    domain: Domain[Any],
    corpus: Corpus[Any],
    confirm: Confirm[Any],
    make_guide: Callable[[], Guide[Any]] | None = None,
    aim: Aim | None = None,
) -> Keeping[Any]:
    """Return the search of this name, ready to begin; a guide is made only for one that asks it."""
    name, choices = read_name(name, OPTIONS)
    if name == "adaptive" or name in ABLATIONS:
        without = frozenset({name.removeprefix(_WITHOUT)} & INGREDIENTS)
        guide = None if make_guide is None else make_guide()
        return Adaptive(domain, corpus, confirm, guide=guide, without=without, aim=aim)
    if name == "enumerate":
        return Enumerate(domain, corpus, confirm)
    if name == "showcase":
        return Showcase(domain, corpus, confirm, guide=None if make_guide is None else make_guide(), aim=aim)
    if name == "mutagen":
        return Mutagen(domain, corpus, confirm, choices=choices)
    if name == "fuzzchick":
        return FuzzChick(domain, corpus, confirm, choices=choices)
    if name == "atheris":
        return Atheris(domain, corpus, confirm, choices=choices)
    return QuickCheck(domain, corpus, confirm, choices=choices)
