"""Changes of stretches of texts: each alone is a mutation, several go together where they do not overlap."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.domains.integers import Integers
from fuzzwright.domains.runs import Runs
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.engine.domain import Unfit

DOMAINS: dict[str, tuple[Runs[Any], Any]] = {"texts": (Strings(2, 30), "a"), "bytes": (Bytes(2, 30), b"a")}
both = pytest.mark.parametrize("name", DOMAINS)


@both
@given(seed=st.integers(0, 2**32))
def test_a_mutation_is_an_edit(name: str, seed: int) -> None:
    domain, _ = DOMAINS[name]
    value = domain.generate(Random(seed), 12)
    edit = domain.edit(value, Random(seed + 1))
    try:
        edited = domain.edited(value, [edit])
    except Unfit:
        return  # too long or too short: a mutation cuts it then
    assert edited == domain.mutate(value, Random(seed + 1))
    assert domain.contains(edited)


@both
@given(seed=st.integers(0, 2**32))
def test_a_graft_is_an_edit(name: str, seed: int) -> None:
    domain, letter = DOMAINS[name]
    value, part = domain.generate(Random(seed), 12), letter * 4
    edit = domain.graft_edit(value, part, Random(seed + 1))
    try:
        assert domain.edited(value, [edit]) == domain.graft(value, part, Random(seed + 1))
    except Unfit:
        assert not 2 <= len(value) + len(part) <= 30 or len(part) < len(value)


@both
@given(seed=st.integers(0, 2**32))
def test_edits_go_together_in_any_order_or_not_at_all(name: str, seed: int) -> None:
    domain, _ = DOMAINS[name]
    random = Random(seed)
    value = domain.generate(random, 16)
    edits = [domain.edit(value, random), domain.edit(value, random)]

    def result(some: list[Any]) -> Any:
        try:
            return domain.edited(value, some)
        except Unfit:
            return None

    together = result(edits)
    if together is not None:
        assert domain.contains(together)
        if edits[0][0] != edits[1][0]:
            assert together == result(edits[::-1])


def test_changes_of_two_stretches_are_both_there() -> None:
    assert Strings().edited("abcdef", [(4, 5, "XY"), (1, 2, "")]) == "acdXYf"
    with pytest.raises(Unfit):
        Strings().edited("abcdef", [(1, 4, ""), (2, 3, "x")])


def test_what_is_no_run_has_no_edits() -> None:
    assert Integers().edit(5, Random(1)) is None
    with pytest.raises(Unfit):
        Integers().edited(5, [(0, 1, 2)])
