"""`examples --line`: calls that reach a line are searched for, and what cannot be reached is told honestly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.frontends.shell import Said, Shell
from tests.sparing import mostly_slow

LINES = Path(__file__).parents[1] / "samples" / "directed" / "lines.py"


def line_of(mark: str) -> int:
    """Return the line of the sample that ends with a comment."""
    return next(
        number for number, line in enumerate(LINES.read_text("utf-8").splitlines(), 1) if line.endswith(f"# {mark}")
    )


@pytest.fixture
def directed(shell: Shell) -> Shell:
    shell.write(lines=LINES.read_text("utf-8"))
    return shell


def aimed(shell: Shell, function: str, line: int, *more: str) -> Said:
    return shell("examples", f"lines:{function}", "--line", str(line), *(more or ("--executions", "300000")))


@pytest.mark.parametrize(
    ("function", "mark", "shows"),
    mostly_slow(
        [
            ("magic", "magic", "→ 'both'"),
            ("version", "format", "lines.version('v12."),
            ("nested", "nested", "xyz') → 1"),
            ("counted", "loop", "→ True"),
            ("outer", "helper", "→ 'open sesame'"),
            ("asked", "asked", "→ 'yes'"),
            ("flagged", "flag", "lines.flagged(['needle']) → 1"),
            ("Account.withdraw", "method", "→ 1"),
            ("waits", "async", "await lines.waits(43210) → 1"),
            ("parsed", "pattern", "lines.parsed('407-beef') → 'found'"),
            ("case", "case", "lines.case('stop', 987654) → 2"),
            ("one_line_of_many", "part", "lines.one_line_of_many(31337, '') → 0"),
        ],
        *("magic", "nested", "Account.withdraw", "parsed"),
    ),
)
@pytest.mark.slow
def test_a_line_that_is_hard_to_reach_is_reached(directed: Shell, function: str, mark: str, shows: str) -> None:
    said = aimed(directed, function, line_of(mark))
    assert (said.code, said.err) == (0, "")
    [shown] = said.out.splitlines()
    assert shows in shown


def test_a_line_that_any_call_reaches_is_shown_with_the_simplest(directed: Shell) -> None:
    said = aimed(directed, "magic", line_of("magic") - 3)
    assert said.out == "lines.magic(0, 0) → 'small'\n"


@pytest.mark.slow
def test_a_call_is_told_in_the_words_of_other_examples(shell: Shell) -> None:
    shell.write(
        cart="""
        def take(items: list[int], count: int) -> None:
            if count < 0:
                raise ValueError("count must not be negative")
            items.append(count)
        """
    )
    source = (shell.folder / "cart.py").read_text().splitlines()
    refuses, changes = (next(n for n, text in enumerate(source, 1) if word in text) for word in ("raise", "append"))
    said = [shell("examples", "cart:take", "--line", str(line), "--executions", "3000") for line in (refuses, changes)]
    assert said[0].out == "cart.take([], -1) refuses: ValueError: count must not be negative\n"
    assert said[1].out == "cart.take([], 0)  items: [] → [0]\n"


def test_what_follows_a_return_is_refused_without_a_search(directed: Shell) -> None:
    said = aimed(directed, "dead", line_of("dead"))
    assert "can never run: it follows the `return` on line" in said.refusal()


@pytest.mark.slow
def test_a_contradiction_is_told_with_the_condition_and_the_nearest_call(directed: Shell) -> None:
    line = line_of("contradiction")
    said = aimed(directed, "contradiction", line, "--executions", "4000")
    assert (said.code, said.out) == (0, "")
    assert f"no call was found that reaches line {line}, in 4,000 executions" in said.err
    assert f"on line {line - 1} `number * 2 < 20` has to hold, and never did" in said.err
    assert "the nearest call: lines.contradiction(11) (off by 2)" in said.err


@pytest.mark.slow
def test_a_line_behind_one_that_always_raises_does_not_count_as_reached(directed: Shell) -> None:
    said = aimed(directed, "partly", line_of("behind a raise"), "--executions", "3000")
    assert (said.code, said.out) == (0, "")
    assert "calls came up to it, but what is just before it raised ZeroDivisionError" in said.err


@pytest.mark.slow
def test_json_has_the_call_or_how_near_it_came(directed: Shell) -> None:
    aimed(directed, "flagged", line_of("flag"), "--executions", "20000", "--json", "hit.json")
    aimed(directed, "contradiction", line_of("contradiction"), "--executions", "3000", "--json", "miss.json")
    [hit] = json.loads((directed.folder / "hit.json").read_text("utf-8"))
    [miss] = json.loads((directed.folder / "miss.json").read_text("utf-8"))
    assert [line_of("flag") in example["lines"] for example in hit["examples"]] == [True]
    assert "nearest" not in hit
    assert miss["examples"] == []
    assert miss["nearest"]["condition"] == "number * 2 < 20"
    assert miss["nearest"]["holds"] is True
    assert miss["nearest"]["call"] == "lines.contradiction(11)"


@pytest.mark.slow
def test_lines_outside_functions_are_refused(directed: Shell) -> None:
    assert "is not in a function" in aimed(directed, "dead", 3).refusal()
    assert "is not in a function" in aimed(directed, "dead", 100_000).refusal()


@pytest.mark.slow
def test_a_line_of_a_function_that_is_not_called_is_told_as_such(directed: Shell) -> None:
    said = aimed(directed, "dead", line_of("magic"), "--executions", "2000")
    assert said.out == ""
    assert "nothing in lines.py was seen to lead from it to line" in said.err


def test_a_blank_line_stands_for_the_next_statement(shell: Shell) -> None:
    shell.write(gaps="def f(a: int) -> int:\n    if a == 77:\n\n        # why\n        return 1\n    return 2\n")
    said = shell("examples", "gaps:f", "--line", "3", "--executions", "50000")
    assert said.out == "gaps.f(77) → 1\n"
    assert said.err == "there is no code on line 3; the next is line 5\n"


@pytest.mark.slow
def test_the_same_seed_reaches_it_with_the_same_call(directed: Shell) -> None:
    first, second = (aimed(directed.anew, "magic", line_of("magic"), "--executions", "50000") for _ in range(2))
    assert first.out == second.out != ""
