"""The nursery that workers for open texts are forks of, kept warm: what the texts import is imported there already.

When the texts need something else a new one is made, and the old one serves until the new one is ready. What kills a
nursery when it is imported is left out of the next one; the worker that imports it then says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fuzzwright.campaigns.jobs import pack, unpack
from fuzzwright.campaigns.plan import Interpreter
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended, Message
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.isolation.worker import Worker

ENTRY = "fuzzwright.editor.work:prepare"
MOST_DEATHS = 5
"""Nurseries that die in a row before none is tried any more."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What open texts need to be imported."""

    files: Mapping[str, str] = field(default_factory=dict)
    """The open texts: names of modules, and their files."""
    imports: frozenset[str] = frozenset()
    roots: tuple[str, ...] = ()
    """Folders that modules of the project are imported from."""
    traced: tuple[str, ...] = ()
    """Folders of the packages that open texts are in."""
    stamp: int = 0
    """Changes when something on disk did."""

    def are_met_by(self, other: Needs) -> bool:
        """Return whether a nursery made for other needs will do as well as one for these."""
        same = (self.roots, self.traced, self.stamp) == (other.roots, other.traced, other.stamp)
        return same and self.imports <= other.imports and set(self.files) <= set(other.files)


@dataclass(slots=True, eq=False)
class _Made:
    nursery: Nursery
    needs: Needs
    loaded: frozenset[str] = frozenset()
    """Files of the project that it has imported."""
    failed: dict[str, str] = field(default_factory=dict)
    threaded: tuple[str, ...] = ()


class Warm:
    """One nursery in use, and at times one that is getting ready."""

    def __init__(self, interpreter: Interpreter, limits: Limits, folder: Path) -> None:
        self._interpreter = interpreter
        self._limits = limits
        self._folder = folder
        self._made: _Made | None = None
        self._coming: _Made | None = None
        self._leaving: list[_Made] = []
        """Nurseries that are used no more but have a worker still."""
        self._number = 0
        self._deaths = 0
        self._deadly: set[str] = set()
        """Modules that end the process when they are imported."""
        self.problem = ""
        """Why there is no nursery, if there can be none."""
        self._running: dict[int, _Made] = {}

    @property
    def command(self) -> str:
        """The interpreter."""
        return self._interpreter.command

    @property
    def is_ready(self) -> bool:
        """Whether workers can be had."""
        return self._made is not None

    @property
    def is_starting(self) -> bool:
        """Whether a nursery is getting ready."""
        return self._coming is not None

    @property
    def threaded(self) -> tuple[str, ...]:
        """Modules that start threads, so that each worker has to import everything anew."""
        return self._made.threaded if self._made is not None and self._made.nursery.cold else ()

    @property
    def failed(self) -> Mapping[str, str]:
        """Modules that could not be imported ahead, and why."""
        return self._made.failed if self._made is not None else {}

    def can_serve(self, open_files: Iterable[str], changed: Mapping[str, int]) -> bool:
        """Return whether workers can be had that have nothing of the old in them.

        `changed` are files that are others on disk now, with the stamp of the needs from then on.
        """
        made = self._made
        if made is None or not made.loaded.isdisjoint(open_files):
            return False
        return all(file not in made.loaded or stamp <= made.needs.stamp for file, stamp in changed.items())

    def has_loaded(self, file: str) -> bool:
        """Return whether a file was imported ahead."""
        return any(made is not None and file in made.loaded for made in (self._made, self._coming))

    def forgive(self) -> None:
        """Try again, if no nursery could be made: what kept one from starting may be gone by now."""
        if self.problem:
            self.problem, self._deaths = "", 0

    def want(self, needs: Needs) -> None:
        """See to it that there is, or soon will be, a nursery for these needs."""
        if self.problem:
            return
        newest = self._coming or self._made
        if newest is None or not needs.are_met_by(newest.needs):
            if self._coming is not None:
                self._coming.nursery.close()
            self._coming = self._start(needs)

    def _start(self, needs: Needs) -> _Made:
        self._number += 1
        given = {
            "files": dict(needs.files),
            "imports": sorted(needs.imports - self._deadly, key=lambda name: (name.count("."), name)),
            "roots": list(needs.roots),
            "traced": list(needs.traced),
        }
        nursery = Nursery.spawn(
            ENTRY,
            pack(given),
            python=self._interpreter.command,
            path=tuple(dict.fromkeys((*needs.roots, *self._interpreter.path))),
            limits=self._limits,
            folder=self._folder / f"nursery{self._number}",
        )
        return _Made(nursery, needs)

    def start(self, job: bytes, limits: Limits) -> Worker:
        """Start a worker in the nursery that is ready."""
        assert self._made is not None
        worker = self._made.nursery.start(job, limits)
        self._running[id(worker)] = self._made
        return worker

    def poll(self, timeout: float) -> list[Message | Ended]:
        """Wait for what workers say, and for a nursery that is getting ready."""
        events: list[Message | Ended] = []
        if self._coming is not None:
            # Both are looked at in turn; neither is waited for as long as the other may have something to say.
            self._coming.nursery.poll(min(timeout, 0.01) if self._running or timeout else 0.0)
            self._take_over()
            timeout = min(timeout, 0.01)
        for made in dict.fromkeys(self._running.values()):
            events += made.nursery.poll(timeout)
        for event in events:
            if isinstance(event, Ended):
                self._running.pop(id(event.worker), None)
        for made in [made for made in self._leaving if made not in self._running.values()]:
            made.nursery.close()
            self._leaving.remove(made)
        return events

    def _take_over(self) -> None:
        """Use the nursery that was getting ready, if it is; start another without what killed it, if it died."""
        coming = self._coming
        assert coming is not None
        death = coming.nursery.died
        if death is not None:
            coming.nursery.close()
            self._coming = None
            self._deaths += 1
            culprit = death.note.decode("utf-8", "replace")
            self._deadly |= {culprit} - {""}
            if not culprit or self._deaths > MOST_DEATHS:
                said = death.fault.strip().splitlines()
                self.problem = f"no worker can be started: {said[-1] if said else death}"
            else:
                self._coming = self._start(coming.needs)
        elif coming.nursery.is_ready:
            hello = unpack(coming.nursery.hello)
            coming.loaded = frozenset(hello["loaded"])
            coming.failed = {str(name): str(why) for name, why in hello["failed"].items()}
            coming.threaded = tuple(str(name) for name in hello["threaded"])
            if self._made is not None:
                self._leaving.append(self._made)
            self._made, self._coming, self._deaths = coming, None, 0

    def close(self) -> None:
        """End everything."""
        for made in (self._made, self._coming, *self._leaving):
            if made is not None:
                made.nursery.close()
        self._made = self._coming = None
        self._leaving.clear()
