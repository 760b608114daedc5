"""Examples for open texts, getting better while one looks: what the editor tells, and what is told to it.

One thread, and nothing of the user's runs in it. An edit is taken up when typing pauses; functions that mean the same
as before keep what is known of them, the others are left to `schedule`, which has a worker run them.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from types import TracebackType

from fuzzwright.campaigns.plan import find_interpreter
from fuzzwright.campaigns.requests import limits_of
from fuzzwright.campaigns.session import sweep
from fuzzwright.editor.buffers import Buffer, module_of
from fuzzwright.editor.examples import LiveFunction, Reached, Status
from fuzzwright.editor.keys import Keys
from fuzzwright.editor.reaching import Reaching
from fuzzwright.editor.results import Results
from fuzzwright.editor.schedule import Schedule
from fuzzwright.editor.states import OpenText
from fuzzwright.editor.warm import Warm
from fuzzwright.errors import FuzzwrightError
from fuzzwright.settings import Settings
from fuzzwright.version import VERSION

DEBOUNCE = 0.12
"""Seconds without an edit after which a text is taken up."""
PREPARE_LIMIT = 60.0
"""Seconds that importing all that texts need may take; the setting `import-limit` may say more."""
News = LiveFunction | Reached | Status


class Live:
    """The functions of all open texts, shown by examples."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        python: str | None = None,
        cache: Path | None = None,
        *,
        debounce: float = DEBOUNCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`root` is the folder of the project, `cache` one for what is to be known again later; None keeps nothing."""
        self._root = os.path.abspath(root)
        self._debounce = debounce
        self._clock = clock
        self._texts: dict[str, OpenText] = {}
        """Open texts by their paths, the one looked at last at the end."""
        self._touched: float | None = None
        """When something that open texts may use became something else, until that is taken up."""
        self._news: list[News] = []
        self._status: Status | None = None
        self._results = Results(cache)
        self._reaching = Reaching()
        self._schedule: Schedule | None = None
        self._problem = ""
        sweep(Path(tempfile.gettempdir()))
        self._folder = Path(tempfile.mkdtemp(prefix=f"fuzzwright-{os.getpid()}-"))
        command = ""
        try:
            interpreter = find_interpreter(python or settings.python, Path(self._root), os.environ)
            limits = replace(limits_of(settings), prepare_seconds=max(settings.import_limit, PREPARE_LIMIT))
            warm = Warm(interpreter, limits, self._folder)
            self._schedule = Schedule(self._texts, self._reaching, warm, settings, self._root)
            command = interpreter.command
        except FuzzwrightError as error:
            fix = "set the option `python` to the path of a Python executable or environment"
            self._problem = str(FuzzwrightError(error.what, error.where, fix))
        self._keys = Keys("|".join(map(str, _circumstances(settings, command))))

    def __enter__(self) -> Live:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End everything; what is known is kept."""
        for text in self._texts.values():
            self._save(text)
        self._texts.clear()
        if self._schedule is not None:
            self._schedule.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    # What the editor tells ----------------------------------------------------------------------

    def set_text(self, path: str, text: str, version: int) -> None:
        """Take up a text that was opened or changed."""
        known = self._texts.pop(path, None)
        if known is None:
            known = OpenText(Buffer(path, module_of(path), text, version))
            known.buffer.edited = float("-inf")  # what was just opened need not wait for a pause
        elif known.buffer.text != text:
            known.buffer.edited = self._clock()
        elif known.buffer.edited is None:
            known.buffer.taken = version  # what was read is this version too
        self._texts[path] = known
        known.buffer.text, known.buffer.version = text, version

    def close_text(self, path: str) -> None:
        """Forget a text; from now on its file counts."""
        text = self._texts.pop(path, None)
        if text is None:
            return
        self._save(text)
        self._news += [replace(each, state="gone", examples=(), reason="") for each in text.told.values()]
        if self._schedule is not None:
            self._schedule.texts_changed()
        self._touch()  # for others that use it, what is on disk counts now

    def set_visible(self, path: str, ranges: list[tuple[int, int]] | None) -> None:
        """Take up which lines are seen, from 1; None if that is not known, so that all count as seen."""
        if path in self._texts:
            self._texts[path].buffer.visible = ranges

    def set_focus(self, path: str, line: int) -> None:
        """Take up where the cursor is."""
        if path in self._texts:
            self._texts[path] = self._texts.pop(path)
            self._texts[path].buffer.line = line

    def file_changed(self, path: str) -> None:
        """Take up that a file on disk is another now; for a text that is open, the text counts."""
        file = os.path.abspath(path)
        if all(text.buffer.module.file != file for text in self._texts.values()):
            if self._schedule is not None:
                self._schedule.file_changed(file)
            self._touch()

    def set_paused(self, paused: bool) -> None:
        """Stop or go on; what is known stays."""
        if self._schedule is not None:
            self._schedule.set_paused(paused)

    def reach(self, path: str, line: int) -> int:
        """Ask for an input that reaches a line; return the number that the answer will carry."""
        self._settle(now=True)
        return self._reaching.ask(self._texts.get(path), path, line)

    def taken(self, path: str) -> int | None:
        """Return the version of a text that was read last, which is what all that is told of it goes by."""
        text = self._texts.get(path)
        return None if text is None or text.buffer.edited == float("-inf") else text.buffer.taken

    def functions(self, path: str) -> list[LiveFunction]:
        """Return what is known of a text's functions, in the order of their lines."""
        text = self._texts.get(path)
        if text is None:
            return []
        names = [name for name in text.states if name in text.places]
        return sorted((text.function(name) for name in names), key=lambda function: function.line)

    # What happens -------------------------------------------------------------------------------

    @property
    def is_idle(self) -> bool:
        """Whether nothing will happen until something is told."""
        is_busy = self._schedule is not None and self._schedule.is_busy
        return not (self._news or is_busy) and self._due() is None

    def poll(self, timeout: float) -> list[News]:
        """Wait up to `timeout` seconds for news; with nothing to do it waits without using the processor."""
        over = time.monotonic() + timeout
        while True:
            self._settle()
            if self._schedule is not None:
                self._schedule.step()
            else:
                self._reaching.give_up(self._problem)
            self._tell()
            left = over - time.monotonic()
            if self._news or left <= 0:
                news, self._news = self._news, []
                return news
            due = self._due()
            if due is not None:
                left = min(left, max(due, 0.001))
            if self._schedule is not None and self._schedule.is_busy:
                self._schedule.wait(left)
            else:
                time.sleep(left)

    def _due(self) -> float | None:
        """Return in how many seconds edits are to be taken up; None if there are none."""
        edited = [text.buffer.edited for text in self._texts.values() if text.buffer.edited is not None]
        if self._touched is not None:
            edited.append(self._touched)
        return max(0.0, max(edited) + self._debounce - self._clock()) if edited else None

    def _touch(self) -> None:
        # Many files may change at once, and however long that goes on, edits do not wait for it.
        if self._touched is None:
            self._touched = self._clock()

    def _settle(self, now: bool = False) -> None:
        """Take up edits, if there was none for a while."""
        due = self._due()
        if due is not None and (now or due <= 0):
            self._take_up([text for text in self._texts.values() if text.buffer.edited is not None])

    def _take_up(self, edited: list[OpenText]) -> None:
        """Read texts that changed; find out which functions mean something else now."""
        changed_on_disk, self._touched = self._touched is not None, None
        for text in edited:
            text.buffer.edited = None
            if text.buffer.parsed is not None:
                self._reaching.text_changed(text.path)
            text.buffer.read()
            text.take_text()
        # Of two modules of one name the one looked at last counts for the others.
        buffers = {text.buffer.module.name: text.buffer for text in self._texts.values()}
        parsed = {name: (buffer.module, buffer.parsed) for name, buffer in buffers.items() if buffer.parsed is not None}
        roots = [*(buffer.module.root for buffer in buffers.values()), self._root]
        keys = self._keys.of(parsed, tuple(dict.fromkeys(roots)))
        names = {text.buffer.module.name for text in self._texts.values() if changed_on_disk or text in edited}
        for text in self._texts.values():
            text.doubt(names)
            buffer, name = text.buffer, text.buffer.module.name
            if buffer.problem or buffer.parsed is None:
                continue
            own = keys
            if buffers[name] is not buffer:
                others = {**parsed, name: (buffer.module, buffer.parsed)}
                own = self._keys.of(others, tuple(dict.fromkeys([buffer.module.root, *roots])), [name])
            text.take_keys(own[name], self._results)
        if self._schedule is not None:
            self._schedule.texts_changed()

    def _tell(self) -> None:
        """Say what is to be said that was not said before."""
        self._news += self._reaching.take_answers()
        for text in self._texts.values():
            for function in text.news():
                self._news.append(function)
                state = text.states.get(function.qualname)
                if function.state == "settled" and state is not None and not state.is_saved:
                    state.is_saved = True
                    self._results.save(text.result(function.qualname), text.path, function.qualname)
        problem = Status(self._problem, "trouble", stops=True)
        status = problem if self._schedule is None else self._schedule.status()
        if status != self._status:
            self._status = status
            self._news.append(status)

    def _save(self, text: OpenText) -> None:
        for name, state in text.states.items():
            if state.state == "fuzzing" and state.examples and name in text.places:
                self._results.save(text.result(name), text.path, name)


def _circumstances(settings: Settings, command: str) -> Iterable[object]:
    """Yield what decides what is shown, beside the code."""
    yield from (VERSION, command, settings.unannotated, settings.infer, settings.private, settings.include)
    yield from (settings.exclude, settings.seed, settings.cpu_limit)
