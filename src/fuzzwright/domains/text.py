"""Strings and bytes.

Half the strings are ASCII, most others mix scripts; a few are of one kind only: emoji, Greek,
mathematical signs, Latin with diacritics, emoji of several code points.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from random import Random
from typing import Generic, TypeVar

from fuzzwright.engine.domain import LeafDomain, Mutant, Names, Pure, Rand, Room, Unfit

T = TypeVar("T", str, bytes)

# 256 ASCII characters, one per random byte: letters and digits often, signs sometimes, controls seldom.
_ASCII = (
    b"abcdefghijklmnopqrstuvwxyz" * 3
    + b"ABCDEFGHIJKLMNOPQRSTUVWXYZ" * 2
    + b"0123456789" * 4
    + b"    \t\n\r\0"
    + b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~" * 2
    + bytes(range(1, 32))
    + b"\x7f"
)
_ASCII = (_ASCII + b"0123456789abcdefghijklmnop")[:256]
assert len(_ASCII) == 256
_EMOJI = "😀😂🙂😍🤔👍🎉🔥💩🚀❤⭐🍕🐍🦊🌍"
_GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώ"
_MATHS = "∀∂∃∅∇∈∉∋∏∑−∓∗∘√∝∞∟∠∧∨∩∪∫≈≠≡≤≥⊂⊃⊆⊇⊕⊗⊥⋅⌈⌉⌊⌋"
_LATIN = "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßāăąćčďđēęěğłńňőřśşšţůűźżžİıſﬁ"
_COMPOUND = ("👨‍👩‍👧", "👍🏽", "🏳️‍🌈", "🇩🇪", "👩‍💻", "e\u0301", "🤦🏼‍♂️", "1️⃣")
_ODD = "\u00a0\u200b\u2028\ufeff\u0130\u00df\u0663\u202e\x00\x85\uffff\U0010ffff"
_MIXED = tuple(_ASCII.decode("ascii")) + tuple(_EMOJI * 2 + _GREEK + _MATHS + _LATIN + _ODD) + _COMPOUND * 2
_KINDS: tuple[tuple[str, ...], ...] = (tuple(_EMOJI), tuple(_GREEK), tuple(_MATHS), tuple(_LATIN), _COMPOUND)
# Words that reach special cases in much code that reads text.
_WORDS = (
    *("", " ", "a", "0", "1", "-1", "1.5", "1e9", "nan", "inf", "true", "null", "None", "\n", "\t", "\\", "%s", "{}"),
    *("{0}", "../", "//", "http://", "@", "a@b.c", "=", "<a>", "</a>", "&amp;", '"', "'", ";", "--", "#", "[]", "()"),
    *("::", ",", "a,b", "k=v", "\r\n", "2024-02-29", "12:30", "ß", "İ", "%", "$", "x" * 20, "()", "_", ".", "..", "*"),
)
_LONGEST = 4096
_MOVED = 64
"""How many letters, from the start, have an axis of their own."""


class _Runs(LeafDomain[T], Generic[T]):
    """What strings and bytes have in common: they are runs of small things."""

    _empty: T

    def __init__(self, shortest: int = 0, longest: int = _LONGEST) -> None:
        self.shortest = shortest
        self.longest = min(longest, max(_LONGEST, shortest))

    def _length(self, random: Random, size: int) -> int:
        # Sizes are counted in leaves; the runs inside one leaf are kept short, and now and then longer.
        most = size if size < 16 else 16
        length = random.getrandbits(16) * (most + 2) >> 16
        if not random.getrandbits(6):
            length *= 4
        if length < self.shortest:
            return self.shortest
        return length if length < self.longest else self.longest

    def simplest(self) -> T:
        return self._filler() * self.shortest

    @abstractmethod
    def _filler(self) -> T:
        """Return the simplest run of length one."""

    @abstractmethod
    def _fresh(self, random: Random, length: int) -> T:
        """Return a random run of this length."""

    def generate(self, random: Random, size: int) -> T:
        return self._fresh(random, self._length(random, size))

    def mutants(self, value: T) -> Iterator[Mutant[T]]:
        filler = self._filler()
        for index in range(min(len(value), 64)):
            yield from self._pure(value[:index] + value[index + 1 :])
            yield from self._pure(value[: index + 1] + value[index:])
        yield from self._pure(value + filler)
        yield Rand(self.generate)

    def _pure(self, value: T) -> Iterator[Mutant[T]]:
        if self.shortest <= len(value) <= self.longest:
            yield Pure(value)

    def mutate(self, value: T, random: Random) -> T:
        bits = random.getrandbits
        length = len(value)
        kind = bits(4)
        if not length or kind < 4:
            index = bits(16) * (length + 1) >> 16
            new = value[:index] + self._fresh(random, 1) + value[index:]
        else:
            index = bits(16) * length >> 16
            if kind < 7:
                new = value[:index] + self._fresh(random, 1) + value[index + 1 :]
            elif kind < 9:
                new = value[:index] + value[index + 1 :]
            elif kind == 9:
                end = index + 1 + bits(3)
                new = value[:end] + value[index:end] + value[end:]
            elif kind == 10:
                new = value[:index] + value[index + 1 + bits(3) :]
            elif kind == 11:
                other = bits(16) * length >> 16
                new = value[:index] + value[other : other + 1] + value[index + 1 :]
            elif kind == 12:
                new = value[:index] if bits(1) else value[index:]
            elif kind == 13:
                new = self._twist(value, index, random)
            elif kind == 14:
                new = value[:index] + self._token(random) + value[index + bits(1) :]
            else:
                new = self._fresh(random, 1 + bits(3))
        if self.shortest <= len(new) <= self.longest:
            return new
        return value if len(new) < self.shortest else new[: self.longest]

    @abstractmethod
    def _twist(self, value: T, index: int, random: Random) -> T:
        """Return a run with the letter at `index`, or all of it, turned into a relative."""

    @abstractmethod
    def _token(self, random: Random) -> T:
        """Return a run that reaches special cases in much code."""

    def simpler(self, value: T) -> Iterator[T]:
        length = len(value)
        for candidate in (value[: self.shortest], self._filler() * length):
            if candidate != value:
                yield candidate
        run = length
        while run:
            run //= 2
            for start in range(0, length, run or 1):
                shorter = value[:start] + value[start + (run or 1) :]
                if len(shorter) >= self.shortest:
                    yield shorter
        filler = self._filler()
        for index in range(length):
            for letter in self._simpler_letters(value[index : index + 1]):
                yield value[:index] + letter + value[index + 1 :]
            if value[index : index + 1] != filler and index + 1 < length:
                yield value[:index] + filler * (length - index)

    @abstractmethod
    def _simpler_letters(self, letter: T) -> Iterator[T]:
        """Return letters simpler than this one."""

    def _adopt(self, thing: object, room: Room) -> T:
        run = thing if room.exact else self._plain(thing)
        if run is not None and self.contains(run):
            return run  # type: ignore[return-value]  # `contains` says so
        raise Unfit("no such text")

    @abstractmethod
    def _plain(self, thing: object) -> T | None:
        """Return the run that an object of this or a related class stands for."""

    def axes(self, value: T) -> int:
        return 1 + min(len(value), _MOVED)

    def move(self, value: T, axis: int, by: int) -> T:
        length = len(value)
        if axis == 0:
            wanted = length + by
            if not self.shortest <= wanted <= self.longest or wanted > max(_LONGEST, length):
                raise Unfit("too long or too short")
            return value[:wanted] + (value[-1:] or self._filler()) * by
        if not 0 < axis <= length:
            raise Unfit("no such letter")
        return value[: axis - 1] + self._beside(value[axis - 1 : axis], by) + value[axis:]

    @abstractmethod
    def _beside(self, letter: T, by: int) -> T:
        """Return the letter that is `by` further; raise Unfit if there is none."""

    def graft(self, value: T, part: T, random: Random) -> T:
        bits = random.getrandbits
        kind = bits(3)
        index = bits(16) * (len(value) + 1) >> 16
        if kind < 2:
            return part
        if kind == 2:
            new = value + part
        elif kind == 3:
            new = part + value
        elif kind < 6:
            # Between two letters, or over as many as it has.
            new = value[:index] + part + value[index + (len(part) if kind == 5 else 0) :]
        else:
            end = index + (bits(16) * (len(value) - index + 1) >> 16)
            new = value[:index] + part + value[end:]
        return new[: self.longest] if len(new) >= self.shortest else part

    def listing(self, rank: int) -> Iterable[T]:
        alphabet = self._alphabet()
        shortest = self.simplest()
        if rank == 0:
            return [shortest]
        return (
            shortest + text
            for text in self._of_rank(rank, alphabet)
            if len(shortest) + len(text) <= self.longest and self.shortest <= len(shortest) + len(text)
        )

    @abstractmethod
    def _alphabet(self) -> T:
        """Return the letters that are listed, simplest first."""

    def _of_rank(self, rank: int, alphabet: T) -> Iterator[T]:
        if rank == 0:
            yield self._empty
        for first in range(min(rank, len(alphabet))):
            for rest in self._of_rank(rank - first - 1, alphabet):
                yield alphabet[first : first + 1] + rest

    def _fit_length(self, value: T) -> T:
        if len(value) < self.shortest:
            return value + self._filler() * (self.shortest - len(value))
        return value[: self.longest]


class Strings(_Runs[str]):
    """Text of any script, or of the characters a filter lets through."""

    _empty = ""

    def _filler(self) -> str:
        return "a"

    def generate(self, random: Random, size: int) -> str:
        bits = random.getrandbits
        kind = bits(8)
        length = self._length(random, size)
        if kind < 120:
            return bits(8 * length).to_bytes(length, "little").translate(_ASCII).decode("ascii") if length else ""
        if kind < 136:
            return self._fit_length(_WORDS[bits(16) * len(_WORDS) >> 16])
        if kind < 232:
            return "".join([_MIXED[bits(16) * len(_MIXED) >> 16] for _ in range(length)])[: self.longest]
        letters = _KINDS[kind % 5]
        return "".join([letters[bits(16) * len(letters) >> 16] for _ in range(length)])[: self.longest]

    def _fresh(self, random: Random, length: int) -> str:
        bits = random.getrandbits
        if bits(2):
            return bits(8 * length).to_bytes(length, "little").translate(_ASCII).decode("ascii") if length else ""
        return "".join([_MIXED[bits(16) * len(_MIXED) >> 16] for _ in range(length)])

    def _twist(self, value: str, index: int, random: Random) -> str:
        letter = value[index]
        kind = random.getrandbits(2)
        if kind == 0:
            changed = letter.swapcase()
        elif kind == 1:
            changed = chr(min(ord(letter) + 1, 0x10FFFF))
        elif kind == 2:
            changed = chr(max(ord(letter) - 1, 0))
        else:
            return value.swapcase() if random.getrandbits(1) else value[::-1]
        if "\ud800" <= changed <= "\udfff":
            changed = letter  # a lone surrogate is no text that could ever be read or written
        return value[:index] + changed + value[index + 1 :]

    def _token(self, random: Random) -> str:
        return _WORDS[random.getrandbits(16) * len(_WORDS) >> 16]

    def _plain(self, thing: object) -> str | None:
        # The method of `str` itself: one of a subclass could do anything.
        return str.__str__(thing) if issubclass(type(thing), str) else None

    def _beside(self, letter: str, by: int) -> str:
        number = ord(letter) + by
        if not 0 <= number <= 0x10FFFF or 0xD800 <= number <= 0xDFFF:
            raise Unfit("no such character")
        return chr(number)

    def _simpler_letters(self, letter: str) -> Iterator[str]:
        weight = _weigh(letter)
        for simple in ("a", "b", "0", "1", "A", " ", "-", letter.lower()[:1]):
            if simple and _weigh(simple) < weight:
                yield simple

    def complexity(self, value: str) -> float:
        return len(value) * 2 + sum(map(_WEIGHTS.__getitem__, value))

    def _alphabet(self) -> str:
        return "a0 b-A1_.é\n"

    def contains(self, value: object) -> bool:
        return type(value) is str and self.shortest <= len(value) <= self.longest

    def source(self, value: str, names: Names) -> str:
        return repr(value) if value.isprintable() or value.isascii() else ascii(value)

    def pack(self, value: str) -> bytes:
        return value.encode("utf-8", "surrogatepass")

    def unpack(self, data: bytes) -> str:
        try:
            return self._fit_length(data.decode("utf-8", "surrogatepass"))
        except UnicodeDecodeError:
            return self._fit_length(data.decode("utf-8", "replace"))


def _weigh(letter: str) -> float:
    if "a" <= letter <= "z":
        return 0.0 if letter == "a" else 0.1 + (ord(letter) - 97) / 1000
    if "0" <= letter <= "9":
        return 0.15 + (ord(letter) - 48) / 1000
    if "A" <= letter <= "Z":
        return 0.3 + (ord(letter) - 65) / 1000
    number = ord(letter)
    if 32 <= number < 127:
        return 0.5 + number / 1000
    if number < 32 or number == 127:
        return 1.0 + number / 1000
    return 1.5 + number / 0x110000


class _Weights(dict[str, float]):
    """The weights of letters, each worked out once."""

    def __missing__(self, letter: str) -> float:
        weight = self[letter] = _weigh(letter)
        return weight


_WEIGHTS = _Weights()


class Bytes(_Runs[bytes]):
    """Byte strings."""

    _empty = b""

    def _filler(self) -> bytes:
        return b"\0"

    def _fresh(self, random: Random, length: int) -> bytes:
        data = random.getrandbits(8 * length).to_bytes(length, "little") if length else b""
        return data.translate(_ASCII) if random.getrandbits(1) else data

    def _twist(self, value: bytes, index: int, random: Random) -> bytes:
        return value[:index] + bytes([value[index] ^ 1 << random.getrandbits(3)]) + value[index + 1 :]

    def _token(self, random: Random) -> bytes:
        return _WORDS[random.getrandbits(16) * len(_WORDS) >> 16].encode("utf-8")

    def _plain(self, thing: object) -> bytes | None:
        if not issubclass(type(thing), bytes | bytearray | memoryview):
            return None
        view = memoryview(thing)  # type: ignore[arg-type]  # by its class
        return view.tobytes() if view.nbytes <= self.longest else None

    def _beside(self, letter: bytes, by: int) -> bytes:
        number = letter[0] + by
        if not 0 <= number <= 255:
            raise Unfit("no such byte")
        return bytes([number])

    def _simpler_letters(self, letter: bytes) -> Iterator[bytes]:
        for simple in (b"\0", b"\x01", b"a", b"0"):
            if simple < letter:
                yield simple

    def complexity(self, value: bytes) -> float:
        return len(value) * 2 + sum(value) / 256

    def _alphabet(self) -> bytes:
        return b"\0\x01a\xff0\x80 "

    def contains(self, value: object) -> bool:
        return type(value) is bytes and self.shortest <= len(value) <= self.longest

    def source(self, value: bytes, names: Names) -> str:
        return repr(value)

    def pack(self, value: bytes) -> bytes:
        return value

    def unpack(self, data: bytes) -> bytes:
        return self._fit_length(data)
