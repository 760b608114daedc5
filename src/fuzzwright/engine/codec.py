"""Inputs as bytes: the shape apart from the data, so that any data decodes to a value of the type.

An encoded value is a version byte, the compressed shape (heads in pre-order, and how many bytes each
leaf has), and the bytes of all leaves one after another. Decoding needs the domain; it runs no code
but the domain's own `make` and `unpack`, and for an intact shape never fails: too little data is
used again from its start, too much goes unread, and a node whose children do not fit together
becomes the simplest value of its type.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any, Final

from fuzzwright.engine.domain import Domain, LeafDomain, Unfit

VERSION = 1
_MOST_SHAPE = 1 << 26
_MOST_DATA = 1 << 22
"""How much all leaves together may ask for when there is less data than that."""
_MOST_IN_HEAD = 1 << 20
"""Numbers in a head are small, unless they count children, each of which takes a byte of the shape."""


class Undecodable(ValueError):
    """These bytes were not encoded for this type, or by another version."""


def encode(domain: Domain[Any], value: Any) -> bytes:
    """Return the value as bytes that `decode` with the same domain understands."""
    shape = bytearray()
    data = bytearray()
    _write(domain.itself, value, shape, data)
    packed = zlib.compress(bytes(shape), 6) if len(shape) > 16 else None
    if packed is None or len(packed) >= len(shape):
        flag, packed = 0, bytes(shape)
    else:
        flag = 1
    prefix = bytearray([VERSION << 1 | flag])
    _varint(len(packed), prefix)
    return bytes(prefix) + packed + bytes(data)


def decode(domain: Domain[Any], encoded: bytes) -> Any:
    """Return the value; raise Undecodable if the shape is not one of this type."""
    shape, data = split(encoded)
    reader = _Reader(shape, data)
    try:
        value = reader.value(domain.itself)
    except (IndexError, ValueError, OverflowError, RecursionError, StopIteration) as error:
        raise Undecodable(f"the shape does not fit the type: {error}") from error
    if reader.rest():
        raise Undecodable("the shape is longer than the type asks for")
    return value


def split(encoded: bytes) -> tuple[bytes, bytes]:
    """Return the shape, unpacked, and the data of an encoded value."""
    start, end = _place_of_shape(encoded)
    packed = encoded[start:end]
    if not encoded[0] & 1:
        return packed, encoded[end:]
    try:
        unpacker = zlib.decompressobj()
        shape = unpacker.decompress(packed, _MOST_SHAPE)
    except zlib.error as error:
        raise Undecodable(f"the shape is damaged: {error}") from error
    if not unpacker.eof or unpacker.unused_data:
        raise Undecodable("the shape is cut off, too long, or followed by something else")
    return shape, encoded[end:]


def start_of_data(encoded: bytes) -> int:
    """Return where the data of an encoded value begins: what is before, a byte fuzzer has to leave as it is."""
    return _place_of_shape(encoded)[1]


def _place_of_shape(encoded: bytes) -> tuple[int, int]:
    if not encoded or encoded[0] >> 1 != VERSION:
        raise Undecodable("not encoded by this version of the codec")
    length, start = next(_numbers(encoded, 1), (0, 0))
    if not start:
        raise Undecodable("there is no shape")
    if len(encoded) - start < length:
        raise Undecodable("the shape is cut off")
    return start, start + length


def fingerprint(domain: Domain[Any], value: Any, known: dict[tuple[int, int], int], learn: bool = False) -> int:
    """Return a number that two values share only if they are the same, next to certainly.

    Subtrees of a value that is learnt are known by their identity from then on, as long as it lives: variants that
    share most of it are then quickly told apart.
    """
    domain = domain.itself
    if domain.leaf:
        return hash(domain.pack(value))  # type: ignore[attr-defined]  # a LeafDomain has it
    place = (id(domain), id(value))
    found = known.get(place)
    if found is None:
        found = _of_plain_items(domain, value)
        if found is None:
            # No comprehension: that would take twice the stack, and what can be encoded should have a fingerprint too.
            parts: list[Any] = [domain.head(value)]
            for inner, child in zip(domain.inside(parts[0]), domain.children(value), strict=True):
                parts.append(fingerprint(inner, child, known, learn))
            found = hash(tuple(parts))
        if learn:
            known[place] = found
    return found


_WRITTEN: Final = frozenset((int, str, bytes, bool))
"""Values that are the same if, and only if, they are written in the same way."""


def _of_plain_items(domain: Domain[Any], value: Any) -> int | None:
    """Return the fingerprint of numbers, texts and the like in a row, where one look at all of them will do."""
    if domain.form != "run" or type(value) is not tuple or not _WRITTEN.issuperset(map(type, value)):
        return None
    try:
        return hash(repr(value))
    except ValueError:  # a number with more digits than Python is willing to write
        return None


def _write(domain: Domain[Any], value: Any, shape: bytearray, data: bytearray) -> None:
    if domain.leaf:
        packed = domain.pack(value)  # type: ignore[attr-defined]  # a LeafDomain has it
        _varint(len(packed), shape)
        data += packed
        return
    head = domain.head(value)
    _varint(len(head), shape)
    for number in head:
        _varint(number, shape)
    for inner, child in zip(domain.inside(head), domain.children(value), strict=True):
        _write(inner.itself, child, shape, data)


class _Reader:
    def __init__(self, shape: bytes, data: bytes) -> None:
        self._numbers = _numbers(shape, 0)
        self._data = data
        self._at = 0
        self._most_data = max(_MOST_DATA, len(data))
        self._most_in_head = max(_MOST_IN_HEAD, len(shape))

    def number(self) -> int:
        return next(self._numbers)[0]

    def rest(self) -> bool:
        return next(self._numbers, None) is not None

    def value(self, domain: Domain[Any]) -> Any:
        if isinstance(domain, LeafDomain):
            return domain.unpack(self._take(self.number()))
        # Not a generator expression: that would turn a missing number into a RuntimeError.
        head = tuple([self.number() for _ in range(self.number())])
        if head and max(head) > self._most_in_head:
            raise Undecodable("a number in the shape is too large")
        children = [self.value(inner.itself) for inner in domain.inside(head)]
        try:
            return domain.make(head, children)
        except Unfit:
            return domain.simplest()

    def _take(self, length: int) -> bytes:
        end = self._at + length
        if end > self._most_data:
            raise Undecodable("the shape asks for too much data")
        taken = self._data[self._at : end]
        if len(taken) < length:
            # Round robin, so that data that lost some bytes still says something everywhere.
            source = self._data or b"\0"
            taken = (taken + source * (length // len(source) + 1))[:length]
        self._at = end
        return taken


def _varint(number: int, out: bytearray) -> None:
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def _numbers(encoded: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Yield each number with the offset after it."""
    number = shift = 0
    for index in range(start, len(encoded)):
        byte = encoded[index]
        number |= (byte & 127) << shift
        if byte & 128:
            shift += 7
            if shift > 70:
                raise Undecodable("a number in the shape is too long")
        else:
            yield number, index + 1
            number = shift = 0
    if shift:
        raise Undecodable("the shape ends within a number")
