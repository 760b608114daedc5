"""What runs next for open texts, and what comes of it: one worker at a time, and none when there is nothing to find.

First every function that is seen gets a turn; then those that ended a worker are run with care, one at a time; then all
go on until they are settled. A question that is waiting for its answer goes before everything.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from fuzzwright.campaigns.deaths import death_of, our_defect, told_end
from fuzzwright.campaigns.jobs import Record, failure_record, pack, to_text, unpack
from fuzzwright.campaigns.requests import limits_of
from fuzzwright.editor.assignments import Assignment, Task, job_record, order_for, traced_folders, wanted_record
from fuzzwright.editor.examples import Status
from fuzzwright.editor.order import in_order
from fuzzwright.editor.reaching import Reaching
from fuzzwright.editor.remap import Move, moved
from fuzzwright.editor.states import FunctionState, OpenText
from fuzzwright.editor.warm import Needs, Warm
from fuzzwright.isolation.messages import Ended
from fuzzwright.settings import Settings

CPU_SHARE = 0.8
"""Of the seconds that the setting `cpu-limit` gives to one call: here somebody looks on."""
WALL_LIMIT = 2.0
"""Seconds that one call may wait; the setting `wall-limit` may say less."""
IMPORT_LIMIT = 10.0
"""Seconds that importing an open text may take; the setting `import-limit` may say less."""
TICK = 0.02
"""Seconds between two looks at what else is to be done, while a worker runs."""


class Schedule:
    """Has workers run the functions of open texts."""

    def __init__(
        self, texts: dict[str, OpenText], reaching: Reaching, warm: Warm, settings: Settings, root: str
    ) -> None:
        self._texts = texts
        self._reaching = reaching
        self._warm = warm
        self._settings = settings
        self._root = root
        self._paused = False
        self._job: Assignment | None = None
        self._stamp = 0
        self._changed: dict[str, int] = {}
        """Files that changed on disk after a nursery imported them, with the stamp from then on."""
        calls = limits_of(settings)
        cpu, wall = calls.cpu_seconds * CPU_SHARE, min(calls.wall_seconds, WALL_LIMIT)
        self._limits = replace(calls, cpu_seconds=cpu, wall_seconds=wall)
        importing = min(settings.import_limit, IMPORT_LIMIT)
        self._import_limits = replace(calls, cpu_seconds=importing, wall_seconds=importing)

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        return self._job is not None or self._warm.is_starting

    def close(self) -> None:
        """End everything."""
        self._job = None
        self._warm.close()

    # What changes -------------------------------------------------------------------------------

    def set_paused(self, paused: bool) -> None:
        """Stop or go on."""
        self._paused = paused
        if paused:
            self._drop()

    def file_changed(self, file: str) -> None:
        """Take up that a file is another now."""
        if self._warm.has_loaded(file):
            self._stamp += 1
            self._changed[file] = self._stamp
            self._drop()

    def texts_changed(self) -> None:
        """Take up that texts are others now, or were closed."""
        self._warm.forgive()
        job = self._job
        if job is None:
            return
        text = self._texts.get(job.path)
        states = {} if text is None or text.buffer.problem else text.states
        if any(name not in states or states[name].key != key for name, key in job.keys.items()):
            self._drop()

    def _drop(self) -> None:
        """End the worker; nobody waits for it."""
        if self._job is not None:
            self._job.worker.kill()
            self._job = None

    # What runs ----------------------------------------------------------------------------------

    def step(self) -> None:
        """Start what is to run now, if it does not run already."""
        self._warm.want(self._needs())
        if self._paused or self._warm.problem:
            self._reaching.give_up(self._warm.problem or "nothing is run while it is paused")
            return
        if not self._can_run():
            return
        if self._reaching.is_waiting and (self._job is None or self._job.task.do != "reach"):
            self._drop()
        job = self._job
        if job is not None and job.task.do == "show":
            self._refresh(job)
        if self._job is None and (task := self._next_task()) is not None:
            self._start(task)

    def _needs(self) -> Needs:
        buffers = [text.buffer for text in self._texts.values()]
        modules = [buffer.module for buffer in buffers]
        imports = {name for buffer in buffers if buffer.parsed is not None for name in buffer.parsed.imports}
        files = {module.name: module.file for module in modules if not module.is_standard}
        # In an order of their own: where one looks is no reason to import everything anew.
        roots = dict.fromkeys([*sorted(module.root for module in modules), self._root])
        return Needs(files, frozenset(imports - set(files)), tuple(roots), traced_folders(modules), self._stamp)

    def _can_run(self) -> bool:
        """Return whether a nursery is ready that has nothing in it of what is to be read anew."""
        open_files = [text.buffer.module.file for text in self._texts.values()]
        return self._warm.can_serve(open_files, self._changed)

    def _next_task(self) -> Task | None:
        if (pursuit := self._reaching.next_pursuit(self._texts)) is not None:
            return pursuit
        waiting = [(text, list(self._waiting(text))) for text in reversed(self._texts.values())]
        for text, states in waiting:
            if any(not (state.had_turn or state.careful) for state in states):
                return Task("show", text.path, tuple(state.qualname for state in states if not state.careful))
        for text, states in waiting:
            if careful := [state.qualname for state in states if state.careful]:
                return Task("careful", text.path, tuple(careful[:1]))
        for text, states in waiting:
            if states:
                return Task("show", text.path, tuple(state.qualname for state in states))
        return None

    def _waiting(self, text: OpenText) -> Iterator[FunctionState]:
        """Yield the functions of a text that are seen and not settled, in the order of their turns."""
        buffer = text.buffer
        if buffer.problem or buffer.parsed is None or (text.unimportable and not text.doubtful):
            return
        for name in in_order(text.places.values(), buffer.line, buffer.visible):
            state = text.states.get(name)
            if state is not None and not state.is_over:
                yield state

    def _refresh(self, job: Assignment) -> None:
        """Tell a worker that other functions are seen now; end it when something else is to come first."""
        text = self._texts[job.path]
        task = self._next_task()
        # Whoever is in the first round gets through it, as that is short; an import may take seconds.
        can_stop = job.had_round or not job.is_imported
        if task is None or (can_stop and (task.do, task.path) != (job.task.do, job.path)):
            self._drop()
            return
        states = [state for state in self._waiting(text) if not state.careful]
        wanted = tuple(state.qualname for state in states)
        left = tuple(name for name in job.wanted if not text.states[name].is_over)
        if states and wanted != left:
            sources = self._sources(text)
            job.worker.send(pack({"wanted": [wanted_record(state, sources) for state in states]}))
            job.keys = {state.qualname: state.key for state in states}
            job.wanted = wanted

    def _start(self, task: Task) -> None:
        text = self._texts[task.path]
        parsed = text.buffer.parsed
        assert parsed is not None
        buffers = [other.buffer for other in self._texts.values() if other is not text and other.buffer.parsed]
        others = [buffer.module for buffer in buffers]
        order = order_for(text.buffer.module, others, self._settings, self._root)
        texts = {buffer.module.file: buffer.parsed.text for buffer in buffers if buffer.parsed is not None}
        texts[text.buffer.module.file] = parsed.text
        states = [text.states[name] for name in task.functions]
        record = job_record(task, order, texts, states, self._sources(text), self._settings.seed)
        worker = self._warm.start(pack(record), self._import_limits)
        keys = {state.qualname: state.key for state in states}
        self._job = Assignment(worker, task, parsed, keys, task.functions)

    def _sources(self, text: OpenText) -> list[str]:
        """Return other open texts, in which functions of this one may be called."""
        return [other.buffer.text for other in self._texts.values() if other is not text]

    # What comes of it ---------------------------------------------------------------------------

    def wait(self, timeout: float) -> None:
        """Wait a little for what workers tell."""
        for event in self._warm.poll(min(timeout, TICK)):
            job = self._job
            if job is None or event.worker is not job.worker:
                continue
            if isinstance(event, Ended):
                self._job = None
                self._end(job, event)
                continue
            try:
                self._hear(job, unpack(event.frame))
            except (ValueError, KeyError, TypeError, AttributeError, IndexError):
                job.worker.kill()  # the code under test writes into our descriptors

    def _hear(self, job: Assignment, record: Record) -> None:
        text = self._texts[job.path]
        text.stirred = True
        name = str(record.get("function", ""))
        state = text.states.get(name)
        is_current = state is not None and state.key == job.keys.get(name)
        match record["event"]:
            case "imported":
                job.is_imported = True
                text.unimportable, text.is_costly = "", False
                job.worker.limits = self._limits
            case "unimportable":
                job.is_done = True
                text.unimportable, text.doubtful = f"{record['reason']}\n  fix: {record['fix']}", False
                if job.task.do == "reach":
                    self._reaching.give_up(text.unimportable)
            case "show" if state is not None and is_current:
                executions, settled = int(record["executions"]), bool(record["settled"])
                state.show(record["examples"], executions, settled, _move(job, text), text.buffer.module.file)
            case "endings" if state is not None and is_current:
                state.end(record["examples"], _move(job, text), text.buffer.module.file)
            case "skipped" if state is not None and is_current:
                if job.task.do == "reach":
                    self._reaching.give_up(str(record["reason"]))
                state.skip(str(record["reason"]))
            case "round":
                job.had_round = True
            case "over":
                job.is_done = True
            case "done" if job.task.do != "reach":
                job.is_done = True
                if job.task.do == "careful":
                    self._finish_careful(text, job)
            case _ if job.task.do == "reach":
                self._reaching.hear(record)
        if job.task.do == "reach" and job.is_done:
            self._reaching.finish(text)

    def _finish_careful(self, text: OpenText, job: Assignment) -> None:
        for name in job.task.functions:
            state = text.states.get(name)
            if state is not None and state.key == job.keys[name]:
                state.settle()

    def _end(self, job: Assignment, ended: Ended) -> None:
        text = self._texts.get(job.path)
        if text is None or job.is_done:
            return
        text.stirred = True
        if job.task.do == "reach":
            self._reaching.give_up(f"the worker ended: {_how(ended)}")
        if not job.is_imported:
            what = "importing it takes too long" if ended.kind == "timed_out" else f"importing it {_how(ended)}"
            fix = 'put what its import does below `if __name__ == "__main__":`, or into a function'
            text.unimportable, text.doubtful = f"{what}\n  fix: {fix}", False
            text.is_costly = ended.kind == "timed_out"
            return
        careful = job.task.do == "careful"
        name = job.task.functions[0] if careful else ended.worker.note.decode("utf-8", "replace")
        state = text.states.get(name)
        if state is None:
            text.unimportable, text.doubtful = f"its worker cannot go on: {told_end(ended)}", False
        elif state.key != job.keys.get(name):
            return
        elif ended.reason in ("killed", "garbled"):
            state.skip("it writes into descriptors that are not its own")
        elif ended.reason == "raised" and (ours := our_defect(ended.fault)):
            state.skip(f"fuzzwright itself failed: {ours}")
        elif not careful:
            state.careful = True
        elif state.brief or not ended.worker.note:
            state.reason = state.reason or f"its worker cannot go on: {told_end(ended)}"
            state.settle()
        else:
            failure = death_of(ended, text.buffer.module.root)
            state.die(to_text(ended.worker.note), failure_record(failure))

    def status(self) -> Status:
        """Return what is going on."""
        python = _shown(self._warm.command, self._root)
        sandboxed = f"runs your functions in a sandbox with {python}"
        if self._warm.problem:
            return Status(self._warm.problem, "trouble", stops=True)
        if self._paused:
            return Status("paused: nothing is run", "paused")
        if self._texts and not self._warm.is_ready:
            return Status(f"{sandboxed}; importing what they need", "starting")
        if failed := [text for text in self._texts.values() if text.trouble]:
            first = failed[-1].trouble.splitlines()[0]
            return Status(f"{os.path.basename(failed[-1].path)}: {first}", "trouble")
        if unread := [text.buffer for text in self._texts.values() if text.buffer.problem and not text.buffer.parsed]:
            return Status(f"{os.path.basename(unread[-1].path)}: {unread[-1].problem}", "trouble")
        cold = f"; cold: {', '.join(self._warm.threaded)} starts threads" if self._warm.threaded else ""
        return Status(f"{sandboxed}{cold}", "working" if self._job is not None else "idle")


def _move(job: Assignment, text: OpenText) -> Move:
    """Return where lines that a worker tells of are by now."""
    old, new = job.parsed, text.buffer.parsed or job.parsed
    return moved(old.text, new.text, old.functions, new.functions)


def _shown(command: str, root: str) -> str:
    path = Path(command)
    return str(path.relative_to(root)) if path.is_relative_to(root) else command


def _how(ended: Ended) -> str:
    if ended.kind == "timed_out":
        return "takes too long"
    return f"ends the process ({f'signal {ended.signal}' if ended.signal else f'exit code {ended.code}'})"
