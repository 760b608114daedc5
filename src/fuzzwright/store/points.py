"""The multiset of what was observed of a target, as rows: counts, first execution, first and last time.

It is bounded: where a target has too many points, the rarest of a kind are put together in one row, so
that counts still add up.
"""

from __future__ import annotations

from collections.abc import Iterable
from sqlite3 import Connection, Row

from fuzzwright.store.records import Point

MOST_POINTS = 1000
"""Rows of one target and kind."""


def add(connection: Connection, target: int, points: Iterable[Point], now: float) -> None:
    """Add what was observed since the last time."""
    kinds = set()
    for point in points:
        kinds.add(point.kind)
        _add(connection, target, point, now, now)
    for kind in sorted(kinds):
        _bound(connection, target, kind)


def _add(connection: Connection, target: int, point: Point, first: float, last: float) -> None:
    connection.execute(
        "INSERT INTO points (target, kind, what, count, first_execution, first_seen, last_seen) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (target, kind, what) DO UPDATE SET count = count + excluded.count, "
        "first_execution = CASE WHEN excluded.first_seen < first_seen THEN excluded.first_execution "
        "ELSE first_execution END, "
        "first_seen = min(first_seen, excluded.first_seen), last_seen = max(last_seen, excluded.last_seen)",
        (target, point.kind, point.what, point.count, point.first_execution, first, last),
    )


def _bound(connection: Connection, target: int, kind: str) -> None:
    """Put the rarest points together if there are too many; of equally rare ones the latest."""
    (rows,) = connection.execute(
        "SELECT count(*) FROM points WHERE target = ? AND kind = ? AND what <> ''", (target, kind)
    ).fetchone()
    if rows < MOST_POINTS:
        return
    # Half a tenth more than needed, so that this does not happen with each further point.
    rarest = connection.execute(
        "SELECT * FROM points WHERE target = ? AND kind = ? AND what <> '' "
        "ORDER BY count, first_seen DESC, what DESC LIMIT ?",
        (target, kind, rows - MOST_POINTS + 1 + MOST_POINTS // 20),
    ).fetchall()
    for row in rarest:
        point = from_row(row)
        connection.execute("DELETE FROM points WHERE target = ? AND kind = ? AND what = ?", (target, kind, point.what))
        rest = Point(point.kind, "", point.count, point.first_execution)
        _add(connection, target, rest, point.first_seen, point.last_seen)


def from_row(row: Row) -> Point:
    """Return the point in a row."""
    return Point(row["kind"], row["what"], row["count"], row["first_execution"], row["first_seen"], row["last_seen"])
