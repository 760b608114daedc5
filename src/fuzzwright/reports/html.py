"""A run as one HTML file that needs nothing else: no network, and no script to be read.

The page is a template with everything escaped; a policy in its head forbids any script but our own
few lines, which only fold, filter and copy. So text from the code under test stays text.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.excerpts import ExcerptLine, Excerpts
from fuzzwright.reports.summary import Summary, TargetReport, asks_for_action
from fuzzwright.reports.text import block, duration, one_line, short
from fuzzwright.reports.words import (
    because,
    chance,
    closing_line,
    expectation,
    history,
    per_second,
    stability,
    verdict_name,
    what_happened,
)

_LONGEST_CALL = 20_000
_LAST_FRAMES = 6
_MOST_EXAMPLES = 50


@dataclass(frozen=True, slots=True)
class FrameView:
    """A frame as the page shows it."""

    place: str
    name: str
    lines: tuple[ExcerptLine, ...]


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding as the page shows it: harmless text only."""

    id: str
    function: str
    urgent: bool
    verdict: str
    why: str
    happened: str
    message: str
    code: str
    code_cut: bool
    frames: tuple[FrameView, ...]
    history: str


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
    examples: tuple[ExampleView, ...]
    more_examples: int


def to_html(summary: Summary, excerpts: Mapping[str, str] | None = None) -> str:
    """Return the run as a page; `excerpts` holds the source of each file that frames name."""
    sources = Excerpts(excerpts or {})
    script = _packaged("report.js")
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    findings = [_finding(finding, summary.fail_on, sources) for finding in (*summary.to_act_on, *summary.others)]
    verdicts = list(dict.fromkeys(finding.verdict for finding in findings))
    page = environment.from_string(_packaged("report.html.j2")).render(
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
        fuzzed=[_target(target) for target in summary.fuzzed],
        expected=expectation(summary),
        skipped=[_target(target) for target in summary.skipped],
    )
    return page + "\n"


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


def _finding(finding: Finding, fail_on: frozenset[str], sources: Excerpts) -> FindingView:
    frames = finding.frames[-_LAST_FRAMES:]
    code = "\n".join((*finding.imports, *finding.before, finding.call))
    views = [
        FrameView(
            one_line(f"{frame.file}:{frame.line}"), one_line(frame.name, 120), sources.around(frame.file, frame.line)
        )
        for frame in frames
    ]
    if not views and finding.file:
        place = one_line(f"{finding.file}:{finding.line}")
        views.append(FrameView(place, "", sources.around(finding.file, finding.line)))
    return FindingView(
        id=one_line(finding.id, 40),
        function=one_line(finding.function),
        urgent=asks_for_action(finding, fail_on),
        verdict=verdict_name(finding.verdict),
        why=because(finding),
        happened=what_happened(finding),
        message=block(finding.message, 2_000),
        code=block(code, _LONGEST_CALL),
        code_cut=len(code) > _LONGEST_CALL,
        frames=tuple(reversed(views)),
        history=history(finding),
    )


def _target(target: TargetReport) -> TargetView:
    return TargetView(
        function=one_line(target.function),
        reason=one_line(target.reason or "no reason given", 600),
        executions=short(target.executions),
        per_second=per_second(target),
        covered=target.lines_covered,
        total=target.lines_total,
        percent=_percent(target.lines_covered, target.lines_total),
        stability=stability(target),
        chance=chance(target),
        examples=tuple(
            ExampleView(
                one_line(example.call, 600),
                one_line(example.value or "", 600) if example.exception is None else one_line(example.exception, 200),
                example.exception is not None,
            )
            for example in target.examples[:_MOST_EXAMPLES]
        ),
        more_examples=max(len(target.examples) - _MOST_EXAMPLES, 0),
    )


def _percent(covered: int, total: int) -> int:
    # Rounded down: 100 means all.
    return min(100 * covered // total, 100) if total > 0 else 0


def _packaged(name: str) -> str:
    return files("fuzzwright.reports").joinpath(name).read_text("utf-8")
