"""Deletion: a black subtree comes back one black node lower, and its sibling makes up for it.

That holds for a key that is not there too: the last node on the way to it turns red, as if it had given way.
"""

from __future__ import annotations

from .tree import Color, Leaf, Node, Tree, balance, blacken, is_black, is_red, redden


def delete(tree: Tree, key: int) -> Tree:
    """Return the tree without a key, whether it had it or not."""
    return blacken(_delete(tree, key))


def _delete(tree: Tree, key: int) -> Tree:
    if isinstance(tree, Leaf):
        return tree
    if key < tree.key:
        return _delete_left(tree, key)
    if key > tree.key:
        return _delete_right(tree, key)
    return join(tree.left, tree.right)


def _delete_left(tree: Node, key: int) -> Tree:
    smaller = _delete(tree.left, key)
    if is_black(tree.left):
        return balance_left(smaller, tree.key, tree.value, tree.right)
    return Node(Color.RED, smaller, tree.key, tree.value, tree.right)


def _delete_right(tree: Node, key: int) -> Tree:
    larger = _delete(tree.right, key)
    if is_black(tree.right):
        return balance_right(tree.left, tree.key, tree.value, larger)
    return Node(Color.RED, tree.left, tree.key, tree.value, larger)


def balance_left(left: Tree, key: int, value: bool, right: Tree) -> Tree:
    """Return a tree of these parts, where the left one is a black node too low."""
    if is_red(left):
        return Node(Color.RED, blacken(left), key, value, right)
    if is_black(right):
        return balance(Color.BLACK, left, key, value, redden(right))
    assert isinstance(right, Node), "a leaf is no higher than any tree"
    near = right.left
    assert isinstance(near, Node), "a red node as high as this one has two children"
    assert near.color is Color.BLACK, "two reds in a row"
    far = balance(Color.BLACK, near.right, right.key, right.value, redden(right.right))
    return Node(Color.RED, Node(Color.BLACK, left, key, value, near.left), near.key, near.value, far)


def balance_right(left: Tree, key: int, value: bool, right: Tree) -> Tree:
    """Return a tree of these parts, where the right one is a black node too low."""
    if is_red(right):
        return Node(Color.RED, left, key, value, blacken(right))
    if is_black(left):
        return balance(Color.BLACK, redden(left), key, value, right)
    assert isinstance(left, Node), "a leaf is no higher than any tree"
    near = left.right
    assert isinstance(near, Node), "a red node as high as this one has two children"
    assert near.color is Color.BLACK, "two reds in a row"
    far = balance(Color.BLACK, redden(left.left), left.key, left.value, near.left)
    return Node(Color.RED, far, near.key, near.value, Node(Color.BLACK, near.right, key, value, right))


def join(left: Tree, right: Tree) -> Tree:
    """Return both trees as one, where all keys of the left one are smaller and both are of the same height."""
    if isinstance(left, Leaf):
        return right
    if isinstance(right, Leaf):
        return left
    if left.color is Color.RED and right.color is Color.RED:
        return _join_red(left, right)
    if left.color is Color.BLACK and right.color is Color.BLACK:
        return _join_black(left, right)
    if right.color is Color.RED:
        return Node(Color.RED, join(left, right.left), right.key, right.value, right.right)
    return Node(Color.RED, left.left, left.key, left.value, join(left.right, right))


def _join_red(left: Node, right: Node) -> Tree:
    middle = join(left.right, right.left)
    if isinstance(middle, Node) and middle.color is Color.RED:
        lower = Node(Color.RED, left.left, left.key, left.value, middle.left)
        upper = Node(Color.RED, middle.right, right.key, right.value, right.right)
        return Node(Color.RED, lower, middle.key, middle.value, upper)
    under = Node(Color.RED, middle, right.key, right.value, right.right)
    return Node(Color.RED, left.left, left.key, left.value, under)


def _join_black(left: Node, right: Node) -> Tree:
    middle = join(left.right, right.left)
    if isinstance(middle, Node) and middle.color is Color.RED:
        lower = Node(Color.BLACK, left.left, left.key, left.value, middle.left)
        upper = Node(Color.BLACK, middle.right, right.key, right.value, right.right)
        return Node(Color.RED, lower, middle.key, middle.value, upper)
    under = Node(Color.BLACK, middle, right.key, right.value, right.right)
    return balance_left(left.left, left.key, left.value, under)
