from __future__ import annotations

from fuzzwright.domains.numbers import Integers
from fuzzwright.domains.products import Products
from fuzzwright.domains.text import Strings
from fuzzwright.domains.unions import Unions
from fuzzwright.engine.planting import planted


def test_each_thing_is_put_into_each_place_that_takes_it() -> None:
    domain = Products([Strings(), Integers(), Unions([Integers(), Strings()])])
    plain = domain.simplest()
    found = [domain.realise(each) for each in planted(domain, ["//[]@", 77, 2.5])]
    text, number, either = domain.realise(plain)
    assert ("//[]@", number, either) in found
    assert (text, number, "//[]@") in found
    assert (text, 77, either) in found
    assert (text, number, 77) in found
    assert all(2.5 not in each for each in found)
    assert all(sum(a != b for a, b in zip(each, (text, number, either), strict=True)) <= 1 for each in found)
