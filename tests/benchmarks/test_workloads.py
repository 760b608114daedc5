"""The twins of the functions that the throughput benchmark calls, and counting what a search does with them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks import counting, workloads
from benchmarks.nursery import workload_nursery, workload_state
from fuzzwright.campaigns.jobs import Record, pack, unpack
from fuzzwright.isolation.messages import Ended, Message
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.python.discover import find_functions
from fuzzwright.python.generators import DEFAULT
from fuzzwright.python.hints import Hints
from fuzzwright.settings import Settings


def within_caps(value: Any) -> bool:
    match value:
        case list():
            return len(value) <= workloads.MOST_NUMBERS
        case str():
            return len(value) <= workloads.MOST_CHARACTERS
        case _:
            inside = all(
                len(k) <= workloads.MOST_IN_KEY and len(v) <= workloads.MOST_UNDER_KEY for k, v in value.items()
            )
            return inside and len(value) <= workloads.MOST_KEYS


def made(function: Any) -> list[Any]:
    """Return inputs of a function: large ones, and each of them changed many times over."""
    domain, random = Hints(DEFAULT).arguments(function), Random(4)
    inputs = []
    for _ in range(50):
        input = domain.generate(random, 400)
        for _ in range(20):
            inputs.append(domain.prepare(input)[0])
            input = domain.mutate(input, random)
    return inputs


@pytest.mark.parametrize("name", workloads.CAPPED)
def test_inputs_of_a_twin_are_within_the_caps(name: str) -> None:
    assert all(map(within_caps, made(workloads.CAPPED[name])))


@pytest.mark.parametrize(
    ("name", "at", "over"),
    [
        ("flat_list", (7,) * 16, (7,) * 17),
        ("flat_str", "x" * 64, "x" * 65),
        ("flat_dict", (("k" * 8, (7,) * 8),), (("k" * 9, (7,) * 8),)),
        ("flat_dict", (("k" * 8, (7,) * 8),), (("k" * 8, (7,) * 9),)),
        ("flat_dict", tuple((k, ()) for k in "abcdef"), tuple((k, ()) for k in "abcdefg")),
    ],
)
def test_a_twin_allows_as_much_as_the_harness_and_the_function_more(name: str, at: Any, over: Any) -> None:
    twin, function = (Hints(DEFAULT).arguments(each[name]) for each in (workloads.CAPPED, workloads.FUNCTIONS))
    assert twin.contains((at,))
    assert not twin.contains((over,))
    assert function.contains((over,))


def test_all_functions_but_those_of_trees_have_a_twin_with_the_same_code() -> None:
    assert [name for name in workloads.FUNCTIONS if name not in workloads.CAPPED] == ["flat_tree", "loop_tree"]
    for name, twin in workloads.CAPPED.items():
        assert twin.__code__ is workloads.FUNCTIONS[name].__code__


def test_twins_are_found_like_any_function(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("workloads", workloads.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "workloads", module)  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    found = {each.qualname: each.reason for each in find_functions(module)}
    assert all(found[twin.__name__] == "" for twin in workloads.CAPPED.values())


def counts(nursery: Nursery, name: str, search: str) -> Record:
    settings = Settings(search=search, executions=1000, seed=1)
    nursery.start(pack(workload_state(nursery, name).job(settings, seconds=None).record("count")))
    records: list[Record] = []
    while True:
        for event in nursery.poll(0.1):
            match event:
                case Message(_, frame):
                    records.append(unpack(frame))
                case Ended():
                    assert records[-1]["event"] == "counted"
                    return records[-1]


@pytest.mark.slow
def test_new_ways_and_operators_are_counted_in_the_worker(tmp_path: Path) -> None:
    with workload_nursery(tmp_path, counting.ENTRY) as nursery:
        flat = counts(nursery, "capped_flat_list", "adaptive")
        loop = counts(nursery, "capped_loop_list", "adaptive")
        fresh = counts(nursery, "loop_list", "quickcheck")
    # Empty, falling, long and others: a flat function has no more ways than that.
    assert (flat["executions"], flat["new"]) == (1000, 4)
    assert 100 < loop["new"] < 1000
    assert flat["operators"] >= flat["variants"] > 0
    assert (fresh["variants"], fresh["operators"]) == (None, None)
