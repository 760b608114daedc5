"""The options of the plugin, on pytest's command line and in its configuration, and what follows from them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.settings import Settings, load_settings

PER_PROPERTY = 1.0
"""Seconds for a property, if nothing is said: a suite of tests has to stay quick."""
FAILURES = (
    *("unexpected", "return_type", "unclear", "deliberate", "precondition", "resource", "any", "tells_fix"),
    "flaky",
)

_OPTIONS: dict[str, tuple[type, str, str]] = {
    "time": (float, "S", "seconds for all properties together; all get a short turn before any gets a second one"),
    "time-per-property": (float, "S", f"seconds for each property (default {PER_PROPERTY:g}); 0: only fixed inputs"),
    "executions": (int, "N", "runs of each property; the result then repeats exactly"),
    "seed": (int, "N", "the seed of all randomness (default 0)"),
    "search": (str, "NAME", "how inputs are searched (default adaptive)"),
}


@dataclass(frozen=True, slots=True)
class Budget:
    """How long properties may run."""

    time: float | None
    per_property: float | None
    executions: int | None


def add_options(parser: pytest.Parser) -> None:
    """Add our options to pytest's."""
    group = parser.getgroup("fuzzwright", "properties (functions marked with @prop)")
    for name, (kind, value, text) in _OPTIONS.items():
        group.addoption(f"--fuzzwright-{name}", type=kind, metavar=value, default=None, help=text)
        parser.addini(f"fuzzwright_{name.replace('-', '_')}", text)
    text = "drive the tests of Hypothesis (@given) by a coverage-guided search"
    group.addoption("--fuzzwright", action="store_true", default=False, help=text)
    parser.addini("fuzzwright", f"true: {text}", type="bool", default=False)
    text = "run properties in pytest's own process: effects are not refused, crashes and endless loops not survived"
    group.addoption("--fuzzwright-no-sandbox", action="store_true", default=False, help=text)
    parser.addini("fuzzwright_sandbox", "false: as --fuzzwright-no-sandbox", type="bool", default=True)
    parser.addini("fuzzwright_packages", "installed packages to follow besides the project's own code", type="args")


def settings_of(config: pytest.Config) -> Settings:
    """Return the settings of a search: the project's, changed as pytest's options say; raise what is wrong there."""
    given = {name: _value(config, name) for name in ("seed", "search", "executions")}
    settings = load_settings(config.rootpath).but(**given)
    # The times of `fuzzwright run` are not meant for a suite of tests.
    plain = {"time": None, "time_per_function": None, "executions": given["executions"]}
    return replace(settings, **plain, jobs=1, first=True, fail_on=FAILURES)


def is_sandboxed(config: pytest.Config) -> bool:
    """Return whether properties run in processes of their own."""
    return bool(config.getini("fuzzwright_sandbox")) and not config.getoption("--fuzzwright-no-sandbox")


def drives_hypothesis(config: pytest.Config) -> bool:
    """Return whether tests of Hypothesis are driven by our search."""
    return bool(config.getoption("--fuzzwright") or config.getini("fuzzwright"))


def budget_of(config: pytest.Config) -> Budget:
    """Return how long properties may run."""
    budget = said_budget(config)
    return replace(budget, per_property=PER_PROPERTY) if budget == Budget(None, None, None) else budget


def said_budget(config: pytest.Config) -> Budget:
    """Return what was said about how long properties may run."""
    time, each, executions = (_value(config, name) for name in ("time", "time-per-property", "executions"))
    return Budget(time, each, executions)


def _value(config: pytest.Config, name: str) -> Any:
    """Return what the command line says, else pytest's configuration, else None."""
    given = config.getoption(f"--fuzzwright-{name}")
    if given is None:
        ini = f"fuzzwright_{name.replace('-', '_')}"
        text = str(config.getini(ini) or "").strip()
        if not text:
            return None
        try:
            given = _OPTIONS[name][0](text)
        except ValueError:
            raise FuzzwrightError(f"`{ini}` cannot be {text!r}", "pytest's configuration", "give a number") from None
    least = 1 if name == "executions" else 0
    if isinstance(given, int | float) and not (math.isfinite(given) and given >= least):
        raise FuzzwrightError(f"--fuzzwright-{name} cannot be {given:g}", None, f"give a number from {least} on")
    return given


def told(budget: Budget, properties: int) -> str:
    """Return in words how long so many properties will run."""
    each = "" if budget.per_property is None else f"{budget.per_property:g} s each"
    runs = "" if budget.executions is None else f"{budget.executions} runs each"
    together = "" if budget.time is None else f"{budget.time:g} s together"
    count = "1 property" if properties == 1 else f"{properties} properties"
    return ", ".join(part for part in (count, runs, each, together) if part)
