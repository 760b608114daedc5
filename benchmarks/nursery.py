"""The nursery in which benchmarks run the functions of `workloads.py`, as campaigns do."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fuzzwright.campaigns.jobs import pack, unpack
from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.requests import limits_of
from fuzzwright.campaigns.session import ENTRY
from fuzzwright.campaigns.states import TargetState, state_from
from fuzzwright.isolation.nursery import Nursery
from fuzzwright.settings import Settings

HERE = Path(__file__).resolve().parent


@contextmanager
def workload_nursery(folder: Path, entry: str = ENTRY) -> Iterator[Nursery]:
    """Open a nursery whose workers know the workloads; what they write goes below `folder`."""
    settings = Settings()
    plan = make_plan([str(HERE / "workloads.py")], settings, HERE)
    with Nursery.spawn(
        entry,
        pack(plan.order.record(plan.order.modules)),
        python=sys.executable,
        path=[*plan.path, str(HERE.parent)],
        limits=limits_of(settings),
        folder=folder / "nursery",
    ) as nursery:
        yield nursery


def workload_state(nursery: Nursery, name: str) -> TargetState:
    """Return one workload as a target that was never run."""
    targets = unpack(nursery.wait_ready())["targets"]
    return next(state_from(record, str(HERE)) for record in targets if record["name"] == f"workloads.{name}")
