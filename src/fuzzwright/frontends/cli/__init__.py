"""The command line: one module per command, exit codes in one place."""

from __future__ import annotations

import sys
import traceback

import click

from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.bench import bench
from fuzzwright.frontends.cli.examples import examples
from fuzzwright.frontends.cli.findings import findings
from fuzzwright.frontends.cli.lsp import lsp
from fuzzwright.frontends.cli.replay import replay
from fuzzwright.frontends.cli.run import prop, run
from fuzzwright.frontends.cli.show import show
from fuzzwright.frontends.cli.tests import tests
from fuzzwright.frontends.cli.types import types
from fuzzwright.python.acceleration import accelerator
from fuzzwright.version import VERSION

NOTHING, FINDINGS, WRONG_USE, OUR_FAULT = 0, 1, 2, 3
_ACCELERATED = ", accelerated" if accelerator() else ""


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="The code under test is executed, in a sandbox: it cannot write outside a temporary folder, "
    "start processes or use the network.",
)
@click.version_option(VERSION, prog_name="fuzzwright", message=f"%(prog)s, version %(version)s{_ACCELERATED}")
def commands() -> None:
    """Find the inputs that break typed Python code, from its type hints alone."""


commands.add_command(run)
commands.add_command(prop)
commands.add_command(examples)
commands.add_command(findings)
commands.add_command(show)
commands.add_command(replay)
commands.add_command(tests)
commands.add_command(types)
commands.add_command(bench)
commands.add_command(lsp)


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
