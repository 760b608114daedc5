"""`[tool.fuzzwright]` of the user's pyproject.toml: honoured, overruled by options, and told where it is wrong."""

from __future__ import annotations

import pytest

from tests.frontends.shell import Shell


@pytest.mark.slow
def test_settings_of_the_project_are_honoured(shell: Shell) -> None:
    shell.configure('[tool.fuzzwright]\nexecutions = 70\nseed = 5\nexclude = ["*.shout"]\nsearch = "quickcheck"\n')
    report = shell.report("run", "failing.py", code=1)
    assert report["seed"] == 5
    assert {target["function"]: target["executions"] for target in report["targets"]} == {
        "failing.first": 70,
        "failing.ratio": 70,
    }


@pytest.mark.slow
def test_settings_are_found_from_a_folder_below(shell: Shell) -> None:
    shell.configure("[tool.fuzzwright]\nexecutions = 70\n")
    below = shell.folder / "below"
    below.mkdir()
    report = Shell(below, shell.cache).report("run", "../clean.py", code=0)
    assert {target["executions"] for target in report["targets"]} == {70}


@pytest.mark.slow
def test_an_option_overrules_the_setting(shell: Shell) -> None:
    shell.configure("[tool.fuzzwright]\nexecutions = 70\nseed = 5\n")
    report = shell.report("run", "clean.py:add", "--executions", "90", "--seed", "6", code=0)
    assert (report["seed"], report["targets"][0]["executions"]) == (6, 90)


@pytest.mark.slow
def test_the_project_says_which_verdicts_to_act_on(shell: Shell) -> None:
    shell.configure('[tool.fuzzwright]\nfail-on = ["return_type"]\nexecutions = 200\n')
    report = shell.report("run", "failing.py", code=0)
    assert {finding["verdict"] for finding in report["findings"]} == {"unexpected"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[tool.fuzzwright]\nserach = 'adaptive'\n", "unknown setting `serach`"),
        ("[tool.fuzzwright]\njobs = 'two'\n", "setting `jobs` cannot be 'two'"),
        ("[tool.fuzzwright]\njobs = true\n", "setting `jobs` cannot be True"),
        ("[tool.fuzzwright]\ninclude = 'a'\n", "setting `include` cannot be 'a'"),
        ("[tool.fuzzwright]\nsearch = 'nope'\n", "no search called `nope`"),
        ("[tool]\nfuzzwright = 3\n", "[tool.fuzzwright] is not a table"),
        ("[tool.fuzzwright\n", "cannot read the settings"),
        ("[tool.fuzzwright]\ntime = 1\ntime-per-function = 2\n", "--time-per-function 2 is more than --time 1"),
    ],
)
def test_a_wrong_setting_is_told_with_its_file(shell: Shell, text: str, told: str) -> None:
    shell.configure(text)
    message = shell("run", "clean.py", "--executions", "10", "--json", "report.json").refusal()
    assert told in message
    assert "fix: " in message
    assert "report.json" not in shell.files()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[tool.fuzzwright]\njobs = 0\n", marks=pytest.mark.slow),
        "[tool.fuzzwright]\nexecutions = -5\n",
        "[tool.fuzzwright]\ntime = -1.0\n",
        "[tool.fuzzwright]\ncpu-limit = 0\n",
        "[tool.fuzzwright]\nunannotated = 'maybe'\n",
        "[tool.fuzzwright]\nfail-on = ['nonsense']\n",
        "tool = 3\n",
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(shell: Shell, text: str) -> None:
    shell.configure(text)
    message = shell("run", "clean.py:add", "--time-per-function", "0.1", timeout=8).refusal()
    assert "pyproject.toml" in message
    assert "fix: " in message


@pytest.mark.parametrize("megabytes", [1, 12, 33, 34, 38])
def test_a_memory_limit_that_leaves_nothing_for_calls_is_refused(shell: Shell, megabytes: int) -> None:
    shell.configure(f"[tool.fuzzwright]\nmemory-limit = {megabytes}\n")
    message = shell("run", "clean.py", "--executions", "10").refusal()
    assert f"`memory-limit = {megabytes}` (MB) is too small for the interpreter" in message
    assert "fix: set it to 1" in message
