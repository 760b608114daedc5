"""What a campaign puts into the store, and takes out of it: each thing once, as soon as it is acknowledged.

Workers tell totals; the store is told what came on top, so that two runs at once add up. A store that fails half way
ends the run only if the user named it; otherwise the run goes on without, and says so at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from fuzzwright.campaigns.code_hashes import CodeHashes
from fuzzwright.campaigns.jobs import Record, to_bytes, to_text
from fuzzwright.campaigns.later import hint_point
from fuzzwright.campaigns.sharing import news_per_second
from fuzzwright.campaigns.states import FindingState, TargetState, finding_of
from fuzzwright.engine.finding import Finding
from fuzzwright.errors import FuzzwrightError
from fuzzwright.settings import Settings
from fuzzwright.store.identity import finding_id, signature_hash
from fuzzwright.store.records import NewFinding, Point, StoredFinding, StoredInput, StoredTarget
from fuzzwright.store.store import Store

MOST_INPUTS = 2000
"""Of one target; where there are more, those that are no longer needed are dropped."""
_DEADLY = ("died", "timed_out", "exited", "out_of_memory")


@dataclass(slots=True)
class _Saved:
    """What the store has been told of a target in this run."""

    executions: int = 0
    seconds: float = 0.0
    inputs: set[str] = field(default_factory=set)
    lines: frozenset[int] = frozenset()
    discards: int = 0
    returned: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    """How often each failure was seen."""
    findings: dict[str, tuple[object, ...]] = field(default_factory=dict)
    """What was told of each failure: it is told again only when that has changed."""
    begun: bool = False
    details: dict[str, StoredInput] = field(default_factory=dict)
    """Inputs that were told and not yet acknowledged, by their encoded text."""


class Bookkeeping:
    """Keeps the store up to date with the states of targets; does nothing if there is none."""

    def __init__(self, store: Store | None, settings: Settings) -> None:
        self.known: dict[str, StoredTarget] = {}
        """What earlier runs knew of the targets."""
        self.failure: FuzzwrightError | None = None
        """Why the store is no longer used."""
        self._store = store
        self._settings = settings
        self._saved: dict[str, _Saved] = {}
        self._live: dict[str, list[StoredFinding]] = {}
        """Findings of earlier runs that are not known to be gone."""

    def remember(self, states: Iterable[TargetState], hashes: CodeHashes) -> None:
        """Note the targets of this run, and learn what is known of them."""
        with self._guarded() as store:
            if store is None:
                return
            for state in states:
                self.known[state.name] = store.remember_target(
                    state.name,
                    file=state.file,
                    source_hash=state.digest,
                    search=self._settings.search,
                    seed=self._settings.seed,
                    code_hash=hashes.of(state.name),
                )
            for kept in store.findings():
                if kept.status != "gone":
                    self._live.setdefault(kept.target, []).append(kept)

    def seeds(self, state: TargetState) -> list[str]:
        """Return the inputs of earlier runs to try first: those that failed, then those that were kept."""
        with self._guarded() as store:
            if store is None or state.name not in self.known:
                return []
            failing = [kept.finding for kept in self.live_findings(state.name) if not kept.finding.before]
            # What ends processes would end this one too; it is not worth that each time.
            first = [to_text(finding.encoded) for finding in failing if finding.kind not in _DEADLY and finding.encoded]
            kept_inputs = [to_text(kept.encoded) for kept in store.inputs(state.name)]
            self._of(state).inputs.update(kept_inputs)
            return list(dict.fromkeys([*first, *kept_inputs]))
        return []

    def live_findings(self, target: str) -> list[StoredFinding]:
        """Return what was found in a target by earlier runs and is not known to be gone."""
        return list(self._live.get(target, ()))

    def gone(self, target: str, finding: StoredFinding) -> None:
        """Note that a finding of an earlier run no longer happens."""
        with self._guarded() as store:
            if store is not None:
                store.mark_gone(target, [finding.signature])
                self._live[target].remove(finding)

    def moved(self, target: str, finding: StoredFinding, new: NewFinding) -> None:
        """Note that a finding of an earlier run happens at another line now."""
        with self._guarded() as store:
            if store is not None:
                store.move_finding(target, finding.signature, new)

    def note_hints(self, state: TargetState) -> None:
        """Keep the hints that only calls of a target showed: without them its inputs cannot be read again."""
        with self._guarded() as store:
            if store is not None:
                points = [hint_point(name, types) for name, types in state.hinted.items()]
                store.save_epoch(state.name, state.epoch - 1, executions=0, seconds=0.0, points=points)

    def begin(self, state: TargetState) -> None:
        """Note that the first turn of a target has come."""
        saved = self._of(state)
        with self._guarded() as store:
            if store is not None and not saved.begun:
                store.begin_target(state.name)
                saved.begun = True

    def kept(self, state: TargetState, record: Record) -> None:
        """Take in what a worker says of an input it keeps, until the epoch is acknowledged."""
        if self._store is None:
            return
        try:
            text = str(record["encoded"])
            self._of(state).details[text] = StoredInput(
                to_bytes(text),
                int(record["news"]),
                float(record["complexity"]),
                int(record["execution"]),
                str(record["outcome"]),
            )
        except (ValueError, KeyError, TypeError):
            return  # the target writes into our descriptors

    def save(self, state: TargetState) -> None:
        """Put on disk what was acknowledged of a target since the last time."""
        if self._store is None:
            return
        saved = self._of(state)
        inputs = self._new_inputs(state, saved)
        known = {found.signature: _said_of(found) for found in state.findings.values() if found.call}
        changed = [name for name, said in known.items() if saved.findings.get(name) != said]
        findings = [self._finding(state, state.findings[name], saved) for name in changed]
        points = list(self._points(state, saved, findings))
        with self._guarded() as store:
            if store is None:
                return
            for new in findings:
                if (old := self._moved_to(state.name, new)) is not None:
                    # How often it was seen is told below.
                    store.move_finding(state.name, old.signature, replace(new, finding=replace(new.finding, count=0)))
                    self._live[state.name].remove(old)
            store.save_epoch(
                state.name,
                state.epoch - 1,
                executions=max(state.executions - saved.executions, 0),
                seconds=max(state.seconds - saved.seconds, 0.0),
                kept=inputs.values(),
                notes=state.notes,
                findings=findings,
                points=points,
                code_hash=self.known[state.name].code_hash if state.name in self.known else None,
                promise=news_per_second(state),
            )
            saved.executions, saved.seconds = state.executions, state.seconds
            saved.inputs.update(inputs)
            saved.lines, saved.discards = state.lines, state.discards
            saved.returned = max(saved.returned, _returned(state))
            saved.findings = known
            saved.counts.update((name, max(state.findings[name].count, 1)) for name in changed)
            saved.details.clear()

    def finish(self, state: TargetState) -> None:
        """Save a target that got its time, and drop inputs it no longer needs if there are very many."""
        self.save(state)
        saved = self._of(state)
        with self._guarded() as store:
            if store is None:
                return
            if len(saved.inputs) > MOST_INPUTS:
                # Only what this run knows: another one may have kept others meanwhile.
                useless = saved.inputs - {entry.encoded for entry in state.kept}
                dropped = [StoredInput(to_bytes(text)).hash for text in useless]
                store.save_epoch(state.name, state.epoch - 1, executions=0, seconds=0.0, dropped=dropped)
                saved.inputs -= useless
            store.finish_target(state.name)

    def _new_inputs(self, state: TargetState, saved: _Saved) -> dict[str, StoredInput]:
        told = {str(record["encoded"]) for record in state.told.values()}
        texts = [entry.encoded for entry in state.kept] + sorted(told)
        found: dict[str, StoredInput] = {}
        for text in texts:
            if text in saved.inputs or text in found:
                continue
            try:
                found[text] = saved.details.get(text) or StoredInput(to_bytes(text))
            except ValueError:
                continue  # the target writes into our descriptors
        return found

    def _finding(self, state: TargetState, found: FindingState, saved: _Saved) -> NewFinding:
        finding = finding_of(state, found, self._settings.seed)
        count = max(finding.count - saved.counts.get(found.signature, 0), 0)
        signature = signature_hash(state.name, found.failure.signature)
        return NewFinding(replace(finding, count=count), signature, believed=bool(found.believed))

    def _moved_to(self, target: str, new: NewFinding) -> StoredFinding | None:
        """Return the finding of an earlier run whose input failed now as it did then, at another line."""
        live = self._live.get(target, [])
        if any(each.signature == new.signature for each in live):
            return None
        alike = (
            each
            for each in live
            if each.finding.verdict != "flaky" and _unplaced(each.finding) == _unplaced(new.finding)
        )
        return next((each for each in alike if each.finding.encoded), None)

    def _points(self, state: TargetState, saved: _Saved, findings: list[NewFinding]) -> Iterator[Point]:
        now = state.executions
        for line in sorted(state.lines - saved.lines):
            yield Point("line", str(line - state.line), 1, now)
        if (discards := state.discards - saved.discards) > 0:
            yield Point("end", "discarded", discards, now)
        if (returned := _returned(state) - saved.returned) > 0:
            yield Point("end", "returned", returned, now)
        for new in findings:
            if new.finding.count:
                yield Point("end", new.finding.id, new.finding.count, new.finding.executions)

    def _of(self, state: TargetState) -> _Saved:
        return self._saved.setdefault(state.name, _Saved())

    @contextmanager
    def _guarded(self) -> Iterator[Store | None]:
        """Give the store, as long as it works."""
        try:
            yield self._store
        except FuzzwrightError as error:
            if self._settings.store is not None:
                raise
            self.failure, self._store = error, None


def _unplaced(finding: Finding) -> tuple[object, ...]:
    """Return what moved lines do not change of a finding: its input, how it failed, and in which function."""
    inner = [(frame.file, frame.name) for frame in finding.frames[-1:]]
    return finding.kind, finding.exception, inner, finding.encoded, finding.before


def still_found(state: TargetState, stored: StoredFinding, failure: FindingState) -> NewFinding:
    """Return a finding of an earlier run as it is now: at the place, and with the message, of the failure met again."""
    now = finding_of(state, failure, stored.finding.seed)
    finding = replace(
        stored.finding,
        id=finding_id(state.name, failure.failure.signature),
        file=now.file,
        line=now.line,
        message=now.message,
        frames=now.frames,
        count=1,
    )
    return NewFinding(finding, signature_hash(state.name, failure.failure.signature))


def _said_of(found: FindingState) -> tuple[object, ...]:
    """Return what the store keeps of a failure, as far as it can change while it is being found."""
    return (
        *(found.failure, found.encoded, found.call, found.verdict, found.evidence, found.count, found.reduced),
        *(found.before, bool(found.believed), found.reachable, found.suggestion),
    )


def _returned(state: TargetState) -> int:
    """Return how many calls ended as they should: all that did nothing else."""
    return max(state.executions - state.discards - sum(found.count for found in state.findings.values()), 0)
