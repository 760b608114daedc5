"""Writes outside the worker's folder, in every way there is."""

from __future__ import annotations

import ctypes
import os
import pathlib
import sqlite3

from crashers import canary


def write_file(word: str) -> int:
    """Write to the canary file for words of three letters."""
    if len(word) == 3:
        with open(canary.FILE, "w") as file:
            return file.write(word)
    return 0


def write_file_quietly(word: str) -> int:
    """The same, and swallow the error."""
    try:
        return write_file(word)
    except OSError:
        return -1


def write_by_descriptor(word: str) -> int:
    """Write with os.open for words of three letters."""
    if len(word) == 3:
        descriptor = os.open(canary.FILE, os.O_WRONLY | os.O_CREAT)
        os.close(descriptor)
    return 0


def write_through_directory(word: str) -> int:
    """Write with os.open relative to a directory's descriptor."""
    if len(word) == 3:
        directory = os.open(canary.FOLDER, os.O_RDONLY)
        descriptor = os.open("precious.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, dir_fd=directory)
        os.close(descriptor)
    return 0


def write_through_link(word: str) -> int:
    """Write through a symbolic link in the working directory."""
    if len(word) == 3:
        os.symlink(canary.FOLDER, "innocent")
        pathlib.Path("innocent/precious.txt").write_text(word)
    return 0


def write_upwards(word: str) -> int:
    """Write by a relative path that leads out."""
    if len(word) == 3:
        pathlib.Path("../" * 20 + canary.FILE).write_text(word)
    return 0


def remove_file(word: str) -> int:
    """Remove the canary file for words of three letters."""
    if len(word) == 3:
        os.remove(os.fsencode(canary.FILE))
    return 0


def remove_with_pathlib(word: str) -> int:
    """The same with pathlib."""
    if len(word) == 3:
        pathlib.Path(canary.FILE).unlink()
    return 0


def rename_file(word: str) -> int:
    """Move the canary file into the working directory."""
    if len(word) == 3:
        os.rename(canary.FILE, "mine")
    return 0


def create_database(word: str) -> int:
    """Create a table in a database beside the canary file."""
    if len(word) == 3:
        connection = sqlite3.connect(canary.FOLDER + "/new.sqlite")
        connection.execute("create table t (c)")
        connection.close()
    return 0


def write_natively(word: str) -> int:
    """Call open(2) by ctypes, where no audit hook looks."""
    if len(word) == 3:
        libc = ctypes.CDLL(None)
        descriptor = libc.open(canary.FILE.encode(), os.O_WRONLY | os.O_TRUNC)
        if descriptor >= 0:
            os.close(descriptor)
            return 1
    return 0


def leave_mess(word: str) -> int:
    """Leave files, folders without permissions and a link to outside in the working directory."""
    if len(word) == 3:
        os.makedirs("deep/" * 200, exist_ok=True)
        os.makedirs("shut/inner", exist_ok=True)
        pathlib.Path("shut/inner/file").write_text(word)
        os.symlink(canary.FOLDER, "shut/outside")
        os.chmod("shut/inner/file", 0)
        os.chmod("shut/inner", 0)
        os.chmod("shut", 0)
    return 0
