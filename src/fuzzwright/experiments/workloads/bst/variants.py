"""The eight bugs of the search trees, with the 53 tasks they give."""

from __future__ import annotations

from typing import Final

from fuzzwright.experiments.workloads.workload import Variant

VARIANTS: Final = (
    Variant(
        name="insert_1",
        what="Inserting into a tree that is not empty drops it: only the new key is left.",
        file="tree.py",
        right="""\
    if key < tree.key:
        return Node(insert(tree.left, key, value), tree.key, tree.value, tree.right)
    if key > tree.key:
        return Node(tree.left, tree.key, tree.value, insert(tree.right, key, value))
    return Node(tree.left, key, value, tree.right)
""",
        wrong="""\
    return Node(Leaf(), key, value, Leaf())
""",
        caught_by=(
            "insert_post",
            "insert_model",
            "delete_insert",
            "insert_insert",
            "insert_union",
            "union_delete_insert",
        ),
    ),
    Variant(
        name="insert_2",
        what="Inserting never goes right: a larger key overwrites the value of the node it is compared with.",
        file="tree.py",
        right="""\
    if key > tree.key:
        return Node(tree.left, tree.key, tree.value, insert(tree.right, key, value))
    return Node(tree.left, key, value, tree.right)
""",
        wrong="""\
    return Node(tree.left, tree.key, value, tree.right)
""",
        caught_by=(
            "insert_post",
            "insert_model",
            "delete_insert",
            "insert_insert",
            "insert_union",
            "union_delete_insert",
            "insert_delete",
        ),
    ),
    Variant(
        name="insert_3",
        what="Inserting a key that is there keeps its old value.",
        file="tree.py",
        right="""\
    return Node(tree.left, key, value, tree.right)
""",
        wrong="""\
    return Node(tree.left, key, tree.value, tree.right)
""",
        caught_by=(
            "insert_post",
            "insert_model",
            "insert_delete",
            "insert_insert",
            "insert_union",
            "union_delete_insert",
        ),
    ),
    Variant(
        name="delete_4",
        what="Deleting goes down without rebuilding: the nodes it passes are lost, with their other sides.",
        file="tree.py",
        right="""\
        return Node(delete(tree.left, key), tree.key, tree.value, tree.right)
    if key > tree.key:
        return Node(tree.left, tree.key, tree.value, delete(tree.right, key))
""",
        wrong="""\
        return delete(tree.left, key)
    if key > tree.key:
        return delete(tree.right, key)
""",
        caught_by=(
            "delete_model",
            "delete_post",
            "delete_delete",
            "delete_insert",
            "delete_union",
            "insert_delete",
            "union_delete_insert",
        ),
    ),
    Variant(
        name="delete_5",
        what="Deleting compares the wrong way round, so that it searches the wrong side.",
        file="tree.py",
        right="""\
    if key < tree.key:
        return Node(delete(tree.left, key), tree.key, tree.value, tree.right)
    if key > tree.key:
        return Node(tree.left, tree.key, tree.value, delete(tree.right, key))
""",
        wrong="""\
    if key > tree.key:
        return Node(delete(tree.left, key), tree.key, tree.value, tree.right)
    if key < tree.key:
        return Node(tree.left, tree.key, tree.value, delete(tree.right, key))
""",
        caught_by=(
            "delete_model",
            "delete_post",
            "delete_delete",
            "delete_insert",
            "delete_union",
            "union_delete_insert",
        ),
    ),
    Variant(
        name="union_6",
        what="Uniting puts the right root under the left one, whichever key is larger.",
        file="tree.py",
        right="""\
    smaller, larger = below(right, left.key), above(right, left.key)
    return Node(union(left.left, smaller), left.key, left.value, union(left.right, larger))
""",
        wrong="""\
    under = Node(Leaf(), right.key, right.value, union(left.right, right.right))
    return Node(union(left.left, right.left), left.key, left.value, under)
""",
        caught_by=(
            "union_valid",
            "union_post",
            "union_model",
            "delete_union",
            "insert_union",
            "union_delete_insert",
            "union_union_assoc",
            "union_union_idem",
        ),
    ),
    Variant(
        name="union_7",
        what="Uniting puts the two roots in order, but not what is under them.",
        file="tree.py",
        right="""\
    smaller, larger = below(right, left.key), above(right, left.key)
    return Node(union(left.left, smaller), left.key, left.value, union(left.right, larger))
""",
        wrong="""\
    if left.key == right.key:
        return Node(union(left.left, right.left), left.key, left.value, union(left.right, right.right))
    if left.key < right.key:
        middle = union(left.right, right.left)
        return Node(left.left, left.key, left.value, Node(middle, right.key, right.value, right.right))
    middle = union(left.left, right.right)
    return Node(Node(right.left, right.key, right.value, middle), left.key, left.value, left.right)
""",
        caught_by=(
            "union_valid",
            "union_post",
            "union_model",
            "delete_union",
            "insert_union",
            "union_delete_insert",
            "union_union_assoc",
        ),
    ),
    Variant(
        name="union_8",
        what="Uniting goes on from whichever root is smaller, so that the right tree can win where both have a key.",
        file="tree.py",
        right="""\
    smaller, larger = below(right, left.key), above(right, left.key)
""",
        wrong="""\
    if left.key > right.key:
        left, right = right, left
    smaller, larger = below(right, left.key), above(right, left.key)
""",
        caught_by=(
            "union_post",
            "union_model",
            "delete_union",
            "insert_union",
            "union_delete_insert",
            "union_union_assoc",
        ),
    ),
)
