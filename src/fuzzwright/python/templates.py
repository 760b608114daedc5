"""What the cases of a `match` ask for, as values that would match, with holes where anything does.

A case that cannot be put so simply has no template. Names of classes and constants are looked up only when
the template is used, where the pattern stands.
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fuzzwright.domains.records import takes_its_fields
from fuzzwright.engine.domain import HOLE
from fuzzwright.python.distances import FAR, ITEM, apart, bounded
from fuzzwright.python.inverses.answers import EXAMPLES, is_record, record

MOST_TEMPLATES = 12
"""Of one case only so many are tried."""
_EXTRA: Final = (0, 1, 2)
"""How many items a star stands for."""
_BY_NAME: Final = {cls.__name__: cls for cls in EXAMPLES}


@dataclass(frozen=True, slots=True)
class Dotted:
    """A name in a pattern, to be looked up where the pattern stands."""

    name: str


@dataclass(frozen=True, slots=True)
class Kind:
    """Anything of a plain type."""

    cls: type


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a class, by its name, with templates for some of its fields."""

    name: str
    positional: tuple[Any, ...]
    named: tuple[tuple[str, Any], ...]


def templates_of(pattern: ast.pattern) -> list[Any]:
    """Return what would match; nothing for what cannot be said so simply."""
    return _templates(pattern)[:MOST_TEMPLATES]


def _templates(pattern: ast.pattern) -> list[Any]:
    match pattern:
        case ast.MatchValue(value=ast.Constant(value=value)) | ast.MatchSingleton(value=value):
            return [value]
        case ast.MatchValue(value=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value))):
            return [-value]
        case ast.MatchValue(value=ast.Attribute() as value):
            return [Dotted(ast.unparse(value))]
        case ast.MatchOr():
            return [template for inner in pattern.patterns for template in _templates(inner)]
        case ast.MatchAs(pattern=None):
            return [HOLE]
        case ast.MatchAs(pattern=ast.pattern() as inner):
            return _templates(inner)
        case ast.MatchSequence():
            return _sequences(pattern.patterns)
        case ast.MatchMapping():
            keys = [key.value for key in pattern.keys if isinstance(key, ast.Constant)]
            if len(keys) == len(pattern.keys):
                return _all(pattern.patterns, lambda values: dict(zip(keys, values, strict=True)))
        case ast.MatchClass(cls=ast.Name(id=name), patterns=[], kwd_patterns=[]) if name in _BY_NAME:
            return [Kind(_BY_NAME[name])]
        case ast.MatchClass(cls=ast.Name(id=name), patterns=[inner], kwd_patterns=[]) if name in _BY_NAME:
            return _templates(inner)
        case ast.MatchClass(cls=ast.Name() | ast.Attribute() as cls):
            return _instances(ast.unparse(cls), pattern)
    return []


def _sequences(patterns: list[ast.pattern]) -> list[Any]:
    star = next((place for place, inner in enumerate(patterns) if isinstance(inner, ast.MatchStar)), None)
    if star is None:
        return _all(patterns, list)
    others = patterns[:star] + patterns[star + 1 :]
    found: list[Any] = []
    for extra in _EXTRA:
        found += _all(others, lambda values, extra=extra: [*values[:star], *[HOLE] * extra, *values[star:]])  # type: ignore[misc]  # bound here
    return found


def _instances(name: str, pattern: ast.MatchClass) -> list[Any]:
    plain = len(pattern.patterns)
    names = pattern.kwd_attrs
    return _all(
        [*pattern.patterns, *pattern.kwd_patterns],
        lambda values: Instance(name, tuple(values[:plain]), tuple(zip(names, values[plain:], strict=True))),
    )


def _all(patterns: list[ast.pattern], put: Callable[[list[Any]], Any]) -> list[Any]:
    """Return the combination of the first template of each part, and one more for each further template."""
    parts = [_templates(inner) for inner in patterns]
    if not all(parts):
        return []
    first = [part[0] for part in parts]
    others = [[*first[:place], other, *first[place + 1 :]] for place, part in enumerate(parts) for other in part[1:]]
    return [put(list(choice)) for choice in (first, *others)]


def resolved(template: Any, names: Mapping[str, Any]) -> Any:
    """Return a template with what its names stand for; a hole where that cannot be found out."""
    match template:
        case Dotted(name):
            return _looked_up(name, names)
        case Instance():
            return _instance(template, names)
        case list():
            return [resolved(item, names) for item in template]
        case dict():
            return {key: resolved(item, names) for key, item in template.items()}
    return template


def filled_in(template: Any) -> Any:
    """Return a resolved template as a value to be wanted: with an example where anything of a type will do."""
    match template:
        case Kind(cls):
            return EXAMPLES[cls][-1]
        case list():
            return [filled_in(item) for item in template]
        case dict():
            return {key: filled_in(item) for key, item in template.items()}
    if is_record(template):
        return _made(
            type(template), {field.name: filled_in(getattr(template, field.name)) for field in _fields(template)}
        )
    return template


def far_from(value: Any, template: Any) -> float:
    """Return how far a value is from matching a resolved template; 0 if it does."""
    if template is HOLE or value is template:
        return 0.0
    match template:
        case Kind(cls):
            return 0.0 if issubclass(type(value), cls) else FAR
        case list():
            if type(value) not in (list, tuple):
                return FAR
            items = sum(bounded(far_from(item, asked)) for item, asked in zip(value, template, strict=False))
            return items + abs(len(value) - len(template)) * ITEM
        case dict():
            # Other mappings have methods of their own, which are not to be called here.
            if type(value) is not dict:
                return FAR
            return sum(
                bounded(far_from(value[key], asked)) if key in value else ITEM for key, asked in template.items()
            )
    if type(value) is type(template) and is_record(template):
        read = object.__getattribute__  # not what the class may have instead
        pairs = [(read(value, field.name), read(template, field.name)) for field in _fields(template)]
        return sum(bounded(far_from(part, asked)) for part, asked in pairs)
    return apart(value, template) if type(value) in EXAMPLES else float(value is not template) * FAR


def _fields(thing: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(thing)


def _looked_up(name: str, names: Mapping[str, Any]) -> Any:
    first, *rest = name.split(".")
    thing = names.get(first, HOLE)
    try:
        for part in rest:
            thing = getattr(thing, part)
    except Exception:  # looking up an attribute may run code of its own
        return HOLE
    return thing


def _instance(template: Instance, names: Mapping[str, Any]) -> Any:
    """Return an instance with holes in it, made without running code of its class."""
    cls = _looked_up(template.name, names)
    if not isinstance(cls, type) or not dataclasses.is_dataclass(cls) or not takes_its_fields(cls):
        return HOLE
    given = dict(zip(getattr(cls, "__match_args__", ()), template.positional, strict=False))
    given |= dict(template.named)
    return _made(cls, {field.name: resolved(given.get(field.name, HOLE), names) for field in _fields(cls)})


def _made(cls: type, fields: Mapping[str, Any]) -> Any:
    try:
        return record(cls, fields)
    except Exception:  # classes may refuse to be made in this way
        return HOLE
