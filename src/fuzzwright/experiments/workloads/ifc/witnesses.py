"""For each bug a pair of states that shows it."""

from __future__ import annotations

from typing import Final

_PROPERTY: Final = "single_step_noninterference"

WITNESSES: Final[dict[tuple[str, str], str]] = {
    ("bcall_result_pc", _PROPERTY): (
        "Pair("
        "State((BCall(0),), (), Item(Atom(0, LOW), Bottom()), Atom(0, HIGH)), "
        "State((BCall(0),), (), Item(Atom(0, LOW), Bottom()), Atom(0, HIGH))"
        ")"
    ),
    ("bcall_pc_l1", _PROPERTY): (
        "Pair("
        "State((BCall(0),), (), Item(Atom(0, HIGH), Bottom()), Atom(0, LOW)), "
        "State((BCall(0),), (), Item(Atom(1, HIGH), Bottom()), Atom(0, LOW))"
        ")"
    ),
    ("bcall_pc_pc", _PROPERTY): (
        "Pair("
        "State((BCall(0),), (), Item(Atom(0, LOW), Bottom()), Atom(0, HIGH)), "
        "State((BCall(0),), (), Item(Atom(1, LOW), Bottom()), Atom(0, HIGH))"
        ")"
    ),
    ("bret_result_l2", _PROPERTY): (
        "Pair("
        "State((BRet(),), (), Item(Atom(0, HIGH), Frame(Atom(0, LOW), Bottom())), Atom(0, LOW)), "
        "State((BRet(),), (), Item(Atom(1, HIGH), Frame(Atom(0, LOW), Bottom())), Atom(0, LOW))"
        ")"
    ),
    ("bret_result_pc", _PROPERTY): (
        "Pair("
        "State((BRet(),), (), Item(Atom(0, LOW), Frame(Atom(0, LOW), Bottom())), Atom(0, HIGH)), "
        "State((BRet(),), (), Item(Atom(1, LOW), Frame(Atom(0, LOW), Bottom())), Atom(0, HIGH))"
        ")"
    ),
    ("bret_pc_l1", _PROPERTY): (
        "Pair("
        "State((BRet(),), (), Item(Atom(0, LOW), Frame(Atom(1, HIGH), Bottom())), Atom(0, LOW)), "
        "State((BRet(),), (), Item(Atom(0, LOW), Frame(Atom(0, HIGH), Bottom())), Atom(0, LOW))"
        ")"
    ),
    ("nop_pc", _PROPERTY): (
        "Pair("
        "State((Nop(),), (), Bottom(), Atom(0, HIGH)), "
        "State((Nop(),), (), Item(Atom(0, LOW), Bottom()), Atom(0, HIGH))"
        ")"
    ),
    ("push_pc", _PROPERTY): (
        "Pair("
        "State((Push(0),), (), Bottom(), Atom(0, HIGH)), "
        "State((Push(0),), (), Item(Atom(0, LOW), Bottom()), Atom(0, HIGH))"
        ")"
    ),
    ("add_result_l1", _PROPERTY): (
        "Pair("
        "State((Add(),), (), Item(Atom(1, HIGH), Item(Atom(0, LOW), Bottom())), Atom(0, LOW)), "
        "State((Add(),), (), Item(Atom(0, HIGH), Item(Atom(0, LOW), Bottom())), Atom(0, LOW))"
        ")"
    ),
    ("add_result_l2", _PROPERTY): (
        "Pair("
        "State((Add(),), (), Item(Atom(0, LOW), Item(Atom(0, HIGH), Bottom())), Atom(0, LOW)), "
        "State((Add(),), (), Item(Atom(0, LOW), Item(Atom(1, HIGH), Bottom())), Atom(0, LOW))"
        ")"
    ),
    ("add_pc", _PROPERTY): (
        "Pair("
        "State((Add(),), (), Item(Atom(0, LOW), Item(Atom(0, LOW), Bottom())), Atom(0, HIGH)), "
        "State((Add(),), (), Item(Atom(0, LOW), Item(Atom(0, HIGH), Bottom())), Atom(0, HIGH))"
        ")"
    ),
    ("load_result_l1", _PROPERTY): (
        "Pair("
        "State((Load(),), (Atom(1, HIGH),), Item(Atom(0, LOW), Bottom()), Atom(0, LOW)), "
        "State((Load(),), (Atom(0, HIGH),), Item(Atom(0, LOW), Bottom()), Atom(0, LOW))"
        ")"
    ),
    ("load_result_l2", _PROPERTY): (
        "Pair("
        "State((Load(),), (Atom(0, LOW), Atom(1, LOW)), Item(Atom(1, HIGH), Bottom()), Atom(0, LOW)), "
        "State((Load(),), (Atom(0, LOW), Atom(1, LOW)), Item(Atom(0, HIGH), Bottom()), Atom(0, LOW))"
        ")"
    ),
    ("load_pc", _PROPERTY): (
        "Pair("
        "State((Load(),), (Atom(0, LOW),), Item(Atom(0, LOW), Bottom()), Atom(0, HIGH)), "
        "State((Load(),), (Atom(0, LOW),), Item(Atom(0, LOW), Item(Atom(0, LOW), Bottom())), Atom(0, HIGH))"
        ")"
    ),
    ("store_check_l1", _PROPERTY): (
        "Pair("
        "State((Store(),), (Atom(0, LOW), Atom(0, LOW)), "
        "Item(Atom(0, HIGH), Item(Atom(0, LOW), Bottom())), Atom(0, LOW)), "
        "State((Store(),), (Atom(0, LOW), Atom(0, LOW)), "
        "Item(Atom(1, HIGH), Item(Atom(0, LOW), Bottom())), Atom(0, LOW))"
        ")"
    ),
    ("store_check_pc", _PROPERTY): (
        "Pair("
        "State((Store(),), (Atom(0, LOW),), Item(Atom(0, LOW), Item(Atom(0, LOW), Bottom())), Atom(0, HIGH)), "
        "State((Store(),), (Atom(0, LOW),), Item(Atom(0, LOW), Item(Atom(0, LOW), Bottom())), Atom(0, HIGH))"
        ")"
    ),
    ("store_result_pc", _PROPERTY): (
        "Pair("
        "State((Store(),), (Atom(0, HIGH),), Item(Atom(0, LOW), Item(Atom(0, LOW), Bottom())), Atom(0, HIGH)), "
        "State((Store(),), (Atom(0, HIGH),), Item(Atom(0, LOW), Item(Atom(0, LOW), Bottom())), Atom(0, HIGH))"
        ")"
    ),
    ("store_result_l1", _PROPERTY): (
        "Pair("
        "State((Store(),), (Atom(0, HIGH), Atom(0, HIGH)), "
        "Item(Atom(0, HIGH), Item(Atom(0, LOW), Bottom())), Atom(0, LOW)), "
        "State((Store(),), (Atom(0, HIGH), Atom(0, HIGH)), "
        "Item(Atom(1, HIGH), Item(Atom(0, LOW), Bottom())), Atom(0, LOW))"
        ")"
    ),
    ("store_result_l2", _PROPERTY): (
        "Pair("
        "State((Store(),), (Atom(0, LOW),), Item(Atom(0, LOW), Item(Atom(0, HIGH), Bottom())), Atom(0, LOW)), "
        "State((Store(),), (Atom(0, LOW),), Item(Atom(0, LOW), Item(Atom(1, HIGH), Bottom())), Atom(0, LOW))"
        ")"
    ),
    ("store_pc", _PROPERTY): (
        "Pair("
        "State((Store(),), (Atom(0, HIGH),), Item(Atom(0, LOW), Item(Atom(0, LOW), Bottom())), Atom(0, HIGH)), "
        "State((Store(),), (Atom(0, HIGH),), "
        "Item(Atom(0, LOW), Item(Atom(0, LOW), Item(Atom(0, LOW), Bottom()))), Atom(0, HIGH))"
        ")"
    ),
}
