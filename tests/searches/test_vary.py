"""Variants of an input: of the type, different, in one place or more, with words and parts of others in them."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

import pytest

from fuzzwright.domains.choices import nothing
from fuzzwright.domains.floats import Floats
from fuzzwright.engine.domain import Unfit
from fuzzwright.engine.search import Batch
from fuzzwright.engine.trees import at, size, walk
from fuzzwright.searches.vary import BATCH, Varying
from fuzzwright.searches.words import Words
from tests.engine.shapes import DOMAINS, finished

every_shape = pytest.mark.parametrize("shape", DOMAINS)


def variants(varying: Varying[Any], root: Any) -> list[tuple[Any, str]]:
    """Return the variants of one batch, each with what made it."""
    batch: Batch[Any] = Batch(iter(()))
    return [(varied, batch.origin) for varied in varying.variants(root, batch)]


def varying_of(shape: str, words: tuple[Any, ...] = (), seed: int = 1, splicing: bool = True) -> Varying[Any]:
    return Varying(DOMAINS[shape], Words(words), Random(seed), splicing)


@every_shape
def test_variants_are_of_the_type_and_the_root_stays_as_it_was(shape: str) -> None:
    domain, varying = DOMAINS[shape], varying_of(shape, (42, "word", b"raw", 2.5))
    for seed in range(5):
        root = domain.generate(Random(seed), 12)
        varying.note(root)
        before = repr(root)
        made = variants(varying, root)
        assert all(domain.contains(varied) for varied, _ in made)
        assert len(made) <= BATCH
        assert repr(root) == before


@every_shape
def test_most_variants_differ_from_their_root(shape: str) -> None:
    domain, varying = DOMAINS[shape], varying_of(shape)
    made = [
        (root, varied)
        for seed in range(5)
        for root in [domain.generate(Random(seed), 12)]
        for varied, _ in variants(varying, root)
    ]
    assert made
    assert sum(repr(varied) != repr(root) for root, varied in made) > 0.7 * len(made)


@pytest.mark.parametrize("shape", ["list[int]", "dict[str, int]", "tree", "json"])
def test_the_same_seed_gives_the_same_variants(shape: str) -> None:
    def made(seed: int) -> list[str]:
        varying = varying_of(shape, (42, "word"), seed)
        root = DOMAINS[shape].generate(Random(3), 12)
        varying.note(root)
        return [repr(varied) for _ in range(3) for varied in variants(varying, root)]

    assert made(1) == made(1)
    assert made(1) != made(2)


def test_variants_are_mutated_spliced_regenerated_and_given_words() -> None:
    varying = varying_of("list[int]", (424242,))
    root = DOMAINS["list[int]"].adopt([1, 2, 3])
    varying.note(DOMAINS["list[int]"].adopt([77, 88]))
    origins = Counter(origin for _ in range(20) for _, origin in variants(varying, root))
    assert set(origins) - {"order"} == {"mutate", "word", "splice", "regenerate"}
    assert origins["mutate"] > origins["word"] > 0


def test_words_stand_where_they_fit() -> None:
    varying = varying_of("dict[str, int]", (424242, "zebra"))
    root = DOMAINS["dict[str, int]"].adopt({"a": 1})
    made = [dict(DOMAINS["dict[str, int]"].realise(varied)) for _ in range(20) for varied, _ in variants(varying, root)]
    assert any(424242 in table.values() for table in made)
    assert any("zebra" in table for table in made)


def test_parts_of_other_inputs_are_spliced_in() -> None:
    varying = varying_of("list[int]")
    varying.note(DOMAINS["list[int]"].adopt([987654]))
    root = DOMAINS["list[int]"].adopt([1, 2])
    spliced = [varied for _ in range(20) for varied, origin in variants(varying, root) if origin == "splice"]
    assert any(987654 in varied for varied in spliced)


def test_without_splicing_nothing_is_spliced() -> None:
    varying = varying_of("list[int]", splicing=False)
    varying.note(DOMAINS["list[int]"].adopt([987654]))
    root = DOMAINS["list[int]"].adopt([1, 2])
    assert "splice" not in {origin for _ in range(20) for _, origin in variants(varying, root)}


def test_some_variants_differ_in_one_place_and_some_in_more() -> None:
    domain = DOMAINS["list[list[int]]"]
    root = domain.adopt([[10, 20], [30, 40], [50, 60]])
    varying = varying_of("list[list[int]]")
    leaves = [spot.position for spot in walk(domain, root) if len(spot.position) == 2]
    changed = Counter(
        sum(at(domain, varied, position).value != at(domain, root, position).value for position in leaves)
        for _ in range(20)
        for varied, _ in variants(varying, root)
        if [len(items) for items in varied] == [2, 2, 2]
    )
    assert min(changed[1], changed[2]) > (changed[1] + changed[2]) // 4


def test_a_small_parent_has_few_variants_and_a_large_one_a_batch() -> None:
    assert len(variants(varying_of("int"), 5)) <= 16
    large = DOMAINS["list[int]"].adopt(list(range(100)))
    assert BATCH // 2 < len(variants(varying_of("list[int]"), large)) <= BATCH


def test_one_variant_is_given_where_there_is_any() -> None:
    varying = varying_of("int")
    assert varying.varied(5) != 5
    with pytest.raises(Unfit):
        Varying(finished(nothing()), Words(()), Random(1)).varied(None)


def test_a_very_large_input_is_varied_as_well() -> None:
    domain = DOMAINS["list[list[int]]"]
    large = tuple(tuple(range(50)) for _ in range(50))
    assert domain.contains(large)
    varying = varying_of("list[list[int]]")
    varying.note(large)
    made = variants(varying, large)
    assert len(made) > BATCH // 2
    assert max(size(domain, varied) for varied, _ in made) > 2000


@pytest.mark.parametrize("shape", ["tree", "list[int]", "str", "dict[str, int]"])
def test_about_two_operators_make_a_variant(shape: str) -> None:
    domain, random = DOMAINS[shape], Random(3)
    varying = Varying(domain, Words([]), random)
    for _ in range(50):
        list(varying.variants(domain.generate(random, 30), Batch(iter(()))))
    assert varying.variants_made > 500
    assert 2 <= varying.operators_used / varying.variants_made < 3


def test_what_an_interrupted_batch_made_is_counted() -> None:
    varying = Varying(DOMAINS["tree"], Words([]), Random(3))
    variants = varying.variants(DOMAINS["tree"].generate(Random(1), 30), Batch(iter(())))
    next(variants)
    next(variants)
    del variants
    assert varying.variants_made == 2


def test_what_is_not_equal_to_itself_is_varied_like_anything_else() -> None:
    varying = Varying(finished(Floats()), Words([]), Random(3))
    made = list(varying.variants(math.nan, Batch(iter(()))))
    assert len(made) > 8
    assert not all(map(math.isnan, made))
