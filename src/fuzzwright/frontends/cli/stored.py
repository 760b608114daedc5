"""What `findings`, `show`, `replay` and `tests` share: which store, which findings, and what asks for action."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from fuzzwright.campaigns.siting import together
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.knowing import entries_of, set_aside
from fuzzwright.reports.summary import Summary, asks_for_action
from fuzzwright.reports.text import one_line
from fuzzwright.reports.words import what_happened
from fuzzwright.settings import Settings, load_settings
from fuzzwright.store.opening import default_path, open_store
from fuzzwright.store.records import StoredFinding
from fuzzwright.store.store import Store
from fuzzwright.version import VERSION

F = TypeVar("F", bound=Callable[..., Any])
PROJECT = ("pyproject.toml", "setup.py", ".git")
"""What stands in the folder of a project."""


@dataclass(frozen=True, slots=True)
class Known:
    """All that a store has of findings, as the settings of the project see them."""

    findings: tuple[StoredFinding, ...]
    files: dict[str, str]
    """Where each target was, relative to one of the roots."""
    roots: tuple[Path, ...]
    summary: Summary
    urgent: frozenset[str]
    """Ids of those to act on."""
    same: dict[str, str]
    """Ids of those to act on that another one at the same place stands for, and of that one."""

    def ranked(self) -> list[StoredFinding]:
        """Return all findings, those to act on first, most urgent first; gone ones last."""
        by_id = {stored.finding.id: stored for stored in self.findings}
        inner = self.summary
        order = [by_id[one.id] for one in (*inner.to_act_on, *inner.others)]
        return sorted(order, key=lambda stored: stored.status == "gone")

    def to_act_on(self) -> list[StoredFinding]:
        """Return the findings to act on, most urgent first."""
        return [stored for stored in self.ranked() if stored.finding.id in self.urgent]

    def standing(self, stored: StoredFinding) -> str:
        """Return in a word why a finding is none to act on; nothing if it is one."""
        if stored.status == "gone":
            return "gone"
        finding, summary = stored.finding, self.summary
        if finding.id in self.urgent:
            return ""
        if not asks_for_action(finding, summary.fail_on):
            return finding.verdict.replace("_", " ")
        return "allowed" if finding.id in summary.allowed else "in the baseline"

    def sources(self) -> dict[str, str]:
        """Return the texts of the files that findings passed through, as they are now."""
        return _sources(self.findings, self.roots)


def store_option(function: F) -> F:
    """Add the option of which store is read."""
    return click.option(
        "--store", metavar="FILE", help="The store to look into (default: that of the project in this folder)."
    )(function)


def project_settings(cwd: Path, store: str | None) -> Settings:
    """Return the settings of the project in a folder, with the store that was asked for."""
    return load_settings(cwd).but(store=store)


def open_known(settings: Settings, cwd: Path) -> Store:
    """Return the store of a project, open; raise FuzzwrightError if there is none yet."""
    if settings.store is not None:
        path = Path(settings.store)
        if not path.exists():
            raise FuzzwrightError("there is no store", str(path), "check the name, or make it with `fuzzwright run`")
        return open_store(path)
    # A run keeps its store under the folder its modules are imported from: this one, or `src`, mostly.
    for folder in (cwd, *cwd.parents):
        here = [path for path in map(default_path, (folder, folder / "src")) if path.exists()]
        if here:
            return open_store(max(here, key=lambda path: path.stat().st_mtime))
        if any((folder / name).exists() for name in PROJECT):
            break  # what is above belongs to others
    raise FuzzwrightError(
        "nothing was found yet for the project in this folder",
        str(cwd),
        "run `fuzzwright run` first, or name the store it used with `--store`",
    )


def know(store: Store, settings: Settings, cwd: Path) -> Known:
    """Return what a store has of findings."""
    findings = tuple(stored for stored in store.findings() if stored.finding.call)
    told = (run.settings.get("root") for run in reversed(store.runs()))
    roots = tuple(dict.fromkeys([cwd, cwd / "src", *(Path(root) for root in told if isinstance(root, str))]))
    summary = Summary(
        version=VERSION,
        seed=settings.seed,
        seconds=0.0,
        findings=tuple(stored.finding for stored in findings),
        fail_on=frozenset(settings.fail_on) | {"died", "timed_out"},
    )
    entries = entries_of(settings, write=False)
    summary = set_aside(summary, settings, entries, _sources(findings, roots) if entries else {})
    files = {target.name: target.file for target in store.targets()}
    gone = {stored.finding.id for stored in findings if stored.status == "gone"}
    urgent = [one for one in summary.to_act_on if one.id not in gone]
    private = {one.function for one in urgent if any(_is_private(part) for part in one.function.split("."))}
    same = {one.id: one.same_as for one in together(urgent, private) if one.same_as}
    return Known(findings, files, roots, summary, frozenset(one.id for one in urgent), same)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _sources(findings: Iterable[StoredFinding], roots: Sequence[Path]) -> dict[str, str]:
    files = {frame.file for stored in findings for frame in stored.finding.frames}
    files |= {stored.finding.file for stored in findings}
    found = {file: next((root / file for root in roots if (root / file).is_file()), None) for file in sorted(files)}
    return {file: path.read_text("utf-8", "replace") for file, path in found.items() if path is not None}


def chosen(known: Known, ids: Sequence[str]) -> list[StoredFinding]:
    """Return the findings that ids, or the first letters of ids, name; raise FuzzwrightError for others."""
    picked: dict[str, StoredFinding] = {}
    for asked in ids:
        matching = [one for one in known.ranked() if one.finding.id.startswith(asked.strip().lower())]
        exact = [one for one in matching if one.finding.id == asked]
        if not matching or not asked.strip():
            raise FuzzwrightError(f"there is no finding `{asked}`", None, "`fuzzwright findings --all` lists them")
        if len(matching) > 1 and not exact:
            listed = "\n  ".join(f"{one.finding.id}  {told(one)}" for one in matching)
            raise FuzzwrightError(f"`{asked}` may be any of {len(matching)}:\n  {listed}", None, "give more of the id")
        one = (exact or matching)[0]
        picked[one.finding.id] = one
    return list(picked.values())


def told(stored: StoredFinding) -> str:
    """Return a finding in a line: what did what, and where."""
    finding = stored.finding
    return f"{one_line(finding.function)} {what_happened(finding)} at {one_line(finding.file)}:{finding.line}"
