"""Where in the code under test an exception happened, and what it is called and says.

Exceptions are objects of the code under test, so nothing here trusts them.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

from fuzzwright.engine.outcome import Frame

MOST_TEXT = 2000
_MOST_CAUSES = 100

# Read through the descriptors of the base class: a subclass may say anything under these names.
_TRACEBACK: Any = BaseException.__dict__["__traceback__"]
_CAUSE: Any = BaseException.__dict__["__cause__"]
_CONTEXT: Any = BaseException.__dict__["__context__"]
_SUPPRESSED: Any = BaseException.__dict__["__suppress_context__"]
_MEMBERS: Any = BaseExceptionGroup.__dict__["exceptions"]


def frames_of(error: BaseException, inside: Callable[[str], bool], root: str) -> tuple[Frame, ...]:
    """Return where an error passed through the code under test, outermost first, down to its innermost cause there."""
    frames: tuple[Frame, ...] = ()
    seen: set[int] = set()
    waiting = [error]
    while waiting and len(seen) < _MOST_CAUSES:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        deeper = tuple(_own_frames(current, inside, root))
        if deeper:
            frames = _joined(frames, deeper)
        cause = _CAUSE.__get__(current)
        if cause is None and not deeper and not _SUPPRESSED.__get__(current):
            # Being raised while another was handled is no cause, but better than no place at all.
            cause = _CONTEXT.__get__(current)
        if cause is not None:
            waiting.append(cause)
        elif isinstance(current, BaseExceptionGroup):
            # The first member that was in the code under test stands for all of them.
            members = _MEMBERS.__get__(current)
            waiting.extend([member for member in members if _reaches(member, inside)][:1])
    return frames


def name_of(error: BaseException) -> str:
    """Return the qualified name of an error's type; builtins bare."""
    try:
        cls = type(error)
        module, name = str(type.__getattribute__(cls, "__module__")), str(type.__getattribute__(cls, "__qualname__"))
    except Exception:
        return "Exception"
    return name if module == "builtins" else f"{module}.{name}"


def safe_text(error: BaseException) -> str:
    """Return an error's message, whatever its class does when asked for it."""
    try:
        text = str.__str__(str(error))
    except BaseException as second:
        return f"(no message: its `__str__` raised {name_of(second)})"
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"


_COMPREHENSIONS = re.compile(r"(\.<locals>)?(\.<(list|set|dict)comp>)+$")


_CALLING = frozenset(os.path.join(os.path.dirname(__file__), name) for name in ("target.py", "opened.py", "drive.py"))
"""What calls the code under test: no part of it, also where that is fuzzwright itself or lies beside it."""


def _own_frames(error: BaseException, inside: Callable[[str], bool], root: str) -> Iterator[Frame]:
    trace: TracebackType | None = _TRACEBACK.__get__(error)
    while trace is not None and trace.tb_frame.f_code.co_filename in _CALLING:
        trace = trace.tb_next
    last: Frame | None = None
    while trace is not None:
        code = trace.tb_frame.f_code
        if inside(code.co_filename):
            # Comprehensions have no frame of their own from 3.12 on: the function they stand in is where to look.
            name = _COMPREHENSIONS.sub("", code.co_qualname)
            frame = Frame(_relative(code.co_filename, root), name, trace.tb_lineno or code.co_firstlineno)
            goes_on = name != code.co_qualname and last is not None and (frame.file, name) == (last.file, last.name)
            if last is not None and not goes_on:
                yield last
            last = frame
        trace = trace.tb_next
    if last is not None:
        yield last


@functools.lru_cache(maxsize=1024)
def _relative(file: str, root: str) -> str:
    # A target may have several roots: a file below another one is told from this one too.
    return (os.path.relpath(file, root) if root and os.path.isabs(file) else file).replace(os.sep, "/")


def _joined(outer: tuple[Frame, ...], inner: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Continue the way to an error with the way of its cause, which begins where the cause was caught."""
    first = inner[0]
    for index, frame in enumerate(outer):
        if (frame.file, frame.name) == (first.file, first.name):
            return outer[:index] + inner
    return outer + inner


def _reaches(error: BaseException, inside: Callable[[str], bool]) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return any(_reaches(member, inside) for member in _MEMBERS.__get__(error)[:_MOST_CAUSES])
    return next(_own_frames(error, inside, ""), None) is not None
