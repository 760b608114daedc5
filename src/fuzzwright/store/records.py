"""The rows of the store as plain data, and how text and sequences fit into SQLite's types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from fuzzwright.engine.finding import Finding
from fuzzwright.store.identity import content_hash

Status = Literal["new", "known", "gone"]


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
