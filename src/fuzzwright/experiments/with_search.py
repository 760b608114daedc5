"""One of our searches on a property, as `fuzzwright prop` runs it, but in this process.

In epochs as there; those searches that were published have a single one, as they had where their figures come from.
"""

from __future__ import annotations

import time
from itertools import count
from pathlib import Path
from typing import Any

from fuzzwright.campaigns.fuzz import epoch_seed
from fuzzwright.engine.budget import NO_LIMIT, Budget
from fuzzwright.engine.corpus import Corpus
from fuzzwright.engine.loop import epoch_length, search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Outcome
from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.failing import Found, is_failure
from fuzzwright.experiments.trials import Result, Trial
from fuzzwright.python.acceleration import faster
from fuzzwright.python.open import open_modules
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.order import Order
from fuzzwright.searches import search_named


def run(trial: Trial, module: str, folder: Path) -> Result:
    """Search until the property fails or the limit is reached."""
    function = _opened(module, trial.task.property, folder)
    target = function.target(memoryview(bytearray(8)).cast("Q"), lambda: "")
    clock = time.process_time
    began = clock()
    corpus: Corpus[Any] = Corpus()
    search = search_named(trial.search, function.domain, corpus, target.repeats, function.guide)
    search.feedback = faster(search.feedback)
    budget, discards = Budget(0), 0

    def judge(input: Any, observation: Observation) -> Outcome:
        # Looked for here, not among the events: a search need not find a failure worth telling.
        if is_failure(observation.error) and is_failure(target.run(input).error):
            raise Found(function.call(input)[0])
        return function.oracle(input, observation)

    call = ""
    try:
        for epoch in count():
            left = NO_LIMIT if trial.limits.executions is None else trial.limits.executions - corpus.executions
            length = epoch_length(epoch) if search.renews else NO_LIMIT
            budget = Budget(min(left, length), began + trial.limits.seconds, clock)
            target.begin_epoch()
            search.begin(epoch_seed(trial.seed, str(trial.task), epoch))
            for _ in search_events(target, search, judge, budget):
                pass
            if not budget.used:
                break
            corpus.executions += budget.used
            discards += target.discards  # counted anew in each
            search.end()
    except Found as found:
        corpus.executions += budget.used
        call = found.call
    return Result(trial, bool(call), clock() - began, corpus.executions, discards + target.discards, call)


def _opened(module: str, name: str, folder: Path) -> OpenedFunction:
    file = str(folder.joinpath(*module.split(".")).with_suffix(".py"))
    order = Order([[module, file]], wanted={module: [name]}, roots=[str(folder)], properties=True)
    opened = open_modules(order, lambda progress: None)
    function = opened.functions.get(f"{module}.{name}")
    if function is None:
        reasons = [str(report["reason"]) for report in opened.reports] + opened.remarks
        raise FuzzwrightError(f"`{module}:{name}` cannot be run: {'; '.join(reasons) or 'there is no such property'}")
    return function
