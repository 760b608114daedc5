"""What a worker is given to do for open texts: the JSON it is sent, and what has to be remembered meanwhile."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from fuzzwright.campaigns.jobs import Record
from fuzzwright.editor.buffers import Module, Parsed
from fuzzwright.editor.states import FunctionState
from fuzzwright.isolation.worker import Worker
from fuzzwright.python.order import Order
from fuzzwright.python.ordinary import ordinary_calls
from fuzzwright.settings import Settings

MOST_LOOKED_FOR = 60
"""Functions of one task whose calls in other texts are looked for; more are hardly all looked at."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something to do for one text."""

    do: Literal["show", "careful", "reach"]
    path: str
    functions: tuple[str, ...]
    line: int = 0
    """To be reached."""
    seconds: float = 0.0


@dataclass(slots=True, eq=False)
class Assignment:
    """A worker and what it does."""

    worker: Worker
    task: Task
    parsed: Parsed
    """Of the text it works on."""
    keys: dict[str, str]
    """What the functions it works on mean."""
    wanted: tuple[str, ...]
    """The functions in their order, as it was told last."""
    is_imported: bool = False
    had_round: bool = False
    """Whether each function had a turn."""
    is_done: bool = False

    @property
    def path(self) -> str:
        """The text it works on."""
        return self.task.path


def order_for(module: Module, others: Sequence[Module], settings: Settings, root: str) -> Order:
    """Return the order for one module; the other open ones belong to the code under test too."""
    roots = dict.fromkeys([module.root, root, *(other.root for other in others)])
    return Order(
        modules=[[each.name, each.file] for each in (module, *others)],
        roots=list(roots),
        include=list(settings.include),
        exclude=list(settings.exclude),
        unannotated=settings.unannotated,
        infer=settings.infer,
        private=settings.private,
        same_frames=settings.same_frames,
    )


def job_record(
    task: Task,
    order: Order,
    texts: Mapping[str, str],
    states: Sequence[FunctionState],
    sources: Sequence[str],
    seed: int,
) -> Record:
    """Return a task as JSON data.

    `texts` are those of the order's modules, by file; `sources` those in which the functions may be called.
    """
    return {
        "do": "reach" if task.do == "reach" else "show",
        "careful": task.do == "careful",
        "brief": any(state.brief for state in states),
        "order": asdict(order),
        "files": dict(order.modules[::-1]),
        "texts": dict(texts),
        "seed": seed,
        "wanted": [wanted_record(state, sources if len(states) <= MOST_LOOKED_FOR else ()) for state in states],
        "line": task.line,
        "seconds": task.seconds,
    }


def wanted_record(state: FunctionState, sources: Sequence[str]) -> Record:
    """Return what a worker is told about a function."""
    return {
        "function": state.qualname,
        "inputs": list(state.inputs),
        "ordinary": ordinary_calls(sources, state.qualname),
        "deadly": [list(each) for each in state.deadly],
    }


def traced_folders(modules: Sequence[Module]) -> tuple[str, ...]:
    """Return the folders of the packages that modules are in."""
    folders = {os.path.join(each.root, each.name.partition(".")[0]) for each in modules if each.package}
    return tuple(sorted(folders))
