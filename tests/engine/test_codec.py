"""Inputs as bytes and back, with data or shape damaged in every way."""

from __future__ import annotations

import sys
import tracemalloc
import zlib
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fuzzwright.engine.codec import VERSION, Undecodable, decode, encode, fingerprint, split
from tests.engine.shapes import DOMAINS, Leaf, Node, samples, values

every_shape = pytest.mark.parametrize("name", DOMAINS)

MEGABYTE = 1 << 20


def header(encoded: bytes) -> bytes:
    """Return the part of an encoded value before its data."""
    data = split(encoded)[1]
    return encoded[: len(encoded) - len(data)]


def plain(*numbers: int, data: bytes = b"") -> bytes:
    """Return an encoded value with an uncompressed shape of small numbers."""
    return bytes([VERSION << 1, len(numbers), *numbers]) + data


@every_shape
@given(data=st.data())
def test_a_value_comes_back(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    value = data.draw(values(domain))
    back = decode(domain, encode(domain, value))
    assert repr(back) == repr(value)
    assert domain.contains(back)


@every_shape
@given(data=st.data())
def test_any_data_decodes_to_a_value_of_the_type(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    shape = header(encode(domain, data.draw(values(domain))))
    assert domain.contains(decode(domain, shape + data.draw(st.binary(max_size=64))))


@every_shape
def test_no_byte_of_the_data_can_be_changed_so_that_decoding_fails(name: str) -> None:
    domain, random = DOMAINS[name], Random(5)
    for value in samples(domain, 60):
        encoded = encode(domain, value)
        start = len(header(encoded))
        for _ in range(min(8, len(encoded) - start)):
            changed = bytearray(encoded)
            changed[random.randrange(start, len(encoded))] ^= 1 << random.randrange(8)
            assert domain.contains(decode(domain, bytes(changed)))


@every_shape
@settings(max_examples=40)
@given(garbage=st.binary(max_size=48))
def test_random_bytes_are_a_value_or_undecodable_and_nothing_else(name: str, garbage: bytes) -> None:
    for encoded in (garbage, bytes([VERSION << 1]) + garbage, bytes([VERSION << 1, len(garbage)]) + garbage):
        value_or_nothing(name, encoded)


@every_shape
@given(data=st.data())
def test_a_damaged_shape_is_a_value_or_undecodable_and_nothing_else(name: str, data: st.DataObject) -> None:
    encoded = encode(DOMAINS[name], data.draw(values(DOMAINS[name])))
    shape, rest = split(encoded)
    kind = data.draw(st.sampled_from(["cut", "change", "insert", "drop", "cut all", "change packed"]))
    if kind == "cut all":
        value_or_nothing(name, encoded[: data.draw(st.integers(0, len(encoded)))])
        return
    damaged = bytearray(encoded if kind == "change packed" else shape)
    index = data.draw(st.integers(0, max(len(damaged) - 1, 0)))
    if kind == "cut":
        del damaged[index:]
    elif kind == "drop":
        del damaged[index : index + 1]
    elif kind == "insert":
        damaged.insert(index, data.draw(st.integers(0, 255)))
    elif damaged:
        damaged[index] = data.draw(st.integers(0, 255))
    if kind == "change packed":
        value_or_nothing(name, bytes(damaged))
    elif len(damaged) < 128:
        value_or_nothing(name, plain(*damaged, data=rest))


def value_or_nothing(name: str, encoded: bytes) -> None:
    domain = DOMAINS[name]
    try:
        value = decode(domain, encoded)
    except Undecodable:
        return
    assert domain.contains(value)


HUGE = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]  # 2**32 - 1
LARGE = [0xFF, 0xFF, 0xFF, 0x07]  # 2**24 - 1
ENDLESS = [0xFF] * 9 + [0x7F]


@every_shape
@pytest.mark.parametrize("number", [HUGE, LARGE, ENDLESS], ids=["2**32", "2**24", "2**70"])
def test_a_shape_that_promises_much_asks_for_no_more_memory_than_it_can_fill(name: str, number: list[int]) -> None:
    for before in ([], [1], [1, 4, 1], [1, 5, 1]):
        tracemalloc.start()
        try:
            with pytest.raises(Undecodable):
                decode(DOMAINS[name], plain(*before, *number, data=b"abc"))
            assert tracemalloc.get_traced_memory()[1] < 32 * MEGABYTE
        finally:
            tracemalloc.stop()


def test_many_leaves_that_promise_much_are_refused_together() -> None:
    million = [0xC0, 0x84, 0x3D]
    encoded = plain(1, 30, *million * 30)
    with pytest.raises(Undecodable):
        decode(DOMAINS["list[int]"], encoded)


@pytest.mark.parametrize("encoded", [b"", b"\0", bytes([VERSION << 1]), bytes([VERSION + 1 << 1, 1, 0])])
def test_bytes_of_no_version_or_without_a_shape_are_undecodable(encoded: bytes) -> None:
    with pytest.raises(Undecodable):
        decode(DOMAINS["int"], encoded)
    with pytest.raises(Undecodable):
        split(encoded)


def test_a_shape_that_ends_within_a_number_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        decode(DOMAINS["int"], plain(1, 0x80, data=b"a"))


def test_a_shape_that_goes_on_after_the_value_is_undecodable() -> None:
    with pytest.raises(Undecodable, match="longer"):
        decode(DOMAINS["int"], plain(1, 1, data=b"aa"))


def test_a_shape_that_lacks_the_end_of_a_head_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        decode(DOMAINS["list[int]"], plain(1))


def test_a_shape_of_another_type_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        decode(DOMAINS["int"], encode(DOMAINS["list[int]"], (1, 2, 3)))
    with pytest.raises(Undecodable):
        decode(DOMAINS["tree"], encode(DOMAINS["list[int]"], (1, 2, 3)))


def test_a_compressed_shape_that_is_cut_or_followed_by_more_is_undecodable() -> None:
    shape, data = split(encode(DOMAINS["list[int]"], tuple(range(100))))
    packed = zlib.compress(shape)
    whole = bytes([VERSION << 1 | 1, len(packed)]) + packed + data
    assert decode(DOMAINS["list[int]"], whole) == tuple(range(100))
    for damaged in (packed[:-5], packed + b"x"):
        with pytest.raises(Undecodable):
            split(bytes([VERSION << 1 | 1, len(damaged)]) + damaged + data)


def test_a_tree_deeper_than_the_stack_is_undecodable() -> None:
    with pytest.raises(Undecodable):
        decode(DOMAINS["json"], encode_nested(100_000))


def encode_nested(depth: int) -> bytes:
    packed = zlib.compress(bytes([1, 4, 1, 1]) * depth + bytes([1, 0, 2]))
    return bytes([VERSION << 1 | 1, len(packed) & 127 | 128, len(packed) >> 7]) + packed


def test_a_long_regular_value_has_a_short_shape() -> None:
    value = tuple(range(128))
    encoded = encode(DOMAINS["list[int]"], value)
    assert len(encoded) < 128 + 32
    assert split(encoded)[1] == bytes(range(128))


@pytest.mark.parametrize("length", [0, 1, 3])
def test_data_that_lost_its_end_is_used_again_from_its_start(length: int) -> None:
    domain = DOMAINS["list[int]"]
    encoded = encode(domain, (1, 2, 3, 4))
    kept = header(encoded) + bytes([1, 2, 3, 4])[:length]
    expected = {0: (0, 0, 0, 0), 1: (1, 1, 1, 1), 3: (1, 2, 3, 1)}
    assert decode(domain, kept) == expected[length]


def test_data_that_makes_set_items_equal_gives_a_smaller_set() -> None:
    domain = DOMAINS["set[int]"]
    assert decode(domain, header(encode(domain, (1, 2, 3))) + b"\x07\x07\x08") == (7, 8)


@given(st.integers(), st.integers())
@example(0, -(2**64))
def test_equal_values_have_equal_bytes_and_others_have_not(left: int, right: int) -> None:
    domain = DOMAINS["tree"]
    first, second = encode(domain, Node(Leaf(left), Leaf(right))), encode(domain, Node(Leaf(right), Leaf(left)))
    assert (first == second) == (left == right)


@pytest.mark.parametrize("name", DOMAINS)
@given(data=st.data())
def test_fingerprints_tell_values_apart_as_their_bytes_do(name: str, data: st.DataObject) -> None:
    domain = DOMAINS[name]
    left, right = data.draw(values(domain)), data.draw(values(domain))
    known: dict[tuple[int, int], int] = {}
    learnt = fingerprint(domain, left, known, learn=True)
    assert learnt == fingerprint(domain, left, known) == fingerprint(domain, left, {})
    assert (learnt == fingerprint(domain, right, known)) is (encode(domain, left) == encode(domain, right))


def test_what_can_be_encoded_has_a_fingerprint_however_deep_it_is() -> None:
    tree: Leaf | Node = Leaf(1)
    for _ in range(sys.getrecursionlimit() // 3):
        tree = Node(tree, Leaf(1))
    assert encode(DOMAINS["tree"], tree)
    assert isinstance(fingerprint(DOMAINS["tree"], tree, {}), int)
