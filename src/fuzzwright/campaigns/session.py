"""One campaign from plan to summary: the nursery, the states, the store, and what it all came to."""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from fuzzwright.campaigns import ordering_by_change, returning
from fuzzwright.campaigns.bookkeeping import Bookkeeping
from fuzzwright.campaigns.code_hashes import CodeHashes
from fuzzwright.campaigns.jobs import pack, unpack
from fuzzwright.campaigns.later import Later
from fuzzwright.campaigns.plan import Plan
from fuzzwright.campaigns.reaching import SHARE, mark_made_by_hand, mark_reachable, plan_reaching, settings_for_reaching
from fuzzwright.campaigns.requests import limits_of
from fuzzwright.campaigns.run import (
    Campaign,
    CampaignEvent,
    Finished,
    FoundSomething,
    Kept,
    Parked,
    Progressed,
    Started,
    Tick,
)
from fuzzwright.campaigns.siting import together
from fuzzwright.campaigns.states import NO_TIME, TargetState, finding_of, state_from
from fuzzwright.campaigns.weighing import mark_unsupported
from fuzzwright.engine.finding import Finding
from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation.folders import clear_folder
from fuzzwright.isolation.messages import NurseryDied
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.python.definitions import functions_in
from fuzzwright.python.locate import matches
from fuzzwright.reports.growth import Growth
from fuzzwright.reports.summary import ExampleReport, Summary, TargetReport
from fuzzwright.settings import Settings
from fuzzwright.store.store import Store
from fuzzwright.version import VERSION

ENTRY = "fuzzwright.campaigns.work:prepare"
LEAST_MEMORY = 8
"""Megabytes that have to be left for calls when all is imported."""
ENOUGH_MEMORY = 128
"""With fewer megabytes than this, what cannot be loaded fails for that reason, whatever it says."""


class Session:
    """A campaign over a plan; use it as a context, so that nothing is left behind."""

    def __init__(self, plan: Plan, settings: Settings, store: Store | None = None, resume: bool = True) -> None:
        self.plan = plan
        self.settings = settings
        self.store = store
        self.resume = resume
        self.states: list[TargetState] = []
        self.remarks: list[str] = list(plan.remarks)
        self.not_matched: list[str] = []
        """Functions that `include` and `exclude` leave out."""
        self.stopped_early = False
        sweep(Path(tempfile.gettempdir()))
        self._folder = Path(tempfile.mkdtemp(prefix=f"fuzzwright-{os.getpid()}-"))
        self._groups: list[tuple[Nursery, list[TargetState]]] = []
        """Nurseries, each with the targets its workers know."""
        self._campaign: Campaign | None = None
        self._began = time.monotonic()
        self._book = Bookkeeping(store, settings)
        self._hashes = CodeHashes(dict(plan.order.modules), plan.order.roots)
        self._opening = 0.0
        """Seconds that opening took; opening modules again will take as long."""
        self._later = Later(settings, store if resume else None)
        self._growth = Growth()
        self._missed: set[str] | None = None
        """Public functions that were to be aimed at something and got no turn for it; None before that is over."""

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for nursery, _ in self._groups:
            nursery.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def open(self) -> None:
        """Start the nursery and find out what there is to fuzz; modules that kill it are left out."""
        self._open_group(list(self.plan.order.modules), divide=True)
        self._opening = time.monotonic() - self._began
        self.states.sort(key=lambda state: state.name)
        if self.store is not None:
            self._look_back(self._groups)

    def _open_group(self, modules: list[list[str]], divide: bool) -> None:
        """Open modules in one nursery; those that start threads when imported get one of their own."""
        while modules:
            nursery = self._spawn(modules)
            if self.store is not None:
                self._hashes.read()  # while the modules are imported
            try:
                hello = unpack(nursery.wait_ready())
            except NurseryDied as death:
                nursery.close()
                culprit = death.note.decode("utf-8", "replace")
                guilty = [module for module in modules if module[0] == culprit]
                if not guilty and (self.settings.memory_limit < ENOUGH_MEMORY or "MemoryError" in death.fault):
                    raise too_little_memory(self.settings) from death
                if not guilty:
                    raise FuzzwrightError(
                        f"the code could not be imported: {death}", None, f"see what it said: {death.fault[-2000:]}"
                    ) from death
                modules = [module for module in modules if module[0] != culprit]
                self._skip_module(guilty[0], death)
                continue
            if self.settings.memory_limit - (taken := int(hello["memory"]) >> 20) < LEAST_MEMORY:
                nursery.close()
                raise too_little_memory(self.settings, taken)
            if self.settings.search.partition(":")[0] == "atheris" and not hello["atheris"]:
                nursery.close()
                fix = f"`{self.plan.interpreter.command} -m pip install atheris`, or another --search"
                raise FuzzwrightError("the search `atheris` needs the package `atheris` beside the code", None, fix)
            threaded = [module for module in modules if module[0] in hello["threaded"]]
            if divide and nursery.cold and threaded:
                # Only their workers need to be new processes; the others can stay quick forks.
                nursery.close()
                names = ", ".join(f"`{name}`" for name, _ in threaded)
                self.remarks.append(f"{names} starts threads when imported: each of its workers is a new process")
                self._open_group([module for module in modules if module not in threaded], divide=False)
                self._open_group(threaded, divide=False)
                return
            self._groups.append((nursery, [state_from(record, self.plan.root) for record in hello["targets"]]))
            self._later.note_group(modules, hello)
            self.states += self._groups[-1][1]
            self.remarks += [str(remark) for remark in hello["remarks"]]
            self.not_matched += [str(name) for name in hello["not_matched"]]
            return

    def _spawn(self, modules: list[list[str]]) -> Nursery:
        plan = self.plan
        order = {**plan.order.record(modules), "seen": self._later.seen}
        return Nursery.spawn(
            ENTRY,
            pack(order),
            python=plan.interpreter.command,
            path=plan.path,
            limits=limits_of(self.settings),
            folder=self._folder / f"nursery{len(self._groups)}",
        )

    def _skip_module(self, module: list[str], death: NurseryDied) -> None:
        name, file = module
        shown = os.path.relpath(file, self.plan.root)
        how = f"signal {death.signal}" if death.signal else f"exit code {death.code}"
        what = f"importing it ends the process ({how})"
        fix = 'put what its import does below `if __name__ == "__main__":`, or into a function'
        if death.kind == "timed_out":
            what = "importing it takes too long"
            fix = f"{fix}; or raise `import-limit` (now {self.settings.import_limit:g} s)"
        self.remarks.append(f"`{name}` is left out: {what}")
        try:
            functions = functions_in(Path(file).read_bytes())
        except (OSError, SyntaxError, ValueError):
            functions = []
        order = self.plan.order
        wanted = order.wanted.get(name, [])
        reason = f"{what}\n  fix: {fix}"
        for qualname, line in functions:
            function = f"{name}.{qualname}"
            if wanted and qualname not in wanted:
                continue
            if matches(function, order.include, order.exclude):
                self.states.append(TargetState(function, shown, line, status="skipped", reason=reason))
            else:
                self.not_matched.append(function)

    def _look_back(self, groups: list[tuple[Nursery, list[TargetState]]]) -> None:
        """Learn from the store what earlier runs knew, and try again what they found in code that changed since."""
        book = self._book
        waiting = [state for _, states in groups for state in states if state.status == "waiting"]
        waiting.sort(key=lambda state: state.name)
        book.remember(waiting, self._hashes)
        returned = returning.Returned()
        for nursery, states in groups:
            known = [state for state in states if state.name in book.known]
            returning.try_again(nursery, known, book, self.settings, self.plan.root, returned)
        if self.resume:
            for state in waiting:
                state.seeds = book.seeds(state)
            for state, found in returned.still:
                state.findings[found.signature] = found
        first = "" if self.settings.executions is not None else ordering_by_change.told(waiting, book.known)
        self.remarks += [remark for remark in (first, returning.told(returned)) if remark]

    @property
    def store_failure(self) -> FuzzwrightError | None:
        """Why the store was given up half way, if it was."""
        return self._book.failure

    def events(self) -> Iterator[CampaignEvent]:
        """Yield what happens, and put on disk what is acknowledged."""
        targets = sum(len(states) for _, states in self._groups)
        for nursery, states in self._groups:
            states.sort(key=lambda state: state.name)
            settings = self._share(len(states) / targets if targets else 1.0)
            targets -= len(states)
            for chosen, time_for_them in self._one_after_another(states, settings):
                yield from self._run(Campaign(nursery, chosen, time_for_them, self.plan.root))
                if self.stopped_early:
                    return
        yield from self._fuzz_later()
        yield from self._reach()
        self._mark_reachable()

    def _run(self, campaign: Campaign) -> Iterator[CampaignEvent]:
        self._campaign = campaign
        # Ticks tell of the whole run.
        names = {state.name for state in campaign.targets}
        elsewhere = sum(state.executions for state in self.states if state.name not in names)
        for event in campaign.events():
            self._note_growth(event)
            self._note_down(event)
            yield Tick(event.executions + elsewhere) if isinstance(event, Tick) else event

    def _fuzz_later(self) -> Iterator[CampaignEvent]:
        """Fuzz functions that had no hints, with those that calls of them showed while others were fuzzed."""
        while not self.stopped_early and self._later.learn(self.states) and self._time_left() >= self._opening:
            groups = list(self._later.open_again(self._spawn, self.plan.root))
            for nursery, opened in groups:
                self._put_in_place(nursery, opened)
            if self.store is not None:
                self._look_back(groups)
            for number, (nursery, states) in enumerate(groups):
                for state in states:
                    self._book.note_hints(state)
                settings = self._share(1 / (len(groups) - number), later=True)
                yield from self._run(Campaign(nursery, states, settings, self.plan.root))
                if self.stopped_early:
                    return

    def _put_in_place(self, nursery: Nursery, opened: list[TargetState]) -> None:
        """Let functions that could be opened after all stand where they were told to be skipped."""
        places = {(state.name, state.line): state for state in opened}
        for _, states in self._groups:
            states[:] = [state for state in states if (state.name, state.line) not in places]
        self._groups.append((nursery, opened))
        self.states = [places.get((state.name, state.line), state) for state in self.states]

    def _reach(self) -> Iterator[CampaignEvent]:
        """Aim public functions at what failed in private ones, to see whether it can be reached."""
        aimed = {state.name for state in plan_reaching(self.states, self.plan.root)}
        for nursery, states in self._groups:
            again = [state for state in states if state.name in aimed]
            left = None if self.settings.time is None else self._time_left()
            if not again or self.stopped_early or (left is not None and left <= 0):
                continue
            for state in again:
                state.status = "waiting"
            settings = settings_for_reaching(self.settings, left)
            for event in self._run(Campaign(nursery, again, settings, self.plan.root)):
                if isinstance(event, Started):
                    aimed.discard(event.target.name)
                yield event
        self._missed = aimed | {state.name for state in self.states if state.reason == NO_TIME}

    def _mark_reachable(self) -> None:
        mark_reachable(self.states, self._missed)
        if self._missed is not None:
            mark_made_by_hand(self.states, self.plan.root)
        mark_unsupported(self.states, self.plan.root)
        for state in self.states:
            if state.findings:
                self._book.save(state)

    def _one_after_another(
        self, states: list[TargetState], settings: Settings
    ) -> Iterator[tuple[list[TargetState], Settings]]:
        """Yield the targets of a group that share a time, with that time: those that changed, then the others."""
        known = self._book.known
        if settings.executions is not None or not known:
            # The result is the same in any order; and it stays so.
            yield states, settings
            return
        if settings.time is None or settings.time_per_function is not None:
            yield ordering_by_change.ordered(states, known), settings
            return
        waiting = [state for state in states if state.status == "waiting"]
        first, others, part = ordering_by_change.divided(waiting, known, settings.jobs)
        over = time.monotonic() + settings.time
        yield first, replace(settings, time=settings.time * part)
        if others:
            yield others, replace(settings, time=max(over - time.monotonic(), 0.5))

    def _note_down(self, event: CampaignEvent) -> None:
        """Put on disk what an event tells, before anybody else hears of it."""
        match event:
            case Started(target):
                self._book.begin(target)
            case Kept(target, record):
                self._book.kept(target, record)
            case Progressed(target) | Parked(target) | FoundSomething(target, _, _):
                self._book.save(target)
            case Finished(target):
                self._book.finish(target)

    def _note_growth(self, event: CampaignEvent) -> None:
        if isinstance(event, Progressed | Parked | Finished):
            self._growth.note(time.monotonic() - self._began, event.target.name, len(event.target.lines))

    def _time_left(self) -> float:
        return math.inf if self.settings.time is None else self.settings.time - (time.monotonic() - self._began)

    def _share(self, part: float, later: bool = False) -> Settings:
        """Return the settings for one group: of what is left of the time for the whole run, its part.

        Some of it is kept for functions that only have hints later.
        """
        if self.settings.time is None:
            return self.settings
        whole = self.settings.time
        # In a single module everything is shown that is not private.
        if any(state.private or "/" in state.file for state in self.states):
            whole -= whole * SHARE
        if not later:
            whole -= whole * self._later.share(sum(state.status == "waiting" for state in self.states))
        left = max(whole - (time.monotonic() - self._began), 0.5)
        return replace(self.settings, time=left * part)

    def stop(self) -> None:
        """End early, keeping all there is."""
        self.stopped_early = True
        if self._campaign is not None:
            self._campaign.stop()
        for state in self.states:
            if state.status == "waiting" and state.executions:
                state.status = "fuzzed"  # it waited for more
            if state.status == "fuzzed":
                self._book.save(state)
            elif state.status == "waiting":
                state.status, state.reason = "skipped", "not reached before the end of the run"
        self._mark_reachable()

    def findings(self) -> list[Finding]:
        """Return what was found, by target and execution."""
        findings = (
            finding_of(state, found, self.settings.seed)
            for state in self.states
            for found in sorted(state.findings.values(), key=lambda found: (found.execution, found.signature))
            if found.call
        )
        return together(findings, {state.name for state in self.states if state.private})

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
            growth=self._growth.until(time.monotonic() - self._began),
        )


def too_little_memory(settings: Settings, taken: int | None = None) -> FuzzwrightError:
    """Return the refusal of a memory limit that leaves nothing for calls."""
    needs = "" if taken is None else f": they take {taken} MB before anything is called"
    return FuzzwrightError(
        f"`memory-limit = {settings.memory_limit}` (MB) is too small for the interpreter and what is imported{needs}",
        None,
        f"set it to {ENOUGH_MEMORY + (taken or 0)} or more in [tool.fuzzwright]",
    )


def report_of(state: TargetState) -> TargetReport:
    """Return a target as reports show it."""
    runs = state.stable + state.unstable
    return TargetReport(
        function=state.name,
        status="fuzzed" if state.status == "fuzzed" else "skipped",
        reason="; ".join([*([state.reason] if state.reason else []), *state.remarks]) or None,
        executions=state.executions + state.unacknowledged,
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
        given_up=state.given_up,
        file=state.file,
        line=state.line,
        last_line=state.last_line,
        lines=tuple(sorted(state.lines)),
        chance=chance.within() if (chance := state.chance()) is not None else None,
    )


def sweep(place: Path) -> None:
    """Remove what runs that were killed left behind: folders named after a process that is no more."""
    for folder in place.glob("fuzzwright-*-*"):
        number = folder.name.split("-")[1]
        if number.isdigit() and folder.is_dir() and not folder.is_symlink() and not _lives(int(number)):
            clear_folder(folder)
            shutil.rmtree(folder, ignore_errors=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
