"""`fuzzwright lsp`: the language server, started by editors."""

from __future__ import annotations

from importlib.util import find_spec

import click

from fuzzwright.errors import FuzzwrightError


@click.command()
@click.option("--stdio", is_flag=True, help="Talk over stdin and stdout, as it does anyway.")
def lsp(stdio: bool) -> None:
    """Serve live examples to an editor, by the Language Server Protocol on stdin and stdout.

    Editors start this themselves. The functions of open Python files are executed, in a sandbox.

    \b
    fuzzwright lsp              what to write into the configuration of an editor
    fuzzwright lsp --stdio      the same, for editors that add this themselves
    """
    # Nothing of it is loaded for the other commands: pygls takes a while.
    if find_spec("pygls") is None:
        raise FuzzwrightError(
            "the language server needs pygls, which is not installed", None, "pip install 'fuzzwright[lsp]'"
        )
    from fuzzwright.frontends.lsp.server import serve

    serve()
