"""The engines that can be set at a wall: what each is started with, and how its answer is read."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.peers.traps import PACKAGE, Wall, write_copy
from benchmarks.peers.trials import Heard, Run, Trial, run_limited, said

ROOT = Path(__file__).resolve().parent.parent.parent
PEERS = ("hypothesis", "atheris", "crosshair", "pynguin")
WITHOUT_SEED = ("crosshair",)
"""Engines that take no seed: running them again would show the same."""
_GRACE = 20.0
"""Seconds in which fuzzwright, interrupted, may write its report."""
_PATIENCE = 4
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "VIRTUAL_ENV")


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine as it is named in the table."""

    name: str
    kind: str
    """`ours`, or one of the peers."""
    python: str
    """The interpreter that has it."""
    search: str = ""
    without: str = ""
    """Ingredients that are switched off, by commas."""


def run_trials(
    engine: Engine, walls: Sequence[Wall], seed: int, source: Path, seconds: float, stop: threading.Event
) -> list[Trial]:
    """Set an engine at walls of one module, all in one process, and return what came of each."""
    saying = engine.kind == "pynguin"
    with tempfile.TemporaryDirectory(prefix="walls-") as name:
        folder = Path(name)
        write_copy(source, walls, folder, saying=saying)
        if engine.kind == "ours":
            return [replace(_ours(engine, walls[0], seed, folder, seconds, stop), limit=seconds)]
        module = f"{PACKAGE}.{walls[0].module}"
        total = seconds * len(walls)
        command = [engine.python, "-m", f"benchmarks.peers.peer_{engine.kind}"]
        command += [str(folder), module, walls[0].function, str(seed), f"{total:g}"]
        run = run_limited(
            command,
            folder,
            _environment(folder, PYTHONPATH=str(ROOT)),
            total,
            lambda line: said(line) is not None,
            stop,
            # The search goes on after a wall was reached, and says it each time.
            enough=sys.maxsize if saying else 1,
        )
        trials = _of_module(engine, walls, seed, run) if saying else [_of_peer(engine, walls[0], seed, run)]
        return [replace(trial, limit=seconds) for trial in trials]


def _environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in _KEPT}
    # Hash seeds would make runs of one seed differ.
    return {**kept, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1", **more}


def _ours(engine: Engine, wall: Wall, seed: int, folder: Path, seconds: float, stop: threading.Event) -> Trial:
    """Run `fuzzwright run` until it shows the wall's exception, then interrupt it and read its report."""
    report = folder / "report.json"
    command = [engine.python, "-m", "fuzzwright", "run", f"{PACKAGE}.{wall.module}:{wall.function}"]
    # Not --first: the first finding may be another one. CPU seconds are counted here, wall time is only a net.
    command += ["--time-per-function", f"{seconds * _PATIENCE:g}", "--seed", str(seed)]
    command += ["--search", f"{engine.search}-without-{engine.without}" if engine.without else engine.search]
    command += ["--jobs", "1", "--python", engine.python, "--store", str(folder / "store.db"), "--json", str(report)]
    environment = _environment(folder, PYTHONPATH=str(ROOT / "src"))
    run = run_limited(command, folder, environment, seconds, _shows_wall, stop, grace=_GRACE)
    executions, note = None, "" if run.heard else _why(run)
    if report.exists():
        content = json.loads(report.read_text("utf-8"))
        found = [finding for finding in content["findings"] if finding["exception"].endswith(".Reached")]
        if run.heard and found:
            executions = int(found[0]["executions"])
            assert found[0]["line"] == wall.line, (wall, found[0])
        target = next((each for each in content["targets"]), None)
        if not run.heard and target is not None:
            executions, note = target["executions"], (target["reason"] or "").removeprefix("interrupted") or note
    return _trial(engine, wall, seed, run, executions, note)


def _shows_wall(line: str) -> bool:
    return line.startswith("found (") and f"{PACKAGE}.reached.Reached" in line.partition(" · ")[0]


def _of_peer(engine: Engine, wall: Wall, seed: int, run: Run) -> Trial:
    answer = said(run.heard[0].text) if run.heard else None
    return _trial(engine, wall, seed, run, answer["executions"] if answer else None, "" if answer else _why(run))


def _of_module(engine: Engine, walls: Sequence[Wall], seed: int, run: Run) -> list[Trial]:
    first: dict[str, Heard] = {}
    for heard in run.heard:
        if answer := said(heard.text):
            first.setdefault(answer["reached"], heard)
    why = _why(run)
    trials = []
    for wall in walls:
        at = first.get(wall.name)
        used = at or run
        trials.append(
            Trial(wall.name, engine.name, seed, at is not None, used.cpu, used.seconds, None, "" if at else why)
        )
    return trials


def _trial(engine: Engine, wall: Wall, seed: int, run: Run, executions: int | None, note: str) -> Trial:
    used = run.heard[0] if run.heard else run
    return Trial(wall.name, engine.name, seed, bool(run.heard), used.cpu, used.seconds, executions, note)


def _why(run: Run) -> str:
    """Return the last line of an engine that ended by a failure of its own."""
    if run.code in (0, 1, -9, 130) and "Traceback (most recent call last)" not in run.tail:
        return ""
    lines = [line.strip() for line in run.tail.splitlines() if line.strip()]
    return lines[-1][:200] if lines else f"ended with {run.code}"
