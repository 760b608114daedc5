"""One campaign from plan to summary: the nursery, the states, the store, and what it all came to."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from fuzzwright.campaigns.conduct import limits_of
from fuzzwright.campaigns.jobs import pack, to_bytes, to_text, unpack
from fuzzwright.campaigns.plan import Plan
from fuzzwright.campaigns.run import Campaign, CampaignEvent, Finished, FoundSomething, Progressed
from fuzzwright.campaigns.states import TargetState, finding_of, state_from
from fuzzwright.engine.finding import Finding
from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation.messages import NurseryDied
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.python.discover import functions_in
from fuzzwright.reports.summary import ExampleReport, Summary, TargetReport
from fuzzwright.settings import Settings
from fuzzwright.store.records import NewFinding, StoredInput
from fuzzwright.store.store import Store
from fuzzwright.version import VERSION

ENTRY = "fuzzwright.campaigns.work:prepare"


class Session:
    """A campaign over a plan; use it as a context, so that nothing is left behind."""

    def __init__(self, plan: Plan, settings: Settings, store: Store | None = None, resume: bool = True) -> None:
        self.plan = plan
        self.settings = settings
        self.store = store
        self.resume = resume
        self.states: list[TargetState] = []
        self.remarks: list[str] = []
        self.stopped_early = False
        self._folder = Path(tempfile.mkdtemp(prefix="fuzzwright-"))
        self._nursery: Nursery | None = None
        self._campaign: Campaign | None = None
        self._began = time.monotonic()
        self._saved: dict[str, tuple[int, float]] = {}

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._nursery is not None:
            self._nursery.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def open(self) -> None:
        """Start the nursery and find out what there is to fuzz; modules that kill it are left out."""
        modules = list(self.plan.order.modules)
        while True:
            nursery = self._spawn(modules)
            try:
                hello = unpack(nursery.wait_ready())
            except NurseryDied as death:
                nursery.close()
                culprit = death.note.decode("utf-8", "replace")
                guilty = [module for module in modules if module[0] == culprit]
                if not guilty:
                    raise FuzzwrightError(
                        f"the code could not be imported: {death}", None, f"see what it said: {death.fault[-2000:]}"
                    ) from death
                modules = [module for module in modules if module[0] != culprit]
                self._skip_module(guilty[0], death)
                continue
            break
        self._nursery = nursery
        self.states += [state_from(record) for record in hello["targets"]]
        self.states.sort(key=lambda state: state.name)
        self.remarks += [str(remark) for remark in hello["remarks"]]
        for state in self.states:
            if state.status == "waiting":
                self._remember(state)

    def _spawn(self, modules: list[list[str]]) -> Nursery:
        plan = self.plan
        order = plan.order.record(modules)
        return Nursery.spawn(
            ENTRY,
            pack(order),
            python=plan.interpreter.command,
            path=plan.path,
            limits=limits_of(self.settings),
            folder=self._folder / "nursery",
        )

    def _skip_module(self, module: list[str], death: NurseryDied) -> None:
        name, file = module
        how = f"signal {death.signal}" if death.signal else f"exit code {death.code}"
        what = "importing it takes too long" if death.kind == "timed_out" else f"importing it ends the process ({how})"
        self.remarks.append(f"`{name}` is left out: {what}")
        try:
            functions = functions_in(Path(file).read_bytes())
        except (OSError, SyntaxError, ValueError):
            functions = []
        wanted = self.plan.order.wanted.get(name, [])
        for qualname, line in functions:
            if not wanted or qualname in wanted:
                self.states.append(TargetState(f"{name}.{qualname}", file, line, status="skipped", reason=what))

    def _remember(self, state: TargetState) -> None:
        if self.store is None:
            return
        known = self.store.remember_target(
            state.name, file=state.file, source_hash=state.digest, search=self.settings.search, seed=self.settings.seed
        )
        if self.resume and known.executions:
            state.seeds = [to_text(kept.encoded) for kept in self.store.inputs(state.name)]

    def events(self) -> Iterator[CampaignEvent]:
        """Yield what happens, and put on disk what is acknowledged."""
        assert self._nursery is not None, "open first"
        self._campaign = Campaign(self._nursery, self.states, self.settings, self.plan.root)
        for event in self._campaign.events():
            match event:
                case Progressed(target):
                    self._save(target)
                case Finished(target):
                    self._save(target)
                    self._save_findings(target)
                case FoundSomething(target, _, _) if target.seconds or target.executions:
                    self._save_findings(target)
            yield event

    def stop(self) -> None:
        """End early, keeping all there is."""
        self.stopped_early = True
        if self._campaign is not None:
            self._campaign.stop()
        for state in self.states:
            if state.status == "fuzzed":
                self._save(state)
                self._save_findings(state)

    def _save(self, state: TargetState) -> None:
        if self.store is None:
            return
        executions, seconds = self._saved.get(state.name, (0, 0.0))
        kept = [StoredInput(to_bytes(entry.encoded)) for entry in state.kept]
        kept += [
            StoredInput(
                to_bytes(told["encoded"]),
                int(told["news"]),
                float(told["complexity"]),
                int(told["execution"]),
                str(told["outcome"]),
            )
            for told in state.told.values()
        ]
        self.store.save_epoch(
            state.name,
            state.epoch,
            executions=max(state.executions - executions, 0),
            seconds=max(state.seconds - seconds, 0.0),
            kept=kept,
            notes=state.notes,
        )
        self._saved[state.name] = (state.executions, state.seconds)

    def _save_findings(self, state: TargetState) -> None:
        if self.store is None:
            return
        for found in state.findings.values():
            finding = finding_of(state, found, self.settings.seed)
            self.store.upsert_finding(state.name, NewFinding(finding, finding.id))

    def findings(self) -> list[Finding]:
        """Return what was found, by target and execution."""
        return [
            finding_of(state, found, self.settings.seed)
            for state in self.states
            for found in sorted(state.findings.values(), key=lambda found: (found.execution, found.signature))
            if found.call
        ]

    def summary(self, command: str = "") -> Summary:
        """Return what it all came to."""
        return Summary(
            version=VERSION,
            seed=self.settings.seed,
            seconds=round(time.monotonic() - self._began, 3),
            targets=tuple(report_of(state) for state in self.states),
            findings=tuple(self.findings()),
            fail_on=frozenset(self.settings.fail_on) | {"died", "timed_out"},
            stopped_early=self.stopped_early,
            command=command,
        )


def report_of(state: TargetState) -> TargetReport:
    """Return a target as reports show it."""
    runs = state.stable + state.unstable
    return TargetReport(
        function=state.name,
        status="fuzzed" if state.status == "fuzzed" else "skipped",
        reason="; ".join([*([state.reason] if state.reason else []), *state.remarks]) or None,
        executions=state.executions,
        seconds=round(state.seconds, 3),
        lines_covered=len(state.lines),
        lines_total=state.lines_total,
        examples=tuple(
            ExampleReport(
                str(example["call"]),
                str(example["outcome"]),
                example.get("value"),
                example.get("exception"),
                tuple(example["lines"]),
            )
            for example in state.examples
        ),
        stability=state.stable / runs if runs else None,
    )
