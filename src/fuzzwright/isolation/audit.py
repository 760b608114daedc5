"""The audit hook: effects that leave the worker are refused and remembered.

A table maps each audit event to a rule that returns the effect in words when it must not happen.
This is how an effect becomes a verdict with a name, also where the kernel has no Landlock; it is no
wall, since C code walks past it. The state is the process's, like the hook itself.
"""

from __future__ import annotations

import builtins
import errno
import os
import socket
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

globals()["__builtins__"] = dict(vars(builtins))  # as in frames.py

Arguments = tuple[Any, ...]
Rule = Callable[[Arguments], str | None]

blocked: str | None = None  # the last effect refused; whoever reads it sets it back to None

_folder: str | None = None  # where writing is allowed; None while the hook stands aside
_installed = False

_realpath, _fspath, _fsdecode, _getcwd = os.path.realpath, os.fspath, os.fsdecode, os.getcwd
_join, _dirname, _basename = os.path.join, os.path.dirname, os.path.basename
_readlink, _listdir, _fstat, _getpid = getattr(os, "readlink", None), os.listdir, os.fstat, os.getpid
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_UNIX = getattr(socket, "AF_UNIX", None)
_INTERNET = (socket.AF_INET, socket.AF_INET6)
_PLAIN_KINDS = (socket.SOCK_STREAM, socket.SOCK_DGRAM)


class EffectBlocked(PermissionError):
    """The code under test tried something that would outlive or leave its worker."""

    def __init__(self, effect: str) -> None:
        super().__init__(errno.EACCES, f"blocked by the sandbox: {effect}")
        self.effect = effect


def enforce(folder: Path) -> None:
    """Refuse effects from now on, except writing below `folder`."""
    global _folder, _installed
    _folder = _realpath(folder)
    if not _installed:
        _installed = True
        sys.addaudithook(_hook)


def stand_aside() -> str | None:
    """Let everything pass until `enforce` or `resume`: for our own code between two uses of the target's."""
    global _folder
    folder, _folder = _folder, None
    return folder


def resume(folder: str | None) -> None:
    """Go on as before `stand_aside`, which returned `folder`."""
    global _folder
    _folder = folder


def _hook(event: str, arguments: Arguments) -> None:
    global blocked
    rule = _find_rule(event)
    if rule is None or _folder is None:
        return
    try:
        effect = rule(arguments)
    except (RecursionError, MemoryError, KeyboardInterrupt):
        raise  # what the call itself would have met; to call it a blocked effect would be a lie
    except BaseException:
        effect = f"{event} with arguments that cannot be judged"
    if effect is not None:
        blocked = effect
        raise EffectBlocked(effect)


# Paths ------------------------------------------------------------------------------------------


def _path_of(descriptor: int) -> str | None:
    """Return what an open descriptor points at, None if that cannot be known."""
    try:
        if _readlink is not None and sys.platform != "darwin":
            return _fsdecode(_readlink(f"/proc/self/fd/{descriptor}"))
        import fcntl

        return _fsdecode(fcntl.fcntl(descriptor, fcntl.F_GETPATH, bytes(1024)).rstrip(b"\0"))  # type: ignore[attr-defined]
    except (OSError, ImportError, AttributeError):
        return None


def _absolute(path: Any, base: Any = None) -> str | None:
    """Return where a path leads, unresolved; `base` is a directory's descriptor; None for a bad descriptor."""
    if type(path) is int:
        return _path_of(path)
    text = _fsdecode(_fspath(path))
    if type(base) is int and base >= 0:
        directory = _path_of(base)
        return None if directory is None else _join(directory, text)
    return _join(_getcwd(), text)


def _is_inside(real: str) -> bool:
    folder = _folder
    return folder is None or real == folder or real.startswith(folder + os.sep) or real == os.devnull


def _through(verb: str, path: Any, base: Any = None) -> str | None:
    """Judge a call that follows a symbolic link at the end of its path."""
    where = _absolute(path, base)
    return None if where is None or _is_inside(_realpath(where)) else f"{verb} {where}"


def _entry(verb: str, path: Any, base: Any = None) -> str | None:
    """Judge a call on the directory entry itself."""
    where = _absolute(path, base)
    if where is None:
        return None
    # A trailing `..` or slash names the directory, not an entry of it.
    where = where.rstrip(os.sep) or os.sep
    name = _basename(where)
    real = _realpath(where) if name in ("", ".", "..") else _join(_realpath(_dirname(where)), name)
    return None if _is_inside(real) else f"{verb} {where}"


def _open(arguments: Arguments) -> str | None:
    path, mode, flags = arguments[:3]
    if not flags & _WRITING or type(path) is int:
        return None
    effect = _through("write to", path)
    if effect is None and mode is None:
        return _open_relative(_fsdecode(_fspath(path)))
    return effect


def _open_relative(path: str) -> str | None:
    # os.open does not tell the hook its dir_fd; it can lead outside only if such a directory is open.
    if path.startswith(os.sep):
        return None
    for name in _listdir("/dev/fd"):
        try:
            if not stat.S_ISDIR(_fstat(int(name)).st_mode):
                continue
        except OSError:
            continue  # the listing's own descriptor
        directory = _path_of(int(name))
        if directory is not None and not _is_inside(_realpath(_join(directory, path))):
            return f"write to {_join(directory, path)}"
    return None


def _both(verb: str) -> Rule:
    def judge(arguments: Arguments) -> str | None:
        source, target, source_base, target_base = arguments[:4]
        return _entry(verb, source, source_base) or _entry(f"{verb} to", target, target_base)

    return judge


def _sqlite(arguments: Arguments) -> str | None:
    name = _fsdecode(_fspath(arguments[0]))
    if name in ("", ":memory:"):
        return None
    if name.startswith("file:"):
        path, _, query = name[5:].partition("?")
        options = query.split("#")[0].split("&")
        if path in ("", ":memory:") or "mode=memory" in options or "mode=ro" in options:
            return None
        from urllib.parse import unquote

        return _through("open database", unquote(path))
    return _through("open database", name)


# Processes, signals, network --------------------------------------------------------------------


def _always(effect: str) -> Rule:
    return lambda _: effect


def _command(arguments: Arguments) -> str | None:
    return f"start process {_short(arguments[0])}"


def _kill(arguments: Arguments) -> str | None:
    return None if arguments[0] == _getpid() else f"signal process {arguments[0]}"


def _new_socket(arguments: Arguments) -> str | None:
    _, family, kind, protocol = arguments[:4]
    # A socket alone reaches nobody; naming the address it is used with says more than refusing it here.
    # A family of -1 wraps a descriptor that is already open.
    plain = protocol in (0, -1, socket.IPPROTO_TCP, socket.IPPROTO_UDP) and (kind & 0xF) in _PLAIN_KINDS
    if family in (_UNIX, -1) or (family in _INTERNET and plain):
        return None
    return f"open a socket of family {family}"


def _socket(verb: str) -> Rule:
    def judge(arguments: Arguments) -> str | None:
        used, address = arguments[:2]
        if address is None:
            return None
        if used.family == _UNIX and isinstance(address, str | bytes) and address[:1] not in ("\0", b"\0", "", b""):
            return _through(verb, address)
        return f"{verb} {_address(address)}"

    return judge


def _host(verb: str) -> Rule:
    return lambda arguments: f"{verb} {_address(arguments[:2])}"


def _client(arguments: Arguments) -> str | None:
    return f"connect to {_address(arguments[1:3])}"


def _address(address: Any) -> str:
    if type(address) is tuple and address:
        return ":".join(_short(part) for part in address[:2] if part is not None)
    return _short(address)


def _short(value: Any) -> str:
    if type(value) is bytes:
        value = _fsdecode(value)
    return value[:200] if type(value) is str else str(value)[:200] if type(value) is int else type(value).__name__


_RULES: dict[str, Rule] = {
    "open": _open,
    "os.remove": lambda a: _entry("remove", *a[:2]),
    "os.rename": _both("rename"),
    "os.mkdir": lambda a: _entry("make folder", a[0], a[2]),
    "os.rmdir": lambda a: _entry("remove folder", *a[:2]),
    "os.chmod": lambda a: _through("change mode of", a[0], a[2]),
    "os.chown": lambda a: _through("change owner of", a[0], a[3]),
    "os.chflags": lambda a: _through("change flags of", a[0]),
    "os.link": _both("link"),
    "os.symlink": lambda a: _entry("make link", a[1], a[2]),
    "os.truncate": lambda a: _through("write to", a[0]),
    "os.utime": lambda a: _through("change times of", a[0], a[3]),
    "os.setxattr": lambda a: _through("change attributes of", a[0]),
    "os.removexattr": lambda a: _through("change attributes of", a[0]),
    "sqlite3.connect": _sqlite,
    "subprocess.Popen": _command,
    "os.system": _command,
    "os.exec": _command,
    "os.posix_spawn": _command,
    "os.spawn": lambda a: f"start process {_short(a[1])}",
    "os.startfile": _command,
    "pty.spawn": _always("start process"),
    "os.fork": _always("fork"),
    "os.forkpty": _always("fork"),
    "os.kill": _kill,
    "os.killpg": lambda a: f"signal process group {a[0]}",
    "resource.setrlimit": _always("change resource limits"),
    "resource.prlimit": lambda a: None if len(a) > 2 and a[2] is None else "change resource limits",
    "socket.__new__": _new_socket,
    "socket.connect": _socket("connect to"),
    "socket.bind": _socket("listen on"),
    "socket.sendto": _socket("send to"),
    "socket.sendmsg": _socket("send to"),
    "socket.sethostname": _always("change the host name"),
    "socket.getaddrinfo": _host("look up"),
    "socket.gethostbyname": lambda a: f"look up {_short(a[0])}",
    "socket.gethostbyaddr": lambda a: f"look up {_short(a[0])}",
    "socket.getnameinfo": lambda a: f"look up {_address(a[0])}",
    "http.client.connect": _client,
    "ftplib.connect": _client,
    "imaplib.open": _client,
    "poplib.connect": _client,
    "smtplib.connect": _client,
    "telnetlib.Telnet.open": _client,
    "nntplib.connect": _client,
    "webbrowser.open": lambda a: f"open {_short(a[0])} in a browser",
    "syslog.openlog": _always("write to the system log"),
    "syslog.syslog": _always("write to the system log"),
}
_find_rule = _RULES.get
