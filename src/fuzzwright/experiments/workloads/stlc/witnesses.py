"""For each bug and property the smallest term that shows it."""

from __future__ import annotations

from typing import Final

WITNESSES: Final[dict[tuple[str, str], str]] = {
    ("shift_var_none", "single_preserve"): "Abs(TBool(), App(Abs(TBool(), Var(1)), Var(0)))",
    ("shift_var_none", "multi_preserve"): "Abs(TBool(), App(Abs(TBool(), Var(1)), Var(0)))",
    ("shift_var_all", "single_preserve"): "App(Abs(TBool(), Abs(TBool(), Var(0))), Bool(False))",
    ("shift_var_all", "multi_preserve"): "App(Abs(TBool(), Abs(TBool(), Var(0))), Bool(False))",
    (
        "shift_var_leq",
        "single_preserve",
    ): "Abs(TBool(), App(Abs(TBool(), Abs(TFun(TBool(), TBool()), Var(1))), Var(0)))",
    ("shift_var_leq", "multi_preserve"): "Abs(TBool(), App(Abs(TBool(), Abs(TFun(TBool(), TBool()), Var(1))), Var(0)))",
    ("shift_abs_no_incr", "single_preserve"): "App(Abs(TBool(), Abs(TBool(), Var(0))), Bool(False))",
    ("shift_abs_no_incr", "multi_preserve"): "App(Abs(TBool(), Abs(TBool(), Var(0))), Bool(False))",
    ("subst_var_all", "single_preserve"): "Abs(TFun(TBool(), TBool()), App(Abs(TBool(), Var(1)), Bool(False)))",
    ("subst_var_all", "multi_preserve"): "Abs(TFun(TBool(), TBool()), App(Abs(TBool(), Var(1)), Bool(False)))",
    ("subst_var_none", "single_preserve"): "App(Abs(TBool(), Var(0)), Bool(False))",
    ("subst_var_none", "multi_preserve"): "App(Abs(TBool(), Var(0)), Bool(False))",
    (
        "subst_abs_no_shift",
        "single_preserve",
    ): "Abs(TBool(), App(Abs(TBool(), Abs(TFun(TBool(), TBool()), Var(1))), Var(0)))",
    (
        "subst_abs_no_shift",
        "multi_preserve",
    ): "Abs(TBool(), App(Abs(TBool(), Abs(TFun(TBool(), TBool()), Var(1))), Var(0)))",
    ("subst_abs_no_incr", "single_preserve"): "App(Abs(TBool(), Abs(TFun(TBool(), TBool()), Var(0))), Bool(False))",
    ("subst_abs_no_incr", "multi_preserve"): "App(Abs(TBool(), Abs(TFun(TBool(), TBool()), Var(0))), Bool(False))",
    ("substTop_no_shift", "single_preserve"): "Abs(TBool(), App(Abs(TBool(), Var(1)), Var(0)))",
    ("substTop_no_shift", "multi_preserve"): "Abs(TBool(), App(Abs(TBool(), Var(1)), Var(0)))",
    ("substTop_no_shift_back", "single_preserve"): "Abs(TBool(), App(Abs(TBool(), Var(0)), Var(0)))",
    ("substTop_no_shift_back", "multi_preserve"): "Abs(TBool(), App(Abs(TBool(), Var(0)), Var(0)))",
}
