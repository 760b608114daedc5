"""The types that a code base uses and what becomes of each, and its functions with the reason for each that is skipped.

The set of types is grown to a fixed point: what parameters and results are, what these are made of, then for each class
of the code base what its constructor takes and its attributes are, until nothing new turns up. Plain data comes out.
"""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from inspect import Parameter
from typing import Any

from fuzzwright.domains.unions import Unions
from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.attributes import UNKNOWN
from fuzzwright.python.discover import Found
from fuzzwright.python.inferring import FilledHints, plain_function
from fuzzwright.python.making import how_made
from fuzzwright.python.open import OpenedModules, classes_in
from fuzzwright.python.refusals import CannotGenerate, show
from fuzzwright.python.resolve import Forward, Unresolved, resolve

MOST_TYPES = 20_000


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A parameter or attribute: its type as text, empty if nothing tells it, and where that comes from."""

    name: str
    type: str
    source: str


@dataclass(slots=True)
class TypeRow:
    """A type that is used: whether values of it can be made, how or why not, and by what it is used."""

    type: str
    module: str = ""
    """The module that defines it, for a class."""
    own: bool = False
    """Whether it is a class of the code base."""
    understood: bool = True
    reason: str = ""
    """Why not; or which part of it never occurs."""
    made: str = ""
    parameters: int = 0
    returns: int = 0
    attributes: int = 0
    fields: list[FieldRow] = field(default_factory=list)
    """The attributes of a class of the code base."""


@dataclass(slots=True)
class FunctionRow:
    """A function: fuzzed or not and why, and the hints of its parameters."""

    function: str
    file: str
    line: int
    reason: str = ""
    parameters: list[FieldRow] = field(default_factory=list)
    guessed: list[str] = field(default_factory=list)


def type_table(opened: OpenedModules) -> dict[str, Any]:
    """Return the types and functions of opened modules as JSON data, and what could not be imported in a line each."""
    table = _Table(opened.hints, {module.__name__ for module in opened.modules.values()})
    described = {found.name: table.function(found) for found in opened.found}
    for cls in classes_in(opened.modules.values()):
        table.add(cls)
    table.grow()
    functions = [
        FunctionRow(
            str(report["name"]),
            str(report["file"]),
            int(report["line"]),
            str(report["reason"]),
            described.get(report["name"], []),
            list(report["guessed"]),
        )
        for report in opened.reports
    ]
    return {
        "types": [asdict(row) for row in table.rows.values()],
        "functions": [asdict(row) for row in functions],
        "remarks": opened.remarks,
        "threaded": opened.threaded,
    }


class _Table:
    """Types by their text and module, each looked at once."""

    def __init__(self, hints: FilledHints, own: set[str]) -> None:
        self.hints = hints
        self.own = own
        self.rows: dict[tuple[str, str], TypeRow] = {}
        self._waiting: list[tuple[Any, TypeRow]] = []

    def add(self, hint: Any, use: str = "") -> None:
        """Add a type and all it is made of; `use` says by what it is used: a parameter, result or attribute."""
        for row in {id(row): row for row in map(self._row, _inside(hint))}.values():
            if use:
                setattr(row, use, getattr(row, use) + 1)

    def _row(self, hint: Any) -> TypeRow:
        text = hint.text if isinstance(hint, Unresolved | Forward) else show(hint)
        module = str(getattr(hint, "__module__", "")) if isinstance(hint, type) else ""
        row = self.rows.get((text, module))
        if row is None:
            row = self.rows[text, module] = TypeRow(text, module if module != "builtins" else "", module in self.own)
            self._waiting.append((hint, row))
        return row

    def grow(self) -> None:
        """Look at each type, and at those it leads to, until there are no new ones."""
        while self._waiting:
            hint, row = self._waiting.pop(0)
            try:
                self._judge(hint, row)
                if row.own and len(self.rows) < MOST_TYPES:
                    self._class(hint, row)
            except Exception as error:  # classes of users may answer any question with a raise
                row.understood, row.reason = False, f"it cannot be looked at: {type(error).__name__}"

    def _judge(self, hint: Any, row: TypeRow) -> None:
        try:
            domain = self.hints.domain(hint)
        except CannotGenerate as error:
            row.understood, row.reason = False, error.reason
            return
        except FuzzwrightError as error:
            row.understood, row.reason = False, error.what
            return
        row.made = how_made(self.hints, hint, domain)
        if isinstance(domain, Unions) and domain.left_out:
            row.reason = "no value is ever " + "; ".join(domain.left_out)

    def _class(self, cls: type, row: TypeRow) -> None:
        for hint in self._constructor(cls).values():
            self.add(hint)
        for name, attribute in self.hints.attributes(cls).items():
            if name.startswith("__"):
                continue
            known = attribute.hint is not UNKNOWN
            row.fields.append(FieldRow(name, _text(attribute.hint) if known else "", attribute.source))
            if known:
                self.add(attribute.hint, "attributes")

    def _constructor(self, cls: type) -> dict[str, Any]:
        plain = plain_function(cls)
        found = {} if plain is None else self.hints.resolve(plain, cls)
        return {name: hint for name, hint in found.items() if name != "return"}

    def function(self, found: Found) -> list[FieldRow]:
        """Return the parameters of a function, having added their types and that of its result."""
        try:
            return list(self._parameters(found))
        except Exception:
            return []

    def _parameters(self, found: Found) -> Iterator[FieldRow]:
        thing, owner = found.object, found.owner
        if thing is None:
            return
        annotated = _annotated(thing, owner)
        filled = self.hints.filled(thing, owner)
        for number, parameter in enumerate(inspect.signature(thing).parameters.values()):
            name = parameter.name
            if number == 0 and found.needs_self:
                continue
            if name in annotated:
                hint, source = annotated[name], "annotation"
            elif name in filled:
                hint, source = filled[name].hint, filled[name].source
            elif parameter.default not in (None, Parameter.empty) and not callable(parameter.default):
                # What `arguments_of` makes of a parameter that nothing else is known of.
                hint, source = type(parameter.default), "default"
            else:
                yield FieldRow(name, "", "")
                continue
            self.add(hint, "parameters")
            yield FieldRow(name, _text(hint), source)
        returned = self.hints.resolve(thing, owner).get("return") if not isinstance(thing, type) else None
        if returned is not None:
            self.add(returned, "returns")


def _annotated(thing: Any, owner: type | None) -> dict[str, Any]:
    """Return the annotations of parameters; those of a class's constructor are in part those of its fields."""
    if not isinstance(thing, type):
        return resolve(thing, owner)
    plain = plain_function(thing)
    own = resolve(plain, thing) if plain is not None else {}
    return {**own, **resolve(thing)} if dataclasses.is_dataclass(thing) else own


def _text(hint: Any) -> str:
    return hint.text if isinstance(hint, Unresolved | Forward) else show(hint)


def _inside(hint: Any) -> Iterator[Any]:
    """Yield a hint and what it is made of."""
    if isinstance(hint, list):
        for item in hint:
            yield from _inside(item)
        return
    if hint is Ellipsis:
        return
    yield hint
    origin = typing.get_origin(hint)
    if origin is typing.Literal:
        return
    if origin is typing.Annotated:
        yield from _inside(typing.get_args(hint)[0])
        return
    if isinstance(origin, type) and origin.__module__ not in ("builtins", "collections", "collections.abc", "types"):
        yield origin
    for argument in typing.get_args(hint):
        yield from _inside(argument)
