"""MUTAGEN: whatever is new is mutated exhaustively, and what is new earliest comes first.

Two queues, of inputs that passed and of inputs that were discarded though their parent passed; each input waits with
its batch of mutants, and a batch gives way as soon as a better one turns up. When nothing new was met for long, what
was met is forgotten, and from then on more is drawn where mutants are drawn.

Where the draft, the later paper and the published code differ, there is an option; the defaults are what the published
figures come from, but for a few. What takes two runs, or a loop, has as many paths as all ways of the one times all of
the other, and the first few inputs lead to thousands of mutants that are all new, before anything fresh is tried, and
nothing is ever boring. So a share of all inputs is fresh whatever waits, and whether these are new says when to forget;
only the first steps of a path count, and inputs are smaller. Positions that a run never evaluates are mutated like all
others, as Python is not lazy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Final, TypeVar

from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.engine.observation import Observation, Path
from fuzzwright.engine.outcome import Outcome
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import Feature, features
from fuzzwright.searches.algebra import Algebra
from fuzzwright.searches.classic import GENERATOR, maker
from fuzzwright.searches.keeping import Confirm, Feedback, Keeping
from fuzzwright.searches.mutants import Mutants
from fuzzwright.searches.options import Choices, Option, Options, defaults
from fuzzwright.searches.parts import PART, PathPart
from fuzzwright.searches.queues import Queue, Waiting
from fuzzwright.searches.ramp import Ramp
from fuzzwright.searches.trie import Edges, Log, Trie

I = TypeVar("I")  # noqa: E741 - the letter STYLE uses for inputs

OPTIONS: Final[Options] = {
    "trace": Option(
        "path", "what is new: whole paths, kept as a trie, or steps from one branch to another", ("path", "edges")
    ),
    "part": PART,
    "repeats": Option(True, "whether a branch that a path takes again counts again"),
    "longest": Option(24, "how many steps of a path count", can_be_off=True),
    "logs": Option(
        "two", "passed and discarded inputs are compared with their own kind, or all with all", ("one", "two")
    ),
    "lifo": Option(True, "the shallowest new path first and the newest of these; off: in the order they came"),
    "discarded": Option(
        "parent",
        "which discarded inputs are mutated: those of a parent that passed, all, or none",
        ("parent", "all", "none"),
    ),
    "random": Option(1, "how often each mutant that has to be drawn is drawn at first"),
    "reset": Option(
        1000, "after so many boring inputs paths are forgotten, and twice as much is drawn", can_be_off=True
    ),
    "saturated": Option(
        "fresh",
        "when inputs are boring: as long as no fresh one is new, and then what waits is forgotten too; "
        "while none waits, as in the code (`empty`); or always, as in the draft (`any`)",
        ("fresh", "empty", "any"),
    ),
    "inherit": Option(True, "mutants are drawn as often as for the parent; off: as often as is usual by then"),
    "fresh": Option(
        30, "how many of a hundred inputs are fresh at least, though others wait to be mutated", can_be_off=True
    ),
    "easy": Option(
        20, "at first one of a hundred is, and one more after each so many executions; off: at once", can_be_off=True
    ),
    "ancestors": Option(10, "how many mutations an input may be away from a fresh one", can_be_off=True),
    "children": Option(True, "whether a part of the type of the whole is tried in its place"),
    "order": Option("level", "in which order positions are mutated", ("level", "pre", "post")),
    "fragments": Option(False, "whether parts of interesting inputs are tried elsewhere"),
    "draws": Option(
        10, "how many fragments are tried at a position; off: as many as the drawn mutants", can_be_off=True
    ),
    "size": Option(4, "the largest size of what is generated, and that of all mutants that are drawn"),
    "generator": GENERATOR,
}

BATCH: Final = 64
MOST_DRAWN: Final = 256
_RESETS: Final = "mutagen resets"


class Mutagen(Keeping[I]):
    """Coverage-guided property testing with exhaustive mutation."""

    renews = False

    def __init__(
        self,
        domain: Domain[I],
        corpus: Corpus[I],
        confirm: Confirm[I] = lambda input, observation: True,
        feedback: Feedback = features,
        choices: Choices | None = None,
    ) -> None:
        chosen: dict[str, Any] = {**defaults(OPTIONS), **(choices or {})}
        self._chosen = chosen
        self._lifo: bool = chosen["lifo"]
        self._size: int = chosen["size"]
        self._share: int = min(chosen["fresh"], 99)
        algebra = Algebra()
        make = maker(chosen["generator"], algebra)
        self._generate = make(domain)
        self._mutants = Mutants(domain, algebra, make, self._size, chosen["children"], chosen["order"])
        super().__init__(domain, corpus, confirm, feedback)

    def begin(self, seed: int) -> None:
        self._random = Random(seed)
        self._ramp = Ramp(self._size, self.corpus.executions)
        self._passed: Log
        self._discarded: Log
        self._passed = Trie() if self._chosen["trace"] == "path" else Edges()
        self._discarded = self._passed
        if self._chosen["logs"] == "two":
            self._discarded = Trie() if self._chosen["trace"] == "path" else Edges()
        self._part = PathPart(self._chosen["part"])
        self._boring = 0
        """How many runs in a row had nothing new, up to the last batch."""
        self._since = 0
        """How many runs of the last batch came before its last news."""
        self._anew = False
        self._batch: Batch[I] | None = None
        self._current: Waiting[I] | None = None
        """Whose mutants the last batch has; None for fresh inputs."""
        self._best: Waiting[I] | None = None
        """What was to be mutated next when the last batch began."""
        self._owed = 0
        """How many fresh inputs are due for the mutants that ran, in hundredths."""
        self._valid = Queue[I]()
        self._invalid = Queue[I]()
        for kept in self.corpus.kept:
            # The newest comes first; what was gone through as often as it would be now is left out.
            if not kept.discarded and kept.picks <= self._resets:
                self._valid.push(self._waiting(kept.input, True, 0, None, kept))

    @property
    def _resets(self) -> int:
        return self.corpus.notes.get(_RESETS, 0)

    @property
    def _count(self) -> int:
        """How often a mutant is drawn that has to be."""
        count: int = min(self._chosen["random"] << min(self._resets, 32), max(MOST_DRAWN, self._chosen["random"]))
        return count

    @property
    def _patience(self) -> int | None:
        """How many boring runs there may be before paths are forgotten; None if there is no end."""
        reset: int = self._chosen["reset"]
        return reset << self._resets if reset else None

    # Asking

    def ask(self) -> Batch[I]:
        self._settle()
        self._valid.drop_done()
        self._invalid.drop_done()
        if self._is_saturated(self._boring) and (self._chosen["saturated"] != "empty" or self._top() is None):
            self._reset()
        self._best = self._top()
        # Fresh inputs come in batches too, so what is due is gathered first.
        self._current = None if 0 < BATCH * self._share <= self._owed else self._best
        batch: Batch[I] = Batch(iter(()), anew=self._anew)
        self._anew = False
        if self._current is None:
            batch.inputs = self._fresh(batch)
        else:
            batch.origin, batch.parent = "mutate", self._current.kept
            batch.inputs = self._current.mutants
            if self._chosen["saturated"] == "any" and self._patience is not None:
                batch.inputs = self._patiently(self._current.mutants)
            if self._share:
                batch.inputs = islice(batch.inputs, BATCH)
        self._batch = batch
        return batch

    def _top(self) -> Waiting[I] | None:
        return self._valid.top() or self._invalid.top()

    def _settle(self) -> None:
        """Count what the last batch ran."""
        batch, self._batch = self._batch, None
        if batch is not None:
            self._ramp.add(batch.executions, batch.discards)
            self._boring += batch.executions - self._since
            if batch.origin == "mutate":
                self._owed += batch.executions * self._due_share
        self._since = 0

    @property
    def _due_share(self) -> int:
        """How many of a hundred inputs are to be fresh by now: what is easy to find is a few mutations away."""
        easy: int = self._chosen["easy"]
        ran = self._ramp.passed + self._ramp.discarded
        return min(self._share, 1 + ran // easy) if easy else self._share

    def _is_saturated(self, boring: int) -> bool:
        patience = self._patience
        if patience is None:
            return False
        return boring > patience if self._chosen["saturated"] == "any" else boring >= patience

    def _reset(self) -> None:
        """Forget all paths and be more thorough from now on."""
        if self._chosen["saturated"] == "fresh":
            self._valid, self._invalid = Queue[I](), Queue[I]()
        self._passed.clear()
        self._discarded.clear()
        self.corpus.notes[_RESETS] = self._resets + 1
        self._boring = 0
        self._anew = True

    def _fresh(self, batch: Batch[I]) -> Iterator[I]:
        generate, random, ramp = self._generate, self._random, self._ramp
        due = BATCH if self._best is None else 1 + self._owed // (100 - self._share)
        for ran in range(min(due, BATCH)):
            if self._best is None and self._is_saturated(self._boring + ran - self._since):
                return
            try:
                input = generate(random, ramp.size(ran, batch.discards))
            except Unfit:
                return  # tried again with the next batch
            self._owed = max(self._owed - (100 - self._share), 0)
            yield input

    def _patiently(self, inputs: Iterator[I]) -> Iterator[I]:
        """Yield mutants until there was nothing new for too long."""
        for ran, input in enumerate(inputs, 1):
            yield input
            if self._is_saturated(self._boring + ran - self._since):
                return

    def has_better_than(self, batch: Batch[I]) -> bool:
        return self._top() is not self._best

    # Learning

    def tell(self, candidate: Candidate[I], observation: Observation, outcome: Outcome) -> Sequence[Feature]:
        news = self.keep(candidate, observation, outcome)
        if outcome.failed:
            return news
        passed = outcome.kind != "discarded"
        new, depth = self._newness(observation, passed)
        parent = self._current
        if new and (passed or self._chosen["discarded"] == "all" or self._is_almost_valid(parent)):
            if parent is None or self._chosen["saturated"] != "fresh":
                if self._batch is not None:
                    self._since = self._batch.executions
                self._boring = 0
            kept = self.corpus.just_kept(candidate.input) if news else None
            waiting = self._waiting(candidate.input, passed, depth if self._lifo else 0, parent, kept)
            if waiting.ancestors:
                (self._valid if passed else self._invalid).push(waiting, front=self._lifo)
                if passed and self._chosen["fragments"]:
                    self._mutants.learn(candidate.input)
        return news

    def _newness(self, observation: Observation, passed: bool) -> tuple[int, int]:
        """Note the way of a run; return how much of it is new, and when it has its turn: what is less comes first."""
        return (self._passed if passed else self._discarded).insert(self._trace(observation, passed))

    def _is_almost_valid(self, parent: Waiting[I] | None) -> bool:
        return self._chosen["discarded"] == "parent" and parent is not None and parent.passed

    def _trace(self, observation: Observation, passed: bool) -> Path:
        path = self._part.of(observation, passed)
        if not self._chosen["repeats"]:
            path = tuple(dict.fromkeys(path))
        longest: int = self._chosen["longest"]
        return path[:longest] if longest else path

    def _waiting(
        self, input: I, passed: bool, depth: int, parent: Waiting[I] | None, kept: Kept[I] | None
    ) -> Waiting[I]:
        count = parent.count if parent is not None and self._chosen["inherit"] else self._count
        ancestors = self._chosen["ancestors"] or 1 << 30 if parent is None else parent.ancestors - 1
        waiting = Waiting(input, passed, depth, count, ancestors, kept)
        waiting.mutants = self._mutated(waiting)
        return waiting

    def _mutated(self, waiting: Waiting[I]) -> Iterator[I]:
        fragments = 0
        if self._chosen["fragments"]:
            fragments = self._chosen["draws"] or waiting.count
        yield from self._mutants.of(waiting.input, self._random, waiting.count, fragments)
        waiting.done = True
        if waiting.kept is not None:
            waiting.kept.picks = self._resets + 1
