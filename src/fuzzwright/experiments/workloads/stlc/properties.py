"""What holds for terms that make sense: carrying out calls keeps their type."""

from __future__ import annotations

from typing import Final

from fuzzwright.python.properties import assume, prop

from .reduce import many_steps, step
from .terms import Abs, App, Bool, TBool, Term, TFun, Var  # noqa: F401  # witnesses are written with all of these
from .valid import type_of

FUEL: Final = 40


@prop
def single_preserve(term: Term) -> None:
    """One step keeps the type of a closed term."""
    kind = type_of(term)
    assume(kind is not None)
    then = step(term)
    assert then is None or type_of(then) == kind


@prop
def multi_preserve(term: Term) -> None:
    """Going on until nothing is left to do keeps the type of a closed term."""
    kind = type_of(term)
    assume(kind is not None)
    then = many_steps(term, FUEL)
    assert then is None or type_of(then) == kind
