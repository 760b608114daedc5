"""Lines of a text as Python and editors count them.

They end with a line feed, a carriage return or both, and with nothing else, while `str.splitlines` also counts form
feeds and other signs that may stand between functions or in strings.
"""

from __future__ import annotations

import re

LINE_END = re.compile(r"\r\n|\n|\r")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text without their ends; behind the last end there is one more."""
    return LINE_END.split(text)
