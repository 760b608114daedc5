"""A Python function as a target: the hot loop, one run looked at closely, and repeating a run.

The loop builds fresh arguments, calls, and looks up the hash of the path; whatever took a known way
costs nothing more. A raise while the arguments are built is a discard: the constructor is a target
of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from fuzzwright.acceleration import Accelerator, accelerator
from fuzzwright.engine.budget import Budget
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Failure
from fuzzwright.engine.putting import itself
from fuzzwright.engine.search import Batch, Candidate
from fuzzwright.engine.trace import Recorded, Seen, cut
from fuzzwright.isolation import audit
from fuzzwright.python.acceleration import hashable
from fuzzwright.python.lives import Lives
from fuzzwright.python.notes import Note
from fuzzwright.python.notes import __file__ as notes_file
from fuzzwright.python.operands import Operands
from fuzzwright.python.patience import MANY, Endless
from fuzzwright.python.properties import PRECONDITIONS, Assumed, uncounted
from fuzzwright.python.refusals import BuildError
from fuzzwright.python.surroundings import Surroundings

Value = tuple[Any, ...]
Prepare = Callable[[Value], Any]
Invoke = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Sieve:
    """Tells runs on new ways that may be passed over."""

    passes_over: Callable[[Value, Any], bool]
    """Takes an input and what it returned, and looks at the path as it is."""
    is_used: Callable[[], bool]
    """Says whether anything is passed over at all; that may change with everything that is told."""


class FunctionTarget:
    """One function, called with the arguments that inputs describe."""

    def __init__(
        self,
        *,
        prepare: Prepare,
        invoke: Invoke,
        path: Recorded,
        beat: memoryview,
        encode: Callable[[Value], bytes] = lambda value: b"",
        take_output: Callable[[], str] = lambda: "",
    ) -> None:
        self.prepare = prepare
        self.invoke = invoke
        self.function: Callable[..., Any] | None = None
        """What `invoke` calls with the arguments, if it does nothing else."""
        self.path = path
        self.beat = beat
        self.encode = encode
        self.take_output = take_output
        self.seen = Seen()
        self._pace = Pace()
        self.failures: dict[int, int] = {}
        """How often each way of failing was seen since the last look, by the hash of its way."""
        self.note: Callable[[bytes], None] | None = None
        """In careful mode: where each input is written before it runs."""
        self.deadly: dict[bytes, Failure] = {}
        """Inputs that ended a process, which careful mode skips and tells as what they did."""
        self.tidy: Callable[[], None] | None = None
        """In careful mode: what to put right after each run."""
        self.surroundings = Surroundings()
        self.operands: Operands | None = None
        """For close looks: the second copies of the code under test."""
        self.lives = Lives()
        """For close looks: what calls changed about objects before the function was called with them."""
        self._led_through: frozenset[str] = frozenset()
        """The files that the run looked at last led through: the next one will hardly lead elsewhere."""
        self.traces_building = False
        self._built = 0
        """Whether the way through the calls that build the arguments counts: objects with a history."""
        self.sieve: Sieve | None = None
        """Says of an input on a new way, and of what it returned, that nobody learns from it; None to tell all."""
        self.discards = 0
        """Inputs that were not run, or not to their end: arguments that could not be built, assumptions not met."""

    def run_new(self, batch: Batch[Value], budget: Budget) -> Iterator[tuple[Candidate[Value], Observation]]:
        """Run a batch and let through what took a new way; failures on a known way are only counted."""
        if batch.look == "operands" and self.operands is not None:
            yield from self._look(batch, budget, self.operands)
            return
        fast = accelerator() if self.note is None else None
        if fast is None or isinstance(self.path, list):
            yield from self._run(batch, budget)
        else:
            yield from self._run_fast(batch, budget, fast)

    def _run(self, batch: Batch[Value], budget: Budget) -> Iterator[tuple[Candidate[Value], Observation]]:
        # Everything the loop needs is bound here: the target may replace builtins under our feet.
        prepare, invoke, path, clear, beat = self.prepare, self.invoke, self.path, self.path.clear, self.beat
        failures, note, state, hash_, type_ = self.failures, self.note, PRECONDITIONS, hash, type
        hashable_ = hashable(path)
        base_exception, assumed, forget = BaseException, Assumed, not self.traces_building
        allowed, first, pace = budget.left, budget.used, self._pace
        limit = 1 if pace.watches(budget) else allowed
        beats = beat[0] + 1
        beat[0] = beats  # also for a batch that turns out to be empty
        if batch.anew:
            self.seen.forget()
        young = self.seen.young
        state.path = path
        count = 0
        error: BaseException | None
        try:
            for value in batch.inputs:
                if count >= limit:
                    if count >= allowed or pace.is_over(budget):
                        break
                    limit = min(allowed, count + pace.step)
                count += 1
                if note is not None:
                    budget.used = first + count
                    ended = self._announce(value, note)
                    if ended is not None:
                        yield Candidate(value, batch.origin, batch.parent), Observation(ended=ended)
                        continue
                beats += 1
                beat[0] = beats
                error = result = None
                clear()
                try:
                    arguments = prepare(value)
                except base_exception as raised:
                    error = BuildError()
                    error.__cause__ = raised
                    clear()
                    key = hash_((type_(raised), _last_line(raised), "built"))
                    self.discards += 1
                    batch.discards += 1
                else:
                    if forget:
                        clear()
                    else:
                        self._built = len(path)
                    try:
                        result = invoke(arguments)
                    except base_exception as raised:
                        error = raised
                        key = hash_((hashable_(path), type_(raised), _last_line(raised)))
                        if type_(raised) is assumed or type_(raised) is BuildError:
                            self.discards += 1
                            batch.discards += 1
                        failures[key] = failures.get(key, 0) + 1
                    else:
                        # One way may end in values of several classes, not all of them as annotated.
                        key = hash_((hashable_(path), type_(result)))
                arguments = None
                if note is not None and self.tidy is not None:
                    self.tidy()
                if key in young:
                    continue
                if not self.seen.add(key):
                    young = self.seen.young
                    continue
                young = self.seen.young
                budget.used = first + count
                batch.executions = count
                # A refused effect may be of this run or of an earlier one on a known way: only another run can tell.
                observation = self._once(value) if audit.blocked else self._observed(result, error)
                if error is not None:
                    self.last_key = key
                yield Candidate(value, batch.origin, batch.parent), observation
                error = result = None
                beats = beat[0]
        finally:
            self.surroundings.restore()
            budget.used = first + count
            batch.executions = count
            state.path = None

    def _run_fast(
        self, batch: Batch[Value], budget: Budget, fast: Accelerator
    ) -> Iterator[tuple[Candidate[Value], Observation]]:
        """The same as `_run` with what is met again and again left to C."""
        allowed, first, pace, seen, state = budget.left, budget.used, self._pace, self.seen, PRECONDITIONS
        limit = 1 if pace.watches(budget) else allowed
        self.beat[0] += 1
        if batch.anew:
            seen.forget()
        sieve, hash_, type_, base_exception = self.sieve, hash, type, BaseException
        runner = fast.new_runner(
            iter(batch.inputs),
            self.invoke,
            self.path,
            seen.young,
            seen.old,
            self.failures,
            (Assumed, BuildError),
            batch,
            vars(audit),
            state,
            None if self.prepare is itself else self.prepare,
            None if sieve is None else sieve.passes_over,
            self.function,
            self.beat,
            seen.limit,
            not self.traces_building,
        )
        go, add = runner.go, seen.add
        if sieve is not None:
            runner.sieving = sieve.is_used()
        state.path = self.path
        error: BaseException | None
        try:
            while True:
                error = None
                try:
                    status = go(limit)
                except base_exception as raised:
                    if not runner.raised:
                        raise
                    error, key = raised, runner.key
                    if runner.building:
                        error = BuildError()
                        error.__cause__ = raised
                        self.path.clear()
                        key = hash_((type_(raised), _last_line(raised), "built"))
                        self.discards += 1
                        batch.discards += 1
                        if key in seen.young:
                            continue
                else:
                    if not status:
                        break
                    if status == 1:
                        if runner.count >= allowed or pace.is_over(budget):
                            break
                        limit = min(allowed, runner.count + pace.step)
                        continue
                    key = runner.key
                if not runner.added:
                    new = add(key)
                    runner.young, runner.old = seen.young, seen.old
                    if not new:
                        continue
                value, result = runner.value, runner.result
                budget.used = first + runner.count
                batch.executions = runner.count
                if self.traces_building and not runner.building:
                    self._built = runner.built
                observation = self._once(value) if audit.blocked else self._observed(result, error)
                if error is not None:
                    self.last_key = key
                yield Candidate(value, batch.origin, batch.parent), observation
                result = None
                if sieve is not None:
                    runner.sieving = sieve.is_used()
        finally:
            self.surroundings.restore()
            budget.used = first + runner.count
            batch.executions = runner.count
            self.discards += runner.discards
            state.path = None

    def _look(
        self, batch: Batch[Value], budget: Budget, operands: Operands
    ) -> Iterator[tuple[Candidate[Value], Observation]]:
        """Run a batch with its operands noted, and let everything through."""
        try:
            for value in batch.inputs:
                if not budget.allows_another():
                    break
                budget.used += 1
                batch.executions += 1
                if self.note is not None and (ended := self._announce(value, self.note)) is not None:
                    yield Candidate(value, batch.origin, batch.parent), Observation(ended=ended)
                    continue
                observation, noted = self._noted(value, operands)
                failed = observation.error
                if type(failed) is BuildError or type(failed) is Assumed:
                    self.discards += 1
                    batch.discards += 1
                line = 0 if failed is None else _last_own_line(failed)
                new = self.seen.is_new(hash((observation.path, type(failed), line, "look")))
                if new:
                    # What is kept or judged must not have our frames in it.
                    with uncounted():
                        observation = self._once(value)._replace(life=observation.life)
                if self.note is not None and self.tidy is not None:
                    self.tidy()
                candidate = Candidate(value, batch.origin, batch.parent, known=not new)
                yield candidate, observation._replace(notes=noted)
        finally:
            self.surroundings.restore()

    def _noted(self, value: Value, operands: Operands) -> tuple[Observation, tuple[Note, ...]]:
        """Run once with the second copies of the files it leads through; those of the last run are tried first."""
        with operands.in_place(self._led_through) as notes:
            self.lives.begin()
            observation = self._once(value)._replace(life=self.lives.end())
            noted = tuple(notes)
        files = operands.files(observation.path)
        if not files <= self._led_through:
            with operands.in_place(files) as notes, uncounted():
                observation = self._once(value)._replace(life=observation.life)
                noted = tuple(notes)
        self._led_through = files
        return observation, noted

    last_key = 0
    """The hash of the way of the failure that was let through last."""

    def _announce(self, value: Value, note: Callable[[bytes], None]) -> Failure | None:
        encoded = self.encode(value)
        ended = self.deadly.get(encoded)
        if ended is None:
            note(encoded)
        return ended

    def _observed(self, result: Any, error: BaseException | None) -> Observation:
        if error is not None:
            self.surroundings.restore()  # what follows reads tracebacks and text with the standard library
        # How often it went round says nothing, and to count that can take longer than a call may.
        path, more = cut(self.path, MANY if isinstance(error, Endless) else None)
        checked, PRECONDITIONS.checked = PRECONDITIONS.checked, 0
        blocked, audit.blocked = audit.blocked, None
        built = min(self._built, len(path))
        return Observation(result, error, path, more, min(checked, len(path)), blocked, built=built)

    def run(self, input: Value) -> Observation:
        """Run once and return all there is to see, what was printed included."""
        self.take_output()
        observation = self._once(input)
        return observation._replace(output=self.take_output())

    def _once(self, input: Value) -> Observation:
        if self.note is not None and (ended := self._announce(input, self.note)) is not None:
            return Observation(ended=ended)
        self.beat[0] += 1
        audit.blocked = None
        PRECONDITIONS.path = self.path
        result: Any = None
        error: BaseException | None = None
        self.path.clear()
        try:
            arguments = self.prepare(input)
        except BaseException as raised:
            error = BuildError()
            error.__cause__ = raised
            self.path.clear()
        else:
            if not self.traces_building:
                self.path.clear()
            self._built = len(self.path)
            try:
                result = self.invoke(arguments)
            except BaseException as raised:
                error = raised
        return self._observed(result, error)

    def repeats(self, input: Value, observation: Observation) -> bool:
        """Run again and return whether it went the same way to the same kind of end."""
        if observation.ended is not None:
            return True
        with uncounted():
            again = self._once(input)
        if observation.error is not None:
            # How deep the stack was when it ran out, or where memory did, may differ a little each time.
            return type(again.error) is type(observation.error)
        return again.error is None and again.path == observation.path

    def begin_epoch(self) -> None:
        """Forget what was seen: an epoch depends on corpus and seed alone."""
        self.seen.forget()
        self.failures.clear()
        self.discards = 0
        self._led_through = frozenset()


@dataclass(slots=True)
class Pace:
    """How many runs fit between two looks at the clock, so that looking costs next to nothing."""

    step: int = 1
    last: float = 0.0

    def watches(self, budget: Budget) -> bool:
        """Return whether there is a clock to look at; starts a new count."""
        if budget.clock is None or budget.deadline is None:
            return False
        self.last = budget.clock()
        return True

    def is_over(self, budget: Budget) -> bool:
        """Look at the clock; set the next look a few milliseconds ahead."""
        assert budget.clock is not None
        assert budget.deadline is not None
        now = budget.clock()
        elapsed, self.last = now - self.last, now
        self.step = min(self.step * 2, 1 << 16) if elapsed < 0.005 else max(self.step // 2, 1)
        return now >= budget.deadline


def _last_line(error: BaseException) -> int:
    traceback = error.__traceback__
    if traceback is None:
        return 0
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback.tb_lineno


def _last_own_line(error: BaseException) -> int:
    """Return the line of the innermost frame that is not one of the noting functions."""
    traceback, line = error.__traceback__, 0
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename != notes_file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line
