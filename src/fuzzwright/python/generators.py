"""What users say about how to make values of a type.

A generator is a function with hints: its arguments are generated and it is called with them, so its
values are recipes and are varied and reduced like all others. One that only says how values start is
called for fresh ones; these are then varied by their type. A finite choice of examples will do too, and so will a
Hypothesis strategy.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, overload

from fuzzwright.domains.calls import Calls
from fuzzwright.domains.choices import Choices
from fuzzwright.engine.domain import Domain, Names, Unfit
from fuzzwright.engine.references import settle
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.objects import write_hint, write_named, write_object
from fuzzwright.python.recipes import Maker, Recipes
from fuzzwright.python.refusals import CannotGenerate, show
from fuzzwright.python.resolve import Unresolved, resolve
from fuzzwright.python.signatures import arguments_of
from fuzzwright.python.strategies import Strategy, is_strategy, values_of

if TYPE_CHECKING:
    from fuzzwright.python.hints import Hints

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Entry:
    """A function, or examples, for a type; None means the function's return annotation."""

    hint: Any
    make: Any
    starts: bool = False
    """Whether it only says how values start."""


@dataclass(slots=True)
class Registry:
    """Generators by the type they are for; a function without one is for what it says it returns."""

    entries: list[Entry] = field(default_factory=list)

    def add(self, hint: Any, make: Any, starts: bool = False) -> None:
        """Register a function, or examples, for a type; None means the function's return annotation."""
        self.entries.append(Entry(hint, make, starts))

    def find(self, hint: Any) -> list[Entry]:
        """Return what was registered for a type, the latest first."""
        return [entry for entry in reversed(self.entries) if _same_type(_wanted(entry.hint, entry.make), hint)]


DEFAULT = Registry()
"""Where `generator` puts what is registered while user modules are imported.

The one piece of module state: a decorator runs before anyone can hand it a registry.
"""


@overload
def generator(hint: F, *, starts: bool = False) -> F: ...
@overload
def generator(*, starts: bool) -> Callable[[F], F]: ...
@overload
def generator(hint: Any, make: Callable[..., Any] | Iterable[Any] | Strategy, *, starts: bool = False) -> Any: ...
def generator(hint: Any = None, make: Any = None, *, starts: bool = False) -> Any:
    """Register how to make values: as a decorator, or `generator(T, function_or_examples_or_strategy)`.

    What a generator makes is varied by varying its arguments. With `starts` it only says how a value
    starts: after that every part of it is varied on its own, as its type allows.
    """
    if make is None:
        if hint is None:
            return lambda function: generator(function, starts=starts)
        if not callable(hint):
            raise TypeError("generator needs a function, or a type and a function")
        DEFAULT.add(None, hint, starts)
        return hint
    if callable(make) or is_strategy(make):
        DEFAULT.add(hint, make, starts)
    else:
        given = Examples(make)
        given.module = str(sys._getframe(1).f_globals.get("__name__", ""))
        DEFAULT.add(hint, given)
    return make


class Examples(list[Any]):
    """Objects that were given for a type, and the module that gave them."""

    module = ""


def example(hint: Any, number: int) -> Any:
    """Return a copy of one of the objects that `generator` was given for a type; for calls to be pasted."""
    return copy.deepcopy(DEFAULT.find(hint)[0].make[number])


def _wanted(hint: Any, make: Any) -> Any:
    return resolve(make).get("return") if hint is None else hint


def _same_type(wanted: Any, hint: Any) -> bool:
    try:
        return bool(wanted is hint or (type(wanted) is type(hint) and wanted == hint))
    except Exception:
        return False


def registered(hints: Hints, hint: Any) -> Domain[Any] | None:
    """Return the domain of a type that generators were registered for, or None."""
    if not hints.registry.entries or isinstance(hint, Unresolved):
        return None
    found = hints.registry.find(hint)
    if not found:
        return None
    latest = found[0]
    if is_strategy(latest.make):
        return values_of(latest.make, hint, registered=True)
    if not callable(latest.make):
        return examples(latest.make, hint)
    if latest.starts:
        return _started(hints.by_type(hint), arguments_of(hints, latest.make), latest.make)
    makers = [Maker(entry.make, arguments_of(hints, entry.make)) for entry in found if callable(entry.make)]
    return Recipes(makers, stem=show(hint)[:1].lower())


def _started(structure: Domain[Any], arguments: Arguments, make: Callable[..., Any]) -> Domain[Any]:
    """Return a domain of the same values, of which fresh ones come from a function."""
    started = copy.copy(structure)
    settled = False

    def start(value: Any) -> Any:
        nonlocal settled
        if not settled:
            settle(arguments)  # not part of the values, so nobody else does it
            settled = True
        positional, named = arguments.realise(value)
        try:
            made = make(*positional, **named)
        except Exception as error:
            raise Unfit(
                f"the generator `{getattr(make, '__name__', show(make))}` raised {type(error).__name__}"
            ) from error
        return started.adopt(made)

    def generate(random: Random, size: int) -> Any:
        return start(arguments.generate(random, size))

    started.start = (arguments, start)
    started.generate = generate  # type: ignore[method-assign]  # what this domain is for
    started.crosses = False
    return started


def examples(given: Iterable[Any], hint: Any) -> Domain[Any]:
    """Return the domain of the objects a user gave; each run gets a copy of one."""
    options = list(given)
    if not options:
        raise CannotGenerate(f"no examples were given for {show(hint)}", hint=hint)
    module = sys.modules.get(getattr(given, "module", ""))

    def write(written: list[str], names: Names) -> str:
        number = int(written[0])
        option = options[number]
        return (
            write_object(option, names)
            or write_named(option, module, names)
            or _by_number(number, hint, module, names)
            or f"<example {number} of those given for {show(hint)}>"
        )

    # Kept by their numbers: an example need not be hashable, and must not change.
    return Calls(lambda number: copy.deepcopy(options[number]), [Choices(range(len(options)))], write)


def _by_number(number: int, hint: Any, module: ModuleType | None, names: Names) -> str | None:
    """Return an expression that takes an example from where it was registered, which importing the module does."""
    text = write_hint(hint, names)
    if module is None or text is None:
        return None
    names.refer(module)
    return f"{names.refer(example)}({text}, {number})"
