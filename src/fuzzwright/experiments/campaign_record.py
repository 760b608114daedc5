"""The results of campaign trials in a file, a line for each: what is over is safe, and a comparison can go on.

Lines are only ever appended. A torn last line is dropped, and its trial run again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.campaigns import CampaignResult, CampaignTrial, result_from


class CampaignRecord:
    """Results by their trials, and the file they are written to, if any."""

    def __init__(self, file: Path | None = None, *, resume: bool = False) -> None:
        self.file = file
        self.results: dict[CampaignTrial, CampaignResult] = {}
        if file is None:
            return
        if resume:
            self._read(file)
        elif file.exists() and file.stat().st_size:
            raise FuzzwrightError(
                "there are trials already", str(file), "go on from there with --resume, or remove the file"
            )

    def add(self, result: CampaignResult) -> None:
        """Keep a result; when this returns, it survives whatever comes."""
        self.results[result.trial] = result
        if self.file is None:
            return
        with open(self.file, "a", encoding="ascii") as stream:
            stream.write(json.dumps(result.record(), separators=(",", ":")) + "\n")
            stream.flush()
            os.fsync(stream.fileno())

    def of(self, trials: Iterable[CampaignTrial]) -> list[CampaignResult]:
        """Return the results that there are of some trials, in their order."""
        return [self.results[trial] for trial in trials if trial in self.results]

    def _read(self, file: Path) -> None:
        try:
            content = file.read_bytes()
        except FileNotFoundError:
            return
        except OSError as error:
            raise FuzzwrightError(f"cannot read the trials: {error.strerror}", str(file)) from error
        whole = content.rfind(b"\n") + 1
        for number, line in enumerate(content[:whole].splitlines(), 1):
            try:
                result = result_from(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise FuzzwrightError(
                    "this is no trial of a campaign", f"{file}:{number}", "remove the line, or name another file"
                ) from error
            # What broke gets another chance.
            if not result.note:
                self.results[result.trial] = result
        if whole < len(content):
            os.truncate(file, whole)
