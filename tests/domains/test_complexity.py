"""How complex a value is, up to a limit: the same below it, and never below it otherwise."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from fuzzwright.domains.integers import Integers
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.text import Strings
from fuzzwright.engine.domain import Domain, Unfit
from tests.domains.test_moves import EVERY


def drawn(domain: Domain[Any], count: int) -> list[Any]:
    random, values = Random(5), []
    for index in range(count):
        try:
            values.append(domain.generate(random, 1 + index % 30))
        except Unfit:
            continue
    return values


@pytest.mark.parametrize("name", EVERY)
def test_below_a_limit_complexity_is_exact_and_from_it_on_it_is_no_less(name: str) -> None:
    domain = EVERY[name]
    for value in drawn(domain, 40):
        complexity = domain.complexity(value)
        for limit in (0.0, complexity / 2, complexity, complexity * 1.01 + 0.1, math.inf):
            found = domain.complexity_up_to(value, limit)
            if complexity < limit:
                assert found == pytest.approx(complexity, abs=1e-9)
            else:
                assert found >= limit


def test_where_keys_have_to_be_there_the_simplest_are() -> None:
    domain = Mappings(Integers(), Strings(), shortest=2)
    assert domain.simplest() == ((0, ""), (1, ""))
