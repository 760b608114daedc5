"""A run as one HTML file that needs nothing else: no network, and no script to be read.

The page is a template with everything escaped; a policy in its head forbids any script but our own
few lines, which only sort, filter and copy. So text from the code under test stays text.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.chart import growth_chart
from fuzzwright.reports.coverage import Coverage, Mark, ranges
from fuzzwright.reports.excerpts import Excerpts
from fuzzwright.reports.summary import Summary, TargetReport
from fuzzwright.reports.text import block, counted, duration, in_a_row, one_line, short
from fuzzwright.reports.words import (
    because,
    chance,
    closing_line,
    expectation,
    history,
    per_second,
    proposal,
    stability,
    verdict_name,
    what_happened,
)

_LONGEST_CALL = 20_000
_LAST_FRAMES = 6
_MOST_EXAMPLES = 50
_MOST_MISSED = 60


@dataclass(frozen=True, slots=True)
class LineView:
    """A line of source as the page shows it."""

    number: int
    text: str
    failing: bool
    mark: Mark
    after_gap: bool = False


@dataclass(frozen=True, slots=True)
class FrameView:
    """A frame as the page shows it."""

    place: str
    name: str
    lines: tuple[LineView, ...]


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding as the page shows it: harmless text only."""

    id: str
    function: str
    urgent: bool
    verdict: str
    set_aside: str
    """How it is called if it would be urgent otherwise: `known` or `allowed`."""
    why: str
    happened: str
    message: str
    code: str
    code_cut: bool
    frames: tuple[FrameView, ...]
    history: str
    proposal: str
    suggestion: str


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example as the page shows it."""

    call: str
    came_of_it: str
    failed: bool


@dataclass(frozen=True, slots=True)
class TargetView:
    """A function as the page shows it."""

    function: str
    reason: str
    executions: str
    per_second: str
    covered: int
    total: int
    percent: int
    stability: str
    chance: str
    order: tuple[float, ...]
    """What each column after the first is sorted by."""
    findings: int
    urgent: bool
    missed: str
    lines: tuple[LineView, ...]
    examples: tuple[ExampleView, ...]
    more_examples: int


def to_html(summary: Summary, excerpts: Mapping[str, str] | None = None) -> str:
    """Return the run as a page; `excerpts` holds the source of each file that frames and functions name."""
    page = _Page(summary, excerpts or {})
    script = _packaged("report.js")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    findings = [page.finding(finding) for finding in (*summary.to_act_on, *summary.others)]
    verdicts = list(dict.fromkeys(finding.verdict for finding in findings))
    written = environment.from_string(_packaged("report.html.j2")).render(
        # Ours, not the user's: the only text that goes in unescaped.
        style=Markup(_packaged("report.css")),
        script=Markup(script),
        script_hash=b64encode(sha256(script.encode()).digest()).decode(),
        version=one_line(summary.version, 40),
        command=one_line(summary.command, 400),
        closing=closing_line(summary),
        stopped_early=summary.stopped_early,
        totals=_totals(summary),
        findings=findings,
        verdicts=verdicts,
        marked=any(line.mark for finding in findings for frame in finding.frames for line in frame.lines),
        fuzzed=[page.target(target) for target in summary.fuzzed],
        chart=growth_chart(summary.growth),
        expected=expectation(summary),
        skipped=[
            (one_line(one.function), one_line(in_a_row(one.reason or "no reason given"), 600))
            for one in summary.skipped
        ],
    )
    return written + "\n"


def _totals(summary: Summary) -> list[tuple[str, str, bool]]:
    """Return what the head of the page counts: a figure, its name, and whether it asks for action."""
    urgent, others, fuzzed = len(summary.to_act_on), len(summary.others), len(summary.fuzzed)
    covered = sum(target.lines_covered for target in summary.fuzzed)
    total = sum(target.lines_total for target in summary.fuzzed)
    return [
        (str(urgent), ("finding" if urgent == 1 else "findings") + " to act on", urgent > 0),
        (str(others), "other finding" if others == 1 else "other findings", False),
        (str(fuzzed), ("function" if fuzzed == 1 else "functions") + f" fuzzed, {len(summary.skipped)} skipped", False),
        (short(summary.executions), "executions", False),
        (f"{_percent(covered, total)} %", "of their lines covered", False),
        (duration(summary.seconds), f"with seed {summary.seed}", False),
    ]


class _Page:
    """What the parts of one page have in common."""

    def __init__(self, summary: Summary, sources: Mapping[str, str]) -> None:
        self._summary = summary
        self._excerpts = Excerpts(sources)
        self._coverage = Coverage(summary.fuzzed, sources)
        self._urgent = frozenset(finding.id for finding in summary.to_act_on)
        self._found = Counter(finding.function for finding in summary.findings)
        self._to_mend = frozenset(finding.function for finding in summary.to_act_on)

    def finding(self, finding: Finding) -> FindingView:
        """Return a finding as the page shows it."""
        code = "\n".join((*finding.imports, *finding.before, finding.call))
        views = [
            FrameView(
                one_line(f"{frame.file}:{frame.line}"), one_line(frame.name, 120), self._around(frame.file, frame.line)
            )
            for frame in finding.frames[-_LAST_FRAMES:]
        ]
        if not views and finding.file:
            place = one_line(f"{finding.file}:{finding.line}")
            views.append(FrameView(place, "", self._around(finding.file, finding.line)))
        return FindingView(
            id=one_line(finding.id, 40),
            function=one_line(finding.function),
            urgent=finding.id in self._urgent,
            verdict=verdict_name(finding.verdict),
            set_aside=self._set_aside(finding),
            why=because(finding),
            happened=what_happened(finding),
            message=block(finding.message, 2_000),
            code=block(code, _LONGEST_CALL),
            code_cut=len(code) > _LONGEST_CALL,
            frames=tuple(reversed(views)),
            history=history(finding),
            proposal=proposal(finding),
            suggestion=block(finding.suggestion, _LONGEST_CALL),
        )

    def target(self, target: TargetReport) -> TargetView:
        """Return a function that was fuzzed as the page shows it."""
        percent = _percent(target.lines_covered, target.lines_total)
        speed = target.executions / target.seconds if target.seconds > 0 else -1.0
        chances = target.chance[1] if target.chance is not None else -1.0
        stable = target.stability if target.stability is not None else -1.0
        found = self._found[target.function]
        missed = self._coverage.missed(target)
        return TargetView(
            function=one_line(target.function),
            reason=one_line(in_a_row(target.reason or ""), 600),
            executions=short(target.executions),
            per_second=per_second(target),
            covered=target.lines_covered,
            total=target.lines_total,
            percent=percent,
            stability=stability(target),
            chance=chance(target),
            order=tuple(round(one, 6) for one in (found, percent, target.executions, speed, stable, chances)),
            findings=found,
            urgent=target.function in self._to_mend,
            missed=f"{counted(len(missed), 'line')} not reached: {one_line(ranges(missed))}" if missed else "",
            lines=self._missed(target.file, missed),
            examples=tuple(
                ExampleView(
                    one_line(example.call, 600),
                    one_line(example.value or "", 600)
                    if example.exception is None
                    else one_line(example.exception, 200),
                    example.exception is not None,
                )
                for example in target.examples[:_MOST_EXAMPLES]
            ),
            more_examples=max(len(target.examples) - _MOST_EXAMPLES, 0),
        )

    def _set_aside(self, finding: Finding) -> str:
        if finding.id in self._summary.allowed:
            return "allowed"
        return "known" if finding.id in self._summary.known else ""

    def _around(self, file: str, line: int) -> tuple[LineView, ...]:
        return tuple(
            LineView(one.number, one.text, one.failing, self._coverage.mark(file, one.number))
            for one in self._excerpts.around(file, line)
        )

    def _missed(self, file: str, lines: tuple[int, ...]) -> tuple[LineView, ...]:
        """Return lines that were not reached, with a few around them."""
        near = {one.number: one.text for line in lines[:_MOST_MISSED] for one in self._excerpts.around(file, line, 2)}
        return tuple(
            LineView(
                number, near[number], False, self._coverage.mark(file, number), bool(at) and number - 1 not in near
            )
            for at, number in enumerate(sorted(near))
        )


def _percent(covered: int, total: int) -> int:
    # Rounded down: 100 means all.
    return min(100 * covered // total, 100) if total > 0 else 0


def _packaged(name: str) -> str:
    return files("fuzzwright.reports").joinpath(name).read_text("utf-8")
