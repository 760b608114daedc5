"""The state of the server between messages: open texts with what is known of them, and one `Live` for each project.

Everything here runs in the loop of the server and answers at once; fuzzing is left to the threads of `bridge`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from platformdirs import user_cache_dir

from fuzzwright.editor.examples import LiveFunction, Reached, Status, says_the_same
from fuzzwright.editor.live import Live
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.lsp.bridge import Bridge, News, TakenUp, Trouble
from fuzzwright.frontends.lsp.client import Client
from fuzzwright.frontends.lsp.documents import Document
from fuzzwright.frontends.lsp.options import Options
from fuzzwright.frontends.lsp.positions import Change
from fuzzwright.frontends.lsp.shown import notification, problems, reached_record, summary
from fuzzwright.settings import Settings, load_settings

BETWEEN = 0.25
"""Seconds between two updates of one text, so that nothing flickers."""
LINGER = 30.0
"""Seconds for which what runs functions of a project is kept after its last text was closed."""
ON_ITS_WAY = 1.0
"""Seconds after which a client has surely seen what was sent to it."""
_MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


class Service:
    """All that the handlers work on."""

    def __init__(self, client: Client, later: Callable[[Callable[[], None]], object]) -> None:
        self.client = client
        self.options = Options()
        self.documents: dict[str, Document] = {}
        self.folders: list[Path] = []
        self.paused = False
        self.left_behind: list[Path] = []
        """Folders that were made for debuggers."""
        self.made: dict[Path, tuple[str | None, str]] = {}
        """Files that got tests: what was saved in them by then, and what the client was given."""
        self._later = later
        self._bridges: dict[Path, Bridge] = {}
        self._lingering: dict[Path, asyncio.TimerHandle] = {}
        self._visible: dict[str, list[tuple[int, int]] | None] = {}
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._published: dict[str, float] = {}
        self._told: set[str] = set()
        self._summaries: dict[tuple[str, str], str] = {}
        self._refreshing: asyncio.TimerHandle | None = None
        self._sent: dict[str, dict[str, tuple[float, int]]] = {}
        """When each function was last told of and in which version, by the path of its text."""
        self._doubtful: dict[str, set[str]] = {}
        """Functions of which the client may have missed the last news."""

    def open(self, uri: str, path: str, text: str, version: int) -> None:
        """Take in a text that was opened."""
        self.documents[path] = Document(uri, path, text, version)
        self.bridge(path).set_text(path, text, version)

    def change(self, path: str, changes: list[Change], version: int) -> None:
        """Take in edits of a text."""
        document = self.documents.get(path)
        if document is None:
            return
        document.change(changes, version, self.client.encoding)
        # What was on its way when this was typed may have come too late: it is told again with the new text.
        since = asyncio.get_running_loop().time() - ON_ITS_WAY
        recent = {name for name, (at, _) in self._sent.get(path, {}).items() if at > since}
        self._doubtful.setdefault(path, set()).update(recent)
        self.bridge(path).set_text(path, document.text, version)

    def close(self, path: str) -> None:
        """Forget a text, and take back what was told of it."""
        document = self.documents.pop(path, None)
        if document is None:
            return
        self.bridge(path).close_text(path)
        self._leave_soon(self.root(path))
        self._visible.pop(path, None)
        timer = self._due.pop(path, None)
        if timer is not None:
            timer.cancel()
        for kept in (self._published, self._sent, self._doubtful):
            kept.pop(path, None)
        self._summaries = {key: text for key, text in self._summaries.items() if key[0] != path}
        self.client.publish(document.uri, None, [])

    def bridge(self, path: str) -> Bridge:
        """Return the thread that runs the functions of a file, started when it is first needed."""
        root = self.root(path)
        if root not in self._bridges:
            bridge = Bridge(lambda: self._live(root), lambda news: self._from_thread(root, news))
            bridge.set_paused(self.paused)
            self._bridges[root] = bridge
        return self._bridges[root]

    def _leave_soon(self, root: Path) -> None:
        """End what runs functions of a project, unless a text of it is opened again soon."""
        if root not in self._lingering:
            self._lingering[root] = asyncio.get_running_loop().call_later(LINGER, self._leave, root)

    def _leave(self, root: Path) -> None:
        del self._lingering[root]
        if root in self._bridges and all(self.root(path) != root for path in self.documents):
            self._bridges.pop(root).stop(0.0)

    def root(self, path: str) -> Path:
        """Return the project of a file: the folder that is open, else the nearest that is marked as one."""
        file = Path(path)
        inside = [folder for folder in self.folders if file.is_relative_to(folder)]
        if inside:
            return max(inside, key=lambda folder: len(folder.parts))
        marked = (place for place in file.parents if any((place / mark).exists() for mark in _MARKS))
        return next(marked, file.parent)

    def set_paused(self, paused: bool) -> None:
        """Stop running anything, or go on."""
        self.paused = paused
        for bridge in self._bridges.values():
            bridge.set_paused(paused)

    def set_visible(self, path: str, ranges: list[tuple[int, int]] | None) -> None:
        """Take in which lines of a text are seen."""
        self._visible[path] = ranges
        self.bridge(path).set_visible(path, ranges)

    def file_changed(self, path: str) -> None:
        """Take in that a file on disk is not what it was."""
        if Path(path).name == "pyproject.toml":
            if Path(path).parent in self._bridges:
                self.restart(Path(path).parent)  # there are settings in it
            return
        for bridge in self._bridges.values():
            bridge.file_changed(path)

    def restart(self, root: Path | None = None) -> None:
        """Begin afresh under other options, with one project or with all."""
        for each in [root] if root is not None else list(self._bridges):
            self._bridges.pop(each).stop(0.0)
        for path, document in self.documents.items():
            if root is not None and self.root(path) != root:
                continue
            document.functions.clear()
            self.bridge(path).set_text(path, document.text, document.version)
            if path in self._visible:
                self.bridge(path).set_visible(path, self._visible[path])
            self._publish_soon(path)

    def stop(self, patience: float = 5.0) -> None:
        """End all that was started, and wait so many seconds for it."""
        bridges, self._bridges = list(self._bridges.values()), {}
        for bridge in bridges:
            bridge.stop(patience)

    def repaint(self) -> None:
        """Tell all again, as options have changed."""
        for path in self.documents:
            self._publish_soon(path)
        self._refresh_soon()

    def _live(self, root: Path) -> Live:
        """Return what runs functions of a project; called in the thread that will use it."""
        cache = Path(self.options.cache or user_cache_dir("fuzzwright")) / "editor"
        pause = self.options.debounce / 1000
        return Live(root, self._settings(root), self.options.python, cache, debounce=pause)

    def _settings(self, root: Path) -> Settings:
        try:
            return load_settings(root)
        except FuzzwrightError as error:
            text = str(error)
            self._later(lambda: self._tell_once(text))
            return Settings()

    def _from_thread(self, root: Path, news: News) -> None:
        self._later(lambda: self.learn(root, news))

    def learn(self, root: Path, news: News) -> None:
        """Take in what a thread tells, and pass it on."""
        if root not in self._bridges:
            return
        match news:
            case LiveFunction():
                self._learn_function(news)
            case TakenUp():
                self._compare(news)
            case Reached():
                self._tell_reached(news)
            case Status():
                if self.options.examples:
                    self.client.notify("fuzzwright/status", {"text": news.text, "state": news.state})
                if news.state == "trouble":
                    self.client.log(f"fuzzwright: {news.text}")
                if news.stops and not self.options.examples:
                    self._tell_once(news.text)  # such clients have no other place for it
            case Trouble():
                self.client.log(f"fuzzwright starts again after this:\n{news.traceback}")
                self._tell_once(f"fuzzwright had a problem and starts again: {news.text}")

    def _learn_function(self, told: LiveFunction) -> None:
        document = self.documents.get(told.path)
        function = document.learn(told) if document is not None else None
        if document is None or function is None:
            return
        if self.options.examples:
            content = notification(document, function, self.client.encoding)
            self.client.notify("fuzzwright/examples", content)
            now = asyncio.get_running_loop().time()
            self._sent.setdefault(told.path, {})[told.qualname] = (now, function.version)
        self._publish_soon(told.path)
        key, text = (told.path, told.qualname), summary(function) if function.state != "gone" else ""
        if self._summaries.get(key, "") != text:
            self._summaries[key] = text
            self._refresh_soon()
        if function.state == "gone":
            self._summaries.pop(key, None)
            self._sent.get(told.path, {}).pop(told.qualname, None)

    def _compare(self, taken: TakenUp) -> None:
        """Take in how functions are after an edit that changed less in them than it seemed to."""
        document = self.documents.get(taken.path)
        sent = self._sent.get(taken.path, {})
        doubtful = {
            name for name in self._doubtful.pop(taken.path, set()) if name in sent and sent[name][1] < taken.version
        }
        for function in taken.functions if document is not None else ():
            known = document.functions.get(function.qualname) if document is not None else None
            same = known is not None and says_the_same(known, function)
            if not same or function.qualname in doubtful:
                self._learn_function(function)

    def _tell_reached(self, reached: Reached) -> None:
        document = self.documents.get(reached.path)
        if document is None:
            return
        if self.options.examples:
            self.client.notify("fuzzwright/reached", reached_record(document.uri, reached))
        else:
            self.client.show(reached.text)

    def _tell_once(self, text: str) -> None:
        if text not in self._told:
            self._told.add(text)
            self.client.show(text, types.MessageType.Warning)

    def _publish_soon(self, path: str) -> None:
        """Tell the problems of a text at once, or when the last time is long enough ago."""
        if path in self._due:
            return
        loop = asyncio.get_running_loop()
        wait = max(0.0, self._published.get(path, 0.0) + BETWEEN - loop.time())
        self._due[path] = loop.call_later(wait, self._publish, path)

    def _publish(self, path: str) -> None:
        self._due.pop(path, None)
        document = self.documents.get(path)
        if document is not None:
            self._published[path] = asyncio.get_running_loop().time()
            found = problems(document, self.options.severity, self.client.encoding)
            self.client.publish(document.uri, document.version, found)

    def _refresh_soon(self) -> None:
        if self._refreshing is None:
            self._refreshing = asyncio.get_running_loop().call_later(BETWEEN, self._refresh)

    def _refresh(self) -> None:
        self._refreshing = None
        self.client.refresh()


def visible_lines(ranges: Any) -> list[tuple[int, int]] | None:
    """Return ranges of a client as first and last lines from 1; None, which means all, if they are none."""
    if ranges == {}:
        return []  # how some clients write an empty list
    if not isinstance(ranges, list):
        return None
    found = []
    for each in ranges:
        match each:
            case {"start": {"line": int(first)}, "end": {"line": int(last)}}:
                found.append((first + 1, last + 1))
            case {"start": int(first), "end": int(last)}:
                found.append((first + 1, last + 1))
            case [int(first), int(last)]:
                found.append((first + 1, last + 1))
            case _:
                return None
    return found
