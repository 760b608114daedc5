"""Targets that are not there, cannot be read or cannot be fuzzed: one message, exit 2, nothing written."""

from __future__ import annotations

import os

import pytest

from tests.frontends.shell import Shell


@pytest.mark.parametrize(
    ("target", "what", "fix"),
    [
        ("nowhere.py", "no module or path `nowhere.py`", "give the path of its file or folder"),
        ("claen.py", "no module or path `claen.py`", "did you mean `clean"),
        ("claen", "no module or path `claen`", "did you mean `clean`?"),
        ("clean:ad", "no function `ad` in `clean`", "did you mean `clean:add`?"),
        ("clean.py:ad", "no function `ad` in `clean`", "did you mean `clean"),
        ("clean:everything", "no function `everything` in `clean`", "it has `add`, `sign`"),
        (":", "", "fix: "),
    ],
)
def test_a_target_that_is_not_there_is_told_with_close_names(shell: Shell, target: str, what: str, fix: str) -> None:
    message = shell("run", target).refusal()
    assert what in message
    assert fix in message


def test_an_empty_target_is_refused(shell: Shell) -> None:
    assert "fix: " in shell("run", "", "--executions", "10").refusal()


def test_one_wrong_target_among_right_ones_stops_the_command(shell: Shell) -> None:
    assert "`nowhere.py`" in shell("run", "clean.py", "nowhere.py", "--executions", "10").refusal()


def test_a_folder_without_modules_is_refused(shell: Shell) -> None:
    (shell.folder / "empty").mkdir()
    assert "no Python module in `empty`" in shell("run", "empty").refusal()


@pytest.mark.slow
def test_a_module_without_functions_is_refused(shell: Shell) -> None:
    shell.write(constants="SIZE = 3\n")
    assert "there are no functions to fuzz here" in shell("run", "constants.py").refusal()


def test_a_syntax_error_is_told_with_its_line(shell: Shell) -> None:
    shell.write(broken="x = 1\ndef f(a: int) -> int\n    return a\n")
    message = shell("run", "broken.py").refusal()
    assert "syntax error in `broken`" in message
    assert "broken.py:2" in message


@pytest.mark.parametrize("content", [b"def f(a: int) -> str:\n    return '\xff'\n", b"def f(a: int):\n    '\0'\n"])
def test_a_file_that_is_not_text_is_refused(shell: Shell, content: bytes) -> None:
    (shell.folder / "binary.py").write_bytes(content)
    message = shell("run", "binary.py").refusal()
    assert "`binary`" in message
    assert "binary.py" in message


def test_a_link_to_nowhere_is_refused(shell: Shell) -> None:
    os.symlink("gone.py", shell.folder / "dangling.py")
    assert "dangling" in shell("run", "dangling.py").refusal()


@pytest.mark.slow
def test_a_module_that_cannot_be_imported_is_told_with_the_reason(shell: Shell) -> None:
    shell.write(needs="import no_such_thing\n\ndef f(a: int) -> int:\n    return a\n")
    message = shell("run", "needs.py").refusal()
    assert "needs.f" in message
    assert "No module named 'no_such_thing'" in message
    assert "needs.py:1" in message
    assert "fix: install `no_such_thing` where the code runs" in message


@pytest.mark.parametrize(
    ("content", "fix"),
    [
        ("raise SystemExit(3)\n", 'below `if __name__ == "__main__":`'),
        ("SIZE = 1 // 0\n", "make `python -c 'import wrong'` work: mend what fails at"),
        ("import os\nos._exit(3)\n", 'below `if __name__ == "__main__":`'),
    ],
)
@pytest.mark.slow
def test_what_an_import_does_wrong_is_told_with_what_to_do_about_it(shell: Shell, content: str, fix: str) -> None:
    shell.write(wrong=content + "\n\ndef f(a: int) -> int:\n    return a\n")
    message = shell("run", "wrong.py").refusal()
    assert "wrong.f: " in message
    assert fix in message.partition("fix: ")[2]


@pytest.mark.slow
def test_where_nothing_can_be_fuzzed_every_reason_is_told(shell: Shell) -> None:
    shell.write(odd='def bare(a, b):\n    return a\n\n\ndef lost(a: "NoSuch") -> int:\n    return 1\n')
    message = shell("run", "odd.py", "--executions", "10").refusal()
    assert "odd.bare: cannot generate parameter `a`" in message
    assert "odd.lost" in message
    assert "`NoSuch` is not defined" in message
    assert "fix: " in message


@pytest.mark.slow
def test_a_pattern_that_matches_nothing_is_told_with_names_that_are_there(shell: Shell) -> None:
    message = shell("run", "clean.py", "--include", "cleen.sign").refusal()
    assert "--include cleen.sign matches none of the 2 functions here" in message
    assert "there are `clean.sign`, `clean.add`" in message


def test_a_pattern_that_leaves_nothing_is_told_too(shell: Shell) -> None:
    message = shell("run", "clean.py", "--exclude", "clean.*").refusal()
    assert "--exclude clean.* leaves none of the 2 functions here" in message
    assert "`clean.add`" in message


@pytest.mark.slow
def test_patterns_choose_among_what_cannot_be_imported_too(shell: Shell) -> None:
    shell.write(needs="import no_such_thing\n\n\ndef f() -> int:\n    return 1\n\n\ndef g() -> int:\n    return 1\n")
    message = shell("run", "needs.py", "--include", "*.g").refusal()
    assert "needs.g" in message
    assert "needs.f" not in message


def test_an_interpreter_that_is_none_is_refused(shell: Shell) -> None:
    assert "no interpreter at `nowhere/python`" in shell("run", "clean.py", "--python", "nowhere/python").refusal()
    assert "cannot use the interpreter" in shell("run", "clean.py", "--python", "/bin/ls").refusal()


def test_examples_of_a_function_that_is_not_there_are_refused(shell: Shell) -> None:
    assert "did you mean `clean:sign`?" in shell("examples", "clean:sing").refusal()


@pytest.mark.slow
def test_properties_of_a_module_without_any_are_refused(shell: Shell) -> None:
    message = shell("prop", "clean.py").refusal()
    assert "there are no properties" in message
    assert "@prop" in message
