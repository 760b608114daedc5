"""Which terms make sense: those that have a type."""

from __future__ import annotations

from .terms import Abs, App, Bool, TBool, Term, TFun, Type, Var


def type_of(term: Term, context: tuple[Type, ...] = ()) -> Type | None:
    """Return the type of a term, given those of the binders around it, nearest first; None if it has none."""
    match term:
        case Var(index):
            return context[index] if 0 <= index < len(context) else None
        case Bool():
            return TBool()
        case Abs(parameter, body):
            result = type_of(body, (parameter, *context))
            return None if result is None else TFun(parameter, result)
        case App(function, argument):
            called = type_of(function, context)
            if isinstance(called, TFun) and type_of(argument, context) == called.argument:
                return called.result
            return None
