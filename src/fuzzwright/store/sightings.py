"""The history of findings as rows: for each run what it saw of a finding, and when.

A run that meets a finding has one row for it, whatever it tells how often; so the history grows with
the number of runs, and of those that merely saw it only the latest stay.
"""

from __future__ import annotations

from sqlite3 import Connection, Row

from fuzzwright.store.records import Event, Sighting

MOST_SEEN = 200
"""Of the runs that merely saw a finding, so many are remembered; coming and going is never forgotten."""


def note(connection: Connection, finding: int, run: int | None, event: Event, count: int, now: float) -> None:
    """Add what a run saw of a finding to what it saw of it before."""
    last = connection.execute(
        "SELECT number, event FROM sightings WHERE finding = ? AND run IS ? ORDER BY number DESC LIMIT 1",
        (finding, run),
    ).fetchone()
    # The run in which it came sees it again and again; that stays one row.
    if last is not None and (last[1] == event or (event == "seen" and last[1] == "came")):
        connection.execute("UPDATE sightings SET count = count + ?, last = ? WHERE number = ?", (count, now, last[0]))
        return
    connection.execute(
        "INSERT INTO sightings (finding, run, event, count, first, last) VALUES (?, ?, ?, ?, ?, ?)",
        (finding, run, event, count, now, now),
    )
    if event == "seen":
        connection.execute(
            "DELETE FROM sightings WHERE finding = ?1 AND event = 'seen' AND number NOT IN "
            "(SELECT number FROM sightings WHERE finding = ?1 AND event = 'seen' ORDER BY number DESC LIMIT ?2)",
            (finding, MOST_SEEN),
        )


def from_row(row: Row) -> Sighting:
    """Return the sighting in a row."""
    return Sighting(row["run"], row["event"], row["count"], row["first"], row["last"])
