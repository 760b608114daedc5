"""Properties under pytest: what is collected, what runs first, and how a failure is told and kept."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from textwrap import dedent

import pytest

# Loaded here, it is there for all runs of pytest in this process.
import fuzzwright.frontends.pytest.running  # noqa: F401

pytest_plugins = ["pytester"]

PLUGIN = "fuzzwright.frontends.pytest_plugin"
HEAD = """
import pytest
from dataclasses import dataclass
from fuzzwright import assume, event, example, generator, prop, target
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run of pytest ended and what it printed."""

    code: int
    text: str
    outcomes: dict[str, int]

    def line(self, part: str) -> str:
        """Return the first line with `part` in it."""
        found = next((line for line in self.text.splitlines() if part in line), None)
        assert found is not None, self.text
        return found


@dataclass(frozen=True, slots=True)
class Folder:
    """A user's folder of tests."""

    pytester: pytest.Pytester

    @property
    def path(self) -> Path:
        return self.pytester.path

    def write(self, tests: str = "", **modules: str) -> None:
        """Put a test module and others beside it into the folder."""
        if tests:
            (self.path / "test_it.py").write_text(HEAD + dedent(tests), "utf-8")
        for name, text in modules.items():
            (self.path / f"{name}.py").write_text(dedent(text), "utf-8")

    def run(self, *words: str, apart: bool = False) -> Ran:
        """Run pytest here; `apart` in a process of its own. What is counted is runs, unless times are given."""
        timed = any(word.startswith("--fuzzwright-time") for word in words)
        counted = any(word.startswith("--fuzzwright-executions") for word in words)
        budget = () if timed or counted else ("--fuzzwright-executions=300",)
        known = bool(entry_points(group="pytest11", name="fuzzwright"))
        given = [*(() if known else ("-p", PLUGIN)), "-p", "no:cacheprovider", *budget, *words]
        run = self.pytester.runpytest_subprocess if apart else self.pytester.runpytest_inprocess
        result = run(*given)
        text = f"{result.stdout.str()}\n{result.stderr.str()}"
        told = any(" in " in line for line in result.outlines[-1:])
        return Ran(int(result.ret), text, result.parseoutcomes() if told else {})

    def kept(self) -> list[str]:
        """Return the texts of the failing calls that are kept, by the names of their files."""
        return [file.read_text("utf-8") for file in sorted((self.path / ".fuzzwright" / "failures").glob("*"))]


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Folder:
    """A folder of tests."""
    return Folder(pytester)


# What is collected ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_properties_are_collected_whatever_their_names_also_in_classes(folder: Folder) -> None:
    folder.write("""
        @prop
        def sums_commute(a: int, b: int) -> None:
            assert a + b == b + a

        class Lists:
            @prop
            def reversing_twice_changes_nothing(self, items: list[int]) -> bool:
                return items[::-1][::-1] == items

        class Common:
            @prop
            def texts_are_short(self, text: str) -> bool:
                return len(text) < self.limit

        class TestCommon(Common):
            limit = 10**9

        class TestTexts:
            @prop
            async def test_upper_keeps_spaces(self, text: str) -> None:
                assert text.count(" ") == text.upper().count(" ")

            @staticmethod
            @prop
            def texts_are_as_long_as_they_are(text: str) -> None:
                assert len(text) == len(list(text))

            def not_a_test(self) -> None:
                raise ValueError

        def test_plain() -> None:
            pass
    """)
    ran = folder.run("-v")
    assert ran.outcomes == {"passed": 6}
    assert "test_it.py::Lists::reversing_twice_changes_nothing PASSED" in ran.text
    assert "fuzzwright: 5 properties, 300 runs each, seed 0" in ran.text


@pytest.mark.slow
def test_a_property_that_is_only_imported_is_a_test_of_the_module_it_is_from(folder: Folder) -> None:
    (folder.path / "laws.py").write_text(
        "from fuzzwright import prop\n"
        "@prop\n"
        "def numbers_are_odd(n: int) -> bool:\n"
        "    return n % 2 == 1\n"
        "@prop\n"
        "def test_numbers(n: int) -> bool:\n"
        "    return n == n\n"
    )
    folder.write("""
        from laws import numbers_are_odd, test_numbers

        @prop
        def of_its_own(n: int) -> bool:
            return callable(numbers_are_odd)
    """)
    ran = folder.run("-v")
    assert ran.outcomes == {"passed": 2}
    assert "test_numbers" in ran.text
    assert "of_its_own" in ran.text


@pytest.mark.slow
def test_parameters_named_like_fixtures_get_the_fixtures(folder: Folder) -> None:
    folder.write("""
        @pytest.fixture
        def limit() -> int:
            return 1_000_000_000

        @prop
        @pytest.mark.parametrize("step", [1, 2])
        def stays_below(limit: int, x: int, step: int, tmp_path) -> None:
            assert limit == 1_000_000_000 and tmp_path.is_dir() and step in (1, 2)
            assert x != 77
    """)
    ran = folder.run()
    assert ran.outcomes == {"failed": 2}
    assert "stays_below(x=77, limit=limit, step=step, tmp_path=tmp_path)" in ran.text
    assert "@example(x=77)" in ran.text
    assert len(folder.kept()) == 2


@pytest.mark.slow
def test_fixtures_are_set_up_before_and_torn_down_after_the_runs(folder: Folder) -> None:
    folder.write("""
        @pytest.fixture
        def log():
            lines = ["set up"]
            yield lines
            print("torn down with", lines)

        @prop
        def sees_it_set_up(log: list, x: int) -> None:
            assert log[0] == "set up"
            log.append(x)
    """)
    ran = folder.run("-s")
    assert ran.outcomes == {"passed": 1}
    assert "torn down with ['set up']" in ran.text, "runs are in a process of their own"


# How a failure is told ------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_failure_shows_call_line_seed_runs_and_the_assertion(folder: Folder) -> None:
    folder.write(
        """
        import shop

        @prop
        def prices_are_not_negative(count: int) -> None:
            assume(count > 0)
            price = shop.price(count)
            assert price >= 0
        """,
        shop="""
        def price(count: int) -> int:
            if count > 1000:
                return -1
            return count
        """,
    )
    ran = folder.run("--fuzzwright-seed", "5")
    assert ran.outcomes == {"failed": 1}
    assert ">       assert price >= 0" in ran.text
    assert "E       assert -1 >= 0" in ran.text
    assert "test_it.py:12: AssertionError" in ran.text
    assert "E           prices_are_not_negative(1001)" in ran.text
    told = ran.line("property at")
    assert "property at test_it.py:9, failed first in run " in told
    assert "discarded), --fuzzwright-seed 5" in told
    assert "explore.py" not in ran.text
    assert "running.py" not in ran.text


@pytest.mark.slow
def test_the_same_seed_fails_in_the_same_run_with_the_same_call(folder: Folder) -> None:
    folder.write("""
        @prop
        def small(items: list[int]) -> None:
            assert sum(items) < 5000
    """)
    told = []
    for _ in range(2):
        ran = folder.run("--fuzzwright-seed", "3")
        told.append((ran.line("small(["), ran.line("failed first")))
        for file in (folder.path / ".fuzzwright" / "failures").glob("*"):
            file.unlink()
    assert told[0] == told[1]


@pytest.mark.slow
def test_a_property_that_says_bool_fails_when_it_returns_false(folder: Folder) -> None:
    folder.write("""
        @prop
        def is_small(x: int) -> bool:
            return x < 300

        @prop
        async def is_small_later(x: int) -> bool:
            return x < 300

        @prop
        def says_nothing(x: int) -> None:
            return x < 300
    """)
    ran = folder.run()
    assert ran.outcomes == {"failed": 2, "passed": 1}
    assert "returned False\nFailing call:\n    is_small(300)" in ran.text
    assert "    is_small_later(300)" in ran.text


@pytest.mark.slow
def test_a_death_and_a_hang_are_told_with_the_call_and_do_not_end_pytest(folder: Folder) -> None:
    folder.write("""
        import os, signal

        @prop
        def dies(x: int) -> None:
            if x > 100:
                os.kill(os.getpid(), signal.SIGSEGV)

        @prop
        def waits(x: int) -> None:
            while x > 100:
                pass

        @prop
        def leaves(x: int) -> None:
            if x > 100:
                os._exit(3)

        @prop
        def calls_exit(x: int) -> None:
            if x > 100:
                raise SystemExit(0)

        def test_after() -> None:
            pass
    """)
    (folder.path / "pyproject.toml").write_text("[tool.fuzzwright]\ncpu-limit = 0.3\n", "utf-8")
    ran = folder.run()
    assert ran.outcomes == {"failed": 4, "passed": 1}
    assert "no end after 0.9 s of CPU time" in ran.text
    assert "SIGSEGV: the process was killed by SIGSEGV" in ran.text
    assert "    dies(101)" in ran.text
    assert "os._exit with code 3" in ran.text
    assert "sys.exit with code 0" in ran.text


@pytest.mark.slow
def test_a_call_with_values_of_classes_is_written_as_the_module_names_them(folder: Folder) -> None:
    folder.write(
        """
        from shapes import Point
        import shapes as forms

        @prop
        def on_the_left(p: Point, kind: forms.Kind, others: dict[str, Point]) -> None:
            assert p.x < 50 or kind is not forms.Kind.ROUND
        """,
        shapes="""
        import enum
        from dataclasses import dataclass

        @dataclass
        class Point:
            x: int = 0

        class Kind(enum.Enum):
            ROUND = 1
            FLAT = 2
        """,
    )
    ran = folder.run()
    assert ran.outcomes == {"failed": 1}
    (kept,) = folder.kept()
    assert kept.endswith("\n\non_the_left(Point(50), forms.Kind.ROUND, {})\n")
    again = folder.run()
    assert "kept in .fuzzwright/failures/test_it.py-on_the_left.txt and run first" in again.text


# What runs first ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_examples_run_first_in_order_and_are_told_as_such(folder: Folder) -> None:
    folder.write("""
        seen = []

        @prop
        @example(1, name="one")
        @example(2, "two")
        @example(3, "three")
        def never_two(number: int, name: str) -> None:
            seen.append(name)
            print("ran", seen)
            assert number != 2 or name != "two"
    """)
    ran = folder.run("--fuzzwright-time-per-property=0")
    assert ran.outcomes == {"failed": 1}
    assert "ran ['one', 'two']" in ran.text
    assert "three" not in ran.line("ran ['one', 'two']")
    assert "Failing example, number 2 of those given: @example(2, 'two')" in ran.text
    assert folder.kept() == []


def test_examples_leave_out_the_fixtures_and_what_they_give_is_not_changed(folder: Folder) -> None:
    folder.write("""
        given = [1]

        @pytest.fixture
        def base() -> int:
            return 10

        @prop
        @example(given)
        @example(items=given)
        def appends(base: int, items: list[int]) -> None:
            assert base == 10
            assert items == [1] or len(items) != 1 or items == [items[0]]
            items.append(2)

        def test_nothing_was_appended() -> None:
            assert given == [1]
    """)
    assert folder.run("--fuzzwright-time-per-property=0").outcomes == {"passed": 2}


@pytest.mark.slow
def test_a_failing_call_is_kept_and_run_first_until_it_passes(folder: Folder) -> None:
    failing = """
        @prop
        def no_long_texts(texts: list[str]) -> None:
            assert all(len(text) < LONGEST for text in texts)
    """
    folder.write("LONGEST = 6\n" + failing.replace("\n        ", "\n"))
    first = folder.run("--fuzzwright-executions=3000")
    assert first.outcomes == {"failed": 1}
    (kept,) = folder.kept()
    assert kept.startswith("# test_it.py::no_long_texts fails when it is called like this")
    call = kept.strip().splitlines()[-1]
    assert call.startswith("no_long_texts([")
    again = folder.run("--fuzzwright-time-per-property=0")
    assert again.outcomes == {"failed": 1}
    assert "and run first:" in again.text
    assert call in again.text
    folder.write("LONGEST = 10**9\n" + failing.replace("\n        ", "\n"))
    mended = folder.run()
    assert mended.outcomes == {"passed": 1}
    assert folder.kept() == [kept]


@pytest.mark.slow
def test_a_kept_call_that_fits_no_more_is_told_and_passed_over(folder: Folder) -> None:
    folder.write("""
        @prop
        def holds(x: int) -> None:
            assert x == x
    """)
    failures = folder.path / ".fuzzwright" / "failures"
    failures.mkdir(parents=True)
    (failures / "test_it.py-holds.txt").write_text("holds(Gone(1))\n", "utf-8")
    ran = folder.run()
    assert ran.outcomes == {"passed": 1, "warnings": 1}
    assert "cannot be made any more (NameError: name 'Gone' is not defined)" in ran.text


@pytest.mark.slow
def test_events_and_targets_are_counted(folder: Folder) -> None:
    folder.write("""
        @prop
        def counts(x: int) -> None:
            event("even" if x % 2 == 0 else "odd")
            target(abs(x), "size")
    """)
    ran = folder.run()
    assert ran.outcomes == {"passed": 1}
    assert "even" in ran.text.split("fuzzwright: events and targets")[1]
    assert "largest value of target 'size': " in ran.text


@pytest.mark.slow
def test_target_guides_the_search(folder: Folder) -> None:
    """Only the value says how near an input is: the code itself goes one way for all of them."""
    text = """
        import operator
        from typing import Literal

        WANTED = [1 + place * place * 7 % 5 for place in range(8)]
        HOLDS = [True] * 8 + [False]

        @prop
        def nobody_guesses(places: list[Literal[1, 2, 3, 4, 5]]) -> None:
            right = sum(map(operator.eq, places[:8], WANTED))
            {told}
            assert HOLDS.__getitem__(right)
    """
    counts = []
    for told in ("target(right)", "pass"):
        folder.write(text.format(told=told))
        counts.append(folder.run("--fuzzwright-executions=40000").outcomes)
        for file in (folder.path / ".fuzzwright").rglob("*.txt"):
            file.unlink()
    assert counts == [{"failed": 1}, {"passed": 1}]
