"""Hypothesis strategies as generators: `generator(T, strategy)`, and `Annotated[T, strategy]` in a hint.

A value is kept as the choices that the strategy made it from, so it is varied, crossed, reduced and stored like any
list of plain values, and the strategy is played the choices again for each run. Whoever has a strategy has loaded
Hypothesis; here it is only looked up among the loaded modules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any, Final, Protocol

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.sequences import Items
from fuzzwright.engine.domain import Domain, Names, Unfit
from fuzzwright.python.choice_sequences import KINDS, Answering, Answers, Choice, Limits, Player, simplest
from fuzzwright.python.objects import write_hint, write_object
from fuzzwright.python.refusals import CannotGenerate, show


class Strategy(Protocol):
    """A Hypothesis strategy, for those who check types."""

    def validate(self) -> None: ...
    def example(self) -> Any: ...


TRIES: Final = 20
"""How often a strategy is asked for a value before giving up."""
_PER_SIZE: Final = 8
"""So many choices a value may take for each step of the size asked for, and as many to begin with."""


def is_strategy(thing: object) -> bool:
    """Return whether a thing is a Hypothesis strategy."""
    strategies = sys.modules.get("hypothesis.strategies")
    return strategies is not None and isinstance(thing, strategies.SearchStrategy)


def among(metadata: Iterable[Any]) -> Any | None:
    """Return the last strategy among the metadata of an Annotated, or None."""
    found = None
    for item in metadata:
        found = item if is_strategy(item) else found
    return found


def values_of(strategy: Any, hint: Any, registered: bool = False) -> Domain[Any]:
    """Return the domain of the values of a strategy; `registered` says that it was registered for the type."""
    try:
        strategy.validate()
    except Exception as error:
        raise CannotGenerate(f"the strategy {_shown(strategy)} cannot be used: {error}", hint=hint) from error
    # Hypothesis reads the constants of the project when it first draws one: now, rather than in a run that has a limit.
    getattr(_drawing_by_lot()(None), "_local_constants", None)
    return Drawn(strategy, hint if registered else None)


def drawn(hint: Any, choices: Sequence[Choice]) -> Any:
    """Return what the strategy that was registered for a type makes of choices; for calls to be pasted."""
    from fuzzwright.python.generators import DEFAULT  # which imports this module

    return _made(DEFAULT.find(hint)[0].make, choices)


class Drawn(Calls):
    """What a strategy makes of choices."""

    def __init__(self, strategy: Any, hint: Any = None) -> None:
        super().__init__(lambda choices: _made(strategy, choices), [Asked(strategy)], take_apart=self._read)
        self._strategy = strategy
        self._hint = hint

    def _read(self, thing: object) -> list[Items] | None:
        """Return the one choice that makes just this thing, where a strategy hands on what it is given."""
        if type(thing) not in KINDS.values():
            return None
        try:
            made, choices = _play(self._strategy, (thing,))  # type: ignore[arg-type]  # its class says so
        except Unfit:
            return None
        return [choices] if type(made) is type(thing) and made == thing else None

    def source(self, value: tuple[Any, ...], names: Names) -> str:
        try:
            made = self.realise(value)
        except Unfit:
            return f"<nothing that {_shown(self._strategy)} makes>"
        written = write_object(made, names)
        hint = None if written is not None or self._hint is None else write_hint(self._hint, names)
        if hint is not None:
            return f"{names.refer(drawn)}({hint}, {self.places[0].source(value[0], names)})"
        return written if written is not None else f"<{_shown(made)}>"


class Asked(Answers):
    """Sequences of choices, of which fresh ones are those that a strategy asks for."""

    crosses = False

    def __init__(self, strategy: Any) -> None:
        super().__init__()
        self._strategy = strategy
        self._simplest: Items | None = None

    def generate(self, random: Random, size: int) -> Items:
        why: Unfit | None = None
        for attempt in range(TRIES):
            # At first no more than was asked for; a strategy that needs more gets it in the end.
            most = _PER_SIZE * (size + 1 << attempt // 4) if attempt < TRIES // 2 else None
            try:
                return _play(self._strategy, (), Random(random.getrandbits(64)), most)[1]
            except Unfit as error:
                why = error
        assert why is not None
        raise why

    def simplest(self) -> Items:
        if self._simplest is None:
            try:
                self._simplest = _play(self._strategy, ())[1]
            except Unfit:
                self._simplest = self.generate(Random(0), 1)
        return self._simplest


def _made(strategy: Any, choices: Sequence[Choice]) -> Any:
    try:
        return _play(strategy, choices)[0]
    except Unfit:
        # Where the simplest rest is not allowed, as where items must differ, some other may be.
        return _play(strategy, choices, Random(0))[0]


def _play(
    strategy: Any, choices: Sequence[Choice], rest: Random | None = None, most: int | None = None
) -> tuple[Any, Items]:
    """Return what a strategy makes of choices, and those it took; beyond them the simplest ones, or by lot."""
    conjecture: Any = sys.modules["hypothesis.internal.conjecture.data"]
    control: Any = sys.modules["hypothesis.control"]
    given: list[Choice] = []
    told = {"player": Player(choices), "given": given, "simple": rest is None}
    data = conjecture.ConjectureData(
        random=rest or Random(0), provider=_provider(), provider_kw=told, max_choices=most, prefix=()
    )
    try:
        with control.BuildContext(data, is_final=False, wrapped_test=_made):
            made = data.draw(strategy)
    except (Exception, sys.modules["hypothesis.errors"].StopTest) as error:
        raise Unfit(f"the strategy {_shown(strategy)} gave no value ({type(error).__name__})") from error
    return made, tuple(given)


def _drawing_by_lot() -> Any:
    return sys.modules["hypothesis.internal.conjecture.providers"].HypothesisProvider


@cache
def _provider() -> Any:
    """Return the class that answers what strategies ask for: from a sequence, then simply or by lot."""
    base: Any = _drawing_by_lot()

    class Playing(Answering, base):  # type: ignore[misc]  # whatever it is, as it is only known at run time
        def __init__(self, data: Any, /, *, player: Player, given: list[Choice], simple: bool) -> None:
            super().__init__(data)
            self._player, self._given, self._simple = player, given, simple

        def _known(self, kind: str, limits: Limits) -> Choice | None:
            found = self._player.play(kind, limits)
            return simplest(kind, limits) if found is None and self._simple else found

        def _took(self, kind: str, limits: Limits, answer: Choice) -> None:
            self._given.append(answer)

    return Playing


def _shown(thing: object) -> str:
    try:
        return repr(thing)
    except Exception:
        return show(type(thing))
