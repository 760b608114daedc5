"""The thread with `Live` in it: texts wait for a pause, and a failure starts it afresh with all it has to know."""

from __future__ import annotations

import queue
from collections.abc import Callable
from pathlib import Path

import pytest

from fuzzwright.editor.examples import LiveFunction, Status
from fuzzwright.editor.live import Live
from fuzzwright.editor.live import News as LiveNews
from fuzzwright.frontends.lsp.bridge import Bridge, News, TakenUp, Trouble
from fuzzwright.settings import Settings

pytestmark = pytest.mark.slow

MEAN = "def mean(xs: list[int]) -> float:\n    return sum(xs) / len(xs)\n"


class Breaking(Live):
    """Breaks once, at the first text that it is polled with."""

    broken = False

    def poll(self, timeout: float) -> list[LiveNews]:
        if not Breaking.broken and self._texts:
            Breaking.broken = True
            raise RuntimeError("broke")
        return super().poll(timeout)


def until(news: queue.SimpleQueue[News], fits: Callable[[News], bool]) -> News:
    while True:
        found = news.get(timeout=30)
        if fits(found):
            return found


def test_after_a_failure_a_fresh_one_knows_all_that_is_open(tmp_path: Path) -> None:
    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    bridge = Bridge(lambda: Breaking(tmp_path, Settings(), debounce=0.0), news.put)
    path = str(tmp_path / "shop.py")
    try:
        bridge.set_text(path, MEAN, 7)
        trouble = until(news, lambda told: isinstance(told, Trouble))
        assert isinstance(trouble, Trouble)
        assert trouble.text == "RuntimeError: broke"
        assert "in poll" in trouble.traceback
        shown = until(news, lambda told: isinstance(told, LiveFunction) and bool(told.examples))
        assert isinstance(shown, LiveFunction)
        assert (shown.qualname, shown.version) == ("mean", 7)
    finally:
        bridge.stop()


def test_of_a_burst_of_edits_only_the_last_is_read(tmp_path: Path) -> None:
    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    bridge = Bridge(lambda: Live(tmp_path, Settings(), debounce=0.3), news.put)
    path = str(tmp_path / "shop.py")
    try:
        bridge.set_text(path, MEAN, 1)
        until(news, lambda told: isinstance(told, TakenUp))
        for version in range(2, 20):
            bridge.set_text(path, MEAN + "\n" * version, version)
        taken = until(news, lambda told: isinstance(told, TakenUp))
        assert isinstance(taken, TakenUp)
        assert (taken.version, [each.qualname for each in taken.functions]) == (19, ["mean"])
    finally:
        bridge.stop()


def test_a_text_that_is_changed_and_changed_back_is_told_to_be_read(tmp_path: Path) -> None:
    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    bridge = Bridge(lambda: Live(tmp_path, Settings(), debounce=0.05), news.put)
    path = str(tmp_path / "shop.py")
    try:
        bridge.set_text(path, MEAN, 1)
        until(news, lambda told: isinstance(told, TakenUp))
        bridge.set_text(path, MEAN + "#", 2)
        bridge.set_text(path, MEAN, 3)
        taken = until(news, lambda told: isinstance(told, TakenUp) and told.version == 3)
        assert isinstance(taken, TakenUp)
        assert [each.version for each in taken.functions] == [3]
    finally:
        bridge.stop()


def test_what_is_paused_before_it_begins_does_not_begin(tmp_path: Path) -> None:
    news: queue.SimpleQueue[News] = queue.SimpleQueue()
    bridge = Bridge(lambda: Live(tmp_path, Settings(), debounce=0.0), news.put)
    try:
        bridge.set_paused(True)
        bridge.set_text(str(tmp_path / "shop.py"), MEAN, 1)
        until(news, lambda told: isinstance(told, Status) and told.state == "paused")
        bridge.stop()
        assert not bridge.is_alive
    finally:
        bridge.stop()
