"""Which labels the results of each instruction get, as a table.

A join is written as the labels that take part in it: high if one of them is, low if none is, or none is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .state import HIGH, LOW, Add, BCall, BRet, Instruction, Label, Load, Nop, Push, Store

PC, L1, L2, L3 = range(4)
"""The label of the program counter, and those of the operands: what each is, `machine.step` says."""

Join = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """What an instruction does to labels; nothing may be overwritten whose label, L3, is below `check`."""

    result: Join
    pc: Join
    check: Join = ()


RULES: Final[dict[type[Instruction], Rule]] = {
    BCall: Rule(result=(PC,), pc=(L1, PC)),
    BRet: Rule(result=(L2, PC), pc=(L1,)),
    Nop: Rule(result=(), pc=(PC,)),
    Push: Rule(result=(), pc=(PC,)),
    Add: Rule(result=(L1, L2), pc=(PC,)),
    Load: Rule(result=(L1, L2), pc=(PC,)),
    Store: Rule(result=(PC, L1, L2), pc=(PC,), check=(L1, PC)),
}


def join(names: Join, labels: tuple[Label, ...]) -> Label:
    """Return the highest of the labels named."""
    for name in names:
        if labels[name] is HIGH:
            return HIGH
    return LOW


def allowed(instruction: type[Instruction], *labels: Label) -> bool:
    """Return whether an instruction may overwrite something labelled L3, given PC, L1, L2 and that."""
    return join(RULES[instruction].check, labels) is LOW or labels[L3] is HIGH


def labels_after(instruction: type[Instruction], *labels: Label) -> tuple[Label, Label]:
    """Return the labels of the result and of the next program counter, given PC, L1, and so on."""
    rule = RULES[instruction]
    return join(rule.result, labels), join(rule.pc, labels)
