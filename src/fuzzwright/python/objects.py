"""Python text for objects that came from user code: defaults, examples, what a literal type names.

A literal where there is one, the name a module has for it, or a call of its class; None where nothing would give
the same again. What to import is noted in the `Names`.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
from types import GenericAlias, ModuleType
from typing import Any, get_args, get_origin

from fuzzwright.domains.records import takes_its_fields
from fuzzwright.engine.domain import Names
from fuzzwright.python.source import address

_LITERAL = (int, str, bytes, bool, float, complex, type(None))


def write_object(thing: Any, names: Names) -> str | None:
    """Return an expression for an object that came from user code, or None if there is none."""
    if isinstance(thing, enum.Enum):
        return names.refer(thing)
    if type(thing) in (float, complex) and repr(thing).lstrip("-+(")[:3] in ("nan", "inf"):
        return f"{type(thing).__name__}({str(thing)!r})"
    if type(thing) in _LITERAL or thing is Ellipsis:
        return repr(thing)
    if type(thing) in (tuple, list, set, frozenset):
        return _write_items(thing, names)
    if type(thing) is dict:
        pairs = [(write_object(key, names), write_object(item, names)) for key, item in thing.items()]
        if any(key is None or item is None for key, item in pairs):
            return None
        return f"{{{', '.join(f'{key}: {item}' for key, item in pairs)}}}"
    if isinstance(thing, type) or callable(thing):
        return names.refer(thing) if address(thing)[0] else None
    if dataclasses.is_dataclass(thing) and takes_its_fields(type(thing)):
        return _write_fields(thing, names)
    return _write_as_shown(thing, names)


def _write_items(thing: Any, names: Names) -> str | None:
    written = [write_object(item, names) for item in thing]
    if None in written:
        return None
    inner = ", ".join(text for text in written if text is not None)
    if isinstance(thing, list):
        return f"[{inner}]"
    if isinstance(thing, tuple):
        return f"({inner},)" if len(written) == 1 else f"({inner})"
    display = f"{{{inner}}}" if inner else ""
    if isinstance(thing, frozenset):
        return f"frozenset({display})"
    return display or "set()"


def _write_fields(thing: Any, names: Names) -> str | None:
    fields = dataclasses.fields(thing)
    if not address(type(thing))[0] or not all(field.init for field in fields):
        return None
    written = [(field.name, write_object(getattr(thing, field.name, thing), names)) for field in fields]
    if any(text is None for _, text in written):
        return None
    return f"{names.refer(type(thing))}({', '.join(f'{name}={text}' for name, text in written)})"


def _write_as_shown(thing: Any, names: Names) -> str | None:
    """Return the repr if it is a call of the class with literals that makes an equal object, spelled to be pasted."""
    kind = type(thing)
    if not address(kind)[0]:
        return None
    try:
        call = ast.parse(repr(thing), mode="eval").body
        if not isinstance(call, ast.Call) or ast.unparse(call.func).rpartition(".")[2] != kind.__name__:
            return None
        positional = [ast.literal_eval(argument) for argument in call.args]
        named = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
        made = kind(*positional, **named)
        if type(made) is not kind or made != thing:
            return None
    except Exception:  # whatever user code does here, it only means that there is no such text
        return None
    return f"{names.refer(kind)}{ast.unparse(call)[len(ast.unparse(call.func)) :]}"


def write_named(thing: Any, module: ModuleType | None, names: Names) -> str | None:
    """Return the name that a module has for an object, or its place in a list, tuple or dict of the module."""
    for name, value in vars(module).items() if module is not None else ():
        if value is thing:
            return f"{names.refer(module)}.{name}"
        if type(value) in (list, tuple):
            for place, item in enumerate(value):
                if item is thing:
                    return f"{names.refer(module)}.{name}[{place}]"
        elif type(value) is dict and not name.startswith("__"):
            for key, item in value.items():
                if item is thing and (text := write_object(key, names)) is not None:
                    return f"{names.refer(module)}.{name}[{text}]"
    return None


def write_hint(hint: Any, names: Names) -> str | None:
    """Return an expression for a type: a class a module has, or a collection of such."""
    if hint is None or hint is Ellipsis:
        return "None" if hint is None else "..."
    if isinstance(hint, GenericAlias):
        written = [write_hint(part, names) for part in (get_origin(hint), *get_args(hint))]
        if None in written:
            return None
        return f"{written[0]}[{', '.join(text for text in written[1:] if text is not None)}]"
    return names.refer(hint) if isinstance(hint, type) and address(hint)[0] else None
