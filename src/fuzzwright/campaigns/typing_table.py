"""What the types of a code base say, asked in a sandboxed process: the supervisor imports none of it."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fuzzwright.campaigns.jobs import Record, pack, unpack
from fuzzwright.campaigns.plan import Plan
from fuzzwright.campaigns.requests import limits_of
from fuzzwright.campaigns.session import sweep
from fuzzwright.errors import FuzzwrightError
from fuzzwright.isolation.messages import NurseryDied
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.settings import Settings

ENTRY = "fuzzwright.campaigns.typing_work:prepare"


@dataclass(frozen=True, slots=True)
class TypingTable:
    """The types and functions of a code base as JSON data, and what is to be said besides."""

    types: tuple[Record, ...]
    functions: tuple[Record, ...]
    remarks: tuple[str, ...]
    """Modules that could not be looked at, in a line each, and what could not be asked."""


def typing_table(plan: Plan, settings: Settings) -> TypingTable:
    """Return what the types of the planned modules say; modules that kill the process are left out and told."""
    remarks = list(plan.remarks)
    modules = list(plan.order.modules)
    sweep(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"fuzzwright-{os.getpid()}-"))
    try:
        while modules:
            told = _ask(plan, settings, modules, folder)
            if not isinstance(told, NurseryDied):
                functions = [_relative(function, plan.root) for function in told["functions"]]
                return TypingTable(tuple(told["types"]), tuple(functions), (*remarks, *told["remarks"]))
            culprit = told.note.decode("utf-8", "replace")
            left = [module for module in modules if module[0] != culprit]
            if len(left) == len(modules):
                raise FuzzwrightError(
                    f"the code could not be looked at: {told}", None, f"see what it said: {told.fault[-2000:]}"
                ) from told
            how = "takes too long" if told.kind == "timed_out" else "ends the process"
            remarks.append(f"`{culprit}` is left out: importing it {how}")
            modules = left
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return TypingTable((), (), tuple(remarks))


def _ask(plan: Plan, settings: Settings, modules: list[list[str]], folder: Path) -> Record | NurseryDied:
    nursery = Nursery.spawn(
        ENTRY,
        pack(plan.order.record(modules)),
        python=plan.interpreter.command,
        path=plan.path,
        limits=limits_of(settings),
        folder=folder / "nursery",
    )
    try:
        return unpack(nursery.wait_ready())
    except NurseryDied as death:
        return death
    finally:
        nursery.close()


def _relative(function: Record, root: str) -> Record:
    return {**function, "file": os.path.relpath(str(function["file"]), root)}
