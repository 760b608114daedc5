"""Stored findings run again: which failure is the same, where targets lie now, what is noted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fuzzwright.campaigns.again import Again, is_same, note_in
from fuzzwright.campaigns.stored_code import NoFunction, Place, beside, module_of, place_of
from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import Died, Frame, Mismatched, Raised, TimedOut
from fuzzwright.errors import FuzzwrightError
from fuzzwright.store import NewFinding, Store, StoredFinding, finding_id, open_store, signature_hash

NAME = "shop.orders.parse"
FRAME = Frame("shop/orders.py", "parse", 17)
RAISED = Raised((FRAME,), "IndexError", "list index out of range")
FINDING = Finding(
    id=finding_id(NAME, RAISED.signature),
    function=NAME,
    kind="raised",
    exception="IndexError",
    message="list index out of range",
    file="shop/orders.py",
    line=17,
    call="parse('0')",
    imports=("from shop.orders import parse",),
    verdict="unexpected",
    evidence="",
    executions=1,
    seconds=0.1,
    count=1,
    seed=0,
    frames=(FRAME,),
)
SIGNATURE = signature_hash(NAME, RAISED.signature)


def kept(store: Store) -> StoredFinding:
    """Return the finding as it is kept."""
    store.remember_target(NAME, file="shop/orders.py", source_hash="", search="adaptive", seed=0)
    return store.upsert_finding(NAME, NewFinding(FINDING, SIGNATURE))


def test_moved_lines_leave_a_failure_the_same() -> None:
    assert is_same(FINDING, replace(RAISED, frames=(replace(FRAME, line=99),)))


@pytest.mark.parametrize(
    "failure",
    [
        Raised((FRAME,), "KeyError"),
        Raised((replace(FRAME, name="total"),), "IndexError"),
        Raised((FRAME, Frame("shop/money.py", "share", 3)), "IndexError"),
        Raised((), "IndexError"),
        Mismatched((), "int", "None"),
    ],
)
def test_another_exception_or_function_is_another_failure(failure: Raised | Mismatched) -> None:
    assert not is_same(FINDING, failure)


def test_where_a_process_was_when_it_was_ended_does_not_matter() -> None:
    hang = replace(FINDING, kind="timed_out", exception="timed_out")
    assert is_same(hang, TimedOut((Frame("shop/money.py", "share", 3),), 3.0))
    crash = replace(FINDING, kind="died", exception="SIGSEGV")
    assert is_same(crash, Died((), 11))
    assert not is_same(crash, Died((), 6))


def test_recursion_is_the_same_if_the_same_functions_call_each_other() -> None:
    frames = (FRAME, replace(FRAME, name="inner"), FRAME, replace(FRAME, name="inner"))
    deep = replace(FINDING, exception="RecursionError", frames=frames)
    assert is_same(deep, Raised(frames[1:] * 2, "RecursionError"))
    assert not is_same(deep, Raised((replace(FRAME, name="other"),) * 2, "RecursionError"))


@pytest.mark.parametrize(
    ("target", "file", "module"),
    [
        ("shop.orders.parse", "shop/orders.py", "shop.orders"),
        ("shop.orders.Line.total", "shop/orders.py", "shop.orders"),
        ("shop.parse", "shop/__init__.py", "shop"),
        ("bank.Account.share", "bank.py", "bank"),
        ("tools.run", "../scripts/tools.py", "tools"),
    ],
)
def test_the_module_of_a_target_is_read_from_its_file(target: str, file: str, module: str) -> None:
    assert module_of(target, file) == module


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with a package below `src`."""
    package = tmp_path / "src" / "shop"
    package.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("", "utf-8")
    (package / "__init__.py").write_text("", "utf-8")
    (package / "orders.py").write_text("def parse(text: str) -> None: ...\n", "utf-8")
    return tmp_path


def test_a_target_is_found_below_the_first_root_that_has_its_file(project: Path) -> None:
    place = place_of(NAME, "shop/orders.py", [project, project / "src"], project)
    assert place == Place(str(project / "src"), "shop.orders", str(project / "src/shop/orders.py"), "parse")
    assert beside(place, ["shop/orders.py", "shop/__init__.py", "none.py"]) == [
        ["shop", str(project / "src/shop/__init__.py")]
    ]


def test_a_function_that_is_gone_is_told_from_a_file_that_is_not_there(project: Path) -> None:
    with pytest.raises(NoFunction, match="no function `read`"):
        place_of("shop.orders.read", "shop/orders.py", [project / "src"], project)
    with pytest.raises(FuzzwrightError, match="is not there") as told:
        place_of("shop.bills.read", "shop/bills.py", [project / "src"], project)
    assert not isinstance(told.value, NoFunction)


def test_what_is_gone_is_noted(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.sqlite") as store:
        note_in(store, Again(kept(store), "gone"))
        assert [stored.status for stored in store.findings()] == ["gone"]


@pytest.mark.parametrize("end", ["not_now", "changed", "missing"])
def test_what_could_not_be_run_is_left_as_it_is(tmp_path: Path, end: str) -> None:
    with open_store(tmp_path / "store.sqlite") as store:
        note_in(store, Again(kept(store), end))  # type: ignore[arg-type]  # pytest passes texts
        assert [stored.status for stored in store.findings()] != ["gone"]


def test_what_goes_on_at_other_lines_takes_the_place_of_the_old(tmp_path: Path) -> None:
    moved = replace(RAISED, frames=(replace(FRAME, line=20),))
    now = replace(FINDING, id=finding_id(NAME, moved.signature), line=20, frames=moved.frames)
    with open_store(tmp_path / "store.sqlite") as store:
        stored = kept(store)
        note_in(store, Again(stored, "still", now=now, signature=signature_hash(NAME, moved.signature)))
        after = {one.finding.line: one.status == "gone" for one in store.findings()}
        assert after == {17: True, 20: False}
        assert [sighting.event for sighting in store.history(NAME, SIGNATURE)][-1] == "moved"
