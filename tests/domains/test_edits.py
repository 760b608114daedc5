"""Changes of stretches of texts and lists: each is a mutation, and can be made in another value as well."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.domains.integers import Integers
from fuzzwright.domains.runs import Runs
from fuzzwright.domains.sequences import SET, Sequences
from fuzzwright.domains.text import Bytes, Strings
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.references import settle

DOMAINS: dict[str, tuple[Runs[Any], Any]] = {"texts": (Strings(2, 30), "a"), "bytes": (Bytes(2, 30), b"a")}
LISTS = Sequences(Integers(), shortest=2, longest=30)
settle(LISTS)
both = pytest.mark.parametrize("name", DOMAINS)


@both
@given(seed=st.integers(0, 2**32))
def test_a_mutation_is_an_edit(name: str, seed: int) -> None:
    domain, _ = DOMAINS[name]
    value = domain.generate(Random(seed), 12)
    edit = domain.edit(value, Random(seed + 1))
    try:
        edited = domain.edited(value, edit)
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
        assert domain.edited(value, edit) == domain.graft(value, part, Random(seed + 1))
    except Unfit:
        assert not 2 <= len(value) + len(part) <= 30 or len(part) < len(value)


@pytest.mark.parametrize("name", [*DOMAINS, "lists"])
@given(seed=st.integers(0, 2**32))
def test_a_change_made_for_one_value_can_be_made_in_any_other(name: str, seed: int) -> None:
    domain: Domain[Any] = LISTS if name == "lists" else DOMAINS[name][0]
    random = Random(seed)
    one, other = domain.generate(random, 16), domain.generate(random, 4)
    edit = domain.edit(one, random)
    assert edit is not None
    try:
        assert domain.contains(domain.edited(other, edit))
    except Unfit:
        assert not 2 <= len(other[: edit[0]] + edit[2] + other[edit[1] :]) <= 30


@given(seed=st.integers(0, 2**32))
def test_a_mutation_of_a_list_is_an_edit(seed: int) -> None:
    value = LISTS.generate(Random(seed), 12)
    edit = LISTS.edit(value, Random(seed + 1))
    assert edit is not None
    new = value[: edit[0]] + edit[2] + value[edit[1] :]
    if 2 <= len(new) <= 30:
        assert LISTS.mutate(value, Random(seed + 1)) == new == LISTS.edited(value, edit)


def test_a_set_has_no_edits() -> None:
    assert Sequences(Integers(), SET).edit((1, 2, 3), Random(1)) is None


def test_what_is_no_run_has_no_edits() -> None:
    assert Integers().edit(5, Random(1)) is None
    with pytest.raises(Unfit):
        Integers().edited(5, (0, 1, 2))
