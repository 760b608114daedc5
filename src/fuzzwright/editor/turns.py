"""The functions of one text, shown side by side in a worker: each gets short turns, longer ones as it needs them.

All get their first turn before any gets a second. The first example of a function, and the first that fails, are told
at once; what gets better later is told a few times a second, so that nothing flickers.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fuzzwright.campaigns.fuzz import epoch_seed
from fuzzwright.campaigns.jobs import Record, failure_from, pack, to_bytes, unpack
from fuzzwright.campaigns.showing import Showing
from fuzzwright.editor.endings import endings
from fuzzwright.isolation.link import Link
from fuzzwright.python.discover import Found
from fuzzwright.python.locate import matches
from fuzzwright.python.open import Opening
from fuzzwright.python.order import Order
from fuzzwright.python.passed import may_call, passed_inputs

FIRST = 0.03
"""Seconds of a first turn."""
LONGEST = 0.48
BETWEEN = 0.25
"""Seconds between two times that a function's examples are told."""
FIRST_CALLS = 8
_clock = time.monotonic


@dataclass(slots=True, eq=False)
class _Shown:
    """One function that is shown."""

    name: str
    showing: Showing
    turns: int = 0
    changed: bool = False
    """Whether there is something to tell."""
    told: float = float("-inf")
    told_any: bool = False
    told_failing: bool = False


class Turns:
    """Gives functions their turns until all are settled."""

    def __init__(
        self,
        link: Link,
        opening: Opening,
        order: Order,
        found: Mapping[str, Found],
        seed: int,
        careful: bool,
        brief: bool,
    ) -> None:
        self._link = link
        self._opening = opening
        self._order = order
        self._found = found
        self._seed = seed
        self._careful = careful
        self._brief = brief
        self._wanted: dict[str, Record] = {}
        """What is known of the functions that are wanted, in the order of their turns."""
        self._shown: dict[str, _Shown] = {}
        self._over: set[str] = set()
        """Functions that need no more turns."""

    def run(self, wanted: Sequence[Record]) -> None:
        """Show functions until all are settled; while it goes on, other functions may be asked for."""
        self._want(wanted)
        passes = 0
        while (name := self._next()) is not None:
            shown = self._shown.get(name) or self._open(name)
            if shown is None:
                self._over.add(name)
                continue
            if not passes and shown.turns:
                passes = 1
                self._say("round")  # each has had a turn
            if shown.turns == 1:
                self._pass_values_to(shown)
            self._turn(shown)
            if (frame := self._link.receive(0)) is not None:
                self._want(unpack(frame)["wanted"])
        self._say("done")

    def _want(self, wanted: Sequence[Record]) -> None:
        self._wanted = {record["function"]: record for record in wanted}

    def _next(self) -> str | None:
        """Return the function that had the fewest turns; of several, the one that is wanted first."""
        waiting = [name for name in self._wanted if name not in self._over]
        return min(waiting, key=self._turns_of, default=None)

    def _turns_of(self, name: str) -> int:
        shown = self._shown.get(name)
        return 0 if shown is None else shown.turns

    def _open(self, name: str) -> _Shown | None:
        record, found = self._wanted[name], self._found.get(name)
        # With care each input is written down; until there is one, nothing is to blame.
        self._link.note(b"" if self._careful else name.encode("utf-8", "backslashreplace"))
        reason = self._left_out(found)
        function = None
        if not reason and found is not None:
            function, report = self._opening.open(found)
            reason = report["reason"]
        if function is None:
            self._say("skipped", function=name, reason=reason)
            return None
        target = function.target(self._link.beat, self._link.take_output)
        deadly = [(str(encoded), failure) for encoded, failure in record["deadly"]]
        if self._careful:
            target.note, target.tidy = self._link.note, self._link.tidy
            target.deadly = {to_bytes(encoded): failure_from(failure) for encoded, failure in deadly}
        seed = epoch_seed(self._seed, function.found.name, 0)
        if deadly:
            # Told without running anything: what is tried next may end this process too.
            self._say("endings", function=name, examples=endings(function, deadly))
        if self._brief:
            return None
        showing = Showing(function, target, seed, record["inputs"], record["ordinary"], deadly)
        shown = self._shown[name] = _Shown(name, showing)
        return shown

    def _left_out(self, found: Found | None) -> str:
        if found is None:
            return "not there after import"
        if found.is_property:
            return "a property: `fuzzwright prop` runs it"
        if not matches(found.name, self._order.include, self._order.exclude):
            return "left out by `include` or `exclude`"
        return ""

    def _pass_values_to(self, shown: _Shown) -> None:
        """Let functions that may call one run as they ordinarily do, and show it with what they pass to it."""
        function = shown.showing.function
        passed: list[Any] = []
        for other in self._shown.values():
            if may_call(other.showing.function, function) and not self._careful:
                self._link.note(other.name.encode("utf-8", "backslashreplace"))
                passed += passed_inputs(function, other.showing.run_ordinary)
        if passed:
            self._link.note(shown.name.encode("utf-8", "backslashreplace"))
            shown.showing.take_ordinary(passed)

    def _turn(self, shown: _Shown) -> None:
        """Let a function run for a while."""
        if not self._careful:
            self._link.note(shown.name.encode("utf-8", "backslashreplace"))
        deadline = _clock() + min(FIRST * 2**shown.turns, LONGEST)
        # What was shown before comes first, all of it.
        calls = FIRST_CALLS + len(self._wanted[shown.name]["inputs"])
        while True:
            shown.changed |= shown.showing.turn(calls, deadline)
            if shown.changed:
                self._tell(shown)
            calls *= 2
            if shown.showing.settled or _clock() >= deadline:
                break
        shown.turns += 1
        # Where there are others, what they pass to it is known when each has had a turn.
        if shown.showing.settled and (shown.turns > 1 or len(self._wanted) == 1):
            self._over.add(shown.name)
            self._tell(shown, for_good=True)

    def _tell(self, shown: _Shown, for_good: bool = False) -> None:
        """Tell the examples of a function, unless that was done just now and nothing is shown for the first time."""
        is_due = for_good or _clock() - shown.told >= BETWEEN or not shown.told_any
        if not is_due and shown.told_failing:
            return
        examples = shown.showing.records()
        failing = any(example["outcome"] != "returned" for example in examples)
        if not is_due and not failing:
            return
        shown.told_any = shown.told_any or bool(examples)
        shown.told_failing = shown.told_failing or failing
        shown.changed, shown.told = False, _clock()
        executions = shown.showing.executions
        self._say("show", function=shown.name, examples=examples, executions=executions, settled=for_good)

    def _say(self, event: str, **content: object) -> None:
        self._link.send(pack({"event": event, **content}))
