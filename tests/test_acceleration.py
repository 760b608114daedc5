"""With the accelerator inputs are made, put together and weighed exactly as without."""

from __future__ import annotations

import gc
import itertools
import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

import pytest

from fuzzwright.acceleration import OFF, accelerator
from fuzzwright.domains.integers import Integers
from fuzzwright.domains.mappings import Mappings
from fuzzwright.domains.records import Records
from fuzzwright.domains.sequences import Sequences
from fuzzwright.domains.text import Strings
from fuzzwright.domains.unions import Chosen
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.search import Batch
from fuzzwright.engine.trees import put_at_two, some_spots, way_to
from fuzzwright.searches.vary import Varying, _equal
from fuzzwright.searches.words import Words
from tests.engine.shapes import DOMAINS, Leaf, domains, finished, samples, tree

T = TypeVar("T")

pytestmark = pytest.mark.skipif(accelerator() is None, reason="the accelerator is not installed")


@pytest.fixture
def both_ways(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], T]], tuple[T, T]]]:
    """Give what does something without the accelerator, and then with it."""

    def do(something: Callable[[], T]) -> tuple[T, T]:
        results = []
        for off in ("1", "0"):
            monkeypatch.setenv(OFF, off)
            accelerator.cache_clear()
            assert (accelerator() is None) == (off == "1")
            results.append(something())
        return results[0], results[1]

    yield do
    accelerator.cache_clear()


Both = Callable[[Callable[[], Any]], tuple[Any, Any]]


@pytest.mark.parametrize("name", DOMAINS)
def test_the_same_is_drawn_from_the_same_seed(name: str, both_ways: Both) -> None:
    def drawn() -> list[Any]:
        domain, random = domains()[name], Random(7)
        values: list[Any] = []
        for index in range(600):
            size = index % 110 - 2
            values.append(domain.mix(random, size))
            values.append(domain.draw(random, size))
            values.append(domain.draw_many(random, size, index % 4))
        return [*map(repr, values), random.getrandbits(64)]

    pure, fast = both_ways(drawn)
    assert pure == fast


@pytest.mark.parametrize("name", DOMAINS)
def test_the_same_variants_are_made_in_the_same_order(name: str, both_ways: Both) -> None:
    def varied() -> list[Any]:
        domain, random = domains()[name], Random(11)
        varying: Varying[Any] = Varying(domain, Words([1, "ab", b"c", -5]), random)
        made: list[Any] = []
        for parent in samples(domain, 40, seed=3):
            varying.note(parent)
            batch: Batch[Any] = Batch(iter(()))
            made += [(repr(variant), batch.origin) for variant in varying.variants(parent, batch)]
        return [*made, varying.variants_made, varying.operators_used, random.getrandbits(64)]

    pure, fast = both_ways(varied)
    assert len(pure) > 40
    assert pure == fast


def test_variants_that_are_given_up_are_counted_as_far_as_they_were_made(both_ways: Both) -> None:
    def counted() -> tuple[int, int]:
        varying: Varying[Any] = Varying(tree(), Words([]), Random(1))
        parent = next(iter(samples(varying.domain, 1, seed=9)))
        variants = varying.variants(varying.domain.mix(Random(4), 40) or parent, Batch(iter(())))
        for _ in range(20):
            next(variants)
        variants.close()  # type: ignore[attr-defined]  # a generator
        return varying.variants_made, varying.operators_used

    pure, fast = both_ways(counted)
    assert pure == fast
    assert pure[0] == 20


@pytest.mark.parametrize("name", DOMAINS)
def test_what_is_put_at_one_place_or_two_is_the_same(name: str, both_ways: Both) -> None:
    def put() -> list[str]:
        domain, random = domains()[name], Random(2)
        made: list[str] = []
        for value in samples(domain, 60, seed=5):
            ways = [(way_to(domain, value, spot.position), spot) for spot in some_spots(domain, value, 12)]
            for way, spot in ways:
                new = spot.domain.generate(random, 3)
                made.append(_unless_unfit(lambda way=way, new=new: way.put()(new)))  # type: ignore[misc]
            for way, spot in ways:
                for other, elsewhere in ways:
                    joint = put_at_two(way, other)
                    if joint is not None:
                        parts = spot.domain.generate(random, 3), elsewhere.domain.generate(random, 3)
                        made.append(_unless_unfit(lambda joint=joint, parts=parts: joint(*parts)))  # type: ignore[misc]
        return made

    pure, fast = both_ways(put)
    assert pure == fast


def _unless_unfit(make: Callable[[], Any]) -> str:
    try:
        return repr(make())
    except Unfit:
        return "unfit"


def test_keys_that_may_be_too_many_or_too_few_are_put_together_alike(both_ways: Both) -> None:
    def made() -> list[Any]:
        random = Random(6)
        domain = finished(Mappings(Integers(0, 12), Sequences(Strings()), shortest=2, longest=5))
        values = [domain.mix(random, index % 40) for index in range(400)]
        assert all(map(domain.contains, values))
        built = []
        for value in values:
            ways = [(way_to(domain, value, spot.position), spot) for spot in some_spots(domain, value, 8)[1:]]
            for way, spot in ways:
                new = spot.domain.generate(random, 2)
                built.append(_unless_unfit(lambda way=way, new=new: way.put()(new)))  # type: ignore[misc]
            built += [repr(domain.weigh(value, limit)) for limit in (math.inf, 5.0, 9.0)]
        return [*map(repr, values), *built]

    pure, fast = both_ways(made)
    assert pure == fast
    assert "unfit" in pure


@pytest.mark.parametrize("name", DOMAINS)
def test_weights_are_the_same_to_the_bit_up_to_any_limit(name: str, both_ways: Both) -> None:
    def weighed() -> list[float]:
        domain = domains()[name]
        limits = (math.inf, 0.0, 1.0, 4.5, 20.0, 60.0)
        return [domain.itself.weigh(value, limit) for value in samples(domain, 120, seed=8) for limit in limits]

    pure, fast = both_ways(weighed)
    assert pure == fast


@pytest.mark.parametrize("depth", [50, 280, 320, 340, 2000])
def test_what_is_too_deep_to_be_weighed_is_so_either_way(depth: int, both_ways: Both) -> None:
    def weighed() -> object:
        domain = tree()
        value = deep(domain, depth)
        try:
            return domain.itself.weigh(value, math.inf)
        except RecursionError:
            return "too deep"

    pure, fast = both_ways(weighed)
    assert pure == fast


def deep(domain: Domain[Any], depth: int) -> Any:
    """Return a tree that is nothing but a chain."""
    (record,) = [each for each in domain.components() if len(each.components()) == 2]
    leaf = value = Leaf(1)
    for _ in range(depth):
        value = record.make((), (value, leaf))
    return value


@pytest.mark.parametrize("depth", [50, 200, 300, 310, 340, 2000])
@pytest.mark.parametrize("kind", ["lists", "dicts"])
def test_what_is_too_deep_to_be_made_is_so_either_way(kind: str, depth: int, both_ways: Both) -> None:
    def made() -> object:
        domain = domains()["json"]
        value: Any = Chosen(0, None)
        for _ in range(depth):
            value = Chosen(4, (value,)) if kind == "lists" else Chosen(5, (("a", value),))
        try:
            thing = domain.realise(value)
        except RecursionError:
            return "too deep"
        for reached in itertools.count():
            if thing is None:
                return reached
            thing = thing[0] if kind == "lists" else thing["a"]
        return None

    pure, fast = both_ways(made)
    assert pure == fast
    assert pure == (depth if depth < 250 else pure)


@pytest.mark.parametrize("name", DOMAINS)
def test_the_same_objects_are_made(name: str, both_ways: Both) -> None:
    def made() -> list[str]:
        domain = domains()[name]
        return [repr(domain.itself.realise(value)) for value in samples(domain, 60, seed=4)]

    pure, fast = both_ways(made)
    assert pure == fast


def test_records_are_made_as_python_makes_them(both_ways: Both) -> None:
    def made() -> list[object]:
        record = finished(Records(Leaf, [("value", domains()["int"])], frozen=True))
        leaf = record.make((), (3,))
        return [leaf, hash(leaf), leaf == Leaf(3), vars(leaf), type(leaf)]

    pure, fast = both_ways(made)
    assert pure == fast


def test_a_field_that_its_class_watches_is_set_by_the_class(both_ways: Both) -> None:
    def made() -> object:
        return finished(Records(Watched, [("value", domains()["int"])], frozen=True)).make((), (3,)).value

    assert both_ways(made) == (6, 6)


class Doubling:
    """Keeps twice of what it is set to."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, instance: object, owner: type) -> Any:
        return getattr(instance, self._name, 0)

    def __set__(self, instance: object, value: int) -> None:
        object.__setattr__(instance, self._name, 2 * value)


@dataclass(frozen=True)
class Watched:
    """Has a field that is a descriptor."""

    value: int = Doubling()  # type: ignore[assignment]  # it stands for one


@pytest.mark.slow
def test_nothing_is_left_behind() -> None:
    def work() -> None:
        domain, random = tree(), Random(1)
        varying: Varying[Any] = Varying(domain, Words([]), random)
        for parent in samples(domain, 30):
            varying.note(parent)
            list(varying.variants(parent, Batch(iter(()))))
            domain.itself.weigh(parent, math.inf)

    work()
    gc.collect()
    before, blocks = len(gc.get_objects()), sys.getallocatedblocks()
    for _ in range(5):
        work()
    gc.collect()
    assert len(gc.get_objects()) - before < 50
    assert sys.getallocatedblocks() - blocks < 2000


def test_what_goes_wrong_in_python_code_comes_out() -> None:
    fast = accelerator()
    assert fast is not None

    def fail(*arguments: Any) -> Any:
        raise ZeroDivisionError

    build = fast.new_build((1, 2), 0, 1, fail, None, None, None)
    with pytest.raises(ZeroDivisionError):
        build(3, 4)
    with pytest.raises(ZeroDivisionError):
        fast.new_build((1, 2), 0, -1, None, fail, None, None)(3)
    variants = fast.new_variants(Random(0), [0], [fail], fail, fail, Unfit, Batch(iter(())), 3)
    with pytest.raises(ZeroDivisionError):
        next(variants)
    stock = fast.new_stock(fail, None, [[]], fail, fail, object(), b"\0")
    for draw in (stock.draw, stock.mix):
        with pytest.raises(ZeroDivisionError):
            draw(Random(0), 3)
    with pytest.raises(ZeroDivisionError):
        stock.draw_many(Random(0), 3, 2)
    with pytest.raises(ZeroDivisionError):
        fast.new_weigher("sum", 0.0, [fail], (), None)((1,), 5.0)


def test_the_same_values_are_taken_for_equal() -> None:
    fast = accelerator()
    assert fast is not None
    named = samples(domains()["json"], 60, seed=4)
    values: list[Any] = [
        *named,
        *samples(domains()["folder"], 20, seed=4),
        True,
        1,
        1.0,
        -0.0,
        0,
        math.nan,
        None,
        b"",
        "",
    ]
    values += [(math.nan,), (1, (2, 3)), (1, (2, 3.0)), (1, (2, 3)), object(), Leaf(1), Leaf(1)]
    for left, right in itertools.product(values, values):
        assert fast.plainly_equal(left, right) == _equal(left, right)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("new_build", ((1, 2), 2, -1, None, None, None, None)),
        ("new_build", ((1, 2), 0, 0, None, None, None, None)),
        ("new_build", ([1, 2], 0, -1, None, None, None, None)),
        ("new_variants", (Random(0), [], [], len, len, Unfit, None, 3)),
        ("new_stock", (len, None, [], len, len, None, b"")),
        ("new_weigher", ("other", 0.0, [], (), None)),
        ("new_maker", ("Leaf", ("value",))),
        ("new_sieve", ([], b"", 0, {}, {}, len, None, 1.0, 1)),
        ("new_runner", ()),
        ("paired", (1, 2, 3)),
        ("distinct_pairs", (((1, 2), (3,)),)),
        ("new_pairs", (0, 3, "Unfit")),
        ("new_pairs", (0, None, Unfit)),
        ("plainly_equal", (1,)),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises((TypeError, IndexError, ValueError)):
        getattr(accelerator(), name)(*arguments)
