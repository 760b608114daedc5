"""Hints for parameters that have none: from the stub, and if asked for from defaults, docstrings, pyrefly and calls.

A stub counts like annotations. The default of a parameter is taken for an example of its type. What a docstring or
pyrefly says, or calls suggest that were seen, is a guess: functions that depend on one are told by `guessed`, so that
a failure may be the guess's.
"""

from __future__ import annotations

import collections
import collections.abc
import functools
import inspect
import sys
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter
from types import FunctionType
from typing import Any

from fuzzwright.engine.domain import Domain
from fuzzwright.python.attributes import UNKNOWN, Attribute, attributes_of
from fuzzwright.python.docstring_types import documented_types
from fuzzwright.python.generators import Registry
from fuzzwright.python.generics import bindings_of, substitute
from fuzzwright.python.hints import Hints
from fuzzwright.python.protocols import MOST_IMPLEMENTATIONS, implementations, is_protocol, members
from fuzzwright.python.recipes import recipes_in
from fuzzwright.python.refusals import CannotGenerate, show
from fuzzwright.python.resolve import Scope, Unresolved, resolve
from fuzzwright.python.seen_types import Seen, seen_hint
from fuzzwright.python.stubs import stub_of, stub_scope
from fuzzwright.python.values import hint_of_value, is_hint

Texts = Mapping[str, Mapping[str, Mapping[str, str]]]
"""By module, qualified name and parameter: the text of an annotation."""

SOURCES = {
    "stub": "its stub",
    "default": "its default",
    "docstring": "the docstring",
    "pyrefly": "pyrefly",
    "calls": "calls of it that were seen",
}
_GUESSING = ("docstring", "pyrefly", "calls")
_REST = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
_COMMON: dict[str, Any] = {
    **{name: getattr(typing, name) for name in typing.__all__},
    "typing": typing,
    "collections": collections,
}


@dataclass(frozen=True, slots=True)
class Inference:
    """What may be inferred, and what a type checker inferred already."""

    wanted: bool = False
    """Whether defaults, docstrings, a type checker and calls count; stubs always do."""
    texts: Texts = field(default_factory=dict)
    seen: Seen = field(default_factory=dict)
    """What functions were called with while others were fuzzed."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A hint for a parameter without annotation, and where it comes from."""

    hint: Any
    source: str

    @property
    def guessed(self) -> bool:
        """Whether it may well be wrong."""
        return self.source in _GUESSING

    def told(self, name: str) -> str:
        """Return it in words: `x: int, from its default`."""
        return f"`{name}: {show(self.hint)}`, from {SOURCES[self.source]}"


def plain_function(thing: Any) -> FunctionType | None:
    """Return the function that a method, partial object or decorated function is made of."""
    while isinstance(thing, functools.partial):
        thing = thing.func
    if isinstance(thing, type):
        name = "__init__" if _attribute(thing, "__init__") is not object.__init__ else "__new__"
        thing = _attribute(thing, name)
    thing = getattr(thing, "__func__", thing)
    plain = inspect.unwrap(thing) if callable(thing) else thing
    return plain if isinstance(plain, FunctionType) else None


def _attribute(cls: Any, name: str) -> Any:
    return getattr(cls, name)


class FilledHints(Hints):
    """Hints that also know parameters and attributes without annotation."""

    def __init__(
        self,
        registry: Registry | None = None,
        classes: Iterable[type] = (),
        unannotated: str = "refuse",
        inference: Inference | None = None,
    ) -> None:
        super().__init__(registry, classes, unannotated)
        self.inference = inference or Inference()
        self._filled: dict[tuple[FunctionType, type | None], dict[str, Filled]] = {}
        self._attributes: dict[type, dict[str, Attribute]] = {}

    def resolve(self, thing: Any, owner: type | None = None) -> dict[str, Any]:
        """Return the hints of a function, with what could be found for parameters that have none."""
        found = resolve(thing, owner)
        if isinstance(thing, type):
            return found
        return {**{name: filled.hint for name, filled in self.filled(thing, owner).items()}, **found}

    def filled(self, thing: Any, owner: type | None = None) -> dict[str, Filled]:
        """Return what was found for parameters of a function, or of a class's constructor, that have no annotation."""
        plain = plain_function(thing)
        if plain is None:
            return {}
        if isinstance(thing, type):
            owner = next((base for base in thing.__mro__ if plain in vars(base).values()), thing)
        key = plain, owner
        if key not in self._filled:
            self._filled[key] = _fill(plain, owner, self.inference)
        return self._filled[key]

    def missing(self, thing: Any, owner: type | None = None) -> tuple[str, ...]:
        """Return the parameters of a function, or of a class's constructor, that nothing gives a hint for."""
        plain = plain_function(thing)
        if plain is None:
            return ()
        known = {*self.filled(thing, owner), *plain.__annotations__}
        return tuple(each.name for each in _unannotated(plain) if each.name not in known and each.kind not in _REST)

    def guessed(self, thing: Any, owner: type | None, domain: Domain[Any]) -> tuple[str, ...]:
        """Return the parameters with guessed hints: of a function itself, and of what makes its arguments."""
        if not self.inference.wanted:
            return ()
        own = [name for name, filled in self.filled(thing, owner).items() if filled.guessed]
        makers = [maker.function for inner in recipes_in(domain) for maker in inner.makers]
        for maker in makers:
            if maker is not thing:
                of = getattr(maker, "__qualname__", show(maker))
                own += [f"{of}.{name}" for name, filled in self.filled(maker).items() if filled.guessed]
        return tuple(dict.fromkeys(own))

    def remarks(self, thing: Any, owner: type | None = None) -> list[str]:
        """Return in words which hints of a function were inferred and from what; stubs are as good as annotations."""
        filled = self.filled(thing, owner).items()
        told = [each.told(name) for name, each in filled if each.source != "stub"]
        return ["; ".join(told)] if told else []

    def attributes(self, cls: type) -> dict[str, Attribute]:
        """Return the attributes of a class's instances, inferred ones too."""
        if cls not in self._attributes:
            try:
                self._attributes[cls] = attributes_of(cls, self.resolve)
            except Exception:  # classes of users may answer any question with a raise
                self._attributes[cls] = {}
        return self._attributes[cls]

    def by_type(self, hint: Any) -> Domain[Any]:
        """Return the domain of a hint; for a protocol also classes that get its attributes in `__init__` will do."""
        cls = typing.get_origin(hint) or hint
        if isinstance(cls, type) and is_protocol(cls) and cls.__module__ not in ("typing", "collections.abc"):
            fitting = self._fitting(cls)
            if fitting:
                return self.build(typing.Union[tuple(fitting)])  # noqa: UP007 - made while running
        return super().by_type(hint)

    def _fitting(self, cls: type) -> list[type]:
        """Return classes that have all attributes of a protocol, if none says so by annotations alone."""
        wanted = members(cls)
        if None not in wanted.values() or implementations(cls, self.classes):
            return []
        hints = resolve(cls)
        found: list[type] = []
        for candidate in self.classes:
            if is_protocol(candidate) or inspect.isabstract(candidate):
                continue
            have = self.attributes(candidate)
            if all(hasattr(candidate, name) or _agrees(have.get(name), hints.get(name)) for name in wanted):
                try:
                    self.build(candidate)
                except CannotGenerate:
                    continue
                found.append(candidate)
        found.sort(key=lambda candidate: (candidate.__module__, candidate.__qualname__))
        return found[:MOST_IMPLEMENTATIONS]


def _agrees(attribute: Attribute | None, wanted: Any) -> bool:
    """Tell whether an attribute may be what a protocol asks for: it is there, and not known to be something else."""
    if attribute is None or attribute.hint is UNKNOWN:
        return False
    if isinstance(attribute.hint, type) and isinstance(wanted, type) and wanted is not Any:
        return issubclass(attribute.hint, wanted)
    return True


def _unannotated(plain: FunctionType) -> list[Parameter]:
    try:
        parameters = inspect.signature(plain).parameters
    except (ValueError, TypeError):
        return []
    known = plain.__annotations__
    return [each for each in parameters.values() if each.name not in known and each.name not in ("self", "cls")]


def _fill(plain: FunctionType, owner: type | None, inference: Inference) -> dict[str, Filled]:
    known = plain.__annotations__
    missing = _unannotated(plain)
    found: dict[str, Filled] = {}
    if missing or "return" not in known:
        found = {name: Filled(hint, "stub") for name, hint in _from_stub(plain, owner).items() if name not in known}
    if not inference.wanted or not missing:
        return found
    documented: dict[str, str] | None = None
    scope: Scope | None = None
    texts = inference.texts.get(plain.__module__, {}).get(plain.__qualname__, {})
    for parameter in missing:
        name = parameter.name
        if name in found or parameter.kind in _REST:
            continue
        suggested = None if parameter.default is Parameter.empty else hint_of_value(parameter.default)
        if suggested is not None:
            found[name] = Filled(suggested, "default")
            continue
        if documented is None or scope is None:
            documented = documented_types(_docstring(plain, owner))
            scope = Scope([Scope.of_function(plain, owner), _COMMON], sys.modules.get(plain.__module__))
        for text, source in ((documented.get(name), "docstring"), (texts.get(name), "pyrefly"), (None, "calls")):
            if source == "calls":
                seen = seen_hint(inference.seen, plain, name)
                hint = Any if seen is None else seen
            else:
                hint = scope.evaluate(text) if text else Any
            if hint is Any or hint is object or not is_hint(hint):
                continue
            if parameter.default is None:
                hint = typing.Optional[hint]  # noqa: UP045 - made while running
            found[name] = Filled(hint, source)
            break
    return found


def _from_stub(plain: FunctionType, owner: type | None) -> dict[str, Any]:
    module = sys.modules.get(plain.__module__)
    stub = stub_of(module) if module is not None else None
    if stub is None or module is None:
        return {}
    texts = stub.functions.get(plain.__qualname__, {})
    if not texts:
        return {}
    scope = stub_scope(stub, module, [owner] if owner is not None else [])
    found = {name: scope.evaluate(text) for name, text in texts.items()}
    binding = {**bindings_of(owner), typing.Self: owner} if owner is not None else {}
    return {name: substitute(hint, binding) for name, hint in found.items() if not isinstance(hint, Unresolved)}


def _docstring(plain: FunctionType, owner: type | None) -> str:
    texts = [plain.__doc__]
    if owner is not None and plain.__name__ in ("__init__", "__new__"):
        texts.append(vars(owner).get("__doc__"))  # where many write about the constructor
    return "\n\n".join(inspect.cleandoc(text) for text in texts if isinstance(text, str))
