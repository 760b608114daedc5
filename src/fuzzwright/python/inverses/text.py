"""Texts and bytes read backwards: their methods, and the groups of regular expressions."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Callable, Sequence
from typing import Any, Final

from fuzzwright.engine.domain import HOLE
from fuzzwright.python.inverses.answers import LONGEST, Answers, bounded, first, like, resized


def _read(wanted: Any, object: Any) -> Any:
    if isinstance(object, list | tuple | dict | set | bool):
        return ast.literal_eval(wanted)
    return type(object)(wanted)


def _counting(wanted: int, owner: Any, part: Any, *_: Any) -> Any:
    wanted = bounded(wanted)
    if isinstance(owner, list | tuple):
        others = [item for item in owner if item != part]
        length = max(len(owner), wanted)
        return first(like(owner, [part] * wanted + others[: length - wanted]), like(owner, [part] * wanted + others))
    pieces = owner.split(part)
    joined = part * wanted + owner[:0].join(pieces)
    # As long as before, if it can be: the length may matter as well.
    kept = owner[:0].join(pieces)[: max(0, len(owner) - len(part) * wanted)]
    return first(part * wanted + kept, joined, kept + part * wanted)


def _placed(wanted: int, owner: Any, part: Any, *_: Any) -> Any:
    if not 0 <= wanted <= LONGEST:
        return first(owner.replace(part, owner[:0]))
    before = resized(owner[: owner.find(part)] if part in owner else owner, wanted)
    return before + part


def _split(wanted: Any, owner: Any, sep: Any = None, maxsplit: int = -1) -> Any:
    if sep is None:
        sep = " " if isinstance(owner, str) else b" "
    return sep.join(["a" if part is HOLE else part for part in wanted])


def _parted(wanted: Any, owner: Any, separator: Any) -> Any:
    before, middle, after = wanted
    return before + (middle or (separator if after else middle)) + after


def _replaced(wanted: Any, owner: Any, *change: Any, **fields: Any) -> Any:
    if not isinstance(owner, str | bytes):
        # A date or a time with other fields: those it had may have been any.
        return wanted.replace(**{name: getattr(owner, name) for name in fields})
    old, new = change[:2]
    return first(wanted.replace(new, old) if new else wanted, wanted)


def _with_groups(match: re.Match[Any], texts: dict[int, Any]) -> Any:
    """Return what was searched, with other texts where some groups stood."""
    subject: Any = match.string
    for group in sorted(texts, key=match.start, reverse=True):
        start, stop = match.span(group)
        if start >= 0 and match.group(group) != texts[group]:
            subject = subject[:start] + texts[group] + subject[stop:]
    return subject


def _group(wanted: Any, match: re.Match[Any], *groups: Any) -> Any:
    texts: Sequence[Any] = wanted if len(groups) > 1 else (wanted,)
    return _with_groups(match, {_number(match, group): text for group, text in zip(groups or (0,), texts, strict=True)})


def _number(match: re.Match[Any], group: int | str) -> int:
    return match.re.groupindex[group] if isinstance(group, str) else group


def _groups(wanted: Any, match: re.Match[Any], default: Any = None) -> Any:
    return _with_groups(
        match, {number + 1: text for number, text in enumerate(wanted) if isinstance(text, str | bytes)}
    )


def _named_groups(wanted: Any, match: re.Match[Any], default: Any = None) -> Any:
    return _with_groups(match, {match.re.groupindex[name]: text for name, text in wanted.items()})


def searched(wanted: Any, pattern: Any, string: Any, *_: Any, **__: Any) -> Any:
    """Return the text itself: what is wanted of a match is told as the text that it is to be found in."""
    if type(wanted) is not type(string):
        raise TypeError(wanted)
    return Answers([(1, wanted)])


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    str: _read,
    ord: lambda wanted, _: chr(wanted),
    chr: lambda wanted, _: ord(wanted),
    shlex.split: lambda wanted, s, comments=False, posix=True: shlex.join(wanted),
    **dict.fromkeys((re.match, re.fullmatch, re.search), searched),
}

_SAME: Final = (
    *("lower", "upper", "casefold", "title", "capitalize", "strip", "lstrip", "rstrip"),
    *("zfill", "ljust", "rjust", "center", "expandtabs"),
)
METHODS: Final[dict[str, Callable[..., Any]]] = {
    **dict.fromkeys(_SAME, lambda wanted, *_, **__: wanted),
    "swapcase": lambda wanted, _: wanted.swapcase(),
    "replace": _replaced,
    "split": _split,
    "rsplit": _split,
    "splitlines": lambda wanted, owner, keepends=False: "\n".join(wanted),
    "partition": _parted,
    "rpartition": _parted,
    "join": lambda wanted, owner, _: Answers([(1, wanted.split(owner) if owner else list(wanted))]),
    "encode": lambda wanted, owner, encoding="utf-8", errors="strict": wanted.decode(encoding, errors),
    "decode": lambda wanted, owner, encoding="utf-8", errors="strict": wanted.encode(encoding, errors),
    "hex": lambda wanted, *_, **__: bytes.fromhex(wanted),
    "find": _placed,
    "index": _placed,
    "rfind": _placed,
    "rindex": _placed,
    "count": _counting,
    "removeprefix": lambda wanted, owner, part: part + wanted,
    "removesuffix": lambda wanted, owner, part: wanted + part,
    "group": _group,
    "groups": _groups,
    "groupdict": _named_groups,
    **dict.fromkeys(("match", "fullmatch", "search"), searched),
}
