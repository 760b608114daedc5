"""Some cases of a test at every turn, all of them before a change goes in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_slow(cases: Iterable[Any], *fast: Any) -> list[Any]:
    """Return cases for `parametrize`, marked slow but for those that stand for all, told by what they begin with."""
    listed = [case if isinstance(case, tuple) else (case,) for case in cases]
    assert {case[0] for case in listed}.issuperset(fast), "what stands for all is none of them"
    return [pytest.param(*case, marks=[] if case[0] in fast else pytest.mark.slow) for case in listed]
