"""The codec under every supported hint: whatever a byte fuzzer makes of the data is a value of the type."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

from benchmarks.codec import mutated
from fuzzwright.engine.codec import Undecodable, decode, encode, split, start_of_data
from fuzzwright.engine.domain import Domain, LeafDomain
from tests.python.test_hints_table import TABLE, _title, hints

every_hint = pytest.mark.parametrize("hint", [hint for hint, _ in TABLE], ids=[_title(hint) for hint, _ in TABLE])
VALUES = 30
HARMFUL = {"exec", "compile", "import", "open", "os.system", "subprocess.Popen", "socket.connect", "pickle.find_class"}


def encoded_values(domain: Domain[Any]) -> list[bytes]:
    return [encode(domain, domain.generate(Random(seed), seed % 24)) for seed in range(VALUES)]


def outline(domain: Domain[Any], value: Any) -> list[tuple[int, ...]]:
    """Return the heads of a value in order, with nothing of what its leaves hold."""
    domain = domain.itself
    if isinstance(domain, LeafDomain):
        return []
    head = domain.head(value)
    inside = zip(domain.inside(head), domain.children(value), strict=True)
    return [head, *(each for inner, child in inside for each in outline(inner, child))]


@every_hint
def test_data_changed_by_a_byte_fuzzer_decodes_to_a_value_of_the_type(hint: Any) -> None:
    domain, random = hints.domain(hint), Random(1)
    for encoded in encoded_values(domain):
        start = start_of_data(encoded)
        for _ in range(8):
            value = decode(domain, encoded[:start] + mutated(encoded[start:], random))
            assert domain.contains(value)
            assert repr(decode(domain, encode(domain, value))) == repr(value)


@every_hint
def test_bytes_changed_anywhere_are_a_value_of_the_type_or_undecodable(hint: Any) -> None:
    domain, random = hints.domain(hint), Random(2)
    for encoded in encoded_values(domain):
        for _ in range(8):
            try:
                value = decode(domain, mutated(encoded, random))
            except Undecodable:
                continue
            assert domain.contains(value)


@pytest.mark.parametrize("hint", [list[int], tuple[int, str], list[str | None], dict, list[list[float]]], ids=repr)
def test_changed_data_keeps_the_shape_where_any_leaves_fit_together(hint: Any) -> None:
    domain, random = hints.domain(hint), Random(3)
    for encoded in encoded_values(domain):
        start, whole = start_of_data(encoded), decode(domain, encoded)
        changed = decode(domain, encoded[:start] + mutated(encoded[start:], random))
        kept = outline(domain, changed) == outline(domain, whole)
        # Keys of a dict that became equal make it smaller; nothing makes it larger.
        assert kept or (hint is dict and len(outline(domain, changed)) < len(outline(domain, whole)))


@every_hint
def test_the_data_begins_after_the_shape(hint: Any) -> None:
    domain = hints.domain(hint)
    for encoded in encoded_values(domain):
        assert encoded[start_of_data(encoded) :] == split(encoded)[1]


_heard: list[str] = []
_listening = False


def _listen(event: str, arguments: tuple[object, ...]) -> None:
    if _listening and event in HARMFUL:
        _heard.append(f"{event}{arguments!r}"[:200])


sys.addaudithook(_listen)


@every_hint
def test_decoding_runs_no_code_that_bytes_could_choose(hint: Any) -> None:
    global _listening
    domain, random = hints.domain(hint), Random(4)
    encoded = encoded_values(domain)
    decode(domain, encoded[0])  # what a domain imports when it is first used is its own affair
    changed = [mutated(each, random) for each in encoded for _ in range(4)]
    _heard.clear()
    _listening = True
    try:
        for each in changed:
            try:
                decode(domain, each)
            except Undecodable:
                pass
    finally:
        _listening = False
    assert _heard == []
