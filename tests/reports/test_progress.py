from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from dataclasses import replace
from threading import Thread

import pytest
from rich.cells import cell_len
from rich.console import Console

from fuzzwright.reports.progress import Progress
from fuzzwright.reports.summary import TargetReport
from fuzzwright.reports.terminal import make_console
from tests.reports.hostile import TEXTS
from tests.reports.shop import PARSE, SOURCES, SUMMARY


def drive(progress: Progress) -> None:
    with progress:
        progress.update(executions=0, running=("shop.orders.parse",))
        progress.found(PARSE, SOURCES)
        progress.update(executions=812_004, lines_covered=5)
        progress.function_done(SUMMARY.targets[0])
        progress.function_done(SUMMARY.targets[5])
        progress.note("shop.money.settle: the worker was started again")


def on_a_terminal(action: Callable[[Console], None]) -> str:
    """Return what the action writes to a real terminal."""
    master, slave = os.openpty()
    written = bytearray()

    def read() -> None:
        try:
            while chunk := os.read(master, 65536):
                written.extend(chunk)
        except OSError:
            pass  # how Linux tells that the other side was closed

    reader = Thread(target=read)
    reader.start()
    with open(slave, "w", encoding="utf-8") as stream:
        action(make_console(stream, 100))
    reader.join()
    os.close(master)
    return written.decode()


@pytest.fixture(autouse=True)
def _usual_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_file_gets_one_plain_line_for_each_thing_that_happens() -> None:
    stream = io.StringIO()
    drive(Progress(make_console(stream, 60), total=7))
    assert stream.getvalue().splitlines() == [
        "found (unexpected) shop.orders.parse raised IndexError: list index out of range · parse('0') · id c912a037",
        "[1/7] shop.orders.parse: 812.0 k executions in 3.1 s, 4/4 lines",
        "[2/7] shop.files.load: skipped, no generator for parameter `stream: IO[bytes]`",
        "shop.money.settle: the worker was started again",
    ]


def test_a_file_gets_no_moving_line_even_when_colour_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    stream = io.StringIO()
    drive(Progress(make_console(stream, 60), total=7))
    assert "\x1b[2K" not in stream.getvalue()
    assert "\x1b[?25l" not in stream.getvalue()


def test_quiet_says_nothing() -> None:
    stream = io.StringIO()
    drive(Progress(make_console(stream, 60), total=7, quiet=True))
    assert stream.getvalue() == ""
    assert on_a_terminal(lambda console: drive(Progress(console, total=7, quiet=True))) == ""


def test_a_terminal_gets_a_moving_line_and_findings_in_full() -> None:
    text = on_a_terminal(lambda console: drive(Progress(console, total=7, seconds=10)))
    assert "from shop.orders import parse\r\n" in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
    assert "0/7 functions" in text
    # The cursor is shown again, and the moving line is gone at the end.
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")
    assert text.rindex("\x1b[2K") > text.rindex("/7 functions")


def test_a_terminal_has_colours_unless_the_user_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    colour = re.compile(r"\x1b\[(?:\d+;)*3[0-7](?:;\d+)*m")
    assert colour.search(on_a_terminal(lambda console: drive(Progress(console, total=7))))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colour.search(on_a_terminal(lambda console: drive(Progress(console, total=7))))


def test_a_dumb_terminal_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    text = on_a_terminal(lambda console: drive(Progress(console, total=7)))
    assert "\x1b" not in text
    assert "[1/7] shop.orders.parse" in text


def test_the_moving_line_tells_what_is_done_and_what_is_left() -> None:
    now = 100.0
    progress = Progress(make_console(io.StringIO()), total=12, seconds=14, clock=lambda: now)
    progress.function_done(SUMMARY.targets[0])
    progress.found(PARSE)
    progress.update(executions=841_000, lines_covered=412, running=("shop.orders.total",))
    now = 110.0
    assert progress.lines() == (
        "1/12 functions · 1 finding · 0:10, 0:04 left · 84.1 k executions/s · 412 lines covered",
        "now: shop.orders.total",
    )
    now = 4000.0
    assert "1:05:00, 0:00 left" in progress.lines()[0]


@pytest.mark.parametrize("width", [20, 60, 100, 200])
def test_the_moving_line_never_wraps(width: int) -> None:
    console = make_console(io.StringIO(), width)
    progress = Progress(console, total=12, seconds=14)
    progress.update(running=("shop." + "x" * 300, "漢字" * 50))
    with console.capture() as capture:
        console.print(progress)
    lines = capture.get().splitlines()
    assert len(lines) == 2
    assert max(map(cell_len, lines)) <= width


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_hostile_text_stays_on_its_line(text: str) -> None:
    stream = io.StringIO()
    with Progress(make_console(stream, 60), total=1) as progress:
        progress.found(replace(PARSE, function=text, message=text, exception=text, call=text, id=text, verdict=text))
        progress.function_done(TargetReport(text, "skipped", text))
        progress.note(text)
    written = stream.getvalue()
    assert written.count("\n") == 3
    assert "\x1b" not in written
    assert len(written) < 20_000
