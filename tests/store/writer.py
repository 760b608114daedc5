"""A process that saves epochs and says so after each one, for tests that kill it or run two."""

from __future__ import annotations

import sys

from fuzzwright.store import StoredInput, open_store
from tests.store.make import FUNCTION, found


def main(path: str, name: str, start: int, end: int) -> None:
    with open_store(path) as store:
        store.remember_target(FUNCTION, file="shop/orders.py", source_hash="aa", search="adaptive", seed=7)
        store.begin_run(name, {}, 0)
        for epoch in range(start, end):
            kept = [StoredInput(f"{name} {epoch} {part}".encode() * 50) for part in range(4)]
            findings = [found(count=1, call="parse('')"), found(line=1000 + epoch, count=1)]
            store.save_epoch(FUNCTION, epoch, executions=100, seconds=0.01, kept=kept, findings=findings)
            print(epoch, flush=True)
        store.end_run(0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
