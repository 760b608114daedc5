"""What makes a tree a red-black tree."""

from __future__ import annotations

from .tree import Color, Leaf, Tree, is_red


def is_red_black(tree: Tree) -> bool:
    """Return whether a tree is in order, black at the root, without two reds in a row, and of one black height."""
    return not is_red(tree) and is_search_tree(tree) and has_no_red_red(tree) and black_height(tree) is not None


def is_search_tree(tree: Tree, low: int | None = None, high: int | None = None) -> bool:
    """Return whether the keys are in order, each once, and all strictly between the bounds."""
    if isinstance(tree, Leaf):
        return True
    key = tree.key
    if low is not None and key <= low:
        return False
    if high is not None and key >= high:
        return False
    return is_search_tree(tree.left, low, key) and is_search_tree(tree.right, key, high)


def has_no_red_red(tree: Tree) -> bool:
    """Return whether no red node has a red child."""
    if isinstance(tree, Leaf):
        return True
    if tree.color is Color.RED and (is_red(tree.left) or is_red(tree.right)):
        return False
    return has_no_red_red(tree.left) and has_no_red_red(tree.right)


def black_height(tree: Tree) -> int | None:
    """Return how many black nodes there are on the way to any leaf, or None if the ways differ."""
    if isinstance(tree, Leaf):
        return 0
    height = black_height(tree.left)
    if height is None or height != black_height(tree.right):
        return None
    return height + (tree.color is Color.BLACK)
