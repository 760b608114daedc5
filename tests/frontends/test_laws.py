"""Laws wherever properties are run: on the command line, from Python, under pytest; what is run first and followed."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

# Loaded here, it is there for all runs of pytest in this process.
import fuzzwright.frontends.pytest.running  # noqa: F401
from tests.frontends.shell import Shell

pytest_plugins = ["pytester"]

SORTING = """
    def sort(items: list[int]) -> list[int]:
        return sorted(set(items))


    def sort_well(items: list[int]) -> list[int]:
        if not items:
            return []
        first, *others = items
        smaller = [item for item in others if item < first]
        larger = [item for item in others if item >= first]
        return [*sort_well(smaller), first, *sort_well(larger)]


    def bare(items):
        return items


    def single(text: str) -> str:
        return text.replace("  ", " ")
"""
LAWS = """
    from fuzzwright import agree, example, idempotent
    from sorting import bare, single, sort, sort_well

    sorts_agree = agree(
        sort,
        sorted,
    )
    sorts_well = agree(sorted, sort_well)


    class TestMore:
        spaces = example("   ")(idempotent(single))
        no_hints = agree(bare, sorted)
"""
GUARDED = """
    def guard(word: str, number: int) -> int:
        if word == "open sesame":
            if number == 90210:
                return 1
        return 0
"""
BEHIND = """
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[1] / "src"))
    from fuzzwright import agree, prop
    import guarded


    def never(word: str, number: int) -> int:
        return 0


    guards = agree(guarded.guard, never)


    @prop
    def stays_shut(word: str, number: int) -> None:
        assert guarded.guard(word, number) == 0
"""


def project_with_tests_apart(folder: Path) -> None:
    """Write a project whose tests are in another folder than its code."""
    (folder / "pyproject.toml").write_text("")
    for place, name, text in (("src", "guarded", GUARDED), ("tests", "test_guarded", BEHIND)):
        (folder / place).mkdir()
        (folder / place / f"{name}.py").write_text(dedent(text))


# On the command line ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_laws_are_run_by_prop_under_the_names_they_were_given(shell: Shell) -> None:
    shell.write(sorting=SORTING, test_sorting=LAWS)
    report = shell.report("prop", "test_sorting.py", "--executions", "1000", code=1)
    targets = {target["function"]: target for target in report["targets"]}
    findings = {finding["function"]: finding for finding in report["findings"]}
    assert set(findings) == {"test_sorting.sorts_agree", "test_sorting.TestMore.spaces"}
    found = findings["test_sorting.sorts_agree"]
    assert found["message"] == "sort([0, 0]) returned [0], but sorted([0, 0]) returned [0, 0]"
    assert (found["call"], found["imports"]) == ("test_sorting.sorts_agree([0, 0])", ["import test_sorting"])
    assert (found["kind"], found["exception"]) == ("property", "fuzzwright.LawBroken")
    assert (found["file"], found["line"]) == ("test_sorting.py", 4)
    assert findings["test_sorting.TestMore.spaces"]["call"] == "test_sorting.TestMore.spaces('   ')"
    held = targets["test_sorting.sorts_well"]
    assert held["reason"] is None
    assert held["lines_covered"] == held["lines_total"] > 0
    refused = targets["test_sorting.TestMore.no_hints"]
    assert refused["status"] == "skipped"
    assert "parameter `items` of `bare` has no type hint" in refused["reason"]
    assert 'of={"items": int}' in refused["reason"]


@pytest.mark.slow
def test_a_law_can_be_asked_for_by_its_name(shell: Shell) -> None:
    shell.write(sorting=SORTING, test_sorting=LAWS)
    for target, name in (("test_sorting:sorts_agree", "sorts_agree"), ("test_sorting.py::TestMore::spaces", "spaces")):
        report = shell.report("prop", target, "--executions", "50")
        assert [each["function"].rpartition(".")[2] for each in report["targets"]] == [name]


def test_run_leaves_laws_to_prop_as_it_does_properties(shell: Shell) -> None:
    shell.write(mixed="from fuzzwright import agree\ndef f(x: int) -> int:\n    return x\nlaw = agree(f, int)\n")
    report = shell.report("run", "mixed.py", "--executions", "50")
    assert [target["function"] for target in report["targets"]] == ["mixed.f"]


@pytest.mark.slow
def test_prop_follows_the_code_of_the_project_in_other_folders(shell: Shell) -> None:
    project_with_tests_apart(shell.folder)
    report = shell.report("prop", "tests/test_guarded.py", "--executions", "2000", code=1)
    calls = {finding["function"]: finding["call"] for finding in report["findings"]}
    assert calls == {
        "test_guarded.guards": "test_guarded.guards('open sesame', 90210)",
        "test_guarded.stays_shut": "test_guarded.stays_shut('open sesame', 90210)",
    }


HASHED = """
    import zlib
    from fuzzwright import example, prop

    class Opaque:
        def __init__(self, number: int = 0) -> None:
            self.numbers = [number] * 3

    @prop
    @example("nothing")
    @example("xyzzy", 3)
    def no_text_has_this_sum(text: str, number: int = 0) -> None:
        assert (zlib.crc32(text.encode("utf-8", "replace")), number) != (zlib.crc32(b"xyzzy"), 3)

    class Group:
        @prop
        @example(text="xyzzy")
        def nor_this(self, text: str) -> bool:
            return zlib.crc32(text.encode("utf-8", "replace")) != zlib.crc32(b"xyzzy")

    @prop
    @example(Opaque(1))
    @example(1, 2)
    def some_examples_are_told_of(thing: Opaque) -> None:
        pass
"""


@pytest.mark.slow
def test_prop_runs_examples_first(shell: Shell) -> None:
    shell.write(test_hashed=HASHED)
    report = shell.report("prop", "test_hashed.py", "--executions", "100", code=1)
    calls = {finding["function"]: finding["call"] for finding in report["findings"]}
    assert calls == {
        "test_hashed.no_text_has_this_sum": "test_hashed.no_text_has_this_sum('xyzzy', 3)",
        "test_hashed.Group.nor_this": "test_hashed.Group().nor_this('xyzzy')",
    }
    told = next(each["reason"] for each in report["targets"] if each["function"].endswith("told_of"))
    assert "is run by pytest only" in told
    assert "@example(1, 2) does not fit the property: too many positional arguments" in told


# From Python -----------------------------------------------------------------------------------------

EXPLORE = """
    import json
    import sys
    from fuzzwright import explore
    import {module}

    names = {names!r}
    found = {{name: explore(getattr({module}, name), executions={executions}).findings for name in names}}
    print(json.dumps({{name: [finding.call for finding in each] for name, each in found.items()}}))
"""


def explored(folder: Path, module: str, names: list[str], executions: int) -> dict[str, list[str]]:
    """Return the failing calls that `explore` finds for functions of a module, in a process of its own."""
    script = dedent(EXPLORE).format(module=module, names=names, executions=executions)
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.slow
def test_explore_follows_the_code_of_the_project_in_other_modules(tmp_path: Path) -> None:
    project_with_tests_apart(tmp_path)
    found = explored(tmp_path / "tests", "test_guarded", ["guards", "stays_shut"], 2000)
    assert found == {
        "guards": ["test_guarded.guards('open sesame', 90210)"],
        "stays_shut": ["test_guarded.stays_shut('open sesame', 90210)"],
    }


def test_explore_runs_examples_first(tmp_path: Path) -> None:
    (tmp_path / "test_hashed.py").write_text(dedent(HASHED))
    found = explored(tmp_path, "test_hashed", ["no_text_has_this_sum"], 50)
    assert found == {"no_text_has_this_sum": ["test_hashed.no_text_has_this_sum('xyzzy', 3)"]}


# Under pytest ----------------------------------------------------------------------------------------


@pytest.fixture
def folder(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder with tests that are laws."""
    pytester.makepyfile(sorting=dedent(SORTING), test_sorting=dedent(LAWS))
    return pytester


def run(folder: pytest.Pytester, *words: str) -> pytest.RunResult:
    """Run pytest there, counting runs."""
    known = bool(entry_points(group="pytest11", name="fuzzwright"))
    plugin = () if known else ("-p", "fuzzwright.frontends.pytest_plugin")
    return folder.runpytest_inprocess(*plugin, "-p", "no:cacheprovider", "--fuzzwright-executions=300", *words)


@pytest.mark.slow
def test_laws_are_tests_of_the_modules_and_classes_they_stand_in(folder: pytest.Pytester) -> None:
    result = run(folder, "-v")
    result.assert_outcomes(passed=1, failed=3)
    result.stdout.fnmatch_lines(
        [
            "test_sorting.py::sorts_agree FAILED*",
            "test_sorting.py::sorts_well PASSED*",
            "test_sorting.py::TestMore::spaces FAILED*",
            "test_sorting.py::TestMore::no_hints FAILED*",
        ]
    )


@pytest.mark.slow
def test_a_broken_law_is_shown_where_it_was_made_with_a_line_for_each_function(folder: pytest.Pytester) -> None:
    result = run(folder, "-k", "sorts_agree")
    result.stdout.fnmatch_lines(
        [
            "_* sorts_agree _*",
            ">   sorts_agree = agree(",
            "E   fuzzwright.LawBroken: sort([[]0, 0]) returned [[]0],",
            "E   but sorted([[]0, 0]) returned [[]0, 0]",
            "E       sorts_agree([[]0, 0])",
            "E   property at test_sorting.py:4, failed first in run *",
            "E   kept in * to have it run always: example([[]0, 0])(…)",
            "test_sorting.py:4: LawBroken",
        ]
    )
    result.stdout.no_fnmatch_line("*laws.py*")
    again = run(folder, "-k", "sorts_agree")
    again.stdout.fnmatch_lines(["E   Failing call, kept in * and run first:", "E       sorts_agree([[]0, 0])"])


def test_examples_of_a_law_run_first_and_missing_hints_are_told_with_the_fix(folder: pytest.Pytester) -> None:
    result = run(folder, "-k", "TestMore")
    result.stdout.fnmatch_lines(
        [
            "E   Failing example, number 1 of those given: @example('   ')",
            "law `TestMore.no_hints`: parameter `items` of `bare` has no type hint",
            "  at test_sorting.py:13",
            '  fix: annotate it, or say * `agree(…, of={"items": int})`',
        ]
    )


@pytest.mark.slow
def test_marks_work_on_laws(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        sorting=dedent(SORTING),
        test_marked="""
            import pytest
            from fuzzwright import agree
            from sorting import sort

            skipped = pytest.mark.skip(agree(sort, sorted))
            expected = pytest.mark.xfail(strict=True)(agree(sort, sorted))
        """,
    )
    run(pytester).assert_outcomes(skipped=1, xfailed=1)


@pytest.mark.slow
def test_an_exception_of_one_side_is_shown_with_where_it_was_raised(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        halves="""
            def halve(number: int) -> int:
                if number % 2:
                    raise ValueError("odd")
                return number // 2
        """,
        test_halves="""
            from fuzzwright import agree
            from halves import halve

            halves = agree(halve, lambda number: number // 2)
        """,
    )
    result = run(pytester)
    result.stdout.fnmatch_lines(
        [
            ">           raise ValueError(*",
            "halves.py:3: ValueError",
            "The above exception was the direct cause of the following exception:",
            ">   halves = agree(halve, lambda number: number // 2)",
            "E   fuzzwright.LawBroken: halve(1) raised ValueError: odd,",
            "E   but lambda(1) returned 0",
        ]
    )


@pytest.mark.slow
def test_a_property_called_by_another_returns_its_answer_there(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_answers="""
            from fuzzwright import prop

            @prop
            def is_small(number: int) -> bool:
                return number < 20

            @prop
            def either_way(number: int) -> bool:
                return is_small(number) or number >= 20
        """
    )
    result = run(pytester)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["returned False", "    is_small(20)"])
    # The kept call is judged in the same way.
    run(pytester).assert_outcomes(passed=1, failed=1)
