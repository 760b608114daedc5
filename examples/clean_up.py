"""Code that reaches out: the sandbox refuses it, and says so; nothing is removed, nothing is sent."""

import os
import socket


def remove_backup(name: str) -> None:
    os.remove(f"/tmp/fuzzwright-example/{name or 'all'}.bak")


def announce(port: int) -> None:
    with socket.create_connection(("localhost", port % 65536)) as connection:
        connection.sendall(b"hello")


def extension(name: str) -> str:
    """Return what follows the last dot; the bug: there need not be one."""
    return name[name.rindex(".") :]
