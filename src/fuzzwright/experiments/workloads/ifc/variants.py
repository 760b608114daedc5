"""The twenty bugs: each leaves one label out of one rule.

Their order is that of the published studies, which number them from 0.
"""

from __future__ import annotations

from typing import Final

from ..workload import Variant

_CAUGHT_BY: Final = ("single_step_noninterference",)


def _dropped(name: str, what: str, right: str, wrong: str) -> Variant:
    return Variant(name, what, "rules.py", right, wrong, _CAUGHT_BY)


VARIANTS: Final = (
    _dropped(
        "bcall_result_pc",
        "A call made in secret leaves a frame that everybody may know.",
        "BCall: Rule(result=(PC,), pc=(L1, PC)),",
        "BCall: Rule(result=(), pc=(L1, PC)),",
    ),
    _dropped(
        "bcall_pc_l1",
        "A call to a secret address goes on as if everybody may know where.",
        "BCall: Rule(result=(PC,), pc=(L1, PC)),",
        "BCall: Rule(result=(PC,), pc=(PC,)),",
    ),
    _dropped(
        "bcall_pc_pc",
        "A call made in secret to a known address goes on in public.",
        "BCall: Rule(result=(PC,), pc=(L1, PC)),",
        "BCall: Rule(result=(PC,), pc=(L1,)),",
    ),
    _dropped(
        "bret_result_l2",
        "A secret value is returned as one that everybody may know.",
        "BRet: Rule(result=(L2, PC), pc=(L1,)),",
        "BRet: Rule(result=(PC,), pc=(L1,)),",
    ),
    _dropped(
        "bret_result_pc",
        "What is returned in secret does not become a secret.",
        "BRet: Rule(result=(L2, PC), pc=(L1,)),",
        "BRet: Rule(result=(L2,), pc=(L1,)),",
    ),
    _dropped(
        "bret_pc_l1",
        "A return to a secret address goes on in public.",
        "BRet: Rule(result=(L2, PC), pc=(L1,)),",
        "BRet: Rule(result=(L2, PC), pc=()),",
    ),
    _dropped(
        "nop_pc",
        "Doing nothing in secret goes on in public.",
        "Nop: Rule(result=(), pc=(PC,)),",
        "Nop: Rule(result=(), pc=()),",
    ),
    _dropped(
        "push_pc",
        "A push in secret goes on in public.",
        "Push: Rule(result=(), pc=(PC,)),",
        "Push: Rule(result=(), pc=()),",
    ),
    _dropped(
        "add_result_l1",
        "A sum does not become secret by its first operand.",
        "Add: Rule(result=(L1, L2), pc=(PC,)),",
        "Add: Rule(result=(L2,), pc=(PC,)),",
    ),
    _dropped(
        "add_result_l2",
        "A sum does not become secret by its second operand.",
        "Add: Rule(result=(L1, L2), pc=(PC,)),",
        "Add: Rule(result=(L1,), pc=(PC,)),",
    ),
    _dropped(
        "add_pc",
        "An addition in secret goes on in public.",
        "Add: Rule(result=(L1, L2), pc=(PC,)),",
        "Add: Rule(result=(L1, L2), pc=()),",
    ),
    _dropped(
        "load_result_l1",
        "A secret that is loaded from a known address is no secret any more.",
        "Load: Rule(result=(L1, L2), pc=(PC,)),",
        "Load: Rule(result=(L2,), pc=(PC,)),",
    ),
    _dropped(
        "load_result_l2",
        "What is loaded from a secret address does not become a secret.",
        "Load: Rule(result=(L1, L2), pc=(PC,)),",
        "Load: Rule(result=(L1,), pc=(PC,)),",
    ),
    _dropped(
        "load_pc",
        "A load in secret goes on in public.",
        "Load: Rule(result=(L1, L2), pc=(PC,)),",
        "Load: Rule(result=(L1, L2), pc=()),",
    ),
    _dropped(
        "store_check_l1",
        "A store to a secret address may overwrite what everybody knows.",
        "Store: Rule(result=(PC, L1, L2), pc=(PC,), check=(L1, PC)),",
        "Store: Rule(result=(PC, L1, L2), pc=(PC,), check=(PC,)),",
    ),
    _dropped(
        "store_check_pc",
        "A store in secret may overwrite what everybody knows.",
        "Store: Rule(result=(PC, L1, L2), pc=(PC,), check=(L1, PC)),",
        "Store: Rule(result=(PC, L1, L2), pc=(PC,), check=(L1,)),",
    ),
    _dropped(
        "store_result_pc",
        "What is stored in secret does not become a secret.",
        "Store: Rule(result=(PC, L1, L2), pc=(PC,), check=(L1, PC)),",
        "Store: Rule(result=(L1, L2), pc=(PC,), check=(L1, PC)),",
    ),
    _dropped(
        "store_result_l1",
        "What is stored at a secret address does not become a secret.",
        "Store: Rule(result=(PC, L1, L2), pc=(PC,), check=(L1, PC)),",
        "Store: Rule(result=(PC, L2), pc=(PC,), check=(L1, PC)),",
    ),
    _dropped(
        "store_result_l2",
        "A secret that is stored at a known address is no secret any more.",
        "Store: Rule(result=(PC, L1, L2), pc=(PC,), check=(L1, PC)),",
        "Store: Rule(result=(PC, L1), pc=(PC,), check=(L1, PC)),",
    ),
    _dropped(
        "store_pc",
        "A store in secret goes on in public.",
        "Store: Rule(result=(PC, L1, L2), pc=(PC,), check=(L1, PC)),",
        "Store: Rule(result=(PC, L1, L2), pc=(), check=(L1, PC)),",
    ),
)
