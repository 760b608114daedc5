"""The command line: one module per command, exit codes in one place."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from typing import Final

import click

from fuzzwright.acceleration import accelerator
from fuzzwright.errors import FuzzwrightError
from fuzzwright.version import VERSION

NOTHING, FINDINGS, WRONG_USE, OUR_FAULT = 0, 1, 2, 3
_ACCELERATED = ", accelerated" if accelerator() else ""


def _run() -> click.Command:
    from fuzzwright.frontends.cli.run import run

    return run


def _prop() -> click.Command:
    from fuzzwright.frontends.cli.run import prop

    return prop


def _examples() -> click.Command:
    from fuzzwright.frontends.cli.examples import examples

    return examples


def _findings() -> click.Command:
    from fuzzwright.frontends.cli.findings import findings

    return findings


def _show() -> click.Command:
    from fuzzwright.frontends.cli.show import show

    return show


def _replay() -> click.Command:
    from fuzzwright.frontends.cli.replay import replay

    return replay


def _tests() -> click.Command:
    from fuzzwright.frontends.cli.tests import tests

    return tests


def _types() -> click.Command:
    from fuzzwright.frontends.cli.types import types

    return types


def _bench() -> click.Command:
    from fuzzwright.frontends.cli.bench import bench

    return bench


def _lsp() -> click.Command:
    from fuzzwright.frontends.cli.lsp import lsp

    return lsp


COMMANDS: Final[dict[str, tuple[Callable[[], click.Command], str]]] = {
    "run": (_run, "Fuzz functions by their type hints."),
    "prop": (_prop, "Run properties: functions marked with @prop, and laws."),
    "examples": (_examples, "Show example calls, one for each behaviour of a function."),
    "findings": (_findings, "List what was found in the project of this folder."),
    "show": (_show, "Show all that is known of one finding."),
    "replay": (_replay, "Run stored inputs again, against the code as it is now."),
    "tests": (_tests, "Write findings as pytest tests."),
    "types": (_types, "Show which types and functions are understood."),
    "bench": (_bench, "Compare searches on code with known bugs."),
    "lsp": (_lsp, "Serve live examples to an editor, by the Language Server Protocol."),
}
"""What loads each command, and what it is for. Loading all of them takes longer than many a search."""


class Commands(click.Group):
    """Loads the command that is asked for, and no other."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        known = COMMANDS.get(cmd_name)
        return None if known is None else known[0]()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="The code under test is executed, in a sandbox: it cannot write outside a temporary folder, "
    "start processes or use the network.",
)
@click.version_option(VERSION, prog_name="fuzzwright", message=f"%(prog)s, version %(version)s{_ACCELERATED}")
def commands() -> None:
    """Find the inputs that break typed Python code, from its type hints alone."""


def main() -> None:
    """Run a command and end with its exit code."""
    sys.exit(guarded(lambda: commands.main(standalone_mode=False)))


def guarded(work: object) -> int:
    """Return the exit code of some work: wrong use is told in one message, a defect of ours with a traceback."""
    try:
        code = work()  # type: ignore[operator]  # a callable without arguments
        return code if isinstance(code, int) else NOTHING
    except FuzzwrightError as error:
        click.echo(f"fuzzwright: {error}", err=True)
        return WRONG_USE
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        error.show()
        return WRONG_USE
    except (click.Abort, KeyboardInterrupt):
        click.echo("fuzzwright: interrupted", err=True)
        return WRONG_USE
    except BrokenPipeError:
        return NOTHING
    except Exception:
        traceback.print_exc()
        click.echo("fuzzwright: this is a defect of fuzzwright itself; please report it with the lines above", err=True)
        return OUR_FAULT
