"""Findings, functions and whole runs in words, the same in every format a person reads."""

from __future__ import annotations

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.summary import VERDICTS, Summary, TargetReport
from fuzzwright.reports.text import counted, duration, one_line, short


def what_happened(finding: Finding) -> str:
    """Return what the function did, to follow its name: `raised IndexError`."""
    name = one_line(finding.exception, 120)
    match finding.kind:
        case "raised":
            return f"raised {name}"
        case "property":
            return f"does not hold ({name})"
        case "return_type" if finding.frames:
            return "led to a call that goes against its annotations"
        case "return_type":
            return "returned a value of another type than annotated"
        case "timed_out":
            return "did not end"
        case "out_of_memory":
            return "ran out of memory"
        case "died":
            return f"killed the process ({name})"
        case "exited":
            return f"ended the process ({name})"
        case "effect_blocked":
            return f"was kept from an outside effect ({name})"
        case other:
            return f"failed: {one_line(other, 40)} ({name})"


def verdict_name(verdict: str) -> str:
    """Return a verdict as words: `return type`."""
    return one_line(verdict, 40).replace("_", " ")


def because(finding: Finding) -> str:
    """Return what the verdict means and its evidence, in words."""
    words = f"why: {VERDICTS.get(finding.verdict, 'a verdict of its own')}"
    if finding.evidence:
        words += f"; {one_line(finding.evidence, 400)}"
    if finding.before:
        words += "; only after the calls above it"
    return words


def proposal(finding: Finding) -> str:
    """Return what introduces the suggestion; nothing if there is none."""
    if not finding.suggestion:
        return ""
    return "an annotation that covers it:" if finding.kind == "return_type" else "a stronger hint would say so:"


def history(finding: Finding) -> str:
    """Return how long it took to find, how often it was seen, and the name of the finding."""
    seen = "seen once" if finding.count == 1 else f"seen {short(finding.count)} times"
    return (
        f"found after {counted(finding.executions, 'execution')} in {duration(finding.seconds)} · {seen} · "
        f"{'simplest call found' if finding.reduced else 'not reduced'} · id {one_line(finding.id, 40)}"
    )


def per_second(target: TargetReport) -> str:
    """Return executions per second, or a dash."""
    return short(target.executions / target.seconds) if target.seconds > 0 else "–"


def stability(target: TargetReport) -> str:
    """Return the stability in per cent, never rounded up to 100, or a dash."""
    if target.stability is None:
        return "–"
    # The small addition: 0.57 * 100 is a little less than 57.
    return f"{int(target.stability * 100 + 1e-9)} %"


def chance(target: TargetReport) -> str:
    """Return the chance of news as `0.3–1.2 %`, or a dash."""
    if target.chance is None:
        return "–"
    low, high = _bounds(target.chance)
    return f"{low} %" if low == high else f"{low}–{high} %"


def expectation(summary: Summary) -> str:
    """Return in a sentence which function promises most, and how much; nothing if none was run."""
    known = [target for target in summary.fuzzed if target.chance is not None]
    if not known:
        return ""
    best = max(known, key=lambda target: (target.chance or (0.0, 0.0))[::-1])
    low, high = _bounds(best.chance or (0.0, 0.0))
    chances = f"chance that the next 1,000 executions show something new: {low} % to {high} %"
    return chances if len(known) == 1 else f"{chances} for {one_line(best.function)}, no more for the others"


def _bounds(chance: tuple[float, float]) -> tuple[str, str]:
    """Return bounds in per cent; what is too small to be read makes the interval wider, not narrower."""
    low, high = chance
    return _percent(low if low >= _SMALLEST else 0.0), _percent(max(high, _SMALLEST))


_SMALLEST = 0.000_01


def _percent(share: float) -> str:
    """Return per cent with two digits that count, never rounded up to 100."""
    figure = share * 100
    if figure < 9.95:
        return f"{figure:.2g}"
    return f"{figure:.0f}" if figure < 99 or share >= 1 else "99"


def closing_line(summary: Summary) -> str:
    """Return the run in one line."""
    functions = f"{counted(len(summary.fuzzed), 'function')} fuzzed"
    given_up = sum(target.given_up for target in summary.fuzzed)
    if given_up:
        functions += f" ({given_up} given up)"
    if summary.skipped:
        functions += f", {len(summary.skipped)} skipped"
    findings = f"{counted(len(summary.to_act_on), 'finding')} to act on"
    if summary.others:
        findings += f", {len(summary.others)} more"
    work = f"{counted(summary.executions, 'execution')} in {duration(summary.seconds)}"
    line = f"{functions} · {work} · {findings} · seed {summary.seed}"
    return f"stopped early · {line}" if summary.stopped_early else line
