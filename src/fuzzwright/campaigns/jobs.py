"""What a campaign and its workers say to each other, as JSON: no code, nothing to trust.

Inputs travel in their codec, as base64 text. A worker is told everything it needs to repeat an epoch:
the target, the seed, the corpus as it was acknowledged, and which inputs are known to kill.
"""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass, field
from typing import Any

from fuzzwright.engine import outcome as outcomes
from fuzzwright.engine.outcome import Failure, Frame, Outcome

Record = dict[str, Any]

MOST_HISTORY = 20_000
"""As many calls before a failure are told as its history."""

# Bound early: the code under test may replace what the modules hold.
_dumps, _loads = json.dumps, json.loads
_encode, _decode = base64.b64encode, base64.b64decode


def pack(record: Record) -> bytes:
    """Return a message as bytes."""
    return _dumps(record, separators=(",", ":")).encode("utf-8", "backslashreplace")


def unpack(frame: bytes) -> Record:
    """Return the message in a frame; raise ValueError if there is none."""
    record = _loads(frame)
    if not isinstance(record, dict):
        raise ValueError("not a message")
    return record


def to_text(encoded: bytes) -> str:
    """Return bytes as text for JSON."""
    return _encode(encoded).decode("ascii")


def to_bytes(text: str) -> bytes:
    """Return the bytes that `to_text` was given."""
    return _decode(text, validate=True)


@dataclass(frozen=True, slots=True)
class KeptInput:
    """An input of a corpus, as a worker is given it and gives it back."""

    number: int
    encoded: str
    picks: int = 0
    successes: int = 0


@dataclass(slots=True, kw_only=True)
class FuzzJob:
    """Go on fuzzing one target from the start of an epoch."""

    target: str
    search: str
    seed: int
    epoch: int = 0
    executions: int = 0
    """Runs done in earlier epochs."""
    most_executions: int | None = None
    seconds: float | None = None
    kept: list[KeptInput] = field(default_factory=list)
    notes: dict[str, int] = field(default_factory=dict)
    carried: list[tuple[str, int, int]] = field(default_factory=list)
    """Inputs that the last epoch handed on: encoded, how often each was gone on from, and how often that helped."""
    careful: bool = False
    deadly: list[tuple[str, Record]] = field(default_factory=list)
    reduced: dict[str, float] = field(default_factory=dict)
    """Failures that were reduced, by their signature, and how complex the simplest input for each is then."""
    recycle: int = 1_000_000
    first: bool = False
    fail_on: list[str] = field(default_factory=list)
    patience: float = 0.0
    """After so many seconds of processor time a run that goes round and round is ended; 0 to leave that to others."""
    reduce_seconds: float = 3.0
    """For making one failing input simple."""
    seeds: list[str] = field(default_factory=list)
    """Inputs to try first, from earlier runs."""
    alone: list[tuple[int, int]] = field(default_factory=list)
    """Features that only one execution has shown, each with which."""
    goal: int | None = None
    """The line to reach, if there is one: the search aims at it, and stops there."""
    sites: list[tuple[str, int, str]] = field(default_factory=list)
    """Failures to reach, by file, line and exception: the search aims at them, and stops when all were met."""
    failing: list[str] = field(default_factory=list)
    """Calls of other functions that failed there: what is written in them is worth trying."""
    plant: bool = False
    """Whether that is tried at once, each in each place; only the first epoch that is aimed begins so."""
    until: int = 0
    """For a history: up to which execution."""
    wanted: str = ""
    """For a history: the failure that ends it if it comes earlier, by its signature."""

    def record(self, do: str = "fuzz") -> Record:
        """Return the job as JSON data."""
        return {"do": do, **asdict(self)}

    @classmethod
    def unpack(cls, record: Record) -> FuzzJob:
        """Return the job in a message."""
        job = cls(**{name: value for name, value in record.items() if name != "do"})
        job.kept = [KeptInput(**entry) for entry in record["kept"]]
        return job


def failure_record(failure: Failure) -> Record:
    """Return a failure as JSON data."""
    return {"is": type(failure).__name__, **asdict(failure)}


def failure_from(record: Record) -> Failure:
    """Return the failure in JSON data; raise ValueError for anything else."""
    kind = getattr(outcomes, str(record.get("is")), None)
    if not (isinstance(kind, type) and issubclass(kind, Failure)):
        raise ValueError("not a failure")
    fields = {name: value for name, value in record.items() if name not in ("is", "frames")}
    frames = tuple(Frame(str(frame["file"]), str(frame["name"]), int(frame["line"])) for frame in record["frames"])
    try:
        failure: Failure = kind(frames=frames, **fields)
    except TypeError as error:
        raise ValueError(f"not a failure: {error}") from error
    return failure


def signature_text(outcome: Outcome) -> str:
    """Return a signature as text: the same in every process, and short enough to send about."""
    return "|".join(str(part) for part in outcome.signature)
