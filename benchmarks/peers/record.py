"""The trials of a run of `walls.py` in a file, written anew after each so that a run that was ended can go on."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.peers.trials import Trial

Key = tuple[str, str, int, float]
"""What makes two trials the same one: engine, wall, seed, and the CPU seconds they may use."""


class WrongRecord(Exception):
    """A file that holds no trials."""


@dataclass(slots=True)
class Record:
    """All trials so far, and the file they go to, if any."""

    file: Path | None
    trials: dict[Key, Trial] = field(default_factory=dict)

    def write(self, seconds: float, *, interrupted: bool) -> None:
        """Write the file: it holds all of the old content or all of the new, whenever the process ends."""
        if self.file is None:
            return
        trials = [asdict(trial) for trial in self.trials.values()]
        content = {"seconds": seconds, "interrupted": interrupted, "trials": trials}
        beside = self.file.with_name(f"{self.file.name}.{os.getpid()}.part")
        try:
            beside.write_text(json.dumps(content, indent=1) + "\n", "utf-8")
            os.replace(beside, self.file)
        finally:
            beside.unlink(missing_ok=True)


def key_of(trial: Trial) -> Key:
    """Return what a trial is known by."""
    return trial.engine, trial.wall, trial.seed, trial.limit


def read_record(file: Path) -> Record:
    """Return the trials in a file, none if there is no file; raise WrongRecord if it holds something else."""
    try:
        content = json.loads(file.read_text("utf-8"))
        # Files of earlier versions say the limit once for all.
        trials = [Trial(**{"limit": content["seconds"], **entry}) for entry in content["trials"]]
    except FileNotFoundError:
        trials = []
    except (ValueError, KeyError, TypeError) as error:
        raise WrongRecord(f"{file} holds no trials to go on from ({error!r})") from error
    return Record(file, {key_of(trial): trial for trial in trials})
