"""Walls behind small hand-written parsers: brackets, expressions, lists, settings, rows, templates.

A marked line with a `type: ignore` returns on purpose what the annotation does not promise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

_PAIRS = {")": "(", "]": "[", "}": "{"}

_Tree: TypeAlias = "str | list[_Tree]"


@dataclass
class _Reader:
    """A text and how far it is read."""

    text: str
    place: int = 0

    def peek(self) -> str:
        return self.text[self.place : self.place + 1]

    def take(self, expected: str) -> bool:
        if self.peek() == expected:
            self.place += 1
            return True
        return False


def bracket_shape(text: str) -> str:
    """Return what the brackets of a text look like."""
    opened: list[str] = []
    seen: set[str] = set()
    deepest = 0
    for letter in text:
        if letter in "([{":
            opened.append(letter)
            deepest = max(deepest, len(opened))
        elif letter in _PAIRS:
            if not opened or opened.pop() != _PAIRS[letter]:
                return "unbalanced"
            seen.add(letter)
    if opened:
        return "unfinished"
    if deepest >= 5 and len(seen) == 3:
        return "deep"  # wall
    return "flat"


def _sum(reader: _Reader, depth: int) -> int:
    value = _product(reader, depth)
    while True:
        if reader.take("+"):
            value += _product(reader, depth)
        elif reader.take("-"):
            value -= _product(reader, depth)
        else:
            return value


def _product(reader: _Reader, depth: int) -> int:
    value = _atom(reader, depth)
    while reader.take("*"):
        value *= _atom(reader, depth)
    return value


def _atom(reader: _Reader, depth: int) -> int:
    if depth > 20:
        raise ValueError("too deep")
    if reader.take("("):
        value = _sum(reader, depth + 1)
        if not reader.take(")"):
            raise ValueError("missing )")
        return value
    digit = reader.peek()
    if digit not in tuple("0123456789"):
        raise ValueError(f"unexpected {digit!r}")
    reader.place += 1
    return int(digit)


def calculated(expression: str) -> str:
    """Return in words what an expression of one-digit numbers comes to."""
    reader = _Reader(expression.replace(" ", ""))
    try:
        value = _sum(reader, 0)
    except ValueError as error:
        return str(error)
    if reader.place != len(reader.text):
        return "trailing text"
    if value == 100 and "(" in expression:
        return "a hundred"  # wall
    return "negative" if value < 0 else "some number"


def stack_result(program: list[str]) -> str:
    """Return what a program for a stack machine leaves behind."""
    stack: list[int] = []
    for word in program[:50]:
        match word:
            case "dup" if stack:
                stack.append(stack[-1])
            case "swap" if len(stack) > 1:
                stack[-1], stack[-2] = stack[-2], stack[-1]
            case "add" | "mul" if len(stack) > 1:
                right, left = stack.pop(), stack.pop()
                stack.append(left + right if word == "add" else left * right)
            case "one":
                stack.append(1)
            case _:
                return f"cannot {word}"
    if len(stack) == 1 and stack[0] == 16:
        return "sixteen"  # wall
    return "empty" if not stack else "something"


def cache_mode(settings: str) -> str:
    """Return how to cache, from settings in sections."""
    section = ""
    values: dict[tuple[str, str], str] = {}
    for number, raw in enumerate(settings.splitlines(), 1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        if line[0] == "[" and line[-1] == "]":
            section = line[1:-1].strip()
        elif "=" in line and section:
            key, _, value = line.partition("=")
            values[section, key.strip()] = value.strip()
        else:
            return f"line {number} makes no sense"
    size = values.get(("cache", "size"), "0")
    if not (size.isascii() and size.isdigit() and len(size) < 9):
        return "bad size"
    if int(size) >= 4096 and values.get(("cache", "evict")) == "lru":
        return "bounded"  # wall
    return "unbounded" if int(size) else "off"


def _tree(words: list[str], depth: int = 0) -> _Tree:
    if not words or depth > 20:
        raise ValueError("unfinished list")
    word = words.pop(0)
    if word == ")":
        raise ValueError("nothing to close")
    if word != "(":
        return word
    items: list[_Tree] = []
    while words and words[0] != ")":
        items.append(_tree(words, depth + 1))
    if not words:
        raise ValueError("unfinished list")
    words.pop(0)
    return items


def form_kind(source: str) -> str:
    """Return what kind of form a source text in brackets is."""
    words = source.replace("(", " ( ").replace(")", " ) ").split()
    try:
        tree = _tree(words)
    except ValueError as error:
        return str(error)
    if words:
        return "more than one form"
    match tree:
        case str():
            return "atom"
        case ["define", str(), _]:
            return "constant"
        case ["define", [str() as name, *parameters], ["if", _, _, _]] if len(set(map(str, parameters))) == 2:
            return f"choice {name}"  # wall
    return "call"


def filled_template(template: str, values: dict[str, str]) -> str:
    """Return a template with its holes filled."""
    pieces: list[str] = []
    rest = template
    while "{{" in rest:
        before, _, rest = rest.partition("{{")
        inside, closed, rest = rest.partition("}}")
        if not closed:
            return "hole without end"
        name, bar, change = (part.strip() for part in inside.partition("|"))
        if name not in values or not name.isidentifier():
            return f"no value for {name}"
        value = values[name]
        if bar and change == "title":
            value = value.title()
        elif bar and change == "shout":
            value = value.upper() + "!"  # wall
        pieces += [before, value]
    return "".join(pieces) + rest


def row_kind(row: str) -> str:
    """Return the kind of a row of values between semicolons, some in quotes."""
    cells = [""]
    inside, place, doubled = False, 0, 0
    while place < len(row):
        letter = row[place]
        if inside and row[place : place + 2] == "''":
            cells[-1] += "'"
            doubled += 1
            place += 1
        elif letter == "'":
            inside = not inside
        elif letter == ";" and not inside:
            cells.append("")
        else:
            cells[-1] += letter
        place += 1
    if inside:
        return "open quote"
    if len(cells) == 4 and doubled and ";" in cells[2] and cells[0] == "id":
        return "header"  # wall
    return f"{len(cells)} cells"


@dataclass
class Notebook:
    """Variables that lines of a tiny language set and change."""

    variables: dict[str, int] = field(default_factory=dict)

    def run(self, script: str) -> int:
        """Return the value of the last line of a script, 0 for an empty one."""
        result = 0
        for line in script.split(";")[:30]:
            match line.split():
                case ["let", name, "=", number] if name.isidentifier() and number in tuple("0123456789"):
                    self.variables[name] = result = int(number)
                case ["double", name] if name in self.variables:
                    self.variables[name] *= 2
                    result = self.variables[name]
                case ["drop", name] if self.variables.pop(name, 0) > 10:
                    return None  # type: ignore[return-value]  # wall
                case _:
                    return -1
        return result
