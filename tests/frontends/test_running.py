"""`run`, `prop` and `examples` as they are meant to be used: exit codes, reports, repeatability, Ctrl-C."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.frontends.shell import CONTROL, Shell

TARGET_KEYS = [
    *("function", "status", "reason", "executions", "seconds", "lines_covered", "lines_total", "chance"),
    "examples",
]
FINDING_KEYS = [
    *("id", "function", "kind", "exception", "message", "file", "line", "call", "imports", "verdict"),
    *("evidence", "reachable", "same_as", "executions", "seconds", "count", "seed", "known", "allowed", "suggestion"),
]
PROPERTIES = """
from fuzzwright import assume, prop


@prop
def reversing_twice_changes_nothing(items: list[int]) -> bool:
    return list(reversed(list(reversed(items)))) == items


@prop
def sorting_changes_nothing(items: list[int]) -> None:
    assume(len(items) > 1)
    assert sorted(items) == items


def not_a_property(items: list[int]) -> int:
    return items[0]
"""


@pytest.mark.slow
def test_clean_code_ends_with_0(shell: Shell) -> None:
    said = shell.anew("run", "clean.py", "--executions", "300")
    assert (said.code, said.err) == (0, "")
    assert "0 findings to act on" in said.out


@pytest.mark.slow
def test_findings_end_with_1_and_are_shown_as_calls_to_paste(shell: Shell) -> None:
    said = shell.anew("run", "failing.py", "--executions", "300")
    assert (said.code, said.err) == (1, "")
    lines = said.out.splitlines()
    assert "failing.first([])" in lines
    assert "failing.ratio(0, 0)" in lines
    assert "import failing" in lines


@pytest.mark.slow
def test_what_is_printed_without_a_terminal_has_no_control_codes(shell: Shell) -> None:
    shell.write(loud="def f(text: str) -> str:\n    raise KeyError('\\x1b[31m\\x07' + text)\n")
    said = shell("run", "failing.py", "loud.py", "--executions", "300")
    assert said.code == 1
    assert not CONTROL.search(said.out)


@pytest.mark.slow
def test_quiet_prints_the_summary_only(shell: Shell) -> None:
    loud, quiet = (shell("run", "failing.py", "--executions", "50", *more) for more in ((), ("--quiet",)))
    assert "[1/3]" in loud.out
    assert "[1/3]" not in quiet.out
    assert "failing.first([])" in quiet.out


@pytest.mark.slow
def test_the_json_report_has_the_promised_keys(shell: Shell) -> None:
    report = shell.report("run", "failing.py", "--executions", "300", code=1)
    assert list(report) == ["version", "seed", "seconds", "targets", "findings", "growth"]
    assert all(list(target) == TARGET_KEYS for target in report["targets"])
    assert all(list(finding) == FINDING_KEYS for finding in report["findings"])
    examples = [example for target in report["targets"] for example in target["examples"]]
    ends = {"value", "exception"}
    assert examples
    assert all(set(example) - ends == {"call", "outcome", "lines"} for example in examples)
    assert all(len(ends & set(example)) == 1 for example in examples)


@pytest.mark.slow
def test_a_finding_says_where_and_how(shell: Shell) -> None:
    report = shell.report("run", "failing:ratio", "--executions", "300", code=1)
    (finding,) = report["findings"]
    assert {key: finding[key] for key in ("function", "kind", "exception", "file", "line", "call", "verdict")} == {
        "function": "failing.ratio",
        "kind": "raised",
        "exception": "ZeroDivisionError",
        "file": "failing.py",
        "line": 8,
        "call": "failing.ratio(0, 0)",
        "verdict": "unexpected",
    }
    assert finding["imports"] == ["import failing"]
    assert 1 <= finding["executions"] <= 300
    assert finding["count"] >= 1


@pytest.mark.slow
def test_every_function_is_fuzzed_or_skipped_with_a_reason(shell: Shell) -> None:
    shell.write(
        mixed="""
        from typing import Any

        def good(a: int) -> int:
            return a

        def bare(a, b):
            return a

        def lost(a: "NoSuch") -> int:
            return 1

        class Box:
            def __init__(self, size: int) -> None:
                self.size = size

            def grow(self, by: int) -> int:
                return self.size + by
        """
    )
    targets = shell.report("run", "mixed.py", "--executions", "60", code=0)["targets"]
    told = {target["function"]: (target["status"], target["reason"]) for target in targets}
    assert {name for name, (status, _) in told.items() if status == "fuzzed"} >= {"mixed.good", "mixed.Box.grow"}
    assert told["mixed.bare"][0] == told["mixed.lost"][0] == "skipped"
    assert "no annotation" in told["mixed.bare"][1]
    assert "NoSuch" in told["mixed.lost"][1]
    assert all(target["executions"] == 60 for target in targets if target["status"] == "fuzzed")


def _comparable(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [{key: value for key, value in one.items() if key != "seconds"} for one in report["findings"]]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_findings_whatever_the_jobs(shell: Shell) -> None:
    command = ("run", "failing.py", "clean.py", "--executions", "3000", "--seed", "4")
    first, second, alone = (shell.anew.report(*command, "--jobs", jobs, code=1) for jobs in ("2", "2", "1"))
    assert len(first["findings"]) == 2
    assert _comparable(first) == _comparable(second) == _comparable(alone)
    counts = [[target["executions"] for target in report["targets"]] for report in (first, second, alone)]
    assert counts == [[3000] * 5] * 3


@pytest.mark.slow
def test_another_seed_makes_other_inputs(shell: Shell) -> None:
    one, other = (shell.report("run", "failing.py", "--executions", "500", "--seed", seed) for seed in ("1", "2"))
    assert (one["seed"], other["seed"]) == (1, 2)
    assert [target["examples"] for target in one["targets"]] != [target["examples"] for target in other["targets"]]


@pytest.mark.slow
def test_first_stops_a_function_at_its_first_finding(shell: Shell) -> None:
    report = shell.report("run", "failing:first", "--executions", "5000", "--first", code=1)
    assert report["targets"][0]["executions"] < 5000
    assert len(report["findings"]) == 1


@pytest.mark.slow
def test_include_and_exclude_choose_by_name(shell: Shell) -> None:
    words = ("run", ".", "--executions", "40", "--include", "failing.*", "--exclude", "*.ratio")
    targets = shell.report(*words)["targets"]
    assert [target["function"] for target in targets] == ["failing.first", "failing.shout"]


@pytest.mark.slow
def test_the_html_report_is_one_page_with_the_finding(shell: Shell) -> None:
    said = shell("run", "failing:first", "--executions", "200", "--html", "report.html")
    assert said.code == 1
    page = (shell.folder / "report.html").read_text("utf-8")
    assert page.lower().startswith("<!doctype html>")
    assert "failing.first([])" in page


@pytest.mark.slow
def test_nothing_is_left_in_the_folder_but_what_was_asked_for(shell: Shell) -> None:
    shell("run", "failing.py", "--executions", "100", "--json", "report.json", "--store", "kept.sqlite")
    assert shell.files() == {"clean.py", "failing.py", "report.json", "kept.sqlite"}


@pytest.mark.slow
def test_an_interrupt_saves_and_summarises_with_the_exit_code_of_the_findings(shell: Shell) -> None:
    command = ("failing.py", "--time-per-function", "300", "--json", "report.json", "--store", "kept.sqlite")
    said = shell.interrupted("run", *command, after="found (unexpected) failing.first")
    assert said.code == 1
    assert "Traceback" not in said.err
    assert "failing.first([])" in said.out
    assert json.loads((shell.folder / "report.json").read_text("ascii"))["findings"]
    report = shell.report("run", "failing:first", "--executions", "10", "--store", "kept.sqlite")
    assert report["findings"]


@pytest.mark.slow
def test_properties_are_run_and_nothing_else(shell: Shell) -> None:
    shell.write(rules=PROPERTIES)
    report = shell.report("prop", "rules.py", "--executions", "500", code=1)
    assert [target["function"] for target in report["targets"]] == [
        "rules.reversing_twice_changes_nothing",
        "rules.sorting_changes_nothing",
    ]
    (finding,) = report["findings"]
    assert (finding["function"], finding["kind"]) == ("rules.sorting_changes_nothing", "property")
    assert finding["call"].startswith("rules.sorting_changes_nothing([")


@pytest.mark.slow
def test_run_leaves_properties_alone(shell: Shell) -> None:
    shell.write(rules=PROPERTIES)
    targets = shell.report("run", "rules.py", "--executions", "50", code=1)["targets"]
    assert [target["function"] for target in targets] == ["rules.not_a_property"]


def test_examples_show_each_way_a_function_can_end(shell: Shell) -> None:
    said = shell("examples", "clean:sign", "--executions", "500")
    assert (said.code, said.err) == (0, "")
    shown = said.out.splitlines()
    assert "clean.sign(0) → 'zero'" in shown
    assert {line.rpartition(" → ")[2] for line in shown} == {"'zero'", "'positive'", "'negative'"}


@pytest.mark.slow
def test_examples_can_be_asked_for_one_line(shell: Shell) -> None:
    said = shell("examples", "clean:sign", "--line", "7", "--executions", "500")
    assert said.code == 0
    assert said.out
    assert all(line.endswith("→ 'negative'") for line in said.out.splitlines())
    nothing = shell("examples", "clean:sign", "--line", "70", "--executions", "50")
    assert "line 70 of clean.py is not in a function" in nothing.refusal()


def test_examples_of_a_failing_call_show_the_exception(shell: Shell) -> None:
    said = shell("examples", "failing:first", "--executions", "200")
    assert said.code == 0
    assert "failing.first([]) raises IndexError: list index out of range" in said.out.splitlines()


@pytest.mark.slow
def test_what_is_never_generated_is_told_once_per_function(shell: Shell) -> None:
    shell.write(
        parts="""
        from types import FrameType

        def either(a: int | FrameType, b: list[int | FrameType]) -> int:
            return 1

        def default(a: int, frame: FrameType = None) -> int:
            return a

        def whole(a: int | str) -> int:
            return 1
        """
    )
    targets = shell.report("run", "parts.py", "--executions", "50", code=0)["targets"]
    told = {target["function"]: target["reason"] for target in targets}
    assert told == {
        "parts.either": "no value is ever `frame` of `int | frame`: a frame is no value to make up",
        "parts.default": "parameter `frame` is always left out: a frame is no value to make up",
        "parts.whole": None,
    }


@pytest.mark.slow
def test_a_function_that_dies_on_most_inputs_is_given_up_and_the_summary_says_so(shell: Shell) -> None:
    shell.write(deadly="import os\n\n\ndef f(a: int) -> int:\n    os._exit(3) if a != 12345 else None\n    return 1\n")
    shell.configure("[tool.fuzzwright]\ndeaths = 3\n")
    said = shell("run", "deadly.py", "clean:add", "--executions", "300", "--quiet")
    assert said.code == 1
    text = " ".join(said.out.split())
    assert "deadly.f: given up after 3 deaths: it ends its process on too many inputs" in text
    assert "2 functions fuzzed (1 given up)" in text


@pytest.mark.slow
def test_an_example_without_a_literal_is_written_as_where_it_comes_from(shell: Shell) -> None:
    shell.write(
        boxes="""
        from fuzzwright import generator

        class Box:
            def __init__(self, size):
                self.size = size

        class Pot(Box):
            pass

        POTS = [Pot(1), Pot(2)]
        generator(Box, [Box(1), Box(2)])
        generator(Pot, POTS)

        def halve(box: Box) -> float:
            return 1 / (box.size - 2)

        def empty(pot: Pot) -> float:
            return 1 / (pot.size - 2)
        """
    )
    findings = shell.report("run", "boxes.py", "--executions", "60", code=1)["findings"]
    assert {finding["call"]: finding["imports"] for finding in findings} == {
        "boxes.empty(boxes.POTS[1])": ["import boxes"],
        "boxes.halve(fuzzwright.python.generators.example(boxes.Box, 1))": [
            "import boxes",
            "import fuzzwright.python.generators",
        ],
    }
    for finding in findings:
        program = "\n".join([*finding["imports"], finding["call"]])
        pasted = subprocess.run(
            [sys.executable, "-c", program], cwd=shell.folder, capture_output=True, text=True, check=False
        )
        assert pasted.stderr.splitlines()[-1] == "ZeroDivisionError: division by zero"


@pytest.mark.slow
def test_properties_that_can_test_nothing_are_told_with_a_fix(shell: Shell) -> None:
    shell.write(
        rules="""
        from __future__ import annotations
        from dataclasses import dataclass
        from fuzzwright import assume, prop

        @dataclass
        class Endless:
            next: Endless

        @prop
        def takes_nothing() -> None: ...

        @prop
        def never_ends(e: Endless) -> None: ...

        @prop
        def rejects_all(x: int) -> None:
            assume(x != x)

        class TestBox:
            @prop
            def takes_itself_only(self) -> None: ...

            @prop
            def takes_one(self, x: int) -> None: ...
        """
    )
    targets = shell.report("prop", "rules.py", "--executions", "200")["targets"]
    reasons = {target["function"].removeprefix("rules."): target["reason"] or "" for target in targets}
    for name in ("takes_nothing", "TestBox.takes_itself_only"):
        assert "has no parameter to generate" in reasons[name]
        assert "fix: give it a parameter with a type hint" in reasons[name]
    assert "fix: let it end somewhere" in reasons["never_ends"]
    assert "fix: have hints say what is valid" in reasons["rejects_all"]
    assert "has no parameter" not in reasons["TestBox.takes_one"]
