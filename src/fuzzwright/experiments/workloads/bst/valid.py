"""What makes a tree a search tree."""

from __future__ import annotations

from .tree import Leaf, Tree


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
