"""Words: constants and operands, offered at the places where they are legal."""

from __future__ import annotations

from random import Random
from typing import Any

from fuzzwright.engine.domain import Domain
from fuzzwright.searches.words import MOST_HOT, Words
from tests.engine.shapes import DOMAINS


def offered(words: Words, place: Domain[Any], times: int = 200) -> set[Any]:
    random = Random(1)
    return {words.word(place, random) for _ in range(times)}


def test_each_place_is_offered_what_is_legal_there() -> None:
    words = Words([42, "text", b"raw", 2.5])
    assert offered(words, DOMAINS["int"]) == {42}
    assert offered(words, DOMAINS["str"]) == {"text"}
    assert offered(words, DOMAINS["bytes"]) == {b"raw"}
    assert 2.5 in offered(words, DOMAINS["float"])


def test_where_no_word_fits_there_is_none() -> None:
    assert offered(Words(["text"]), DOMAINS["int"]) == {None}
    assert offered(Words([]), DOMAINS["str"]) == {None}


def test_limits_are_respected() -> None:
    assert offered(Words([1, 5, 99]), DOMAINS["int 3..9"]) == {5}


def test_what_was_compared_with_is_offered_beside_the_constants() -> None:
    words = Words([42])
    assert offered(words, DOMAINS["int"]) == {42}
    words.add([77, "text"])
    assert offered(words, DOMAINS["int"]) == {42, 77}
    assert offered(words, DOMAINS["str"]) == {"text"}


def test_constants_and_operands_have_the_same_share_however_many_there_are() -> None:
    words = Words(range(1000, 1500))
    words.add([77])
    random = Random(1)
    drawn = [words.word(DOMAINS["int"], random) for _ in range(400)]
    assert 150 < drawn.count(77) < 250


def test_the_number_and_the_truth_are_different_words() -> None:
    words = Words([])
    words.add([1, True, 1.0, "1", b"1"])
    assert len(words._hot) == 5


def test_old_operands_make_room_for_new_ones() -> None:
    words = Words([])
    words.add(range(MOST_HOT + 10))
    kept = offered(words, DOMAINS["int"], 20_000)
    assert len(kept) <= MOST_HOT
    assert 0 not in kept
    assert MOST_HOT + 9 in kept


def test_the_same_seed_draws_the_same_words() -> None:
    def drawn() -> list[Any]:
        words, random = Words([3, 4, 5]), Random(7)
        words.add([8, 9])
        return [words.word(DOMAINS["int"], random) for _ in range(50)]

    assert drawn() == drawn()
