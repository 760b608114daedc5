"""Options of searches, given with their names: `mutagen:lifo=off,random=25`.

Each search that has a choice to make says which options it has, what each may be and what it is for; one
reader serves them all. A choice is kept as what it means: a bool for on and off, a number, or a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fuzzwright.errors import FuzzwrightError

Choice = bool | int | str
Choices = Mapping[str, Choice]
"""What was chosen for each option of a search."""

_SWITCH: Final = {"on": True, "off": False}


@dataclass(frozen=True, slots=True)
class Option:
    """What can be chosen: on or off, one of some words, or a number from `least` on."""

    default: Choice
    what: str
    """What it is for, in one sentence."""
    words: tuple[str, ...] = ()
    least: int = 1
    can_be_off: bool = False
    """Whether a number may be `off`, which is kept as 0."""

    @property
    def allowed(self) -> str:
        """What may be written, for people."""
        if isinstance(self.default, bool):
            return "on or off"
        if isinstance(self.default, str):
            return ", ".join(self.words)
        return f"a number from {self.least} on{', or off' if self.can_be_off else ''}"

    def read(self, text: str) -> Choice | None:
        """Return what a text means; None if it is nothing that can be chosen."""
        if isinstance(self.default, bool):
            return _SWITCH.get(text)
        if isinstance(self.default, str):
            return text if text in self.words else None
        if self.can_be_off and text == "off":
            return 0
        return int(text) if text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= self.least else None

    def written(self, choice: Choice) -> str:
        """Return a choice as it is written."""
        if isinstance(choice, bool):
            return "on" if choice else "off"
        return "off" if self.can_be_off and choice == 0 else str(choice)


Options = Mapping[str, Option]


def defaults(options: Options) -> dict[str, Choice]:
    """Return what is chosen where nothing is said."""
    return {name: option.default for name, option in options.items()}


def read_name(text: str, searches: Mapping[str, Options]) -> tuple[str, dict[str, Choice]]:
    """Return the search of a name with options, and all its choices; raise FuzzwrightError for what cannot be."""
    name, colon, rest = text.partition(":")
    if name not in searches:
        raise FuzzwrightError(f"no search called `{name}`", None, f"use one of: {', '.join(searches)}")
    options = searches[name]
    chosen = defaults(options)
    if not colon:
        return name, chosen
    if not options:
        raise FuzzwrightError(f"the search `{name}` has no options", None, f"write `{name}`")
    given = set()
    for part in rest.split(","):
        key, _, value = part.partition("=")
        option = options.get(key)
        if option is None:
            raise FuzzwrightError(f"`{name}` has no option `{key}`", f"`{text}`", f"use one of: {', '.join(options)}")
        choice = option.read(value)
        if choice is None:
            raise FuzzwrightError(f"`{key}` cannot be `{value}`", f"`{text}`", f"give {option.allowed}")
        if key in given:
            raise FuzzwrightError(f"`{key}` is given twice", f"`{text}`", "give it once")
        given.add(key)
        chosen[key] = choice
    return name, chosen
