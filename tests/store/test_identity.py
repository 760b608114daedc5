from __future__ import annotations

import os
import subprocess
import sys

import pytest

from fuzzwright.engine.outcome import Frame, Raised
from fuzzwright.store import finding_id, signature_hash

SIGNATURE = Raised((Frame("shop/orders.py", "parse", 41),), "IndexError").signature


def test_an_id_is_eight_hex_digits_and_never_changes() -> None:
    assert finding_id("shop.orders.parse", SIGNATURE) == "c912a037"


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_an_id_does_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    program = (
        "from fuzzwright.engine.outcome import Frame, Raised\n"
        "from fuzzwright.store import finding_id\n"
        "signature = Raised((Frame('shop/orders.py', 'parse', 41),), 'IndexError').signature\n"
        "print(finding_id('shop.orders.parse', signature))\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == finding_id("shop.orders.parse", SIGNATURE)


def test_function_and_each_part_of_the_signature_count() -> None:
    hashes = {
        signature_hash("a.f", ("raised", "ValueError")),
        signature_hash("a.g", ("raised", "ValueError")),
        signature_hash("a.f", ("raised", "Value", "Error")),
        signature_hash("a.f", ("raised", "TypeError")),
        signature_hash("a.f", ("raised", "ValueError", Frame("a.py", "f", 1))),
        signature_hash("a.f", ("raised", "ValueError", Frame("a.py", "f", 2))),
        signature_hash("a.f", ("raised", "ValueError", 1)),
        signature_hash("a.f", ("raised", "ValueError", "1")),
    }
    assert len(hashes) == 8


def test_a_lone_surrogate_in_a_name_has_a_hash_too() -> None:
    assert signature_hash("a.f", ("raised", "\ud800")) != signature_hash("a.f", ("raised", "\ud801"))
