"""Landlock: the kernel's own refusal to write, execute, connect or signal beyond a domain.

Three system calls, made by number. Domains nest: a worker's lies inside its nursery's and can only
be narrower. Reading files stays possible. What the running kernel does not know is left out.
"""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from fuzzwright.isolation import linux

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1

_EXECUTE, _WRITE_FILE = 1 << 0, 1 << 1
_REMOVE_DIR, _REMOVE_FILE = 1 << 4, 1 << 5
_MAKE_CHAR, _MAKE_DIR, _MAKE_REG, _MAKE_SOCK = 1 << 6, 1 << 7, 1 << 8, 1 << 9
_MAKE_FIFO, _MAKE_BLOCK, _MAKE_SYM = 1 << 10, 1 << 11, 1 << 12
_REFER, _TRUNCATE, _IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_SINCE = {_REFER: 2, _TRUNCATE: 3, _IOCTL_DEV: 5}

_IN_FOLDER = (
    _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _MAKE_SOCK | _MAKE_FIFO | _MAKE_SYM
) | (_REFER | _TRUNCATE)
_NOWHERE = _EXECUTE | _MAKE_CHAR | _MAKE_BLOCK | _IOCTL_DEV
_BIND_TCP, _CONNECT_TCP = 1, 2
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1, 2


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """Return the Landlock version of the running kernel; 0 without Landlock."""
    return max(0, linux.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION_FLAG)))


def restrict(folders: Iterable[Path], devices: Iterable[str] = ("/dev/null",)) -> bool:
    """Let this process write only below `folders` and to `devices`; says whether the kernel agreed."""
    known = version()
    if known < 1 or not linux.give_up_new_privileges():
        return False
    handled = _known(_IN_FOLDER | _NOWHERE, known)
    attributes = _Ruleset(handled)
    size = 8
    if known >= 4:
        attributes.network, size = _BIND_TCP | _CONNECT_TCP, 16
    if known >= 6:
        attributes.scoped, size = _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS, 24
    ruleset = linux.syscall(_CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0))
    if ruleset < 0:
        return False
    try:
        for path in [*map(str, folders), *devices]:
            _allow(ruleset, path, known)
        return linux.syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0)) == 0
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, known: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        rights = _known(_IN_FOLDER if is_folder else _WRITE_FILE | _TRUNCATE, known)
        rule = _PathBeneath(rights, descriptor)
        linux.syscall(
            _ADD_RULE,
            ctypes.c_int(ruleset),
            ctypes.c_int(_RULE_PATH_BENEATH),
            ctypes.byref(rule),
            ctypes.c_uint32(0),
        )
    finally:
        os.close(descriptor)


def _known(rights: int, version: int) -> int:
    for right, since in _SINCE.items():
        if version < since:
            rights &= ~right
    return rights
