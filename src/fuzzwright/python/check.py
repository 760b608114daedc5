"""Whether a value conforms to a type hint, as a compiled check.

A check looks inside builtin containers and records, up to a bound, and says what the first mismatch is. It consumes
nothing that can be read only once and runs no code of the value's class beyond `isinstance`; what it cannot decide
conforms, because a false alarm costs a user more than a missed one. Hints arrive resolved: a name left as text is
not checked.
"""

from __future__ import annotations

import collections
import collections.abc
import inspect
import re
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any

from fuzzwright.python.check_constraints import constrained
from fuzzwright.python.check_containers import ITEMS_OF, items_of, mapping_of, tuple_of
from fuzzwright.python.check_fields import record, typed_dict
from fuzzwright.python.check_protocols import protocol
from fuzzwright.python.mismatch import Check, Left, Wrong, described, instance_of, shown

NODES = 1000
DEPTH = 20

_DRIVEN = (
    collections.abc.Iterable,
    collections.abc.AsyncIterable,
)

# The promotions of the typing specification; everything else of the standard library is what `isinstance` says.
_PROMOTED: dict[object, tuple[type, ...]] = {
    float: (float, int),
    complex: (complex, float, int),
    None: (type(None),),
    type(None): (type(None),),
    typing.LiteralString: (str,),
}
_SIMPLE: frozenset[object] = frozenset({*_PROMOTED, bool, int, str, bytes, bytearray, memoryview, range, slice})
_PLAIN = (type(None), bool, int, float, complex, str, bytes, bytearray, list, tuple, set, frozenset, dict, range)
_NEVER = (typing.Never, typing.NoReturn)
_FILES = (typing.IO, typing.TextIO, typing.BinaryIO)


def checker(
    hint: object, owner: type | None = None, nodes: int = NODES, depth: int = DEPTH
) -> Callable[[object], str | None] | None:
    """Return a function that says what is wrong with a value, or None; None itself if any value conforms.

    `owner` is the class `Self` stands for.
    """
    kinds = _classes(hint)
    if kinds:
        return _flat(kinds)
    try:
        check = _Compiler(owner).compile(hint)
    except Exception:
        return None
    if check is None:
        return None
    compiled = check

    def run(value: object) -> str | None:
        try:
            wrong = compiled(value, Left(nodes, depth))
            return None if wrong is None else str(wrong)
        except KeyboardInterrupt:
            raise
        except BaseException:
            # A value may answer any question with a raise; that is no statement about its type.
            return None

    return run


def driven_hint(kind: str, hint: object) -> object:
    """Return the hint of what driving a call of this kind gives, from the hint its function returns."""
    if kind not in ("generator", "async_generator", "contextmanager", "async_contextmanager"):
        return hint
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if not isinstance(origin, type) or not args or not issubclass(origin, _DRIVEN):
        return Any
    return args[0] if kind.endswith("contextmanager") else types.GenericAlias(list, (args[0],))


def _classes(hint: object) -> tuple[type, ...] | None:
    """Return the classes whose instances are all that a hint allows, if it is as simple as that."""
    try:
        simple = hint in _SIMPLE
    except TypeError:
        return None
    return (_PROMOTED.get(hint) or (typing.cast("type", hint),)) if simple else None


def _flat(kinds: tuple[type, ...]) -> Callable[[object], str | None]:
    exact = kinds[0]

    def run(value: object) -> str | None:
        if type(value) is exact:
            return None
        try:
            return None if isinstance(value, kinds) else described(value)
        except Exception:
            return None

    return run


class _Compiler:
    """Turns hints into checks; a hint met again while it is compiled is looked up when it is first needed."""

    def __init__(self, owner: type | None) -> None:
        self.owner = owner
        self.done: dict[object, Check | None] = {}

    def compile(self, hint: Any) -> Check | None:
        """Return the check of a hint, or None if it allows anything."""
        try:
            known = hint in self.done
        except TypeError:
            return self._make(hint)
        if known:
            return self.done[hint]
        self.done[hint] = lambda value, left: self._again(hint, value, left)
        self.done[hint] = made = self._make(hint)
        return made

    def _again(self, hint: object, value: Any, left: Left) -> Wrong | None:
        check = self.done[hint]
        return check(value, left) if check is not None else None

    def _make(self, hint: Any) -> Check | None:
        if (
            isinstance(hint, str | typing.ForwardRef)
            or hint is Any
            or hint is object
            or hint is inspect.Parameter.empty
        ):
            return None
        kinds = _classes(hint)
        if kinds:
            return instance_of(kinds)
        if hint in _NEVER:
            return lambda value, left: Wrong(f"{shown(value)}, but it should never return")
        if hint is typing.Self:
            return instance_of(self.owner) if self.owner is not None else None
        if hint in _FILES:
            return lambda value, left: Wrong(described(value)) if type(value) in _PLAIN else None
        if isinstance(hint, typing.NewType):
            return self.compile(hint.__supertype__)
        if isinstance(hint, typing.TypeVar):
            if hint.__constraints__:
                return self._union(hint.__constraints__)
            return self.compile(hint.__bound__) if hint.__bound__ is not None else None
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is None:
            return self._class(hint) if isinstance(hint, type) else self._alias(hint)
        if not hasattr(hint, "__args__"):
            # `typing.List` and the like, without arguments.
            return self._make(origin)
        return self._generic(hint, origin, args)

    def _alias(self, hint: Any) -> Check | None:
        # `type X = ...` of Python 3.12; anything else that is no class is not known to us.
        return self.compile(hint.__value__) if type(hint).__name__ == "TypeAliasType" else None

    def _generic(self, hint: Any, origin: Any, args: tuple[Any, ...]) -> Check | None:
        if origin is typing.Union or origin is types.UnionType:
            return self._union(args)
        if origin is typing.Literal:
            return _literal(args)
        if origin is typing.Annotated:
            return constrained(self.compile(args[0]), hint.__metadata__)
        if origin in (typing.Final, typing.ClassVar, typing.Required, typing.NotRequired) or _named(origin, "ReadOnly"):
            return self.compile(args[0])
        if origin is typing.TypeGuard or _named(origin, "TypeIs"):
            return instance_of(bool)
        if origin is collections.abc.Callable:
            return lambda value, left: None if callable(value) else Wrong(described(value))
        if origin in _FILES:
            return self.compile(origin)
        if origin is type:
            return self._type(args[0])
        if origin is tuple:
            return self._tuple(args)
        if origin in (re.Pattern, re.Match):
            return _regex(origin, args[0])
        if origin in ITEMS_OF:
            return self._items(origin, args[0])
        if isinstance(origin, type) and issubclass(origin, collections.abc.Mapping):
            return self._mapping(origin, args)
        if _named(origin, "TypeAliasType") or type(origin).__name__ == "TypeAliasType":
            return self.compile(origin.__value__)
        return self._class(origin) if isinstance(origin, type) else None

    def _union(self, members: Iterable[Any]) -> Check | None:
        checks = [self.compile(member) for member in members]
        if any(check is None for check in checks):
            return None
        compiled = [check for check in checks if check is not None]

        def check(value: Any, left: Left) -> Wrong | None:
            deepest: Wrong | None = None
            for member in compiled:
                wrong = member(value, left)
                if wrong is None:
                    return None
                # The member that fits on the outside is the one that was meant.
                if deepest is None or len(wrong.path) > len(deepest.path):
                    deepest = wrong
            return deepest

        return check

    def _type(self, of: Any) -> Check | None:
        members = (
            typing.get_args(of) if isinstance(of, types.UnionType) or typing.get_origin(of) is typing.Union else (of,)
        )
        classes = tuple(typing.get_origin(member) or member for member in members)
        # `Any` is a class too, and no other is derived from it.
        if not all(isinstance(each, type) and each not in (object, typing.Any) for each in classes):
            return lambda value, left: None if isinstance(value, type | types.GenericAlias) else Wrong(described(value))

        def check(value: Any, left: Left) -> Wrong | None:
            if isinstance(value, types.GenericAlias):
                return None
            return None if isinstance(value, type) and issubclass(value, classes) else Wrong(described(value))

        return check

    def _tuple(self, args: tuple[Any, ...]) -> Check:
        if len(args) == 2 and args[1] is Ellipsis:
            return self._items(tuple, args[0])
        if any(_named(typing.get_origin(arg), "Unpack") or isinstance(arg, typing.TypeVarTuple) for arg in args) or any(
            getattr(arg, "__unpacked__", False) for arg in args
        ):
            return instance_of(tuple)
        return tuple_of([self.compile(arg) for arg in args])

    def _items(self, origin: type, of: Any) -> Check:
        return items_of(origin, self.compile(of), _classes(of))

    def _mapping(self, origin: type, args: tuple[Any, ...]) -> Check:
        keys = self.compile(args[0])
        counting = issubclass(origin, collections.Counter)
        values = instance_of(int) if counting else self.compile(args[1]) if len(args) == 2 else None
        return mapping_of(origin, keys, values)

    def _class(self, cls: Any) -> Check | None:
        if typing.is_typeddict(cls):
            return typed_dict(cls, self.compile)
        if getattr(cls, "_is_protocol", False):
            return protocol(cls)
        if cls is collections.Counter:
            return self._mapping(cls, (Any,))
        return record(cls, self.compile)


def _named(origin: object, name: str) -> bool:
    # Special forms that only newer versions of `typing` have.
    return origin is not None and origin is getattr(typing, name, None)


def _literal(allowed: tuple[Any, ...]) -> Check:
    def check(value: Any, left: Left) -> Wrong | None:
        if any(type(value) is type(each) and (value is each or value == each) for each in allowed):
            return None
        return Wrong(shown(value))

    return check


def _regex(origin: type, of: Any) -> Check:
    def check(value: Any, left: Left) -> Wrong | None:
        if not isinstance(value, origin):
            return Wrong(described(value))
        text = getattr(value, "pattern" if origin is re.Pattern else "string")
        fits = of not in (str, bytes) or isinstance(text, of)
        return None if fits else Wrong(f"{origin.__name__} of {described(text)}")

    return check
