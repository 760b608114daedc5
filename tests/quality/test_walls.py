"""Lines that are hard to reach, reached from hints alone: the part of the walls that falls within seconds.

The benchmark `benchmarks/walls.py` measures all of them, with more time, more seeds and other engines.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

WALLS = Path(__file__).parent / "walls"
EXECUTIONS = 40_000

FALLING = {
    "accounts": ("inspect_lock",),
    "calendars": ("last_week_note", "upgrade"),
    "decoding": ("address_zone", "login_name", "radio_frame", "retries", "shop_page", "upload_reply"),
    "formats": ("bank_of", "display_name", "gray_level", "release_channel", "seconds_in"),
    "numbers": ("access_change", "header_kind", "ledger_band", "settle_shares", "till_check"),
    "orders": ("deal", "letter_swap", "staircase"),
    "parsers": ("Notebook.run",),
    "tables": ("axis_ticks", "parcel_desk", "rate_pair", "resolve_alias", "roster_line"),
    "texts": ("backend_of", "command_reply", "discounted", "gate_answer", "port_of", "unit_action"),
    "trees": ("paint_check",),
}


def written(module: str, folder: Path) -> Path:
    """Write the module with a raise in place of each marked line."""
    lines = []
    for line in (WALLS / f"{module}.py").read_text("utf-8").splitlines():
        indent = line[: len(line) - len(line.lstrip())]
        lines.append(f"{indent}raise Reached" if line.endswith("# wall") else line)
    file = folder / f"wall_{module}.py"
    file.write_text(
        "\n".join([*lines, "", "", "class Reached(Exception):", '    """The line was reached."""', ""]), "utf-8"
    )
    return file


@pytest.mark.slow
@pytest.mark.parametrize("module", sorted(FALLING))
def test_walls_fall_from_hints_alone(module: str, tmp_path: Path) -> None:
    file = written(module, tmp_path)
    report = tmp_path / "report.json"
    targets = [f"{file}:{function}" for function in FALLING[module]]
    command = [sys.executable, "-m", "fuzzwright", "run", *targets, "--executions", str(EXECUTIONS), "--quiet"]
    command += ["--store", str(tmp_path / "store.db"), "--json", str(report)]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, "NO_COLOR": "1"}, capture_output=True, check=False)
    findings = json.loads(report.read_text("utf-8"))["findings"]
    reached = {finding["function"].partition(".")[2] for finding in findings if "Reached" in finding["exception"]}
    assert reached >= set(FALLING[module])
