"""The comparison of encodings: what it counts, and that what kills an unpickling child costs one mutant only."""

from __future__ import annotations

import os
import pickle
from random import Random
from typing import Any

import pytest

from benchmarks.codec import HINTS, Mutant, lookers, mutated, pickled, tallies
from benchmarks.workloads import Tree
from fuzzwright.python.hints import Hints


class Killer:
    """Unpickling it ends the process."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (3,)


def unchanged(data: bytes, random: Random) -> bytes:
    return data


@pytest.mark.parametrize("hint", HINTS, ids=str)
def test_a_pickle_that_nobody_changed_is_of_its_type(hint: Any) -> None:
    domain = Hints().domain(hint)
    look = lookers(domain)[1]
    for seed in range(10):
        value = domain.generate(Random(seed), 6)
        assert look(pickle.loads(pickle.dumps(domain.realise(value)))).typed


def test_with_the_shape_protected_every_mutant_decodes_and_of_pickles_few_do() -> None:
    protected, anywhere, pickles = tallies(Hints().domain(Tree), None, 200, seed=1)
    assert protected.tried == anywhere.tried == pickles.tried == 200
    assert protected.decoded == protected.typed == 200
    assert pickles.decoded < anywhere.decoded < 200


def test_a_pickle_that_ends_its_process_is_one_that_did_not_decode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.codec.mutated", unchanged)
    look = lookers(Hints().domain(int))[1]
    starts = [pickle.dumps(thing) for thing in (1, Killer(), 2, "no int", Killer())]
    assert list(pickled(starts, look, Random(0))) == [
        Mutant(True, "1"),
        None,
        Mutant(True, "2"),
        Mutant(False, "'no int'"),
        None,
    ]


def test_mutations_repeat_with_their_seed_and_change_something() -> None:
    data = bytes(range(64))
    first = [mutated(data, Random(seed)) for seed in range(50)]
    assert first == [mutated(data, Random(seed)) for seed in range(50)]
    assert sum(each != data for each in first) > 45
    assert {len(each) for each in first} > {64}
    assert mutated(b"", Random(0)) is not None
