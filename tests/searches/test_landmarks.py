"""The simplest inputs for each place behind all assumptions."""

from __future__ import annotations

from random import Random

from fuzzwright.engine.corpus import Kept
from fuzzwright.engine.observation import Observation
from fuzzwright.searches.landmarks import Landmarks


def picked(landmarks: Landmarks[str]) -> set[str]:
    return {landmarks.pick().input for _ in range(100)}


def test_for_each_place_the_simplest_is_picked() -> None:
    landmarks: Landmarks[str] = Landmarks(Random(1))
    assert not landmarks
    landmarks.note(Kept("first", 2.0), Observation(path=(1, 2)))
    assert landmarks
    landmarks.note(Kept("as simple", 2.0), Observation(path=(1, 2)))
    landmarks.note(Kept("elsewhere", 5.0), Observation(path=(1, 3)))
    assert picked(landmarks) == {"first", "elsewhere"}
    landmarks.note(Kept("simpler", 1.0), Observation(path=(1, 2)))
    assert picked(landmarks) == {"simpler", "elsewhere"}


def test_how_a_run_ended_makes_a_place_another_one() -> None:
    landmarks: Landmarks[str] = Landmarks(Random(1))
    landmarks.note(Kept("trapped", 1.0), Observation(path=(1, 5, 9)))
    landmarks.note(Kept("at its end", 3.0), Observation(path=(1, 5, 8)))
    assert picked(landmarks) == {"trapped", "at its end"}


def test_what_shows_only_more_of_the_precondition_is_no_landmark() -> None:
    landmarks: Landmarks[str] = Landmarks(Random(1))
    landmarks.note(Kept("first", 2.0), Observation(path=(1, 5), checked=1))
    landmarks.note(Kept("other", 3.0), Observation(path=(1, 2, 3, 5), checked=3))
    assert picked(landmarks) == {"first"}
