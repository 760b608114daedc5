"""Where the trouble-makers try to write. A constant: workers see neither TMPDIR nor other variables."""

from __future__ import annotations

FOLDER = "/tmp/fuzzwright-canary"
FILE = FOLDER + "/precious.txt"
