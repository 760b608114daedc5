"""The engines that `throughput.py` compares, as far as they run in our own interpreter and its workers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from benchmarks import workloads
from benchmarks.measured import RECORDED, Measured
from benchmarks.nursery import HERE, workload_state
from fuzzwright.campaigns.jobs import FuzzJob, Record, pack, to_bytes, unpack
from fuzzwright.engine.codec import decode
from fuzzwright.engine.loop import LONGEST_EPOCH, epoch_length
from fuzzwright.isolation.messages import Ended, Message
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.python.generators import DEFAULT
from fuzzwright.python.hints import Hints
from fuzzwright.settings import Settings

WARM_UP = 6 * LONGEST_EPOCH


class WorkerEnded(Exception):
    """A worker was ended, or died, before its work was done."""


class Ours:
    """Fuzzwright with one search on one function, block by block in workers that go on from each other."""

    def __init__(self, nursery: Nursery, name: str, search: str, *, capped: bool = False) -> None:
        function = workloads.CAPPED[name] if capped else workloads.FUNCTIONS[name]
        self.nursery = nursery
        self.name = function.__name__
        self.search = search
        self.state = workload_state(nursery, self.name)
        self.domain = Hints(DEFAULT).arguments(function)
        self.measured = Measured(f"fuzzwright {search}{', capped' if capped else ''}", capped=capped)
        self.arguments: list[tuple[Any, ...]] = []
        self.epochs = 2

    def warm_up(self, seconds: float) -> None:
        """Fill the corpus, and find out how many epochs make a block."""
        rate = self._run(self._job(WARM_UP))
        self.epochs = max(2, min(16, round(rate * seconds / LONGEST_EPOCH)))

    def block(self) -> None:
        """Run a block; then its first executions twice more, to look at the inputs and to count."""
        if self.search == "enumerate":
            self.state = workload_state(
                self.nursery, self.name
            )  # going on would mean to enumerate once more all that was run
        job = self._job((1 + self.epochs) * LONGEST_EPOCH)
        self.measured.rates.append(self._run(job))
        history = replace(job, until=job.executions + RECORDED)
        (told,) = [record for record in self._talk(history, "history") if record["event"] == "history"]
        inputs = [decode(self.domain, to_bytes(text)) for text in told["inputs"]]
        self.arguments = [self.domain.prepare(input) for input in inputs]
        self.measured.look_at([arguments[0] for arguments in self.arguments])
        again = replace(job, most_executions=job.executions + RECORDED)
        self._note_counts(self._talk(again, "count")[-1])

    def _note_counts(self, counted: Record) -> None:
        self.measured.new.append(counted["new"] / counted["executions"])
        if counted["variants"] and counted["operators"] is not None:
            self.measured.operators.append(counted["operators"] / counted["variants"])

    def _job(self, executions: int) -> FuzzJob:
        most = self.state.executions + executions
        settings = Settings(search=self.search, executions=most, recycle=1 << 60)
        return self.state.job(settings, seconds=None)

    def _run(self, job: FuzzJob) -> float:
        """Run a job; return its executions per CPU second, the first epoch and all short ones left out."""
        epochs = [record for record in self._talk(job, "fuzz") if record["event"] == "epoch"]
        first = next(record for record in epochs if epoch_length(record["epoch"]) == LONGEST_EPOCH)
        last = epochs[-1]
        return float((last["executions"] - first["executions"]) / (last["cpu"] - first["cpu"]))

    def _talk(self, job: FuzzJob, do: str) -> list[Record]:
        self.nursery.start(pack(job.record(do)))
        records: list[Record] = []
        while True:
            for event in self.nursery.poll(0.1):
                match event:
                    case Message(_, frame):
                        record = unpack(frame)
                        records.append(record)
                        if do == "fuzz":
                            self.state.hear(record, job, 0.0)
                    case Ended(kind=kind, reason=reason, fault=fault):
                        if not records or records[-1]["event"] not in ("done", "history", "counted"):
                            raise WorkerEnded(f"{kind}, {reason}: {_where(fault)}")
                        return records


def _where(fault: str) -> str:
    """Return the place that a worker's last words name: of a traceback the innermost one, and what was raised."""
    lines = [line.strip() for line in fault.replace(f"{HERE.parent}/", "").splitlines() if line.strip()]
    places = [line for line in lines if line.startswith("File ")]
    if not fault.startswith("Traceback"):
        return places[0] if places else ""  # of a killed process: the innermost frame comes first
    return f"{places[-1]}: {lines[-1]}" if places else lines[-1]


class Bare:
    """The function alone, uninstrumented, on inputs that were made before."""

    def __init__(self, name: str, ours: Ours) -> None:
        self.function = workloads.FUNCTIONS[name]
        self.ours = ours
        self.measured = Measured("bare call loop")

    def block(self) -> None:
        """Call it with the inputs of the search's last block, several times round."""
        function, arguments = self.function, self.ours.arguments
        if not arguments:
            raise WorkerEnded("the search made no inputs for it")
        rounds = 10
        began = time.process_time()
        for _ in range(rounds):
            for each in arguments:
                function(*each)
        self.measured.rates.append(rounds * len(arguments) / (time.process_time() - began))


class WithHypothesis:
    """`@given(from_type(...))`, uninstrumented, without database, deadline and health checks."""

    def __init__(self, name: str, seconds: float) -> None:
        self.function = workloads.FUNCTIONS[name]
        self.kind = workloads.kind_of(name)
        self.measured = Measured("Hypothesis")
        self.seconds = seconds
        self.examples = 100
        self.blocks = 0

    def warm_up(self) -> None:
        """Find out how many examples make a block."""
        _, rate = self._run(self.examples, self.function, seed=0)
        self.examples = max(50, round(rate * self.seconds))

    def block(self) -> None:
        """Run a block; then once more with the same seed, to see the inputs."""
        self.blocks += 1
        _, rate = self._run(self.examples, self.function, self.blocks)
        self.measured.rates.append(rate)
        values: list[Any] = []
        self._run(self.examples, values.append, self.blocks)
        self.measured.look_at(values[:RECORDED])

    def _run(self, examples: int, call: Callable[[Any], object], seed: int) -> tuple[int, float]:
        import hypothesis
        from hypothesis import strategies

        calls = 0

        @hypothesis.seed(seed)
        @hypothesis.settings(
            max_examples=examples,
            database=None,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
            phases=[hypothesis.Phase.generate],
        )
        @hypothesis.given(strategies.from_type(self.kind))
        def test(value: Any) -> None:
            nonlocal calls
            calls += 1
            call(value)

        began = time.process_time()
        test()
        return calls, calls / (time.process_time() - began)
