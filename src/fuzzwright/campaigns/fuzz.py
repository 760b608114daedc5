"""One function fuzzed in a worker, epoch by epoch, with what is found told at once and then made simple."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import chain, islice
from typing import Any

from fuzzwright.campaigns import atheris
from fuzzwright.campaigns.choosing import MOST_ORDINARY, chosen_examples, traits_of
from fuzzwright.campaigns.goals import goal_of, is_at, nearness_of_sites
from fuzzwright.campaigns.jobs import (
    MOST_HISTORY,
    FuzzJob,
    Record,
    failure_from,
    failure_record,
    pack,
    signature_text,
    to_bytes,
    to_text,
)
from fuzzwright.campaigns.second_look import DOUBTED, if_odd
from fuzzwright.engine.budget import NO_LIMIT, Budget
from fuzzwright.engine.codec import Undecodable, decode, encode
from fuzzwright.engine.corpus import Carried, Corpus, Kept
from fuzzwright.engine.events import Event, Found
from fuzzwright.engine.loop import batch_events, epoch_length, search_events
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Discarded, Failure, Outcome, TimedOut
from fuzzwright.engine.planting import planted
from fuzzwright.engine.reduce import reduce
from fuzzwright.engine.references import reach
from fuzzwright.engine.search import Batch, Oracle
from fuzzwright.engine.sightings import Sightings
from fuzzwright.engine.trace import sites_of
from fuzzwright.isolation.link import Link
from fuzzwright.python.acceleration import faster
from fuzzwright.python.anything import Anything, learn
from fuzzwright.python.drive import leftovers
from fuzzwright.python.judging.openness import is_of_types, only_through_any
from fuzzwright.python.literals import written_in
from fuzzwright.python.misses import Miss, nearest_miss
from fuzzwright.python.open import OpenedModules
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.patience import Patience
from fuzzwright.python.sieve import sieve_of
from fuzzwright.python.suggest import Guide
from fuzzwright.python.usual import ordinary_inputs
from fuzzwright.searches import search_named
from fuzzwright.searches.adaptive import Adaptive
from fuzzwright.searches.atheris import Atheris
from fuzzwright.searches.showcase import Showcase

REDUCE_ATTEMPTS = 2000
MOST_MISSES = 256
"""Of the inputs that were discarded, so many are looked at for the one that came nearest."""
SHOW_SECONDS = 1.0
"""Past the deadline, or past the last run if that is later, for running examples."""
MOST_PLANTED = 200
"""So many inputs with something in them that is written in calls which failed where this function is to get."""
_clock = time.monotonic


def epoch_seed(seed: int, target: str, epoch: int) -> int:
    """Return the seed of one epoch of one target: the same whoever runs it, and after what."""
    digest = hashlib.blake2b(f"{seed}\0{target}\0{epoch}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


class _Complete(Exception):
    """All calls of a history were made."""


class FuzzWork:
    """One function fuzzed for a number of epochs."""

    def __init__(self, opened: OpenedModules, link: Link, job: FuzzJob) -> None:
        self.link = link
        self.job = job
        self.function: OpenedFunction = opened.functions[job.target]
        self.domain = self.function.domain
        self.oracle = self.function.oracle
        self.target = self.function.target(link.beat, link.take_output)
        self.seen = opened.seen
        self.reduced = dict(job.reduced)
        self.next_number = 1 + max((kept.number for kept in job.kept), default=-1)
        self.failing: dict[str, tuple[Any, Failure]] = {}
        self.keys: dict[int, str] = {}
        self.deadline: float | None = None
        self.anythings = [inner for inner in reach(self.domain) if isinstance(inner, Anything)]
        self.corpus: Corpus[Any] = Corpus(executions=job.executions, notes=dict(job.notes))
        self.goal = None if job.goal is None else goal_of(self.function, self.target, job.goal)
        self.sites = [(file, line, exception) for file, line, exception in job.sites]
        aim: Callable[[int], int | None] | None = None if self.goal is None else self.goal.aim.nearness
        if self.sites:
            aim = nearness_of_sites(self.function, self.sites)
        self.written = written_in(job.failing)
        self.search = search_named(job.search, self.domain, self.corpus, self.target.repeats, self._guide, aim)
        self._one_epoch = isinstance(self.search, Atheris)
        """Whether the search lives for one epoch only, and the next is for another worker."""
        self.measure = self.domain.complexity
        if isinstance(self.search, Showcase):
            self.search.traits, self.measure = traits_of(self.function), self.search.measured.complexity
        if isinstance(self.search, Atheris):
            atheris.join(self.search, self.function, self.target, job, link)
        self.patience = Patience(self.target.path, self.target.beat, job.patience) if job.patience else None
        with self._watched():
            self._rebuild(self.corpus)
        for text, picks, successes in job.carried:
            if (input := self._decoded(text)) is not None:
                self.corpus.carried.append(Carried(input, picks, successes))
        self.sightings = Sightings(set(self.corpus.simplest), dict(job.alone))
        if self.goal is None:
            self.target.sieve = sieve_of(self.target.path, self.search, self.oracle, self.sightings.alone)
        self.search.feedback = self.sightings.watch(faster(self.search.feedback))
        self.seeds = list(self.function.first_inputs) if job.epoch == 0 else []
        if isinstance(self.search, Showcase) and job.epoch == 0:
            self.seeds += ordinary_inputs(self.function).all[:MOST_ORDINARY]
        self.seeds += [input for text in job.seeds if (input := self._decoded(text)) is not None]
        if job.plant:
            self.seeds += islice(planted(self.domain, self.written), MOST_PLANTED)
        if job.careful:
            self.target.note = link.note
            self.target.tidy = link.tidy
            self.target.deadly = {to_bytes(text): failure_from(failure) for text, failure in job.deadly}

    def _guide(self) -> Guide:
        guide = self.function.guide()
        guide.literals = [*self.written, *guide.literals]
        return guide

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """End runs that go round and round, meanwhile."""
        if self.patience is None:
            yield
            return
        self.patience.begin()
        try:
            yield
        finally:
            self.patience.end()

    def run(self) -> None:
        """Run epochs until the budget is used, the worker is to be replaced, or careful work is done."""
        with self._watched():
            self._run()

    def _run(self) -> None:
        job, epoch, calls = self.job, self.job.epoch, 0
        self.deadline = None if job.seconds is None else _clock() + job.seconds
        while True:
            allowed = NO_LIMIT if job.most_executions is None else job.most_executions - self.corpus.executions
            budget = Budget(min(allowed, epoch_length(epoch)), self.deadline, _clock)
            if not budget.allows_another():
                break
            stopped = self._epoch(epoch, budget)
            calls += budget.used
            epoch += 1
            if self.goal is None:
                self._reduce_all()
            if stopped or not budget.used:
                break
            if job.careful or self._one_epoch or calls >= job.recycle:
                self._say("again")
                return
        # What is shown of results is the target's own code: if that kills, all but the rest of the examples is safe.
        self._say("showing")
        if self.goal is not None and (nearest := self.goal.nearest_record()) is not None:
            self._say("nearest", **nearest)
        if self.function.found.is_property and (miss := self._nearest_miss()) is not None:
            self._say("missed", **asdict(miss))
        for example in self._examples():
            self._say("example", example=example)
        self._say("done")

    def _nearest_miss(self) -> Miss | None:
        inputs = [kept.input for kept in self.corpus.kept if kept.discarded]
        if not inputs:
            return None
        if isinstance(self.search, Adaptive):
            inputs += [input for _, distance, input in self.search.nearest() if distance]
        inputs.sort(key=self.domain.complexity)
        return nearest_miss(self.function, self.target, inputs[:MOST_MISSES])

    def tell_history(self) -> None:
        """Repeat epochs up to an execution, or to the failure wanted, and tell all inputs that ran, in order."""
        with self._watched():
            self._tell_history()

    def _tell_history(self) -> None:
        job, epoch = self.job, self.job.epoch
        self.deadline = None if job.seconds is None else _clock() + job.seconds
        # What was kept ran first, when the worker started.
        inputs = [encoded for entry in job.kept if (encoded := to_bytes(entry.encoded)) not in self.target.deadly]
        self.target.note = inputs.append
        budget = Budget()

        def judge(input: Any, observation: Observation) -> Outcome:
            outcome = self.oracle(input, observation)
            is_wanted = signature_text(outcome) == job.wanted
            if is_wanted and observation.ended is not None:
                inputs.append(encode(self.domain, input))  # it was not run, so it was not noted either
            if is_wanted or self.corpus.executions + budget.used >= job.until:
                raise _Complete  # before the failure is run again, which would be one call too many
            return outcome

        try:
            while (left := job.until - self.corpus.executions) > 0:
                budget = Budget(min(left, epoch_length(epoch)), self.deadline, _clock)
                self._begin(epoch)
                for _ in chain(self._seed(judge), search_events(self.target, self.search, judge, budget)):
                    pass
                if not budget.used:
                    break
                self.corpus.executions += budget.used
                self.search.end()
                epoch += 1
        except _Complete:
            pass
        self._say("history", inputs=[to_text(encoded) for encoded in inputs[-MOST_HISTORY:]])

    def _begin(self, epoch: int) -> None:
        """Start an epoch: from here on everything follows from the corpus and the seed."""
        self.target.begin_epoch()
        if self.anythings:
            kept = ((entry.input, entry.length) for entry in self.corpus.kept if not entry.discarded)
            learn(self.anythings, self.domain, kept)
        self.search.begin(epoch_seed(self.job.seed, self.job.target, epoch))

    def _epoch(self, epoch: int, budget: Budget) -> bool:
        self._begin(epoch)
        self.seen.begin()
        self.keys.clear()
        before = self.corpus.executions
        stopped = False
        for event in chain(self._seed(self._judge), search_events(self.target, self.search, self._judge, budget)):
            self._tell(event, before)
            if isinstance(event, Found) and self.job.first and self._acts(event):
                budget.stop()
                stopped = True
            stopped = stopped or self._at_goal(budget) or self._at_last_site(event, budget)
        if self.goal is not None:
            stopped = stopped or self._at_goal(budget)
            self.goal.learn(self.search)
        seen = self.seen.end()
        self.corpus.executions = before + budget.used
        self.search.end()
        self.link.tidy()
        self._say(
            "epoch",
            epoch=epoch + 1,
            executions=self.corpus.executions,
            kept=[[kept.number, kept.picks, kept.successes] for kept in self.corpus.kept],
            notes=self.corpus.notes,
            carried=[
                [to_text(encode(self.domain, each.input)), each.picks, each.successes] for each in self.corpus.carried
            ],
            counts=self._counts(),
            stable=self.search.stable,
            unstable=self.search.unstable,
            lines=self._lines(),
            features=len(self.corpus.simplest),
            firsts=self.sightings.take_firsts(),
            alone=list(self.sightings.alone.items()),
            discards=self.target.discards,
            cpu=time.process_time(),
            leftovers=[*leftovers(), *self.target.surroundings.take_changes()],
            seen=seen,
        )
        return stopped

    def _seed(self, judge: Oracle[Any]) -> Iterator[Event[Any]]:
        """Try inputs of earlier runs first; they are no part of the search, so they do not count."""
        seeds, self.seeds = self.seeds, []
        budget = Budget(deadline=self.deadline, clock=_clock)
        batch: Batch[Any] = Batch(iter(seeds), "seed")
        gained = 0
        for event in batch_events(self.target, self.search, judge, batch, budget):
            gained += 1
            yield event
        if seeds:
            self.sightings.take_for_granted()
            self._say("seeded", gained=gained)

    def _judge(self, input: Any, observation: Observation) -> Outcome:
        outcome = self.oracle(input, observation)
        if isinstance(outcome, Failure) and observation.error is not None:
            self.keys[self.target.last_key] = signature_text(outcome)
        if self.goal is not None:
            self.goal.look(input, observation)
        return outcome

    def _at_goal(self, budget: Budget) -> bool:
        """Return whether the line to reach was reached; then the search is over."""
        if self.goal is None or self.goal.reached is None:
            return False
        budget.stop()
        return True

    def _at_last_site(self, event: Event[Any], budget: Budget) -> bool:
        """Return whether the last of the failures to reach was met; then the search is over."""
        met = is_at(event.outcome, self.sites)
        self.sites = [site for site in self.sites if site not in met]
        if not met or self.sites:
            return False
        budget.stop()
        return True

    def _tell(self, event: Event[Any], before: int) -> None:
        complexity = self.domain.complexity(event.input)
        kept = self.corpus.lasting.just_kept(event.input)
        if kept is not None and kept.number < 0:
            kept.number = self.next_number
            self.next_number += 1
            self.sightings.note(event.news, before + event.execution)
            self._say(
                "kept",
                number=kept.number,
                encoded=to_text(encode(self.domain, event.input)),
                complexity=complexity,
                outcome=event.outcome.kind,
                reason=event.outcome.reason if isinstance(event.outcome, Discarded) else "",
                news=len(event.news),
                execution=before + event.execution,
            )
        if isinstance(event.outcome, Failure):
            signature = signature_text(event.outcome)
            known = self.failing.get(signature)
            if known is None or complexity < self.domain.complexity(known[0]):
                self.failing[signature] = (event.input, event.outcome)
                if complexity < self.reduced.get(signature, 0.0):
                    del self.reduced[signature]  # reducing the other one got stuck before this
                self._found(event.input, event.outcome, before + event.execution, reduced=False)

    def _found(self, input: Any, failure: Failure, execution: int, reduced: bool) -> None:
        call, imports = self.function.call(input)
        verdict, evidence = self.function.verdict(failure, call)
        if reduced and verdict in DOUBTED and (through := self._through_any(input, failure)):
            verdict, evidence = "any", through
        if reduced and verdict in DOUBTED and not self.function.found.is_property:
            odd = if_odd(self.function, self.target, input, failure)
            verdict, evidence = (odd[0], f"{odd[1]}: {evidence}") if odd[0] else (verdict, evidence)
        self._say(
            "found",
            signature=signature_text(failure),
            failure=failure_record(failure),
            encoded=to_text(encode(self.domain, input)),
            call=call,
            imports=imports,
            verdict=verdict,
            evidence=evidence,
            execution=execution,
            complexity=self.domain.complexity(input),
            reduced=reduced,
        )

    def _through_any(self, input: Any, failure: Failure) -> str:
        """Return the evidence that a failure hangs on a value that may have any type; else nothing."""
        if not self.anythings or not is_of_types(failure):
            return ""

        def still_fails(candidate: Any) -> bool:
            outcome = self.oracle(candidate, self.target.run(candidate))
            # What was never called with the other value says nothing about it.
            return isinstance(outcome, Discarded) or is_of_types(outcome)

        return only_through_any(self.domain, input, still_fails)

    def _acts(self, event: Found[Any]) -> bool:
        assert isinstance(event.outcome, Failure)
        return self.function.verdict(event.outcome)[0] in self.job.fail_on

    def _counts(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for key, count in self.target.failures.items():
            signature = self.keys.get(key)
            if signature is not None:
                counts[signature] = counts.get(signature, 0) + count
        return counts

    def _reduce_all(self) -> None:
        for signature, (input, failure) in list(self.failing.items()):
            if signature in self.reduced or failure.kind == "died":
                continue
            if isinstance(failure, TimedOut) and failure.confirmed:
                continue
            # Told first: if a smaller input kills the worker, the next one leaves this failure alone.
            self._say("reducing", signature=signature)
            smallest, outcome = self._reduce(input, failure)
            self.failing[signature] = (smallest, outcome)
            self.reduced[signature] = self.domain.complexity(smallest)
            self._found(smallest, outcome, 0, reduced=True)

    def _reduce(self, input: Any, failure: Failure) -> tuple[Any, Failure]:
        wanted, last = failure.signature, failure
        over = _clock() + self.job.reduce_seconds

        def still(candidate: Any) -> bool:
            nonlocal last
            if _clock() > over:
                return False
            outcome = self.oracle(candidate, self.target.run(candidate))
            if isinstance(outcome, Failure) and outcome.signature == wanted:
                last = outcome
                return True
            return False

        return reduce(self.domain, input, still, REDUCE_ATTEMPTS), last

    def _rebuild(self, corpus: Corpus[Any]) -> None:
        deadly = dict(self.job.deadly)
        for entry in self.job.kept:
            input = self._decoded(entry.encoded)
            if input is None:
                continue
            ended = deadly.get(entry.encoded)
            observation = self.target.run(input) if ended is None else Observation(ended=failure_from(ended))
            outcome = self.oracle(input, observation)
            kept = Kept(
                input,
                self.measure(input),
                length=len(observation.path),
                discarded=outcome.kind == "discarded",
                picks=entry.picks,
                successes=entry.successes,
                number=entry.number,
            )
            corpus.offer(kept, self.search.feedback(observation, outcome))

    def _decoded(self, text: str) -> Any | None:
        try:
            return decode(self.domain, to_bytes(text))
        except Undecodable:
            return None  # kept when the types were others

    def _lines(self) -> list[int]:
        return self.function.lines_of(self.corpus_sites())

    def corpus_sites(self) -> set[int]:
        """Return the probes that kept inputs passed."""
        return sites_of(self.corpus.simplest)

    def _examples(self) -> Iterator[Record]:
        if self.goal is not None:
            yield from self.goal.example(self.job.reduce_seconds)
            return
        deadly = {to_bytes(text) for text, _ in self.job.deadly}
        kept = [entry.input for entry in self.corpus.kept if not entry.discarded]
        if deadly:
            kept = [input for input in kept if encode(self.domain, input) not in deadly]
        # A call that did not end may have taken more than all the time there was.
        over = None if self.deadline is None else max(self.deadline, _clock()) + SHOW_SECONDS
        yield from chosen_examples(self.function, self.target, kept, over)

    def _say(self, event: str, **content: Any) -> None:
        self.link.send(pack({"event": event, **content}))
