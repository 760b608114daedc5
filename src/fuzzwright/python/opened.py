"""A function ready to be run: how to make its inputs, call it, judge and show what comes out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from types import CodeType, FunctionType
from typing import Any

from fuzzwright.engine.codec import encode
from fuzzwright.engine.outcome import Failure, Frame
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.discover import Found, innermost
from fuzzwright.python.drive import driver
from fuzzwright.python.given import given_inputs
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict
from fuzzwright.python.operands import Operands
from fuzzwright.python.oracle import FunctionOracle
from fuzzwright.python.probes import Probes
from fuzzwright.python.producers import Producers
from fuzzwright.python.properties import Made, answering, made_at, says_by_result
from fuzzwright.python.recipes import recipes_in
from fuzzwright.python.source import Writer
from fuzzwright.python.suggest import Guide
from fuzzwright.python.target import FunctionTarget
from fuzzwright.python.texts import read_text

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
        self.first_inputs, self.remarks = given_inputs(found, domain) if found.is_property else ([], [])
        """Inputs that are run first, and what is to be said of those that cannot be."""
        self.oracle = oracle
        self.probes = probes
        self._sources: dict[str, str | None] = {}
        self.find_producers: Callable[[], Producers | None] = lambda: None
        """Finds functions of the project that can make parts of an input; looked for only by who uses them."""
        self.guessed: tuple[str, ...] = ()
        """Parameters whose hints are guesses; a failure may then be theirs."""
        self.made = made_at(innermost(found.object))
        self._spans = _spans(found, self.made)

    def with_arguments(self, domain: Arguments) -> OpenedFunction:
        """Return the same function, to be called with other arguments."""
        return OpenedFunction(self.found, domain, self.oracle, self.probes, self._files, self.operands)

    def source(self) -> str | None:
        """Return the text of the file it is in, if that can be read."""
        return self._source(os.path.relpath(self.found.file, self.oracle.root))

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
        if self._is_plainly_called():
            target.function = self.found.object
        target.operands = self.operands
        recipes = recipes_in(self.domain)
        target.traces_building = bool(recipes)
        for each in recipes:
            each.lives = target.lives
        return target

    def guide(self) -> Guide:
        """Return what looks at comparisons; its constants are those of the function's own file.

        A property made of other functions has none of its own, so those of their files are added.
        """
        used = [file for file, _, _ in self._spans if file in self.probes.spans]
        files = dict.fromkeys([*used, self.found.file])
        literals = [each for file in files for each in self.operands.literals_of(file)]
        return Guide(self.domain, self.operands, literals, self.find_producers())

    def _is_plainly_called(self) -> bool:
        """Return whether there is nothing to it but to call a Python function with the arguments."""
        found = self.found
        if type(found.object) is not FunctionType or self.domain.kw or found.reset is not None:
            return False
        return driver(found.kind) is None and not (found.is_property and says_by_result(found.object))

    def _invoke(self) -> Callable[[Any], Any]:
        function, drive, reset = self.found.object, driver(self.found.kind), self.found.reset
        if self.domain.kw:

            def call(arguments: Any) -> Any:
                return function(*arguments[0], **arguments[1])
        else:

            def call(arguments: Any) -> Any:
                return function(*arguments)

        def drive_call(arguments: Any) -> Any:
            if reset is not None:
                reset()
            result = call(arguments)
            return result if drive is None else drive(result)

        run = call if reset is None and drive is None else drive_call
        return answering(run) if self.found.is_property and says_by_result(function) else run

    def call(self, input: Any) -> tuple[str, list[str]]:
        """Return the call as text to paste, and the imports it needs."""
        text, imports, writer = self._written(input)
        match self.found.kind:
            case "async":
                text, imports = f"asyncio.run({text})", sorted({*imports, "import asyncio"})
            case "generator":
                text = f"list({text})"
            case "async_generator":
                loop, items = writer.fresh("loop"), writer.fresh("items")
                step = f"lambda: {loop}.run_until_complete(anext({items}, ...))"
                text = f"({loop} := asyncio.new_event_loop(), {items} := {text}, *iter({step}, ...))"
                imports = sorted({*imports, "import asyncio"})
        return text, imports

    def awaited_call(self, input: Any) -> str:
        """Return the call of something asynchronous as one would write it among its like; of all else, nothing."""
        if self.found.kind not in ("async", "async_generator"):
            return ""
        text = self._written(input)[0]
        return f"await {text}" if self.found.kind == "async" else text

    def _written(self, input: Any) -> tuple[str, list[str], Writer]:
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
        return text, imports, writer

    def verdict(self, failure: Failure, call: str = "") -> tuple[str, str]:
        """Return what a failure amounts to, and why."""
        found = self.found
        file = os.path.relpath(found.file, self.oracle.root).replace(os.sep, "/")
        return verdict(
            Case(
                kind=failure.kind,
                exception=failure.what,
                message=failure.says,
                frames=failure.frames,
                source_of=self._source,
                file=file,
                first=found.line,
                last=found.last_line,
                call=call,
                guessed=bool(self.guessed),
            )
        )

    def sources_of(self, failure: Failure) -> str:
        """Return the text of the files that a failure passed through, and of the function's own."""
        files = dict.fromkeys(
            [os.path.relpath(self.found.file, self.oracle.root), *(each.file for each in failure.frames)]
        )
        return "\n".join(self._source(file) or "" for file in files)

    def line_at(self, frame: Frame) -> str:
        """Return the text of the line that a frame is at."""
        lines = (self._source(frame.file) or "").splitlines()
        return lines[frame.line - 1] if 0 < frame.line <= len(lines) else ""

    def _source(self, file: str) -> str | None:
        if file not in self._sources:
            self._sources[file] = read_text(os.path.join(self.oracle.root, file))
        return self._sources[file]

    def lines_of(self, sites: Iterable[int]) -> list[int]:
        """Return the lines of this function that passing these probes means to run."""
        passed = set(sites)
        found: set[int] = set()
        for file, first, last in self._spans:
            known = self._sites(file)
            lines = {line for number in passed if number in known for line in known[number]}
            found |= {line for line in lines if first <= line <= last}
        return sorted(found)

    @property
    def lines_total(self) -> int:
        """How many lines of this function can be seen to run."""
        return len(self.lines_of(number for file, _, _ in self._spans for number in self._sites(file)))

    def places_in(self, file: str) -> list[int]:
        """Return the numbers of the probes in a file; twice as many if it was compiled twice."""
        return list(self._sites(file))

    def _sites(self, file: str) -> dict[int, tuple[int, ...]]:
        """The lines of each probe in a file; looked up once for all functions of it."""
        if file not in self._files:
            self._files.update((site.file, {}) for site in self.probes.sites)
            self._files.setdefault(file, {})
            for number, site in enumerate(self.probes.sites):
                self._files[site.file][number] = site.lines
        return self._files[file]


def _spans(found: Found, made: Made | None) -> list[tuple[str, int, int]]:
    """Return where what is tested stands: file, first and last line of the function, or of those a law is made of."""
    if made is None:
        return [(found.file, found.line, found.last_line)]
    codes = [code for each in made.uses if isinstance(code := getattr(innermost(each), "__code__", None), CodeType)]
    lines = [[line for *_, line in code.co_lines() if line] for code in codes]
    return [(code.co_filename, min(each), max(each)) for code, each in zip(codes, lines, strict=True) if each]
