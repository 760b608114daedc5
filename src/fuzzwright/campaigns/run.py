"""A campaign: workers for many targets at once, and what happens told as events.

The supervisor never imports the code under test. It waits in one place, hands what workers say to
the state of their target, and lets each target's script say what comes next.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fuzzwright.campaigns.conduct import conclude, conduct
from fuzzwright.campaigns.jobs import Record, unpack
from fuzzwright.campaigns.requests import Conditions, Reply, Request, RunTime, Script
from fuzzwright.campaigns.sharing import SHORTEST, first_turn, is_shared, most_promising, next_turn
from fuzzwright.campaigns.states import NO_TIME, FindingState, TargetState
from fuzzwright.isolation.messages import Ended, Message
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.isolation.worker import Worker
from fuzzwright.settings import DEFAULT_SECONDS, Settings

_ANSWERS = ("done", "showing", "again", "reducing", "replayed", "proposed", "history", "written", "solved", "suggested")
_GRACE = 2.0


@dataclass(frozen=True, slots=True)
class Started:
    """A target's turn has come."""

    target: TargetState


@dataclass(frozen=True, slots=True)
class Progressed:
    """A worker acknowledged an epoch of a target."""

    target: TargetState


@dataclass(frozen=True, slots=True)
class Kept:
    """A worker told of an input it keeps; whether it stays is told with the epoch."""

    target: TargetState
    record: Record


@dataclass(frozen=True, slots=True)
class FoundSomething:
    """A target failed in a new way, or the input for a known way got simpler."""

    target: TargetState
    finding: FindingState
    new: bool


@dataclass(frozen=True, slots=True)
class Parked:
    """A target's turn is over; another may come."""

    target: TargetState


@dataclass(frozen=True, slots=True)
class Finished:
    """A target is done: its budget is used and its findings were repeated."""

    target: TargetState


@dataclass(frozen=True, slots=True)
class Tick:
    """Time passed; how many executions have been made by now, those still under way included."""

    executions: int


CampaignEvent = Started | Progressed | Kept | FoundSomething | Parked | Finished | Tick


@dataclass(slots=True)
class _Turn:
    target: TargetState
    script: Script
    request: Request
    said: Record = field(default_factory=dict)
    worker: Worker | None = None
    began: float = 0.0
    base: int = 0
    """Executions of the target when its worker started."""
    share: float = 0.0
    opened: float = 0.0


class Campaign:
    """Fuzzes targets, several at once, in the order given; those that share the time, turn by turn."""

    def __init__(self, nursery: Nursery, targets: Iterable[TargetState], settings: Settings, root: str) -> None:
        self.nursery = nursery
        self.targets = list(targets)
        self.settings = settings
        self._conditions = Conditions(settings, root, RunTime(self._time_left))
        self._turns: dict[int, _Turn] = {}
        self._waiting = deque(target for target in self.targets if target.status == "waiting")
        self._shared = is_shared(settings, len(self._waiting))
        self._fair = (settings.time or 0.0) * settings.jobs / max(len(self._waiting), 1)
        """Seconds that each target would get in equal shares."""
        self._parked: list[TargetState] = []
        """Targets that had a turn and may get another."""
        self._costs: dict[str, float] = {}
        """Seconds that a turn of a target takes beyond its share, when there are no findings to repeat."""
        self._began = time.monotonic()
        self._stopping = False
        self._overhead = 0.0
        """Seconds that a turn takes beyond its share, on average."""
        self._ended = 0

    def stop(self) -> None:
        """Let no target start any more, and end what runs."""
        self._stopping = True
        self._leave_waiting("not reached before the end of the run")
        for turn in self._turns.values():
            turn.target.reason = turn.target.reason or "interrupted"
        for target in self._parked:
            conclude(target, self._conditions.root)
        self._parked.clear()

    def events(self) -> Iterator[CampaignEvent]:
        """Yield what happens until all targets are done; stop it by `stop`, or by no longer asking."""
        while not self._stopping:
            while len(self._turns) < self.settings.jobs and (target := self._next()) is not None:
                yield Started(target)
                yield from self._start(target)
            if not self._turns:
                break
            for event in self.nursery.poll(0.1):
                match event:
                    case Message(worker, frame):
                        yield from self._hear(worker, frame)
                    case Ended():
                        yield from self._end(event)
            self._hurry()
            yield Tick(self._executions())
        self._leave_waiting(NO_TIME)
        while self._parked:
            conclude(self._parked[0], self._conditions.root)
            yield Finished(self._parked.pop(0))

    def _leave_waiting(self, reason: str) -> None:
        for target in self._waiting:
            if target.executions:
                target.status = "fuzzed"  # it waited for more
            else:
                target.status, target.reason = "skipped", reason
        self._waiting.clear()

    def _next(self) -> TargetState | None:
        """Return the target whose turn it is: one that had none yet, else the one that promises most."""
        left = self._time_left()
        if self._waiting and left > 0:
            return self._waiting.popleft()
        if not self._parked:
            return None
        seconds = [target.seconds for target in (*self._parked, *(turn.target for turn in self._turns.values()))]
        target = most_promising(self._parked, sum(seconds) / len(seconds))
        if left < SHORTEST + self._costs.get(target.name, 0.0):
            return None
        self._parked.remove(target)
        return target

    def _time_left(self) -> float:
        if self.settings.time is None:
            return float("inf")
        return self.settings.time - (time.monotonic() - self._began)

    def _share(self) -> float | None:
        """Return the seconds for the next target: what the user says, or a fair share of what is left."""
        settings = self.settings
        seconds = settings.time_per_function
        if settings.time is not None:
            left = self._time_left()
            # Starting a worker, reducing and repeating findings take their time too: as much as they took so far.
            share = max(left * settings.jobs / (len(self._waiting) + 1) - self._overhead, SHORTEST)
            seconds = min(share, left) if seconds is None else min(seconds, left)
        if seconds is None and settings.executions is None:
            return DEFAULT_SECONDS
        return seconds

    def _turn(self, target: TargetState) -> float:
        """Return the seconds for a turn of a target, where all share the time."""
        jobs, cost = self.settings.jobs, self._costs.get(target.name, 0.0)
        left = max(self._time_left() - cost, SHORTEST)
        if target.status == "waiting":
            fair = min(self._fair, left * jobs / (len(self._waiting) + 1)) - self._overhead
            return min(first_turn(fair), left)
        return next_turn(left, left * jobs / (len(self._parked) + len(self._turns) + 1), cost)

    def _start(self, target: TargetState) -> Iterator[CampaignEvent]:
        share = self._turn(target) if self._shared else self._share()
        # What a target had in earlier turns is part of its budget.
        budget = None if share is None else target.seconds + share
        script = conduct(target, self._conditions, budget)
        try:
            request = next(script)
        except StopIteration:
            yield self._leave(target)
            return
        self._place(_Turn(target, script, request, share=share or 0.0, opened=time.monotonic()))

    def _place(self, turn: _Turn) -> None:
        turn.worker = self.nursery.start(turn.request.job, turn.request.limits)
        turn.began = time.monotonic()
        turn.base = turn.target.executions
        turn.said = {}
        self._turns[turn.worker.number] = turn

    def _hear(self, worker: Worker, frame: bytes) -> Iterator[CampaignEvent]:
        turn = self._turns.get(worker.number)
        if turn is None:
            return
        seconds = turn.target.seconds + time.monotonic() - turn.began
        try:
            record = unpack(frame)
            found = turn.target.hear(record, turn.request.fuzz, seconds) if turn.request.fuzz else None
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            worker.kill()  # the target writes into our descriptors
            return
        if record["event"] in _ANSWERS:
            turn.said = record
        elif turn.said.get("event") == "reducing":
            turn.said = {}
        if record["event"] == "epoch":
            yield Progressed(turn.target)
        elif record["event"] == "kept" and turn.request.fuzz:
            yield Kept(turn.target, record)
        if found is not None:
            yield _told(turn.target, found)

    def _end(self, ended: Ended) -> Iterator[CampaignEvent]:
        turn = self._turns.pop(ended.worker.number, None)
        if turn is None:
            return
        known = {name: finding.encoded for name, finding in turn.target.findings.items() if finding.call}
        reply = Reply(ended, turn.said, time.monotonic() - turn.began)
        try:
            turn.request = turn.script.send(reply)
        except StopIteration:
            self._ended += 1
            extra = max(time.monotonic() - turn.opened - turn.share, 0.0)
            self._overhead += (extra - self._overhead) / self._ended
            self._costs[turn.target.name] = min(extra, self._costs.get(turn.target.name, extra))
            yield from self._news(turn.target, known)
            yield self._leave(turn.target)
            return
        yield from self._news(turn.target, known)
        self._place(turn)

    def _leave(self, target: TargetState) -> Parked | Finished:
        """Take a target whose turn is over out of the way, for now or for good."""
        if self._shared and not target.over and not self._stopping:
            self._parked.append(target)
            return Parked(target)
        conclude(target, self._conditions.root)
        return Finished(target)

    def _news(self, target: TargetState, known: dict[str, str]) -> Iterator[CampaignEvent]:
        for signature, finding in target.findings.items():
            if finding.call and known.get(signature) != finding.encoded:
                yield _told(target, finding)

    def _hurry(self) -> None:
        """End workers that are long past the end of their time; they look at the clock only between calls."""
        now = time.monotonic()
        for turn in self._turns.values():
            job = turn.request.fuzz
            if job is None or job.seconds is None or turn.worker is None:
                continue
            if now - turn.began > job.seconds + self.settings.wall_limit * 3 + _GRACE:
                turn.worker.kill()

    def _executions(self) -> int:
        running = {id(turn.target): turn for turn in self._turns.values() if turn.request.fuzz and turn.worker}
        total = 0
        for target in self.targets:
            turn = running.get(id(target))
            beat = turn.worker.beat if turn is not None and turn.worker is not None else 0
            total += max(target.executions, turn.base + beat if turn is not None else 0)
        return total


def _told(target: TargetState, finding: FindingState) -> FoundSomething:
    new, finding.announced = not finding.announced, True
    return FoundSomething(target, finding, new)
