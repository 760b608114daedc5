"""`fuzzwright lsp` as a command."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.frontends.shell import Shell


@pytest.mark.slow
def test_help_has_examples_and_says_that_code_is_executed(shell: Shell) -> None:
    said = shell("lsp", "--help")
    assert (said.code, said.err) == (0, "")
    assert said.out.count("fuzzwright lsp ") >= 3
    assert "executed, in a sandbox" in " ".join(said.out.split())


def test_without_pygls_it_says_how_to_get_it() -> None:
    program = (
        "import sys; sys.modules['pygls'] = None; sys.argv = ['fuzzwright', 'lsp']\n"
        "from fuzzwright.frontends.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        "fuzzwright: the language server needs pygls, which is not installed\n  fix: pip install 'fuzzwright[lsp]'\n"
    )


def test_other_commands_do_not_load_it() -> None:
    program = (
        "import sys, fuzzwright.frontends.cli; print([name for name in ('pygls', 'lsprotocol') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_without_a_client_it_ends(shell: Shell) -> None:
    said = shell.anew("lsp")
    assert (said.code, said.out) == (0, "")
    assert "Traceback" not in said.err
