"""Strings that a regular expression matches.

The expression is taken apart by the parser of `re` itself, and text is drawn along its tree. Where that
cannot be exact (look-around, back references to what was not drawn) the result is checked, and drawn again.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Iterator
from random import Random
from re import _constants as codes  # type: ignore[attr-defined]  # not in the stubs, there since 3.11
from re import _parser as parser  # type: ignore[attr-defined]  # likewise
from typing import Any

from fuzzwright.domains.text import Strings
from fuzzwright.engine.domain import LeafDomain, Mutant, Names, Rand, Unfit

_COMMON = "abcdefghijklmnopqrstuvwxyz0123456789ABCXYZ _-.,:/@#é"
_CATEGORIES: dict[Any, str] = {
    codes.CATEGORY_DIGIT: string.digits,
    codes.CATEGORY_NOT_DIGIT: "abcXYZ _-.",
    codes.CATEGORY_WORD: "abcxyz" + string.digits + "_ABCé",
    codes.CATEGORY_NOT_WORD: " -.,:/@",
    codes.CATEGORY_SPACE: " \t\n",
    codes.CATEGORY_NOT_SPACE: "abc019_-.",
}
TRIES = 100


class Matching(LeafDomain[str]):
    """Text in which a regular expression is found; or at its start, or as a whole, as `how` says."""

    def __init__(
        self, pattern: str, shortest: int = 0, longest: int = 4096, flags: int = 0, how: str = "search"
    ) -> None:
        self.pattern = pattern
        self._expression = re.compile(pattern, flags)
        self._tree = parser.parse(pattern, flags)
        self._find: Callable[[str], object] = getattr(self._expression, how)
        self._strings = Strings(shortest, longest)
        self._simplest: str | None = None

    def generate(self, random: Random, size: int) -> str:
        for _ in range(TRIES):
            text = self._draw(random, min(size, 16))
            if self.contains(text):
                return text
        return self.simplest()

    def _draw(self, random: Random, most: int) -> str:
        return _Drawing(random, most).items(self._tree)

    def simplest(self) -> str:
        if self._simplest is None:
            drawn = [self._draw(Random(seed), 0 if seed < 20 else 8) for seed in range(120)]
            fitting = [text for text in drawn if self.contains(text)]
            if not fitting:
                raise Unfit(f"no text found that {self.pattern!r} matches")
            best = min(fitting, key=self._strings.complexity)
            self._simplest = best
            while True:
                better = next(self.simpler(self._simplest), None)
                if better is None:
                    break
                self._simplest = better
        return self._simplest

    def mutants(self, value: str) -> Iterator[Mutant[str]]:
        yield Rand(self.generate)

    def mutate(self, value: str, random: Random) -> str:
        if random.getrandbits(1):
            for _ in range(4):
                changed = self._strings.mutate(value, random)
                if self.contains(changed):
                    return changed
        return self.generate(random, 1 + random.getrandbits(3))

    def simpler(self, value: str) -> Iterator[str]:
        if self._simplest is not None and self._simplest != value:
            yield self._simplest
        weight = self._strings.complexity(value)
        for text in self._strings.simpler(value):
            if self._strings.complexity(text) < weight and self.contains(text):
                yield text

    def axes(self, value: str) -> int:
        return self._strings.axes(value)

    def move(self, value: str, axis: int, by: int) -> str:
        text = self._strings.move(value, axis, by)
        if self.contains(text):
            return text
        raise Unfit("the expression does not match")

    def graft(self, value: str, part: str, random: Random) -> str:
        text = self._strings.graft(value, part, random)
        return text if self.contains(text) else part

    def listing(self, rank: int) -> Iterable[str]:
        return [self.simplest()] if rank == 0 else []

    def complexity(self, value: str) -> float:
        return self._strings.complexity(value)

    def contains(self, value: object) -> bool:
        return self._strings.contains(value) and self._find(value) is not None  # type: ignore[arg-type]  # a str by now

    def source(self, value: str, names: Names) -> str:
        return self._strings.source(value, names)

    def pack(self, value: str) -> bytes:
        return self._strings.pack(value)

    def unpack(self, data: bytes) -> str:
        text = self._strings.unpack(data)
        return text if self.contains(text) else self.generate(Random(int.from_bytes(data[:8], "big")), 4)


class _Drawing:
    """One walk along the tree of an expression; remembers its groups for back references."""

    def __init__(self, random: Random, most: int) -> None:
        self._bits = random.getrandbits
        self._most = most
        self._groups: dict[int, str] = {}

    def items(self, items: Any) -> str:
        return "".join([self._item(code, argument) for code, argument in items])

    def _pick(self, count: int) -> int:
        return self._bits(16) * count >> 16

    def _item(self, code: Any, argument: Any) -> str:
        if code is codes.LITERAL:
            return chr(argument)
        if code is codes.NOT_LITERAL:
            return next(letter for letter in _COMMON[self._pick(20) :] if ord(letter) != argument)
        if code is codes.ANY:
            return _COMMON[self._pick(len(_COMMON))]
        if code is codes.IN:
            return self._member(argument)
        if code is codes.BRANCH:
            branches = argument[1]
            return self.items(branches[self._pick(len(branches))])
        if code is codes.SUBPATTERN:
            text = self.items(argument[3])
            if argument[0] is not None:
                self._groups[argument[0]] = text
            return text
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            low, high, inner = argument
            high = min(int(high), low + self._most)
            return "".join([self.items(inner) for _ in range(low + self._pick(high - low + 1))])
        if code is codes.ATOMIC_GROUP:
            return self.items(argument)
        if code is codes.GROUPREF:
            return self._groups.get(argument, "")
        if code is codes.GROUPREF_EXISTS:
            group, yes, no = argument
            return self.items(yes) if group in self._groups else self.items(no or ())
        if code is codes.ASSERT and argument[0] > 0 and self._bits(1):
            return self.items(argument[1])
        return ""  # anchors and look-around take no text

    def _member(self, options: list[tuple[Any, Any]]) -> str:
        if options[0][0] is codes.NEGATE:
            refused = options[1:]
            letters = [letter for letter in _COMMON if not any(_is_in(letter, option) for option in refused)]
            return letters[self._pick(len(letters))] if letters else "\u4e00"
        code, argument = options[self._pick(len(options))]
        if code is codes.LITERAL:
            return chr(argument)
        if code is codes.RANGE:
            low, high = argument
            return chr(low + self._pick(high - low + 1))
        if code is codes.CATEGORY:
            letters_of = _CATEGORIES[argument]
            return letters_of[self._pick(len(letters_of))]
        return ""


def _is_in(letter: str, option: tuple[Any, Any]) -> bool:
    code, argument = option
    if code is codes.LITERAL:
        return bool(ord(letter) == argument)
    if code is codes.RANGE:
        return bool(argument[0] <= ord(letter) <= argument[1])
    if code is codes.CATEGORY:
        kind, negated = _TESTS[argument]
        return bool(kind(letter)) is not negated
    return False


_TESTS: dict[Any, tuple[Callable[[str], bool], bool]] = {
    codes.CATEGORY_DIGIT: (str.isdigit, False),
    codes.CATEGORY_NOT_DIGIT: (str.isdigit, True),
    codes.CATEGORY_WORD: (lambda letter: letter.isalnum() or letter == "_", False),
    codes.CATEGORY_NOT_WORD: (lambda letter: letter.isalnum() or letter == "_", True),
    codes.CATEGORY_SPACE: (str.isspace, False),
    codes.CATEGORY_NOT_SPACE: (str.isspace, True),
}
