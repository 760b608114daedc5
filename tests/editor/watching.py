"""A `Live` looked at until something holds: tests wait for what happens, never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from fuzzwright.editor.examples import LiveExample, LiveFunction, Reached, Status
from fuzzwright.editor.live import Live
from fuzzwright.settings import Settings

PATIENCE = 90.0
"""Seconds after which a test gives up."""


class Watched:
    """A `Live` and all that it said."""

    def __init__(self, root: Path, cache: Path | None = None, settings: Settings | None = None) -> None:
        self.root = root
        self.live = Live(root, settings or Settings(), None, cache)
        self.said: list[LiveFunction | Reached | Status] = []
        self.latest: dict[str, LiveFunction] = {}
        """What was said last about each function, by its qualified name."""

    def __enter__(self) -> Watched:
        return self

    def __exit__(self, *_: object) -> None:
        self.live.close()

    def write(self, name: str, text: str, version: int = 1) -> str:
        """Open or change a text that is on no disk; return its path."""
        path = str(self.root / name)
        self.live.set_text(path, text, version)
        return path

    def until(self, holds: Callable[[], object]) -> None:
        """Poll until something holds."""
        over = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < over, self.said[-5:]
            for each in self.live.poll(1.0):
                self.said.append(each)
                if isinstance(each, LiveFunction):
                    self.latest[each.qualname] = each

    def settle(self) -> None:
        """Poll until nothing more happens."""
        self.until(lambda: self.live.is_idle and self.latest)

    def answer(self, request: int) -> Reached:
        """Poll until a question is answered."""
        self.until(lambda: any(isinstance(each, Reached) and each.request == request for each in self.said))
        return next(each for each in self.said if isinstance(each, Reached) and each.request == request)

    def examples(self, name: str) -> dict[str, LiveExample]:
        """Return the examples of a function by their calls."""
        return {example.call: example for example in self.latest[name].examples}

    def shows(self, name: str, outcome: str) -> bool:
        """Say whether a function has an example that ends so."""
        return name in self.latest and any(each.outcome == outcome for each in self.latest[name].examples)
