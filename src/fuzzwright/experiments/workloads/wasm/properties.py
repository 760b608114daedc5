"""Properties: our validator and `wasmtime` accept the same modules, and valid programs do the same in both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fuzzwright.python.properties import assume, prop

from . import syntax, theirs  # noqa: F401  # witnesses are written with `syntax`
from .arithmetic import Trap, f32, signed, wrapped
from .encode import encode
from .interpret import Machine, Unfinished
from .syntax import Function, FunctionType, Instruction, Memory, Module, Result, ValueType
from .validate import is_valid

FUEL = 1_000
"""How many instructions a program may take; what takes more is not compared."""


@dataclass(frozen=True, slots=True)
class Program:
    """A function from i32 and f32 to i32 in a module with one page of memory."""

    locals: Literal[0, 1, 2, 3]
    body: tuple[Instruction, ...]

    def module(self) -> Module:
        """Return the module that has this function alone."""
        type = FunctionType((ValueType.I32, ValueType.F32), Result.I32)
        return Module((Function(type, self.locals, self.body),), (Memory(1),), exported=True)


@prop
def ours_then_theirs(module: Module) -> None:
    """What our validator accepts, `wasmtime` accepts."""
    assume(is_valid(module))
    assert theirs.accepts(encode(module))


@prop
def theirs_then_ours(module: Module) -> None:
    """What `wasmtime` accepts, our validator accepts."""
    assume(theirs.accepts(encode(module)))
    assert is_valid(module)


@prop
def same_result(program: Program, whole: int, real: float) -> None:
    """A valid program returns the same here and there, or is trapped by the same."""
    module = program.module()
    assume(is_valid(module))
    ours: int | str
    try:
        ours = signed(Machine(module, FUEL).call(0, (wrapped(whole, 32), f32(real))), 32)
    except Trap as trap:
        ours = str(trap)
    except Unfinished:
        # Only asked where it does not hold: else the run itself would count as part of the precondition.
        return assume(False)
    assert ours == theirs.run(encode(module), signed(whole, 32), f32(real))
    return None
