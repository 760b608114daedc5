"""Regular expressions as values, built from a small grammar so that every one is valid, and matches of one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.calls import Calls, Parts
from fuzzwright.domains.choices import Choices
from fuzzwright.domains.sequences import LIST, Sequences
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.domain import Domain, Names
from fuzzwright.engine.references import Later

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

Build = Callable[["Hints", tuple[Any, ...]], Domain[Any]]

_ATOMS = ("a", "b", "0", ".", r"\d", r"\w", r"\s", "[a-c]", "[^a]", "[0-9a-f]", "-", ",", "x", r"\.", r"\b", "^", "$")
_REPEATS = ("*", "+", "?", "{2}", "{1,3}", "*?")


class Text(Calls):
    """Text put together from parts; written as one string."""

    def source(self, value: Parts, names: Names) -> str:
        return repr(self.realise(value))


def expressions() -> Domain[Any]:
    """Return the domain of the texts of valid regular expressions."""
    whole: Later[Any] = Later()
    atom = Unions(
        [
            Choices(_ATOMS),
            Text(lambda inner: f"({inner})", [whole]),
            Text(lambda inner, repeat: f"(?:{inner}){repeat}", [whole, Choices(_REPEATS)]),
            Text(lambda left, right: f"(?:{left}|{right})", [whole, whole]),
        ],
        [5, 1, 2, 1],
    )
    domain = Text("".join, [Sequences(atom, LIST, 0, 8)])
    whole.set(domain)
    return domain


_FLAGS = (re.RegexFlag(0), re.RegexFlag.IGNORECASE, re.RegexFlag.MULTILINE, re.RegexFlag.DOTALL)


def _write_flag(value: Any, names: Names) -> str:
    return names.refer(value) if value else "0"


def _compiled(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    flags = Choices(_FLAGS, _write_flag)
    as_bytes = bool(arguments) and arguments[0] is bytes

    def make(text: str, flag: int) -> re.Pattern[Any]:
        return re.compile(text.encode("ascii") if as_bytes else text, flag)

    def write(written: list[str], names: Names) -> str:
        inside = [("b" if as_bytes else "") + written[0], *(written[1:] if written[1] != "0" else ())]
        return f"{names.refer(re.compile)}({', '.join(inside)})"

    return Calls(make, [expressions(), flags], write)


def _match(hints: Hints, arguments: tuple[Any, ...]) -> Domain[Any]:
    as_bytes = bool(arguments) and arguments[0] is bytes
    # Matches whatever the text is, with a group that may be empty and one that may be missing.
    pattern: Any = rb"(\w*)(\W+)?" if as_bytes else r"(\w*)(\W+)?"
    return Calls(
        lambda text: re.match(pattern, text),
        [Bytes() if as_bytes else Strings()],
        lambda written, names: f"{names.refer(re.match)}({pattern!r}, {written[0]})",
    )


BUILD: dict[Any, Build] = {re.Pattern: _compiled, re.Match: _match}
