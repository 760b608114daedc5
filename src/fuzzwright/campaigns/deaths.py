"""What the end of a worker stands for: a failure of the target, or a defect of ours."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from itertools import takewhile

from fuzzwright.engine.outcome import Died, Exited, Failure, Frame, OutOfMemory, TimedOut
from fuzzwright.isolation.messages import Ended

_NOTHING_LEFT = "the call left no memory to the process it ran in"


def death_of(ended: Ended, root: str) -> Failure:
    """Return the failure that the end of a worker stands for."""
    frames = fault_frames(ended.fault, root)
    if ended.kind == "timed_out":
        limits = ended.worker.limits
        return TimedOut(frames, limits.cpu_seconds if ended.reason == "cpu" else limits.wall_seconds, ended.reason)
    if ended.reason == "garbled":
        return Exited(frames, 0, "spoiling descriptors")
    if ended.kind == "signalled":
        return Died(frames, ended.signal or 0)
    if ended.reason == "raised" and _is_out_of_memory(ended.fault):
        return OutOfMemory(frames, _NOTHING_LEFT)
    how = "os._exit"
    if ended.reason == "link":
        how = "closing descriptors"
    elif ended.reason == "raised":
        how = "breaking the interpreter"
    return Exited(frames, ended.code or 0, how)


def met_twice(first: Failure, second: Failure) -> Failure:
    """Return a hang as met the second time, down to where both times it went round: what that calls is chance."""
    shared = list(takewhile(_are_one, zip(first.frames, second.frames, strict=False)))
    # What was raised in a process has qualified names, what is told of one that was killed has not.
    frames = tuple(replace(now, name=before.name) for before, now in shared)
    return replace(second, frames=frames) if frames else second


def _are_one(frames: tuple[Frame, Frame]) -> bool:
    first, second = frames
    return first.file == second.file and first.name.rpartition(".")[2] == second.name.rpartition(".")[2]


def ends_processes(failure: Failure) -> bool:
    """Return whether a failure takes the process with it, so that the worker cannot tell of it."""
    if isinstance(failure, OutOfMemory):
        return failure.message == _NOTHING_LEFT
    return failure.kind in ("died", "timed_out") or (isinstance(failure, Exited) and failure.how != "sys.exit")


_FAULT = re.compile(r'^  File "(?P<file>.*)", line (?P<line>\d+) in (?P<name>.*)$', re.MULTILINE)


def fault_frames(text: str, root: str) -> tuple[Frame, ...]:
    """Return the frames below `root` in what faulthandler wrote about the main thread, outermost first."""
    # The thread that runs the target is the last one faulthandler lists.
    text = text[text.rfind("most recent call first") :]
    prefix = root.rstrip("/") + "/"
    frames = [
        Frame(match["file"][len(prefix) :], match["name"], int(match["line"]))
        for match in _FAULT.finditer(text)
        if match["file"].startswith(prefix)
    ]
    return tuple(reversed(frames))


_OURS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
_TRACED = re.compile(r'^  File "(.*)", line (\d+), in ', re.MULTILINE)


def our_defect(fault: str) -> str:
    """Return where and how our own code in a worker failed; nothing if it was the target's code that raised there."""
    places = _TRACED.findall(fault)
    if not places or not places[-1][0].startswith(_OURS) or _is_out_of_memory(fault):
        return ""
    file, line = places[-1]
    last = fault.strip().splitlines()[-1]
    return f"{last} ({os.path.relpath(file, _OURS)}:{line})"


def _is_out_of_memory(fault: str) -> bool:
    """Return whether a worker ended for lack of memory: wherever that showed, it was the target that took it."""
    return fault.rstrip().rpartition("\n")[2].startswith("MemoryError")


_TOLD = {"cpu": "it used more processor time than a call may", "wall": "it took longer than a call may"}


def told_end(ended: Ended) -> str:
    """Return the end of a worker in words, with the place that it had come to if that was written down."""
    how = f"signal {ended.signal}" if ended.signal else f"exit code {ended.code}"
    how = _TOLD.get(ended.reason, ended.reason or how)
    innermost = _FAULT.search(ended.fault, max(ended.fault.rfind("most recent call first"), 0))
    if innermost is not None:
        return f"{how}, in `{innermost['name']}` at {os.path.basename(innermost['file'])}:{innermost['line']}"
    return f"{how} {ended.fault[-300:]}".strip()


def sensible_beat(ended: Ended) -> int:
    """Return how far a worker had counted, as far as that can be believed of one that died."""
    beat = ended.worker.beat
    return beat if 0 < beat < 1 << 40 else 1
