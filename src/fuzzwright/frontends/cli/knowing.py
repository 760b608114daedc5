"""What `run` and `prop` make of a baseline and of `allow`: findings that are shown, and no reason to fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from fuzzwright.errors import FuzzwrightError
from fuzzwright.reports.allowed import allowed_ids
from fuzzwright.reports.baseline import Entry, known_ids, not_met, read_baseline, rewritten, to_toml
from fuzzwright.reports.files import write_atomically
from fuzzwright.reports.summary import Summary
from fuzzwright.reports.text import counted
from fuzzwright.settings import Settings


def entries_of(settings: Settings, write: bool) -> tuple[Entry, ...]:
    """Return what the baseline names; nothing if there is none, or none yet and it is to be written."""
    if settings.baseline is None:
        if write:
            fix = "name it: `--baseline fuzzwright-baseline.toml --write-baseline`"
            raise FuzzwrightError("`--write-baseline` does not say which file to write", None, fix)
        return ()
    file = Path(settings.baseline)
    return () if write and not file.exists() else read_baseline(file)


def set_aside(summary: Summary, settings: Settings, entries: Sequence[Entry], sources: Mapping[str, str]) -> Summary:
    """Return the summary with the findings marked that are known or allowed."""
    known, allowed = known_ids(summary.findings, entries, sources), allowed_ids(summary.findings, settings.allow)
    return replace(summary, known=known, allowed=allowed)


def written(
    summary: Summary, settings: Settings, entries: Sequence[Entry], sources: Mapping[str, str]
) -> tuple[Summary, str]:
    """Write the baseline from a run; return the run as seen with it, and what was done in words."""
    now_known = (*summary.to_act_on, *summary.known_ones)
    fuzzed = [target.function for target in summary.fuzzed]
    after = rewritten(entries, now_known, sources, fuzzed)
    write_atomically(settings.baseline or "", to_toml(after))
    gone = len(not_met(entries, summary.findings, sources, fuzzed))
    told = f"{settings.baseline}: {counted(len(after), 'finding')} written"
    if gone:
        told += f", {gone} taken out that did not happen in this run"
    return set_aside(summary, settings, after, sources), told


def missed(summary: Summary, entries: Sequence[Entry], sources: Mapping[str, str]) -> str:
    """Return in words how many findings of the baseline did not happen, though their functions were fuzzed."""
    missing = not_met(entries, summary.findings, sources, [target.function for target in summary.fuzzed])
    if not missing:
        return ""
    return f"{counted(len(missing), 'finding')} of the baseline did not happen; `--write-baseline` takes them out"
