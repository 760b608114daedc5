"""The one error users meet: what went wrong, where, and how to fix it.

The three are fields, so that the terminal, an editor and JSON show the same. Anything else that
escapes is a defect of fuzzwright itself.
"""

from __future__ import annotations


class FuzzwrightError(Exception):
    """Wrong use, or something fuzzwright cannot go on without."""

    def __init__(self, what: str, where: str | None = None, fix: str | None = None) -> None:
        super().__init__(what, where, fix)
        self.what = what
        self.where = where
        self.fix = fix

    def __str__(self) -> str:
        lines = [self.what]
        if self.where is not None:
            lines.append(f"  at {self.where}")
        if self.fix is not None:
            lines.append(f"  fix: {self.fix}")
        return "\n".join(lines)
