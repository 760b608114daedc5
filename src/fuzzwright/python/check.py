"""Whether a value conforms to a type hint, as a compiled check.

A check looks inside builtin containers and records, up to a bound, and says what the first mismatch is. It consumes
nothing that can be read only once and runs no code of the value's class beyond `isinstance`; what it cannot decide
conforms, because a false alarm costs a user more than a missed one. Hints arrive resolved: a name left as text is
not checked.
"""

from __future__ import annotations

import collections
import collections.abc
import dataclasses
import inspect
import operator
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

NODES = 1000
DEPTH = 20


class _Left:
    """How much of a value may still be looked at."""

    __slots__ = ("depth", "nodes")

    def __init__(self, nodes: int, depth: int) -> None:
        self.nodes = nodes
        self.depth = depth


class _Wrong(NamedTuple):
    """The first mismatch: what was there, and where below the value."""

    what: str
    path: tuple[tuple[str, str], ...] = ()

    def below(self, how: str, key: str) -> _Wrong:
        return _Wrong(self.what, ((how, key), *self.path))

    def __str__(self) -> str:
        if len(self.path) == 1 and self.path[0][0] == "value":
            return f"dict value of {self.path[0][1]}: {self.what}"
        if self.path and self.path[-1][0] == "key":
            return f"dict key {self.path[-1][1]}: {self.what}" + _where(self.path[:-1])
        return self.what + _where(self.path)


def _where(path: tuple[tuple[str, str], ...]) -> str:
    if not path:
        return ""
    return " at " + "".join(f".{key}" if how == "field" else f"[{key}]" for how, key in path)


Check = Callable[[Any, _Left], _Wrong | None]


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
            wrong = compiled(value, _Left(nodes, depth))
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
_PLAIN = (type(None), bool, int, float, complex, str, bytes, bytearray, list, tuple, set, frozenset, dict, range)
_SCALARS = (bool, int, float, complex, str, bytes)
_COMPARED = {"builtins", "collections", "datetime", "decimal", "fractions"}
_NEVER = (typing.Never, typing.NoReturn)
_FILES = (typing.IO, typing.TextIO, typing.BinaryIO)

_ITERATED: tuple[tuple[type, Callable[[Any], Iterator[Any]]], ...] = (
    (list, list.__iter__),
    (tuple, tuple.__iter__),
    (set, set.__iter__),
    (frozenset, frozenset.__iter__),
    (dict, dict.__iter__),
    (collections.deque, collections.deque.__iter__),
    (str, str.__iter__),
    (bytes, bytes.__iter__),
    (bytearray, bytearray.__iter__),
    (range, range.__iter__),
    (type({}.keys()), iter),
    (type({}.values()), iter),
)
_ITEMS_OF = {
    list, set, frozenset, collections.deque,
    collections.abc.Iterable, collections.abc.Collection, collections.abc.Container, collections.abc.Reversible,
    collections.abc.Sequence, collections.abc.MutableSequence, collections.abc.Set, collections.abc.MutableSet,
    collections.abc.KeysView, collections.abc.ValuesView,
}  # fmt: skip


def _classes(hint: object) -> tuple[type, ...] | None:
    """Return the classes whose instances are all that a hint allows, if it is as simple as that."""
    try:
        simple = hint in _SIMPLE
    except TypeError:
        return None
    return (_PROMOTED.get(hint) or (typing.cast("type", hint),)) if simple else None


_SIMPLE: frozenset[object] = frozenset({*_PROMOTED, bool, int, str, bytes, bytearray, memoryview, range, slice})


def _flat(kinds: tuple[type, ...]) -> Callable[[object], str | None]:
    exact = kinds[0]

    def run(value: object) -> str | None:
        if type(value) is exact:
            return None
        try:
            return None if isinstance(value, kinds) else _name(value)
        except Exception:
            return None

    return run


def _name(value: object) -> str:
    """Describe what a value is, for a reader, without asking the value."""
    if value is None:
        return "None"
    cls = type(value)
    return f"class {value.__qualname__}" if isinstance(value, type) else cls.__qualname__


def _shown(value: object) -> str:
    """Write a value if that is short and runs no code of its class."""
    if type(value) not in _SCALARS:
        return _name(value)
    text = repr(value) if not isinstance(value, int) or abs(value) < 10**30 else "int of many digits"
    return text if len(text) <= 40 else f"{text[:37]}..."


def _instance(kinds: type | tuple[type, ...]) -> Check:
    def check(value: Any, left: _Left) -> _Wrong | None:
        return None if isinstance(value, kinds) else _Wrong(_name(value))

    return check


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

    def _again(self, hint: object, value: Any, left: _Left) -> _Wrong | None:
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
            return _instance(kinds)
        if hint in _NEVER:
            return lambda value, left: _Wrong(f"{_shown(value)}, but it should never return")
        if hint is typing.Self:
            return _instance(self.owner) if self.owner is not None else None
        if hint in _FILES:
            return lambda value, left: _Wrong(_name(value)) if type(value) in _PLAIN else None
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
            return self._annotated(args[0], hint.__metadata__)
        if origin in (typing.Final, typing.ClassVar, typing.Required, typing.NotRequired) or _named(origin, "ReadOnly"):
            return self.compile(args[0])
        if origin is typing.TypeGuard or _named(origin, "TypeIs"):
            return _instance(bool)
        if origin is collections.abc.Callable:
            return lambda value, left: None if callable(value) else _Wrong(_name(value))
        if origin in _FILES:
            return self.compile(origin)
        if origin is type:
            return self._type(args[0])
        if origin is tuple:
            return self._tuple(args)
        if origin in (re.Pattern, re.Match):
            return _regex(origin, args[0])
        if origin in _ITEMS_OF:
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

        def check(value: Any, left: _Left) -> _Wrong | None:
            deepest: _Wrong | None = None
            for member in compiled:
                wrong = member(value, left)
                if wrong is None:
                    return None
                # The member that fits on the outside is the one that was meant.
                if deepest is None or len(wrong.path) > len(deepest.path):
                    deepest = wrong
            return deepest

        return check

    def _annotated(self, inner: Any, metadata: tuple[Any, ...]) -> Check | None:
        first = self.compile(inner)
        rules = [rule for item in metadata for rule in _rules(item)]
        if not rules:
            return first

        def check(value: Any, left: _Left) -> _Wrong | None:
            wrong = first(value, left) if first is not None else None
            # Comparing instances of user classes would run their code.
            if wrong is not None or type(value).__module__ not in _COMPARED:
                return wrong
            for rule, text in rules:
                if not rule(value):
                    return _Wrong(f"{_shown(value)}, not {text}")
            return None

        return check

    def _type(self, of: Any) -> Check | None:
        members = (
            typing.get_args(of) if isinstance(of, types.UnionType) or typing.get_origin(of) is typing.Union else (of,)
        )
        classes = tuple(typing.get_origin(member) or member for member in members)
        if not all(isinstance(each, type) and each is not object for each in classes):
            return lambda value, left: None if isinstance(value, type | types.GenericAlias) else _Wrong(_name(value))

        def check(value: Any, left: _Left) -> _Wrong | None:
            if isinstance(value, types.GenericAlias):
                return None
            return None if isinstance(value, type) and issubclass(value, classes) else _Wrong(_name(value))

        return check

    def _tuple(self, args: tuple[Any, ...]) -> Check:
        if len(args) == 2 and args[1] is Ellipsis:
            return self._items(tuple, args[0])
        if any(_named(typing.get_origin(arg), "Unpack") or isinstance(arg, typing.TypeVarTuple) for arg in args) or any(
            getattr(arg, "__unpacked__", False) for arg in args
        ):
            return _instance(tuple)
        checks = [self.compile(arg) for arg in args]

        def check(value: Any, left: _Left) -> _Wrong | None:
            if not isinstance(value, tuple):
                return _Wrong(_name(value))
            if tuple.__len__(value) != len(checks):
                return _Wrong(f"tuple of {tuple.__len__(value)} items, not {len(checks)}")
            for index, (item, each) in enumerate(zip(tuple.__iter__(value), checks, strict=True)):
                if each is not None and (wrong := _inner(each, item, left)):
                    return wrong.below("item", str(index))
            return None

        return check

    def _items(self, origin: type, of: Any) -> Check:
        item_check = self.compile(of)
        outer = _instance(origin)
        if item_check is None:
            return outer
        each = item_check
        kinds = _classes(of)
        common = {*kinds, bool} if kinds and int in kinds else set(kinds or ())

        def check(value: Any, left: _Left) -> _Wrong | None:
            if not isinstance(value, origin):
                return _Wrong(_name(value))
            iterate = _iteration(value)
            if iterate is None:
                return None
            # Types are compared without a Python step for each item; what is left needs a closer look.
            if common and common.issuperset(map(type, islice(iterate(value), max(left.nodes, 0)))):
                left.nodes -= operator.length_hint(iterate(value))
                return None
            ordered = isinstance(value, list | tuple | collections.deque | str | bytes | bytearray | range)
            for index, item in enumerate(islice(iterate(value), max(left.nodes, 0))):
                wrong: _Wrong | None
                if kinds:
                    left.nodes -= 1
                    wrong = None if isinstance(item, kinds) else _Wrong(_name(item))
                else:
                    wrong = _inner(each, item, left)
                if wrong:
                    return wrong.below("item", str(index) if ordered else _shown(item))
            return None

        return check

    def _mapping(self, origin: type, args: tuple[Any, ...]) -> Check:
        keys = self.compile(args[0])
        counting = issubclass(origin, collections.Counter)
        values = _instance(int) if counting else self.compile(args[1]) if len(args) == 2 else None

        def check(value: Any, left: _Left) -> _Wrong | None:
            if not isinstance(value, origin):
                return _Wrong(_name(value))
            if not isinstance(value, dict):
                return None
            for key, item in islice(dict.items(value), max(left.nodes, 0)):
                if keys is not None and (wrong := _inner(keys, key, left)):
                    return wrong.below("key", _shown(key))
                if values is not None and (wrong := _inner(values, item, left)):
                    return wrong.below("value", _shown(key))
            return None

        return check

    def _class(self, cls: Any) -> Check | None:
        if typing.is_typeddict(cls):
            return self._typed_dict(cls)
        if getattr(cls, "_is_protocol", False):
            return _protocol(cls)
        if cls is collections.Counter:
            return self._mapping(cls, (Any,))
        names = _field_names(cls)
        if not names:
            return _instance(cls)
        checks: dict[str, Check | None] | None = None

        def check(value: Any, left: _Left) -> _Wrong | None:
            nonlocal checks
            if not isinstance(value, cls):
                return _Wrong(_name(value))
            if checks is None:
                # Only now: a record may refer to itself, or to a class defined after it.
                hints = _hints(cls)
                checks = {name: self.compile(hints[name]) for name in names if name in hints}
            for name, each in checks.items():
                if each is not None and left.nodes > 0:
                    item = _field(value, name)
                    if item is not _ABSENT and (wrong := _inner(each, item, left)):
                        return wrong.below("field", name)
            return None

        return check

    def _typed_dict(self, cls: Any) -> Check:
        checks: dict[str, Check | None] | None = None
        hints: Mapping[str, Any] = {}

        def check(value: Any, left: _Left) -> _Wrong | None:
            nonlocal checks, hints
            if not isinstance(value, dict):
                return _Wrong(_name(value))
            if checks is None:
                hints = _hints(cls)
                checks = {name: self.compile(hint) for name, hint in hints.items()}
            for name, each in checks.items():
                if not dict.__contains__(value, name):
                    if _required(cls, name, hints[name]):
                        return _Wrong(f"dict without key {name!r}")
                elif each is not None and (wrong := _inner(each, dict.__getitem__(value, name), left)):
                    return wrong.below("value", repr(name))
            return None

        return check


_ABSENT = object()
_EXACT = dict(_ITERATED)


def _iteration(value: object) -> Callable[[Any], Iterator[Any]] | None:
    """Return the builtin iteration of a container that can be read again; None for anything else."""
    exact = _EXACT.get(type(value))
    return exact or next((iterate for cls, iterate in _ITERATED if isinstance(value, cls)), None)


def _inner(check: Check, value: Any, left: _Left) -> _Wrong | None:
    """Check a part of a value, within what is left."""
    if left.nodes <= 0 or left.depth <= 0:
        return None
    left.nodes -= 1
    left.depth -= 1
    try:
        return check(value, left)
    finally:
        left.depth += 1


def _named(origin: object, name: str) -> bool:
    # Special forms that only newer versions of `typing` have.
    return origin is not None and origin is getattr(typing, name, None)


def _hints(cls: type) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(cls, include_extras=True)
    except Exception:
        return {}


def _required(cls: Any, name: str, hint: Any) -> bool:
    # Where annotations are text, the class itself could not see NotRequired when it was made.
    origin = typing.get_origin(hint)
    if origin in (typing.Required, typing.NotRequired):
        return origin is typing.Required
    return name in cls.__required_keys__


def _field_names(cls: type) -> tuple[str, ...]:
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return tuple(cls._fields)
    return tuple(field.name for field in getattr(cls, "__attrs_attrs__", ()))


def _field(value: Any, name: str) -> Any:
    """Read a field as it is stored, without running a property."""
    cls = type(value)
    stored = inspect.getattr_static(cls, name, None)
    if inspect.ismemberdescriptor(stored):
        try:
            return stored.__get__(value, cls)
        except AttributeError:
            return _ABSENT
    if isinstance(value, tuple) and name in getattr(cls, "_fields", ()):
        return tuple.__getitem__(value, cls._fields.index(name))
    try:
        return object.__getattribute__(value, "__dict__").get(name, _ABSENT)
    except AttributeError:
        return _ABSENT


def _literal(allowed: tuple[Any, ...]) -> Check:
    def check(value: Any, left: _Left) -> _Wrong | None:
        if any(type(value) is type(each) and (value is each or value == each) for each in allowed):
            return None
        return _Wrong(_shown(value))

    return check


def _regex(origin: type, of: Any) -> Check:
    def check(value: Any, left: _Left) -> _Wrong | None:
        if not isinstance(value, origin):
            return _Wrong(_name(value))
        text = getattr(value, "pattern" if origin is re.Pattern else "string")
        fits = of not in (str, bytes) or isinstance(text, of)
        return None if fits else _Wrong(f"{origin.__name__} of {_name(text)}")

    return check


def _protocol(cls: Any) -> Check:
    members = getattr(cls, "__protocol_attrs__", None)
    if members is None:
        members = {name for base in cls.__mro__ if getattr(base, "_is_protocol", False) for name in _declared(base)}
    names = sorted(members)

    def check(value: Any, left: _Left) -> _Wrong | None:
        if inspect.getattr_static(type(value), "__getattr__", None) is not None:
            return None
        for name in names:
            has = inspect.getattr_static(value, name, _ABSENT)
            if has is _ABSENT or (has is None and callable(inspect.getattr_static(cls, name, None))):
                return _Wrong(f"{_name(value)} without `{name}`")
        return None

    return check


def _declared(base: type) -> set[str]:
    names = {*vars(base), *vars(base).get("__annotations__", ())}
    machinery = set(vars(typing.Protocol)) | {"__annotations__", "__dict__", "__weakref__", "__abstractmethods__"}
    return {
        name
        for name in names - machinery
        if not name.startswith("_abc_") and name not in ("__orig_bases__", "__hash__")
    }


def _rules(item: Any) -> Iterator[tuple[Callable[[Any], bool], str]]:
    """Read a constraint by its attributes, as annotated-types and those who follow it spell them."""
    if isinstance(item, type):
        return
    bounds: tuple[tuple[str, str, Callable[[Any, Any], bool]], ...] = (
        ("ge", ">=", lambda value, bound: value >= bound),
        ("gt", ">", lambda value, bound: value > bound),
        ("le", "<=", lambda value, bound: value <= bound),
        ("lt", "<", lambda value, bound: value < bound),
        ("multiple_of", "a multiple of", lambda value, bound: value % bound == 0),
        ("min_length", "of length at least", lambda value, bound: len(value) >= bound),
        ("max_length", "of length at most", lambda value, bound: len(value) <= bound),
    )
    for attribute, text, holds in bounds:
        bound = getattr(item, attribute, None)
        if bound is not None and not (attribute == "min_length" and bound == 0):
            yield (lambda value, bound=bound, holds=holds: holds(value, bound)), f"{text} {bound!r}"  # type: ignore[misc]  # defaults bind the loop's variables
    predicate = getattr(item, "func", None)
    if callable(predicate) and type(item).__name__ == "Predicate":
        yield (lambda value: bool(predicate(value))), f"as {getattr(predicate, '__name__', 'its predicate')} wants"
