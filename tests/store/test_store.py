from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.errors import FuzzwrightError
from fuzzwright.store import Store, StoredInput, open_store
from tests.store.make import FUNCTION, found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    ticks = count(1000)
    with open_store(tmp_path / "store.sqlite", clock=lambda: float(next(ticks))) as opened:
        opened.remember_target(FUNCTION, file="shop/orders.py", source_hash="aa", search="adaptive", seed=7)
        yield opened


def test_a_run_has_its_command_settings_seed_and_end(store: Store) -> None:
    began = store.begin_run("run shop", {"time": 3.5, "include": ["a*"], "store": Path("x")}, 1 << 80)
    assert (began.ended, began.exit_code) == (None, None)
    store.end_run(1)
    (run,) = store.runs()
    assert (run.command, run.seed, run.exit_code) == ("run shop", 1 << 80, 1)
    assert run.settings == {"time": 3.5, "include": ["a*"], "store": "x"}
    assert run.ended is not None
    assert run.ended > run.started


def test_a_target_met_again_keeps_its_past(store: Store) -> None:
    store.save_epoch(FUNCTION, 0, executions=4096, seconds=0.5, notes={"splice": 3})
    store.save_epoch(FUNCTION, 1, executions=4096, seconds=0.25)
    again = store.remember_target(FUNCTION, file="shop/orders.py", source_hash="aa", search="adaptive", seed=7)
    assert (again.executions, again.seconds, again.epoch) == (8192, 0.75, 2)
    assert again.notes == {"splice": 3}
    assert again.first_seen < again.last_seen
    assert not again.changed
    assert [dataclasses.replace(known, last_seen=0.0) for known in store.targets()] == [
        dataclasses.replace(again, last_seen=0.0)
    ]


@pytest.mark.parametrize(
    ("source_hash", "search", "seed"), [("bb", "adaptive", 7), ("aa", "mutagen", 7), ("aa", "adaptive", 8)]
)
def test_a_target_that_is_not_what_it_was_is_told(store: Store, source_hash: str, search: str, seed: int) -> None:
    again = store.remember_target(FUNCTION, file="f.py", source_hash=source_hash, search=search, seed=seed)
    assert again.changed
    assert (again.source_hash, again.search, again.seed) == (source_hash, search, seed)


def test_inputs_come_back_as_they_went_in_and_in_order(store: Store) -> None:
    inputs = (
        StoredInput(b"\0\xff", features=3, complexity=2.5, execution=10, outcome="raised"),
        StoredInput(b"", features=1, complexity=float("inf"), execution=11),
    )
    assert store.add_inputs(FUNCTION, inputs) == 2
    assert store.inputs(FUNCTION) == inputs


def test_an_equal_input_is_kept_once_per_target(store: Store) -> None:
    store.remember_target("shop.b", file="f.py", source_hash="", search="adaptive", seed=0)
    assert store.add_inputs(FUNCTION, [StoredInput(b"x"), StoredInput(b"y"), StoredInput(b"x")]) == 2
    assert store.add_inputs(FUNCTION, [StoredInput(b"y"), StoredInput(b"z")]) == 1
    assert store.add_inputs("shop.b", [StoredInput(b"x")]) == 1
    assert [kept.encoded for kept in store.inputs(FUNCTION)] == [b"x", b"y", b"z"]


def test_an_epoch_drops_what_the_corpus_no_longer_needs(store: Store) -> None:
    old, new = StoredInput(b"old"), StoredInput(b"new")
    store.add_inputs(FUNCTION, [old])
    store.save_epoch(FUNCTION, 0, executions=1, seconds=0.0, kept=[new], dropped=[old.hash])
    assert store.inputs(FUNCTION) == (new,)


def test_an_epoch_that_fails_half_way_leaves_no_trace(store: Store) -> None:
    broken = dataclasses.replace(found().finding, count=1 << 70)
    with pytest.raises(OverflowError):
        store.save_epoch(
            FUNCTION,
            0,
            executions=5,
            seconds=1.0,
            kept=[StoredInput(b"x")],
            findings=[found(), dataclasses.replace(found(line=42), finding=broken)],
        )
    assert store.inputs(FUNCTION) == ()
    assert store.findings() == ()
    assert store.targets()[0].executions == 0
    store.save_epoch(FUNCTION, 0, executions=5, seconds=1.0)
    assert store.targets()[0].executions == 5


def test_a_forgotten_corpus_leaves_the_findings(store: Store) -> None:
    store.save_epoch(FUNCTION, 0, executions=5, seconds=1.0, kept=[StoredInput(b"x")], findings=[found()])
    store.forget_corpus(FUNCTION)
    assert store.inputs(FUNCTION) == ()
    assert (store.targets()[0].executions, store.targets()[0].epoch) == (0, 0)
    assert len(store.findings()) == 1


def test_a_finding_comes_back_whole_whatever_its_text(store: Store) -> None:
    new = found(
        message="\ud800 \0 \x1b[31m é 🎉 </script>",
        call="parse('\udcff')",
        file="shop/\udcff.py",
        imports=("import a", "import \ud800"),
        frames=(Frame("a\udc80.py", "f.<locals>.g", 3), Frame("b.py", "h", 9)),
        before=("parse('x')",),
        encoded=bytes(range(256)),
        reduced=True,
        reachable=False,
        seed=-(1 << 90),
    )
    kept = store.upsert_finding(FUNCTION, new)
    assert kept.finding == new.finding
    assert (kept.target, kept.signature) == (FUNCTION, new.signature)


def test_the_simplest_call_stays_and_counts_add_up(store: Store) -> None:
    store.upsert_finding(FUNCTION, found(call="parse('a,b,c')", message="long", count=3, executions=10, seconds=0.5))
    shorter = found(call="parse('')", message="short", count=4, executions=99, seconds=9.0, encoded=b"s")
    store.upsert_finding(FUNCTION, shorter)
    kept = store.upsert_finding(FUNCTION, found(call="parse('aaaaaaa')", message="longer", count=5)).finding
    assert (kept.call, kept.message, kept.encoded) == ("parse('')", "short", b"s")
    assert kept.count == 12
    assert (kept.executions, kept.seconds) == (10, 0.5)


def test_a_call_that_stands_alone_is_simpler_than_one_that_needs_others_first(store: Store) -> None:
    store.upsert_finding(FUNCTION, found(call="parse('')", before=("parse('x')",)))
    assert store.upsert_finding(FUNCTION, found(call="parse('aaa')")).finding.call == "parse('aaa')"


def test_a_new_verdict_replaces_the_old_one_unless_it_is_flaky(store: Store) -> None:
    store.upsert_finding(FUNCTION, found(verdict="unexpected"))
    assert store.upsert_finding(FUNCTION, found(verdict="flaky")).finding.verdict == "unexpected"
    assert store.upsert_finding(FUNCTION, found(verdict="deliberate")).finding.verdict == "deliberate"


def test_a_finding_replaced_by_its_reduction_keeps_its_count(store: Store) -> None:
    store.upsert_finding(FUNCTION, found(call="parse('')", count=3))
    store.replace_finding(FUNCTION, found(call="parse(str())", reduced=True, count=1))
    (kept,) = store.findings()
    assert (kept.finding.call, kept.finding.reduced, kept.finding.count) == ("parse(str())", True, 3)


def test_status_goes_from_new_to_known_to_gone_and_back_to_new(tmp_path: Path) -> None:
    def seen_in_a_run(meet: bool, gone: bool = False) -> str:
        with open_store(tmp_path / "store.sqlite") as store:
            store.remember_target(FUNCTION, file="f.py", source_hash="", search="adaptive", seed=0)
            store.begin_run("run", {}, 0)
            if meet:
                store.upsert_finding(FUNCTION, found())
            if gone:
                store.mark_gone(FUNCTION, [found().signature])
            store.end_run(0)
            return store.findings()[0].status

    assert seen_in_a_run(meet=True) == "new"
    with open_store(tmp_path / "store.sqlite") as reader:
        assert reader.findings()[0].status == "new"
    assert seen_in_a_run(meet=False) == "known"
    assert seen_in_a_run(meet=True) == "known"
    assert seen_in_a_run(meet=False, gone=True) == "gone"
    assert seen_in_a_run(meet=True) == "new"


def test_findings_are_asked_for_by_target_and_by_the_start_of_their_id(store: Store) -> None:
    store.remember_target("shop.b", file="f.py", source_hash="", search="adaptive", seed=0)
    store.upsert_finding("shop.b", found(line=1))
    late, soon = found(line=2, executions=50), found(line=3, executions=20)
    store.save_epoch(FUNCTION, 0, executions=60, seconds=1.0, findings=[late, soon])
    assert [kept.finding.line for kept in store.findings()] == [1, 3, 2]
    assert [kept.finding.line for kept in store.findings(target=FUNCTION)] == [3, 2]
    assert [kept.finding for kept in store.findings(id_prefix=late.finding.id[:5])] == [late.finding]
    assert store.findings(id_prefix="%") == ()


def test_threads_may_share_a_store(store: Store) -> None:
    def save(name: int) -> None:
        for epoch in range(25):
            kept = [StoredInput(f"{name} {epoch}".encode())]
            store.save_epoch(FUNCTION, epoch, executions=1, seconds=0.0, kept=kept, findings=[found(count=1)])

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(save, range(4)))
    assert len(store.inputs(FUNCTION)) == 100
    assert store.targets()[0].executions == 100
    assert store.findings()[0].finding.count == 100


def test_an_unknown_target_is_told(store: Store) -> None:
    with pytest.raises(FuzzwrightError, match=r"shop\.nothing"):
        store.add_inputs("shop.nothing", [])
    assert store.inputs("shop.nothing") == ()


def test_a_full_disk_is_told_and_what_was_saved_is_safe(store: Store, tmp_path: Path) -> None:
    store.add_inputs(FUNCTION, [StoredInput(b"kept")])
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    # SQLite takes its own page limit for a full disk.
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(FuzzwrightError) as caught:
        store.add_inputs(FUNCTION, [StoredInput(bytes(1 << 20))])
    assert "disk space" in (caught.value.fix or "")
    assert [kept.encoded for kept in store.inputs(FUNCTION)] == [b"kept"]
    connection = sqlite3.connect(tmp_path / "store.sqlite")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_call_that_turns_out_to_be_the_simplest_is_kept_as_such(store: Store) -> None:
    kept = [store.upsert_finding(FUNCTION, found(reduced=reduced)).finding for reduced in (False, True, False)]
    assert [each.reduced for each in kept] == [False, True, True]


def test_a_hang_is_judged_by_the_call_that_is_kept(store: Store) -> None:
    for call, verdict in (("parse(1001)", "unexpected"), ("parse(70368744175616)", "resource")):
        kept = store.upsert_finding(FUNCTION, found(kind="timed_out", call=call, verdict=verdict)).finding
        assert (kept.call, kept.verdict) == ("parse(1001)", "unexpected")
