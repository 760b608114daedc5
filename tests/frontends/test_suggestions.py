"""Suggestions as a user meets them: on the terminal, in JSON and HTML, the same in every run."""

from __future__ import annotations

import json

import pytest

from tests.frontends.shell import Shell

pytestmark = pytest.mark.slow

STATISTICS = """
    from __future__ import annotations


    def mean(numbers: list[float]) -> float:
        return sum(numbers) / len(numbers)


    class Scale:
        def __init__(self, factor: int) -> None:
            self.factor = factor

        def heaviest(self, weights: list[int]) -> int:
            return self.factor * max(weights)

        def __lt__(self, other: object) -> bool:
            return self.factor < other.factor


    def find(names: list[str], name: str) -> int:
        return names.index(name) if name in names else None


    def apart(a: int, b: int) -> int:
        return 1 // (a - b)
"""
DIFF = """\
    +from annotated_types import Len
    +from typing import Annotated
    -def mean(numbers: list[float]) -> float:
    +def mean(numbers: Annotated[list[float], Len(1)]) -> float:
"""


def test_a_better_signature_is_shown_under_the_finding(shell: Shell) -> None:
    shell.write(figures=STATISTICS)
    said = shell("run", "figures.py", "--executions", "1000", "--json", "report.json", "--html", "report.html")
    report = json.loads((shell.folder / "report.json").read_text("ascii"))
    assert (said.code, said.err) == (1, "")
    assert f"  a stronger hint would say so:\n{DIFF}" in said.out
    assert "  an annotation that covers it:\n" in said.out
    found = {finding["function"]: finding["suggestion"] for finding in report["findings"]}
    assert found["figures.mean"] == "\n".join(line[4:] for line in DIFF.splitlines())
    assert found["figures.Scale.heaviest"].splitlines()[-1] == (
        "+    def heaviest(self, weights: Annotated[list[int], Len(1)]) -> int:"
    )
    assert found["figures.find"].splitlines()[-1] == "+def find(names: list[str], name: str) -> int | None:"
    assert found["figures.apart"] == found["figures.Scale.__lt__"] == ""
    page = (shell.folder / "report.html").read_text("utf-8")
    assert "a stronger hint would say so:" in page
    assert "+def mean(numbers: Annotated[list[float], Len(1)]) -&gt; float:" in page


def test_the_suggested_hint_takes_the_finding_away(shell: Shell) -> None:
    fixed = "from annotated_types import Len\nfrom typing import Annotated\n\n\n"
    fixed += "def mean(numbers: Annotated[list[float], Len(1)]) -> float:\n    return sum(numbers) / len(numbers)\n"
    shell.write(figures=fixed)
    assert shell("run", "figures.py", "--executions", "1000").code == 0


def test_suggestions_change_no_findings_and_repeat(shell: Shell) -> None:
    shell.write(figures=STATISTICS)
    reports = []
    for jobs in ("1", "2"):
        report = shell.anew.report("run", "figures.py", "--executions", "1000", "--jobs", jobs, "--store", f"{jobs}.db")
        assert {target["executions"] for target in report["targets"] if target["status"] == "fuzzed"} == {1000}
        reports.append([{**finding, "seconds": 0} for finding in report["findings"]])
    assert reports[0] == reports[1]
