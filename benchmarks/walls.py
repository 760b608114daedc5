"""Who gets over which wall: fuzzwright and its peers on functions with one line that is hard to reach.

`python benchmarks/walls.py` sets every engine at every wall of `tests/quality/walls`, a process for each seed, and
prints how often the marked line was reached, and after how many CPU seconds: all of the engine's processes count,
from their start. Fuzzwright runs as a user runs it. Hypothesis is in the development environment; the others need
environments of their own, and are left out without:

    python3.11 -m venv A && A/bin/pip install atheris            --atheris A/bin/python
    python3.11 -m venv C && C/bin/pip install crosshair-tool     --crosshair C/bin/python
    python3.11 -m venv P && P/bin/pip install pynguin            --pynguin P/bin/python

Pynguin works on modules: it gets the time of all walls of a module at once. `--ablate` shows what fuzzwright reaches
without single ingredients of its search. Ctrl-C prints what is there. With `--json FILE` every trial is safe as soon
as it is over, and with `--resume` those in the file (same engine, wall, seed and seconds) are not run again: the same
command goes on where it was, whatever ended it. A measurement, not a test. Linux only.
"""

from __future__ import annotations

import argparse
import compileall
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from benchmarks.peers.engines import PEERS, WITHOUT_SEED, Engine, run_trials  # noqa: E402 - found by the line above
from benchmarks.peers.record import Key, Record, WrongRecord, key_of, read_record  # noqa: E402
from benchmarks.peers.traps import Wall, WrongWall, find_walls  # noqa: E402
from benchmarks.peers.trials import Trial  # noqa: E402
from benchmarks.peers.wall_table import (  # noqa: E402
    alone,
    failures,
    fastest,
    group_rows,
    totals,
    wall_rows,
    without_effect,
)
from fuzzwright.searches.adaptive import INGREDIENTS as ingredients  # noqa: E402 - a set there, a text here

SOURCE = ROOT / "tests" / "quality" / "walls"
INGREDIENTS = ",".join(sorted(ingredients))
ABLATION_SEEDS = 3


@dataclass(frozen=True, slots=True)
class Work:
    """One process to run: an engine at the walls of a module, mostly one."""

    engine: Engine
    walls: tuple[Wall, ...]
    seed: int

    def keys(self, seconds: float) -> list[Key]:
        """Return what its trials are known by."""
        return [(self.engine.name, wall.name, self.seed, seconds) for wall in self.walls]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for and print it; 2 if that makes no sense."""
    options = _options(arguments)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # In the background of a script; what is started here has to end when it is interrupted all the same.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        walls = find_walls(options.source, options.walls)
        record = read_record(options.json) if options.resume else Record(options.json)
    except (OSError, WrongWall, WrongRecord) as error:
        print(f"walls: {error}", file=sys.stderr)
        return 2
    if not walls:
        print(f"walls: no wall in {options.source} fits `{options.walls}`", file=sys.stderr)
        return 2
    engines = _engines(options)
    ablated = _ablated(options)
    seeds = {engine.name: options.seeds if engine.kind == "ours" else options.peer_seeds for engine in engines}
    seeds |= {engine.name: 1 for engine in engines if engine.kind in WITHOUT_SEED}
    seeds |= {engine.name: ABLATION_SEEDS for engine in ablated}
    work = [each for each in _work([*engines, *ablated], walls, seeds) if each.seed >= options.first_seed]
    left = [each for each in work if not record.trials.keys() >= set(each.keys(options.seconds))]
    if len(left) < len(work):
        print(f"{len(work) - len(left)} of {len(work)} are in {options.json} already", file=sys.stderr)
    compileall.compile_dir(ROOT / "src", quiet=2)  # the others were installed, and so compiled
    interrupted = _run_all(left, options, record)
    record.write(options.seconds, interrupted=interrupted)
    # The file may hold more than was asked for now.
    asked = [key for each in work for key in each.keys(options.seconds)]
    trials = [record.trials[key] for key in asked if key in record.trials]
    _print(trials, walls, engines, ablated, options.seconds)
    return 130 if interrupted else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--walls", default="*", metavar="PATTERN", help="only those whose module.function matches")
    parser.add_argument("--engines", default=",".join(("ours", *PEERS)), help="by commas (default: %(default)s)")
    parser.add_argument("--search", default="adaptive", help="of ours; several by commas (default: adaptive)")
    parser.add_argument("--seconds", type=float, default=20.0, help="CPU seconds for each wall (default: 20)")
    parser.add_argument("--seeds", type=int, default=10, help="of ours (default: 10)")
    parser.add_argument("--peer-seeds", type=int, default=3, help="of the others (default: 3)")
    parser.add_argument("--first-seed", type=int, default=0, help="leave out the seeds before this one (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once (default: 2)")
    parser.add_argument(
        "--ablate", nargs="?", const=INGREDIENTS, metavar="NAMES", help=f"ours without each of these ({INGREDIENTS})"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every trial there, each when it is over")
    parser.add_argument("--resume", action="store_true", help="do not run again what is in the file of --json")
    parser.add_argument("--source", type=Path, default=SOURCE, metavar="FOLDER", help="the walls, if others")
    parser.add_argument(
        "--hypothesis", default=sys.executable, metavar="PYTHON", help="default: the one that runs this"
    )
    for peer in PEERS[1:]:
        parser.add_argument(f"--{peer}", metavar="PYTHON", help=f"an interpreter that has {peer.capitalize()}")
    options = parser.parse_args(arguments)
    for name in options.engines.split(","):
        if name not in ("ours", *PEERS):
            parser.error(f"there is no engine `{name}`; use some of: ours, {', '.join(PEERS)}")
    if options.resume and options.json is None:
        parser.error("--resume needs the file to go on from: --json FILE")
    if options.json is not None and not options.json.parent.is_dir():
        parser.error(f"there is no folder {options.json.parent}")
    if min(options.seconds, options.seeds, options.peer_seeds, options.jobs) <= 0:
        parser.error("seconds, seeds and jobs have to be more than 0")
    return options


def _engines(options: argparse.Namespace) -> list[Engine]:
    engines = []
    for name in options.engines.split(","):
        if name == "ours":
            engines += [Engine(search, "ours", sys.executable, search) for search in options.search.split(",")]
        elif python := getattr(options, name):
            engines.append(Engine(name, name, str(python)))
        else:
            print(f"without {name}: give --{name} an interpreter that has it (see --help)", file=sys.stderr)
    return engines


def _ablated(options: argparse.Namespace) -> list[Engine]:
    """Return the searches without single ingredients, and the whole one to compare with, if it does not run anyway."""
    if not options.ablate:
        return []
    search = options.search.split(",")[0]
    whole = [] if "ours" in options.engines.split(",") else [Engine(search, "ours", sys.executable, search)]
    names = options.ablate.split(",")
    return whole + [Engine(f"{search} without {name}", "ours", sys.executable, search, name) for name in names]


def _work(engines: Sequence[Engine], walls: Sequence[Wall], seeds: dict[str, int]) -> Iterator[Work]:
    """Yield a round of all walls for each seed, so that an end halfway leaves something to compare."""
    modules = list(dict.fromkeys(wall.module for wall in walls))
    for seed in range(max(seeds.values(), default=0)):
        round_ = [engine for engine in engines if seed < seeds[engine.name]]
        for module in modules:
            members = tuple(wall for wall in walls if wall.module == module)
            for wall in members:
                yield from (Work(engine, (wall,), seed) for engine in round_ if engine.kind != "pynguin")
            yield from (Work(engine, members, seed) for engine in round_ if engine.kind == "pynguin")


def _run_all(work: Sequence[Work], options: argparse.Namespace, record: Record) -> bool:
    """Run everything, some at a time, saying so; return whether it was interrupted."""
    stop = threading.Event()
    todo = iter(work)
    done = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        running: set[Future[list[Trial]]] = set()
        try:
            while True:
                for each in islice(todo, options.jobs - len(running)):
                    task = (each.engine, each.walls, each.seed, options.source, options.seconds, stop)
                    running.add(pool.submit(run_trials, *task))
                if not running:
                    return False
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    done += 1
                    record.trials |= {key_of(trial): trial for trial in future.result()}
                    record.write(options.seconds, interrupted=True)  # which it is, if nothing follows
                    for trial in future.result():
                        print(f"[{done}/{len(work)}] {_line(trial)}", file=sys.stderr)
        except KeyboardInterrupt:
            # Once is enough: ending what runs takes less than a second, and a second one would lose the table.
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            stop.set()  # what was running is not counted: it did not have its time
            print("interrupted: what follows is what there is", file=sys.stderr)
            return True
        except BaseException:
            stop.set()
            raise


def _line(trial: Trial) -> str:
    what = "reached" if trial.reached else "not reached"
    calls = f", {trial.executions} executions" if trial.executions is not None else ""
    note = f" ({trial.note})" if trial.note else ""
    return f"{trial.wall}, {trial.engine}, seed {trial.seed}: {what}, {trial.cpu:.1f} s CPU{calls}{note}"


def _print(
    trials: Sequence[Trial], walls: Sequence[Wall], engines: Sequence[Engine], ablated: Sequence[Engine], seconds: float
) -> None:
    names = [wall.name for wall in walls]
    columns = [engine.name for engine in engines]
    if columns:
        print(f"\nReached of tried, median CPU seconds of those that reached it, executions; {seconds:g} s each\n")
        print("\n".join(wall_rows(trials, names, columns)))
        print()
        print("\n".join(group_rows(trials, columns)))
        print()
        print("\n".join(totals(trials, columns)))
    # Pynguin looks for all walls of a module at once, so its times are not those of one wall.
    racing = [engine.name for engine in engines if engine.kind != "pynguin"]
    if len(racing) > 1:
        won = fastest(trials, names, racing)
        print("\nfastest on: " + ", ".join(f"{name} {count}" for name, count in won.items()))
    if len(columns) > 1:
        only = alone(trials, names, columns)
        print(
            "\nreached by no other engine:\n  "
            + "\n  ".join(
                f"{name} {len(found)}" + (f": {', '.join(found)}" if found else "") for name, found in only.items()
            )
        )
    if ablated:
        print(f"\nWith ingredients switched off, {ABLATION_SEEDS} seeds\n")
        few = [trial for trial in trials if trial.seed < ABLATION_SEEDS]
        whole, others = ablated[-1].search, [engine.name for engine in ablated if engine.without]
        print("\n".join(totals(few, [whole, *others])))
        for name in without_effect(few, whole, others):
            print(f"{name}: the same executions everywhere; nothing seems to have been switched off")
    if trouble := failures(trials):
        print("\nfailed:\n  " + "\n  ".join(trouble))


if __name__ == "__main__":
    sys.exit(main())
