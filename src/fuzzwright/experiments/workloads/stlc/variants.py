"""The ten bugs: indices of variables that are not moved, or moved where they should stay."""

from __future__ import annotations

from typing import Final

from ..workload import Variant

_CAUGHT_BY: Final = ("single_preserve", "multi_preserve")


def _wrong(name: str, what: str, right: str, wrong: str) -> Variant:
    return Variant(name, what, "reduce.py", right, wrong, _CAUGHT_BY)


VARIANTS: Final = (
    _wrong(
        "shift_var_none",
        "No variable is shifted.",
        "return Var(index + by) if index >= cutoff else term",
        "return term",
    ),
    _wrong(
        "shift_var_all",
        "Variables that are bound inside the term are shifted too.",
        "return Var(index + by) if index >= cutoff else term",
        "return Var(index + by)",
    ),
    _wrong(
        "shift_var_leq",
        "The first free variable is taken for a bound one and not shifted.",
        "index >= cutoff",
        "index > cutoff",
    ),
    _wrong(
        "shift_abs_no_incr",
        "The cutoff is not raised under a binder, so what that binds is shifted.",
        "shift(by, body, cutoff + 1)",
        "shift(by, body, cutoff)",
    ),
    _wrong(
        "subst_var_all",
        "The value is put in the place of every variable.",
        "return value if found == index else term",
        "return value",
    ),
    _wrong(
        "subst_var_none",
        "The value is put in the place of no variable.",
        "return value if found == index else term",
        "return term",
    ),
    _wrong(
        "subst_abs_no_shift",
        "The value is taken under a binder without being shifted.",
        "substitute(index + 1, shift(1, value), body)",
        "substitute(index + 1, value, body)",
    ),
    _wrong(
        "subst_abs_no_incr",
        "The index is not raised under a binder, so another variable is replaced there.",
        "substitute(index + 1, shift(1, value), body)",
        "substitute(index, shift(1, value), body)",
    ),
    _wrong(
        "substTop_no_shift",
        "The argument is not shifted before, nor the result after a substitution.",
        "return shift(-1, substitute(0, shift(1, value), body))",
        "return substitute(0, value, body)",
    ),
    _wrong(
        "substTop_no_shift_back",
        "The result of a substitution keeps the indices it had under the binder that is gone.",
        "return shift(-1, substitute(0, shift(1, value), body))",
        "return substitute(0, shift(1, value), body)",
    ),
)
