"""Fresh walls behind small languages: comments, markup, rules, formulas, dice, numerals and lines of text.

Each function has one marked line that only a well-formed text with the right meaning reaches.
"""

from __future__ import annotations

import re

_MASSES = {"H": 1, "C": 12, "N": 14, "O": 16, "Al": 27, "S": 32}
_ROMAN = (
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
)


def comment_state(source: str) -> str:
    """Return what the comments of a source text look like, which begin with (* and may be nested."""
    depth = deepest = comments = place = 0
    while place < len(source):
        pair = source[place : place + 2]
        if pair == "(*":
            depth += 1
            comments += 1
            deepest = max(deepest, depth)
        elif pair == "*)":
            if depth == 0:
                return "closed twice"
            depth -= 1
        place += 2 if pair in ("(*", "*)") else 1
    if depth:
        return "never closed"
    if deepest == 3 and comments > 3:
        return "nested"  # wall
    return "plain"


def argument_depth(call: str) -> str:
    """Return how deep the calls in an expression go."""
    depth = deepest = 0
    for sign in call:
        if sign == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif sign == ")":
            depth -= 1
            if depth < 0:
                return "unbalanced"
    if depth:
        return "unbalanced"
    if deepest == 6 and call[0] == "f":
        return "six calls deep"  # wall
    return "shallow"


def outline_kind(markup: str) -> str:
    """Return what kind of outline a text in markup holds."""
    opened: list[str] = []
    path: list[str] = []
    for slash, tag in re.findall(r"<(/?)([a-z]{1,6})>", markup):
        if not slash:
            opened.append(tag)
            if len(opened) > len(path):
                path = opened.copy()
        elif not opened or opened.pop() != tag:
            return "crossed tags"
    if opened:
        return "open tags"
    if path == ["ol", "li", "ul", "li"]:
        return "list in a list"  # wall
    return f"{len(path)} deep"


class _Rule:
    """The words of a rule and how far they are read."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.negations = 0

    def take(self, word: str) -> bool:
        if self.words and self.words[0] == word:
            self.words.pop(0)
            return True
        return False

    def either(self, depth: int = 0) -> bool:
        value = self.both(depth)
        while self.take("or"):
            value = self.both(depth) or value
        return value

    def both(self, depth: int) -> bool:
        value = self.single(depth)
        while self.take("and"):
            value = self.single(depth) and value
        return value

    def single(self, depth: int) -> bool:
        if depth > 20:
            raise ValueError("too deep")
        if self.take("not"):
            self.negations += 1
            return not self.single(depth + 1)
        if self.take("("):
            value = self.either(depth + 1)
            if not self.take(")"):
                raise ValueError("not closed")
            return value
        if self.take("yes"):
            return True
        if self.take("no"):
            return False
        raise ValueError("not a rule")


def rule_verdict(text: str) -> str:
    """Return what a rule made of yes, no, and, or, not and brackets comes to."""
    rule = _Rule(text.replace("(", " ( ").replace(")", " ) ").split())
    try:
        value = rule.either()
    except ValueError as error:
        return str(error)
    if rule.words:
        return "too many words"
    if value and rule.negations == 2 and "(" in text:
        return "allowed, after all"  # wall
    return "allowed" if value else "forbidden"


def _mass(formula: str, place: int, depth: int) -> tuple[int, int]:
    """Return the mass of what begins at a place and the place behind it."""
    total = 0
    while place < len(formula) and formula[place] != ")":
        if formula[place] == "(":
            if depth > 3:
                raise ValueError("too complex")
            unit, place = _mass(formula, place + 1, depth + 1)
            if place == len(formula):
                raise ValueError("not closed")
            place += 1
        else:
            symbol = formula[place : place + 2] if formula[place : place + 2] in _MASSES else formula[place]
            if symbol not in _MASSES:
                raise ValueError("no such element")
            unit, place = _MASSES[symbol], place + len(symbol)
        count = ""
        while place < len(formula) and formula[place] in "0123456789" and len(count) < 3:
            count += formula[place]
            place += 1
        total += unit * int(count or "1")
    return total, place


def substance(formula: str) -> str:
    """Return a remark on a chemical formula, by its mass."""
    try:
        mass, end = _mass(formula, 0, 0)
    except ValueError as error:
        return str(error)
    if end < len(formula):
        return "closed twice"
    if mass == 342 and ")" in formula:
        return "baking powder"  # wall
    return "light" if mass < 100 else "heavy"


def hall_year(numeral: str) -> str:
    """Return what was built in a year that is carved into a stone in Roman numerals."""
    rest, year = numeral, 0
    for value, sign in _ROMAN:
        while rest.startswith(sign) and year < 4000:
            rest = rest[len(sign) :]
            year += value
    if rest or not year:
        return "not a year"
    if year == 1648:
        return "the town hall"  # wall
    return "a house"


def dice_note(notation: str) -> str:
    """Return a remark on dice written like those of a role-playing game, several joined by plus signs."""
    low = high = 0
    for term in notation.replace(" ", "").split("+"):
        count, letter, sides = term.partition("d")
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in (count, sides or "1")):
            return "not dice"
        low += int(count)
        high += int(count) * int(sides or "1")
        if letter and not sides:
            return "no sides"
    if low == 7 and high == 52:
        return "the dragon's breath"  # wall
    return f"{low} to {high}"


def block_text(text: str, width: int) -> str:
    """Return how well a text fills a column when its words are laid line by line."""
    if not 8 <= width <= 40:
        return "no column"
    lines = [""]
    for word in text.split():
        if len(word) > width:
            return "word too long"
        line = f"{lines[-1]} {word}".lstrip()
        if len(line) <= width:
            lines[-1] = line
        else:
            lines.append(word)
    if len(lines) >= 4 and all(len(line) == width and " " in line for line in lines):
        return "a perfect block"  # wall
    return f"{len(lines)} lines"
