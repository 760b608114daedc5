"""The results of trials in a file, a line for each: what is over is safe, and a run that was ended can go on.

Lines are only ever appended. The last one may be torn if the machine went down while it was written: it is dropped, and
its trial run again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Hashable, Iterable
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.trials import Result, Trial, result_from


class Recorded(Protocol):
    """What came of a trial, as far as a record cares."""

    @property
    def trial(self) -> Any: ...

    @property
    def note(self) -> str: ...

    def record(self) -> dict[str, Any]: ...


T = TypeVar("T", bound=Hashable)
R = TypeVar("R", bound=Recorded)


def record_beside(report: Path) -> Path:
    """Return the file that goes with a report: `bench.json` has `bench.trials.jsonl`."""
    return report.with_suffix(".trials.jsonl")


class RecordOf(Generic[T, R]):
    """Results by their trials, and the file they are written to, if any; a subclass says how lines are read."""

    wrong: ClassVar[str]
    """What is said of a line that is something else."""
    fix: ClassVar[str]

    @staticmethod
    def read(record: Any) -> R:
        """Return the result in a line."""
        raise NotImplementedError

    def __init__(self, file: Path | None = None, *, resume: bool = False) -> None:
        self.file = file
        self.results: dict[T, R] = {}
        if file is None:
            return
        if resume:
            self._read(file)
        elif file.exists() and file.stat().st_size:
            raise FuzzwrightError(
                "there are trials already", str(file), "go on from there with --resume, or remove the file"
            )

    def add(self, result: R) -> None:
        """Keep a result; when this returns, it survives whatever comes."""
        self.results[result.trial] = result
        if self.file is None:
            return
        line = json.dumps(result.record(), separators=(",", ":")) + "\n"
        with open(self.file, "a", encoding="ascii") as stream:
            stream.write(line)
            stream.flush()
            os.fsync(stream.fileno())

    def of(self, trials: Iterable[T]) -> list[R]:
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
                result = self.read(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise FuzzwrightError(self.wrong, f"{file}:{number}", self.fix) from error
            # What broke gets another chance.
            if not result.note:
                self.results[result.trial] = result
        if whole < len(content):
            os.truncate(file, whole)


class Record(RecordOf[Trial, Result]):
    """Results of searches on workloads."""

    wrong = "this is no trial"
    fix = "remove the line, or the file if it is another one"
    read = staticmethod(result_from)
