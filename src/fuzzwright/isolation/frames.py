"""Frames on a byte stream whose other end is not trusted.

A frame is a header (magic, length, checksum) and a body. The checksum starts from the frame's
number, so stray bytes, a repeated frame and one sent by a forked copy are all noticed. Nothing
here reads or writes a descriptor.
"""

from __future__ import annotations

import builtins
import struct
from binascii import crc32

# Code under test may replace builtins; functions below keep the ones they were defined with.
globals()["__builtins__"] = dict(vars(builtins))

MAX_FRAME = 16 << 20
_MAGIC = b"\xf5fw\x1e"
_HEADER = struct.Struct("<4sII")
_pack_header, _unpack_header, _HEADER_SIZE = _HEADER.pack, _HEADER.unpack_from, _HEADER.size


class Garbled(Exception):
    """The stream holds something that is no frame."""


def pack(body: bytes, number: int) -> bytes:
    """Return frame `number` (counted from 0 on each side) with its header."""
    return _pack_header(_MAGIC, len(body), crc32(body, number & 0xFFFFFFFF)) + body


class FrameReader:
    """Turns received bytes into frames."""

    __slots__ = ("_buffer", "_cap", "_number")

    def __init__(self, cap: int = MAX_FRAME) -> None:
        self._buffer = bytearray()
        self._cap = cap
        self._number = 0

    def feed(self, data: bytes) -> None:
        """Add what was received."""
        self._buffer += data

    def take(self) -> bytes | None:
        """Return the next whole frame, or None; raises Garbled, and then again on every call."""
        buffer = self._buffer
        if len(buffer) < _HEADER_SIZE:
            # Garbage shorter than a header is told at once, not when more of it happens to come.
            if not _MAGIC.startswith(bytes(buffer[:4])):
                raise Garbled("a frame does not start here")
            return None
        magic, length, checksum = _unpack_header(buffer)
        if magic != _MAGIC:
            raise Garbled("a frame does not start here")
        if length > self._cap:
            raise Garbled(f"a frame of {length} bytes is over the cap of {self._cap}")
        end = _HEADER_SIZE + length
        if len(buffer) < end:
            return None
        body = bytes(buffer[_HEADER_SIZE:end])
        if crc32(body, self._number & 0xFFFFFFFF) != checksum:
            raise Garbled("a frame has the wrong checksum")
        del buffer[:end]
        self._number += 1
        return body
