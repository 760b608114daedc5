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
from fuzzwright.store import sightings
from fuzzwright.store.records import Event, NewFinding, Status, StoredFinding, from_column, to_column, to_json_column

_TEXTS = ("id", "function", "kind", "exception", "message", "file", "call", "verdict", "evidence")


def merged(known: Finding, new: Finding, believed: bool = True) -> Finding:
    """Return one finding for two of the same failure; `believed` if the known one was repeated once."""
    simpler = new if _simplicity(new) < _simplicity(known) else known
    # Verdicts are judged anew in each run, with what the code says by then; but a failure that was
    # repeated once is believed.
    judged = known if new.verdict == "flaky" and believed else new
    if new.kind == known.kind == "timed_out" and new.verdict != "flaky":
        judged = simpler  # whether a hang is one to act on hangs on the numbers in the call that is shown
    return replace(
        simpler,
        id=known.id,
        executions=known.executions,
        seconds=known.seconds,
        count=known.count + new.count,
        verdict=judged.verdict,
        evidence=judged.evidence,
        reachable=known.reachable if new.reachable is None else new.reachable,
        # The same call may come again once it is known that nothing simpler fails.
        reduced=simpler.reduced or (new.reduced and _simplicity(new) == _simplicity(simpler)),
    )


def _simplicity(finding: Finding) -> tuple[int, int, str]:
    return len(finding.before), len(finding.call), finding.call


def upsert(connection: Connection, target: int, new: NewFinding, run: int | None, now: float) -> Finding:
    """Put the finding in, or merge it with what is known of it; return what is kept."""
    row = connection.execute(
        "SELECT * FROM findings WHERE target = ? AND signature = ?", (target, new.signature)
    ).fetchone()
    believed = new.believed and new.finding.verdict != "flaky"
    if row is None:
        values = {**to_row(new.finding), "target": target, "signature": new.signature, "since_run": run}
        values |= {"first_seen": now, "last_seen": now, "believed": int(believed)}
        names = ", ".join(values)
        places = ", ".join(f":{name}" for name in values)
        number = connection.execute(f"INSERT INTO findings ({names}) VALUES ({places})", values).lastrowid
        assert number is not None
        sightings.note(connection, number, run, "came", new.finding.count, now)
        return new.finding
    kept = merged(from_row(row), new.finding, bool(row["believed"]))
    values = {**to_row(kept), "last_seen": now, "gone": 0, "number": row["number"]}
    values["believed"] = int(bool(row["believed"]) or believed)
    if row["gone"]:
        # It was gone and is back: that is news again.
        values["since_run"] = run
    changes = ", ".join(f"{name} = :{name}" for name in values if name != "number")
    connection.execute(f"UPDATE findings SET {changes} WHERE number = :number", values)
    sightings.note(connection, row["number"], run, "came" if row["gone"] else "seen", new.finding.count, now)
    return kept


def end(connection: Connection, target: int, signature: str, run: int | None, event: Event, now: float) -> None:
    """Note that a finding is gone, if it is not already."""
    row = connection.execute(
        "SELECT number FROM findings WHERE target = ? AND signature = ? AND NOT gone", (target, signature)
    ).fetchone()
    if row is not None:
        connection.execute("UPDATE findings SET gone = 1 WHERE number = ?", (row["number"],))
        sightings.note(connection, row["number"], run, event, 0, now)


def move(connection: Connection, target: int, signature: str, new: NewFinding, run: int | None, now: float) -> None:
    """Let a finding go on under another signature; if there is one already, that one goes on instead."""
    rows = connection.execute(
        "SELECT number, signature FROM findings WHERE target = ? AND signature IN (?, ?)",
        (target, signature, new.signature),
    ).fetchall()
    numbers = {row["signature"]: row["number"] for row in rows}
    if signature not in numbers:
        return
    if new.signature in numbers:
        end(connection, target, signature, run, "moved", now)
        upsert(connection, target, new, run, now)
        return
    values = {**to_row(new.finding), "signature": new.signature, "last_seen": now, "number": numbers[signature]}
    del values["count"]
    changes = ", ".join(f"{name} = :{name}" for name in values if name != "number")
    connection.execute(
        f"UPDATE findings SET {changes}, count = count + :told WHERE number = :number",
        {**values, "told": new.finding.count},
    )
    sightings.note(connection, numbers[signature], run, "moved", new.finding.count, now)


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
