"""Why something cannot be generated, said so that it can be fixed."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fuzzwright.domains.unions import Unions
from fuzzwright.engine.references import reach
from fuzzwright.errors import FuzzwrightError

if TYPE_CHECKING:
    from fuzzwright.python.arguments import Arguments

_MOST_TOLD = 3


class BuildError(BaseException):
    """The arguments could not be built, or what one of them should have given; `__cause__` is why."""


@dataclass(frozen=True, slots=True)
class Where:
    """What a type is needed for: a parameter of a function, and where that is."""

    function: str = ""
    parameter: str = ""
    place: str | None = None

    @classmethod
    def of(cls, function: Callable[..., Any], parameter: str = "", name: str | None = None) -> Where:
        """Return where `parameter` of `function` is."""
        if name is None:
            name = f"{getattr(function, '__module__', '?')}.{getattr(function, '__qualname__', repr(function))}"
        plain = inspect.unwrap(function)
        code = getattr(getattr(plain, "__func__", plain), "__code__", None)
        place = f"{os.path.basename(code.co_filename)}:{code.co_firstlineno}" if code is not None else None
        return cls(name, parameter, place)


class CannotGenerate(FuzzwrightError):
    """There is no way to make values of a type."""

    def __init__(self, reason: str, where: Where | None = None, hint: Any = None, fix: str | None = None) -> None:
        self.reason = reason
        self.hint = hint
        self.parameter = where.parameter if where is not None else ""
        self.told = bool(where is not None and where.function)
        """Whether it says what the type was needed for."""
        self._fix = fix
        if where is None or not where.function:
            what = f"cannot generate values: {reason}"
        elif where.parameter:
            what = f"cannot generate parameter `{where.parameter}` of `{where.function}`: {reason}"
        else:
            what = f"cannot generate arguments of `{where.function}`: {reason}"
        if fix is None and hint is not None:
            shown = show(hint)
            stem = "".join(letter for letter in shown.partition("[")[0].lower() if letter.isalnum()) or "value"
            fix = f"register one with `fuzzwright.generator({shown}, make_{stem})`"
        if where is not None and where.function:
            skip = f"add `{where.function}` to `exclude`"
            fix = f"{fix}, or {skip}" if fix is not None else skip
        super().__init__(what, where.place if where is not None else None, fix)

    def at(self, where: Where) -> CannotGenerate:
        """Return the same refusal, saying what the type was needed for."""
        return CannotGenerate(self.reason, where, self.hint, self._fix)


def no_parameter(name: str, where: str) -> FuzzwrightError:
    """Return why a property that takes nothing is none."""
    return FuzzwrightError(
        f"property `{name}` has no parameter to generate",
        where,
        "give it a parameter with a type hint, as in `def holds(items: list[int]) -> None`, or remove @prop "
        "and name it `test_…`",
    )


def never_given(domain: Arguments) -> list[str]:
    """Return in words what no call will have: parameters that are always left out, members of unions."""
    left_out = [f"parameter `{error.parameter}` is always left out: {error.reason}" for error in domain.refused]
    members = [text for inner in reach(domain) if isinstance(inner, Unions) for text in inner.left_out]
    left_out += [f"no value is ever {text}" for text in members]
    told = list(dict.fromkeys(left_out))
    return told if len(told) <= _MOST_TOLD else [*told[:_MOST_TOLD], f"{len(told) - _MOST_TOLD} more of this kind"]


def show(hint: Any) -> str:
    """Return a hint as people write it."""
    if hint is type(None):
        return "None"
    if isinstance(hint, type) and not hasattr(hint, "__args__"):
        return hint.__qualname__
    try:
        text = repr(hint)
    except Exception:  # a class of the code under test may say anything of itself, also nothing
        text = f"<{type(hint).__module__}.{type(hint).__qualname__}>"
    for prefix in ("typing.", "collections.abc.", "typing_extensions.", "builtins."):
        text = text.replace(prefix, "")
    return text
