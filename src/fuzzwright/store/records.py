"""The rows of the store as plain data, and how text and sequences fit into SQLite's types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from fuzzwright.engine.finding import Finding
from fuzzwright.store.identity import content_hash

Status = Literal["new", "known", "gone"]
Event = Literal["came", "seen", "moved", "gone"]
PointKind = Literal["end", "hint", "line"]


@dataclass(frozen=True, slots=True)
class Run:
    """One command that used the store; `ended` is None while it runs, and for ever if it was killed."""

    number: int
    command: str
    settings: Mapping[str, object]
    seed: int
    started: float
    ended: float | None = None
    exit_code: int | None = None


@dataclass(frozen=True, slots=True)
class StoredTarget:
    """What is known of a target, over all runs."""

    name: str
    file: str
    source_hash: str
    search: str
    seed: int
    first_seen: float
    last_seen: float
    executions: int = 0
    seconds: float = 0.0
    epoch: int = 0
    """How many epochs are done, so the number of the one to do next."""
    notes: Mapping[str, int] = field(default_factory=dict)
    """The small counts of its corpus."""
    changed: bool = False
    """Whether `remember_target` met another source text, seed or search than last time."""
    code_hash: str = ""
    """Of its source and that of the project's code it leads to, as it was met last."""
    fuzzed_hash: str = ""
    """What `code_hash` was when it was fuzzed last; empty if it never was."""
    fuzzed_seconds: float = 0.0
    """How many of the seconds were spent on the code of `fuzzed_hash`."""
    unfinished: bool = False
    """Whether a run began with it and was ended before its time was used."""
    promise: float = 0.0
    """How much news a second might at most have brought when it was fuzzed last."""

    @property
    def fuzzed_as_is(self) -> bool:
        """Whether it was fuzzed with the code it has now."""
        return self.fuzzed_hash in (self.code_hash, own_hash(self.source_hash))


@dataclass(frozen=True, slots=True)
class StoredInput:
    """An input of a corpus, in the codec of its target."""

    encoded: bytes
    features: int = 0
    """How many features it was kept for."""
    complexity: float = 0.0
    execution: int = 0
    outcome: str = "returned"

    @property
    def hash(self) -> str:
        """What it is known by: equal inputs of one target are one row."""
        return content_hash(self.encoded)


@dataclass(frozen=True, slots=True)
class NewFinding:
    """A finding on its way in, with the hash of its signature; `count` says how often since last told."""

    finding: Finding
    signature: str
    believed: bool = True
    """Whether it was repeated in a fresh process; if not, a later verdict `flaky` counts."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one run saw of a finding: it came (or came back), was seen, went on at another line, or is gone."""

    run: int | None
    event: Event
    count: int
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Point:
    """Something that was observed of a target, with how often and since when: rows of a multiset.

    An `end` is `returned`, `discarded` or the id of a finding, counted in executions; a `line` is counted from the
    first line of the function, 0, and in runs that came to it; a `hint` is a parameter with the types that calls gave
    it, counted in runs that saw them. `what` is empty for those that were put together
    when there were too many.
    """

    kind: PointKind
    what: str
    count: int
    first_execution: int
    """The execution of its run by which it was seen first."""
    first_seen: float = 0.0
    last_seen: float = 0.0


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A finding as it is kept: the simplest call of all runs, counts added up."""

    target: str
    signature: str
    finding: Finding
    first_seen: float
    last_seen: float
    status: Status
    """`new` in the run that met it first or met it again after it was gone, then `known`."""


def own_hash(source_hash: str) -> str:
    """Return what stands for the code of a target of which only its own source is known."""
    return f"own:{source_hash}"


def to_column(text: str) -> str | bytes:
    """Return the text as SQLite can hold it: as bytes if UTF-8 has no place for some of it."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def from_column(value: object) -> str:
    """Return the text that `to_column` was given."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else str(value)


def to_json_column(value: object) -> str:
    """Return plain data as ASCII JSON; what JSON does not know is kept as its text."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), default=str)
