"""What a call did besides returning: arguments it changed, attributes it set, text it printed.

Only for a run that is shown: the arguments are written down before and after the call, in short texts, and what differs
is told. The texts of builtin containers and of plain objects are made here, without the code under test; other objects
are asked for their `repr`, and whatever that does means only that there is nothing to tell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.properties import uncounted
from fuzzwright.python.target import FunctionTarget

MOST_TEXT = 60
MOST_ITEMS = 12
MOST_CHANGES = 3
DEEPEST = 3
MOST_RESULT = 500
_ATOMS = (int, float, complex, bool, str, bytes, bytearray, type(None))
_BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
    deque: ("deque([", "])"),
}

Texts = Mapping[str, str]
"""What arguments and their attributes look like, by what they are called."""


def effect_of(target: FunctionTarget, domain: Arguments, input: Any, output: str) -> str:
    """Run an input once more; return in words what the call changes and prints, or nothing."""
    before: Texts = {}
    after: Texts = {}
    invoke = target.invoke

    def watched(arguments: Any) -> Any:
        nonlocal before, after
        before = texts_of(domain, arguments)
        try:
            return invoke(arguments)
        finally:
            after = texts_of(domain, arguments)

    target.invoke = watched
    try:
        with uncounted():
            target.run(input)
    finally:
        target.invoke = invoke
    told = [f"{name}: {before[name]} → {text}" for name, text in after.items() if before.get(name, text) != text]
    told += [f"{name}: {text} is new" for name, text in after.items() if name not in before and before]
    if len(told) > MOST_CHANGES:
        told[MOST_CHANGES:] = [f"{len(told) - MOST_CHANGES} more changes"]
    if output:
        told.append(f"prints {short(repr(output.removesuffix(chr(10))))}")
    return ", ".join(told)


def texts_of(domain: Arguments, arguments: Any) -> Texts:
    """Return what the arguments of a call look like now, those that can change."""
    positional, named = arguments if domain.kw else (arguments, {})
    texts: dict[str, str] = {}
    for name, thing in [*_by_position(domain, positional), *named.items()]:
        if type(thing) in _ATOMS or thing is LEFT_OUT:
            continue
        fields = _fields(thing)
        if fields is None:
            texts[name] = described(thing)
        else:
            texts.update({f"{name}.{field}": described(value) for field, value in fields.items()})
    return texts


def _by_position(domain: Arguments, positional: Any) -> Iterator[tuple[str, Any]]:
    slots = [slot for slot in domain.slots if slot.kind <= slot.kind.VAR_POSITIONAL]
    for index, thing in enumerate(positional):
        slot = slots[min(index, len(slots) - 1)]
        rest = slot.kind is slot.kind.VAR_POSITIONAL
        yield f"{slot.name}[{index - len(slots) + 1}]" if rest else slot.name, thing


def described(thing: Any, deepest: int = DEEPEST) -> str:
    """Return a short text of a thing that no code of its class has a part in, as far as possible."""
    return short(_text(thing, deepest))


def shown(result: object) -> str:
    """Return a result as text: its `repr`, or its attributes if that would only be an address."""
    try:
        if _has_no_text(type(result)) and _fields(result) is not None:
            return short(_text(result, DEEPEST), MOST_RESULT)
        return short(str.__str__(repr(result)), MOST_RESULT)
    except BaseException as error:
        return f"<{type(result).__name__} whose repr raises {type(error).__name__}>"


def short(text: str, most: int = MOST_TEXT) -> str:
    """Return a text that is no longer than this."""
    return text if len(text) <= most else text[: most - 1] + "…"


def _text(thing: Any, deepest: int) -> str:
    cls = type(thing)
    if cls in _ATOMS:
        return repr(thing[: 2 * MOST_TEXT] if cls in (str, bytes, bytearray) else thing)
    if not deepest:
        return "…"
    if cls in _BRACKETS:
        opening, closing = _BRACKETS[cls]
        if not thing and cls in (set, frozenset):
            return f"{cls.__name__}()"
        inner = ", ".join(_text(item, deepest - 1) for _, item in zip(range(MOST_ITEMS), thing, strict=False))
        end = ", …" if len(thing) > MOST_ITEMS else "," if cls is tuple and len(thing) == 1 else ""
        return f"{opening}{inner}{end}{closing}"
    if cls is dict:
        pairs = [
            f"{_text(key, deepest - 1)}: {_text(item, deepest - 1)}"
            for _, (key, item) in zip(range(MOST_ITEMS), thing.items(), strict=False)
        ]
        return f"{{{', '.join(pairs)}{', …' if len(thing) > MOST_ITEMS else ''}}}"
    fields = _fields(thing) if _has_no_text(cls) else None
    if fields is not None:
        inner = ", ".join(f"{name}={_text(value, deepest - 1)}" for name, value in list(fields.items())[:MOST_ITEMS])
        return f"{cls.__name__}({inner})"
    try:
        return str.__str__(repr(thing))
    except BaseException as error:
        return f"<{cls.__name__} whose repr raises {type(error).__name__}>"


def _has_no_text(cls: type) -> bool:
    """Return whether an object of a class would be shown by its address only."""
    return all("__repr__" not in vars(each) for each in cls.__mro__[:-1])


def _fields(thing: Any) -> dict[str, Any] | None:
    """Return the attributes of an object; None if it has none of its own, as builtins have."""
    found: dict[str, Any] = {}
    cls = type(thing)
    if cls in _BRACKETS or cls is dict or callable(thing):
        return None
    try:
        slots = [name for each in cls.__mro__ for name in _slots(each)]
        found |= {name: object.__getattribute__(thing, name) for name in slots if _has(thing, name)}
        found |= object.__getattribute__(thing, "__dict__")
    except Exception:
        return found or None
    return found


def _slots(cls: type) -> list[str]:
    slots = vars(cls).get("__slots__", ())
    names = [slots] if isinstance(slots, str) else list(slots)
    return [name for name in names if not name.startswith("__")]


def _has(thing: Any, name: str) -> bool:
    try:
        object.__getattribute__(thing, name)
    except Exception:
        return False
    return True
