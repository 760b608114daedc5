"""One property run as a test: fixed examples, the call that failed last time, then a turn of the search."""

from __future__ import annotations

import copy
import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from fuzzwright.campaigns.deaths import death_of
from fuzzwright.campaigns.explore import Forked, fuzz_here
from fuzzwright.campaigns.jobs import Record, failure_from, to_bytes
from fuzzwright.campaigns.states import FindingState, TargetState, state_from
from fuzzwright.engine.codec import decode
from fuzzwright.engine.outcome import Failure
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.pytest import covering
from fuzzwright.frontends.pytest.failing import after_others, call_here, flaky, misused, refused, worst
from fuzzwright.frontends.pytest.failures import Stored, arguments_in, file_of, load, store
from fuzzwright.frontends.pytest.opening import OpenedProperty, open_property
from fuzzwright.frontends.pytest.options import is_sandboxed, settings_of
from fuzzwright.frontends.pytest.rehearsal import Jobs, given, tally
from fuzzwright.frontends.pytest.telling import (
    MANY,
    Counts,
    Told,
    counted,
    discards_told,
    ended,
    failing_call,
    frames_text,
)
from fuzzwright.frontends.pytest.tracing import Tracing, trace_no_more
from fuzzwright.isolation.messages import NurseryDied
from fuzzwright.python.generators import DEFAULT
from fuzzwright.python.open import OpenedModules
from fuzzwright.python.properties import TALLY, Fixed, examples_of
from fuzzwright.searches import check_name
from fuzzwright.settings import Settings

SIMPLER_SECONDS, SIMPLER_RUNS = 0.5, 5000
"""How long the search goes on after a failure, for a simpler one: both at most."""


class FuzzwrightWarning(pytest.PytestWarning):
    """Something about a property that its author should know."""


@dataclass(slots=True)
class PropertyState(TargetState):
    """What is known of a property, and what it said itself."""

    counts: Counts = field(default_factory=Counts)

    def hear(self, record: Record, job: Any, seconds: float) -> FindingState | None:
        """Take in what a worker says."""
        if record["event"] == "tally":
            self.counts.add(record["events"], record["rejected"], record["targets"])
            return None
        # Not `super()`: a dataclass with slots is another class than the one this function was written in.
        return TargetState.hear(self, record, job, seconds)


@dataclass(slots=True)
class Suite:
    """What all properties of a session share."""

    root: Path
    settings: Settings
    tracing: Tracing
    sandbox: bool = True

    @classmethod
    def of(cls, config: pytest.Config) -> Suite:
        """Return what pytest's options say; raise what is wrong with them."""
        root, settings = config.rootpath, settings_of(config)
        check_name(settings.search)
        return cls(root, settings, Tracing(str(root), config.getini("fuzzwright_packages")), is_sandboxed(config))


@dataclass(slots=True)
class Property:
    """A property of a test, with where its search stands; it may get several turns."""

    item: pytest.Function
    suite: Suite
    state: PropertyState | None = None
    began: bool = False
    remarks: list[str] = field(default_factory=list)
    where: str = ""

    @property
    def over(self) -> bool:
        """Whether more time would change nothing."""
        return self.state is not None and self.state.over

    def counted(self) -> str:
        """Return what the property counted, in words."""
        return "" if self.state is None else counted(self.state.counts)

    def turn(self, function: Callable[..., Any], fixtures: Mapping[str, Any], seconds: float | None) -> None:
        """Run the property for some seconds, or as many executions as the settings say; raise if it fails."""
        first, self.began = not self.began, True
        modules, opened = self._opened(function, fixtures)
        self.where = f"{os.path.relpath(opened.found.file, self.suite.root)}:{opened.found.line}"
        for number, fixed in enumerate(examples_of(function) if first else (), 1):
            self._example(opened, fixed, number)
        kept = load(self._file) if first else None
        if seconds is not None and seconds <= 0 and kept is None:
            return
        self.suite.tracing.learn(opened.module)
        settings = self.suite.settings.but(time_per_function=seconds)
        if self.suite.sandbox:
            found = self._forked(modules, opened, settings, first, kept)
        else:
            found = self._here(modules, opened, settings, kept)
        if found is not None:
            self._fail(opened, found)
        self._conclude()

    def _opened(
        self, function: Callable[..., Any], fixtures: Mapping[str, Any]
    ) -> tuple[OpenedModules, OpenedProperty]:
        try:
            return open_property(function, fixtures, self.item.cls, self.suite.tracing)
        except FuzzwrightError as error:
            refusal = str(error)
        # Not in the handler: pytest would show what was handled there too.
        pytest.fail(refusal, pytrace=False)

    # What runs first ----------------------------------------------------------------------------

    def _example(self, opened: OpenedProperty, fixed: Fixed, number: int) -> None:
        shown = ", ".join([*map(repr, fixed.arguments), *(f"{name}={value!r}" for name, value in fixed.named.items())])
        signature = inspect.signature(opened.found.object)
        names = list(signature.parameters)
        arguments, named = copy.deepcopy((fixed.arguments, fixed.named))
        if opened.given:
            # What is generated can be given by name only, but examples are written as if the fixtures were not there.
            named = {**dict(zip(names, arguments, strict=False)), **named}
            arguments = arguments[len(names) :]
        problem = _misfit(signature, arguments, named)
        if problem:
            fix = f"give values for {', '.join(names)}, in this order or by name"
            misused(f"@example({shown}) does not fit the property: {problem}", self.where, fix)
        call_here(opened, arguments, named, f"Failing example, number {number} of those given: @example({shown})")

    def _again(self, opened: OpenedProperty, kept: Stored, said: Record, died: Failure | None) -> None:
        """Look at what became of the call that was kept; if it fails still, that is the failure."""
        file = kept.file.relative_to(self.suite.root)
        if said.get("unfit"):
            self._warn(f"the call kept in {file} cannot be made any more ({said['unfit']})\n  fix: delete the file")
        failure = failure_from(said["failure"]) if said.get("failure") else died
        if failure is None or failure.kind == "effect_blocked":
            return
        needs = "".join(f"    {line}\n" for line in kept.imports)
        note = f"Failing call, kept in {file} and run first:\n{needs}    {kept.call}\nproperty at {self.where}"
        if failure.kind == "property":
            arguments, named = arguments_in(kept.call, kept.imports, vars(opened.module), opened.given)
            call_here(opened, arguments, named, note)
        pytest.fail(f"{ended(failure, frames_text(failure.frames, str(self.suite.root)))}\n{note}", pytrace=False)

    def _rehearse(self, forked: Forked, opened: OpenedProperty, seed: int) -> None:
        said, _ = forked.ask({"do": "rehearse", "seed": seed})
        name = opened.found.name
        if said.get("wrong") and DEFAULT.entries:
            fix = "mend what it returns, or register it for the type that it makes"
            misused(f"a generator makes values of the wrong type for `{name}`: {said['wrong']}", self.where, fix)
        if said.get("raised") and not said.get("built"):
            fix = "mend what raises, or have hints say what it takes, as in `Annotated[int, Ge(0)]`"
            misused(f"no arguments can be made for property `{name}`: {said['error']}", self.where, fix)
        if said.get("changed"):
            names = ", ".join(f"`{changed}`" for changed in said["changed"])
            self._warn(
                f"property `{name}` changes its arguments: {names}. Each run gets new ones, but a failing call is "
                f"shown with the arguments it was given, not with what became of them\n  at {self.where}\n"
                "  fix: let it work on a copy"
            )

    # The search ---------------------------------------------------------------------------------

    def _forked(
        self, modules: OpenedModules, opened: OpenedProperty, settings: Settings, first: bool, kept: Stored | None
    ) -> FindingState | None:
        tracing, seconds = self.suite.tracing, settings.time_per_function

        def open_it() -> OpenedModules:
            trace_no_more()
            tracing.enter()
            tracing.watch_imports()
            return modules

        try:
            with Forked(open_it, settings, Jobs(opened, tracing)) as forked:
                if kept is not None:
                    said, end = forked.ask(kept.job())
                    died = None if said else death_of(end, str(self.suite.root))
                    self._again(opened, kept, said, died)
                if first:
                    self._rehearse(forked, opened, settings.seed)
                state = self._started(modules.reports[0])
                if not first:
                    self._recheck(forked, state)
                if seconds is None or seconds > 0:
                    forked.fuzz(state, settings)
                    self._simpler(forked, state, settings)
                    self._cover(forked, state)
                return worst(state.findings)
        except NurseryDied as error:
            ended_with = str(error)
        pytest.fail(f"the process that was to run the property ended: {ended_with}", pytrace=False)

    def _recheck(self, forked: Forked, state: PropertyState) -> None:
        """Begin the search anew if what it kept fails with the fixtures of this turn: to it, that would be no news."""
        said, _ = forked.ask({"do": "recheck", "inputs": [kept.encoded for kept in state.kept]})
        if said.get("failing"):
            state.seeds, state.epoch = [str(text) for text in said["failing"]], 0
            state.kept, state.alone, state.firsts = [], [], []

    def _simpler(self, forked: Forked, state: PropertyState, settings: Settings) -> None:
        """Go on for a moment after a failure: other inputs that fail alike may be simpler, or be made so."""
        found = worst(state.findings)
        if found is None or found.failure.kind != "property" or found.before or found.verdict == "flaky":
            return
        state.reduced.pop(found.signature, None)
        more = settings.executions
        if more is None:
            # As many as fit into a moment. Told in runs, since a turn told in seconds leaves few of them for reducing.
            more = max(round(state.executions / max(state.seconds, 0.1) * SIMPLER_SECONDS), 50)
        most = state.executions + min(more, SIMPLER_RUNS)
        forked.fuzz(state, replace(settings, first=False, executions=most, time_per_function=None))

    def _cover(self, forked: Forked, state: PropertyState) -> None:
        coverage = covering.measurement()
        if coverage is not None:
            deadly = {text for text, _ in state.deadly}
            inputs = [kept.encoded for kept in state.kept if kept.encoded not in deadly]
            job = {"do": "cover", "inputs": inputs, "files": covering.measured_files(coverage)}
            covering.add(coverage, forked.ask(job)[0])

    def _here(
        self, modules: OpenedModules, opened: OpenedProperty, settings: Settings, kept: Stored | None
    ) -> FindingState | None:
        state, tracing = self._started(modules.reports[0]), self.suite.tracing
        opened.oracle.sandboxed = False
        if kept is not None:
            self._again(opened, kept, given(opened, kept.job()), None)
        TALLY.clear()
        tracing.enter()
        try:
            if settings.time_per_function is None or settings.time_per_function > 0:
                fuzz_here(modules, state, settings)
        finally:
            tracing.leave()
        if any(found.failure.what == "KeyboardInterrupt" for found in state.findings.values()):
            raise KeyboardInterrupt  # which met the property, as it runs in pytest's own process
        told = tally()
        state.counts.add(told["events"], told["rejected"], told["targets"])
        return worst(state.findings)

    def _started(self, record: Record) -> PropertyState:
        if self.state is None:
            state = state_from(record, str(self.suite.root))
            self.state = PropertyState(**{each.name: getattr(state, each.name) for each in fields(state)})
        return self.state

    # What came of it ----------------------------------------------------------------------------

    @property
    def _file(self) -> Path:
        return file_of(self.suite.root, self.item.nodeid)

    def _told(self, found: FindingState | None = None) -> Told:
        assert self.state is not None
        state, seed = self.state, self.suite.settings.seed
        return Told(
            self.item.nodeid, self.where, seed, state.executions, state.discards, found.execution if found else 0
        )

    def _fail(self, opened: OpenedProperty, found: FindingState) -> NoReturn:
        told, failure = self._told(found), found.failure
        text = ended(failure, frames_text(failure.frames, str(self.suite.root)))
        if failure.kind == "effect_blocked":
            refused(opened, failure, self.where)
        if found.verdict == "flaky":
            flaky(text, found, told)
        if found.before:
            after_others(text, found, told)
        input = decode(opened.domain, to_bytes(found.encoded))
        inside, imports = opened.inside_call(input)
        summary = (text.splitlines()[-1], f"property at {told.where}, --fuzzwright-seed {told.seed}")
        if failure.what.rpartition(".")[2] != pytest.skip.Exception.__qualname__:
            store(self._file, self.item.nodeid, found.call, imports, summary)
        always = f"@example({inside})" if opened.made is None else f"example({inside})(…)"
        note = failing_call(found.call, imports, told, self._file.relative_to(self.suite.root), always)
        if failure.kind == "property":
            arguments, named = opened.domain.realise(input)
            call_here(opened, arguments, named, note)
        pytest.fail(f"{text}\n{note}", pytrace=False)

    def _conclude(self) -> None:
        """Say what is wrong although nothing failed: inputs that never got to the property."""
        state = self.state
        if state is None:
            return
        if state.defect:
            pytest.fail(f"{state.reason}; please report it", pytrace=False)
        for remark in state.remarks:
            if not remark.startswith("coverage never moved"):  # it may only call what is not followed
                self._warn(f"{remark}\n  at {self.where}")
        told = self._told()
        if not told.runs:
            if state.reason:
                pytest.fail(f"{state.reason}\n  at {self.where}", pytrace=False)
            return
        if told.discards < MANY * told.runs:
            return
        explained = discards_told(state.counts, told, str(self.suite.root), state)
        if told.discards >= told.runs:
            misused(
                f"property `{told.nodeid}` was never run to its end: {explained}",
                self.where,
                "make the assumption hold more often: say it in the hints, as in `Annotated[int, Ge(0)]`, build valid "
                "values with @generator, or give more time with --fuzzwright-time-per-property",
            )
        self._warn(
            f"{explained}\n  at {self.where}\n"
            "  fix: say in the hints what is valid, or build valid values with @generator"
        )

    def _warn(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)
            self.item.warn(FuzzwrightWarning(text))


def _misfit(signature: inspect.Signature, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> str:
    try:
        signature.bind(*arguments, **named)
    except TypeError as error:
        return str(error)
    return ""
