"""Functions of the code under test as a source of inputs: what returns a tree can make the tree another one is given.

A precondition such as `assume(is_balanced(tree))` is met by few of all trees, but by nearly all that the project's own
`insert` makes. Such functions are found by their hints alone. They are called on parts of an input, a few times in a
row, and what comes out is taken apart into a value like any other. They run beside the search, so they get little time,
and whatever they raise is no finding.
"""

from __future__ import annotations

import inspect
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from types import FrameType, FunctionType, ModuleType
from typing import Any, Final

from fuzzwright.domains.records import Records
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain, Known, Unfit
from fuzzwright.engine.putting import Put
from fuzzwright.engine.references import reach
from fuzzwright.engine.trees import Position, Spot, replace, replacer, some_spots
from fuzzwright.isolation import audit
from fuzzwright.python.hints import Hints
from fuzzwright.python.properties import PRECONDITIONS, is_property

MOST_PRODUCERS = 32
MOST_SPOTS = 64
MOST_ROUNDS = 3
"""Two to the power of this is how often a function is called at most on its own result."""
SECONDS: Final = 0.2
"""What calls for one input may take; they are not watched as runs are."""
_PUT_OFF: Final = 10_000
"""One that took too long is next when all others were picked so often for nothing."""

Donor = Callable[[Domain[Any]], Any]
"""Returns a part of another input, or None."""

Call = tuple[list[Any], int]
"""Arguments, and which of them is what the call before made."""


@dataclass(slots=True)
class Producer:
    """A function that returns what some places of an input hold."""

    name: str
    call: Callable[[tuple[Any, ...]], Any]
    places: tuple[Domain[Any], ...]
    """Of its arguments."""
    makes: Domain[Any]
    picks: int = 0
    wins: int = 0
    own: tuple[int, ...] = field(init=False)
    """Which of its parameters are of the type it returns."""

    def __post_init__(self) -> None:
        self.own = tuple(index for index, place in enumerate(self.places) if place is self.makes)


class Producers:
    """What can be made of the parts of an input."""

    def __init__(self, domain: Domain[Any], producers: Sequence[Producer]) -> None:
        self._domain = domain
        self._producers = {producer.name: producer for producer in producers}

    def __bool__(self) -> bool:
        # Only there a call can be stopped that takes too long.
        return bool(self._producers) and threading.current_thread() is threading.main_thread()

    def begin(self) -> None:
        """Forget which functions were of use."""
        for producer in self._producers.values():
            producer.picks = producer.wins = 0

    def won(self, name: str) -> None:
        """Note that what a function made was news."""
        self._producers[name].wins += 1

    def pick(self, random: Random) -> str:
        """Return the function to use next: by how often each was of use, with a draw for each."""
        draws = {
            random.gammavariate(1 + producer.wins, 1) / (1 + producer.picks): producer
            for producer in self._producers.values()
        }
        producer = draws[max(draws)]
        producer.picks += 1
        return producer.name

    def inputs(self, name: str, input: Any, donor: Donor, random: Random, count: int) -> Iterator[Any]:
        """Yield inputs in which one part is what a function made of it, of parts beside it, and of other inputs."""
        producer = self._producers[name]
        spots = some_spots(self._domain, input, MOST_SPOTS)
        own = [spot for spot in spots if spot.domain.itself is producer.makes]
        if not own:
            return
        pool: dict[int, list[Any]] = {}
        known: Known = {}
        for spot in spots:
            place = spot.domain.itself
            pool.setdefault(id(place), []).append(spot.value)
            if place.plain:
                known[id(place), id(spot.value)] = spot.value
        apart: dict[Position, list[Spot]] = {}
        puts: dict[Position, Put] = {}
        bits = random.getrandbits
        for _ in range(count):
            # Mostly the outermost: the others are parts of it, for which less may hold.
            spot = own[0] if bits(2) else own[bits(16) * len(own) >> 16]
            rounds = 1 + (bits(MOST_ROUNDS) if bits(1) else 0)
            calls = [self._parts(producer, pool, donor, random) for _ in range(rounds)]
            if spot.position not in puts:
                puts[spot.position] = replacer(self._domain, input, spot.position)
            try:
                changed = puts[spot.position](_made(producer, spot.value, calls, known))
                if bits(1):
                    if spot.position not in apart:
                        apart[spot.position] = [other for other in spots if _is_apart(other, spot, pool)]
                    changed = self._with_equal(changed, apart[spot.position], pool, random)
            except Unfit:
                continue
            yield changed

    def _with_equal(self, input: Any, places: list[Spot], pool: dict[int, list[Any]], random: Random) -> Any:
        """Return an input that holds in one of these places what it has elsewhere: a key that is in the tree."""
        if not places:
            return input
        bits = random.getrandbits
        spot = places[bits(16) * len(places) >> 16]
        values = pool[id(spot.domain.itself)]
        return replace(self._domain, input, spot.position, values[bits(16) * len(values) >> 16])

    def _parts(self, producer: Producer, pool: dict[int, list[Any]], donor: Donor, random: Random) -> Call:
        """Return what a function is called with, and which of it is what it made before; -1 if that has no place."""
        bits = random.getrandbits
        parts: list[Any] = []
        first = producer.own[bits(16) * len(producer.own) >> 16] if producer.own else -1
        for index, place in enumerate(producer.places):
            beside = pool.get(id(place))
            kind = bits(3)
            if index == first:
                part = None
            elif beside and kind < 2:
                part = beside[bits(16) * len(beside) >> 16]
            elif beside and kind < 5:
                part = place.mutate(beside[bits(16) * len(beside) >> 16], random)
            elif kind < 6 and (part := donor(place)) is not None:
                pass
            else:
                part = place.draw(random, 1 + bits(3))
            parts.append(part)
        return parts, first


def _is_apart(spot: Spot, from_: Spot, pool: dict[int, list[Any]]) -> bool:
    """Return whether a place holds a single value, not inside another place, of which there are others in the input."""
    inside = spot.position[: len(from_.position)] == from_.position
    return spot.domain.leaf and not inside and len(pool[id(spot.domain.itself)]) > 1


def _made(producer: Producer, value: Any, calls: list[Call], known: Known) -> Any:
    """Return what a function makes of a value, called on its own result again and again; Unfit if it makes nothing.

    Where a call raises or takes too long, it is what the one before made.
    """
    made, makes = 0, producer.makes
    before = signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS)
    try:
        for parts, first in calls:
            if first >= 0:
                parts[first] = value
            result = producer.call(tuple(parts))
            # Where objects are values, what it made is looked at when it has made the last.
            value = result if makes.plain else makes.adopt(result, known)
            made += 1
    except _TooLong:
        producer.picks += _PUT_OFF
    except BaseException:  # whatever it raised, or what it made is nothing of ours
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        # What it assumed, and what it was not allowed to do, is nothing that the property did.
        PRECONDITIONS.checked, audit.blocked = 0, None
    if not made:
        raise Unfit("the call raised or took too long")
    return makes.adopt(value, known) if makes.plain else value


class _TooLong(BaseException):
    """The time of a call is up."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise _TooLong


def producers_for(domain: Domain[Any], modules: Iterable[ModuleType], hints: Hints) -> list[Producer]:
    """Return the functions of modules that make what an input of this domain has places for."""
    wanted = {id(each.itself): each.itself for each in reach(domain) if isinstance(each.itself, (Records, Unions))}
    found: list[Producer] = []
    for module in modules:
        for name, thing in list(vars(module).items()):
            if not _is_plain(thing, name, module):
                continue
            try:
                makes = hints.domain(hints.resolve(thing).get("return"))
                if id(makes.itself) not in wanted:
                    continue
                arguments = hints.arguments(thing, None, name)
            except Exception:  # hints of the code under test can be anything
                continue
            if len(arguments.variants) == 1:
                places = tuple(place.itself for place in arguments.places)
                found.append(Producer(f"{module.__name__}.{name}", arguments.caller(thing), places, makes.itself))
            if len(found) >= MOST_PRODUCERS:
                return found
    return found


def _is_plain(thing: Any, name: str, module: ModuleType) -> bool:
    """Return whether a name in a module is a function of its own that can just be called."""
    if type(thing) is not FunctionType or thing.__module__ != module.__name__ or name.startswith("_"):
        return False
    waits = inspect.iscoroutinefunction(thing) or inspect.isgeneratorfunction(thing)
    return not (waits or inspect.isasyncgenfunction(thing) or is_property(thing))
