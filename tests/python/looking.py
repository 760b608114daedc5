"""Small modules that are run twice, plainly and with their operands noted, for the tests of close looks."""

from __future__ import annotations

import importlib
import sys
import textwrap
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import Any

from fuzzwright.engine.budget import Budget
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.search import Batch
from fuzzwright.python.comparisons import STEM, Rewriting
from fuzzwright.python.hints import Hints
from fuzzwright.python.instrument import Instrumenter
from fuzzwright.python.notes import Notes
from fuzzwright.python.operands import WANTED, Operands
from fuzzwright.python.probes import Probes, Second, compile_again, compile_instrumented
from fuzzwright.python.suggest import Guide
from fuzzwright.python.target import FunctionTarget


@dataclass(frozen=True, slots=True)
class Copies:
    """The two copies of a source, which report to the same path."""

    first: CodeType
    second: CodeType
    probes: Probes
    notes: Notes
    rewriting: Rewriting


def both_copies(source: str, name: str = "copied.py") -> Copies:
    """Compile a source with probes, and once more with notes."""
    source = textwrap.dedent(source)
    probes, notes, rewriting = Probes(), Notes(), Rewriting(0, WANTED)
    first = compile_instrumented(source, name, probes)
    constants = {STEM + kind: function for kind, function in notes.functions().items()}
    return Copies(
        first, compile_again(source, name, probes, Second(rewriting.rewrite, constants)), probes, notes, rewriting
    )


@dataclass(frozen=True, slots=True)
class Looked:
    """An imported module whose functions can be looked at."""

    module: ModuleType
    operands: Operands

    def target(self, name: str) -> FunctionTarget:
        """Return a function of the module as a target."""
        domain = self.domain(name)
        function = getattr(self.module, name)
        target = FunctionTarget(
            prepare=domain.prepare,
            invoke=lambda arguments: function(*arguments),
            path=self.operands.probes.path,
            beat=memoryview(bytearray(8)).cast("Q"),
        )
        target.operands = self.operands
        return target

    def domain(self, name: str) -> Any:
        """Return the domain of a function's arguments."""
        return Hints().arguments(getattr(self.module, name))

    def guide(self, name: str) -> Guide:
        """Return what suggests inputs of a function."""
        return Guide(self.domain(name), self.operands)

    def look(self, name: str, *arguments: Any) -> Observation:
        """Run a function once with its operands noted."""
        batch = Batch(iter((self.domain(name).adopt(arguments),)), "look", look="operands")
        ((_, observation),) = self.target(name).run_new(batch, Budget(1))
        return observation

    def suggested(self, name: str, *arguments: Any, seed: int = 1) -> list[tuple[Any, ...]]:
        """Return the arguments that a look at a function called with `arguments` leads to."""
        observation = self.look(name, *arguments)
        domain = self.domain(name)
        input = domain.adopt(arguments)
        return [domain.prepare(other) for other in self.guide(name).suggestions(input, observation, Random(seed))]


def imported(folder: Path, name: str, source: str, also: Collection[str] = ()) -> Looked:
    """Write a module, import it with probes, and others beside it, and return it ready to be looked at."""
    file = folder / f"{name}.py"
    file.write_text(textwrap.dedent(source))
    probes = Probes()
    wanted = {str(file), *(str(folder / f"{other}.py") for other in also)}
    hook = Instrumenter(probes, lambda _, where: where in wanted)
    sys.path.insert(0, str(folder))
    hook.install()
    try:
        importlib.invalidate_caches()
        module = importlib.import_module(name)
    finally:
        hook.uninstall()
        sys.path.remove(str(folder))
    return Looked(module, Operands(probes))


def hostile() -> Any:
    """Return an object that raises at whatever is done with it."""

    class Hostile:
        def __getattribute__(self, name: str) -> Any:
            raise RuntimeError(name)

        def __eq__(self, other: object) -> bool:
            raise RuntimeError("eq")

        def __bool__(self) -> bool:
            raise RuntimeError("bool")

        __hash__ = None  # type: ignore[assignment]  # on purpose

    return Hostile()
