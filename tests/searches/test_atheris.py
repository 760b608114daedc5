"""The search that libFuzzer drives, as far as it goes without libFuzzer: its corpus, and what it may change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fuzzwright.campaigns.explore import explore
from fuzzwright.engine.codec import decode, encode, start_of_data
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome, Raised, Returned
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.errors import FuzzwrightError
from fuzzwright.searches.atheris import CREATED, Atheris
from fuzzwright.searches.atheris_thread import LibFuzzer
from tests.engine.shapes import DOMAINS

LISTS = DOMAINS["list[int]"]
ROOT = Path(__file__).parent.parent.parent


class Noise:
    """Stands for libFuzzer's own mutation, which needs libFuzzer: bytes of any kind and length."""

    def __init__(self) -> None:
        self.random = Random(1)

    def mutated(self, data: bytes, most: int) -> bytes:
        return self.random.randbytes(self.random.randint(0, most))


def begun(seed: int = 1, corpus: Corpus[Any] | None = None, **choices: Any) -> Atheris[Any]:
    given = {name.replace("_", "-"): choice for name, choice in choices.items()}
    search = Atheris[Any](LISTS, Corpus() if corpus is None else corpus, choices=given)
    search.begin(seed)
    return search


def amend(search: Atheris[Any], fails: Any = lambda input: False) -> list[Any]:
    """Run the corpus as the loop does; return what was run."""
    ran: list[Any] = []
    while True:
        search_inputs = search._unsure
        if search_inputs is not None and not search_inputs:
            return ran
        batch: Batch[Any] = search.ask()
        [input] = batch.inputs
        ran.append(input)
        outcome: Outcome = Raised(exception="ValueError") if fails(input) else Returned()
        search.tell(Candidate(input, batch.origin), Observation(path=(1,)), outcome)


def test_the_corpus_is_as_large_as_said_and_each_of_it_is_run_and_told() -> None:
    search = begun(corpus_size=12)
    assert len(amend(search)) == 12
    assert len(list(search._amended())) == 12


def test_later_epochs_begin_with_what_the_first_one_made_and_with_what_was_kept() -> None:
    search = begun(seed=1, corpus_size=10)
    first = amend(search)
    later = begun(seed=99, corpus=search.corpus, corpus_size=10)
    assert amend(later)[:10] == first
    assert search.corpus.notes[CREATED] == 1


def test_what_fails_is_left_out() -> None:
    search = begun(corpus_size=30)
    ran = amend(search, fails=lambda input: len(input) > 2)
    assert [decode(LISTS, encoded) for encoded in search._amended()] == [input for input in ran if len(input) <= 2]


@pytest.mark.parametrize(("top_off", "left"), [("empty", 1), ("full", 30)])
def test_a_corpus_of_nothing_but_failures_is_topped_off(top_off: str, left: int) -> None:
    search = begun(corpus_size=30, top_off=top_off)
    amend(search, fails=lambda input: True)
    assert len(list(search._amended())) == left


def test_inputs_known_to_kill_are_not_run() -> None:
    ran = amend(begun(corpus_size=20))
    search = begun(corpus_size=20)
    search.deadly = {encode(LISTS, ran[3])}
    assert amend(search) == [input for input in ran if input != ran[3]]


def test_the_shape_stays_whatever_becomes_of_the_data() -> None:
    search = begun(fresh_frequency=0)
    search._fuzzer = Noise()  # type: ignore[assignment]  # libFuzzer itself needs a process of its own
    encoded = search._encoded((1, 200, -3, 70_000))
    start = start_of_data(encoded)
    for _ in range(200):
        changed = search._mutated(encoded, 1000)
        assert changed[:start] == encoded[:start]
        assert len(changed) <= len(encoded)
        assert len(decode(LISTS, changed)) == 4


def test_as_many_inputs_as_said_are_made_afresh() -> None:
    search = begun(fresh_frequency=30)
    search._fuzzer = Noise()  # type: ignore[assignment]  # libFuzzer itself needs a process of its own
    encoded = search._encoded((1, 2, 3, 4, 5, 6, 7))
    start = start_of_data(encoded)
    fresh = sum(search._mutated(encoded, 1000)[:start] != encoded[:start] for _ in range(1000))
    assert 230 < fresh < 370


def test_bytes_that_nobody_encoded_are_replaced() -> None:
    search = begun(fresh_frequency=0)
    search._fuzzer = Noise()  # type: ignore[assignment]  # libFuzzer itself needs a process of its own
    assert LISTS.contains(decode(LISTS, search._mutated(b"\n", 1000)))


def test_a_second_one_in_a_process_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LibFuzzer, "started", True)
    search = begun(corpus_size=1)
    amend(search)
    with pytest.raises(FuzzwrightError, match="only once in a process"):
        search.ask()


GUIDED = """
import sys
from fuzzwright.engine.budget import Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.loop import search_events
from fuzzwright.searches.atheris import Atheris
from tests.engine.shapes import DOMAINS
from tests.searches.targets import PathTarget, judge

def ladder(numbers):
    yield 1
    for step, wanted in enumerate((18, 7, 29, 21)):
        if len(numbers) <= step or numbers[step] % 32 != wanted:
            return
        yield step + 2
    raise ValueError

search = Atheris(DOMAINS["list[int]"], Corpus())
if sys.argv[1] == "blind":
    search.path = []
search.begin(1)
budget = Budget(40_000)
found = [event for event in search_events(PathTarget(ladder), search, judge, budget) if event.outcome.failed]
print(len(search.corpus.simplest), len(found), budget.used)
"""


def steps_of(way: str) -> list[int]:
    """Run the search in a process of its own; return what it reached, found and used."""
    done = subprocess.run([sys.executable, "-c", GUIDED, way], capture_output=True, text=True, check=True, cwd=ROOT)
    return [int(number) for number in done.stdout.split()]


@pytest.mark.slow
def test_what_reaches_something_new_is_built_on() -> None:
    pytest.importorskip("atheris", reason="needs atheris")
    # libFuzzer gets there with about every second seed; without coverage it did with none.
    reached, found, used = steps_of("guided")
    assert (found, used) == (1, 40_000)
    assert steps_of("guided") == [reached, found, used]
    assert steps_of("blind")[1] == 0


def double(number: int) -> int:
    return number * 2


def test_it_is_not_run_in_the_process_of_somebody_else(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FuzzwrightError, match="process of its own"):
        explore(double, search="atheris", isolated=False, executions=10)
