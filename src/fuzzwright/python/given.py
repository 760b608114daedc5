"""The fixed inputs of a property, which `example` gives, as inputs of its domain: run, kept and varied like any.

What cannot be taken apart into a value of the domain, such as an object that no constructor call is known for, is told.
"""

from __future__ import annotations

import inspect
from inspect import Parameter
from typing import Any

from fuzzwright.domains.omitted import LEFT_OUT
from fuzzwright.engine.domain import HOLE, Unfit
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.discover import Found
from fuzzwright.python.places import safe_text
from fuzzwright.python.properties import Fixed, examples_of

_REST: dict[Any, Any] = {Parameter.VAR_POSITIONAL: (), Parameter.VAR_KEYWORD: {}}


def given_inputs(found: Found, domain: Arguments) -> tuple[list[Any], list[str]]:
    """Return the examples of a property as inputs, and in words which of them are not run, and why."""
    inputs: list[Any] = []
    remarks: list[str] = []
    for fixed in examples_of(found.object):
        try:
            inputs.append(domain.adopt(_entries(found, domain, fixed)))
        except TypeError as error:
            remarks.append(f"{written(fixed)} does not fit the property: {safe_text(error)}")
        except Unfit as error:
            remarks.append(f"{written(fixed)} is run by pytest only: {error}")
    return inputs, remarks


def written(fixed: Fixed) -> str:
    """Return an example as it stands above a property."""
    named = (f"{name}={value!r}" for name, value in fixed.named.items())
    return f"@example({', '.join([*map(repr, fixed.arguments), *named])})"


def _entries(found: Found, domain: Arguments, fixed: Fixed) -> tuple[Any, ...]:
    """Return an object for each parameter, as a domain of arguments adopts them; raise TypeError if they do not fit."""
    # Examples are written as if there were no instance: any will do.
    receiver = (HOLE,) if found.needs_self else ()
    given = inspect.signature(found.object).bind(*receiver, *fixed.arguments, **fixed.named).arguments
    return tuple(given.get(slot.name, _REST.get(slot.kind, LEFT_OUT)) for slot in domain.slots)
