"""For every task of the search trees a call that shows the bug, about as small as can be."""

from __future__ import annotations

from typing import Final

WITNESSES: Final[dict[tuple[str, str], str]] = {
    ("insert_1", "insert_post"): "Node(Leaf(), 0, False, Leaf()), 1, False, 0",
    ("insert_1", "insert_model"): "Node(Leaf(), 1, False, Leaf()), 0, False",
    ("insert_1", "delete_insert"): "Node(Leaf(), 1, False, Leaf()), 0, 0, False",
    ("insert_1", "insert_insert"): "Leaf(), 0, False, 1, False",
    ("insert_1", "insert_union"): "Leaf(), Node(Leaf(), 1, False, Leaf()), 0, False",
    ("insert_1", "union_delete_insert"): "Node(Leaf(), 1, False, Leaf()), Leaf(), 0, False",
    ("insert_2", "insert_post"): "Node(Leaf(), 0, False, Leaf()), 1, False, 1",
    ("insert_2", "insert_model"): "Node(Leaf(), 0, False, Leaf()), 1, False",
    ("insert_2", "delete_insert"): "Node(Leaf(), 0, False, Leaf()), 0, 1, False",
    ("insert_2", "insert_insert"): "Leaf(), 0, False, 1, False",
    ("insert_2", "insert_union"): "Leaf(), Node(Leaf(), 0, False, Leaf()), 1, False",
    ("insert_2", "union_delete_insert"): "Node(Leaf(), 0, False, Leaf()), Leaf(), 1, False",
    ("insert_2", "insert_delete"): "Node(Leaf(), 0, False, Leaf()), 1, False, 0",
    ("insert_3", "insert_post"): "Node(Leaf(), 0, False, Leaf()), 0, True, 0",
    ("insert_3", "insert_model"): "Node(Leaf(), 0, False, Leaf()), 0, True",
    ("insert_3", "insert_delete"): "Node(Leaf(), 0, False, Leaf()), 0, True, 0",
    ("insert_3", "insert_insert"): "Leaf(), 0, False, 0, True",
    ("insert_3", "insert_union"): "Leaf(), Node(Leaf(), 0, False, Leaf()), 0, True",
    ("insert_3", "union_delete_insert"): "Node(Leaf(), 0, False, Leaf()), Leaf(), 0, True",
    ("delete_4", "delete_model"): "Node(Leaf(), 1, False, Leaf()), 0",
    ("delete_4", "delete_post"): "Node(Leaf(), 0, False, Leaf()), 1, 0",
    ("delete_4", "delete_delete"): (
        "Node(Leaf(), 0, False, Node(Leaf(), 1, False, Node(Leaf(), 2, False, Leaf()))), 0, 1"
    ),
    ("delete_4", "delete_insert"): "Leaf(), 0, 1, False",
    ("delete_4", "delete_union"): "Node(Leaf(), 0, False, Leaf()), Node(Leaf(), 1, False, Leaf()), 0",
    ("delete_4", "insert_delete"): "Leaf(), 0, False, 1",
    ("delete_4", "union_delete_insert"): "Node(Leaf(), 1, False, Leaf()), Leaf(), 0, False",
    ("delete_5", "delete_model"): "Node(Node(Leaf(), 0, False, Leaf()), 1, False, Leaf()), 0",
    ("delete_5", "delete_post"): "Node(Node(Leaf(), 0, False, Leaf()), 1, False, Leaf()), 0, 0",
    ("delete_5", "delete_delete"): "Node(Leaf(), 0, False, Node(Leaf(), 1, False, Leaf())), 0, 1",
    ("delete_5", "delete_insert"): "Node(Leaf(), 1, False, Leaf()), 0, 0, False",
    ("delete_5", "delete_union"): "Node(Leaf(), 1, False, Leaf()), Node(Leaf(), 0, False, Leaf()), 0",
    ("delete_5", "union_delete_insert"): "Node(Node(Leaf(), 0, False, Leaf()), 1, False, Leaf()), Leaf(), 0, True",
    ("union_6", "union_valid"): "Node(Leaf(), 0, False, Leaf()), Node(Leaf(), 0, False, Leaf())",
    ("union_6", "union_post"): "Node(Leaf(), 1, False, Leaf()), Node(Leaf(), 0, False, Leaf()), 0",
    ("union_6", "union_model"): "Node(Leaf(), 0, False, Leaf()), Node(Leaf(), 0, False, Leaf())",
    ("union_6", "delete_union"): "Node(Leaf(), 0, False, Leaf()), Node(Leaf(), 0, False, Leaf()), 0",
    ("union_6", "insert_union"): "Leaf(), Node(Leaf(), 0, False, Leaf()), 0, False",
    ("union_6", "union_delete_insert"): "Node(Leaf(), 1, False, Leaf()), Leaf(), 0, False",
    ("union_6", "union_union_assoc"): (
        "Node(Leaf(), 0, False, Leaf()), Node(Leaf(), 0, False, Leaf()), Node(Leaf(), 1, False, Leaf())"
    ),
    ("union_6", "union_union_idem"): "Node(Leaf(), 0, False, Leaf())",
    ("union_7", "union_valid"): (
        "Node(Leaf(), 0, False, Leaf()), Node(Node(Leaf(), 0, False, Leaf()), 1, False, Leaf())"
    ),
    ("union_7", "union_post"): (
        "Node(Leaf(), 1, False, Leaf()), Node(Node(Leaf(), 0, False, Leaf()), 2, False, Leaf()), 0"
    ),
    ("union_7", "union_model"): (
        "Node(Leaf(), 0, False, Leaf()), Node(Node(Leaf(), 0, False, Leaf()), 1, False, Leaf())"
    ),
    ("union_7", "delete_union"): (
        "Node(Leaf(), 0, False, Leaf()), Node(Node(Leaf(), 0, False, Leaf()), 1, False, Leaf()), 0"
    ),
    ("union_7", "insert_union"): "Leaf(), Node(Node(Leaf(), 0, False, Leaf()), 1, False, Leaf()), 0, False",
    ("union_7", "union_delete_insert"): "Node(Leaf(), 1, False, Leaf()), Node(Leaf(), 2, False, Leaf()), 0, False",
    ("union_7", "union_union_assoc"): (
        "Node(Leaf(), 0, False, Leaf()), Node(Leaf(), 1, False, Leaf()), Node(Leaf(), 0, False, Leaf())"
    ),
    ("union_8", "union_post"): (
        "Node(Node(Leaf(), 0, False, Leaf()), 1, False, Leaf()), Node(Leaf(), 0, True, Leaf()), 0"
    ),
    ("union_8", "union_model"): "Node(Leaf(), 1, False, Leaf()), Node(Leaf(), 0, False, Node(Leaf(), 1, True, Leaf()))",
    ("union_8", "delete_union"): (
        "Node(Leaf(), 1, False, Leaf()), Node(Leaf(), 0, False, Node(Leaf(), 1, True, Leaf())), 0"
    ),
    ("union_8", "insert_union"): "Node(Leaf(), 1, False, Leaf()), Node(Leaf(), 0, False, Leaf()), 0, True",
    ("union_8", "union_delete_insert"): (
        "Node(Node(Leaf(), 0, False, Leaf()), 1, False, Leaf()), Node(Leaf(), 0, True, Leaf()), 1, False"
    ),
    ("union_8", "union_union_assoc"): (
        "Node(Leaf(), 1, False, Leaf()), Node(Leaf(), 0, False, Leaf()), Node(Leaf(), 1, True, Leaf())"
    ),
}
