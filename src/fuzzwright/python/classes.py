"""Instances of classes: enums, records of every kind, and ordinary classes through what makes them."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import sys
import typing
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.choices import Choices
from fuzzwright.domains.filters import filtered
from fuzzwright.domains.records import Records, takes_its_fields
from fuzzwright.engine.domain import Domain, Names
from fuzzwright.python import exceptions, models, protocols, typed_dicts
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.checking_only import ABSENT, checking_only
from fuzzwright.python.dates import with_limits
from fuzzwright.python.generics import bindings_of, substitute
from fuzzwright.python.recipes import Maker, Recipes, Step
from fuzzwright.python.refusals import CannotGenerate
from fuzzwright.python.resolve import Scope, resolve
from fuzzwright.python.signatures import arguments_of

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

_OURS = __name__.partition(".")[0]
MOST_METHODS = 12
"""How many methods of a class are used to bring its instances into other states."""


# Methods that by their name wait, end or go on for ever: no way to bring an object into a state.
_NOT_STEPS = (
    *("accept", "ask", "connect", "exec", "exit", "fork", "input", "join", "kill", "listen", "loop", "main"),
    *("mainloop", "poll", "prompt", "quit", "recv", "run", "run_forever", "select", "serve", "serve_forever"),
    *("shutdown", "sleep", "spawn", "start", "stop", "terminate", "wait", "watch"),
)


def instances(hints: Hints, cls: type, arguments: tuple[Any, ...]) -> Domain[Any]:
    """Return the domain of the instances of a class that no table knows."""
    if (meant := _meant(cls)) is not None:
        return filtered(hints.build(meant), lambda value: isinstance(value, cls))
    if issubclass(cls, enum.Enum):
        return _members(cls)
    binding = bindings_of(cls, arguments)
    if typed_dicts.is_typed_dict(cls):
        return typed_dicts.typed_dicts(hints, cls, binding)
    if exceptions.is_builtin_exception(cls):
        return exceptions.exceptions(hints, cls)
    text = models.special(cls)
    if text is not None:
        return text
    if models.is_model(cls) and not inspect.isabstract(cls):
        return Recipes([_maker(hints, cls, binding)], stem=_stem(cls))
    if protocols.is_protocol(cls):
        return protocols.fitting(hints, cls, binding)
    if dataclasses.is_dataclass(cls):
        return _data(hints, cls, binding)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        return Recipes([_maker(hints, cls, binding)], stem=_stem(cls))
    if inspect.isabstract(cls):
        return _subclasses(hints, cls)
    return _ordinary(hints, cls, binding)


def _meant(cls: type) -> Any:
    """Return what a class that decides itself what its instances are stands for to type checkers, if that is told.

    `if TYPE_CHECKING: Word = str` and otherwise a class for checks while running, which is never called.
    """
    if "__instancecheck__" not in vars(type(cls)):
        return None
    for module in filter(None, (sys.modules.get(cls.__module__), sys.modules.get(type(cls).__module__))):
        meant = checking_only(module, cls.__name__, Scope.of_module(module))
        if meant is not ABSENT and meant is not cls:
            return meant
    return None


def constructor(hints: Hints, cls: type, arguments: tuple[Any, ...], name: str | None = None) -> Arguments:
    """Return the domain of the arguments that make an instance of `cls`."""
    return _maker(hints, cls, bindings_of(cls, arguments), name).arguments


def _stem(cls: type) -> str:
    return cls.__name__.lstrip("_")[:1].lower() or "x"


def _members(cls: type[enum.Enum]) -> Domain[Any]:
    if issubclass(cls, enum.Flag):
        return _flags(cls)
    options = list(cls)
    if not options:
        raise CannotGenerate(f"{cls.__name__} has no members", hint=cls)
    return Choices(options, lambda value, names: names.refer(value))


def _flags(cls: type[enum.Flag]) -> Domain[Any]:
    single = list(cls)
    found: dict[int, enum.Flag] = {0: cls(0)}
    for flag in single:
        found |= {known | flag.value: cls(known | flag.value) for known in list(found)}
        if len(found) > 256:
            break
    named = {flag.value for flag in single}

    def write(value: Any, names: Names) -> str:
        return names.refer(value) if value.value in named else f"{names.refer(cls)}({value.value})"

    return Choices(sorted(found.values(), key=lambda flag: flag.value), write)


def _data(hints: Hints, cls: type, binding: Mapping[Any, Any]) -> Domain[Any]:
    fields = dataclasses.fields(cls)
    known = resolve(cls)
    if _is_plain_record(cls, fields):
        places = [(field.name, hints.build(substitute(known[field.name], binding))) for field in fields]
        return Records(cls, places, frozen=True)
    return Recipes([_maker(hints, cls, binding)], stem=_stem(cls))


def _is_plain_record(cls: type, fields: tuple[dataclasses.Field[Any], ...]) -> bool:
    """Whether an instance is nothing but its fields, and can be made of any that have the right types."""
    parameters = getattr(cls, "__dataclass_params__", None)
    if parameters is None or not parameters.frozen or not parameters.eq or not parameters.init:
        return False
    if any(not field.init or field.kw_only or not field.compare for field in fields):
        return False
    if (
        hasattr(cls, "__post_init__")
        or hasattr(cls, "__pydantic_validator__")
        or _attribute(cls, "__new__") is not object.__new__
    ):
        return False
    if any(type(kind).__name__ == "InitVar" for kind in resolve(cls).values()):
        return False
    return takes_its_fields(cls) and _attribute(cls, "__setattr__") is not object.__setattr__


def _maker(hints: Hints, cls: type, binding: Mapping[Any, Any], name: str | None = None) -> Maker:
    if models.is_model(cls):
        return Maker(cls, models.model_arguments(hints, cls, binding, name))
    known: dict[str, Any]
    if dataclasses.is_dataclass(cls) or (issubclass(cls, tuple) and hasattr(cls, "_fields")):
        # The fields of a namedtuple of `collections` have names only.
        untyped = dict.fromkeys(getattr(cls, "_fields", ()), Any)
        known = {**untyped, **{field: _init_var(hint) for field, hint in resolve(cls).items()}}
        if dataclasses.is_dataclass(cls) and not takes_its_fields(cls):
            known |= resolve(_attribute(cls, "__init__"), _definer(cls, "__init__"))
    else:
        name_of = "__init__" if _attribute(cls, "__init__") is not object.__init__ else "__new__"
        known = with_limits(cls, resolve(_attribute(cls, name_of), _definer(cls, name_of)))
    return Maker(cls, arguments_of(hints, cls, known=known, owner=cls, binding=binding, name=name))


def _attribute(cls: Any, name: str) -> Any:
    return getattr(cls, name)


def _definer(cls: type, name: str) -> type:
    return next((base for base in cls.__mro__ if name in base.__dict__), cls)


def _init_var(hint: Any) -> Any:
    return hint.type if type(hint).__name__ == "InitVar" else hint


def _ordinary(hints: Hints, cls: type, binding: Mapping[Any, Any]) -> Domain[Any]:
    refused: CannotGenerate | None = None
    makers: list[Maker] = []
    try:
        makers.append(_maker(hints, cls, binding))
    except CannotGenerate as error:
        refused = error
    for factory in _factories(cls, binding):
        try:
            makers.append(Maker(factory, arguments_of(hints, factory, owner=cls, binding=binding)))
        except CannotGenerate:
            continue
    if not makers and issubclass(cls, Exception):
        return exceptions.with_any_arguments(cls)
    if not makers:
        assert refused is not None
        needed = f"its parameter `{refused.parameter}`: " if refused.parameter else ""
        raise CannotGenerate(f"no generator for {cls.__qualname__} ({needed}{refused.reason})", hint=cls)
    return Recipes(makers, _steps(hints, cls, binding), _stem(cls))


def _factories(cls: type, binding: Mapping[Any, Any]) -> list[Callable[..., Any]]:
    """Class and static methods that say they return an instance."""
    found: list[Callable[..., Any]] = []
    wanted = tuple(binding.get(variable, variable) for variable in getattr(cls, "__parameters__", ()))
    for name, raw in vars(cls).items():
        if name.startswith("_") or not isinstance(raw, classmethod | staticmethod):
            continue
        method = getattr(cls, name)
        returned = substitute(resolve(method, cls).get("return"), binding)
        if returned is cls or (typing.get_origin(returned) is cls and typing.get_args(returned) == wanted):
            found.append(method)
    return found


def _steps(hints: Hints, cls: type, binding: Mapping[Any, Any]) -> list[Step]:
    found: list[Step] = []
    for name, raw in _methods(cls):
        if len(found) == MOST_METHODS:
            break
        try:
            step = arguments_of(hints, raw, owner=_definer(cls, name), binding=binding, skip_first=True)
        except CannotGenerate:
            continue
        found.append(Step(name, step))
    return found


def _methods(cls: type) -> list[tuple[str, Any]]:
    """Public methods with annotations that can simply be called."""
    found: dict[str, Any] = {}
    for base in cls.__mro__:
        if base.__module__ in ("builtins", "typing", "abc", "enum"):
            continue
        for name, raw in vars(base).items():
            if name not in found and not name.startswith("_") and inspect.isfunction(raw):
                found[name] = raw
    return [(name, raw) for name, raw in found.items() if name not in _NOT_STEPS and _is_step(raw)]


def _is_step(function: Any) -> bool:
    plain = inspect.unwrap(function)
    if inspect.iscoroutinefunction(plain) or inspect.isgeneratorfunction(plain) or inspect.isasyncgenfunction(plain):
        return False
    return bool(getattr(plain, "__annotations__", None)) and not getattr(function, "__isabstractmethod__", False)


def _subclasses(hints: Hints, cls: type) -> Domain[Any]:
    found = concrete_subclasses(cls, hints.classes)
    if not found:
        raise CannotGenerate(
            f"no generator for {cls.__qualname__} (it is abstract, and no subclass is known)", hint=cls
        )
    return hints.build(typing.Union[tuple(found)])  # noqa: UP007 - a hint made while running


def concrete_subclasses(cls: type, known: list[type]) -> list[type]:
    """Return the classes below `cls` that can have instances: of its own package, or else the known ones first."""
    found: dict[type, None] = {}
    waiting = [cls]
    while waiting:
        current = waiting.pop(0)
        below: type
        for below in type.__subclasses__(current):  # of a metaclass, `current` would be the instance
            if below not in found:
                found[below] = None
                waiting.append(below)
    for candidate in known:
        if candidate is not cls and _is_below(candidate, cls):
            found.setdefault(candidate)
    package, told = cls.__module__.partition(".")[0], set(map(id, known))
    concrete = [below for below in found if not inspect.isabstract(below) and _has_a_name(below)]
    own = [below for below in concrete if below.__module__.partition(".")[0] == package]
    # What happens to be loaded is no caller's choice, least of all our own classes.
    others = [below for below in concrete if id(below) in told or below.__module__.partition(".")[0] != _OURS]
    meant = [below for below in others if id(below) in told or _is_for_all(below)]
    order = sorted(own or meant or others, key=lambda below: (below.__module__, below.__qualname__))
    return sorted(order, key=lambda below: id(below) not in told)[:8]


def _is_for_all(cls: type) -> bool:
    """Tell whether a class is one of Python's, and no private one."""
    names = [*cls.__module__.split("."), *cls.__qualname__.split(".")]
    return names[0] in sys.stdlib_module_names and not any(name.startswith("_") for name in names)


def _has_a_name(cls: type) -> bool:
    """Return whether a class is where its names say it is; some of C are not, and those made in functions."""
    found: Any = sys.modules.get(cls.__module__)
    try:
        for name in cls.__qualname__.split("."):
            found = getattr(found, name)
    except Exception:  # modules and classes may answer as they like
        return False
    return found is cls


def _is_below(candidate: type, cls: type) -> bool:
    try:
        return issubclass(candidate, cls)
    except TypeError:
        return False
