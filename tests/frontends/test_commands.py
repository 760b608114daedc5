"""Commands are loaded when they are asked for, and told in the help of all without being loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fuzzwright.frontends.cli import COMMANDS

LOADED = "import sys; print(sorted(name for name in sys.modules if name.startswith('fuzzwright.')))"


def loaded_by(*arguments: str) -> str:
    """Return what a command line loads."""
    run = f"import sys; sys.argv = {['fuzzwright', *arguments]!r}\n"
    run += "from fuzzwright.frontends.cli import commands\ncommands.main(standalone_mode=False)\n"
    done = subprocess.run([sys.executable, "-c", run + LOADED], capture_output=True, text=True, check=True)
    return done.stdout


def test_help_loads_no_command_and_names_all() -> None:
    told = loaded_by("--help")
    assert "fuzzwright.frontends.cli.run" not in told
    assert "fuzzwright.campaigns" not in told
    assert all(f"  {name} " in told and what in told for name, (_, what) in COMMANDS.items())


def test_run_does_not_load_the_experiments() -> None:
    told = loaded_by("run", "--help")
    assert "fuzzwright.frontends.cli.run" in told
    assert "fuzzwright.experiments" not in told


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_the_name_it_is_found_by(name: str) -> None:
    assert COMMANDS[name][0]().name == name
