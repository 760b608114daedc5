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
    waiting: dict[str, float] = field(default_factory=dict)
    """Texts that `Live` does not know yet, and when it is to be told."""
    visible: dict[str, list[tuple[int, int]] | None] = field(default_factory=dict)
    focus: tuple[str, int] | None = None
    paused: bool = False

    def tell(self, live: Live) -> None:
        """Tell all of it."""
        live.set_paused(self.paused)
        for path, (text, version) in self.texts.items():
            live.set_text(path, text, version)
            live.set_visible(path, self.visible.get(path))
        self.waiting.clear()
        if self.focus is not None:
            live.set_focus(*self.focus)


Wish = Callable[[Screen, Live], None]


class Bridge:
    """Keeps one `Live` going; every method returns at once."""

    def __init__(self, start: Callable[[], Live], told: Callable[[News], None], debounce: float) -> None:
        """`start` returns a `Live` that takes up texts without waiting: here they wait for `debounce` seconds."""
        self._start, self._told, self._debounce = start, told, debounce
        self._wishes: queue.SimpleQueue[Wish | None] = queue.SimpleQueue()
        self._screen = Screen()
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="live", daemon=True)
        self._thread.start()

    def set_text(self, path: str, text: str, version: int) -> None:
        """Open a text or change it."""

        def wish(screen: Screen, live: Live) -> None:
            # What was just opened need not wait for a pause, and results always belong to a text that was read.
            pause = self._debounce if path in screen.texts else 0.0
            screen.texts[path] = (text, version)
            screen.waiting[path] = time.monotonic() + pause

        self._wishes.put(wish)

    def close_text(self, path: str) -> None:
        """Forget a text."""

        def wish(screen: Screen, live: Live) -> None:
            screen.texts.pop(path, None)
            screen.waiting.pop(path, None)
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
                self._take_up(live, now=True)
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
            for wish in self._taken(self._quiet(live)):
                if wish is None:
                    return
                wish(self._screen, live)
            self._take_up(live)
            for news in live.poll(0.0 if live.is_idle else TICK):
                self._told(news)

    def _quiet(self, live: Live) -> float | None:
        """Return for how long nothing will happen unless something is wished; None if for ever."""
        if not live.is_idle:
            return 0.0
        due = max(self._screen.waiting.values(), default=None)
        return None if due is None else max(0.0, due - time.monotonic())

    def _take_up(self, live: Live, now: bool = False) -> None:
        """Have texts read once none has changed for a while: they may belong together."""
        screen = self._screen
        if not screen.waiting or not (now or max(screen.waiting.values()) <= time.monotonic()):
            return
        paths = list(screen.waiting)
        screen.waiting.clear()
        for path in paths:
            live.set_text(path, *screen.texts[path])
            # It is known by now where one looks, or that it is not.
            live.set_visible(path, screen.visible.get(path))
        for news in live.poll(0.0):
            self._told(news)
        for path in paths:
            self._told(TakenUp(path, screen.texts[path][1], tuple(live.functions(path))))

    def _taken(self, timeout: float | None) -> list[Wish | None]:
        """Return what was wished, having waited for the first."""
        try:
            wishes = [self._wishes.get(timeout=timeout) if timeout != 0.0 else self._wishes.get_nowait()]
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
