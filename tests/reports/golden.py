"""Output compared with a file beside the tests; `FUZZWRIGHT_UPDATE_GOLDEN=1` writes the files anew."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def same_as_golden(name: str, text: str) -> None:
    """Assert that the text is what the golden file holds."""
    path = FOLDER / name
    if os.environ.get("FUZZWRIGHT_UPDATE_GOLDEN") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    assert text == path.read_bytes().decode(), f"the output is not that of {path.name}; see {__name__} to accept it"
