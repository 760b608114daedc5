"""The store of one `run` or `prop`: opened, told of the run, and done without where that is what the user wants.

A store that was named has to work. At the default place a damaged one is moved aside, and where none can be used the
run goes on without; one line on standard error says so.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType

import click

from fuzzwright.errors import FuzzwrightError
from fuzzwright.settings import Settings
from fuzzwright.store.opening import default_path, open_store
from fuzzwright.store.recovery import open_default, set_aside, without
from fuzzwright.store.store import Store
from fuzzwright.store.transactions import DamagedStore


class StoreOfRun:
    """Use it as a context; `store` is None if the run has to do without."""

    def __init__(self, settings: Settings, root: str, targets: Sequence[str]) -> None:
        self._named = settings.store is not None
        self._path = Path(settings.store) if settings.store is not None else default_path(Path(root))
        self.store = self._open()
        if self.store is not None:
            told = {**asdict(settings), "targets": list(targets), "root": root}
            try:
                self.store.begin_run(" ".join(sys.argv[1:]), told, settings.seed)
            except FuzzwrightError as error:
                self._do_without(error)

    def __enter__(self) -> StoreOfRun:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.store is not None:
            self.store.close()

    def end(self, code: int, failure: FuzzwrightError | None) -> None:
        """Note how the run came out, and tell if the store failed on the way."""
        try:
            if failure is not None:
                raise failure
            if self.store is not None:
                self.store.end_run(code)
        except FuzzwrightError as error:
            self._do_without(error)

    def _open(self) -> Store | None:
        if self._named:
            return open_store(self._path)
        store, told = open_default(self._path)
        if told:
            _say(told)
        return store

    def _do_without(self, error: FuzzwrightError) -> None:
        """Go on without the store, or end the run if it was named."""
        if self.store is not None:
            self.store.close()
            self.store = None
        if self._named:
            raise error
        if isinstance(error, DamagedStore):
            # Found out too late to begin a new one for this run.
            moved, told = set_aside(self._path, error)
            _say(f"{told}, and the next run begins a new one" if moved else told)
        else:
            _say(without(error))


def _say(line: str) -> None:
    click.echo(f"fuzzwright: {line}", err=True)
