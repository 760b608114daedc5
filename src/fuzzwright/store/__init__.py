"""Where campaigns keep what they learn: one SQLite file with targets, inputs, findings and runs."""

from __future__ import annotations

from fuzzwright.store.identity import content_hash, finding_id, signature_hash
from fuzzwright.store.opening import default_path, open_store
from fuzzwright.store.records import NewFinding, Point, Run, Sighting, StoredFinding, StoredInput, StoredTarget
from fuzzwright.store.store import Store
from fuzzwright.store.transactions import DamagedStore

__all__ = [
    "DamagedStore",
    "NewFinding",
    "Point",
    "Run",
    "Sighting",
    "Store",
    "StoredFinding",
    "StoredInput",
    "StoredTarget",
    "content_hash",
    "default_path",
    "finding_id",
    "open_store",
    "signature_hash",
]
