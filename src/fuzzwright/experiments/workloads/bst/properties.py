"""What holds for search trees: they stay valid, they do what they say, they agree with lists and with each other."""

from __future__ import annotations

from fuzzwright.python.properties import assume, prop

from .model import contents, deleted, inserted, united
from .tree import Leaf, Node, Tree, delete, find, insert, union  # noqa: F401  # witnesses are written with all of these
from .valid import is_search_tree

# A tree stays a search tree.


@prop
def insert_valid(tree: Tree, key: int, value: bool) -> None:
    """Inserting keeps the order."""
    assume(is_search_tree(tree))
    assert is_search_tree(insert(tree, key, value))


@prop
def delete_valid(tree: Tree, key: int) -> None:
    """Deleting keeps the order."""
    assume(is_search_tree(tree))
    assert is_search_tree(delete(tree, key))


@prop
def union_valid(left: Tree, right: Tree) -> None:
    """Uniting keeps the order."""
    assume(is_search_tree(left))
    assume(is_search_tree(right))
    assert is_search_tree(union(left, right))


# What is found afterwards.


@prop
def insert_post(tree: Tree, key: int, value: bool, sought: int) -> None:
    """The inserted key has its new value, all others have what they had."""
    assume(is_search_tree(tree))
    assert find(insert(tree, key, value), sought) == (value if sought == key else find(tree, sought))


@prop
def delete_post(tree: Tree, key: int, sought: int) -> None:
    """The deleted key is gone, all others have what they had."""
    assume(is_search_tree(tree))
    assert find(delete(tree, key), sought) == (None if sought == key else find(tree, sought))


@prop
def union_post(left: Tree, right: Tree, sought: int) -> None:
    """What the left tree has is found, else what the right one has."""
    assume(is_search_tree(left))
    assume(is_search_tree(right))
    of_left = find(left, sought)
    assert find(union(left, right), sought) == (find(right, sought) if of_left is None else of_left)


# Trees do what lists do.


@prop
def insert_model(tree: Tree, key: int, value: bool) -> None:
    """Inserting is what it is for a list."""
    assume(is_search_tree(tree))
    assert contents(insert(tree, key, value)) == inserted(contents(tree), key, value)


@prop
def delete_model(tree: Tree, key: int) -> None:
    """Deleting is what it is for a list."""
    assume(is_search_tree(tree))
    assert contents(delete(tree, key)) == deleted(contents(tree), key)


@prop
def union_model(left: Tree, right: Tree) -> None:
    """Uniting is what it is for lists."""
    assume(is_search_tree(left))
    assume(is_search_tree(right))
    assert contents(union(left, right)) == united(contents(left), contents(right))


# Two operations, one after the other: the first named is done last.


@prop
def insert_insert(tree: Tree, key: int, value: bool, before: int, value_before: bool) -> None:
    """Two keys can be inserted in either order; of one key the last value stays."""
    assume(is_search_tree(tree))
    both = insert(insert(tree, before, value_before), key, value)
    other = insert(tree, key, value)
    if key != before:
        other = insert(other, before, value_before)
    assert contents(both) == contents(other)


@prop
def insert_delete(tree: Tree, key: int, value: bool, before: int) -> None:
    """A key can be inserted before or after another one is deleted; after its own deletion it is there."""
    assume(is_search_tree(tree))
    both = insert(delete(tree, before), key, value)
    other = insert(tree, key, value)
    if key != before:
        other = delete(other, before)
    assert contents(both) == contents(other)


@prop
def insert_union(left: Tree, right: Tree, key: int, value: bool) -> None:
    """Inserting into both is inserting into the left one, which wins."""
    assume(is_search_tree(left))
    assume(is_search_tree(right))
    assert contents(insert(union(left, right), key, value)) == contents(union(insert(left, key, value), right))


@prop
def delete_insert(tree: Tree, key: int, before: int, value: bool) -> None:
    """A key can be deleted before or after another one is inserted; after its own insertion it is gone."""
    assume(is_search_tree(tree))
    both = delete(insert(tree, before, value), key)
    other = delete(tree, key)
    if key != before:
        other = insert(other, before, value)
    assert contents(both) == contents(other)


@prop
def delete_delete(tree: Tree, key: int, before: int) -> None:
    """Two keys can be deleted in either order."""
    assume(is_search_tree(tree))
    assert contents(delete(delete(tree, before), key)) == contents(delete(delete(tree, key), before))


@prop
def delete_union(left: Tree, right: Tree, key: int) -> None:
    """Deleting from both together is deleting from each."""
    assume(is_search_tree(left))
    assume(is_search_tree(right))
    assert contents(delete(union(left, right), key)) == contents(union(delete(left, key), delete(right, key)))


@prop
def union_delete_insert(left: Tree, right: Tree, key: int, value: bool) -> None:
    """A key deleted on the left and inserted on the right is as if inserted into both together."""
    assume(is_search_tree(left))
    assume(is_search_tree(right))
    apart = union(delete(left, key), insert(right, key, value))
    assert contents(apart) == contents(insert(union(left, right), key, value))


@prop
def union_union_idem(tree: Tree) -> None:
    """A tree united with itself is no other."""
    assume(is_search_tree(tree))
    assert contents(union(tree, tree)) == contents(tree)


@prop
def union_union_assoc(left: Tree, middle: Tree, right: Tree) -> None:
    """Three trees can be united from the left or from the right."""
    assume(is_search_tree(left))
    assume(is_search_tree(middle))
    assume(is_search_tree(right))
    assert contents(union(union(left, middle), right)) == contents(union(left, union(middle, right)))
