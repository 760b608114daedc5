"""What a run came to, as plain data: the one thing every report format is made from.

Also says which findings ask for action, and in which order a reader meets them, so that all formats
and the exit code agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from fuzzwright.engine.finding import Finding

FAIL_ON = frozenset({"unexpected", "return_type", "died", "timed_out"})
"""The verdicts and kinds that ask for action unless the user says otherwise."""

VERDICTS = {
    "unexpected": "nothing in the code announces it",
    "return_type": "the annotation promises something else",
    "deliberate": "the code raises it on purpose",
    "precondition": "the arguments are not meant for this function",
    "resource": "the input asks for too much memory, depth or time",
    "any": "it hangs on a value whose type the hints leave open",
    "environment": "it needs something from outside that is not there",
    "tells_fix": "the message tells the caller what to do",
    "flaky": "it did not happen again with the same input",
}
"""Every verdict, most urgent first, and what it means."""


@dataclass(frozen=True, slots=True)
class ExampleReport:
    """A call that shows how a function behaves; `value` or `exception` as text, whichever came of it."""

    call: str
    outcome: str
    value: str | None = None
    exception: str | None = None
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TargetReport:
    """How it went with one function."""

    function: str
    status: Literal["fuzzed", "skipped"] = "fuzzed"
    reason: str | None = None
    """Why it was skipped; or what else there is to know."""
    executions: int = 0
    seconds: float = 0.0
    lines_covered: int = 0
    lines_total: int = 0
    examples: tuple[ExampleReport, ...] = ()
    stability: float | None = None
    """Which part of the runs took the same path when repeated, from 0 to 1."""
    chance: tuple[float, float] | None = None
    """Bounds of the probability that the next 1,000 executions show something new."""
    given_up: bool = False
    """Whether it died so often that the rest of its time was not used; `reason` says how often."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole run."""

    version: str
    seed: int
    seconds: float
    targets: tuple[TargetReport, ...] = ()
    findings: tuple[Finding, ...] = ()
    fail_on: frozenset[str] = FAIL_ON
    stopped_early: bool = False
    command: str = ""

    @property
    def fuzzed(self) -> tuple[TargetReport, ...]:
        """The functions that were run, by name."""
        return tuple(sorted((one for one in self.targets if one.status == "fuzzed"), key=_by_name))

    @property
    def skipped(self) -> tuple[TargetReport, ...]:
        """The functions that were not, by name."""
        return tuple(sorted((one for one in self.targets if one.status != "fuzzed"), key=_by_name))

    @property
    def executions(self) -> int:
        """All executions together."""
        return sum(target.executions for target in self.targets)

    @property
    def to_act_on(self) -> tuple[Finding, ...]:
        """The findings that make the run fail, most urgent first."""
        return tuple(finding for finding in ranked(self.findings) if asks_for_action(finding, self.fail_on))

    @property
    def others(self) -> tuple[Finding, ...]:
        """The findings that do not, by verdict."""
        return tuple(finding for finding in ranked(self.findings) if not asks_for_action(finding, self.fail_on))


def asks_for_action(finding: Finding, fail_on: frozenset[str] = FAIL_ON) -> bool:
    """Return whether the finding's verdict or kind is one that makes a run fail."""
    return finding.verdict in fail_on or finding.kind in fail_on


def ranked(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings by verdict, most urgent first, then by function and by how soon they were found."""
    order = {verdict: rank for rank, verdict in enumerate(VERDICTS)}
    return tuple(
        sorted(findings, key=lambda one: (order.get(one.verdict, len(order)), one.function, one.executions, one.id))
    )


def _by_name(target: TargetReport) -> str:
    return target.function
