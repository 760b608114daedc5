"""What need not be told: runs on a new way that ended as runs should, and that nothing is to be gained from.

In loops every third run takes a way that was not met before, and hardly one of a thousand shows anything new or is
simpler than what is known. Telling such a run changes nothing, so it is passed over where that is soon seen: with the
accelerator only, which makes no difference but in time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fuzzwright.engine.trace import Feature, Recorded
from fuzzwright.python.acceleration import limit_of_returns
from fuzzwright.python.oracle import FunctionOracle
from fuzzwright.searches.keeping import Keeping

Sieve = Callable[[Any, Any], bool]
"""Takes an input and what was returned; says whether the run may be passed over."""


def sieve_of(
    path: Recorded, search: Keeping[Any], oracle: FunctionOracle, alone: Mapping[Feature, int]
) -> Sieve | None:
    """Return what tells runs that nobody learns from; None if all have to be told."""
    limit_now = limit_of_returns(path, search.feedback, search.corpus, alone)
    if limit_now is None:
        return None
    complexity_up_to, hash_ = search.domain.complexity_up_to, hash  # the target may replace builtins

    def is_dull(input: Any, result: Any) -> bool:
        if search.hears_all or oracle.calls is not None:
            return False
        limit = limit_now()
        try:
            if search.may_be_simpler(limit, hash_(path)) and complexity_up_to(input, limit) < limit:
                return False
        except RecursionError:
            return False
        return oracle.check is None or oracle.check(result) is None

    return is_dull
