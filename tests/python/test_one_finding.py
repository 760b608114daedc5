"""Which failures are one finding, on pairs of calls that are known to fail for the same reason, or for two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Failure
from fuzzwright.python.oracle import FunctionOracle
from tests.python.test_judge import SAMPLES, caught, inside, load

A: Any = load("alike")
Call = Callable[[], object]

SAME: list[tuple[str, Call, Call]] = [
    ("another message", lambda: A.price("a,x"), lambda: A.price("b,yyyy")),
    ("the other item", lambda: A.total(["1,x"]), lambda: A.total(["1,1", "1,2", "1,x"])),
    ("a deeper recursion", lambda: A.depth((1, None)), lambda: A.depth((None, ((None, (1, None)), None)))),
    ("an endless recursion begun elsewhere", lambda: A.endless(0), lambda: A.also_endless(0)),
    ("another text in the message of the translation", lambda: A.wrapped(""), lambda: A.wrapped("a")),
    (
        "the same statement after the same machinery",
        lambda: A.machinery({}, "upper"),
        lambda: A.machinery({"b": ""}, "upper"),
    ),
]
DIFFERENT: list[tuple[str, Call, Call]] = [
    ("another exception in one statement", lambda: A.price("1,x"), lambda: A.price("1")),
    ("another statement of one function", lambda: A.ratio(0, 1), lambda: A.ratio(1, 0)),
    ("another handler behind the same machinery", lambda: A.machinery({}, "upper"), lambda: A.machinery({}, "tail")),
    ("a translated exception and the one below", lambda: A.wrapped(""), lambda: A.price("")),
    ("another exception of one handler", lambda: A.machinery({}, "tail"), lambda: A.machinery({"tail": ""}, "tail")),
]


def signature(call: Call, depth: int = 3) -> object:
    oracle = FunctionOracle(inside, str(SAMPLES), depth=depth)
    outcome = oracle((), Observation(error=caught(call)))
    assert isinstance(outcome, Failure)
    return outcome.signature


@pytest.mark.parametrize(("why", "one", "other"), SAME, ids=[row[0] for row in SAME])
def test_failures_for_one_reason_are_one_finding(why: str, one: Call, other: Call) -> None:
    assert signature(one) == signature(other)


@pytest.mark.parametrize(("why", "one", "other"), DIFFERENT, ids=[row[0] for row in DIFFERENT])
def test_failures_for_two_reasons_are_two_findings(why: str, one: Call, other: Call) -> None:
    assert signature(one) != signature(other)


def test_how_many_frames_have_to_be_shared_can_be_said() -> None:
    def through_report() -> object:
        return A.report([""])

    def through_first() -> object:
        return A.first_total([""])

    def at_depth(depth: int) -> bool:
        return signature(through_report, depth) == signature(through_first, depth)

    assert [at_depth(depth) for depth in (1, 2, 3, 4, 5)] == [True, True, True, False, False]
