"""Which tests are Hypothesis', and how our back end is chosen for them while they run.

Done through settings alone: those of the test, of the state machine, and the profile that others are made from. A
back end that a test names itself stays.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import pytest
from hypothesis import Phase, settings

from fuzzwright.frontends.hypothesis.guidance import BACKEND, Guidance
from fuzzwright.frontends.pytest.options import Budget

_SETTINGS: Final = "_hypothesis_internal_use_settings"
"""Where `@settings` leaves what it says, which can be said only once that way."""
_SEED: Final = "_hypothesis_internal_use_seed"
"""Where `@seed` does so."""
AGAIN: Final = (Phase.generate, Phase.target, Phase.shrink, Phase.explain)
"""What is done when a test is run for some more time: all but what was done at first."""


@dataclass(frozen=True, slots=True)
class More:
    """How far a test may go beyond what its settings say."""

    examples: int | None = None
    seconds: float = 0.0


def more_for(budget: Budget, spent: float, tests: int) -> More:
    """Return how far one of so many tests may go, after so many seconds for others."""
    shares = [] if budget.time is None else [max(budget.time - spent, 0.0) / max(tests, 1)]
    shares += [] if budget.per_property is None else [budget.per_property]
    return More(budget.executions, min(shares, default=0.0))


def is_given(item: pytest.Item) -> bool:
    """Return whether a test is one of Hypothesis."""
    return isinstance(item, pytest.Function) and bool(getattr(item.obj, "is_hypothesis_test", False))


@contextmanager
def driven(item: pytest.Item, guidance: Guidance, more: More) -> Iterator[Callable[[], None]]:
    """Have a test run by our back end; gives what is to be called when it was run once."""
    module = getattr(item, "module", None)
    guidance.begin(item.nodeid, module)
    began = time.monotonic()

    def go_on() -> None:
        """Run the test again, from where its search stands, until its time is used."""
        # Of a failing test in a class of unittest only a note is left.
        while time.monotonic() - began < more.seconds and is_given(item) and not getattr(item, "_excinfo", None):
            guidance.again()
            with _chosen(item, guidance, more, AGAIN):
                item.runtest()

    guidance.again()
    with _chosen(item, guidance, more, None):
        yield go_on


@contextmanager
def _chosen(item: pytest.Item, guidance: Guidance, more: More, phases: tuple[Phase, ...] | None) -> Iterator[None]:
    changes: dict[str, Any] = {} if more.examples is None else {"max_examples": more.examples}

    def ours(known: settings | None) -> settings:
        said = known if known is not None else settings()
        if said.backend not in ("hypothesis", BACKEND):
            return said
        if phases is not None:
            changes["phases"] = [phase for phase in said.phases if phase in phases]
        return settings(said, backend=BACKEND, **changes)

    undo: list[tuple[Any, str, Any]] = []
    for function in _functions(item) if is_given(item) else ():
        if (said := getattr(function, _SETTINGS, None)) is not None:
            undo += [(function, _SETTINGS, said), (function, _SEED, getattr(function, _SEED, None))]
            setattr(function, _SETTINGS, ours(said))
            if getattr(function, _SEED, None) is None:
                # Shrinking tosses coins too.
                setattr(function, _SEED, f"{guidance.seed} {item.nodeid}")
    cls = getattr(item, "cls", None)
    if isinstance(said := getattr(cls, "settings", None), settings):
        undo.append((cls, "settings", said))
        cls.settings = ours(said)  # type: ignore[union-attr]  # it has some
    profile = settings.get_current_profile_name()
    settings.register_profile(BACKEND, ours(None))
    settings.load_profile(BACKEND)
    try:
        yield
    finally:
        settings.load_profile(profile)
        for thing, name, value in reversed(undo):
            setattr(thing, name, value)


def _functions(item: pytest.Item) -> list[Any]:
    """Return the function of a test, and those that decorators made it from."""
    found, function = [], getattr(item, "obj", None)
    function = getattr(function, "__func__", function)
    while function is not None and function not in found:
        found.append(function)
        function = getattr(function, "__wrapped__", None)
    return found
