"""For each task the arguments that show the bug."""

from __future__ import annotations

from typing import Final


def _function(body: str, result: str = "NOTHING", memories: str = "") -> str:
    """Return a module that has one function."""
    type = f"FunctionType((), Result.{result})"
    return f"Module((Function({type}, 0, ({_each(body)})),), ({_each(memories)}), False)"


def _program(body: str, whole: int, locals: int = 0) -> str:
    """Return a program, and what it is called with."""
    return f"Program({locals}, ({_each(body)})), {whole}, 0.0"


def _each(items: str) -> str:
    """Return items as they are written in a tuple: also one has a comma after it."""
    return f"{items}," if items else ""


def _i32(operator: str) -> str:
    return f"syntax.I32Binary(syntax.I32Operator.{operator})"


WITNESSES: Final[dict[tuple[str, str], str]] = {
    ("validator_1", "ours_then_theirs"): _function(
        "syntax.I32Const(0), syntax.If(Result.NOTHING, (), (syntax.Drop(),))"
    ),
    ("validator_2", "ours_then_theirs"): _function("syntax.I32Const(0)"),
    ("validator_3", "ours_then_theirs"): _function("", "I32"),
    ("validator_4", "ours_then_theirs"): "Module((), (Memory(0), Memory(0)), False)",
    ("validator_5", "ours_then_theirs"): "Module((), (), True)",
    ("validator_6", "ours_then_theirs"): _function("syntax.I32Const(0), syntax.I64Eqz()", "I32"),
    ("validator_6", "theirs_then_ours"): _function("syntax.I64Const(0), syntax.I64Eqz()", "I32"),
    ("validator_7", "ours_then_theirs"): _function(f"syntax.I32Const(0), syntax.I32Const(0), {_i32('ADD')}", "I64"),
    ("validator_7", "theirs_then_ours"): _function(f"syntax.I32Const(0), syntax.I32Const(0), {_i32('ADD')}", "I32"),
    ("validator_8", "ours_then_theirs"): _function("syntax.MemorySize()", "I32"),
    ("validator_9", "ours_then_theirs"): _function("syntax.I64Const(0)", "I32"),
    ("validator_9", "theirs_then_ours"): _function("syntax.I64Const(0)", "I64"),
    ("validator_10", "ours_then_theirs"): _function("syntax.I32Const(0), syntax.I32Load(3, 0)", "I32", "Memory(0)"),
    ("interpreter_11", "same_result"): _program(f"syntax.LocalGet(0), syntax.LocalGet(0), {_i32('SUB')}", 1),
    ("interpreter_12", "same_result"): _program(
        "syntax.LocalGet(0), syntax.I32Const(0), syntax.I32Compare(syntax.I32Relation.LT_U)", -1
    ),
    ("interpreter_13", "same_result"): _program(f"syntax.LocalGet(0), syntax.I32Const(1), {_i32('SHR_U')}", -1),
    ("interpreter_14", "same_result"): _program("syntax.LocalGet(2)", 0, locals=1),
    ("interpreter_15", "same_result"): _program("syntax.LocalGet(0), syntax.I32Load8S(0, 1)", -1),
}
