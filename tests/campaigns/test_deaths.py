"""What is told of the end of a worker."""

from __future__ import annotations

from typing import Any

from fuzzwright.campaigns.deaths import death_of, ends_processes, met_twice, our_defect, told_end
from fuzzwright.engine import codec
from fuzzwright.engine.outcome import Frame, OutOfMemory, TimedOut
from fuzzwright.isolation.messages import Ended

FAULT = """Current thread 0x0000 (most recent call first):
  File "/x/fuzzwright/python/ways.py", line 310 in _helpers
  File "/x/fuzzwright/isolation/serve.py", line 87 in serve
  File "<string>", line 20 in <module>
"""


def test_a_worker_that_was_ended_is_told_of_with_the_innermost_place() -> None:
    nobody: Any = None
    told = told_end(Ended(nobody, "timed_out", reason="cpu", fault=FAULT))
    assert told == "it used more processor time than a call may, in `_helpers` at ways.py:310"
    assert told_end(Ended(nobody, "exited", 3)) == "exit code 3"


def test_a_hang_that_was_met_twice_is_where_it_was_both_times() -> None:
    outer, loop = Frame("shop.py", "Shop.open", 3), Frame("shop.py", "Shop._wait", 9)
    before = TimedOut((outer, loop, Frame("shop.py", "Shop._look", 20)), confirmed=False)
    after = TimedOut((Frame("shop.py", "open", 3), Frame("shop.py", "_wait", 10), Frame("shop.py", "_count", 30)), 3.0)
    met = met_twice(before, after)
    assert met.frames == (outer, Frame("shop.py", "Shop._wait", 10))
    assert met.says == "no end after 3 s of CPU time"


def test_a_hang_that_was_elsewhere_each_time_stays_as_it_was_met_last() -> None:
    after = TimedOut((Frame("shop.py", "count", 30),), 3.0)
    assert met_twice(TimedOut((Frame("shop.py", "look", 20),)), after) is after


def test_memory_that_ran_out_in_our_code_was_taken_by_the_target() -> None:
    nobody: Any = None
    place = f'Traceback (most recent call last):\n  File "{codec.__file__}", line 35, in compressed\n'
    assert our_defect(f"{place}KeyError: 3\n").startswith("KeyError: 3 (engine/codec.py:35)")
    assert our_defect(f"{place}MemoryError: Out of memory while compressing data\n") == ""
    ended = Ended(nobody, "exited", 1, reason="raised", fault=f"{place}MemoryError\n")
    failure = death_of(ended, "/root")
    assert failure.kind == "out_of_memory"
    assert ends_processes(failure)
    assert not ends_processes(OutOfMemory((), "asked for too much"))
