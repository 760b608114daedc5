"""What need not be told: runs on a new way that ended as runs should, and that nothing is to be gained from.

In loops every third run takes a way that was not met before, and hardly one of a thousand shows anything new or is
simpler than what is known. Telling such a run changes nothing, so it is passed over where that is soon seen: with the
accelerator only, which makes no difference but in time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fuzzwright.engine.trace import Feature, Recorded
from fuzzwright.python.acceleration import sieve_in_c
from fuzzwright.python.oracle import FunctionOracle
from fuzzwright.python.target import Sieve
from fuzzwright.searches.keeping import Keeping


def sieve_of(
    path: Recorded, search: Keeping[Any], oracle: FunctionOracle, alone: Mapping[Feature, int]
) -> Sieve | None:
    """Return what tells runs that nobody learns from; None if all have to be told."""
    weigh, check, large = search.domain.itself.weigh, oracle.check, search.large
    passes_over = sieve_in_c(path, search.feedback, search.corpus, alone, weigh, check, large)
    if passes_over is None:
        return None
    return Sieve(passes_over, lambda: not search.hears_all and oracle.calls is None)
