"""From type hints to domains.

`Hints` keeps what was built, so that equal hints give the identical domain and recursive types refer
to themselves; which domain a class or a form of `typing` gets is in tables next to those domains. What
no table knows is a class to be called, or is refused with a reason.
"""

from __future__ import annotations

import collections.abc as abc
import math
import re
import typing
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from fuzzwright.domains.settling import Settled
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.references import Later
from fuzzwright.python import (
    anything,
    basics,
    callables,
    classes,
    containers,
    dates,
    forms,
    patterns,
    stdlib,
    strategies,
    streams,
    waiting,
)
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.generators import Registry, registered
from fuzzwright.python.generics import is_variable, stand_ins
from fuzzwright.python.refusals import CannotGenerate, Where, show
from fuzzwright.python.resolve import Forward, Unresolved, resolve
from fuzzwright.python.signatures import target_arguments

__all__ = ["CannotGenerate", "Hints", "Unresolved", "Where", "resolve"]

Build = Callable[["Hints", tuple[Any, ...]], Domain[Any]]

_CLASSES: dict[Any, Build] = {
    **basics.BUILD,
    **containers.BUILD,
    **dates.BUILD,
    **patterns.BUILD,
    **stdlib.BUILD,
    **streams.BUILD,
    **waiting.BUILD,
    abc.Callable: callables.callables,
    FunctionType: callables.callables,
    type: callables.classes_below,
    Any: anything.anything,
    object: anything.anything,
}


class Hints:
    """The domains of all hints asked for so far."""

    def __init__(
        self, registry: Registry | None = None, classes: Iterable[type] = (), unannotated: str = "refuse"
    ) -> None:
        self.registry = registry if registry is not None else Registry()
        self.classes = list(classes)
        """Classes of the package under test: where to look for subclasses."""
        self.unannotated = unannotated
        """What to do with parameters without annotation or default: "refuse", or take them as "any"."""
        self._built: dict[Any, Domain[Any]] = {}
        self._refused: dict[Any, CannotGenerate] = {}
        self._order: list[Any] = []
        self._depth = 0
        self._settled = Settled()
        self._kept: list[Any] = []

    # What others ask for

    def domain(self, hint: Any, *, where: Where | None = None) -> Domain[Any]:
        """Return the domain of a hint, ready for use; the same object for equal hints."""
        known = self._built.get(self._key(hint))
        if known is not None and self._depth == 0:
            return known.itself
        return self._finished(lambda: self.build(hint), where)

    def arguments(
        self,
        function: Callable[..., Any],
        owner: type | None = None,
        name: str | None = None,
        instead: Mapping[str, Any] | None = None,
    ) -> Arguments:
        """Return the domain of the arguments of a function, class, or method of `owner`.

        `instead` has hints that are tried in place of those of some parameters; not for classes.
        """
        where = Where.of(function, name=name)
        built = self._finished(lambda: target_arguments(self, function, owner, name, instead), where)
        assert isinstance(built, Arguments)
        return built

    def constructor(self, cls: type, name: str | None = None) -> Arguments:
        """Return the domain of the arguments that make an instance of `cls`; not yet settled."""
        return classes.constructor(self, cls, (), name)

    def resolve(self, thing: Any, owner: type | None = None) -> dict[str, Any]:
        """Return the hints of a function or class, evaluated; what could not be is `Unresolved`."""
        return resolve(thing, owner)

    def _finished(self, make: Callable[[], Domain[Any]], where: Where | None) -> Domain[Any]:
        mark = len(self._order)
        self._depth += 1
        try:
            domain = make().itself
        except CannotGenerate as error:
            self._forget(mark)
            if where is None or error.told:
                raise
            raise error.at(where) from None
        except RecursionError:
            self._forget(mark)
            raise CannotGenerate("the type is nested too deeply", where) from None
        finally:
            self._depth -= 1
        if math.isinf(self._settled.add(domain)):
            self._forget(mark)
            fix = "let it end somewhere: let a field in it be None or an empty list"
            raise CannotGenerate("every value of the type would be infinitely deep", where, fix=fix)
        try:
            domain.simplest()
        except Unfit as error:
            self._forget(mark)
            raise CannotGenerate(str(error), where) from None
        self._finish_others(mark)
        return domain

    def _finish_others(self, mark: int) -> None:
        """Finish what was built since then and is no part of what came of it: it may be asked for by itself."""
        for key in self._order[mark:]:
            if math.isinf(self._settled.add(self._built[key].itself)):
                del self._built[key]
        self._order[mark:] = [key for key in self._order[mark:] if key in self._built]

    # Building

    def build(self, hint: Any) -> Domain[Any]:
        """Return the domain of a hint while others are still being built: perhaps a reference to it."""
        key = self._key(hint)
        known = self._built.get(key)
        if known is not None:
            return known
        refused = self._refused.get(key)
        if refused is not None:
            raise refused
        later: Later[Any] = Later()
        mark = len(self._order)
        self._built[key] = later
        self._order.append(key)
        try:
            domain = self._make(hint)
        except CannotGenerate as error:
            self._forget(mark)
            self._refused[key] = error
            raise
        later.set(domain)
        self._built[key] = domain
        return domain

    def _forget(self, mark: int) -> None:
        """Drop what was built since then: it may refer to what could not be."""
        for key in self._order[mark:]:
            self._built.pop(key, None)
        del self._order[mark:]

    def _key(self, hint: Any) -> Any:
        try:
            hash(hint)
        except TypeError:
            # Kept, so that no other hint gets the same id.
            self._kept.append(hint)
            return (Hints, id(hint))
        # 1 and True are equal, but not the same Literal.
        return (type(hint), hint, show(hint)) if get_args(hint) else (type(hint), hint)

    def _make(self, hint: Any) -> Domain[Any]:
        if isinstance(hint, Unresolved):
            raise CannotGenerate(
                f"cannot resolve `{hint.text}`: {hint.reason}", fix="make the name importable where it is used"
            )
        if isinstance(hint, Forward):
            return self.build(hint.hint())
        made = registered(self, hint)
        return self.by_type(hint) if made is None else made

    def by_type(self, hint: Any) -> Domain[Any]:
        """Return the domain of a hint by what it says alone, whatever generators were registered for it."""
        if hint is None:
            hint = NoneType
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Union or origin is UnionType:
            return self._union(arguments)
        if is_variable(hint):
            return self._union([int, str] if type(hint).__name__ != "TypeVar" else stand_ins(hint))
        strategy = strategies.among(getattr(hint, "__metadata__", ()))
        if strategy is not None:
            return strategies.values_of(strategy, hint)
        build = forms.find(hint, origin)
        if build is not None:
            return build(self, hint)
        cls = origin if origin is not None else hint
        known = _CLASSES.get(cls) if _is_hashable(cls) else None
        if known is not None:
            # `tuple[()]` has no arguments either, but is not `tuple`.
            return known(self, ((),) if origin is tuple and not arguments and hint is not tuple else arguments)
        if isinstance(cls, type):
            return classes.instances(self, cls, arguments)
        raise CannotGenerate(f"no generator for {show(hint)}", hint=hint)

    def _union(self, hints: Iterable[Any]) -> Domain[Any]:
        members: list[Domain[Any]] = []
        left_out: list[str] = []
        refused: CannotGenerate | None = None
        # In one order however it was written: typing takes Union[int, str] and Union[str, int] for the same.
        union = list(dict.fromkeys(hints))
        for hint in sorted(union, key=_simplest_first):
            try:
                members.append(self.build(hint))
            except CannotGenerate as error:
                refused = error
                left_out.append(f"`{show(hint)}` of `{' | '.join(map(show, union))}`: {error.reason}")
        if not members and refused is not None:
            raise refused
        return members[0] if len(members) == 1 and not left_out else Unions(members, left_out=left_out)


def _is_hashable(thing: Any) -> bool:
    try:
        hash(thing)
    except TypeError:
        return False
    return True


_SIMPLEST: dict[Any, int] = {NoneType: 0, type(None): 0, bool: 1, int: 2, float: 3, str: 4, bytes: 5}


def _simplest_first(hint: Any) -> tuple[int, str]:
    if hint is None:
        return 0, ""
    rank = _SIMPLEST.get(hint, 9) if _is_hashable(hint) else 9
    if rank == 9 and typing.get_origin(hint) is None:
        rank = 8
    # Without addresses, which differ from run to run.
    return rank, re.sub(r" at 0x[0-9a-f]+", "", show(hint))
