"""Removes what a worker left behind, whatever it is.

Symbolic links are never followed, missing permissions are granted first, and folders of any depth
go without recursion: what is nested is moved up before it is removed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection
from pathlib import Path

_OPEN = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def clear_folder(folder: Path, keep: Collection[str] = ()) -> None:
    """Remove everything in `folder`, as far as the system allows; folders named in `keep` stay, empty."""
    for name in keep:
        clear_folder(folder / name)
    try:
        _grant(folder.name, None, str(folder))
        top = os.open(folder, _OPEN)
    except OSError:
        return
    try:
        moved = 0
        while names := [name for name in _folders_in(top) if name not in keep]:
            progress = False
            for name in names:
                moved, removed = _flatten(top, name, moved)
                progress = progress or removed
            if not progress:
                return
    finally:
        os.close(top)


def _folders_in(top: int) -> list[str]:
    """Remove the files in a folder and return the folders."""
    folders = []
    for name in os.listdir(top):
        if _is_folder(name, top):
            folders.append(name)
            continue
        try:
            os.unlink(name, dir_fd=top)
        except OSError:
            pass
    return folders


def _flatten(top: int, name: str, moved: int) -> tuple[int, bool]:
    """Empty the folder `name`, moving folders in it up into `top`, and remove it."""
    try:
        _grant(name, top)
        inner = os.open(name, _OPEN, dir_fd=top)
    except OSError:
        return moved, False
    try:
        for nested in _folders_in(inner):
            moved += 1
            try:
                _grant(nested, inner)  # to move a folder, its own `..` is written
                os.rename(nested, f".moved-{os.getpid()}-{moved}", src_dir_fd=inner, dst_dir_fd=top)
            except OSError:
                continue
    finally:
        os.close(inner)
    try:
        os.rmdir(name, dir_fd=top)
    except OSError:
        return moved, False
    return moved, True


def _is_folder(name: str, top: int) -> bool:
    try:
        return stat.S_ISDIR(os.stat(name, dir_fd=top, follow_symlinks=False).st_mode)
    except OSError:
        return False


def _grant(name: str, top: int | None, path: str | None = None) -> None:
    """Give ourselves access to what is known to be a folder, not a link."""
    where = path or name
    if stat.S_ISDIR(os.stat(where, dir_fd=top, follow_symlinks=False).st_mode):
        os.chmod(where, 0o700, dir_fd=top)
