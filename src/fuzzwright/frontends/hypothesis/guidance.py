"""What the tests of Hypothesis in one session share: the code with probes, the seed, and where each search stands.

While a test runs, our back end is registered with Hypothesis and chosen in its settings; all others stay as they are.
Probes are in place only while a test case of ours runs, so what Hypothesis does itself (explicit
examples, replays, shrinking, the failure that is shown) runs the code as it was loaded, with pytest's assertions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import Any, Final

from _pytest.assertion.rewrite import AssertionRewritingHook
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS

from fuzzwright.engine.observation import Observation
from fuzzwright.engine.references import settle
from fuzzwright.engine.trace import cut
from fuzzwright.frontends.hypothesis.provider import GuidedProvider
from fuzzwright.frontends.hypothesis.search import Search
from fuzzwright.frontends.pytest.tracing import Tracing
from fuzzwright.python.choice_sequences import Answers
from fuzzwright.python.suggest import Guide

BACKEND: Final = "fuzzwright"
LONG: Final = 20_000
"""After a run with more steps than this, what a test compares is not noted any more: that would take too long."""


@dataclass(slots=True)
class Watched:
    """A test case that is being looked at."""

    tracing: Tracing | None = None
    close: bool = False
    """Whether what is compared is noted."""

    def seen(self) -> Observation | None:
        """Return what it showed so far; None if somebody else looks at it."""
        if self.tracing is None:
            return None
        path, more = cut(self.tracing.probes.path)
        notes = list(self.tracing.operands.notes) if self.close else ()
        return Observation(path=path, more=more, notes=notes)


@dataclass(slots=True)
class Guidance:
    """What the tests of a session share."""

    tracing: Tracing
    seed: int = 0
    _test: str = ""
    _searches: list[Search] = field(default_factory=list)
    """Those of the test that runs now, in the order in which it began them: mostly one."""
    _begun: int = 0
    _files: set[str] = field(default_factory=set)
    _close: bool = True
    _busy: bool = False

    @classmethod
    def of(cls, root: str, packages: Sequence[str], seed: int) -> Guidance:
        """Return the guidance of a session, with the back end registered."""
        AVAILABLE_PROVIDERS[BACKEND] = f"{GuidedProvider.__module__}.{GuidedProvider.__qualname__}"
        return cls(Tracing(root, packages), seed)

    def begin(self, test: str, module: ModuleType | None) -> None:
        """Get ready for a test, and for code that was loaded since the last one."""
        # Hypothesis makes the back end from its name alone, so this is the way to tell it whose it is.
        GuidedProvider.guidance = self
        self._test, self._searches, self._files, self._close = test, [], set(), True
        own = [module] if module is not None else []
        # The test's own module only if there is no other: a project in one file.
        found = [other for other in self.tracing.project.loaded() if not _is_rewritten(other)] or own
        if found:
            self.tracing.learn(found[0])

    def again(self) -> None:
        """Have searches that begin from now on be the ones of this test that were begun before, one after another."""
        self._begun = 0

    def search(self) -> Search:
        """Return the search of a test that begins."""
        number, self._begun = self._begun, self._begun + 1
        if number >= len(self._searches):
            domain = Answers()
            settle(domain)
            guide = Guide(domain, self.tracing.operands)
            self._searches.append(Search(Random(f"{self.seed} {number} {self._test}"), guide))
        return self._searches[number]

    def look_no_more(self) -> None:
        """Note no more what this test compares."""
        self._close = False

    def watched(self, close: bool) -> Watched:
        """Return what a test case that begins is looked at with: nothing within another one."""
        return Watched() if self._busy else Watched(self.tracing, close and self._close)

    @contextmanager
    def watching(self, watched: Watched) -> Iterator[None]:
        """Have probes in place, and notes taken where that is wanted."""
        if watched.tracing is None:
            yield
            return
        tracing, self._busy = watched.tracing, True
        tracing.enter()
        try:
            # Of a file that no run came to there is nothing to note.
            with tracing.operands.in_place(sorted(self._files) if watched.close else ()):
                tracing.probes.path.clear()
                try:
                    yield
                finally:
                    self._reached()
        finally:
            tracing.leave()
            self._busy = False

    def _reached(self) -> None:
        path = self.tracing.probes.path
        if len(path) > LONG:
            self._close = False
        new = self.tracing.operands.files(path[:]) - self._files
        if new and self._close:
            self._files |= {file for file in new if file}
            for search in self._searches:
                for file in sorted(new):
                    search.learn_values(self.tracing.operands.literals_of(file) if file else ())


def _is_rewritten(module: Any) -> bool:
    return isinstance(getattr(module, "__loader__", None), AssertionRewritingHook)
