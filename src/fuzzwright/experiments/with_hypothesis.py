"""Hypothesis on a property: `given(from_type(...))` for each parameter, and our registered generators as strategies.

No database, deadline or health check, only the phase that generates. Every call of the property is an execution; what
Hypothesis gives up while it generates is not.
"""

from __future__ import annotations

import importlib
import time
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import hypothesis
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from fuzzwright.experiments.failing import Found, is_failure
from fuzzwright.experiments.trials import Result, Trial
from fuzzwright.python.generators import DEFAULT
from fuzzwright.python.properties import Assumed

EXAMPLES: Final = 1_000_000
"""As many in one go, then it begins anew with another seed."""


class _Over(BaseException):
    """The limit is reached."""


def run(trial: Trial, module: str, folder: Path) -> Result:
    """Have Hypothesis test the property until it fails or the limit is reached."""
    test = getattr(importlib.import_module(module), trial.task.property)
    register_generators()
    hints = {name: hint for name, hint in typing.get_type_hints(test, include_extras=True).items() if name != "return"}
    arguments = st.fixed_dictionaries({name: st.from_type(hint) for name, hint in hints.items()})
    clock = time.process_time
    most, executions, discards, call = trial.limits.executions, 0, 0, ""
    began = clock()
    over = began + trial.limits.seconds

    def once(given: dict[str, Any]) -> None:
        nonlocal executions, discards
        if clock() >= over or executions == most:
            raise _Over
        executions += 1
        error = _error(test, given)
        if isinstance(error, Assumed):
            discards += 1
            hypothesis.reject()
        if is_failure(error) and is_failure(_error(test, given)):
            raise Found(f"{trial.task.property}({', '.join(f'{name}={value!r}' for name, value in given.items())})")

    rounds = 0
    try:
        while True:
            before = executions
            _round(once, arguments, trial.seed + 1_000_003 * rounds)
            rounds += 1
            if executions - before < 2:
                break  # there is nothing to vary
    except _Over:
        pass
    except Found as found:
        call = found.call
    return Result(trial, bool(call), clock() - began, executions, discards, call)


def _round(once: Callable[[dict[str, Any]], None], arguments: st.SearchStrategy[dict[str, Any]], seed: int) -> None:
    wanted = hypothesis.settings(
        max_examples=EXAMPLES,
        database=None,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate],
    )
    try:
        hypothesis.seed(seed)(wanted(hypothesis.given(arguments)(once)))()
    except Unsatisfiable:
        pass  # no call met the assumptions: for a benchmark that is a result


def _error(test: Callable[..., Any], given: dict[str, Any]) -> BaseException | None:
    try:
        test(**given)
    except (Exception, Assumed) as error:
        return error
    return None


def register_generators() -> None:
    """Make Hypothesis use what the workload registered with us, so that all engines have the same to begin with."""
    strategies: dict[Any, list[st.SearchStrategy[Any]]] = {}
    for entry in DEFAULT.entries:
        wanted = typing.get_type_hints(entry.make)["return"] if entry.hint is None else entry.hint
        ways = strategies.setdefault(wanted, [])
        ways.append(st.builds(entry.make) if callable(entry.make) else st.sampled_from(list(entry.make)))
        if entry.starts:
            # Our searches vary such a value as its type allows; here that can only be another way to make one.
            ways.append(st.builds(wanted))
    for wanted, ways in strategies.items():
        st.register_type_strategy(wanted, st.one_of(ways))
