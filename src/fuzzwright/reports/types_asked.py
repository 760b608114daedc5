"""Whether a value is of a type, as an expression that needs nothing but builtins."""

from __future__ import annotations

import ast
import re

_PLAIN = {
    **{
        name: name for name in ("int", "str", "bytes", "bool", "list", "dict", "set", "frozenset", "tuple", "bytearray")
    },
    # An int will do where a float is asked for, as type checkers have it.
    "float": "(int, float)",
    "complex": "(int, float, complex)",
}
_OLD = {"List": "list", "Dict": "dict", "Set": "set", "FrozenSet": "frozenset", "Tuple": "tuple"}
_ITEMS = ("list", "set", "frozenset")


_DICT_VALUE = re.compile(r"dict value of (?P<key>.+): (?P<what>\w+)")
_BELOW = re.compile(r"(?P<what>\w+) at \[(?P<key>[^\[\]]+)\]")


class _Unknown(Exception):
    """A type that cannot be asked for."""


def asked(expected: str, actual: str, name: str) -> str:
    """Return the expression that is true if `name` is of a type, and was false for what it was; or nothing.

    `actual` says what it was instead, as a finding does. Where the type cannot be asked for with builtins alone, as
    classes may refuse `isinstance`, that is asked: not to be so.
    """
    # A bool is an int to Python; where that was the complaint, asking for an int would not do.
    if actual != "bool" or "bool" in expected:
        try:
            return _of(ast.parse(expected, mode="eval").body, name, 0)
        except (_Unknown, SyntaxError, ValueError, RecursionError):
            pass
    return _not_so(expected, actual, name)


def _not_so(expected: str, actual: str, name: str) -> str:
    where = _DICT_VALUE.fullmatch(actual) or _BELOW.fullmatch(actual)
    if where is not None:
        if "set" in expected.lower() or not _is_literal(where["key"]):
            return ""  # of sets it is not known which item it was
        name, actual = f"{name}[{where['key']}]", where["what"]
    if actual == "None":
        return f"{name} is not None"
    return f'type({name}).__qualname__ != "{actual}"' if actual.isidentifier() else ""


def _is_literal(text: str) -> bool:
    try:
        return isinstance(ast.literal_eval(text), int | str)
    except (SyntaxError, ValueError):
        return False


def _of(node: ast.expr, name: str, depth: int) -> str:
    match node:
        case ast.Constant(value=None):
            return f"{name} is None"
        case ast.Name(id=kind) if _OLD.get(kind, kind) in _PLAIN:
            return f"isinstance({name}, {_PLAIN[_OLD.get(kind, kind)]})"
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_part(left, name, depth)} or {_part(right, name, depth)}"
        case ast.Subscript(value=ast.Name(id="Optional"), slice=inner):
            return f"{_part(inner, name, depth)} or {name} is None"
        case ast.Subscript(value=ast.Name(id="Union"), slice=ast.Tuple(elts=members)):
            return " or ".join(_part(member, name, depth) for member in members)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=slice):
            values = slice.elts if isinstance(slice, ast.Tuple) else [slice]
            if not all(isinstance(value, ast.Constant) for value in values):
                raise _Unknown
            return f"{name} in ({', '.join(ast.unparse(value) for value in values)},)"
        case ast.Subscript(value=ast.Name(id=kind), slice=slice):
            return _filled(_OLD.get(kind, kind), slice, name, depth)
    raise _Unknown


def _filled(kind: str, slice: ast.expr, name: str, depth: int) -> str:
    item, key = ("item", "key") if not depth else (f"item{depth + 1}", f"key{depth + 1}")
    is_kind = f"isinstance({name}, {kind})"
    match slice:
        case ast.Tuple(elts=[inner, ast.Constant(value=value)]) if kind == "tuple" and value is ...:
            return f"{is_kind} and all({_of(inner, item, depth + 1)} for {item} in {name})"
        case ast.Tuple(elts=[of_key, of_item]) if kind == "dict":
            both = f"{_part(of_key, key, depth + 1)} and {_part(of_item, item, depth + 1)}"
            return f"{is_kind} and all({both} for {key}, {item} in {name}.items())"
        case _ if kind == "tuple":
            members = slice.elts if isinstance(slice, ast.Tuple) else [slice]
            each = [f" and {_part(member, f'{name}[{place}]', depth)}" for place, member in enumerate(members)]
            return f"{is_kind} and len({name}) == {len(members)}" + "".join(each)
        case _ if kind in _ITEMS:
            return f"{is_kind} and all({_of(slice, item, depth + 1)} for {item} in {name})"
    raise _Unknown


def _part(node: ast.expr, name: str, depth: int) -> str:
    """Return a question as part of a larger one, in brackets if it needs them."""
    question = _of(node, name, depth)
    return f"({question})" if " and " in question or " or " in question else question
