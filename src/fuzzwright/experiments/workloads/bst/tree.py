"""A map from whole numbers to truth values, kept as a binary search tree that is never changed in place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Leaf:
    """The empty tree."""


@dataclass(frozen=True, slots=True)
class Node:
    """A key with its value, smaller keys to the left and larger ones to the right."""

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


def insert(tree: Tree, key: int, value: bool) -> Tree:
    """Return the tree with this value for the key, whether it had one or not."""
    if isinstance(tree, Leaf):
        return Node(Leaf(), key, value, Leaf())
    if key < tree.key:
        return Node(insert(tree.left, key, value), tree.key, tree.value, tree.right)
    if key > tree.key:
        return Node(tree.left, tree.key, tree.value, insert(tree.right, key, value))
    return Node(tree.left, key, value, tree.right)


def delete(tree: Tree, key: int) -> Tree:
    """Return the tree without a key, whether it had it or not."""
    if isinstance(tree, Leaf):
        return tree
    if key < tree.key:
        return Node(delete(tree.left, key), tree.key, tree.value, tree.right)
    if key > tree.key:
        return Node(tree.left, tree.key, tree.value, delete(tree.right, key))
    return join(tree.left, tree.right)


def join(left: Tree, right: Tree) -> Tree:
    """Return both trees as one, where all keys of the left one are smaller."""
    if isinstance(left, Leaf):
        return right
    if isinstance(right, Leaf):
        return left
    middle = join(left.right, right.left)
    return Node(left.left, left.key, left.value, Node(middle, right.key, right.value, right.right))


def union(left: Tree, right: Tree) -> Tree:
    """Return the keys of both trees; where both have one, the value is that of the left tree."""
    if isinstance(left, Leaf):
        return right
    if isinstance(right, Leaf):
        return left
    smaller, larger = below(right, left.key), above(right, left.key)
    return Node(union(left.left, smaller), left.key, left.value, union(left.right, larger))


def below(tree: Tree, key: int) -> Tree:
    """Return what of a tree is smaller than a key."""
    if isinstance(tree, Leaf):
        return tree
    if key <= tree.key:
        return below(tree.left, key)
    return Node(tree.left, tree.key, tree.value, below(tree.right, key))


def above(tree: Tree, key: int) -> Tree:
    """Return what of a tree is larger than a key."""
    if isinstance(tree, Leaf):
        return tree
    if key >= tree.key:
        return above(tree.right, key)
    return Node(above(tree.left, key), tree.key, tree.value, tree.right)
