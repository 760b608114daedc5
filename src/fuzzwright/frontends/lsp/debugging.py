"""One call to step through: a small program, and the configuration with which debugpy starts it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from fuzzwright.editor.examples import LiveExample


def program(example: LiveExample, roots: list[str]) -> str:
    """Return a program that makes the call of an example and prints the result; debugged, it stops just before."""
    lines = [
        '"""One call that fuzzwright showed; step into it."""',
        "import sys",
        f"sys.path[:0] = {roots!r}",
        *example.imports,
        # Run without a debugger it does not stop.
        'if "debugpy" in sys.modules:',
        "    breakpoint()",
        f"result = {example.call}",
        f"print({example.call + ' →'!r}, repr(result))",
    ]
    return "\n".join(lines) + "\n"


def write_program(text: str, name: str) -> Path:
    """Write a program into a folder of its own and return where it is."""
    folder = Path(tempfile.mkdtemp(prefix="fuzzwright-debug-"))
    stem = "".join(sign if sign.isalnum() else "_" for sign in name)[:60] or "call"
    file = folder / f"call_{stem}.py"
    file.write_text(text, "utf-8", "surrogatepass")
    return file


def launch(example: LiveExample, file: Path, root: Path, python: str | None) -> dict[str, Any]:
    """Return the launch configuration for a program."""
    configuration = {
        "name": f"fuzzwright: {example.call[:80]}",
        "type": "debugpy",
        "request": "launch",
        "program": str(file),
        "cwd": str(root),
        "console": "integratedTerminal",
        "justMyCode": True,
    }
    return {**configuration, "python": python} if python else configuration
