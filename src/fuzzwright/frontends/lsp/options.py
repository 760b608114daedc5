"""What a client asks for when it starts the server or changes its configuration; nonsense is told and left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

Severity = Literal["hint", "information", "warning", "off"]
"""Of what fails, among the problems an editor lists."""
DEBOUNCE = 120
"""Milliseconds without a keystroke after which a text is looked at."""


@dataclass(frozen=True, slots=True)
class Options:
    """How one client wants things shown."""

    examples: bool = False
    """Whether it takes `fuzzwright/examples` and paints them itself."""
    python: str | None = None
    debounce: int = DEBOUNCE
    severity: Severity = "hint"
    lenses: bool = True
    hints: bool | None = None
    """Inlay hints; if it is not said, for those who do not paint examples themselves."""
    width: int = 80
    """Characters of an example beside a signature."""
    max: int = 4
    """Examples in an inlay hint."""
    cache: str | None = None
    """Where results are kept, if not in the user's cache folder."""

    @property
    def shows_hints(self) -> bool:
        """Whether inlay hints are given."""
        return not self.examples if self.hints is None else self.hints


def read_options(given: Any, before: Options | None = None) -> tuple[Options, list[str]]:
    """Return the options under `fuzzwright` in what a client sent, and a sentence for each that makes no sense."""
    options, problems = before or Options(), []
    if isinstance(given, Mapping) and "fuzzwright" in given:
        given = given["fuzzwright"]
    if given is None:
        return options, []
    if not isinstance(given, Mapping):
        return options, [f"the options of fuzzwright are not a table but {type(given).__name__}"]
    for name, value in given.items():
        check = _CHECKS.get(name)
        if check is None:
            continue  # clients keep settings of their own in the same table
        if check(value):
            options = replace(options, **{name: value})
        else:
            problems.append(f"the option `{name}` cannot be {value!r:.80}")
    return options, problems


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _text(value: Any) -> bool:
    return value is None or (isinstance(value, str) and bool(value))


def _number(least: int, most: int) -> Any:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


_CHECKS: Mapping[str, Any] = {
    "examples": _truth,
    "python": _text,
    "debounce": _number(0, 10_000),
    "severity": lambda value: value in get_args(Severity),
    "lenses": _truth,
    "hints": lambda value: value is None or isinstance(value, bool),
    "width": _number(10, 10_000),
    "max": _number(0, 100),
    "cache": _text,
}
