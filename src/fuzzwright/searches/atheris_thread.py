"""libFuzzer, as Atheris brings it, turned into something that can be asked for its next input.

`atheris.Fuzz` never returns and calls back with each input, while a search is asked. So libFuzzer gets a thread, and
the two alternate strictly: one waits while the other works, which keeps runs repeatable, and the code under test stays
in the main thread. libFuzzer's state is global: it can be started once in a process, and ends with it.
"""

from __future__ import annotations

import _thread
import atexit
import importlib
import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from fuzzwright.errors import FuzzwrightError

Mutate = Callable[[bytes, int], bytes]
"""Makes another input of one: of the input, and how long the new one may be."""

MOST_BYTES: Final = 1 << 20
_SIGNALS: Final = ("abrt", "bus", "fpe", "ill", "int", "segv", "term", "usr1", "usr2", "xfsz")
_OPTIONS: Final = (
    # Whoever started this process watches over time, memory and deaths.
    *(f"-handle_{name}=0" for name in _SIGNALS),
    *("-timeout=0", "-rss_limit_mb=0", "-malloc_limit_mb=0", "-detect_leaks=0"),
    # Every seed stays, and any of them may be crossed with: all of them decode.
    *("-keep_seed=1", "-cross_over_uniform_dist=1"),
    *(f"-max_len={MOST_BYTES}", "-verbosity=0"),
)


def load() -> Any:
    """Return the module `atheris` of this interpreter."""
    try:
        return importlib.import_module("atheris")
    except ImportError:
        # One line: the last one of a traceback is what a worker's failure is told by.
        raise FuzzwrightError(
            f"the search `atheris` needs the package `atheris`, which {sys.executable} does not have;"
            f" fix: `{sys.executable} -m pip install atheris`, or `--python` with an interpreter that has it"
        ) from None


class LibFuzzer:
    """The one libFuzzer of this process; `following` runs it until it has another input."""

    started = False
    """Whether there was one in this process already."""

    def __init__(self, seeds: Iterable[bytes], mutate: Mutate, seed: int) -> None:
        if LibFuzzer.started:
            raise FuzzwrightError("libFuzzer can be started only once in a process", None, "run each search in its own")
        LibFuzzer.started = True
        self.atheris = load()
        self._mutate = mutate
        self._counters: dict[int, int] = {}
        self._input = b""
        self._passed: Sequence[int] = ()
        self._error: BaseException | None = None
        self._its_turn = _thread.allocate_lock()
        self._our_turn = _thread.allocate_lock()
        self._its_turn.acquire()
        self._our_turn.acquire()
        self._folder = tempfile.TemporaryDirectory(prefix="atheris-", ignore_cleanup_errors=True)
        self._arguments = ["atheris", *_OPTIONS, f"-seed={seed % 0xFFFFFFFF + 1}", *self._written(seeds)]
        self._signal = signal.signal
        self._runs = False
        atexit.register(_leave)

    def _written(self, seeds: Iterable[bytes]) -> list[str]:
        """Write the seeds where libFuzzer reads them; it is given no folder of its own, so it writes nothing."""
        files = []
        for number, encoded in enumerate(seeds):
            file = Path(self._folder.name, f"{number:06}")
            file.write_bytes(encoded)
            files.append(str(file))
        return [f"-seed_inputs={','.join(files)}"] if files else []

    def following(self, passed: Sequence[int]) -> bytes:
        """Tell what the run of the last input passed, and return the next input."""
        self._passed = passed
        if self._runs:
            self._its_turn.release()
        else:
            self._runs = True
            # Not one of `threading`: the code under test has no business with it, and nobody waits for its end.
            _thread.start_new_thread(self._run, ())
        self._our_turn.acquire()
        if self._error is not None:
            raise self._error
        return self._input

    def mutated(self, data: bytes, most: int) -> bytes:
        """Return bytes changed as libFuzzer changes them; for the mutator alone."""
        changed: bytes = self.atheris.Mutate(data, most)
        return changed

    def _run(self) -> None:
        # Atheris sets a handler for Ctrl-C, which only a main thread may; everyone else waits until the first input.
        signal.signal = lambda *_: None
        try:
            self.atheris.Setup(self._arguments, self._run_one, custom_mutator=self._custom)
            self.atheris.Fuzz()
        except BaseException as error:
            self._error = error
        finally:
            signal.signal = self._signal
            self._our_turn.release()

    def _run_one(self, data: bytes) -> None:
        signal.signal = self._signal
        if not data:
            return  # libFuzzer begins with nothing, which is no value of any type
        self._input = data
        self._our_turn.release()
        self._its_turn.acquire()
        counters = self._counters
        if new := [number for number in dict.fromkeys(self._passed) if number not in counters]:
            counters.update((number, self.atheris._reserve_counter()) for number in new)
            self.atheris.UpdateCounterArrays()  # libFuzzer looks only at counters it was told of
        trace = self.atheris._trace_branch
        for number in self._passed:
            trace(counters[number])

    def _custom(self, data: bytes, most: int, seed: int) -> bytes:
        try:
            return self._mutate(data, most)
        except BaseException as error:
            self._error = error  # raised where somebody hears it
            return data


def _leave() -> None:
    """End the process: libFuzzer takes an ordinary end for a crash, and what Atheris does at one waits for ever."""
    atexit.unregister(_leave)
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(1 if hasattr(sys, "last_value") else 0)
