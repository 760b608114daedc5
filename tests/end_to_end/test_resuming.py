"""The same command again: what changed comes first, what is gone is told, and a budget in executions knows no past."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.run import Started
from fuzzwright.campaigns.session import Session
from fuzzwright.settings import Settings
from fuzzwright.store import Store, open_store
from tests.frontends.shell import Shell

pytestmark = pytest.mark.slow

SHOP = """
def price(number: int) -> int:
    return 10 // number


def total(numbers: list[int]) -> int:
    return sum(price(number) for number in numbers) + numbers[0]


def first(text: str) -> str:
    return text[0]


def loud(text: str) -> str:
    return text.upper()
"""
DEADLY = """
import ctypes


def crash(number: int) -> int:
    if number > 5:
        ctypes.string_at(0)
    return number


def calm(number: int) -> int:
    return number
"""


class Project:
    """A folder with one module and a store, and campaigns in it."""

    def __init__(self, folder: Path, source: str = SHOP) -> None:
        self.folder = folder
        self.remarks: list[str] = []
        self.started: list[str] = []
        self.calls: dict[str, set[str]] = {}
        self.write(source)

    def write(self, source: str) -> None:
        (self.folder / "shop.py").write_text(source)

    def edit(self, before: str, after: str) -> None:
        text = (self.folder / "shop.py").read_text()
        assert before in text
        self.write(text.replace(before, after))

    def store(self) -> Store:
        return open_store(self.folder / "store.sqlite")

    def search(self, executions: int = 1000) -> None:
        """Run a campaign that finds what there is, however busy the machine is."""
        self.run(executions=executions, time_per_function=None)

    def run(self, stop_after: int | None = None, **settings: Any) -> None:
        """Run a campaign, as `fuzzwright run shop.py --store store.sqlite` does; stop it at the start of a turn."""
        chosen = Settings(jobs=1, store="store.sqlite").but(**({"time_per_function": 0.2} | settings))
        plan = make_plan(["shop.py"], chosen, self.folder)
        self.started.clear()
        with self.store() as store:
            store.begin_run("run shop.py", {}, 0)
            with Session(plan, chosen, store) as session:
                session.open()
                self.remarks = session.remarks
                for event in session.events():
                    if isinstance(event, Started) and event.target.name not in self.started:
                        self.started.append(event.target.name)
                    if len(self.started) == stop_after:
                        session.stop()
                        break
                self.calls = {finding.function: set() for finding in session.findings()}
                for finding in session.findings():
                    self.calls[finding.function].add(finding.call)
            store.end_run(0)

    def statuses(self) -> dict[str, str]:
        with self.store() as store:
            return {f"{kept.target} {kept.finding.exception}": kept.status for kept in store.findings()}


def test_what_changed_is_fuzzed_first_and_told(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.run()
    assert project.started == ["shop.first", "shop.loud", "shop.price", "shop.total"]
    assert project.remarks == []
    project.run()
    assert project.remarks == ["nothing changed since it was last fuzzed: 4 unchanged, those known least first"]
    project.edit("text.upper()", "text.lower()")
    project.run()
    assert project.remarks == ["1 changed or new first, 3 unchanged after"]
    assert project.started[0] == "shop.loud"


def test_a_function_whose_callee_changed_comes_first_and_its_old_finding_is_gone(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.search()
    assert project.statuses() == {
        "shop.first IndexError": "new",
        "shop.price ZeroDivisionError": "new",
        "shop.total ZeroDivisionError": "new",
        "shop.total IndexError": "new",
    }
    project.edit("10 // number", "10 // (number or 1)")
    project.run()
    assert project.started[:2] == ["shop.price", "shop.total"]
    assert project.remarks[0] == "2 changed or new first, 2 unchanged after"
    assert project.remarks[1].startswith("2 findings are gone now that the code has changed: ")
    assert project.statuses() == {
        "shop.first IndexError": "known",
        "shop.price ZeroDivisionError": "gone",
        "shop.total ZeroDivisionError": "gone",
        "shop.total IndexError": "known",
    }
    project.run()
    assert len(project.remarks) == 1
    project.edit("10 // (number or 1)", "10 // number")
    project.search()
    assert project.statuses()["shop.price ZeroDivisionError"] == "new"


def test_a_finding_that_only_moved_is_not_gone_and_keeps_its_history(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.search()
    project.edit("    return 10 // number", "    bought = 10\n    return bought // number")
    project.run()
    assert not any("gone" in remark for remark in project.remarks)
    with project.store() as store:
        (kept,) = store.findings(target="shop.price")
        assert (kept.status, kept.finding.line) == ("known", 4)
        events = [(one.run, one.event) for one in store.history("shop.price", kept.signature)]
    assert events[:2] == [(1, "came"), (2, "moved")]


def test_lines_added_above_a_function_make_no_second_finding(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.search()
    with project.store() as store:
        before = {kept.target: (kept.finding.line, kept.finding.exception) for kept in store.findings()}
    project.write("# one line\n# and another\n" + SHOP)
    project.search()
    with project.store() as store:
        stored = store.findings()
        assert len(stored) == len(project.calls["shop.total"]) + 2
        assert {kept.status for kept in stored} == {"known"}
        assert {kept.target: (kept.finding.line - 2, kept.finding.exception) for kept in stored} == before
        for kept in stored:
            history = store.history(kept.target, kept.signature)
            assert [one.event for one in history][:2] == ["came", "moved"]
            assert sum(one.count for one in history) == kept.finding.count


def test_known_findings_are_met_again_at_once(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.search()
    found = project.calls
    assert set(found) == {"shop.first", "shop.price", "shop.total"}
    # Nothing but what is tried first is run.
    project.search(1)
    assert project.calls == found
    with project.store() as store:
        counts = {kept.finding.id: kept.finding.count for kept in store.findings()}
        seen = {
            kept.finding.id: sum(one.count for one in store.history(kept.target, kept.signature))
            for kept in store.findings()
        }
    assert counts == seen


def test_a_crash_that_still_happens_after_a_change_stays_a_finding(tmp_path: Path) -> None:
    project = Project(tmp_path, DEADLY)
    project.search(100)
    (before,) = project.calls["shop.crash"]
    project.edit("    return number\n\n\ndef calm", "    return number + 1\n\n\ndef calm")
    project.search(1)
    assert project.calls["shop.crash"] == {before}
    assert project.statuses() == {"shop.crash SIGSEGV": "known"}
    project.edit("ctypes.string_at(0)", "pass")
    project.search(1)
    assert project.calls == {}
    assert project.statuses() == {"shop.crash SIGSEGV": "gone"}


def test_what_a_stopped_run_began_with_comes_before_what_is_finished(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.run()
    project.run(stop_after=1)
    (interrupted,) = project.started
    with project.store() as store:
        assert [target.name for target in store.targets() if target.unfinished] == [interrupted]
    project.edit("def loud", "def added(text: str) -> str:\n    return text\n\n\ndef loud")
    project.run()
    assert project.started[:2] == ["shop.added", interrupted]
    with project.store() as store:
        assert not any(target.unfinished for target in store.targets())


def test_where_all_share_one_time_the_changed_have_their_turns_first(tmp_path: Path) -> None:
    source = "".join(f"def f{number}(x: int) -> int:\n    return x + {number}\n\n\n" for number in range(8))
    project = Project(tmp_path, source)
    project.search(100)
    project.edit("x + 6", "x - 6")
    project.edit("x + 3", "x - 3")
    project.run(time=4.0, time_per_function=None)
    assert project.remarks == ["2 changed or new first, 6 unchanged after"]
    assert project.started[:2] == ["shop.f3", "shop.f6"]
    with project.store() as store:
        assert [target.name for target in store.targets() if not target.fuzzed_as_is] == []


def test_with_a_budget_in_executions_earlier_runs_change_nothing(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    shell = Shell(tmp_path / "work", tmp_path / "cache")
    shell.write(shop=SHOP)

    def report(cache: str) -> list[dict[str, Any]]:
        there = Shell(shell.folder, tmp_path / cache)
        found = there.report("run", "shop.py", "--executions", "400")["findings"]
        return [{key: value for key, value in finding.items() if key != "seconds"} for finding in found]

    fresh = report("empty")
    assert len(fresh) == 4
    shell("run", "shop.py", "--time-per-function", "0.2")
    shell.write(shop=SHOP.replace("upper", "lower"))
    assert report("cache") == fresh


def test_the_settings_of_a_run_are_kept(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    shell = Shell(tmp_path / "work", tmp_path / "cache")
    shell.write(shop="def f(x: int) -> int:\n    return x\n")
    shell("run", "shop.py", "--executions", "50", "--seed", "9", "--exclude", "nothing.*", "--store", "s.sqlite")
    with open_store(shell.folder / "s.sqlite") as store:
        (run,) = store.runs()
    wanted = {"executions": 50, "seed": 9, "exclude": ["nothing.*"], "search": "adaptive", "targets": ["shop.py"]}
    assert {name: run.settings[name] for name in wanted} == wanted
    assert run.exit_code == 0
