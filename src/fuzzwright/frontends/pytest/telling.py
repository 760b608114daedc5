"""What is said about properties: a failing call, why inputs were discarded, what was counted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fuzzwright.campaigns.states import TargetState, miss_told, relative
from fuzzwright.engine.outcome import Failure, Frame

MANY = 0.9
"""From this share of discarded inputs on, it is said why."""


@dataclass(frozen=True, slots=True)
class Told:
    """What all messages about one property need."""

    nodeid: str
    where: str
    """File and line of the property."""
    seed: int
    runs: int
    discards: int
    found: int = 0
    """In which run it failed first."""


@dataclass(slots=True)
class Counts:
    """What a property said while it ran, all its workers together."""

    events: dict[str, int] = field(default_factory=dict)
    rejected: dict[tuple[str, int], int] = field(default_factory=dict)
    targets: dict[str, float] = field(default_factory=dict)

    def add(self, events: Mapping[str, int], rejected: Iterable[Sequence[Any]], targets: Mapping[str, float]) -> None:
        """Take in what one worker counted."""
        for name, count in events.items():
            self.events[name] = self.events.get(name, 0) + int(count)
        for file, line, count in rejected:
            place = (str(file), int(line))
            self.rejected[place] = self.rejected.get(place, 0) + int(count)
        for label, value in targets.items():
            self.targets[label] = max(value, self.targets.get(label, value))


def circumstances(told: Told) -> str:
    """Return where a property is and how its failure was come by."""
    # The rest of an epoch that a death cut short is in no count.
    runs = max(told.runs, told.found)
    discarded = f" ({told.discards} discarded)" if told.discards else ""
    return f"{told.where}, failed first in run {told.found} of {runs}{discarded}, --fuzzwright-seed {told.seed}"


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"


def failing_call(call: str, imports: Sequence[str], told: Told, kept: Path | None, always: str) -> str:
    """Return the note that goes with a failure; `always` is what to write to have the call run each time."""
    needs = "".join(f"    {line}\n" for line in imports)
    lines = [f"Failing call:\n{needs}    {call}", f"property at {circumstances(told)}"]
    if kept is not None:
        lines.append(f"kept in {kept}, which is run first; to have it run always: {always}")
    return "\n".join(lines)


def ended(failure: Failure, traceback: str) -> str:
    """Return a failure in words, where there is no exception to show."""
    says = f": {failure.says}" if failure.says else ""
    return f"{traceback.rstrip()}\n{failure.what}{says}" if traceback else f"{failure.what}{says}"


def frames_text(frames: Sequence[Frame], root: str) -> str:
    """Return frames as Python shows them, innermost last."""
    lines = []
    for frame in frames:
        lines.append(f'  File "{frame.file}", line {frame.line}, in {frame.name}')
        try:
            text = Path(os.path.join(root, frame.file)).read_text("utf-8").splitlines()[frame.line - 1].strip()
        except (OSError, ValueError, IndexError):
            continue
        lines.append(f"    {text}")
    return "\n".join(lines)


def discards_told(counts: Counts, told: Told, root: str, state: TargetState) -> str:
    """Return which assumptions inputs did not meet, how often, and which input came nearest."""
    reason = state.discarded_for
    lines = [f"{told.discards} of {_runs(told.runs)} were discarded"]
    ordered = sorted(counts.rejected.items(), key=lambda entry: (-entry[1], entry[0]))
    for (file, line), count in ordered[:5]:
        try:
            text = Path(file).read_text("utf-8").splitlines()[line - 1].strip()
        except (OSError, ValueError, IndexError):
            text = "assume"
        lines.append(f"  {_times(count)} by `{text}` at {relative(file, root)}:{line}")
    if reason.startswith("arguments") and sum(counts.rejected.values()) < told.discards:
        lines.append(f"  others because {reason.replace('arguments', 'making arguments raised', 1)}")
    if state.miss is not None:
        lines.append(f"  {miss_told(state.miss, root)}")
    return "\n".join(lines)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def counted(counts: Counts) -> str:
    """Return what `event` and `target` were told; empty if nothing was."""
    ordered = sorted(counts.events.items(), key=lambda entry: (-entry[1], entry[0]))
    lines = [f"{count:>8} {name}" for name, count in ordered[:20]]
    if len(ordered) > 20:
        lines.append(f"         … and {len(ordered) - 20} other events")
    lines += [f"largest value of target{f' {label!r}' if label else ''}: {v:g}" for label, v in counts.targets.items()]
    return "\n".join(lines)
