"""The same properties outside pytest: what they return counts there too, and calling one changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from fuzzwright import example, explore, prop
from fuzzwright.python.properties import LEVELS, examples_of, is_property, level_of
from tests.frontends.shell import Shell


def some() -> dict[str, Callable[..., Any]]:
    """Return properties; inside a function, or pytest would run them as such."""

    @prop
    def is_small(x: int) -> bool:
        return x < 300

    @prop
    async def is_small_later(x: int) -> bool:
        return x < 300

    @prop
    def says_nothing(x: int) -> None:
        return x < 300  # type: ignore[return-value]  # what is tested

    @prop
    def goes_one_way(x: int, y: int) -> bool:
        """All inputs take the same path, so that only what is returned tells them apart."""
        return (x * 7 + y) % 11 != 3

    return {each.__name__: each for each in (is_small, is_small_later, says_nothing, goes_one_way)}


@pytest.mark.parametrize("name", ["is_small", "is_small_later", "goes_one_way"])
@pytest.mark.slow
def test_a_property_that_says_bool_fails_when_it_returns_false(name: str) -> None:
    found = explore(some()[name], executions=1000, seed=1)
    (finding,) = found.findings
    assert (finding.kind, finding.exception, finding.verdict) == ("property", "returned False", "unexpected")
    assert finding.evidence == "the property does not hold: returned False"


@pytest.mark.slow
def test_the_result_of_any_other_property_is_not_looked_at() -> None:
    assert explore(some()["says_nothing"], executions=1000, seed=1).findings == ()


def test_called_directly_a_property_returns_what_it_says() -> None:
    is_small = some()["is_small"]
    assert is_small(299)
    assert is_small(300) is False
    assert asyncio.run(some()["is_small_later"](300)) is False
    assert is_property(is_small)


@pytest.mark.slow
def test_after_a_search_in_this_process_too(capfd: pytest.CaptureFixture[str]) -> None:
    is_small = some()["is_small"]
    (finding,) = explore(is_small, executions=1000, seed=1, isolated=False).findings
    assert finding.exception == "returned False"
    assert is_small(300) is False
    assert "without a sandbox" in capfd.readouterr().err


@pytest.mark.slow
def test_the_command_tells_a_result_of_false_as_a_failed_property(shell: Shell) -> None:
    shell.write(
        props="""
        from fuzzwright import prop

        @prop
        def is_small(x: int) -> bool:
            return x < 300
        """
    )
    report = shell.report("prop", "props.py", "--executions", "1000", code=1)
    (finding,) = report["findings"]
    assert (finding["kind"], finding["call"]) == ("property", "props.is_small(300)")


def test_examples_are_kept_in_the_order_they_are_written_in() -> None:
    @example(1)
    @prop
    @example(2)
    @example(x=3)
    def holds(x: int) -> bool:
        return True

    assert [(fixed.arguments, fixed.named) for fixed in examples_of(holds)] == [((1,), {}), ((2,), {}), ((), {"x": 3})]


def test_larger_values_are_on_higher_levels() -> None:
    values = [float("-inf"), -1e9, -100.0, -1.0, -0.1, 0.0, 0.5, 1.0, 2.0, 3.0, 50.0, 1e9, float("inf")]
    levels = [level_of(value) for value in values]
    assert levels == sorted(levels)
    assert len(set(levels[2:11])) == 9
    assert all(0 <= level < LEVELS for level in [*levels, level_of(float("nan"))])
