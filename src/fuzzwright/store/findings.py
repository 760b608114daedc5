"""Findings as rows: in, out, and two of the same failure into one.

Of two the one with the simpler call stays, whole, so that call, message and frames fit together;
how long it took to find is what it took the first time, and counts add up.
"""

from __future__ import annotations

import json
from dataclasses import replace
from sqlite3 import Connection, Row

from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import Frame
from fuzzwright.store.records import NewFinding, Status, StoredFinding, from_column, to_column, to_json_column

_TEXTS = ("id", "function", "kind", "exception", "message", "file", "call", "verdict", "evidence")


def merged(known: Finding, new: Finding) -> Finding:
    """Return one finding for two of the same failure."""
    simpler = new if _simplicity(new) < _simplicity(known) else known
    # Verdicts are judged anew in each run, with what the code says by then; but a failure that was
    # repeated once is believed.
    judged = known if new.verdict == "flaky" else new
    return replace(
        simpler,
        id=known.id,
        executions=known.executions,
        seconds=known.seconds,
        count=known.count + new.count,
        verdict=judged.verdict,
        evidence=judged.evidence,
        reachable=known.reachable if new.reachable is None else new.reachable,
    )


def _simplicity(finding: Finding) -> tuple[int, int, str]:
    return len(finding.before), len(finding.call), finding.call


def upsert(connection: Connection, target: int, new: NewFinding, run: int | None, now: float) -> Finding:
    """Put the finding in, or merge it with what is known of it; return what is kept."""
    row = connection.execute(
        "SELECT * FROM findings WHERE target = ? AND signature = ?", (target, new.signature)
    ).fetchone()
    if row is None:
        values = {**to_row(new.finding), "target": target, "signature": new.signature, "since_run": run}
        values |= {"first_seen": now, "last_seen": now}
        names = ", ".join(values)
        places = ", ".join(f":{name}" for name in values)
        connection.execute(f"INSERT INTO findings ({names}) VALUES ({places})", values)
        return new.finding
    kept = merged(from_row(row), new.finding)
    values = {**to_row(kept), "last_seen": now, "gone": 0, "number": row["number"]}
    if row["gone"]:
        # It was gone and is back: that is news again.
        values["since_run"] = run
    changes = ", ".join(f"{name} = :{name}" for name in values if name != "number")
    connection.execute(f"UPDATE findings SET {changes} WHERE number = :number", values)
    return kept


def to_row(finding: Finding) -> dict[str, object]:
    """Return the columns that hold the fields of a finding."""
    values: dict[str, object] = {name: to_column(getattr(finding, name)) for name in _TEXTS}
    values |= {
        "line": finding.line,
        "imports": to_json_column(finding.imports),
        "executions": finding.executions,
        "seconds": finding.seconds,
        "count": finding.count,
        "seed": str(finding.seed),
        "frames": to_json_column([(frame.file, frame.name, frame.line) for frame in finding.frames]),
        "encoded": finding.encoded,
        "before": to_json_column(finding.before),
        "reduced": int(finding.reduced),
        "reachable": None if finding.reachable is None else int(finding.reachable),
    }
    return values


def from_row(row: Row) -> Finding:
    """Return the finding in a row."""
    texts = {name: from_column(row[name]) for name in _TEXTS}
    return Finding(
        **texts,
        line=row["line"],
        imports=tuple(json.loads(row["imports"])),
        executions=row["executions"],
        seconds=row["seconds"],
        count=row["count"],
        seed=int(row["seed"]),
        frames=tuple(Frame(file, name, line) for file, name, line in json.loads(row["frames"])),
        encoded=bytes(row["encoded"]),
        before=tuple(json.loads(row["before"])),
        reduced=bool(row["reduced"]),
        reachable=None if row["reachable"] is None else bool(row["reachable"]),
    )


def stored(row: Row, run: int | None) -> StoredFinding:
    """Return a row joined with its target's name, as seen from a run."""
    status: Status = "known"
    if row["gone"]:
        status = "gone"
    elif row["since_run"] == run:
        status = "new"
    return StoredFinding(
        target=from_column(row["target_name"]),
        signature=row["signature"],
        finding=from_row(row),
        first_seen=row["first_seen"],
        last_seen=row["last_seen"],
        status=status,
    )
