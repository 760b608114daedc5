"""What holds for red-black trees: they stay valid, they do what they say, they agree with lists and with each other."""

from __future__ import annotations

from fuzzwright.python.properties import assume, prop

from .delete import delete
from .insert import insert
from .model import contents, deleted, inserted
from .tree import Color, Leaf, Node, Tree, find  # noqa: F401  # witnesses are written with all of these
from .valid import is_red_black

# A tree stays a red-black tree.


@prop
def insert_valid(tree: Tree, key: int, value: bool) -> None:
    """Inserting keeps order and colors right."""
    assume(is_red_black(tree))
    assert is_red_black(insert(tree, key, value))


@prop
def delete_valid(tree: Tree, key: int) -> None:
    """Deleting keeps order and colors right."""
    assume(is_red_black(tree))
    assert is_red_black(delete(tree, key))


# What is found afterwards.


@prop
def insert_post(tree: Tree, key: int, value: bool, sought: int) -> None:
    """The inserted key has its new value, all others have what they had."""
    assume(is_red_black(tree))
    assert find(insert(tree, key, value), sought) == (value if sought == key else find(tree, sought))


@prop
def delete_post(tree: Tree, key: int, sought: int) -> None:
    """The deleted key is gone, all others have what they had."""
    assume(is_red_black(tree))
    assert find(delete(tree, key), sought) == (None if sought == key else find(tree, sought))


# Trees do what lists do.


@prop
def insert_model(tree: Tree, key: int, value: bool) -> None:
    """Inserting is what it is for a list."""
    assume(is_red_black(tree))
    assert contents(insert(tree, key, value)) == inserted(contents(tree), key, value)


@prop
def delete_model(tree: Tree, key: int) -> None:
    """Deleting is what it is for a list."""
    assume(is_red_black(tree))
    assert contents(delete(tree, key)) == deleted(contents(tree), key)


# Two operations, one after the other: the first named is done last.


@prop
def insert_insert(tree: Tree, key: int, value: bool, before: int, value_before: bool) -> None:
    """Two keys can be inserted in either order; of one key the last value stays."""
    assume(is_red_black(tree))
    both = insert(insert(tree, before, value_before), key, value)
    other = insert(tree, key, value)
    if key != before:
        other = insert(other, before, value_before)
    assert contents(both) == contents(other)


@prop
def insert_delete(tree: Tree, key: int, value: bool, before: int) -> None:
    """A key can be inserted before or after another one is deleted; after its own deletion it is there."""
    assume(is_red_black(tree))
    both = insert(delete(tree, before), key, value)
    other = insert(tree, key, value)
    if key != before:
        other = delete(other, before)
    assert contents(both) == contents(other)


@prop
def delete_insert(tree: Tree, key: int, before: int, value: bool) -> None:
    """A key can be deleted before or after another one is inserted; after its own insertion it is gone."""
    assume(is_red_black(tree))
    both = delete(insert(tree, before, value), key)
    other = delete(tree, key)
    if key != before:
        other = insert(other, before, value)
    assert contents(both) == contents(other)


@prop
def delete_delete(tree: Tree, key: int, before: int) -> None:
    """Two keys can be deleted in either order."""
    assume(is_red_black(tree))
    assert contents(delete(delete(tree, before), key)) == contents(delete(delete(tree, key), before))
