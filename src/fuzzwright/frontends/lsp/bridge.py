"""The thread in which `Live` works: what the server says goes in through a queue, news come out through a function.

Whatever goes wrong in it is told, and a fresh `Live` gets the texts as they are by then.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field

from fuzzwright.editor.examples import LiveFunction, Reached, Status
from fuzzwright.editor.live import Live

TICK = 0.02
"""Seconds for which news are awaited before the queue is looked at again."""
PATIENCE = (0.5, 2.0, 10.0, 60.0)
"""Seconds to wait after one failure, two in a row, and so on."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something went wrong in the thread, which goes on afresh."""

    text: str
    traceback: str


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A version of a text has been read, and these are its functions."""

    path: str
    version: int
    functions: tuple[LiveFunction, ...]


News = LiveFunction | Reached | Status | Trouble | TakenUp


@dataclass(slots=True)
class Screen:
    """What is open and seen: all that a fresh `Live` has to be told."""

    texts: dict[str, tuple[str, int]] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    """Texts that `Live` did not read yet as they are now."""
    visible: dict[str, list[tuple[int, int]] | None] = field(default_factory=dict)
    focus: tuple[str, int] | None = None
    paused: bool = False

    def tell(self, live: Live) -> None:
        """Tell all of it."""
        live.set_paused(self.paused)
        for path, (text, version) in self.texts.items():
            live.set_text(path, text, version)
            live.set_visible(path, self.visible.get(path))
        self.unread.update(self.texts)
        if self.focus is not None:
            live.set_focus(*self.focus)


Wish = Callable[[Screen, Live], None]


class Bridge:
    """Keeps one `Live` going; every method returns at once."""

    def __init__(self, start: Callable[[], Live], told: Callable[[News], None]) -> None:
        """`start` is called in the thread that works on what it returns."""
        self._start, self._told = start, told
        self._wishes: queue.SimpleQueue[Wish | None] = queue.SimpleQueue()
        self._screen = Screen()
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="live", daemon=True)
        self._thread.start()

    def set_text(self, path: str, text: str, version: int) -> None:
        """Open a text or change it."""

        def wish(screen: Screen, live: Live) -> None:
            screen.texts[path] = (text, version)
            screen.unread.add(path)
            live.set_text(path, text, version)

        self._wishes.put(wish)

    def close_text(self, path: str) -> None:
        """Forget a text."""

        def wish(screen: Screen, live: Live) -> None:
            screen.texts.pop(path, None)
            screen.unread.discard(path)
            live.close_text(path)
            screen.visible.pop(path, None)
            if screen.focus is not None and screen.focus[0] == path:
                screen.focus = None

        self._wishes.put(wish)

    def set_visible(self, path: str, ranges: list[tuple[int, int]] | None) -> None:
        """Say which lines are seen."""

        def wish(screen: Screen, live: Live) -> None:
            if path in screen.texts:
                screen.visible[path] = ranges
                live.set_visible(path, ranges)

        self._wishes.put(wish)

    def set_focus(self, path: str, line: int) -> None:
        """Say where the cursor is."""

        def wish(screen: Screen, live: Live) -> None:
            if path in screen.texts:
                screen.focus = (path, line)
                live.set_focus(path, line)

        self._wishes.put(wish)

    def set_paused(self, paused: bool) -> None:
        """Stop running anything, or go on."""

        def wish(screen: Screen, live: Live) -> None:
            screen.paused = paused
            live.set_paused(paused)

        self._wishes.put(wish)

    def file_changed(self, path: str) -> None:
        """Say that a file on disk is not what it was."""
        self._wishes.put(lambda _, live: live.file_changed(path))

    def reach(self, path: str, line: int) -> None:
        """Ask for a call that reaches a line; `Reached` tells the answer."""

        def wish(screen: Screen, live: Live) -> None:
            if path in screen.texts:
                live.reach(path, line)

        self._wishes.put(wish)

    @property
    def is_alive(self) -> bool:
        """Whether the thread still runs."""
        return self._thread.is_alive()

    def stop(self, patience: float = 5.0) -> None:
        """End everything that was started."""
        self._ending = True
        self._wishes.put(None)
        self._thread.join(patience)

    def _run(self) -> None:
        failures = 0
        while not self._ending:
            began = time.monotonic()
            try:
                with self._start() as live:
                    self._screen.tell(live)
                    self._serve(live)
            except Exception as error:
                text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
                self._told(Trouble(text, traceback.format_exc()))
            # One that did well for a minute starts with a clean slate.
            failures = 0 if time.monotonic() - began > 60 else min(failures + 1, len(PATIENCE))
            self._wait(PATIENCE[failures - 1] if failures else 0.0)

    def _serve(self, live: Live) -> None:
        while not self._ending:
            # With nothing to do it waits for a wish, however long that takes.
            for wish in self._wished(wait=live.is_idle):
                if wish is None:
                    return
                wish(self._screen, live)
            for news in live.poll(0.0 if live.is_idle else TICK):
                self._told(news)
            self._tell_read(live)

    def _tell_read(self, live: Live) -> None:
        """Tell which texts have been read as they are now."""
        screen = self._screen
        for path in sorted(screen.unread):
            version = screen.texts[path][1]
            if live.taken(path) == version:
                screen.unread.discard(path)
                self._told(TakenUp(path, version, tuple(live.functions(path))))

    def _wished(self, wait: bool) -> list[Wish | None]:
        """Return what was wished, having waited for the first if there is nothing else to do."""
        try:
            wishes = [self._wishes.get() if wait else self._wishes.get_nowait()]
            while not self._wishes.empty():
                wishes.append(self._wishes.get_nowait())
            return wishes
        except queue.Empty:
            return []

    def _wait(self, seconds: float) -> None:
        """Wait before a new start; wishes stay in the queue until there is somebody to tell them."""
        until = time.monotonic() + seconds
        while not self._ending and time.monotonic() < until:
            time.sleep(min(0.05, seconds))
