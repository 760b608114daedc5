"""For every task of the red-black trees a call that shows the bug, on a tree about as small as can be."""

from __future__ import annotations

from typing import Final

LEAF: Final = "Leaf()"


def _red(key: int, left: str = LEAF, right: str = LEAF) -> str:
    return f"Node(Color.RED, {left}, {key}, False, {right})"


def _black(key: int, left: str = LEAF, right: str = LEAF) -> str:
    return f"Node(Color.BLACK, {left}, {key}, False, {right})"


# Their keys are odd, so that there is room for new ones between them.
ONE: Final = _black(1)
RED_ON_THE_RIGHT: Final = _black(1, LEAF, _red(3))
RED_ON_THE_LEFT: Final = _black(3, _red(1))
REDS_ON_BOTH_SIDES: Final = _black(3, _red(1), _red(5))
RIGHT_HAS_REDS: Final = _black(3, _black(1), _black(7, _red(5), _red(9)))
LEFT_HAS_REDS: Final = _black(7, _black(3, _red(1), _red(5)), _black(9))
LEFT_IS_RED: Final = _black(7, _red(3, _black(1), _black(5)), _black(9))
RIGHT_IS_RED: Final = _black(3, _black(1), _red(7, _black(5), _black(9)))
LEFT_IS_RED_OVER_A_NEAR_RED: Final = _black(9, _red(3, _black(1), _black(5, LEAF, _red(7))), _black(11))
RIGHT_IS_RED_OVER_A_NEAR_RED: Final = _black(3, _black(1), _red(9, _black(5, LEAF, _red(7)), _black(11)))
RIGHT_IS_RED_OVER_A_FAR_RED: Final = _black(3, _black(1), _red(7, _black(5), _black(11, _red(9))))
NINE: Final = _black(7, _black(3, _black(1), _black(5)), _black(15, _red(11, _black(9), _black(13)), _black(17)))
TWELVE: Final = _black(
    17,
    _black(9, _red(3, _black(1), _black(5, LEAF, _red(7))), _red(13, _black(11), _black(15))),
    _black(21, _black(19), _black(23)),
)

WITNESSES: Final[dict[tuple[str, str], str]] = {
    ("insert_1", "insert_post"): f"{ONE}, 0, False, 1",
    ("insert_1", "insert_model"): f"{ONE}, 0, False",
    ("insert_1", "delete_insert"): f"{ONE}, 0, 0, False",
    ("insert_1", "insert_insert"): f"{LEAF}, 0, False, 1, False",
    ("insert_2", "insert_post"): f"{ONE}, 2, False, 2",
    ("insert_2", "insert_model"): f"{ONE}, 2, False",
    ("insert_2", "delete_insert"): f"{ONE}, 1, 2, False",
    ("insert_2", "insert_insert"): f"{LEAF}, 0, False, 1, False",
    ("insert_2", "insert_delete"): f"{ONE}, 2, False, 1",
    ("insert_3", "insert_post"): f"{ONE}, 1, True, 1",
    ("insert_3", "insert_model"): f"{ONE}, 1, True",
    ("insert_3", "insert_delete"): f"{ONE}, 1, True, 1",
    ("insert_3", "insert_insert"): f"{LEAF}, 0, False, 0, True",
    ("delete_4", "delete_model"): f"{ONE}, 0",
    ("delete_4", "delete_post"): f"{ONE}, 0, 1",
    ("delete_4", "delete_delete"): f"{REDS_ON_BOTH_SIDES}, 1, 3",
    ("delete_4", "delete_insert"): f"{LEAF}, 0, 1, False",
    ("delete_4", "insert_delete"): f"{LEAF}, 0, False, 1",
    ("delete_5", "delete_model"): f"{RED_ON_THE_RIGHT}, 3",
    ("delete_5", "delete_post"): f"{RED_ON_THE_RIGHT}, 3, 3",
    ("delete_5", "delete_delete"): f"{RED_ON_THE_RIGHT}, 1, 3",
    ("delete_5", "delete_insert"): f"{ONE}, 0, 0, False",
    ("miscolor_insert", "insert_valid"): f"{ONE}, 0, False",
    ("miscolor_insert", "delete_insert"): f"{ONE}, 0, 0, False",
    ("miscolor_delete", "delete_valid"): f"{ONE}, 0",
    ("miscolor_balLeft", "delete_valid"): f"{RIGHT_IS_RED}, 1",
    ("miscolor_balLeft", "delete_delete"): f"{RIGHT_IS_RED}, 1, 9",
    ("miscolor_balRight", "delete_valid"): f"{LEFT_IS_RED}, 9",
    ("miscolor_balRight", "delete_delete"): f"{LEFT_IS_RED}, 1, 9",
    ("miscolor_join_1", "delete_valid"): f"{TWELVE}, 9",
    ("miscolor_join_2", "delete_valid"): f"{RIGHT_HAS_REDS}, 3",
    ("miscolor_join_2", "delete_delete"): f"{RIGHT_IS_RED_OVER_A_FAR_RED}, 1, 7",
    ("no_balance_insert_1", "insert_valid"): f"{RED_ON_THE_LEFT}, 0, False",
    ("no_balance_insert_1", "delete_insert"): f"{LEFT_IS_RED_OVER_A_NEAR_RED}, 11, 6, False",
    ("no_balance_insert_1", "insert_delete"): f"{LEFT_IS_RED_OVER_A_NEAR_RED}, 6, False, 11",
    ("no_balance_insert_2", "insert_valid"): f"{RED_ON_THE_RIGHT}, 2, False",
    ("no_balance_insert_2", "delete_insert"): f"{RIGHT_IS_RED_OVER_A_FAR_RED}, 1, 8, False",
    ("no_balance_insert_2", "insert_delete"): f"{RIGHT_IS_RED_OVER_A_FAR_RED}, 8, False, 1",
    ("swap_cd", "insert_valid"): f"{REDS_ON_BOTH_SIDES}, 0, False",
    ("swap_cd", "insert_post"): f"{REDS_ON_BOTH_SIDES}, 0, False, 5",
    ("swap_cd", "insert_model"): f"{REDS_ON_BOTH_SIDES}, 0, False",
    ("swap_cd", "delete_valid"): f"{LEFT_HAS_REDS}, 9",
    ("swap_cd", "delete_post"): f"{LEFT_HAS_REDS}, 9, 5",
    ("swap_cd", "delete_model"): f"{LEFT_HAS_REDS}, 9",
    ("swap_cd", "insert_insert"): f"{RED_ON_THE_LEFT}, 0, False, 4, False",
    ("swap_cd", "insert_delete"): f"{REDS_ON_BOTH_SIDES}, 0, False, 1",
    ("swap_cd", "delete_insert"): f"{REDS_ON_BOTH_SIDES}, 0, 0, False",
    ("swap_cd", "delete_delete"): f"{LEFT_HAS_REDS}, 1, 9",
    ("swap_bc", "insert_valid"): f"{RIGHT_IS_RED_OVER_A_NEAR_RED}, 6, False",
    ("swap_bc", "insert_post"): f"{RIGHT_IS_RED_OVER_A_NEAR_RED}, 6, False, 5",
    ("swap_bc", "insert_model"): f"{RIGHT_IS_RED_OVER_A_NEAR_RED}, 6, False",
    ("swap_bc", "delete_valid"): f"{NINE}, 1",
    ("swap_bc", "delete_post"): f"{NINE}, 1, 9",
    ("swap_bc", "delete_model"): f"{NINE}, 1",
    ("swap_bc", "insert_insert"): f"{RIGHT_HAS_REDS}, 4, False, 8, False",
    ("swap_bc", "insert_delete"): f"{RIGHT_IS_RED_OVER_A_NEAR_RED}, 6, False, 1",
    ("swap_bc", "delete_insert"): f"{RIGHT_IS_RED_OVER_A_NEAR_RED}, 1, 6, False",
    ("swap_bc", "delete_delete"): f"{NINE}, 1, 7",
}
