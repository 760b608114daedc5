"""The fifteen bugs of the red-black trees, with the 58 tasks they give.

The tasks are those of the published studies; now and then another property can catch a bug too.
"""

from __future__ import annotations

from typing import Final

from fuzzwright.experiments.workloads.workload import Variant

ALL_TEN: Final = (
    "insert_valid",
    "insert_post",
    "insert_model",
    "delete_valid",
    "delete_post",
    "delete_model",
    "insert_insert",
    "insert_delete",
    "delete_insert",
    "delete_delete",
)

VARIANTS: Final = (
    Variant(
        name="insert_1",
        what="Inserting into a tree that is not empty drops it: only the new key is left.",
        file="insert.py",
        right="""\
    if key < tree.key:
        return balance(tree.color, _insert(tree.left, key, value), tree.key, tree.value, tree.right)
    if key > tree.key:
        return balance(tree.color, tree.left, tree.key, tree.value, _insert(tree.right, key, value))
    return Node(tree.color, tree.left, key, value, tree.right)
""",
        wrong="""\
    return Node(Color.RED, Leaf(), key, value, Leaf())
""",
        caught_by=("insert_post", "insert_model", "delete_insert", "insert_insert"),
    ),
    Variant(
        name="insert_2",
        what="Inserting never goes right: a larger key overwrites the value of the node it is compared with.",
        file="insert.py",
        right="""\
    if key > tree.key:
        return balance(tree.color, tree.left, tree.key, tree.value, _insert(tree.right, key, value))
    return Node(tree.color, tree.left, key, value, tree.right)
""",
        wrong="""\
    return Node(tree.color, tree.left, tree.key, value, tree.right)
""",
        caught_by=("insert_post", "insert_model", "delete_insert", "insert_insert", "insert_delete"),
    ),
    Variant(
        name="insert_3",
        what="Inserting a key that is there keeps its old value.",
        file="insert.py",
        right="""\
    return Node(tree.color, tree.left, key, value, tree.right)
""",
        wrong="""\
    return Node(tree.color, tree.left, key, tree.value, tree.right)
""",
        caught_by=("insert_post", "insert_model", "insert_delete", "insert_insert"),
    ),
    Variant(
        name="delete_4",
        what="Deleting goes down without rebuilding: the nodes it passes are lost, with their other sides.",
        file="delete.py",
        right="""\
        return _delete_left(tree, key)
    if key > tree.key:
        return _delete_right(tree, key)
""",
        wrong="""\
        return _delete(tree.left, key)
    if key > tree.key:
        return _delete(tree.right, key)
""",
        caught_by=("delete_model", "delete_post", "delete_delete", "delete_insert", "insert_delete"),
    ),
    Variant(
        name="delete_5",
        what="Deleting compares the wrong way round, so that it searches the wrong side.",
        file="delete.py",
        right="""\
    if key < tree.key:
        return _delete_left(tree, key)
    if key > tree.key:
        return _delete_right(tree, key)
""",
        wrong="""\
    if key > tree.key:
        return _delete_left(tree, key)
    if key < tree.key:
        return _delete_right(tree, key)
""",
        caught_by=("delete_model", "delete_post", "delete_delete", "delete_insert"),
    ),
    Variant(
        name="miscolor_insert",
        what="A new node is black, which makes its way down higher than the others.",
        file="insert.py",
        right="""\
        return Node(Color.RED, Leaf(), key, value, Leaf())
""",
        wrong="""\
        return Node(Color.BLACK, Leaf(), key, value, Leaf())
""",
        caught_by=("insert_valid", "delete_insert"),
    ),
    Variant(
        name="miscolor_delete",
        what="Deleting does not blacken the root in the end.",
        file="delete.py",
        right="""\
    return blacken(_delete(tree, key))
""",
        wrong="""\
    return _delete(tree, key)
""",
        caught_by=("delete_valid",),
    ),
    Variant(
        name="miscolor_balLeft",
        what="Where the left side is too low and the right sibling red, the far tree is not reddened.",
        file="delete.py",
        right="""\
    far = balance(Color.BLACK, near.right, right.key, right.value, redden(right.right))
""",
        wrong="""\
    far = balance(Color.BLACK, near.right, right.key, right.value, right.right)
""",
        caught_by=("delete_valid", "delete_delete"),
    ),
    Variant(
        name="miscolor_balRight",
        what="Where the right side is too low and the left sibling red, the far tree is not reddened.",
        file="delete.py",
        right="""\
    far = balance(Color.BLACK, redden(left.left), left.key, left.value, near.left)
""",
        wrong="""\
    far = balance(Color.BLACK, left.left, left.key, left.value, near.left)
""",
        caught_by=("delete_valid", "delete_delete"),
    ),
    Variant(
        name="miscolor_join_1",
        what="Joining two red trees makes the two halves black.",
        file="delete.py",
        right="""\
        lower = Node(Color.RED, left.left, left.key, left.value, middle.left)
        upper = Node(Color.RED, middle.right, right.key, right.value, right.right)
""",
        wrong="""\
        lower = Node(Color.BLACK, left.left, left.key, left.value, middle.left)
        upper = Node(Color.BLACK, middle.right, right.key, right.value, right.right)
""",
        caught_by=("delete_valid",),
    ),
    Variant(
        name="miscolor_join_2",
        what="Joining two black trees makes the two halves red.",
        file="delete.py",
        right="""\
        lower = Node(Color.BLACK, left.left, left.key, left.value, middle.left)
        upper = Node(Color.BLACK, middle.right, right.key, right.value, right.right)
""",
        wrong="""\
        lower = Node(Color.RED, left.left, left.key, left.value, middle.left)
        upper = Node(Color.RED, middle.right, right.key, right.value, right.right)
""",
        caught_by=("delete_valid", "delete_delete"),
    ),
    Variant(
        name="no_balance_insert_1",
        what="Nothing is turned after inserting on the left.",
        file="insert.py",
        right="""\
        return balance(tree.color, _insert(tree.left, key, value), tree.key, tree.value, tree.right)
""",
        wrong="""\
        return Node(tree.color, _insert(tree.left, key, value), tree.key, tree.value, tree.right)
""",
        caught_by=("insert_valid", "delete_insert", "insert_delete"),
    ),
    Variant(
        name="no_balance_insert_2",
        what="Nothing is turned after inserting on the right.",
        file="insert.py",
        right="""\
        return balance(tree.color, tree.left, tree.key, tree.value, _insert(tree.right, key, value))
""",
        wrong="""\
        return Node(tree.color, tree.left, tree.key, tree.value, _insert(tree.right, key, value))
""",
        caught_by=("insert_valid", "delete_insert", "insert_delete"),
    ),
    Variant(
        name="swap_cd",
        what="Turning two reds that both go left swaps the last two of the four trees.",
        file="tree.py",
        right="""\
            case Node(Color.RED, Node(Color.RED, a, low, at_low, b), middle, at_middle, c):
                return _turned(a, low, at_low, b, middle, at_middle, c, key, value, right)
""",
        wrong="""\
            case Node(Color.RED, Node(Color.RED, a, low, at_low, b), middle, at_middle, c):
                return _turned(a, low, at_low, b, middle, at_middle, right, key, value, c)
""",
        caught_by=ALL_TEN,
    ),
    Variant(
        name="swap_bc",
        what="Turning two reds that go right, then left, swaps the middle two of the four trees.",
        file="tree.py",
        right="""\
            case Node(Color.RED, Node(Color.RED, b, middle, at_middle, c), high, at_high, d):
                return _turned(left, key, value, b, middle, at_middle, c, high, at_high, d)
""",
        wrong="""\
            case Node(Color.RED, Node(Color.RED, b, middle, at_middle, c), high, at_high, d):
                return _turned(left, key, value, c, middle, at_middle, b, high, at_high, d)
""",
        caught_by=ALL_TEN,
    ),
)
