"""Functions of the code under test as producers of inputs: found by their hints, called with care."""

from __future__ import annotations

import itertools
import signal
import sys
import threading
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

import pytest

from fuzzwright.engine.domain import Domain
from fuzzwright.engine.references import settle
from fuzzwright.python.hints import Hints
from fuzzwright.python.producers import Producers, producers_for
from fuzzwright.python.properties import prop

HERE = sys.modules[__name__]


@dataclass(frozen=True)
class Empty:
    """No items."""


@dataclass(frozen=True)
class Chain:
    """An item before others."""

    first: int
    rest: Empty | Chain


def push(chain: Empty | Chain, item: int) -> Empty | Chain:
    """Put an item where it belongs; only what is sorted is taken."""
    if isinstance(chain, Empty) or item <= chain.first:
        return Chain(item, chain)
    return Chain(chain.first, push(chain.rest, item))


def total(chain: Empty | Chain) -> int:
    return 0 if isinstance(chain, Empty) else chain.first + total(chain.rest)


def _hidden(chain: Empty | Chain) -> Empty | Chain:
    return chain


def endless(chain: Empty | Chain) -> Empty | Chain:
    while True:
        pass


def refusing(chain: Empty | Chain) -> Empty | Chain:
    raise SystemExit(1)


def lying(chain: Empty | Chain) -> Empty | Chain:
    return "no chain"  # type: ignore[return-value]


@prop
@pytest.mark.slow  # it is a test too, as any property in a module of tests
def is_sorted(chain: Empty | Chain, other: int) -> None:
    assert chain is not None


def _arguments() -> tuple[Domain[Any], Hints]:
    hints = Hints()
    return hints.arguments(is_sorted), hints


def _only(*names: str) -> ModuleType:
    module = ModuleType(__name__)
    vars(module).update({name: getattr(HERE, name) for name in names})
    return module


def test_functions_that_return_what_a_parameter_takes_are_makers() -> None:
    domain, hints = _arguments()
    names = {producer.name.rpartition(".")[2] for producer in producers_for(domain, [HERE], hints)}
    assert {"push", "endless"} <= names
    assert not {"total", "_hidden", "is_sorted", "producers_for"} & names


def test_what_they_make_has_the_shape_they_give_it() -> None:
    domain, hints = _arguments()
    producers = Producers(domain, producers_for(domain, [_only("push")], hints))
    random = Random(3)
    name = producers.pick(random)
    input = domain.simplest()
    longest = 0
    for _ in range(10):
        made = list(producers.inputs(name, input, lambda place: None, random, 20))
        assert made
        for chain, _ in made:
            items = []
            while isinstance(chain, Chain):
                items.append(chain.first)
                chain = chain.rest
            longest = max(longest, len(items))
        input = made[-1]
    assert longest >= 10


def test_what_stands_beside_is_now_and_then_something_that_is_in_it() -> None:
    domain, hints = _arguments()
    producers = Producers(domain, producers_for(domain, [_only("push")], hints))
    random = Random(3)
    input = domain.adopt((Chain(1000, Chain(2000, Chain(3000, Empty()))), 7))
    made = list(producers.inputs(producers.pick(random), input, lambda place: None, random, 100))
    assert {1000, 2000, 3000, 7} <= {beside for _, beside in made}
    assert sum(beside == 7 for _, beside in made) > 30


@pytest.mark.parametrize("name", ["endless", "refusing", "lying"])
def test_one_that_hangs_exits_or_lies_makes_nothing(name: str) -> None:
    domain, hints = _arguments()
    producers = Producers(domain, producers_for(domain, [_only(name)], hints))
    before = signal.getsignal(signal.SIGVTALRM)
    random = Random(1)
    assert list(producers.inputs(producers.pick(random), domain.simplest(), lambda place: None, random, 2)) == []
    assert signal.getsignal(signal.SIGVTALRM) == before


def test_the_one_that_brings_news_is_picked_most() -> None:
    domain, hints = _arguments()
    producers = Producers(domain, producers_for(domain, [_only("push", "lying")], hints))
    random = Random(5)
    useful = f"{__name__}.push"
    picked = []
    for _ in range(200):
        picked.append(producers.pick(random))
        if picked[-1] == useful:
            producers.won(useful)
    assert picked.count(useful) > 150


def test_outside_the_main_thread_there_are_none() -> None:
    domain, hints = _arguments()
    producers = Producers(domain, producers_for(domain, [_only("push")], hints))
    seen: list[bool] = []
    thread = threading.Thread(target=lambda: seen.append(bool(producers)))
    thread.start()
    thread.join()
    assert seen == [False]
    assert producers


def test_the_same_seed_makes_the_same() -> None:
    domain, hints = _arguments()
    settle(domain)

    def made() -> list[Any]:
        producers = Producers(domain, producers_for(domain, [_only("push")], hints))
        random = Random(7)
        inputs = producers.inputs(producers.pick(random), domain.simplest(), lambda place: None, random, 30)
        return list(itertools.islice(inputs, 30))

    assert made() == made()
