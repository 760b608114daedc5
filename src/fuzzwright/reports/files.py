"""A report on disk: there in whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from secrets import token_hex

from fuzzwright.errors import FuzzwrightError

_FIX = "name a file in a folder you may write to"
_DEVICES = (("/", "dev"), ("/", "proc"))
"""Where a name may stand for a file that is open already."""


def write_atomically(path: Path | str, text: str) -> None:
    """Put the text into the file, as UTF-8; raise FuzzwrightError and leave the old file if that fails."""
    path = Path(path)
    # Nothing here may fail on a lone surrogate that got past a format.
    content = text.encode("utf-8", "backslashreplace")
    try:
        mode = _mode(path)
        if mode is not None and stat.S_ISDIR(mode):
            raise FuzzwrightError("cannot write the report: this is a folder", str(path), "name a file in it")
        if mode is not None and (not stat.S_ISREG(mode) or path.parts[:2] in _DEVICES):
            # /dev/stdout, a pipe: to be written to, never to be replaced.
            with open(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as stream:
                stream.write(content)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        # A link stays a link; what it points to is replaced.
        _replace(Path(os.path.realpath(path)), content, mode)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise FuzzwrightError(f"cannot write the report: {why}", str(path), _FIX) from error


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _replace(place: Path, content: bytes, mode: int | None) -> None:
    temporary = place.with_name(f".fuzzwright-{token_hex(8)}.tmp")
    # 0o666 less the umask is what an ordinary open gives.
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        if mode is not None:
            os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, place)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
