"""Strings and bytes.

Half the strings are ASCII, most others mix scripts; a few are of one kind only: emoji, Greek,
mathematical signs, Latin with diacritics, emoji of several code points.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

from fuzzwright.acceleration import accelerator
from fuzzwright.domains.runs import Runs
from fuzzwright.engine.domain import Edit, Names, Unfit, Weigh

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
_LETTERS = tuple(_ASCII.decode("ascii"))
_EMOJI = "😀😂🙂😍🤔👍🎉🔥💩🚀❤⭐🍕🐍🦊🌍"
_GREEK = "αβγδεζηθικλμνξοπρσςτυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώ"
_MATHS = "∀∂∃∅∇∈∉∋∏∑−∓∗∘√∝∞∟∠∧∨∩∪∫≈≠≡≤≥⊂⊃⊆⊇⊕⊗⊥⋅⌈⌉⌊⌋"
_LATIN = "àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿßāăąćčďđēęěğłńňőřśşšţůűźżžİıſﬁ"
_COMPOUND = ("👨‍👩‍👧", "👍🏽", "🏳️‍🌈", "🇩🇪", "👩‍💻", "e\u0301", "🤦🏼‍♂️", "1️⃣")
_ODD = "\u00a0\u200b\u2028\ufeff\u0130\u00df\u0663\u202e\x00\x85\uffff\U0010ffff"
_MIXED = _LETTERS + tuple(_EMOJI * 2 + _GREEK + _MATHS + _LATIN + _ODD) + _COMPOUND * 2
_KINDS: tuple[tuple[str, ...], ...] = (tuple(_EMOJI), tuple(_GREEK), tuple(_MATHS), tuple(_LATIN), _COMPOUND)
# Words that reach special cases in much code that reads text.
_WORDS = (
    *("", " ", "a", "0", "1", "-1", "1.5", "1e9", "nan", "inf", "true", "null", "None", "\n", "\t", "\\", "%s", "{}"),
    *("{0}", "../", "//", "http://", "@", "a@b.c", "=", "<a>", "</a>", "&amp;", '"', "'", ";", "--", "#", "[]", "()"),
    *("::", ",", "a,b", "k=v", "\r\n", "2024-02-29", "12:30", "ß", "İ", "%", "$", "x" * 20, "()", "_", ".", "..", "*"),
)


# Eight, so that three random bits choose one.
_AROUND = ("()", "()", "[]", "{}", "<>", "()", '""', "''")


def _wrapped(value: str, index: int, random: Random) -> Edit:
    """Return an edit that puts brackets or quotes around the word at `index`, or around some letters from there on."""
    bits = random.getrandbits
    around = _AROUND[bits(3)]
    start, end = index, min(index + 1 + bits(4), len(value))
    if bits(1) and value[index].isalnum():
        end = index + 1
        while start and value[start - 1].isalnum():
            start -= 1
        while end < len(value) and value[end].isalnum():
            end += 1
    return start, end, around[0] + value[start:end] + around[1]


class Strings(Runs[str]):
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
            if length == 1:
                return _LETTERS[bits(8)]
            return bits(8 * length).to_bytes(length, "little").translate(_ASCII).decode("ascii") if length else ""
        return "".join([_MIXED[bits(16) * len(_MIXED) >> 16] for _ in range(length)])

    def _twist(self, value: str, index: int, random: Random) -> Edit:
        letter = value[index]
        kind = random.getrandbits(2)
        if kind == 0:
            changed = letter.swapcase()
        elif kind == 1:
            changed = chr(min(ord(letter) + 1, 0x10FFFF))
        elif kind == 2:
            changed = chr(max(ord(letter) - 1, 0))
        elif random.getrandbits(1):
            return _wrapped(value, index, random)
        else:
            return 0, len(value), value.swapcase() if random.getrandbits(1) else value[::-1]
        if "\ud800" <= changed <= "\udfff":
            changed = letter  # a lone surrogate is no text that could ever be read or written
        return index, index + 1, changed

    def graft_edit(self, value: str, part: str, random: Random) -> Edit:
        start, end, new = super().graft_edit(value, part, random)
        if new and value and random.getrandbits(1):
            # Two words in a row are read as one, unless something stands between.
            letter = value[random.getrandbits(16) * len(value) >> 16]
            between = " " if letter.isalnum() else letter
            if start and value[start - 1 : start].isalnum() and new[0].isalnum():
                new = between + new
            if value[end : end + 1].isalnum() and new[-1].isalnum():
                new += between
        return start, end, new

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

    @cached_property
    def weigh(self) -> Weigh:
        fast = accelerator()
        return self.complexity_up_to if fast is None else fast.new_weigher("text", 0.0, [], _WEIGHTS, None)

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


class Bytes(Runs[bytes]):
    """Byte strings."""

    _empty = b""

    def _filler(self) -> bytes:
        return b"\0"

    def _fresh(self, random: Random, length: int) -> bytes:
        data = random.getrandbits(8 * length).to_bytes(length, "little") if length else b""
        return data.translate(_ASCII) if random.getrandbits(1) else data

    def _twist(self, value: bytes, index: int, random: Random) -> Edit:
        return index, index + 1, bytes([value[index] ^ 1 << random.getrandbits(3)])

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
