"""What a campaign knows about each of its targets, as far as workers have acknowledged it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from typing import Any

from fuzzwright.campaigns.jobs import (
    MOST_HISTORY,
    FuzzJob,
    KeptInput,
    Record,
    failure_from,
    signature_text,
    to_bytes,
)
from fuzzwright.engine.chance import Chance, chance_of_news
from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import Failure, Frame
from fuzzwright.python.seen_types import Seen, together
from fuzzwright.settings import Settings
from fuzzwright.store.identity import finding_id

NO_TIME = "no time was left for it"
"""Why a target was skipped that could have been fuzzed."""
PATIENCE = 0.25
"""The part of what a call may use after which one that goes round and round is ended by its own worker."""
TO_ACT_ON = ("unexpected", "return_type")
"""The verdicts that ask somebody to do something."""


@dataclass(frozen=True, slots=True)
class Death:
    """The death of a worker whose epoch is to be repeated with care."""

    epoch: int
    clock: str
    """Which limit it was ended for, if any."""
    seconds: float
    """How long it took to get there."""


@dataclass(slots=True, kw_only=True)
class FindingState:
    """A failure of one target while it is being found, reduced and repeated."""

    signature: str
    failure: Failure
    encoded: str
    call: str = ""
    imports: tuple[str, ...] = ()
    verdict: str = ""
    evidence: str = ""
    execution: int
    seconds: float
    complexity: float
    count: int = 1
    reduced: bool = False
    raw: str = ""
    """The input as it was first met, before it was reduced."""
    origin: FuzzJob | None = None
    """Where to start so that the calls before it can be made again: with its worker, or else with its epoch."""
    before: tuple[str, ...] = ()
    believed: str = ""
    """The input that was run again in a fresh process."""
    announced: bool = False
    """Whether it was told as new."""
    reachable: bool | None = None
    """Whether a public function leads to it; None if that is not known."""
    tried: list[str] = field(default_factory=list)
    """Public functions that were aimed at it, since it is in a private one."""
    suggestion: str = ""
    """A better hint, as a diff of the signature."""
    asked: str = ""
    """The input that a better hint was asked for."""


@dataclass(slots=True)
class TargetState:
    """One target: where it stands, what it kept, what was found."""

    name: str
    file: str = ""
    line: int = 0
    last_line: int = 0
    digest: str = ""
    lines_total: int = 0
    status: str = "waiting"
    reason: str = ""
    epoch: int = 0
    executions: int = 0
    seconds: float = 0.0
    acknowledged: float = 0.0
    """How many of the seconds had passed at the end of the last acknowledged epoch."""
    kept: list[KeptInput] = field(default_factory=list)
    told: dict[int, Record] = field(default_factory=dict)
    """Inputs told since the last acknowledged epoch, by number."""
    notes: dict[str, int] = field(default_factory=dict)
    carried: list[tuple[str, int, int]] = field(default_factory=list)
    """Inputs that the last acknowledged epoch handed on to the next."""
    findings: dict[str, FindingState] = field(default_factory=dict)
    seeds: list[str] = field(default_factory=list)
    """Inputs of earlier runs, to be tried first."""
    asked: bool = False
    """Whether the solver was asked about it."""
    solved: list[str] = field(default_factory=list)
    """Inputs the solver offered, to be tried in the next epoch."""
    goal: int | None = None
    """The line to reach, if there is one."""
    miss: Record | None = None
    """The input that came nearest to being taken, of those that were discarded, and what it failed by."""
    nearest: Record | None = None
    """How near any input came to it, if none reached it."""
    deadly: list[tuple[str, Record]] = field(default_factory=list)
    deaths: int = 0
    given_up: bool = False
    """Whether it died so often that nothing more was tried."""
    died: Death | None = None
    """How a worker died last."""
    unexplained: int = 0
    """Deaths that careful repetition did not show again."""
    over: bool = False
    """Whether more time would change nothing: it ended before its time was used."""
    reduced: dict[str, float] = field(default_factory=dict)
    stable: int = 0
    unstable: int = 0
    features: int = 0
    firsts: list[int] = field(default_factory=list)
    """Executions in the later half that showed something new when they came."""
    alone: list[tuple[int, int]] = field(default_factory=list)
    """Features that only one execution has shown, each with which."""
    settled: int = 0
    """Executions before the last acknowledged epoch: whatever they showed had time to be seen again."""
    discards: int = 0
    discarded_for: str = ""
    """Why the first of them was."""
    unacknowledged: int = 0
    """Runs of an epoch that a death cut short; nothing of them counts but their number."""
    lines: frozenset[int] = frozenset()
    examples: tuple[Record, ...] = ()
    defect: bool = False
    """Whether fuzzwright itself failed on it; the reason says how."""
    remarks: list[str] = field(default_factory=list)
    """What the user should know: it leaves threads behind, a death was not repeated."""
    private: bool = False
    """Whether it is not meant to be called from outside its package."""
    sites: list[tuple[str, int, str]] = field(default_factory=list)
    """Where failures are to be reached: file, line and exception."""
    failing: list[str] = field(default_factory=list)
    """Calls of others that failed there."""
    plant: bool = False
    """Whether what is written in them is still to be tried."""

    seen: Seen = field(default_factory=dict)
    """What functions that want for hints were called with while it was fuzzed."""
    hinted: dict[str, list[Any]] = field(default_factory=dict)
    """By parameter: the types that only calls suggested."""

    def job(self, settings: Settings, *, seconds: float | None, careful: bool = False) -> FuzzJob:
        """Return the job of going on from the last acknowledged epoch."""
        return FuzzJob(
            target=self.name,
            search=settings.search,
            seed=settings.seed,
            epoch=self.epoch,
            executions=self.executions,
            most_executions=settings.executions,
            seconds=seconds,
            kept=list(self.kept),
            notes=dict(self.notes),
            carried=list(self.carried),
            careful=careful,
            deadly=list(self.deadly),
            reduced=dict(self.reduced),
            recycle=settings.recycle,
            first=settings.first,
            fail_on=list(settings.fail_on),
            patience=settings.cpu_limit * PATIENCE,
            # Where many functions share little time, none may spend it all on making its findings pretty.
            reduce_seconds=3.0 if seconds is None else min(max(seconds / 4, 0.1), 3.0),
            seeds=[*(self.seeds if self.epoch == 0 else ()), *self.solved],
            alone=list(self.alone),
            goal=self.goal,
            sites=list(self.sites),
            failing=list(self.failing),
            plant=self.plant,
        )

    def hear(self, record: Record, job: FuzzJob, seconds: float) -> FindingState | None:
        """Take in what a worker says; return the finding that is new or simpler now, if any."""
        match record["event"]:
            case "kept":
                self.told[int(record["number"])] = record
                self.discarded_for = self.discarded_for or str(record["reason"])
            case "epoch":
                self._acknowledge(record)
                self.acknowledged = seconds
            case "found":
                return self._found(record, job, seconds)
            case "reducing":
                # If that ends the worker, the next one leaves it alone: nothing is simpler than this.
                self.reduced[str(record["signature"])] = 0.0
            case "showing":
                self.examples = ()
            case "example":
                self.examples += (record["example"],)
            case "seeded" if self.solved:
                gained, tried = int(record["gained"]), len(self.solved)
                self.remark(f"CrossHair was asked: {gained} of its {tried} inputs gained something")
            case "nearest":
                self.nearest = record
            case "missed":
                self.miss = record
        return None

    def chance(self) -> Chance | None:
        """Return how likely one more execution is to show something new; None before the first."""
        if not self.executions:
            return None
        settled = min(self.settled, self.executions // 2)
        alone = {execution for _, execution in self.alone if execution <= settled}
        return chance_of_news(self.executions, self.firsts, sorted(alone), settled)

    def remark(self, remark: str) -> None:
        """Note something the user should know, once; not without end."""
        if remark not in self.remarks and len(self.remarks) < 8:
            self.remarks.append(remark)

    def _acknowledge(self, record: Record) -> None:
        known = {kept.number: kept.encoded for kept in self.kept}
        known.update((number, str(told["encoded"])) for number, told in self.told.items())
        self.kept = [
            KeptInput(int(number), known[int(number)], int(picks), int(successes))
            for number, picks, successes in record["kept"]
            if int(number) in known
        ]
        self.told.clear()
        self.solved.clear()
        self.plant = False
        self.unacknowledged = 0
        self.epoch = int(record["epoch"])
        self.settled, self.executions = self.executions, int(record["executions"])
        firsts = [*self.firsts, *(int(execution) for execution in record["firsts"])]
        self.firsts = [execution for execution in firsts if execution > self.executions // 2]
        self.alone = [(int(feature), int(execution)) for feature, execution in record["alone"]]
        self.notes = {str(name): int(count) for name, count in record["notes"].items()}
        self.carried = [(str(text), int(picks), int(successes)) for text, picks, successes in record["carried"]]
        self.stable += int(record["stable"])
        self.unstable += int(record["unstable"])
        self.features = int(record["features"])
        self.discards += int(record["discards"])
        self.lines |= frozenset(int(line) for line in record["lines"])
        if record["seen"]:
            self.seen = together([self.seen, record["seen"]])
        for leftover in record["leftovers"]:
            self.remark(str(leftover))
        for signature, count in record["counts"].items():
            if signature in self.findings:
                self.findings[signature].count += int(count)

    def _found(self, record: Record, job: FuzzJob, seconds: float) -> FindingState | None:
        failure = failure_from(record["failure"])
        known = self.findings.get(signature_text(failure))
        if known is None:
            execution = int(record["execution"])
            found = FindingState(
                signature=signature_text(failure),
                failure=failure,
                encoded=str(record["encoded"]),
                call=str(record["call"]),
                imports=tuple(map(str, record["imports"])),
                verdict=str(record["verdict"]),
                evidence=str(record["evidence"]),
                execution=execution,
                seconds=seconds,
                complexity=float(record["complexity"]),
                count=0,
                raw=str(record["encoded"]),
                origin=job if execution - job.executions <= MOST_HISTORY else self._this_epoch(job),
            )
            self.findings[found.signature] = found
            return found
        if record["reduced"]:
            known.reduced = True
            self.reduced[known.signature] = float(record["complexity"])
            if known.encoded == record["encoded"]:
                # What a failure hangs on is found out for the simplest input only.
                known.verdict, known.evidence = str(record["verdict"]), str(record["evidence"])
        if float(record["complexity"]) < known.complexity:
            known.failure, known.encoded, known.call = failure, str(record["encoded"]), str(record["call"])
            known.imports, known.complexity = tuple(map(str, record["imports"])), float(record["complexity"])
            known.verdict, known.evidence = str(record["verdict"]), str(record["evidence"])
        elif not record["reduced"]:
            return None
        return known

    def _this_epoch(self, job: FuzzJob) -> FuzzJob:
        """Return the job whose first epoch is the one that a worker is in now."""
        if self.epoch == job.epoch:
            return job
        return replace(
            job,
            epoch=self.epoch,
            executions=self.executions,
            kept=list(self.kept),
            notes=dict(self.notes),
            carried=list(self.carried),
            alone=list(self.alone),
            seeds=[],
            plant=False,
        )


def finding_of(state: TargetState, found: FindingState, seed: int) -> Finding:
    """Return a finding as plain data for reports and store."""
    failure = found.failure
    where = failure.frames[-1] if failure.frames else Frame(state.file, state.name, state.line)
    return Finding(
        id=finding_id(state.name, failure.signature),
        function=state.name,
        kind=failure.kind,
        exception=failure.what,
        message=failure.says,
        file=where.file,
        line=where.line,
        call=found.call,
        imports=found.imports,
        verdict=found.verdict,
        evidence=found.evidence,
        executions=found.execution,
        seconds=round(found.seconds, 3),
        count=max(found.count, 1),
        seed=seed,
        frames=failure.frames,
        encoded=to_bytes(found.encoded),
        before=found.before,
        reduced=found.reduced,
        reachable=found.reachable,
        suggestion=found.suggestion,
    )


def state_from(record: dict[str, Any], root: str) -> TargetState:
    """Return the state of a target that a nursery's hello describes; its file is shown relative to `root`."""
    return TargetState(
        name=str(record["name"]),
        file=os.path.relpath(str(record["file"]), root),
        line=int(record["line"]),
        last_line=int(record["last_line"]),
        digest=str(record["digest"]),
        lines_total=int(record["lines_total"]),
        status="skipped" if record["reason"] else "waiting",
        reason=str(record["reason"]),
        remarks=[str(remark) for remark in record["remarks"]],
        private=bool(record.get("private", False)),
    )


def relative(file: str, root: str) -> str:
    """Return a file as it is written below a folder; one elsewhere as it is."""
    return os.path.relpath(file, root) if file.startswith(os.path.join(root, "")) else file


def miss_told(miss: Record, root: str) -> str:
    """Return in words which input came nearest to being taken, and what it failed by."""
    where = f"{relative(str(miss['file']), root)}:{miss['line']}"
    by = f"failed by `{miss['asked']}`" if miss["asked"] else "was turned away"
    return f"nearest came {miss['call']}, which {by} at {where}"
