"""The back end: answers what strategies ask for, and looks at what the test case did.

Hypothesis makes one for each run of a test and asks it for every test case that is not a replay, an explicit
example or a step of shrinking; these it makes itself, with the code as it was loaded. What is made by lot is drawn
as Hypothesis draws it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any, ClassVar

from hypothesis.control import current_build_context
from hypothesis.errors import BackendCannotProceed, DeadlineExceeded, StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.providers import HypothesisProvider

from fuzzwright.engine.outcome import Discarded, Outcome, Raised, Returned
from fuzzwright.frontends.hypothesis.played import Draw, Recording
from fuzzwright.frontends.hypothesis.search import Plan
from fuzzwright.python.choice_sequences import Answering, Choice, Limits, Player, simplest

if TYPE_CHECKING:
    from fuzzwright.frontends.hypothesis.guidance import Guidance


class GuidedProvider(Answering, HypothesisProvider):
    """Plays what a search proposes, and makes the rest by lot."""

    lifetime = "test_function"  # type: ignore[assignment]  # what it is derived from is made anew for each test case
    guidance: ClassVar[Guidance]
    """What all tests of the session share that runs now."""

    def __init__(self, data: Any, /) -> None:
        super().__init__(data)
        self._search = self.guidance.search()
        self._random = self._search.random
        self._plan = Plan("fresh")
        self._player = Player()
        self._recording = Recording()
        self._left: int | None = None
        # Hypothesis reads the constants of the project when it first draws one, which would count as slow drawing.
        getattr(self, "_local_constants", None)

    # One test case ------------------------------------------------------------------------------

    def per_test_case_context_manager(self) -> AbstractContextManager[None]:
        """Return what begins and ends a test case."""
        return self._test_case()

    @contextmanager
    def _test_case(self) -> Iterator[None]:
        search = self._search
        if search.exhausted:
            # What is left of so small a space is gone through by Hypothesis, which knows when all was tried.
            raise BackendCannotProceed("exhausted")
        self._cd = data = current_build_context().data
        plan = self._plan = search.ask()
        self._player, self._left, self._recording = Player(plan.choices), plan.by_lot, Recording()
        outcome: Outcome = Returned()
        watched = self.guidance.watched(search.is_close(plan))
        try:
            with self.guidance.watching(watched):
                yield
        except (UnsatisfiedAssumption, StopTest):
            outcome = Discarded()
            raise
        except DeadlineExceeded as error:
            outcome = Raised(exception="DeadlineExceeded")
            if watched.close:
                # Close looks take time of their own, which is not the test's: from now on there are none.
                self.guidance.look_no_more()
                raise BackendCannotProceed("discard_test_case") from error
            raise
        except Exception as error:
            outcome = Raised(exception=type(error).__qualname__)
            raise
        finally:
            observation = watched.seen()
            if observation is not None:
                search.tell(plan, self._recording.played(), observation, outcome, dict(data.target_observations))

    def replay_choices(self, choices: tuple[Any, ...]) -> None:
        """Have a sequence from elsewhere played next."""
        self._search.replay(choices)

    # Its choices --------------------------------------------------------------------------------

    def _known(self, kind: str, limits: Limits) -> Choice | None:
        found = self._player.play(kind, limits)
        if found is None and self._left is not None and self._player.over:
            self._left -= 1
            found = simplest(kind, limits) if self._left < 0 else None
        return found

    def _took(self, kind: str, limits: Limits, answer: Choice) -> None:
        self._recording.draws.append(Draw(kind, limits, answer))

    def span_start(self, label: int, /) -> None:
        """Note that choices begin which belong together."""
        self._recording.begin(label)

    def span_end(self, discard: bool, /) -> None:
        """Note that they end."""
        self._recording.end()
