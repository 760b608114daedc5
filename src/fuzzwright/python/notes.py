"""What the second copy of a module notes while it runs: operands and results, as they were at that moment.

The functions here stand in the place of operators and calls: they do what was asked and note it. A
run's first notes and its last ones are kept, so that an endless loop costs no memory. Containers are
copied, since the code may change them afterwards.
"""

from __future__ import annotations

import gc
import operator
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, pairwise
from typing import Any, Final, NamedTuple

from fuzzwright.acceleration import accelerator

MOST_EARLY = 1500
MOST_LATE = 500
MOST_COPIED = 256
"""Containers with more items than this are noted as they are: copies would cost more than they tell."""


class Note(NamedTuple):
    """One operation of a run: where, which, on what, and what came of it."""

    site: int
    kind: str
    """`compare`, `binary`, `unary`, `item`, `attribute`, `call`, `method`, `truth`, `matched` or `rounds`."""
    what: Any
    """The operator's sign, the attribute's or method's name, or the function called."""
    operands: tuple[Any, ...]
    result: Any
    failed: bool = False
    """Whether it raised instead of giving a result."""
    names: tuple[str, ...] = ()
    """The names of the last operands, if they were given by name."""


_COMPARE: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda item, container: item in container,
    "not in": lambda item, container: item not in container,
    "is": operator.is_,
    "is not": operator.is_not,
}
_BINARY: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "^": operator.xor,
    "&": operator.and_,
    "|": operator.or_,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
_AUGMENT: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "/": operator.itruediv,
    "//": operator.ifloordiv,
    "%": operator.imod,
    "**": operator.ipow,
    "^": operator.ixor,
    "&": operator.iand,
    "|": operator.ior,
    "<<": operator.ilshift,
    ">>": operator.irshift,
}
_UNARY: Final[dict[str, Callable[[Any], Any]]] = {"neg": operator.neg, "~": operator.invert}
_COPIED: Final = frozenset({list, dict, set, bytearray})
_VIEWS: Final[dict[type, type]] = {type({}.keys()): set, type({}.values()): list, type({}.items()): list}
_CHANGING: Final = _COPIED | _VIEWS.keys()
_GONE_THROUGH: Final[tuple[Any, ...]] = (
    *([], (), "", "é", b"", bytearray(), range(0), range(1 << 70), set()),
    *({}, {}.values(), {}.items(), reversed([]), reversed({})),
)
_PLAIN_ITERATORS: Final = frozenset([type(iter(things)) for things in _GONE_THROUGH])
_new_note: Final = tuple.__new__
"""Three times as fast as the class itself."""


class Notes:
    """The notes of the run at hand."""

    def __init__(self) -> None:
        self.early: list[Note] = []
        self.late: deque[Note] = deque(maxlen=MOST_LATE)
        self._going: list[tuple[int, Iterator[Any]]] = []
        """The loops that have not ended, and what they go through."""
        fast = accelerator()
        self._fast = (
            None if fast is None else fast.new_noting(Note, self.early, MOST_EARLY, self.late.append, _as_it_is)
        )

    def clear(self) -> None:
        """Forget the last run."""
        self.early.clear()
        self.late.clear()
        self._going.clear()

    def __iter__(self) -> Iterator[Note]:
        # A loop that was left by an exception ends when that is forgotten.
        left = [_left_early(site, iterator) for site, iterator in reversed(self._going)]
        return chain(self.early, self.late, left)

    def add(
        self, site: int, kind: str, what: Any, operands: tuple[Any, ...], result: Any, failed: bool = False
    ) -> None:
        """Note an operation, with its operands as they are now."""
        self._append(site, kind, what, _held(operands), result, failed)

    def _append(
        self,
        site: int,
        kind: str,
        what: Any,
        operands: tuple[Any, ...],
        result: Any,
        failed: bool = False,
        names: tuple[str, ...] = (),
    ) -> None:
        if type(result) in _CHANGING:
            result = _as_it_is(result)
        note = _new_note(Note, (site, kind, what, operands, result, failed, names))
        if len(self.early) < MOST_EARLY:
            self.early.append(note)
        else:
            self.late.append(note)

    def _through(self, site: int, iterator: Iterator[Any]) -> Iterator[Any]:
        """Yield what a loop goes through, and note whether it came to the end."""
        this = site, iterator
        self._going.append(this)
        over = False
        try:
            yield from iterator
            over = True
        finally:
            for place in range(len(self._going) - 1, -1, -1):
                if self._going[place] is this:  # else the run it belongs to is over
                    del self._going[place]
                    if over:
                        self._append(site, "rounds", "", (), True)
                    else:
                        self._append(*_left_early(site, iterator)[:5])
                    break

    def functions(self) -> Mapping[str, Callable[..., Any]]:
        """Return what the second copy calls, by kind."""
        add, append, through, fast = self.add, self._append, self._through, self._fast
        if fast is not None:
            add, append = fast.add, fast.append  # type: ignore[assignment]  # the same in C

        def noted(
            site: int, kind: str, what: Any, held: tuple[Any, ...], function: Any, arguments: Any, named: Any
        ) -> Any:
            # What is held was copied before the call, which may change its arguments.
            names: tuple[str, ...] = ()
            if named:
                names = tuple(named)
                held += _held(tuple(named.values()))
            try:
                result = function(*arguments, **named)
            except Exception:
                append(site, kind, what, held, None, True, names)
                raise
            append(site, kind, what, held, result, False, names)
            return result

        def compare(site: int, sign: str, left: Any, right: Any) -> Any:
            result = _COMPARE[sign](left, right)
            add(site, "compare", sign, (left, right), result)
            return result

        def binary(site: int, sign: str, left: Any, right: Any) -> Any:
            result = _BINARY[sign](left, right)
            add(site, "binary", sign, (left, right), result)
            return result

        def augment(site: int, sign: str, left: Any, right: Any) -> Any:
            held = _as_it_is(left)
            result = _AUGMENT[sign](left, right)
            append(site, "binary", sign, (held, _as_it_is(right)), result)
            return result

        def held_item(site: int, container: Any, key: Any) -> tuple[Any, Any, Any]:
            return container, key, item(site, container, key)

        def put_item(site: int, sign: str, held: tuple[Any, Any, Any], right: Any) -> None:
            container, key, left = held
            container[key] = augment(site, sign, left, right)

        def held_attribute(owner: Any, name: str) -> tuple[Any, str, Any]:
            return owner, name, getattr(owner, name)

        def put_attribute(site: int, sign: str, held: tuple[Any, str, Any], right: Any) -> None:
            owner, name, left = held
            setattr(owner, name, augment(site, sign, left, right))

        def unary(site: int, sign: str, operand: Any) -> Any:
            result = _UNARY[sign](operand)
            add(site, "unary", sign, (operand,), result)
            return result

        def item(site: int, container: Any, key: Any) -> Any:
            try:
                result = container[key]
            except (LookupError, TypeError):
                add(site, "item", "[]", (container, key), None, True)
                raise
            add(site, "item", "[]", (container, key), result)
            return result

        def attribute(site: int, name: str, owner: Any) -> Any:
            result = getattr(owner, name)
            add(site, "attribute", name, (owner,), result)
            return result

        def call(site: int, function: Any, /, *arguments: Any, **named: Any) -> Any:
            return noted(site, "call", function, _held(arguments), function, arguments, named)

        def method(site: int, name: str, owner: Any) -> Callable[..., Any]:
            function = getattr(owner, name)

            def called(*arguments: Any, **named: Any) -> Any:
                return noted(site, "method", name, _held((owner, *arguments)), function, arguments, named)

            return called

        def truth(site: int, value: Any) -> Any:
            add(site, "truth", "", (value,), value)
            return value

        def matched(site: int, value: Any) -> Any:
            add(site, "matched", "", (value,), None)
            return value

        def rounds(site: int, things: Any) -> Iterator[Any]:
            iterator = iter(things)
            return iterator if left_in(iterator) is None else through(site, iterator)

        made = (compare, binary, augment, unary, item, attribute, call, method, truth, matched, rounds)
        changing = (held_item, put_item, held_attribute, put_attribute)
        functions: dict[str, Callable[..., Any]] = {function.__name__: function for function in (*made, *changing)}
        if fast is not None:
            functions["compare"] = fast.compare
        return {**functions, "slice": slice}


def _left_early(site: int, iterator: Iterator[Any]) -> Note:
    """Return the note on a loop that did not come to its end: how many rounds that would have taken, with this one."""
    return Note(site, "rounds", "", (1 + (left_in(iterator) or 0),), False)


def left_in(iterator: Iterator[Any]) -> int | None:
    """Return how much is left of what an iterator goes through; None if it is not one of Python's own, on plain things.

    Others could do anything when asked, or when they live a little longer than they should.
    """
    kind = type(iterator)
    if kind in _PLAIN_ITERATORS:
        return operator.length_hint(iterator)
    if kind not in (enumerate, pairwise, zip):
        return None
    inner = [each for each in gc.get_referents(iterator) if each is not kind]  # from 3.12 on some hold their class
    if kind is not zip:
        return left_in(inner[0]) if inner else 0
    left = [left_in(each) for each in inner[0]] if inner and type(inner[0]) is tuple else []
    known = [each for each in left if each is not None]
    return min(known) if known and len(known) == len(left) else None


def _held(operands: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return operands as they are now; mostly none of them can change."""
    for operand in operands:
        if type(operand) in _CHANGING:
            return tuple([_as_it_is(operand) for operand in operands])
    return operands


def _as_it_is(value: Any) -> Any:
    """Return the value as it is now, also when the code changes it later."""
    if type(value) in _COPIED and len(value) <= MOST_COPIED:
        return value.copy()
    view = _VIEWS.get(type(value))
    return value if view is None or len(value) > MOST_COPIED else view(value)
