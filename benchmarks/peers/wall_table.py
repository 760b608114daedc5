"""The results on walls as a table: who reached what, how often and how fast."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from benchmarks.peers.trials import Trial


def wall_rows(trials: Sequence[Trial], walls: Sequence[str], engines: Sequence[str]) -> list[str]:
    """Return a line per wall, grouped by module: how often each engine reached it, and its median CPU seconds."""
    counted = {name for name in engines if any(t.engine == name and t.executions is not None for t in trials)}
    widths = {name: max(len(name), 22 if name in counted else 13) for name in engines}
    name_width = max([len(wall) for wall in walls] + [len("wall")])
    lines = ["wall".ljust(name_width) + "".join("  " + name.rjust(widths[name]) for name in engines)]
    module = ""
    for wall in walls:
        if module not in ("", wall.partition(".")[0]):
            lines.append("")
        module = wall.partition(".")[0]
        cells = [_cell([t for t in trials if t.wall == wall and t.engine == name], name in counted) for name in engines]
        texts = (cell.rjust(widths[name]) for cell, name in zip(cells, engines, strict=True))
        lines.append("  ".join([wall.ljust(name_width), *texts]).rstrip())
    return lines


def _cell(trials: Sequence[Trial], executions: bool) -> str:
    if not trials:
        return "–"
    reached = [trial for trial in trials if trial.reached]
    share = f"{len(reached)}/{len(trials)}"
    if not reached:
        return share + " " * (16 if executions else 7) if not any(trial.note for trial in trials) else f"{share} failed"
    text = f"{share} {statistics.median(trial.cpu for trial in reached):5.1f}s"
    counts = [trial.executions for trial in reached if trial.executions is not None]
    if executions:
        text += f" {_short(statistics.median(counts)):>8}" if counts else " " * 9
    return text


def totals(trials: Sequence[Trial], engines: Sequence[str]) -> list[str]:
    """Return a line per engine: walls reached with all its seeds and with some, trials, median CPU seconds."""
    width = max(map(len, engines), default=0)
    once, always = _reached(trials, engines)
    lines = []
    for name in engines:
        own = [trial for trial in trials if trial.engine == name]
        if not own:
            continue
        walls = {trial.wall for trial in own}
        reached = [trial.cpu for trial in own if trial.reached]
        median = f"{statistics.median(reached):.1f} s" if reached else "–"
        failed = sum(bool(trial.note) for trial in own)
        lines.append(
            f"{name.ljust(width)}  {len(once[name]):3} of {len(walls)} walls: {len(always[name]):3} with all seeds, "
            f"{len(once[name] - always[name]):3} with some; "
            f"{len(reached)} of {len(own)} trials ({100 * len(reached) / len(own):.0f} %), median {median}"
            + (f"; {failed} trials failed" if failed else "")
        )
    return lines


def group_rows(trials: Sequence[Trial], engines: Sequence[str]) -> list[str]:
    """Return a line per module: of how many of its walls each engine reached how many at least once.

    Then lines for all modules: walls reached with all of an engine's seeds, with some only, and by no other engine.
    """
    walls = sorted({trial.wall for trial in trials})
    modules = list(dict.fromkeys(wall.partition(".")[0] for wall in walls))
    once, always = _reached(trials, engines)
    only = alone(trials, walls, engines)
    rows: dict[str, list[str]] = {"group": list(engines)}
    for module in modules:
        tried = [{t.wall for t in trials if t.engine == name and t.wall.startswith(module + ".")} for name in engines]
        rows[module] = [f"{len(own & once[name])}/{len(own)}" for own, name in zip(tried, engines, strict=True)]
    rows["all seeds"] = [str(len(always[name])) for name in engines]
    rows["some seeds"] = [str(len(once[name] - always[name])) for name in engines]
    if len(engines) > 1:
        rows["no other engine"] = [str(len(only[name])) for name in engines]
    width = max(map(len, rows))
    return [
        "  ".join(
            [title.ljust(width), *(cell.rjust(max(len(name), 7)) for cell, name in zip(row, engines, strict=True))]
        )
        for title, row in rows.items()
    ]


def _reached(trials: Sequence[Trial], engines: Sequence[str]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return the walls that each engine reached at least once, and those it reached in every trial."""
    once = {name: {t.wall for t in trials if t.engine == name and t.reached} for name in engines}
    missed = {name: {t.wall for t in trials if t.engine == name and not t.reached} for name in engines}
    return once, {name: once[name] - missed[name] for name in engines}


def fastest(trials: Sequence[Trial], walls: Sequence[str], engines: Sequence[str]) -> dict[str, int]:
    """Return on how many walls each engine was the fastest: by the median over all its seeds, a miss being endless."""
    won = dict.fromkeys(engines, 0)
    for wall in walls:
        if set(engines) - {trial.engine for trial in trials if trial.wall == wall}:
            continue  # interrupted before all of them had a go
        ranked = []
        for name in engines:
            own = [trial for trial in trials if trial.wall == wall and trial.engine == name]
            reached = [trial.cpu for trial in own if trial.reached]
            if reached:
                times = [trial.cpu if trial.reached else math.inf for trial in own]
                ranked.append((statistics.median(times), -len(reached) / len(own), statistics.median(reached), name))
        if ranked:
            won[min(ranked)[-1]] += 1
    return won


def alone(trials: Sequence[Trial], walls: Sequence[str], engines: Sequence[str]) -> dict[str, list[str]]:
    """Return for each engine the walls that no other reached, of those that all tried without failing."""
    found: dict[str, list[str]] = {name: [] for name in engines}
    for wall in walls:
        own = [trial for trial in trials if trial.wall == wall and trial.engine in found]
        reached = {trial.engine for trial in own if trial.reached}
        tried = {trial.engine for trial in own if trial.reached or not trial.note}
        if len(reached) == 1 and tried == set(engines):
            found[reached.pop()].append(wall)
    return found


def without_effect(trials: Sequence[Trial], whole: str, others: Sequence[str]) -> list[str]:
    """Return the engines whose every trial took as many executions as the whole one's: nothing was switched off."""
    counts = {(t.wall, t.seed): t.executions for t in trials if t.engine == whole and t.reached}
    found = []
    for name in others:
        own = [t for t in trials if t.engine == name and t.reached and (t.wall, t.seed) in counts]
        if own and all(t.executions == counts[t.wall, t.seed] for t in own):
            found.append(name)
    return found


def failures(trials: Sequence[Trial]) -> list[str]:
    """Return what engines said when they failed, each once."""
    said: dict[tuple[str, str], list[str]] = {}
    for trial in trials:
        if trial.note:
            said.setdefault((trial.engine, trial.note), []).append(trial.wall)
    return [
        f"{engine}: {note} ({walls[0]}{f' and {len(walls) - 1} more' if walls[1:] else ''})"
        for (engine, note), walls in said.items()
    ]


def _short(count: float) -> str:
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if count >= size:
            return f"{count / size:.3g}{sign}"
    return f"{count:g}"
