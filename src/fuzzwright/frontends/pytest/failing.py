"""How a failure of a property reaches pytest: as the exception itself where the call can be made once more here.

Then the traceback, the rewritten assertion and the debugger are those of any test. What would take pytest's
process with it, or does not repeat, is told in words.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Mapping
from typing import Any, NoReturn

import pytest

from fuzzwright.campaigns.states import FindingState
from fuzzwright.engine.outcome import Failure
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.pytest.opening import OpenedProperty
from fuzzwright.frontends.pytest.telling import Told, circumstances
from fuzzwright.python.law import LawBroken
from fuzzwright.python.properties import Assumed, is_false, says_by_result


def misused(what: str, where: str, fix: str) -> NoReturn:
    """End the test with what is wrong about how a property is written."""
    pytest.fail(str(FuzzwrightError(what, where, fix)), pytrace=False)


def call_here(opened: OpenedProperty, arguments: tuple[Any, ...], named: Mapping[str, Any], note: str) -> None:
    """Call a property in this process; what it raises gets the note and goes on to pytest."""
    try:
        result = opened.found.object(*arguments, **named)
        if inspect.iscoroutine(result):
            result = asyncio.run(result)
    except Assumed:
        return
    except (KeyboardInterrupt, pytest.skip.Exception):
        raise
    except BaseException as error:
        if isinstance(error, LawBroken):
            error.between = ",\nbut "  # there is room for a line for each
        _annotate(error, note)
        raise
    if says_by_result(opened.found.object) and is_false(result):
        pytest.fail(f"returned False\n{note}", pytrace=False)


def _annotate(error: BaseException, note: str) -> None:
    try:
        error.add_note(f"\n{note}")
    except Exception:
        pass  # a class that has notes of another kind


def worst(findings: Mapping[str, FindingState]) -> FindingState | None:
    """Return the failure to tell: one that repeats before one that does not, a refused effect last."""
    found = [finding for finding in findings.values() if finding.call]
    return min(found, key=_rank, default=None)


def _rank(finding: FindingState) -> tuple[bool, bool, bool, int]:
    refused = finding.failure.kind == "effect_blocked"
    return refused, finding.verdict == "flaky", bool(finding.before), finding.execution


def refused(opened: OpenedProperty, failure: Failure, where: str) -> NoReturn:
    """End the test because the sandbox refused something, with the way out."""
    misused(
        f"property `{opened.found.name}` does what the sandbox refuses: {failure.says.removeprefix('refused: ')}",
        where,
        "do without it, or run properties in pytest's own process with --fuzzwright-no-sandbox, where nothing is "
        "refused and a crash or an endless loop is pytest's too",
    )


def flaky(text: str, finding: FindingState, told: Told) -> NoReturn:
    """End the test because a failure did not show again."""
    misused(
        f"{text}\nproperty `{told.nodeid}` is flaky: it failed once and {finding.evidence}\n    {finding.call}",
        circumstances(told),
        "have it depend on its arguments alone: no clock, no random numbers without a seed, no state that is left",
    )


def after_others(text: str, finding: FindingState, told: Told) -> NoReturn:
    """End the test because a call fails only after others."""
    calls = "\n".join(f"    {call}" for call in (*finding.before, finding.call))
    misused(
        f"{text}\nFailing calls; the last one fails only after the others:\n{calls}",
        f"property at {circumstances(told)}",
        "if that is not what is tested, reset in the property what one run leaves to the next (a fixture, a cache, "
        "a module's variable)",
    )
