"""Tests of Hypothesis driven by our search: `pytest --fuzzwright`."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture.provider_conformance import run_conformance_test

from fuzzwright.frontends.hypothesis.driving import more_for
from fuzzwright.frontends.hypothesis.guidance import Guidance
from fuzzwright.frontends.hypothesis.played import Draw, Played, Span
from fuzzwright.frontends.hypothesis.provider import GuidedProvider
from fuzzwright.frontends.hypothesis.varying import OPERATORS
from fuzzwright.frontends.pytest.options import Budget

pytest_plugins = ["pytester"]

PLUGIN = "fuzzwright.frontends.pytest_plugin"
SHOP = """
def price(number, code):
    if number == 424242:
        if code.startswith("VIP-"):
            raise LookupError(code)
    return number * 9 if number > 1000 else number * 10


def parse(text):
    name, sign, value = text.partition("=")
    if name == "level" and sign:
        if value.isdigit() and int(value) > 9000:
            raise OverflowError(value)
    return name, value
"""
HEAD = """
import pytest
import shop
from hypothesis import assume, example, given, seed, settings, target, strategies as st
"""
HARD = """
@given(st.integers(), st.text())
@settings(max_examples=300)
def test_price(number, code):
    shop.price(number, code)
"""


class Ran:
    """How a run of pytest ended and what it printed."""

    def __init__(self, result: pytest.RunResult) -> None:
        self.text = result.stdout.str() + result.stderr.str()
        self.outcomes = result.parseoutcomes()


class Folder:
    """A user's folder: a module with two hidden bugs, and tests of it."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        (pytester.path / "shop.py").write_text(SHOP, "utf-8")

    def run(self, tests: str, *words: str, guided: bool = True, head: str = HEAD) -> Ran:
        """Run tests."""
        (self.pytester.path / "test_it.py").write_text(head + dedent(tests), "utf-8")
        known = bool(entry_points(group="pytest11", name="fuzzwright"))
        given = [*(() if known else ("-p", PLUGIN)), "-p", "no:cacheprovider", *(("--fuzzwright",) if guided else ())]
        return Ran(self.pytester.runpytest_inprocess(*given, *words))


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Folder:
    """A folder of tests."""
    return Folder(pytester)


@pytest.mark.slow
def test_what_chance_does_not_find_is_found_and_told_by_hypothesis(folder: Folder) -> None:
    assert folder.run("@seed(0)" + HARD, guided=False).outcomes == {"passed": 1}
    ran = folder.run(HARD)
    assert ran.outcomes == {"failed": 1}
    assert "LookupError: VIP-" in ran.text
    shrunk = re.search(r"Failing test case: test_price\(\s*E\s+number=(.*?),\s*E\s+code=(.*?),\s*E\s+\)", ran.text)
    assert shrunk is not None, ran.text
    assert shrunk.groups() == ("424242", "'VIP-'")


@pytest.mark.slow
def test_a_failure_is_kept_in_the_database_and_replayed_without_us(folder: Folder) -> None:
    tests = HARD.replace("max_examples=300", "max_examples=300, database=DirectoryBasedExampleDatabase('kept')")
    tests = "from hypothesis.database import DirectoryBasedExampleDatabase" + tests
    folder.run(tests)
    assert folder.run(tests, guided=False).outcomes == {"failed": 1}


@pytest.mark.slow
def test_the_same_seed_runs_the_same_examples(folder: Folder) -> None:
    tests = """
    @given(st.lists(st.integers()), st.text())
    @settings(max_examples=100)
    def test_it(numbers, code):
        with open("seen.txt", "a", encoding="utf-8") as file:
            print(ascii((numbers, code)), file=file)
        for number in numbers:
            shop.price(number % 400_000, code)
    """
    seen = []
    for number in (7, 7, 8):
        (folder.pytester.path / "seen.txt").unlink(missing_ok=True)
        assert folder.run(tests, f"--fuzzwright-seed={number}").outcomes == {"passed": 1}
        seen.append((folder.pytester.path / "seen.txt").read_text("utf-8"))
    assert seen[0] == seen[1] != seen[2]
    assert seen[0].count("\n") == 100


def test_settings_examples_and_assumptions_stay_as_they_are(folder: Folder) -> None:
    ran = folder.run(
        """
        count = 0

        @given(st.integers(0, 10**6))
        @example(-5)
        @settings(max_examples=37)
        def test_counted(number):
            global count
            assume(number != 13)
            count += 1

        def test_count():
            assert count == 37 + 1
        """
    )
    assert ran.outcomes == {"passed": 2}


@pytest.mark.slow
def test_assertions_are_explained_as_pytest_does(folder: Folder) -> None:
    ran = folder.run(
        """
        @given(st.integers(0, 1000))
        def test_it(number):
            result = shop.price(number, "")
            assert result < 5 * 10
        """
    )
    assert ran.outcomes == {"failed": 1}
    assert "assert 50 < (5 * 10)" in ran.text


@pytest.mark.slow
def test_a_project_in_one_file_is_guided_too(folder: Folder) -> None:
    (folder.pytester.path / "shop.py").unlink()
    tests = SHOP + HARD.replace("shop.", "")
    assert folder.run(tests, head=HEAD.replace("import shop", "")).outcomes == {"failed": 1}


@pytest.mark.slow
def test_a_text_is_grown_condition_by_condition(folder: Folder) -> None:
    ran = folder.run(
        """
        @given(st.text())
        @settings(max_examples=400)
        def test_parse(text):
            shop.parse(text)
        """
    )
    assert ran.outcomes == {"failed": 1}
    assert "OverflowError" in ran.text


@pytest.mark.slow
def test_state_machines_are_guided(folder: Folder) -> None:
    tests = """
    from hypothesis.stateful import RuleBasedStateMachine, rule

    class Till(RuleBasedStateMachine):
        @rule(number=st.integers(), code=st.text())
        def sell(self, number, code):
            shop.price(number, code)

    Till.TestCase.settings = settings(max_examples=100, stateful_step_count=5)
    TestTill = Till.TestCase
    """
    ran = folder.run(tests)
    assert ran.outcomes == {"failed": 1}
    assert re.search(r"state\.sell\(\s*(E\s+)?code='VIP-', number=424242\s*\)|424242", ran.text)


@pytest.mark.slow
def test_a_higher_target_is_climbed(folder: Folder) -> None:
    ran = folder.run(
        """
        @given(st.integers(0, 10**9))
        @settings(max_examples=500)
        def test_it(number):
            target(float(-abs(number - 123_456_789)))
            if abs(number - 123_456_789) < 2_000_000:
                raise LookupError
        """
    )
    assert ran.outcomes == {"failed": 1}


@pytest.mark.slow
def test_a_test_with_few_possible_inputs_is_soon_left_to_hypothesis(folder: Folder) -> None:
    ran = folder.run(
        """
        runs = []

        @given(st.booleans(), st.booleans())
        def test_it(one, other):
            runs.append((one, other))

        def test_count():
            assert set(runs) == {(a, b) for a in (True, False) for b in (True, False)}
            assert len(runs) < 60
        """
    )
    assert ran.outcomes == {"passed": 2}


@pytest.mark.slow
def test_a_back_end_that_a_test_names_itself_stays(folder: Folder) -> None:
    ran = folder.run(
        """
        from hypothesis.control import current_build_context

        names = set()

        @given(st.integers())
        @settings(backend="hypothesis-urandom")
        def test_it(number):
            names.add(type(current_build_context().data.provider).__name__)

        def test_names():
            assert "GuidedProvider" not in names
        """
    )
    assert ran.outcomes == {"passed": 2}


@pytest.mark.slow
def test_profiles_and_settings_are_as_before_when_a_test_is_over(folder: Folder) -> None:
    before = settings.get_current_profile_name()
    folder.run(HARD)
    assert settings.get_current_profile_name() == before
    assert settings().backend == "hypothesis"


@pytest.mark.slow
def test_as_many_examples_as_executions_are_asked_for(folder: Folder) -> None:
    ran = folder.run(
        """
        count = 0

        @given(st.integers())
        @settings(max_examples=5)
        def test_it(number):
            global count
            count += 1

        def test_count():
            assert count == 60
        """,
        "--fuzzwright-executions=60",
    )
    assert ran.outcomes == {"passed": 2}


@pytest.mark.slow
def test_with_time_left_a_test_goes_on_from_where_its_search_stands(folder: Folder) -> None:
    tests = HARD.replace("max_examples=300", "max_examples=8, deadline=None")
    assert folder.run(tests).outcomes == {"passed": 1}
    assert folder.run(tests, "--fuzzwright-time=60").outcomes == {"failed": 1}


def test_time_is_shared_and_what_is_said_of_each_is_the_most() -> None:
    assert more_for(Budget(10.0, None, None), 2.0, 4).seconds == 2.0
    assert more_for(Budget(10.0, 0.5, None), 2.0, 4).seconds == 0.5
    assert more_for(Budget(None, None, 70), 0.0, 1).examples == 70
    assert more_for(Budget(None, None, None), 0.0, 3).seconds == 0.0


@pytest.mark.slow
def test_the_back_end_conforms_to_what_hypothesis_asks_of_one(tmp_path: Any) -> None:
    Guidance.of(str(tmp_path), (), 0).begin("a test", None)
    run_conformance_test(GuidedProvider, settings=settings(max_examples=20, stateful_step_count=20))


# Varying ---------------------------------------------------------------------------------------------

_LIMITS: dict[str, dict[str, Any]] = {
    "boolean": {"p": 0.5},
    "integer": {"min_value": 0, "max_value": 9},
    "bytes": {"min_size": 0, "max_size": 4},
}


def _list_of(*items: int) -> Played:
    draws, spans = [], []
    for place, item in enumerate(items):
        draws += [Draw("boolean", _LIMITS["boolean"], True), Draw("integer", _LIMITS["integer"], item)]
        spans.append(Span(1, 2 * place, 2 * place + 2))
    return Played((*draws, Draw("boolean", _LIMITS["boolean"], False)), (*spans, Span(2, 0, len(draws) + 1)))


@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator_makes_several_neighbours_and_keeps_limits(name: str) -> None:
    one, other, random = _list_of(1, 2, 3), _list_of(7, 8), Random(0)
    made = [OPERATORS[name](one, other, random, {"integer": [5]}) for _ in range(60)]
    different = {tuple(choices) for choices in made if choices is not None} - {one.choices}
    assert len(different) >= 2
    for choices in different:
        assert all(type(choice) is bool or 0 <= choice <= 9 for choice in choices)  # type: ignore[operator]


def test_an_item_that_is_left_out_leaves_the_others_as_they_are() -> None:
    made = {tuple(OPERATORS["leave_out"](_list_of(1, 2, 3), _list_of(), Random(seed), {}) or ()) for seed in range(30)}
    assert _list_of(1, 3).choices in made


def test_an_empty_sequence_has_no_neighbours() -> None:
    assert [operator(Played(), Played(), Random(0), {}) for operator in OPERATORS.values()] == [None] * len(OPERATORS)


@pytest.mark.slow
def test_the_edge_of_a_comparison_is_tried(folder: Folder) -> None:
    (folder.pytester.path / "shop.py").write_text(
        "def rebate(total):\n    return 10 if total > 250_000 else 0\n", "utf-8"
    )
    ran = folder.run(
        """
        @given(st.integers(0, 10**6))
        @settings(max_examples=100)
        def test_it(total):
            assert (shop.rebate(total) == 10) == (total >= 250_000)
        """
    )
    assert ran.outcomes == {"failed": 1}
    assert "total=250_000" in ran.text or "total=250000" in ran.text
