"""What a run is doing right now: a live line on a terminal, plain lines elsewhere, nothing if quiet."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import TracebackType

from rich.console import Console, ConsoleOptions, RenderResult
from rich.live import Live
from rich.text import Text

from fuzzwright.engine.finding import Finding
from fuzzwright.reports.summary import TargetReport
from fuzzwright.reports.terminal import show_finding
from fuzzwright.reports.text import counted, duration, in_a_row, one_line, short
from fuzzwright.reports.words import verdict_name, what_happened


class Progress:
    """Told what happens, shows it while it is entered; `total` functions in `seconds` (None: no limit)."""

    def __init__(
        self,
        console: Console,
        total: int,
        seconds: float | None = None,
        *,
        quiet: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console = console
        self._total = total
        self._seconds = seconds
        self._quiet = quiet
        self._clock = clock
        self._started = clock()
        self._done = 0
        self._executions = 0
        self._covered = 0
        self._findings = 0
        self._running: tuple[str, ...] = ()
        # Not console.is_terminal: FORCE_COLOR makes that true for files, where a moving line is noise.
        self._lively = not quiet and console.file.isatty() and not console.is_dumb_terminal
        self._live: Live | None = None

    def __enter__(self) -> Progress:
        self._started = self._clock()
        if self._lively:
            self._live = Live(self, console=self._console, refresh_per_second=8, transient=True)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None

    def update(
        self,
        *,
        executions: int | None = None,
        lines_covered: int | None = None,
        running: tuple[str, ...] | None = None,
    ) -> None:
        """Take note of the totals so far, and of the functions being fuzzed."""
        if executions is not None:
            self._executions = executions
        if lines_covered is not None:
            self._covered = lines_covered
        if running is not None:
            self._running = running

    def function_done(self, target: TargetReport) -> None:
        """Count a function, and say so where there is no live line."""
        self._done += 1
        self._total = max(self._total, self._done)  # some turn out to be fuzzable only when others were
        if not self._quiet and not self._lively:
            self._say(f"[{self._done}/{self._total}] {done_line(target)}")

    def found(self, finding: Finding, sources: Mapping[str, str] | None = None) -> None:
        """Count a finding and show it at once: in full on a terminal, in one line elsewhere."""
        self._findings += 1
        if self._quiet:
            return
        if self._lively:
            show_finding(self._console, finding, sources)
            self._console.print()
        else:
            self._say(found_line(finding))

    def note(self, text: str) -> None:
        """Say something that is neither, such as why a function takes longer."""
        if not self._quiet:
            self._say(one_line(text, 400))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self.lines():
            text = Text(line, no_wrap=True, overflow="ellipsis")
            text.truncate(options.max_width, overflow="ellipsis")
            yield text

    def lines(self) -> tuple[str, ...]:
        """Return what the live display says now; what matters most comes first, as a narrow one cuts the rest."""
        elapsed = max(self._clock() - self._started, 0.0)
        rate = short(self._executions / elapsed) if elapsed > 0 else "–"
        clock = minutes(elapsed)
        if self._seconds is not None:
            clock += f", {minutes(max(self._seconds - elapsed, 0.0))} left"
        state = (
            f"{self._done}/{counted(self._total, 'function')} · {counted(self._findings, 'finding')} · {clock} · "
            f"{rate} executions/s · {counted(self._covered, 'line')} covered"
        )
        running = ", ".join(one_line(name, 80) for name in self._running)
        return (state, f"now: {running}") if running else (state,)

    def _say(self, line: str) -> None:
        # Soft wrap: a line of a log stays one line, however long.
        self._console.print(Text(line), soft_wrap=True)


def minutes(seconds: float) -> str:
    """Return 0:07, 12:30, 1:02:03: steady in width, so that the line does not jump."""
    whole = int(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d}"
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


def done_line(target: TargetReport) -> str:
    """Return one function in one line."""
    name = one_line(target.function)
    if target.status != "fuzzed":
        return f"{name}: skipped, {one_line(in_a_row(target.reason or 'no reason given'), 200)}"
    return (
        f"{name}: {counted(target.executions, 'execution')} in {duration(target.seconds)}, "
        f"{target.lines_covered}/{target.lines_total} lines"
    )


def found_line(finding: Finding) -> str:
    """Return one finding in one line."""
    message = f": {one_line(finding.message, 120)}" if finding.message else ""
    return (
        f"found ({verdict_name(finding.verdict)}) {one_line(finding.function)} {what_happened(finding)}{message} "
        f"· {one_line(finding.call, 200)} · id {one_line(finding.id, 40)}"
    )
