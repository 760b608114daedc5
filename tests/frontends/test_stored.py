"""`findings`, `show`, `replay` and `tests`: what was found, looked at, run again, and written as tests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from fuzzwright.store import NewFinding, open_store
from tests.frontends.conftest import FAILING
from tests.frontends.shell import Said, Shell
from tests.reports.shop import PARSE, REBATE, SHARE

STATEFUL = """
_calls: list[int] = []


def third(n: int) -> int:
    _calls.append(n)
    return 10 // (3 - len(_calls))
"""
TYPES = """
import ctypes


def half(n: int) -> int:
    return n / 2


def names(lines: list[int]) -> list[str]:
    return [line for line in lines]


def crash(n: int) -> int:
    if n == 7:
        ctypes.string_at(0)
    return n
"""
MENDED = {
    "failing": """
        def first(items: list[int]) -> int:
            return items[0] if items else 0


        def ratio(a: int, b: int) -> float:
            return (a % 1000) / b if b else 0.0
        """,
    "stateful": "def third(n: int) -> int:\n    return 10\n",
    "typed": """
        def half(n: int) -> int:
            return n // 2


        def names(lines: list[int]) -> list[str]:
            return [str(line) for line in lines]


        def crash(n: int) -> int:
            return n
        """,
}


@pytest.fixture(scope="session")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which `failing.py` was fuzzed, with the store in it: for all tests, to be copied."""
    folder = tmp_path_factory.mktemp("fuzzed")
    shell = Shell(folder, folder / "cache")
    shell.write(failing=FAILING)
    shell.configure('[tool.fuzzwright]\nstore = "kept.sqlite"\n')
    assert shell("run", "failing.py", "--executions", "300").code == 1
    return folder


@pytest.fixture
def found(fuzzed: Path, tmp_path: Path) -> Shell:
    """A folder of the test's own in which `failing.py` was fuzzed."""
    folder = tmp_path / "found"
    copytree(fuzzed, folder)
    return Shell(folder, tmp_path / "cache")


def ids(shell: Shell, *words: str) -> dict[str, dict[str, Any]]:
    """Return the findings of the store by what they call, and check that JSON comes alone."""
    said = shell("findings", "--json", "-", *words)
    assert (said.code, said.err) == (0, "")
    return {finding["call"]: finding for finding in json.loads(said.out)["findings"]}


def run_tests(shell: Shell) -> Said:
    """Run what `tests` wrote, with pytest."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "tests"],
        cwd=shell.folder,
        env=shell.environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return Said(done.returncode, done.stdout, done.stderr)


def test_findings_lists_what_there_is_to_act_on(found: Shell) -> None:
    said = found("findings")
    assert (said.code, said.err) == (0, "")
    assert re.search(
        r"^[0-9a-f]{8}  new    unexpected  failing\.first raised IndexError at failing\.py:2$", said.out, re.M
    )
    assert "    failing.first([])" in said.out.splitlines()
    assert "2 findings to act on" in said.out


@pytest.mark.slow
def test_others_are_counted_and_listed_when_asked_for(shell: Shell) -> None:
    shell.write(failing='def f(n: int) -> int:\n    if n < 0:\n        raise ValueError("no")\n    return n\n')
    assert shell("run", "failing.py", "--executions", "300").code == 0
    said = shell("findings")
    assert "0 findings to act on, 1 other (1 deliberate); `fuzzwright findings --all` lists them" in said.out
    assert "raised ValueError" not in said.out
    assert "deliberate  failing.f raised ValueError" in shell("findings", "--all").out


@pytest.mark.slow
def test_findings_at_one_place_are_listed_and_counted_once(shell: Shell) -> None:
    shell.write(
        failing="def _head(text: str) -> str:\n    return text.split()[0]\n\n\n"
        "def head(text: str) -> str:\n    return _head(text)\n"
    )
    run = shell("run", "failing.py", "--executions", "300")
    assert "1 finding to act on" in run.out
    said = shell("findings")
    assert "1 finding to act on, 1 other (1 the same through other functions)" in said.out
    assert [finding["function"] for finding in ids(shell).values()] == ["failing.head"]
    both = {finding["function"]: finding for finding in ids(shell, "--all").values()}
    assert both["failing._head"]["same_as"] == both["failing.head"]["id"]
    assert shell("show", both["failing._head"]["id"]).code == 0


@pytest.mark.slow
def test_a_second_run_makes_them_known(found: Shell) -> None:
    found("run", "failing.py", "--executions", "300")
    assert {finding["status"] for finding in ids(found).values()} == {"known"}


@pytest.mark.slow
def test_json_says_what_run_says_and_when_it_was_seen(found: Shell) -> None:
    finding = ids(found)["failing.first([])"]
    reported = found.report("run", "failing.py", "--executions", "300")["findings"]
    keys = set(next(each for each in reported if each["function"] == "failing.first"))
    assert set(finding) - keys == {"status", "first_seen", "last_seen", "to_act_on"}
    assert finding["first_seen"] <= finding["last_seen"]


@pytest.mark.parametrize("command", [("findings",), ("show", "ab"), ("replay", "--all"), ("tests",)])
def test_where_nothing_was_fuzzed_that_is_told(shell: Shell, command: tuple[str, ...]) -> None:
    assert "nothing was found yet" in shell(*command).refusal()
    assert "there is no store" in shell(*command, "--store", "none.sqlite").refusal()
    assert not (shell.folder / "none.sqlite").exists()


@pytest.mark.slow
def test_the_store_of_modules_below_src_is_found(shell: Shell) -> None:
    package = shell.folder / "src" / "shop"
    package.mkdir(parents=True)
    (shell.folder / "pyproject.toml").write_text("", "utf-8")
    (package / "__init__.py").write_text("", "utf-8")
    (shell.folder / "failing.py").rename(package / "orders.py")
    assert shell("run", "src/shop", "--executions", "100").code == 1
    assert "shop.orders.ratio(0, 0)" in ids(shell)
    assert shell("replay", "--all").code == 1


@pytest.mark.slow
def test_a_store_that_is_named_is_used_by_all(shell: Shell) -> None:
    shell("run", "failing.py", "--executions", "100", "--store", "s.sqlite")
    id = ids(shell, "--store", "s.sqlite")["failing.first([])"]["id"]
    assert shell("show", id, "--store", "s.sqlite").code == 0
    assert shell("replay", id, "--store", "s.sqlite").code == 1
    assert shell("tests", id, "--store", "s.sqlite").code == 0


def test_show_tells_all_there_is(found: Shell) -> None:
    id = ids(found)["failing.first([])"]["id"]
    said = found("show", id)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == f"{id}  new  unexpected  failing.first raised IndexError"
    assert lines[lines.index("import failing") + 1] == "failing.first([])"
    assert "  >    2      return items[0]" in lines
    assert f"fuzzwright replay {id}" in said.out
    assert "fuzzwright run failing:first --seed 0" in said.out
    assert "first seen" in said.out
    assert "came   run 1: fuzzwright run failing.py --executions 300" in said.out


def test_a_part_of_an_id_is_enough_if_it_is_clear(found: Shell) -> None:
    known = [finding["id"] for finding in ids(found).values()]
    length = next(length for length in range(1, 9) if len({id[:length] for id in known}) == len(known))
    assert found("show", known[0][:length]).out.startswith(known[0])
    assert "there is no finding `zz`" in found("show", "zz").refusal()


def test_an_id_that_may_be_any_of_several_lists_them(shell: Shell) -> None:
    with open_store(shell.folder / "s.sqlite") as store:
        for number, finding in enumerate((PARSE, SHARE, REBATE)):
            store.remember_target(finding.function, file="shop.py", source_hash="", search="adaptive", seed=0)
            named = replace(finding, id=f"{'ab'[number == 2]}{number:07}")
            store.upsert_finding(finding.function, NewFinding(named, f"{number}"))
    told = shell("show", "a", "--store", "s.sqlite").refusal()
    assert "`a` may be any of 2" in told
    assert "a0000000  shop.orders.parse raised IndexError" in told
    assert "a0000001  shop.money.share raised ZeroDivisionError" in told
    assert "rebate" not in told


def test_replay_tells_what_still_fails(found: Shell) -> None:
    said = found("replay", "--all")
    assert (said.code, said.err) == (1, "")
    assert said.out.count("  still fails  failing.") == 2
    assert said.out.endswith("2 still fail\n")


@pytest.mark.slow
def test_replay_notes_what_is_gone(found: Shell) -> None:
    id = ids(found)["failing.first([])"]["id"]
    found.write(failing=MENDED["failing"])
    said = found("replay", "--all")
    assert (said.code, said.err) == (0, "")
    assert f"{id}  gone  failing.first raised IndexError" in said.out
    assert "0 findings to act on, 2 others (2 gone)" in found("findings").out
    assert "there are no findings to act on" in found("replay", "--all").out


@pytest.mark.slow
def test_what_is_gone_and_comes_back_is_told_again(found: Shell) -> None:
    id = ids(found)["failing.first([])"]["id"]
    before = (found.folder / "failing.py").read_text("utf-8")
    found.write(failing=MENDED["failing"])
    found("replay", "--all")
    found.write(failing=before)
    assert found("replay", id).code == 1
    assert "failing.first([])" in ids(found)


@pytest.mark.slow
def test_a_finding_whose_lines_moved_still_fails_under_its_new_id(found: Shell) -> None:
    id = ids(found)["failing.first([])"]["id"]
    text = (found.folder / "failing.py").read_text("utf-8")
    (found.folder / "failing.py").write_text(f"# a comment\n\n{text}", "utf-8")
    said = found("replay", id)
    assert said.code == 1
    assert "at failing.py:4; lines have moved, it is" in said.out
    after = ids(found)["failing.first([])"]
    assert after["id"] != id
    assert after["line"] == 4


@pytest.mark.slow
def test_a_call_that_fails_on_purpose_now_is_told_and_asks_for_nothing(found: Shell) -> None:
    id = ids(found)["failing.first([])"]["id"]
    found.write(
        failing="""
        def first(items: list[int]) -> int:
            if not items:
                raise ValueError("no items")
            return items[0]
        """
    )
    said = found("replay", id)
    assert said.code == 0
    assert "fails differently  failing.first raised IndexError; now it raised ValueError" in said.out
    assert "(deliberate, " in said.out


@pytest.mark.slow
def test_a_function_that_is_no_longer_there_is_gone(found: Shell) -> None:
    found.write(failing="def head(items: list[int]) -> int:\n    return items[0]\n")
    said = found("replay", "--all")
    assert said.code == 0
    assert "gone  failing.first raised IndexError: no function `first` in `failing`" in said.out


@pytest.mark.slow
@pytest.mark.parametrize("changed", ["a: int, b: int, c: str", "a: list[int], b: int", "items: str"])
def test_an_input_that_does_not_fit_any_more_is_told(found: Shell, changed: str) -> None:
    id = ids(found)["failing.ratio(0, 0)"]["id"]
    found.write(failing=f"def ratio({changed}) -> float:\n    return 1 / 0\n")
    said = found("replay", id)
    assert said.code == 0
    assert f"{id}  cannot be run  failing.ratio raised ZeroDivisionError: its parameters have changed" in said.out
    assert id in {finding["id"] for finding in ids(found).values()}, "it is not gone"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def first(:\n", "syntax error"),
        ("import nothing_of_that_name\ndef first(items: list[int]) -> int: ...\n", "nothing_of_that_name"),
        ("import os\nos._exit(3)\ndef first(items: list[int]) -> int: ...\n", "importing its module ends the process"),
    ],
)
def test_a_module_that_cannot_be_imported_is_told(found: Shell, text: str, told: str) -> None:
    id = ids(found)["failing.first([])"]["id"]
    (found.folder / "failing.py").write_text(text, "utf-8")
    said = found("replay", id)
    assert (said.code, said.err) == (0, "")
    assert f"{id}  cannot be run" in said.out
    assert told in said.out


def test_replay_needs_ids_or_all_and_not_both(found: Shell) -> None:
    assert "say which findings" in found("replay").refusal()
    assert "only one of them can be meant" in found("replay", "abc", "--all").refusal()


@pytest.mark.slow
def test_calls_that_have_to_come_first_are_made_first(shell: Shell) -> None:
    shell.write(stateful=STATEFUL)
    shell("run", "stateful.py", "--executions", "50")
    (finding,) = ids(shell).values()
    assert finding["call"].count("stateful.third(") == 3
    assert "still fails" in shell("replay", finding["id"]).out
    assert shell("show", finding["id"]).out.count("stateful.third(") == 3


@pytest.mark.slow
def test_properties_are_run_again_as_properties(shell: Shell) -> None:
    text = "from fuzzwright import prop\n\n\n@prop\ndef short(items: list[int]) -> bool:\n    return len(items) < {}\n"
    shell.write(checks=text.format(3))
    assert shell("prop", "checks.py", "--executions", "200").code == 1
    assert shell("replay", "--all").code == 1
    assert shell("tests").code == 0
    assert "1 failed" in run_tests(shell).out
    shell.write(checks=text.format(4))
    assert shell("replay", "--all").code == 0
    assert "1 passed" in run_tests(shell).out


@pytest.mark.slow
def test_the_tests_of_findings_fail_until_the_code_is_mended(shell: Shell) -> None:
    shell.write(stateful=STATEFUL, typed=TYPES)
    assert shell("run", "failing.py", "stateful.py", "typed.py", "--executions", "300").code == 1
    said = shell("tests")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "tests/test_failing_findings.py: 2 tests written",
        "tests/test_stateful_findings.py: 1 test written",
        "tests/test_typed_findings.py: 3 tests written",
    ]
    assert "fuzzwright" not in "".join(
        line for file in (shell.folder / "tests").glob("*.py") for line in file.read_text("utf-8").splitlines()[1:]
    )
    before = run_tests(shell)
    assert before.code == 1
    assert "6 failed" in before.out
    shell.write(**MENDED)
    after = run_tests(shell)
    assert after.code == 0, after.out
    assert "6 passed" in after.out


@pytest.mark.slow
def test_the_test_of_a_hang_fails_until_it_ends(shell: Shell) -> None:
    shell.configure("[tool.fuzzwright]\ncpu-limit = 0.2\n")
    shell.write(failing="def spin(n: int) -> int:\n    while n > 10: n += 1\n    return n\n")
    shell("run", "failing.py", "--executions", "100")
    assert "still fails" in shell("replay", "--all").out
    shell("tests")
    assert "1 failed" in run_tests(shell).out
    shell.write(failing="def spin(n: int) -> int:\n    return n\n")
    assert "gone" in shell("replay", "--all").out
    assert "1 passed" in run_tests(shell).out


@pytest.mark.slow
def test_the_same_findings_give_the_same_file(found: Shell) -> None:
    found.anew("tests")
    file = found.folder / "tests" / "test_failing_findings.py"
    first = file.read_bytes()
    found.anew("tests")
    assert file.read_bytes() == first


def test_one_finding_after_the_other_is_added(found: Shell) -> None:
    known = ids(found)
    for call in known:
        assert found("tests", known[call]["id"], "--out", "checks").code == 0
    text = (found.folder / "checks" / "test_failing_findings.py").read_text("utf-8")
    assert all(f"    {call}\n" in text for call in known)


def test_a_file_that_is_not_ours_is_left_alone(found: Shell) -> None:
    (found.folder / "tests").mkdir()
    file = found.folder / "tests" / "test_failing_findings.py"
    file.write_text("# mine\n", "utf-8")
    said = found("tests")
    assert said.code == 2
    assert "was left alone: it is not ours" in said.err
    assert file.read_text("utf-8") == "# mine\n"


@pytest.mark.slow
def test_what_depends_on_the_outside_is_never_written(shell: Shell) -> None:
    shell.write(failing="import os\n\n\ndef drop(name: str) -> None:\n    os.remove('/' + name)\n")
    shell("run", "failing.py", "--executions", "50")
    blocked = [finding["id"] for finding in ids(shell, "--all").values() if finding["verdict"] == "environment"]
    assert blocked
    said = shell("tests", *blocked)
    assert said.code == 0
    assert all(f"{id} of failing.drop is not written: it" in said.out for id in blocked)
    assert not (shell.folder / "tests").exists()
