"""What the nursery of `fuzzwright types` does: open the modules as for a run, and tell what their types say."""

from __future__ import annotations

from collections.abc import Callable

from fuzzwright.campaigns.jobs import pack, unpack
from fuzzwright.isolation.link import Link, Run
from fuzzwright.python.inferring import Inference
from fuzzwright.python.open import open_modules
from fuzzwright.python.order import Order
from fuzzwright.python.type_table import type_table


def prepare(payload: bytes, note: Callable[[bytes], None]) -> tuple[bytes, Run]:
    """Import what the payload names; return the table of types and functions. There are no jobs after that."""
    order = Order(**unpack(payload))
    opened = open_modules(order, note, Inference(order.infer, order.texts, order.seen))
    # What takes long now is no import of the last module.
    note(b"")
    return pack(type_table(opened)), _nothing


def _nothing(link: Link, job: bytes) -> None:
    """Do nothing: everything was told before."""
