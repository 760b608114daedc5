"""Classes made by attrs, pydantic and msgspec.

None of the packages is imported: their classes are recognised by what they carry, and only a target that
uses a package has such classes.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.choices import Choices
from fuzzwright.engine.domain import Domain
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.generics import substitute
from fuzzwright.python.resolve import Unresolved, resolve
from fuzzwright.python.signatures import arguments_of

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints


def is_model(cls: type) -> bool:
    """Return whether a class was made by one of the packages."""
    return _is_attrs(cls) or _is_pydantic(cls) or _is_struct(cls)


def model_arguments(hints: Hints, cls: type, binding: Mapping[Any, Any], name: str | None = None) -> Arguments:
    """Return the domain of the arguments that such a class is made with."""
    if _is_pydantic(cls):
        known = _pydantic_hints(cls)
    elif _is_attrs(cls):
        known = _attrs_hints(cls)
    else:
        known = resolve(cls)
    known = {key: hint if isinstance(hint, Unresolved) else substitute(hint, binding) for key, hint in known.items()}
    # By keyword, so that what is left out stays out: their defaults may be made anew for each instance.
    return arguments_of(hints, cls, known=known, by_keyword=not _is_attrs(cls), name=name)


def _is_attrs(cls: type) -> bool:
    return "__attrs_attrs__" in vars(cls)


def _is_pydantic(cls: type) -> bool:
    return isinstance(getattr(cls, "model_fields", None), dict) and hasattr(cls, "__pydantic_core_schema__")


def _is_struct(cls: type) -> bool:
    return type(cls).__name__ == "StructMeta" and hasattr(cls, "__struct_fields__")


def _pydantic_hints(cls: Any) -> dict[str, Any]:
    if not getattr(cls, "__pydantic_complete__", True):
        # Forward references that were not there yet when the class was made.
        cls.model_rebuild(raise_errors=False)
    known: dict[str, Any] = {}
    for field, info in cls.model_fields.items():
        hint = info.annotation
        if info.metadata:
            hint = typing.Annotated[(hint, *info.metadata)]
        for key in (field, info.alias, getattr(info, "validation_alias", None)):
            if isinstance(key, str):
                known[key] = hint
    return known


def _attrs_hints(cls: Any) -> dict[str, Any]:
    evaluated = resolve(cls)
    by_init = resolve(cls.__init__, cls)
    known: dict[str, Any] = {}
    for attribute in cls.__attrs_attrs__:
        parameter = getattr(attribute, "alias", None) or attribute.name.lstrip("_")
        hint = evaluated.get(attribute.name, attribute.type)
        if attribute.converter is not None:
            # What the converter takes, not what it gives.
            hint = by_init.get(parameter, hint)
        if hint is not None:
            known[parameter] = hint
    return known


_TEXTS: dict[str, tuple[str, ...]] = {
    "HttpUrl": ("http://a.example/", "https://b.example:8443/path?x=1#y"),
    "AnyUrl": ("http://a.example/", "ftp://b.example/file", "custom://x"),
    "AnyHttpUrl": ("http://a.example/", "https://b.example/x"),
    "EmailStr": ("a@example.com", "first.last+tag@example.org"),
}


def special(cls: type) -> Domain[Any] | None:
    """Return the domain of a type of pydantic that is given as text."""
    if cls.__module__.partition(".")[0] != "pydantic" or cls.__name__ not in _TEXTS:
        return None
    return Choices(_TEXTS[cls.__name__])
