"""Never finishes being imported."""

from __future__ import annotations

while True:
    pass
