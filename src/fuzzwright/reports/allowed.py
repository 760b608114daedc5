"""Findings a project allows: `"shop.orders.*: KeyError"`, a pattern for functions and an exception.

Only names are compared, as nothing of the code under test is imported here; for exceptions of Python
itself it is known which is a kind of which, so `ValueError` allows `UnicodeDecodeError` too, as
`except ValueError` would.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from fuzzwright.engine.finding import Finding
from fuzzwright.settings import allowance


def allowed_ids(findings: Iterable[Finding], allow: Sequence[str]) -> frozenset[str]:
    """Return the ids of the findings that one of these lines allows."""
    allowances = [allowance(line) for line in allow]
    return frozenset(
        finding.id
        for finding in findings
        if any(fnmatchcase(finding.function, function) and _is_a(finding, name) for function, name in allowances)
    )


def _is_a(finding: Finding, name: str) -> bool:
    """Return whether a finding is of this exception, or of this kind, such as `timed_out`."""
    exception = finding.exception
    if fnmatchcase(exception, name) or fnmatchcase(exception.rpartition(".")[2], name) or finding.kind == name:
        return True
    if finding.kind not in ("raised", "property"):
        return False
    narrow, wide = getattr(builtins, exception, None), getattr(builtins, name, None)
    return isinstance(narrow, type) and isinstance(wide, type) and issubclass(narrow, wide)
