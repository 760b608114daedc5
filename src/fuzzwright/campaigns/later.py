"""Functions that get hints only while others are fuzzed: what calls of them showed, and when they are fuzzed then.

Functions that want for hints are watched; what they were called with lets some of them be opened in a later round of
the same run. The store keeps those hints as points of the function, so that the next run begins with them and a
finding can be replayed. With a budget in executions the past plays no part, and what is seen does not depend on
clocks or jobs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from fuzzwright.campaigns.jobs import Record, unpack
from fuzzwright.campaigns.states import TargetState, state_from
from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation.messages import NurseryDied
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.python.seen_types import Seen, together
from fuzzwright.settings import Settings
from fuzzwright.store.opening import default_path, open_store
from fuzzwright.store.records import Point
from fuzzwright.store.store import Store

ROUNDS = 3
"""What is fuzzed in one may show what it takes to fuzz others in the next."""
LARGEST_SHARE = 0.3
"""Of the time of the whole run, for later rounds."""
KIND: Final = "hint"
"""What such points are called in the store."""


class Later:
    """What was seen so far, and which functions are still without hints."""

    def __init__(self, settings: Settings, store: Store | None) -> None:
        self.seen: Seen = {}
        """What functions were called with, that modules are opened with next."""
        if settings.infer and settings.executions is None and store is not None:
            self.seen = stored_hints(store)
        self.modules: list[list[list[str]]] = []
        """The modules of each nursery."""
        self._unopened: set[str] = set()
        self._watched: set[str] = set()
        self._rounds = 0

    def note_group(self, modules: list[list[str]], hello: Record) -> None:
        """Take in what a nursery says of its modules: which functions could not be opened, and which are watched."""
        self.modules.append(modules)
        self._unopened |= {str(record["name"]) for record in hello["targets"] if record["reason"]}
        self._watched |= {str(name) for name in hello["watched"]}

    def share(self, waiting: int) -> float:
        """Return the part of the time that is kept for functions which may get hints, beside those that wait now."""
        return min(len(self._watched) / max(len(self._watched) + waiting, 1), LARGEST_SHARE)

    def learn(self, states: Iterable[TargetState]) -> bool:
        """Take in what was seen while targets were fuzzed; return whether it is worth another round."""
        before, self.seen = self.seen, together([self.seen, *(state.seen for state in states)])
        self._rounds += 1
        return self.seen != before and self._rounds <= ROUNDS

    def open_again(
        self, spawn: Callable[[list[list[str]]], Nursery], root: str
    ) -> Iterator[tuple[Nursery, list[TargetState]]]:
        """Open modules again, and yield the functions that could not be opened before, each group with its nursery."""
        for modules in self.modules:
            nursery = spawn(modules)
            try:
                states = self._opened(unpack(nursery.wait_ready()), root)
            except NurseryDied:
                states = []  # it did not the first time: then without what is new
            if states:
                yield nursery, states
            else:
                nursery.close()

    def _opened(self, hello: Record, root: str) -> list[TargetState]:
        new = [record for record in hello["targets"] if not record["reason"] and record["name"] in self._unopened]
        self._unopened -= {str(record["name"]) for record in new}
        states = [state_from(record, root) for record in new]
        for state in states:
            state.hinted = self.seen.get(state.name, {})
        return sorted(states, key=lambda state: state.name)


def hint_point(parameter: str, types: list[Any]) -> Point:
    """Return the types that were seen for a parameter, as the store keeps them."""
    return Point(KIND, json.dumps([parameter, *types], separators=(",", ":")), 1, 0)


def stored_hints(store: Store) -> Seen:
    """Return what earlier runs saw functions called with; nothing from a store that cannot be read."""
    try:
        names = [target.name for target in store.targets()]
        return together({name: dict([told])} for name in names for told in _told(store, name))
    except (FuzzwrightError, ValueError, TypeError, IndexError):
        return {}


def hints_of_earlier_runs(settings: Settings, root: str) -> Seen:
    """Return what the store of the code below a folder has seen functions called with; nothing if there is none."""
    path = Path(settings.store) if settings.store is not None else default_path(Path(root))
    if not path.exists():
        return {}
    try:
        with open_store(path) as store:
            return stored_hints(store)
    except FuzzwrightError:
        return {}


def _told(store: Store, target: str) -> Iterator[tuple[str, list[Any]]]:
    for point in store.points(target):
        if point.kind == KIND and point.what:
            parameter, *types = json.loads(point.what)
            yield str(parameter), types
