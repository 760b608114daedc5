from __future__ import annotations

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome, Returned
from fuzzwright.engine.sightings import Sightings


def path_steps(observation: Observation, outcome: Outcome) -> set[int]:
    return set(observation.path)


def test_a_first_sighting_counts_once_however_much_it_shows() -> None:
    sightings = Sightings()
    sightings.note([1, 2, 3], execution=7)
    sightings.note([3], execution=9)
    assert sightings.take_firsts() == [7]
    assert sightings.take_firsts() == []
    assert sightings.alone == {1: 7, 2: 7, 3: 7}


def test_what_is_seen_again_is_alone_no_longer() -> None:
    sightings = Sightings()
    feedback = sightings.watch(path_steps)
    sightings.note([1, 2], execution=1)
    assert feedback(Observation(path=(2, 5)), Returned()) == {2, 5}
    assert sightings.alone == {1: 1}
    feedback(Observation(path=(1,)), Returned())
    assert sightings.alone == {}


def test_what_an_earlier_worker_knew_is_no_news() -> None:
    sightings = Sightings(known={1, 2}, alone={2: 40})
    sightings.note([1, 2], execution=90)
    assert sightings.take_firsts() == []
    assert sightings.alone == {2: 40}


def test_inputs_that_no_search_proposed_are_no_sightings() -> None:
    sightings = Sightings()
    sightings.note([1], execution=0)
    sightings.take_for_granted()
    sightings.note([1], execution=3)
    assert (sightings.take_firsts(), sightings.alone) == ([], {})
