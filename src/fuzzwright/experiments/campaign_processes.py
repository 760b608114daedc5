"""Campaign trials as commands of their own, some at a time: each a real `fuzzwright run` with an empty store.

When things were found, the store knows: it keeps each finding from the moment it is met. The rest is in the report that
the command writes.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.campaigns import CampaignResult, CampaignTrial, Crash
from fuzzwright.experiments.processes import MOST_TEXT, run_each, why_none
from fuzzwright.store.opening import open_store

_ENDED: Final = (0, 1)
"""Exit codes of a campaign that went as it should: nothing to act on, and something."""
_REPORT, _STORE = "report.json", "store.sqlite"
_PATIENCE: Final = 10.0
"""Seconds to clean up in, for a campaign that is asked to end."""


@dataclass(slots=True)
class _Running:
    trial: CampaignTrial
    process: subprocess.Popen[bytes]
    folder: TemporaryDirectory[str]

    def close(self) -> None:
        """End the campaign, if it is not over, and forget what it left behind."""
        if self.process.poll() is None:
            # Asked first: a campaign has workers of its own to end.
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.folder.cleanup()


def run_campaigns(
    trials: Iterable[CampaignTrial], jobs: int, cwd: Path | None = None
) -> Generator[CampaignResult, None, None]:
    """Yield the results of trials as they come; when this is closed, what runs is ended and not told."""
    return run_each(trials, jobs, lambda trial: _start(trial, cwd), _wait, _result)


def _start(trial: CampaignTrial, cwd: Path | None) -> _Running:
    folder = TemporaryDirectory(prefix="fuzzwright-trial-", ignore_cleanup_errors=True)
    place = Path(folder.name)
    results = ("--json", str(place / _REPORT), "--store", str(place / _STORE), "--quiet")
    process = subprocess.Popen(
        # -P: the current folder may hold modules that are called like ours.
        [sys.executable, "-P", "-m", "fuzzwright", *trial.command(), *results],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=cwd,
        # Ctrl-C is for us alone: we end what runs.
        start_new_session=True,
    )
    return _Running(trial, process, folder)


def _wait(running: _Running) -> str:
    """Return what a campaign complained of, when it is over; end it when it should be."""
    process = running.process
    try:
        # Importing and repeating what was found come on top of the time.
        _, errors = process.communicate(timeout=3 * running.trial.seconds + 120)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        _, errors = process.communicate()
    return errors.decode("utf-8", "replace").strip()


def _result(ended: _Running, errors: str) -> CampaignResult:
    code = ended.process.returncode
    if code not in _ENDED:
        return CampaignResult(ended.trial, note=why_none(code, errors))
    place = Path(ended.folder.name)
    try:
        report = json.loads((place / _REPORT).read_text("utf-8"))
        return _from_report(ended.trial, report, _discoveries(place / _STORE))
    except (OSError, ValueError, KeyError, TypeError, FuzzwrightError) as error:
        return CampaignResult(ended.trial, note=f"its results cannot be read: {error!r}"[:MOST_TEXT])


def _discoveries(store: Path) -> dict[str, float]:
    """Return when each finding was met, in seconds from the start of the campaign."""
    with open_store(store) as opened:
        began = opened.runs()[-1].started
        met: dict[str, float] = {}
        for stored in opened.findings():
            when = max(stored.first_seen - began, 0.0)
            met[stored.finding.id] = min(when, met.get(stored.finding.id, when))
        return met


def _from_report(trial: CampaignTrial, report: Mapping[str, Any], discoveries: Mapping[str, float]) -> CampaignResult:
    targets = [target for target in report["targets"] if target["status"] == "fuzzed"]
    return CampaignResult(
        trial,
        seconds=float(report["seconds"]),
        executions=sum(int(target["executions"]) for target in targets),
        functions=len(targets),
        lines=sum(int(target["lines_covered"]) for target in targets),
        lines_total=sum(int(target["lines_total"]) for target in targets),
        growth=tuple((float(when), int(lines)) for when, lines in report["growth"]),
        crashes=tuple(
            Crash(
                str(found["id"]),
                str(found["function"]),
                str(found["kind"]),
                str(found["exception"]),
                str(found["verdict"]),
                str(found["file"]),
                int(found["line"]),
                # A finding that the store does not have was met when it was last written: at the end.
                round(discoveries.get(str(found["id"]), float(report["seconds"])), 3),
                bool(found["known"] or found["allowed"]),
            )
            for found in report["findings"]
        ),
    )
