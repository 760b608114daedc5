"""Tries to reach others; only ever loopback."""

from __future__ import annotations

import asyncio
import ctypes
import http.client
import socket
import struct


def connect(x: int) -> int:
    """Connect to loopback for large numbers."""
    if x > 1000:
        with socket.socket() as link:
            link.connect(("127.0.0.1", 9))
    return x


def fetch(x: int) -> int:
    """Ask a web server on loopback for large numbers."""
    if x > 1000:
        http.client.HTTPConnection("127.0.0.1", 9).request("GET", "/")
    return x


def listen(x: int) -> int:
    """Listen on loopback for large numbers."""
    if x > 1000:
        with socket.socket() as link:
            link.bind(("127.0.0.1", 0))
    return x


def look_up(x: int) -> int:
    """Resolve a name for large numbers."""
    if x > 1000:
        socket.getaddrinfo("localhost", 9)
    return x


def connect_natively(x: int) -> int:
    """Call connect(2) by ctypes for large numbers; returns whether the kernel refused it, not the peer."""
    if x > 1000:
        libc = ctypes.CDLL(None, use_errno=True)
        descriptor = libc.socket(2, 1, 0)
        address = struct.pack("=H", 2) + struct.pack("!H4s8x", 9, bytes([127, 0, 0, 1]))
        libc.connect(descriptor, address, len(address))
        error = ctypes.get_errno()
        libc.close(descriptor)
        return error
    return 0


def run_loop(x: int) -> int:
    """Run an asyncio loop: harmless, and must stay possible."""

    async def add() -> int:
        await asyncio.sleep(0)
        return x + 1

    return asyncio.run(add())
