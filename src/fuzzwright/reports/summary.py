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
    "unclear": "nothing announces it, and nothing but itself speaks against it",
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
    file: str = ""
    """Where it is defined, relative to the import root as in findings; empty if that is not known."""
    line: int = 0
    last_line: int = 0
    lines: tuple[int, ...] = ()
    """Which of its lines were covered."""


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
    growth: tuple[tuple[float, int], ...] = ()
    """Seconds since the start, and how many lines of all functions were covered by then."""
    known: frozenset[str] = frozenset()
    """Ids of findings that the baseline names."""
    allowed: frozenset[str] = frozenset()
    """Ids of findings that the setting `allow` names."""

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
        return tuple(finding for finding in self._told if self._makes_it_fail(finding))

    @property
    def others(self) -> tuple[Finding, ...]:
        """The findings that do not, by verdict; those that are known or allowed among them."""
        return tuple(finding for finding in self._told if not self._makes_it_fail(finding))

    @property
    def allowed_ones(self) -> tuple[Finding, ...]:
        """The findings that would make the run fail, were they not allowed."""
        return tuple(one for one in self._told if asks_for_action(one, self.fail_on) and one.id in self.allowed)

    @property
    def known_ones(self) -> tuple[Finding, ...]:
        """The findings that would make the run fail, were they not known; those that are allowed apart."""
        known = self.known - self.allowed
        return tuple(one for one in self._told if asks_for_action(one, self.fail_on) and one.id in known)

    @property
    def _told(self) -> tuple[Finding, ...]:
        """The findings that no other stands for, most urgent first."""
        return ranked(finding for finding in self.findings if not finding.same_as)

    def _makes_it_fail(self, finding: Finding) -> bool:
        return asks_for_action(finding, self.fail_on) and finding.id not in self.known | self.allowed


def asks_for_action(finding: Finding, fail_on: frozenset[str] = FAIL_ON) -> bool:
    """Return whether the finding's verdict or kind is one that makes a run fail."""
    # A call that takes too long is judged like others: by its sizes, by who can make it, by whether it repeats.
    excused = finding.kind == "timed_out" and finding.verdict != "unexpected"
    excused = excused or (finding.kind == "died" and finding.verdict == "deliberate")
    # One word for a kind and a verdict: a result of the wrong type may hang on a value of any type.
    excused = excused or finding.kind == "return_type"
    return finding.verdict in fail_on or (finding.kind in fail_on and not excused)


def ranked(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings by verdict, most urgent first, then those that can be reached, then simple calls first."""
    order = {verdict: rank for rank, verdict in enumerate(VERDICTS)}

    def rank(one: Finding) -> tuple[int, bool, int, str, str]:
        return order.get(one.verdict, len(order)), one.reachable is False, len(one.call), one.function, one.id

    return tuple(sorted(findings, key=rank))


def _by_name(target: TargetReport) -> str:
    return target.function
