"""A map from whole numbers to truth values, kept as a red-black tree that is never changed in place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Color(Enum):
    """The color of a node; leaves count as black."""

    RED = "red"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Leaf:
    """The empty tree."""


@dataclass(frozen=True, slots=True)
class Node:
    """A key with its value, smaller keys to the left and larger ones to the right."""

    color: Color
    left: Tree
    key: int
    value: bool
    right: Tree


Tree: TypeAlias = Leaf | Node


def find(tree: Tree, key: int) -> bool | None:
    """Return the value of a key, or None if the tree does not have it."""
    if isinstance(tree, Leaf):
        return None
    if key < tree.key:
        return find(tree.left, key)
    if key > tree.key:
        return find(tree.right, key)
    return tree.value


def is_red(tree: Tree) -> bool:
    """Return whether a tree has a red root."""
    return isinstance(tree, Node) and tree.color is Color.RED


def is_black(tree: Tree) -> bool:
    """Return whether a tree has a root, and it is black."""
    return isinstance(tree, Node) and tree.color is Color.BLACK


def blacken(tree: Tree) -> Tree:
    """Return the tree with a black root, if it has a root."""
    if isinstance(tree, Leaf):
        return tree
    return Node(Color.BLACK, tree.left, tree.key, tree.value, tree.right)


def redden(tree: Tree) -> Tree:
    """Return a tree that has a black root with a red one."""
    assert isinstance(tree, Node), "no root to redden"
    assert tree.color is Color.BLACK, "the root is red already"
    return Node(Color.RED, tree.left, tree.key, tree.value, tree.right)


def balance(color: Color, left: Tree, key: int, value: bool, right: Tree) -> Node:
    """Return a node of these parts; where it would be black over two reds in a row, all three are turned."""
    if color is Color.BLACK:
        match left:
            case Node(Color.RED, Node(Color.RED, a, low, at_low, b), middle, at_middle, c):
                return _turned(a, low, at_low, b, middle, at_middle, c, key, value, right)
            case Node(Color.RED, a, low, at_low, Node(Color.RED, b, middle, at_middle, c)):
                return _turned(a, low, at_low, b, middle, at_middle, c, key, value, right)
        match right:
            case Node(Color.RED, Node(Color.RED, b, middle, at_middle, c), high, at_high, d):
                return _turned(left, key, value, b, middle, at_middle, c, high, at_high, d)
            case Node(Color.RED, b, middle, at_middle, Node(Color.RED, c, high, at_high, d)):
                return _turned(left, key, value, b, middle, at_middle, c, high, at_high, d)
    return Node(color, left, key, value, right)


def _turned(
    a: Tree, low: int, at_low: bool, b: Tree, middle: int, at_middle: bool, c: Tree, high: int, at_high: bool, d: Tree
) -> Node:
    """Return a red node over two black ones, of three keys and the four trees between them."""
    return Node(
        Color.RED,
        Node(Color.BLACK, a, low, at_low, b),
        middle,
        at_middle,
        Node(Color.BLACK, c, high, at_high, d),
    )
