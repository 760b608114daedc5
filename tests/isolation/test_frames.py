"""Frames survive any cutting of the stream, and nothing else passes for one."""

from __future__ import annotations

import random

import pytest

from fuzzwright.isolation.frames import FrameReader, Garbled, pack

BODIES = [b"", b"a", bytes(range(256)) * 40, b"\xf5fw\x1e"]


def taken(reader: FrameReader) -> list[bytes]:
    bodies = []
    while (body := reader.take()) is not None:
        bodies.append(body)
    return bodies


def test_frames_arrive_whole_however_the_stream_is_cut() -> None:
    stream = b"".join(pack(body, number) for number, body in enumerate(BODIES))
    draw = random.Random(1)
    for _ in range(50):
        reader, got, rest = FrameReader(), list[bytes](), stream
        while rest:
            cut = draw.randint(1, 3000)
            reader.feed(rest[:cut])
            rest = rest[cut:]
            got += taken(reader)
        assert got == BODIES


@pytest.mark.parametrize("garbage", [b"g", b"garbage", bytes(100), pack(b"x", 0)[1:]])
def test_garbage_is_noticed_at_once(garbage: bytes) -> None:
    reader = FrameReader()
    reader.feed(pack(b"good", 0) + garbage)
    assert reader.take() == b"good"
    with pytest.raises(Garbled):
        reader.take()


def test_any_single_damaged_byte_is_noticed() -> None:
    frame = pack(b"some body", 0)
    for index in range(len(frame)):
        damaged = bytearray(frame)
        damaged[index] ^= 0x41
        reader = FrameReader(cap=1 << 17)
        reader.feed(bytes(damaged) + bytes(1 << 18))  # enough for a length that became larger
        with pytest.raises(Garbled):
            reader.take()


def test_a_frame_over_the_cap_is_refused_before_it_is_read() -> None:
    reader = FrameReader(cap=10)
    reader.feed(pack(bytes(11), 0)[:12])
    with pytest.raises(Garbled, match="over the cap"):
        reader.take()


def test_a_repeated_frame_is_refused() -> None:
    reader = FrameReader()
    reader.feed(pack(b"once", 0) * 2)
    assert reader.take() == b"once"
    with pytest.raises(Garbled):
        reader.take()
