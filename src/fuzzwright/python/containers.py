"""Collections, and the abstract ones that any collection will do for."""

from __future__ import annotations

import array
import collections
import collections.abc as abc
import types
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.calls import Calls, reader
from fuzzwright.domains.choices import Choices, nothing
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.numbers import Floats, Integers
from fuzzwright.domains.products import Products
from fuzzwright.domains.sequences import DEQUE, FROZENSET, LIST, LONGEST, SET, TUPLE, Collection, Sequences
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain, Names

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

Build = Callable[["Hints", tuple[Any, ...]], Domain[Any]]


def _argument(arguments: tuple[Any, ...], place: int = 0) -> Any:
    return arguments[place] if len(arguments) > place else Any


def _hashable(hints: Hints, arguments: tuple[Any, ...], place: int = 0) -> Domain[Any]:
    hint = _argument(arguments, place)
    return hints.build(abc.Hashable if hint is Any or hint is object else hint)


def _of(collection: Collection) -> Build:
    if collection.distinct:
        return lambda hints, arguments: Sequences(_hashable(hints, arguments), collection)
    return lambda hints, arguments: Sequences(hints.build(_argument(arguments)), collection)


def _tuple(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    if not arguments:
        return Sequences(hints.build(Any), TUPLE)
    if arguments == ((),):
        return Products(())
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return Sequences(hints.build(arguments[0]), TUPLE)
    return Products([hints.build(hint) for hint in _flattened(arguments)])


def _flattened(arguments: Sequence[Any]) -> list[Any]:
    """Unpacks `*tuple[int, str]`; of an unpacked tuple of any length two items stand for all."""
    flat: list[Any] = []
    for hint in arguments:
        if type(hint).__name__ == "TypeVarTuple":
            flat += [int, str]
            continue
        inner: tuple[Any, ...] = getattr(hint, "__args__", ())
        unpacked = getattr(hint, "__unpacked__", False) or getattr(hint, "__typing_is_unpacked_typevartuple__", False)
        if not unpacked and type(hint).__name__ == "_UnpackGenericAlias":
            unpacked, inner = True, getattr(inner[0], "__args__", (int, str))
        if not unpacked:
            flat.append(hint)
        elif len(inner) == 2 and inner[1] is Ellipsis:
            flat += [inner[0], inner[0]]
        else:
            flat += _flattened(inner if isinstance(hint, types.GenericAlias) or inner else (int, str))
    return flat


def _mapping(construct: Callable[[dict[Any, Any]], Any], write: Callable[[str, Names], str]) -> Build:
    def build(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
        return Mappings(_hashable(hints, arguments), hints.build(_argument(arguments, 1)), construct, write)

    return build


def _dict(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Mappings(_hashable(hints, arguments), hints.build(_argument(arguments, 1)))


def _called(construct: Callable[[Any], Any]) -> Callable[[str, Names], str]:
    return lambda display, names: f"{names.refer(construct)}({display})"


def _counter(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Mappings(_hashable(hints, arguments), Integers(), collections.Counter, _called(collections.Counter))


_FACTORIES: tuple[tuple[type, Any], ...] = ((list, list), (int, int), (set, set), (dict, dict), (str, str))


def _default_dict(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    origin = getattr(_argument(arguments, 1), "__origin__", _argument(arguments, 1))
    factory = next((made for kind, made in _FACTORIES if kind is origin), None)
    return Mappings(
        _hashable(hints, arguments),
        hints.build(_argument(arguments, 1)),
        lambda made: collections.defaultdict(factory, made),
        lambda display, names: (
            f"{names.refer(collections.defaultdict)}({'None' if factory is None else names.refer(factory)}, {display})"
        ),
    )


def _chain_map(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    maps = Sequences(_dict(hints, arguments), LIST, 1)
    return Calls(
        lambda made: collections.ChainMap(*made),
        [maps],
        lambda written, names: f"{names.refer(collections.ChainMap)}(*{written[0]})",
        take_apart=reader(collections.ChainMap, "maps"),
    )


_BOUNDS = ("start", "stop", "step")


def _range(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    step = Unions([Integers(1, 1 << 20), Integers(-(1 << 20), -1)], [3, 1])
    # Bounded, since much code walks through every number of a range.
    bound = Integers(-(1 << 10), 1 << 10)
    return Calls(range, [bound, bound, step], take_apart=reader(range, *_BOUNDS))


def _slice(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    bound = Unions([nothing(), Integers()])
    step = Unions([nothing(), Integers(1), Integers(None, -1)])
    return Calls(slice, [bound, bound, step], take_apart=reader(slice, *_BOUNDS))


def _iterator(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Calls(iter, [Sequences(hints.build(_argument(arguments)), LIST)])


def _generator(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Calls(
        _generate_from,
        [Sequences(hints.build(_argument(arguments)), LIST)],
        lambda written, names: f"(item for item in {written[0]})",
    )


def _generate_from(items: list[Any]) -> Any:
    return (item for item in items)


def _view(method: str) -> Build:
    def build(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
        if method == "values":
            arguments = (int, *arguments)
        return Calls(
            lambda made: getattr(made, method)(),
            [_dict(hints, arguments)],
            lambda written, names: f"{written[0]}.{method}()",
        )

    return build


def _array(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    item = _argument(arguments)
    numbers: Domain[Any] = Floats() if item is float else Integers(-(1 << 63), (1 << 63) - 1)
    code = "d" if item is float else "q"

    def take_apart(thing: Any) -> list[object] | None:
        ours = type(thing) is array.array and thing.typecode == code and len(thing) <= LONGEST
        return [thing.tolist()] if ours else None

    return Calls(
        lambda made: array.array(code, made),
        [Sequences(numbers, LIST)],
        lambda written, names: f"{names.refer(array.array)}({code!r}, {written[0]})",
        take_apart=take_apart,
    )


def _mutable_sequence(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return hints.build(list[_argument(arguments)])  # type: ignore[misc]  # a hint made while running


def _sequence(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    item = _argument(arguments)
    members = [hints.build(list[item]), hints.build(tuple[item, ...])]  # type: ignore[valid-type]  # made while running
    if item is str:
        members.append(Strings())
    return Unions(members, [4, 2, 1][: len(members)])


def _iterable(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    item = _argument(arguments)
    members = [
        hints.build(list[item]),  # type: ignore[valid-type]  # made while running
        hints.build(tuple[item, ...]),  # type: ignore[valid-type]  # made while running
        _iterator(hints, arguments),
    ]
    return Unions(members, [4, 1, 2])


def _collection(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    item = _argument(arguments)
    if item is Any:
        return hints.build(list[int])
    return Unions([hints.build(list[item]), hints.build(tuple[item, ...])])  # type: ignore[valid-type]  # made while running


def _abstract_set(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    item = _argument(arguments)
    return Unions([hints.build(set[item]), hints.build(frozenset[item])])  # type: ignore[valid-type]  # made while running


def _sized(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Unions([hints.build(list[int]), Strings(), hints.build(dict[str, int])])


def _hashable_any(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    pair = Products([Integers(), Strings()])
    return Unions([Integers(), Strings(), nothing(), Choices((False, True)), Bytes(), pair], [6, 6, 1, 1, 1, 1])


def _buffer(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    return Unions([Bytes(), hints.build(bytearray), hints.build(memoryview)], [4, 1, 1])


def _proxy(made: dict[Any, Any]) -> Any:
    return types.MappingProxyType(made)


BUILD: dict[Any, Build] = {
    list: _of(LIST),
    set: _of(SET),
    frozenset: _of(FROZENSET),
    collections.deque: _of(DEQUE),
    tuple: _tuple,
    dict: _dict,
    collections.OrderedDict: _mapping(collections.OrderedDict, _called(collections.OrderedDict)),
    types.MappingProxyType: _mapping(
        _proxy, lambda display, names: f"{names.refer(types)}.MappingProxyType({display})"
    ),
    collections.UserDict: _mapping(collections.UserDict, _called(collections.UserDict)),
    collections.UserList: lambda hints, arguments: Calls(
        collections.UserList, [_of(LIST)(hints, arguments)], take_apart=reader(collections.UserList, "data")
    ),
    collections.UserString: lambda hints, arguments: Calls(
        collections.UserString, [Strings()], take_apart=reader(collections.UserString, "data")
    ),
    collections.defaultdict: _default_dict,
    collections.Counter: _counter,
    collections.ChainMap: _chain_map,
    range: _range,
    slice: _slice,
    array.array: _array,
    abc.Sequence: _sequence,
    abc.MutableSequence: _mutable_sequence,
    abc.Iterable: _iterable,
    abc.Iterator: _iterator,
    abc.Generator: _generator,
    abc.Reversible: _sequence,
    abc.Collection: _collection,
    abc.Container: _collection,
    abc.Sized: _sized,
    abc.Hashable: _hashable_any,
    abc.Mapping: _dict,
    abc.MutableMapping: _dict,
    abc.Set: _abstract_set,
    abc.MutableSet: _of(SET),
    abc.KeysView: _view("keys"),
    abc.ValuesView: _view("values"),
    abc.ItemsView: _view("items"),
    abc.MappingView: _view("keys"),
    **{getattr(abc, name): _buffer for name in ("ByteString", "Buffer") if hasattr(abc, name)},
}
