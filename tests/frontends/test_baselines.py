"""`--baseline`, `--write-baseline` and `allow`: a run that fails only on what is new."""

from __future__ import annotations

import pytest

from tests.frontends.shell import Shell

RUN = ("run", "failing.py", "--executions", "300")
KNOWN = ("--baseline", "known.toml")


@pytest.mark.slow
def test_what_is_written_into_the_baseline_is_no_reason_to_fail(shell: Shell) -> None:
    said = shell(*RUN, *KNOWN, "--write-baseline")
    assert (said.code, said.err) == (0, "")
    assert "known.toml: 2 findings written" in said.out
    said = shell(*RUN, *KNOWN)
    assert said.code == 0
    assert "known (2): the baseline names them" in said.out
    assert "failing.first raised IndexError" in said.out
    assert shell(*RUN).code == 1


@pytest.mark.slow
def test_moved_lines_make_no_finding_new(shell: Shell) -> None:
    shell(*RUN, *KNOWN, "--write-baseline")
    file = shell.folder / "failing.py"
    file.write_text("# a comment\n\n" + file.read_text("utf-8").replace("items[0]", "items[0]  # noqa"), "utf-8")
    assert shell(*RUN, *KNOWN).code == 0


@pytest.mark.slow
def test_a_new_finding_fails_beside_known_ones(shell: Shell) -> None:
    shell(*RUN, *KNOWN, "--write-baseline")
    file = shell.folder / "failing.py"
    file.write_text(file.read_text("utf-8") + "\n\ndef last(items: list[int]) -> int:\n    return items[-1]\n", "utf-8")
    report = shell.report(*RUN, *KNOWN, code=1)
    assert {finding["function"]: finding["known"] for finding in report["findings"]} == {
        "failing.first": True,
        "failing.ratio": True,
        "failing.last": False,
    }


@pytest.mark.slow
def test_what_does_not_happen_any_more_is_told_and_taken_out(shell: Shell) -> None:
    shell(*RUN, *KNOWN, "--write-baseline")
    file = shell.folder / "failing.py"
    file.write_text(file.read_text("utf-8").replace("return items[0]", "return len(items)"), "utf-8")
    assert "1 finding of the baseline did not happen" in shell(*RUN, *KNOWN).out
    assert "1 finding written, 1 taken out" in shell(*RUN, *KNOWN, "--write-baseline").out
    assert "IndexError" not in (shell.folder / "known.toml").read_text("utf-8")


@pytest.mark.slow
def test_the_baseline_can_be_a_setting(shell: Shell) -> None:
    shell.configure('[tool.fuzzwright]\nbaseline = "known.toml"\n')
    assert shell(*RUN, "--write-baseline").code == 0
    assert shell(*RUN).code == 0
    said = shell("findings")
    assert "0 findings to act on, 2 others (2 in the baseline)" in said.out


def test_a_baseline_that_is_not_there_is_wrong_use(shell: Shell) -> None:
    assert "there is no such baseline" in shell(*RUN, *KNOWN).refusal()
    assert "does not say which file" in shell(*RUN, "--write-baseline").refusal()
    assert "no folder" in shell(*RUN, "--baseline", "none/known.toml", "--write-baseline").refusal()


@pytest.mark.slow
def test_what_is_allowed_is_shown_and_no_reason_to_fail(shell: Shell) -> None:
    shell.configure('[tool.fuzzwright]\nallow = ["failing.*: LookupError"]\n')
    said = shell(*RUN)
    assert said.code == 1
    assert "allowed (1): the setting `allow` names them" in said.out
    shell.configure('[tool.fuzzwright]\nallow = ["failing.*: LookupError", "*.ratio: ZeroDivisionError"]\n')
    report = shell.report(*RUN, code=0)
    assert [finding["allowed"] for finding in report["findings"]] == [True, True]
    assert shell("replay", "--all").code == 0
    assert "2 allowed" in shell("findings").out
