"""Walls of trees: search trees, heaps and other nested data that must keep an invariant all the way down.

Each function has one marked line that only a tree of some depth with its invariant intact reaches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a binary tree of numbers."""

    key: int
    left: Node | None = None
    right: Node | None = None


class Colour(Enum):
    """The colour of a node in a red-black tree."""

    RED = "red"
    BLACK = "black"


@dataclass(slots=True)
class Painted:
    """A node of a red-black tree, without its keys."""

    colour: Colour
    children: tuple[Painted | None, Painted | None] = (None, None)


@dataclass(frozen=True)
class Number:
    """A number in a sum."""

    value: int


@dataclass(frozen=True)
class Plus:
    """Two terms added."""

    left: Number | Plus | Times
    right: Number | Plus | Times


@dataclass(frozen=True)
class Times:
    """Two factors multiplied."""

    left: Number | Plus | Times
    right: Number | Plus | Times


@dataclass
class Folder:
    """A folder with the size that was noted for it and all below it."""

    name: str
    size: int
    folders: list[Folder] = field(default_factory=list)


def _height(node: Node | None) -> int:
    return 0 if node is None else 1 + max(_height(node.left), _height(node.right))


def _in_order(node: Node | None) -> list[int]:
    return [] if node is None else [*_in_order(node.left), node.key, *_in_order(node.right)]


def index_quality(root: Node | None) -> str:
    """Return how good a search tree is as an index."""
    keys = _in_order(root)
    if len(keys) < 10:
        return "too small"
    if any(keys[i] >= keys[i + 1] for i in range(len(keys) - 1)):
        return "unsorted"
    if _height(root) == len(keys).bit_length():
        return "as flat as can be"  # wall
    return "too tall"


def ancestor_between(root: Node, low: int, high: int) -> int | None:
    """Return the key at which the ways to `low` and `high` part, if it lies four levels down."""
    node: Node | None = root
    depth = 0
    above, below = float("inf"), float("-inf")
    while node is not None:
        if not below < node.key < above:
            return None
        if low < node.key < high:
            if depth >= 4 and node.left and node.right and node.left.key == low and node.right.key == high:
                return node.key  # wall
            return None
        if high <= node.key:
            above, node = node.key, node.left
        else:
            below, node = node.key, node.right
        depth += 1
    return None


def queue_state(heap: list[int]) -> str:
    """Return the state of a priority queue that is kept as an array."""
    if not heap:
        return "idle"
    for child in range(1, len(heap)):
        parent = (child - 1) // 2
        if heap[parent] >= heap[child]:
            return f"corrupt at {child}"
    if len(heap) > 24:
        return "long queue"  # wall
    return "short queue"


def _black_height(node: Painted | None, parent: Colour) -> int:
    """Return the number of black nodes on every way down, or -1 if the colours break the rules."""
    if node is None:
        return 1
    if node.colour is Colour.RED and parent is Colour.RED:
        return -1
    left, right = (_black_height(child, node.colour) for child in node.children)
    if left != right or left == -1:
        return -1
    return left + (node.colour is Colour.BLACK)


def _reds(node: Painted | None) -> int:
    return 0 if node is None else (node.colour is Colour.RED) + sum(_reds(child) for child in node.children)


def paint_check(root: Painted) -> str:
    """Return whether the colours of a red-black tree are in order."""
    if root.colour is Colour.RED:
        return "red root"
    height = _black_height(root, Colour.BLACK)
    if height < 0:
        return "unbalanced"
    if height < 4:
        return "low"
    if _reds(root) >= 2:
        return "tall and tense"  # wall
    return "tall"


def _value(term: Number | Plus | Times) -> tuple[int, int, int]:
    """Return the value of a term, its depth and its largest number, by size."""
    match term:
        case Number(value):
            return value, 1, abs(value)
        case Plus(left, right):
            a, b = _value(left), _value(right)
            return a[0] + b[0], 1 + max(a[1], b[1]), max(a[2], b[2])
        case Times(left, right):
            a, b = _value(left), _value(right)
            return a[0] * b[0], 1 + max(a[1], b[1]), max(a[2], b[2])


def puzzle_answer(term: Number | Plus | Times) -> str:
    """Return the verdict on a term that was to make 1001 from small numbers."""
    value, depth, largest = _value(term)
    if largest > 9:
        return "number too large"
    if depth < 3:
        return "too simple"
    if value != 1001:
        return "wrong"
    return "solved"  # wall


def _adds_up(folder: Folder) -> bool:
    if not folder.folders:
        return folder.size > 0
    if len({inner.name for inner in folder.folders}) < len(folder.folders):
        return False
    return folder.size == sum(inner.size for inner in folder.folders) and all(map(_adds_up, folder.folders))


def disk_report(disk: Folder) -> str:
    """Return whether the sizes noted for a disk agree from top to bottom."""
    if not _adds_up(disk):
        return "stale"
    depth, level = 1, disk.folders
    while level:
        depth += 1
        level = [inner for folder in level for inner in folder.folders]
    if depth >= 4 and len(disk.folders) == 3:
        return "consistent archive"  # wall
    return "consistent"
