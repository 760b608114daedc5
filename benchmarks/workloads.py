"""The functions that the benchmarks call: four types of input, each with a flat function and with a loop.

A flat one passes three or four probes whatever it is given, so making inputs is what costs; in a loop
or a recursion the path grows with the input and has no bound, so looking at paths costs as well.
A harness for Atheris has to say how large inputs may be, so each function but those of trees, whose hints
cannot say it, has a twin with the same code whose hints allow no more than that harness.
Imports nothing but the standard library: fuzzwright, Hypothesis and Atheris load it each in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Annotated, Any


@dataclass(frozen=True)
class Tree:
    """A binary tree of numbers: a type that contains itself."""

    value: int
    left: Tree | None
    right: Tree | None


def flat_list(values: list[int]) -> int:
    """Look at the ends of a list."""
    if not values:
        return 0
    if values[0] > values[-1]:
        return values[0] - values[-1]
    if len(values) > 8:
        return len(values)
    return values[0]


def flat_str(text: str) -> str:
    """Look at the ends of a text."""
    if not text:
        return "empty"
    if text[0] == "-":
        return "option"
    if text[-1].isdigit():
        return "number"
    return "word"


def flat_dict(table: dict[str, list[int]]) -> int:
    """Look at one entry of a table."""
    if not table:
        return 0
    values = table.get("key")
    if values is None:
        return len(table)
    if len(values) > 2:
        return values[1]
    return -1


def flat_tree(tree: Tree) -> int:
    """Look at the top of a tree."""
    if tree.left is None:
        return tree.value
    if tree.right is None:
        return tree.left.value
    if tree.left.value < tree.value < tree.right.value:
        return 1
    return 0


def loop_list(values: list[int]) -> int:
    """Branch on each number."""
    total = 0
    for value in values:
        if value < 0:
            total -= 1
        elif value % 2:
            total += value
        else:
            total += 2
    return total


def loop_str(text: str) -> int:
    """Branch on each character."""
    words = 0
    inside = False
    for character in text:
        if character.isalpha():
            if not inside:
                words += 1
            inside = True
        elif character.isdigit():
            words += 0 if inside else 1
        else:
            inside = False
    return words


def loop_dict(table: dict[str, list[int]]) -> int:
    """Branch on each key and on the numbers under it."""
    total = 0
    for key, values in table.items():
        if key.isdigit():
            continue
        for value in values:
            if value > total:
                total = value
    return total


def loop_tree(tree: Tree) -> int:
    """Branch at each node, by recursion."""
    total = tree.value if tree.value > 0 else 1
    if tree.left is not None:
        total += loop_tree(tree.left)
    if tree.right is not None:
        total += loop_tree(tree.right)
    return total


MOST_NUMBERS = 16
MOST_CHARACTERS = 64
MOST_KEYS = 6
MOST_IN_KEY = 8
"""Characters of a key."""
MOST_UNDER_KEY = 8
"""Numbers under a key."""


@dataclass(frozen=True)
class AtMost:
    """How long a value may be, as fuzzwright reads it from `Annotated`."""

    max_length: int


_KEY = Annotated[str, AtMost(MOST_IN_KEY)]
_UNDER_KEY = Annotated[list[int], AtMost(MOST_UNDER_KEY)]
CAPS: dict[str, Any] = {
    "list": Annotated[list[int], AtMost(MOST_NUMBERS)],
    "str": Annotated[str, AtMost(MOST_CHARACTERS)],
    "dict": Annotated[dict[_KEY, _UNDER_KEY], AtMost(MOST_KEYS)],
}
"""The types of input that hints can cap, with the caps of the harness for Atheris."""


def _capped(function: Any) -> Any:
    """Return a function with the same code that asks for inputs within the caps."""
    name = f"capped_{function.__name__}"
    twin = FunctionType(function.__code__, function.__globals__, name)
    twin.__qualname__ = name
    parameter = function.__code__.co_varnames[0]
    twin.__annotations__ = {**function.__annotations__, parameter: CAPS[name.rpartition("_")[2]]}
    return twin


# Names of the module, so that they are found like any function of it.
capped_flat_list = _capped(flat_list)
capped_flat_str = _capped(flat_str)
capped_flat_dict = _capped(flat_dict)
capped_loop_list = _capped(loop_list)
capped_loop_str = _capped(loop_str)
capped_loop_dict = _capped(loop_dict)

KINDS: dict[str, Any] = {"list": list[int], "str": str, "dict": dict[str, list[int]], "tree": Tree}
"""The types of input, by the second half of a function's name."""

FUNCTIONS: dict[str, Any] = {
    function.__name__: function
    for function in (flat_list, flat_str, flat_dict, flat_tree, loop_list, loop_str, loop_dict, loop_tree)
}
CAPPED: dict[str, Any] = {
    "flat_list": capped_flat_list,
    "flat_str": capped_flat_str,
    "flat_dict": capped_flat_dict,
    "loop_list": capped_loop_list,
    "loop_str": capped_loop_str,
    "loop_dict": capped_loop_dict,
}
"""The twins, by the names of the functions."""


def kind_of(name: str) -> Any:
    """Return the type of input that a function takes."""
    return KINDS[name.partition("_")[2]]


def leaves(value: Any) -> int:
    """Return how many numbers, characters and empty places an input holds: its size, whoever made it."""
    match value:
        case str():
            return len(value)
        case list():
            return sum(map(leaves, value))
        case dict():
            return sum(leaves(key) + leaves(item) for key, item in value.items())
        case Tree():
            return 1 + leaves(value.left) + leaves(value.right)
        case _:
            return 1
