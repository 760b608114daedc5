"""A run as a short comment for a pull request, in the Markdown of GitHub and GitLab.

Text from the code under test stands in `<code>` with everything that Markdown or HTML could read as
theirs written as character references, or in a fence longer than any in it. So it stays text.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.reasons import NO_REASON, reason_group
from fuzzwright.reports.summary import Summary, TargetReport
from fuzzwright.reports.text import block, counted, one_line
from fuzzwright.reports.words import because, closing_line, history, verdict_name, what_happened

_MOST_ROWS: Final = 20
_LONGEST_COMMENT: Final = 50_000
"""GitHub takes comments of 65,536 characters."""
_LONGEST_CALL: Final = 2_000
# Not the signs that mean nothing inside a line: a comment should be readable as it is written too.
_SPECIAL: Final = re.compile(r"""[^\w\s(),.='"/+\-;?%…–·:]|_|:(?=\S)|(?<=www)\.""", re.IGNORECASE)
# Names of people, issues and emoji are looked for in the finished page, outside code: a space of no width ends them.
_REFERENCE: Final = re.compile(r"(?<=&#(?:33|35|36|38|58|64);)(?=\w)|(?<=&#126;)(?=\w)|(?<=%)(?=\w)")
_TICKS: Final = re.compile("`+")


def to_markdown(summary: Summary) -> str:
    """Return the run as a comment: what to act on in a table and folded in full, the rest counted."""
    urgent = summary.to_act_on
    parts = [f"### fuzzwright: {_headline(summary)}"]
    if summary.stopped_early:
        parts.append("The run was stopped early; this is what it had come to.")
    if urgent:
        parts.append(_table(urgent))
    length = sum(len(part) for part in parts)
    for shown, finding in enumerate(urgent[:_MOST_ROWS]):
        folded = _folded(finding)
        length += len(folded)
        if length > _LONGEST_COMMENT:
            parts.append(f"{counted(len(urgent) - shown, 'finding')} not shown in full: there is no room.")
            break
        parts.append(folded)
    parts += [line for line in (_others(summary), _skipped(summary.skipped)) if line]
    parts.append(f"<sub>fuzzwright {_text(summary.version, 40)} · {_text(closing_line(summary), 400)}</sub>")
    return "\n\n".join(parts) + "\n"


def _headline(summary: Summary) -> str:
    if summary.to_act_on:
        return f"{counted(len(summary.to_act_on), 'finding')} to act on"
    return "nothing to act on" if summary.fuzzed else "nothing could be fuzzed"


def _table(findings: tuple[Finding, ...]) -> str:
    rows = ["| call | what happened | where |", "|---|---|---|"]
    for finding in findings[:_MOST_ROWS]:
        place = f"{finding.file}:{finding.line}" if finding.file else finding.function
        rows.append(f"| {_code(finding.call, 120)} | {_text(what_happened(finding), 120)} | {_code(place)} |")
    if len(findings) > _MOST_ROWS:
        rows.append(f"| … and {len(findings) - _MOST_ROWS} more | | |")
    return "\n".join(rows)


def _folded(finding: Finding) -> str:
    code = "\n".join((*finding.imports, *finding.before, finding.call))
    lines = [
        f"<details><summary>{_code(finding.function)} {_text(what_happened(finding), 160)}</summary>",
        "",
        *([f"{_code(finding.message, 300)}", ""] if finding.message else []),
        _fenced(block(code, _LONGEST_CALL)),
        "",
        _text(because(finding), 600),
        "",
        _text(history(finding), 200),
        "",
        "</details>",
    ]
    return "\n".join(lines)


def _others(summary: Summary) -> str:
    """Return how many findings there are that do not ask for action, by what they are."""
    told = [f"{len(summary.known_ones)} known"] if summary.known_ones else []
    told += [f"{len(summary.allowed_ones)} allowed"] if summary.allowed_ones else []
    apart = {one.id for one in (*summary.known_ones, *summary.allowed_ones)}
    counts = Counter(finding.verdict for finding in summary.others if finding.id not in apart)
    told += [f"{count} {_text(verdict_name(verdict), 40)}" for verdict, count in counts.items()]
    return f"Not to act on: {', '.join(told)}." if told else ""


def _skipped(targets: tuple[TargetReport, ...]) -> str:
    """Return in one line what was skipped, most frequent reasons first."""
    if not targets:
        return ""
    reasons = Counter(reason_group(target.reason or NO_REASON) for target in targets)
    told = [f"{_text(reason, 120)} ({count})" for reason, count in reasons.most_common(3)]
    more = f"; {counted(len(reasons) - 3, 'other reason')}" if len(reasons) > 3 else ""
    return f"Skipped {counted(len(targets), 'function')}: {'; '.join(told)}{more}."


def _fenced(text: str) -> str:
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}python\n{text}\n{fence}"


def _code(text: str, most: int = 200) -> str:
    # An address of mail would become a link even in code.
    return f"<code>{_escaped(text, most).replace('&#64;', '&#64;&#8203;')}</code>"


def _text(text: str, most: int) -> str:
    """Return text, to stand outside code, that no reader of Markdown makes anything else of."""
    return _REFERENCE.sub("&#8203;", _escaped(text, most))


def _escaped(text: str, most: int) -> str:
    return _SPECIAL.sub(lambda match: f"&#{ord(match.group())};", one_line(text, most))
