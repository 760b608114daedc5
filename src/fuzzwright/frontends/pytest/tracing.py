"""The project's modules with probes, made once in pytest's process and put in place where a property runs.

Here the code of functions stays as it was loaded, so ordinary tests run as fast as ever, and whoever measures
coverage sees nothing new. A forked child exchanges it for the code with probes. Modules that pytest rewrote for
its assertions are left alone, except the one a property is in: there the failing call is made once more with
the rewritten code, to be shown.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any

from _pytest.assertion.rewrite import AssertionRewritingHook

from fuzzwright.python.instrument import Instrumenter, source_of
from fuzzwright.python.open import MOST_LOOKED_AT
from fuzzwright.python.operands import Operands
from fuzzwright.python.probes import Probes, Site, compile_instrumented, nested_code
from fuzzwright.python.project import Project
from fuzzwright.python.properties import LEVELS, TALLY

_Codes = dict[tuple[str, int], list[tuple[CodeType, CodeType]]]
"""For each place of a function: its code as compiled from the source, and the same with probes."""


class Tracing:
    """Which functions have probes, and how to put these in place and take them away."""

    def __init__(self, root: str, packages: Sequence[str] = ()) -> None:
        self.root = root
        self.probes = Probes()
        self.operands = Operands(self.probes)
        self.project = Project((root,), tuple(packages))
        self._looked_at: set[str] = set()
        self._pairs: list[tuple[FunctionType, CodeType, CodeType]] = []
        self._weight = 0
        self._levels = [self.probes.add(Site("", 0, "target", "", ())) for _ in range(LEVELS)]

    def learn(self, own: ModuleType) -> None:
        """Make code with probes for the module of a property and for what was loaded since the last time."""
        compiled: dict[int, tuple[ModuleType, _Codes, bool]] = {}
        for module in {own.__name__: own, **{module.__name__: module for module in self.project.loaded()}}.values():
            rewritten = isinstance(module.__loader__, AssertionRewritingHook)
            if module.__name__ in self._looked_at or (rewritten and module is not own):
                continue
            self._looked_at.add(module.__name__)
            codes = self._compiled(module)
            if codes is not None:
                compiled[id(vars(module))] = (module, codes, rewritten)
        if not compiled:
            return
        # One look at all objects for all modules: closures, wrappers and tables are found like any other function.
        for function in [thing for thing in gc.get_objects() if type(thing) is FunctionType]:
            if (found := compiled.get(id(function.__globals__))) is not None:
                probed = _twin(function.__code__, found[1], found[2])
                if probed is not None:
                    self._pairs.append((function, function.__code__, probed))
        self._look_closely(module for module, _, _ in compiled.values())

    def enter(self) -> None:
        """Put the probes in place."""
        for function, _, probed in self._pairs:
            function.__code__ = probed
        TALLY.levels = self._recorders()

    def leave(self) -> None:
        """Take the probes away."""
        for function, plain, _ in self._pairs:
            function.__code__ = plain
        TALLY.levels = ()

    def watch_imports(self) -> None:
        """Have modules of the project that are imported from now on compiled with probes."""
        Instrumenter(self.probes, lambda name, file: file is not None and self.project.inside(file)).install()

    def _recorders(self) -> list[Callable[[], object]]:
        path = self.probes.path
        if isinstance(path, list):
            return [_appender(path, number) for number in self._levels]
        return [path.probe(number).__neg__ for number in self._levels]  # type: ignore[attr-defined]  # the fast path

    def _compiled(self, module: ModuleType) -> _Codes | None:
        try:
            filename, source = source_of(module)
            plain = compile(source, filename, "exec", dont_inherit=True)
            probed = compile_instrumented(source, filename, self.probes)
        except Exception:  # such a module runs without: fewer hints, not fewer runs
            return None
        codes: _Codes = {}
        for old, new in _pairs(plain, probed):
            codes.setdefault((old.co_qualname, old.co_firstlineno), []).append((old, new))
        return codes

    def _look_closely(self, modules: Iterator[ModuleType]) -> None:
        """Make the second copies of small modules here, instead of once in each child."""
        files = [module.__file__ for module in modules if module.__file__ in self.probes.spans]
        self.enter()
        try:
            for file in files:
                assert file is not None
                self._weight += os.path.getsize(file) if os.path.isfile(file) else 0
                if self._weight <= MOST_LOOKED_AT:
                    self.operands.copy(file)
                    self.operands.literals_of(file)
        finally:
            self.leave()


def _appender(path: list[int], number: int) -> Callable[[], None]:
    append = path.append
    return lambda: append(number)


def _twin(code: CodeType, codes: _Codes, rewritten: bool) -> CodeType | None:
    """Return the code with probes for a function's code, if it can be told which that is."""
    candidates = codes.get((code.co_qualname, code.co_firstlineno), [])
    # Code objects are equal when they do the same, and columns tell two lambdas of one line apart.
    found = [new for old, new in candidates if old == code]
    if not found and rewritten and len(candidates) == 1:
        found = [candidates[0][1]]
    return found[0] if found and found[0].co_freevars == code.co_freevars else None


def _pairs(plain: CodeType, probed: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    olds, news = nested_code(plain), nested_code(probed)
    if [code.co_qualname for code in olds] == [code.co_qualname for code in news]:
        for old, new in zip(olds, news, strict=True):
            yield old, new
            yield from _pairs(old, new)


def trace_no_more() -> None:
    """Take away what coverage tools and debuggers put into the process that this one is a fork of."""
    sys.settrace(None)
    sys.setprofile(None)
    threading.settrace(None)
    monitoring: Any = getattr(sys, "monitoring", None)
    for tool in range(6) if monitoring is not None else ():
        if monitoring.get_tool(tool) is not None:
            monitoring.set_events(tool, 0)
