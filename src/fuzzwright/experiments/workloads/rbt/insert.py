"""Insertion: the new node is red, and two reds in a row are repaired on the way back up."""

from __future__ import annotations

from .tree import Color, Leaf, Node, Tree, balance, blacken


def insert(tree: Tree, key: int, value: bool) -> Tree:
    """Return the tree with this value for the key, whether it had one or not."""
    return blacken(_insert(tree, key, value))


def _insert(tree: Tree, key: int, value: bool) -> Tree:
    if isinstance(tree, Leaf):
        return Node(Color.RED, Leaf(), key, value, Leaf())
    if key < tree.key:
        return balance(tree.color, _insert(tree.left, key, value), tree.key, tree.value, tree.right)
    if key > tree.key:
        return balance(tree.color, tree.left, tree.key, tree.value, _insert(tree.right, key, value))
    return Node(tree.color, tree.left, key, value, tree.right)
