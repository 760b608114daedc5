"""A store of version 1 becomes one of version 2: nothing is lost, and what can be known of the past is filled in."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from fuzzwright.store import StoredInput, open_store, schema
from tests.store.make import FUNCTION, found
from tests.store.version_1 import make

RUN = "INSERT INTO runs VALUES (4, 'run shop', '{\"targets\":[\"shop\"]}', '7', 100.0, 110.0, 1)"
TARGET = (
    f"INSERT INTO targets VALUES (1, '{FUNCTION}', 'shop/orders.py', 'aa', 'adaptive', '7', 100.0, 110.0, 5000, 2.5, "
    "3, '{\"splice\":2}')"
)
NEVER_RUN = (
    "INSERT INTO targets VALUES (2, 'shop.new', 'shop/orders.py', 'bb', 'adaptive', '7', 100.0, 110.0, 0, 0, 0, '{}')"
)
INPUT = "INSERT INTO inputs VALUES (1, 1, 'h', x'0102', 3, 1.5, 17, 'returned')"


def finding(number: int, line: int, gone: int) -> str:
    new = found(line=line)
    return (
        f"INSERT INTO findings VALUES ({number}, 1, '{new.signature}', '{new.finding.id}', '{FUNCTION}', 'raised', "
        f"'IndexError', 'list index out of range', 'shop/orders.py', {line}, 'parse('''')', '[]', 'unexpected', 'why', "
        f"{line}, 0.5, 9, '7', '[[\"shop/orders.py\",\"parse\",{line}]]', x'', '[]', 1, NULL, 101.0, 109.0, 4, {gone})"
    )


def test_a_store_of_version_1_keeps_all_it_has(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    make(path, RUN, TARGET, NEVER_RUN, INPUT, finding(1, 41, 0), finding(2, 42, 1))
    with open_store(path) as store:
        (run,) = store.runs()
        assert (run.number, run.command, run.exit_code) == (4, "run shop", 1)
        known = {target.name: target for target in store.targets()}
        assert (known[FUNCTION].executions, known[FUNCTION].epoch, known[FUNCTION].notes) == (5000, 3, {"splice": 2})
        assert store.inputs(FUNCTION) == (StoredInput(b"\x01\x02", 3, 1.5, 17, "returned"),)
        assert [(kept.finding.line, kept.status) for kept in store.findings()] == [(41, "new"), (42, "gone")]
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_the_tables_are_those_of_a_new_store(tmp_path: Path) -> None:
    make(tmp_path / "old.sqlite", RUN, TARGET)
    tables = []
    for name in ("old.sqlite", "new.sqlite"):
        open_store(tmp_path / name).close()
        connection = sqlite3.connect(tmp_path / name)
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master ORDER BY name")]
        tables.append({each: connection.execute(f"PRAGMA table_info({each})").fetchall() for each in names})
        connection.close()
    assert tables[0] == tables[1]


def test_the_history_of_older_findings_begins_with_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    make(path, RUN, TARGET, finding(1, 41, 0), finding(2, 42, 1))
    with open_store(path) as store:
        here, gone = (store.history(FUNCTION, kept.signature) for kept in store.findings())
    assert [(one.run, one.event, one.count, one.first, one.last) for one in here] == [(4, "came", 9, 101.0, 109.0)]
    assert [(one.run, one.event) for one in gone] == [(4, "came"), (None, "gone")]


def test_a_function_fuzzed_by_version_1_counts_as_unchanged_while_its_source_is(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    make(path, RUN, TARGET, NEVER_RUN)

    def met(name: str, source_hash: str) -> bool:
        with open_store(path) as store:
            return store.remember_target(
                name, file="f.py", source_hash=source_hash, search="adaptive", seed=7, code_hash="with all it calls"
            ).fuzzed_as_is

    assert not met("shop.new", "bb")
    assert met(FUNCTION, "aa")
    assert not met(FUNCTION, "changed")
