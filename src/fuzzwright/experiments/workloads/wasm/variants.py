"""Ten bugs of the validator and five of the interpreter."""

from __future__ import annotations

from typing import Final

from fuzzwright.experiments.workloads.workload import Variant

_ONE_WAY: Final = ("ours_then_theirs",)
_BOTH_WAYS: Final = ("ours_then_theirs", "theirs_then_ours")
_RUN: Final = ("same_result",)

VARIANTS: Final[tuple[Variant, ...]] = (
    Variant(
        name="validator_1",
        what="The else-branch of an if is not checked.",
        file="validate.py",
        right="                self.block(otherwise, given, label=given)\n",
        wrong="",
        caught_by=_ONE_WAY,
    ),
    Variant(
        name="validator_2",
        what="Operands may be left over at the end of a body.",
        file="validate.py",
        right="if len(self.operands) != self.floor:",
        wrong="if len(self.operands) < self.floor:",
        caught_by=_ONE_WAY,
    ),
    Variant(
        name="validator_3",
        what="What a function's body leaves is not compared with the function's type.",
        file="validate.py",
        right="    body.end(body.result)\n",
        wrong="",
        caught_by=_ONE_WAY,
    ),
    Variant(
        name="validator_4",
        what="More than one memory is allowed.",
        file="validate.py",
        right='    if len(module.memories) > 1:\n        raise Invalid("more than one memory")\n',
        wrong="",
        caught_by=_ONE_WAY,
    ),
    Variant(
        name="validator_5",
        what="A function that is not there passes for one that takes and returns nothing.",
        file="validate.py",
        right='raise Invalid("no such function")',
        wrong="return FunctionType((), Result.NOTHING)",
        caught_by=_ONE_WAY,
    ),
    Variant(
        name="validator_6",
        what="i64.eqz takes an i32.",
        file="validate.py",
        right="case I64Eqz():\n                self.apply(I64, gives=I32)",
        wrong="case I64Eqz():\n                self.apply(I32, gives=I32)",
        caught_by=_BOTH_WAYS,
    ),
    Variant(
        name="validator_7",
        what="Binary operators of i32 give an i64.",
        file="validate.py",
        right="case I32Binary():\n                self.apply(I32, I32, gives=I32)",
        wrong="case I32Binary():\n                self.apply(I32, I32, gives=I64)",
        caught_by=_BOTH_WAYS,
    ),
    Variant(
        name="validator_8",
        what="Memory is accessed though there is none.",
        file="validate.py",
        right='        if not self.module.memories:\n            raise Invalid("no memory")\n',
        wrong="        pass\n",
        caught_by=_ONE_WAY,
    ),
    Variant(
        name="validator_9",
        what="i64.const gives an i32.",
        file="validate.py",
        right="case I64Const():\n                self.apply(gives=I64)",
        wrong="case I64Const():\n                self.apply(gives=I32)",
        caught_by=_BOTH_WAYS,
    ),
    Variant(
        name="validator_10",
        what="The alignment of i32.load is not checked.",
        file="validate.py",
        right="case I32Load(align, offset):\n                self.address(align, offset, widest=2)",
        wrong="case I32Load(align, offset):\n                self.address(0, offset, widest=2)",
        caught_by=_ONE_WAY,
    ),
    Variant(
        name="interpreter_11",
        what="i32.sub adds.",
        file="arithmetic.py",
        right="case I32Operator.SUB:\n            return left - right",
        wrong="case I32Operator.SUB:\n            return left + right",
        caught_by=_RUN,
    ),
    Variant(
        name="interpreter_12",
        what="i32.lt_u compares with signs.",
        file="arithmetic.py",
        right="case I32Relation.LT_U:\n            return left < right",
        wrong="case I32Relation.LT_U:\n            return signed(left, 32) < signed(right, 32)",
        caught_by=_RUN,
    ),
    Variant(
        name="interpreter_13",
        what="i32.shr_u repeats the sign.",
        file="arithmetic.py",
        right="case I32Operator.SHR_U:\n            return left >> right % 32",
        wrong="case I32Operator.SHR_U:\n            return signed(left, 32) >> right % 32",
        caught_by=_RUN,
    ),
    Variant(
        name="interpreter_14",
        what="Locals begin with 1.",
        file="interpret.py",
        right="(0 for _ in range(function.locals))",
        wrong="(1 for _ in range(function.locals))",
        caught_by=_RUN,
    ),
    Variant(
        name="interpreter_15",
        what="i32.load8_s cuts the sum of address and offset to 32 bits.",
        file="interpret.py",
        right="start = self.address(stack.pop(), offset, 1)\n                stack.append(",
        wrong="start = self.address(wrapped(stack.pop() + offset, 32), 0, 1)\n                stack.append(",
        caught_by=_RUN,
    ),
)
