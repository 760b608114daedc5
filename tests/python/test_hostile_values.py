"""Objects of the code under test that do anything when they are looked at: the search goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Annotated, Any

import pytest

from fuzzwright.domains.unions import Chosen
from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.loop import search_events
from fuzzwright.engine.references import reach
from fuzzwright.python.anything import Anything, learn
from fuzzwright.python.hints import Hints
from fuzzwright.python.open import open_function
from fuzzwright.searches import search_named
from tests.sparing import mostly_slow

EXECUTIONS = 1500

HOSTILE = {
    "a text that raises": """
class Token:
    def __init__(self, c): self.c = c
    def __str__(self): return {"a": "A"}[self.c]
def f(s: str) -> int:
    if [Token(c) for c in s] == ["x"]:
        return 1
    return s == "boom!"
""",
    "a number with too many digits": """
def f(s: str) -> int:
    return [10 ** 5000, len(s)] == [3, 4]
""",
    "a list that contains itself": """
def f(s: str) -> int:
    items = [s]
    items.append(items)
    return items == [s, "b"]
""",
    "a set beside what cannot be hashed": """
def f(s: set[int], l: list[list[int]]) -> int:
    return s == l
""",
    "an equality that raises": """
import enum
class Odd(enum.Enum):
    A = 1
    B = 2
    def __eq__(self, other): raise RuntimeError("no")
    __hash__ = object.__hash__
def f(x: Odd, n: int) -> int:
    if n == 1234567:
        return 1
    return 0
""",
    "a class that is asked for": """
class Lazy:
    @property
    def __class__(self): raise RuntimeError("not yet")
def f(s: str) -> int:
    if Lazy() == s:
        return 1
    return s == "there"
""",
    "an iteration that exits": """
import sys
class Q:
    def __contains__(self, x): return False
    def __iter__(self): sys.exit(3)
def f(x: int) -> int:
    if x in Q():
        return 1
    return x == 424242
""",
    "an iteration without end": """
import itertools
class Q:
    def __contains__(self, x): return False
    def __iter__(self): return itertools.cycle((1,)) if False else self
    def __next__(self):
        while True:
            pass
def f(x: int) -> int:
    if x in Q():
        return 1
    return x == 424242
""",
    "a long text": """
def f(s: str) -> int:
    t = ((s or "a")[:1] * 100000).lower()
    return t[0] == "k" * 3000
""",
    "a thing of many parts": """
def f(s: str) -> int:
    x = [s]
    for _ in range(8):
        x = [x] * 10
    return x == [s, "b"]
""",
}


def ran(module: str) -> int:
    """Search for a while; return how many executions there were."""
    function = next(iter(open_function(import_module(module).f).functions.values()))
    target = function.target(memoryview(bytearray(8)).cast("Q"), lambda: "")
    search = search_named("adaptive", function.domain, Corpus(), target.repeats, function.guide)
    search.begin(1)
    budget = Budget(EXECUTIONS)
    for _ in search_events(target, search, function.oracle, budget):
        pass
    return budget.used


@pytest.mark.parametrize(
    "name", mostly_slow(HOSTILE, "a text that raises", "an equality that raises", "a class that is asked for")
)
def test_the_search_goes_on_whatever_values_do_when_they_are_looked_at(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "hostile_" + "".join(filter(str.isalpha, name))
    (tmp_path / f"{module}.py").write_text(HOSTILE[name], "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        assert ran(module) == EXECUTIONS
    finally:
        sys.modules.pop(module, None)


class Length:
    """A constraint as the usual libraries have it."""

    def __init__(self, length: int) -> None:
        self.min_length = self.max_length = length


@dataclass(frozen=True)
class Free:
    """Fields without bounds."""

    name: str
    tags: tuple[int, ...]
    more: tuple[int, ...]


@dataclass(frozen=True)
class Bound:
    """Fields of a certain length."""

    code: Annotated[str, Length(2)]
    tags: Annotated[tuple[int, ...], Length(3)]
    more: tuple[int, ...]


def free(a: Free) -> None: ...


def bound(b: Bound) -> None: ...


@pytest.mark.parametrize("before", [(), (free,)], ids=["alone", "after another"])
def test_bounds_hold_whatever_was_opened_before(before: tuple[Callable[..., Any], ...]) -> None:
    hints = Hints()
    for function in before:
        hints.arguments(function).generate(Random(1), 16)
    domain, random = hints.arguments(bound), Random(1)
    assert all(domain.contains(domain.generate(random, 16)) for _ in range(200))


def anything(items: list[Any]) -> None: ...


def test_what_is_learnt_of_any_counts_for_what_was_drawn_before_too() -> None:
    def drawn(before: int) -> list[Any]:
        domain = Hints().arguments(anything)
        random = Random(0)
        for _ in range(before):
            domain.generate(random, 16)
        kinds = [kind for kind in reach(domain) if isinstance(kind, Anything)]
        learn(kinds, domain, [(((Chosen(0, None),) * 8,), 8)])
        random = Random(7)
        return [domain.generate(random, 16) for _ in range(50)]

    assert drawn(0) == drawn(300)
