"""CrossHair on a property: a contract that says it never fails, for CrossHair to refute.

It takes no seed. An execution is one path that it tried; how many of those the assumptions ended it does not say. A
counterexample has to hold when it is run. CrossHair counts CPU seconds too.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import io
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any, Final

from fuzzwright.experiments.trials import Result, Trial

MOST_TEXT: Final = 200
_CONTRACT: Final = '''"""A contract for one property."""

from fuzzwright.experiments.failing import is_failure
from fuzzwright.python.properties import Assumed
from {module} import *
from {module} import {name}


def never_fails({parameters}) -> bool:
    """
    post: __return__
    """
    try:
        {name}({arguments})
    except Assumed:
        return True
    except Exception as error:
        return not is_failure(error)
    return True
'''
_COUNTEREXAMPLE: Final = re.compile(r"false when calling (never_fails\(.*\)) \(which returns", re.DOTALL | re.I)


def run(trial: Trial, module: str, folder: Path) -> Result:
    """Have CrossHair look for a counterexample until it has one or the limit is reached."""
    (folder / "contract.py").write_text(_contract(module, trial.task.property), "utf-8")
    contract = importlib.import_module("contract")
    # By name: it is no dependency of ours, and the type checker need not have it.
    checks: Any = importlib.import_module("crosshair.core_and_libs")
    options: Any = importlib.import_module("crosshair.options")
    stats: Counter[str] = Counter()
    wanted = options.AnalysisOptionSet(
        analysis_kind=[options.AnalysisKind.PEP316],
        per_condition_timeout=trial.limits.seconds,
        max_iterations=trial.limits.executions,
        stats=stats,
    )
    note = ""
    began = time.process_time()
    # It writes about its own trouble; nobody asked.
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            checkables = checks.analyze_function(contract.never_fails, options.DEFAULT_OPTIONS.overlay(wanted))
            messages = [message.message for message in checks.run_checkables(checkables)]
        except Exception as error:  # its own, whatever they are: types that it does not know, mostly
            messages, note = [], f"CrossHair raised {type(error).__name__}: {error}"[:MOST_TEXT]
    seconds = time.process_time() - began
    told = [match[1] for message in messages if (match := _COUNTEREXAMPLE.search(message))]
    call = next((call for call in told if _holds(call, contract)), "")
    if told and not call:
        note = f"not a counterexample: {told[0]}"[:MOST_TEXT]
    return Result(trial, bool(call), seconds, stats["num_paths"], None, call, note)


def _contract(module: str, name: str) -> str:
    test = getattr(importlib.import_module(module), name)
    parameters = inspect.signature(test).parameters
    hints = ", ".join(f"{parameter}: {hint.annotation}" for parameter, hint in parameters.items())
    return _CONTRACT.format(module=module, name=name, parameters=hints, arguments=", ".join(parameters))


def _holds(call: str, contract: Any) -> bool:
    try:
        return eval(call, dict(vars(contract))) is False
    except Exception:
        return False
