"""What puts other children into a node: the innermost step of every variant, in C where there is an accelerator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fuzzwright.acceleration import accelerator

Make = Callable[..., Any]
Put = Callable[[Any], Any]
Node = tuple[tuple[Any, ...], Make | None]
"""The children of a node, and what makes a node of others; None where that is the tuple of them."""


def itself(value: Any) -> Any:
    """Return the value: what some methods come down to, known by its name so that the call can be left out."""
    return value


def pairing() -> Make:
    """Return what makes a tuple of pairs of its arguments, two by two."""
    fast = accelerator()
    return _paired if fast is None else fast.paired


def _paired(*parts: Any) -> tuple[Any, ...]:
    return tuple(zip(parts[::2], parts[1::2], strict=True))


def distinct_pairs(pairs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the pairs of the dict of these: each key once, with what it has last."""
    fast = accelerator()
    return tuple(dict(pairs).items()) if fast is None else fast.distinct_pairs(pairs)


def putter(node: Node, index: int) -> Put:
    """Return what makes the node with another child at `index`."""
    children, make = node
    fast = accelerator()
    if fast is not None:
        return fast.new_build(children, index, -1, make, None, None, None)
    before, after = children[:index], children[index + 1 :]
    if make is None:
        return lambda child: (*before, child, *after)
    return lambda child: make(*before, child, *after)


def in_turn(puts: Sequence[Put]) -> Put:
    """Return what does one after the other."""
    if len(puts) < 2:
        return puts[0] if puts else itself
    fast = accelerator()
    if fast is not None:
        return fast.new_build(None, 0, -1, None, None, None, tuple(puts))

    def put(child: Any) -> Any:
        for each in puts:
            child = each(child)
        return child

    return put


def putter_of_two(
    node: Node, places: tuple[int, int], puts: tuple[Put, Put], after: Sequence[Put]
) -> Callable[[Any, Any], Any]:
    """Return what puts two things into two children of a node, and the node where it belongs."""
    (children, make), (left, right), (first, second) = node, places, puts
    fast = accelerator()
    if fast is not None:
        before = [None if put is itself else put for put in puts]
        return fast.new_build(children, left, right, make, before[0], before[1], tuple(after))

    def put(one: Any, other: Any) -> Any:
        siblings = list(children)
        siblings[left], siblings[right] = first(one), second(other)
        both = tuple(siblings) if make is None else make(*siblings)
        for each in after:
            both = each(both)
        return both

    return put
