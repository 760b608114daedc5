"""Our check of returned values beside typeguard's, on the table of hints with values that conform and that do not."""

from __future__ import annotations

from typing import Any

import pytest
import typeguard

from fuzzwright.python.check import checker
from tests.python.test_check import TABLE

pytestmark = pytest.mark.filterwarnings("ignore::typeguard.TypeHintWarning")


def typeguard_accepts(value: Any, hint: Any) -> bool | None:
    """Return typeguard's verdict; None where it does not give one."""
    try:
        typeguard.check_type(value, hint, collection_check_strategy=typeguard.CollectionCheckStrategy.ALL_ITEMS)
    except typeguard.TypeCheckError:
        return False
    except Exception:
        return None
    return True


def we_accept(value: Any, hint: Any) -> bool:
    check = checker(hint)
    return check is None or check(value) is None


BAD = [(hint, value) for hint, _, bad in TABLE for value, _ in bad]
GOOD = [(hint, value) for hint, good, _ in TABLE for value in good]


def test_what_typeguard_refuses_and_should_we_refuse_too() -> None:
    missed = [
        (hint, value) for hint, value in BAD if typeguard_accepts(value, hint) is False and we_accept(value, hint)
    ]
    assert missed == []


def test_what_typeguard_takes_and_should_we_take_too() -> None:
    alarms = [(hint, value) for hint, value in GOOD if typeguard_accepts(value, hint) and not we_accept(value, hint)]
    assert alarms == []


def test_the_table_is_hard_typeguard_misses_some_of_it_and_we_do_not() -> None:
    theirs = [(hint, value) for hint, value in BAD if typeguard_accepts(value, hint)]
    assert len(theirs) >= 20
    assert not any(we_accept(value, hint) for hint, value in theirs)
