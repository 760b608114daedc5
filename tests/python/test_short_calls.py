"""Calls without the name of their own module."""

from __future__ import annotations

import pytest

from fuzzwright.python.short_calls import shortened


@pytest.mark.parametrize(
    ("call", "short", "names"),
    [
        ("tiles.move([[]], tiles.Direction.UP)", "move([[]], Direction.UP)", "Direction, move"),
        ("tiles.move('tiles.move')", "move('tiles.move')", "move"),
        ("tiles.move('ä', tiles.A)", "move('ä', A)", "A, move"),
        ("tiles.move(\n    tiles.A)", "move(\n    A)", "A, move"),
    ],
)
def test_names_of_the_module_are_bare(call: str, short: str, names: str) -> None:
    assert shortened(call, ["import tiles"], "tiles") == (short, [f"from tiles import {names}"])


def test_other_modules_keep_their_names() -> None:
    told = shortened(
        "shop.orders.due(datetime.date(2024, 5, 17))", ["import datetime", "import shop.orders"], "shop.orders"
    )
    assert told == ("due(datetime.date(2024, 5, 17))", ["import datetime", "from shop.orders import due"])


@pytest.mark.parametrize("call", ["(a := bank.a(), bank.b(a))[-1]", "f(bank)", "bank.f(bank)", "1 +", "f(1)"])
def test_what_is_unclear_stays_as_it_was(call: str) -> None:
    assert shortened(call, ["import bank"], "bank") == (call, ["import bank"])
