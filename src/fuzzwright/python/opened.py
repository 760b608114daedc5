"""A function ready to be run: how to make its inputs, call it, judge and show what comes out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from fuzzwright.engine.codec import encode
from fuzzwright.engine.domain import reach
from fuzzwright.engine.outcome import Failure
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.discover import Found
from fuzzwright.python.drive import driver
from fuzzwright.python.judge import verdict
from fuzzwright.python.operands import Operands
from fuzzwright.python.oracle import FunctionOracle
from fuzzwright.python.probes import Probes
from fuzzwright.python.recipes import Recipes
from fuzzwright.python.source import Writer
from fuzzwright.python.suggest import Guide
from fuzzwright.python.target import FunctionTarget

MOST_TEXT = 500

FileLines = dict[str, dict[int, tuple[int, ...]]]
"""For each file, the lines that passing a probe in it means to run, by the probe's number."""


class OpenedFunction:
    """A function with its domain, its oracle and its text."""

    def __init__(
        self,
        found: Found,
        domain: Arguments,
        oracle: FunctionOracle,
        probes: Probes,
        files: FileLines,
        operands: Operands,
    ) -> None:
        self.operands = operands
        self._files = files
        self.found = found
        self.domain = domain
        self.oracle = oracle
        self.probes = probes
        self._sources: dict[str, str | None] = {}

    def target(self, beat: memoryview, take_output: Callable[[], str]) -> FunctionTarget:
        """Return the function as a target."""
        target = FunctionTarget(
            prepare=self.domain.prepare,
            invoke=self._invoke(),
            path=self.probes.path,
            beat=beat,
            encode=lambda value: encode(self.domain, value),
            take_output=take_output,
        )
        target.operands = self.operands
        target.traces_building = any(isinstance(inner, Recipes) for inner in reach(self.domain))
        return target

    def guide(self) -> Guide:
        """Return what looks at comparisons; its constants are those of the function's own file."""
        return Guide(self.domain, self.operands, self.operands.literals_of(self.found.file))

    def _invoke(self) -> Callable[[Any], Any]:
        function, drive, reset = self.found.object, driver(self.found.kind), self.found.reset
        if self.domain.kw:

            def call(arguments: Any) -> Any:
                return function(*arguments[0], **arguments[1])
        else:

            def call(arguments: Any) -> Any:
                return function(*arguments)

        if reset is None and drive is None:
            return call

        def drive_call(arguments: Any) -> Any:
            if reset is not None:
                reset()
            result = call(arguments)
            return result if drive is None else drive(result)

        return drive_call

    def call(self, input: Any) -> tuple[str, list[str]]:
        """Return the call as text to paste, and the imports it needs."""
        writer = Writer()
        found = self.found
        if found.needs_self:
            reference = found.qualname.rpartition(".")[2]
        else:
            reference = writer.refer(found.object)
            if not reference or writer.unreachable:
                writer = Writer()
                reference = f"{found.module}.{found.qualname}"
        text = self.domain.call(input, writer, reference)
        imports = writer.imports
        if not found.needs_self and f"import {found.module}" not in imports:
            imports = sorted({*imports, f"import {found.module}"})
        if found.kind == "async":
            text, imports = f"asyncio.run({text})", sorted({*imports, "import asyncio"})
        elif found.kind == "generator":
            text = f"list({text})"
        elif found.kind == "async_generator":
            loop, items = writer.fresh("loop"), writer.fresh("items")
            step = f"lambda: {loop}.run_until_complete(anext({items}, ...))"
            text = f"({loop} := asyncio.new_event_loop(), {items} := {text}, *iter({step}, ...))"
            imports = sorted({*imports, "import asyncio"})
        return text, imports

    def verdict(self, failure: Failure) -> tuple[str, str]:
        """Return what a failure amounts to, and why."""
        found = self.found
        name = os.path.relpath(found.file, self.oracle.root)
        return verdict(
            failure.kind, failure.what, failure.says, failure.frames, self._source, (name, found.line, found.last_line)
        )

    def _source(self, file: str) -> str | None:
        if file not in self._sources:
            self._sources[file] = read_text(os.path.join(self.oracle.root, file))
        return self._sources[file]

    def lines_of(self, sites: Iterable[int]) -> list[int]:
        """Return the lines of this function that passing these probes means to run."""
        known = self._sites()
        lines = {line for number in sites if number in known for line in known[number]}
        return sorted(line for line in lines if self.found.line <= line <= self.found.last_line)

    @property
    def lines_total(self) -> int:
        """How many lines of this function can be seen to run."""
        return len(self.lines_of(self._sites()))

    def _sites(self) -> dict[int, tuple[int, ...]]:
        """The lines of each probe in the file; looked up once for all functions of it."""
        file = self.found.file
        if file not in self._files:
            self._files.update((site.file, {}) for site in self.probes.sites)
            self._files.setdefault(file, {})
            for number, site in enumerate(self.probes.sites):
                self._files[site.file][number] = site.lines
        return self._files[file]

    def example(self, target: FunctionTarget, input: Any) -> dict[str, Any]:
        """Run an input once more and return what happened as plain data."""
        observation = target.run(input)
        outcome = self.oracle(input, observation)
        record: dict[str, Any] = {"call": self.call(input)[0], "outcome": outcome.kind}
        if isinstance(outcome, Failure):
            record["exception"] = f"{outcome.what}: {outcome.says}" if outcome.says else outcome.what
        else:
            record["value"] = _shown(observation.result)
        record["lines"] = self.lines_of(set(observation.path))
        if observation.output:
            record["output"] = observation.output[:MOST_TEXT]
        return record


def read_text(file: str) -> str | None:
    """Return the text of a file, or None if it cannot be read."""
    try:
        with open(file, encoding="utf-8", errors="replace") as stream:
            return stream.read()
    except (OSError, ValueError):
        return None


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except BaseException as error:
        return f"<{type(value).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= MOST_TEXT else text[:MOST_TEXT] + "…"
