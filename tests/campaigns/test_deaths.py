"""What is told of the end of a worker."""

from __future__ import annotations

from typing import Any

from fuzzwright.campaigns.deaths import told_end
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
