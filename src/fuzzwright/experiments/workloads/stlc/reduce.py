"""Calls carried out by putting arguments in the place of variables, under binders too."""

from __future__ import annotations

from .terms import Abs, App, Bool, Term, Var


def shift(by: int, term: Term, cutoff: int = 0) -> Term:
    """Return the term with so many more binders around it; variables below the cutoff are bound inside."""
    match term:
        case Var(index):
            return Var(index + by) if index >= cutoff else term
        case Bool():
            return term
        case Abs(parameter, body):
            return Abs(parameter, shift(by, body, cutoff + 1))
        case App(function, argument):
            return App(shift(by, function, cutoff), shift(by, argument, cutoff))


def substitute(index: int, value: Term, term: Term) -> Term:
    """Return the term with a value in the place of one variable."""
    match term:
        case Var(found):
            return value if found == index else term
        case Bool():
            return term
        case Abs(parameter, body):
            return Abs(parameter, substitute(index + 1, shift(1, value), body))
        case App(function, argument):
            return App(substitute(index, value, function), substitute(index, value, argument))


def substitute_top(value: Term, body: Term) -> Term:
    """Return the body of a function with the argument for its parameter; the binder is gone then."""
    return shift(-1, substitute(0, shift(1, value), body))


def step(term: Term) -> Term | None:
    """Return the term with all calls carried out that it has now, at once; None if there is none."""
    match term:
        case Abs(parameter, body):
            then = step(body)
            return None if then is None else Abs(parameter, then)
        case App(Abs(_, body), argument):
            return substitute_top(step(argument) or argument, step(body) or body)
        case App(function, argument):
            one, other = step(function), step(argument)
            return None if one is other is None else App(one or function, other or argument)
        case _:
            return None


def many_steps(term: Term, fuel: int) -> Term | None:
    """Return what is left when there is nothing more to do; None if that takes more than so many steps."""
    for _ in range(fuel):
        then = step(term)
        if then is None:
            return term
        term = then
    return None
