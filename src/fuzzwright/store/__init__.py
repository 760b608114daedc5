"""Where campaigns keep what they learn: one SQLite file with targets, inputs, findings and runs."""

from __future__ import annotations

from fuzzwright.store.identity import content_hash, finding_id, signature_hash
from fuzzwright.store.opening import default_path, open_store
from fuzzwright.store.records import NewFinding, Run, StoredFinding, StoredInput, StoredTarget
from fuzzwright.store.store import Store

__all__ = [
    "NewFinding",
    "Run",
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
