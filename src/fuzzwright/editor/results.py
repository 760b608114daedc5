"""What was found out about functions, kept on disk by their keys: shown at once when a text is opened again.

A folder of small JSON files, so that several editors can share it: whoever writes last is right, and what cannot be
read is as good as absent. The oldest files go when there are too many.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from fuzzwright.campaigns.jobs import Record

MOST = 4000
"""Files that are kept."""
MOST_NAMES = 8
"""Functions that mean the same, of which examples are kept."""
_FORMAT = 2


@dataclass(frozen=True, slots=True)
class Result:
    """What is known of a function."""

    key: str
    line: int = 0
    """The line of its `def` that the lines of the examples go by."""
    examples: tuple[Record, ...] = ()
    inputs: tuple[str, ...] = ()
    deadly: tuple[tuple[str, Record], ...] = ()


class Results:
    """Results on disk; without a folder, nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._written = 0
        if folder is not None:
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
                self._prune(folder)

    def load(self, key: str, path: str, qualname: str) -> Result | None:
        """Return what is known for a key; else the inputs of the last key that the function of this name had.

        Examples say what they call and where that is: those of another function are left out.
        """
        name = _name_of(path, qualname)
        found = self._read(key, name)
        if found is None:
            latest = self._json(name)
            found = self._read(str(latest.get("key", "")), name)
            return None if found is None else Result(found.key, inputs=found.inputs)
        return found

    def save(self, result: Result, path: str, qualname: str) -> None:
        """Keep a result, also as the latest for its function."""
        name = _name_of(path, qualname)
        known = self._json(result.key).get("shown")
        others = [(of, shown) for of, shown in known.items() if of != name] if isinstance(known, dict) else []
        content = {
            "format": _FORMAT,
            "shown": dict([*others[1 - MOST_NAMES :], (name, [result.line, list(result.examples)])]),
            "inputs": list(result.inputs),
            "deadly": [list(each) for each in result.deadly],
        }
        self._write(result.key, content)
        self._write(name, {"format": _FORMAT, "key": result.key})

    def _read(self, key: str, name: str) -> Result | None:
        content = self._json(key) if key else {}
        try:
            line, examples = content["shown"].get(name, (0, ()))
            return Result(
                key,
                int(line),
                tuple(dict(example) for example in examples),
                tuple(str(text) for text in content["inputs"]),
                tuple((str(encoded), dict(failure)) for encoded, failure in content["deadly"]),
            )
        except (AttributeError, KeyError, TypeError, ValueError):
            return None

    def _json(self, name: str) -> Record:
        if self._folder is None:
            return {}
        try:
            content = json.loads((self._folder / f"{name}.json").read_bytes())
        except (OSError, ValueError):
            return {}
        return content if isinstance(content, dict) and content.get("format") == _FORMAT else {}

    def _write(self, name: str, content: Record) -> None:
        if self._folder is None:
            return
        file = self._folder / f"{name}.json"
        beside = self._folder / f"{name}.{os.getpid()}.tmp"
        self._written += 1
        with suppress(OSError):  # a full disk is no reason to stop showing
            if self._written % (MOST // 4) == 0:
                self._prune(self._folder)
            beside.write_text(json.dumps(content, separators=(",", ":")), "utf-8")
            beside.replace(file)

    def _prune(self, folder: Path) -> None:
        files = [(entry.stat().st_mtime, entry.path) for entry in os.scandir(folder) if entry.is_file()]
        for _, file in sorted(files)[: max(0, len(files) - MOST)]:
            with suppress(OSError):
                os.unlink(file)


def _name_of(path: str, qualname: str) -> str:
    return blake2b(f"{path}\0{qualname}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest() + "-name"
