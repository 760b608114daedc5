"""Modules that can be imported, and how those that cannot are told."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from fuzzwright.python.imports import import_modules
from fuzzwright.python.locate import locate

SAMPLES = Path(__file__).parent.parent / "samples"


@pytest.mark.usefixtures("clean_imports")
def test_one_module_that_fails_does_not_stop_the_others() -> None:
    files = {module.name: module.file for module in locate("broken", SAMPLES).modules}
    noted: list[str] = []
    modules, failures = import_modules(files, noted.append, files)
    assert list(modules) == ["broken", "broken.fine"]
    assert noted[: len(files)] == sorted(files)
    told = {failure.module: (failure.exception, os.path.basename(failure.file), failure.line) for failure in failures}
    assert told == {
        "broken.exits": ("SystemExit", "exits.py", 8),
        "broken.interrupts": ("KeyboardInterrupt", "interrupts.py", 1),
        "broken.needs": ("AttributeError", "raises.py", 5),
        "broken.odd": ("Odd", "odd.py", 6),
        "broken.raises": ("AttributeError", "raises.py", 5),
    }
    assert str(failures[0]).startswith("cannot import `broken.exits`: SystemExit: ran on import at ")
    assert "broken.raises" not in sys.modules


@pytest.mark.usefixtures("clean_imports")
def test_a_cycle_that_must_be_entered_elsewhere_is_tried_again() -> None:
    modules, failures = import_modules(["cycle", "cycle.first", "cycle.second"], lambda name: None)
    assert list(modules) == ["cycle", "cycle.first", "cycle.second"]
    assert failures == []
    assert modules["cycle.first"].two is modules["cycle.second"].two


@pytest.mark.usefixtures("clean_imports")
def test_a_syntax_error_is_told_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "fw_wrong.py").write_text("x = 1\ndef f(:\n    pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    _, failures = import_modules(["fw_wrong"], lambda name: None)
    assert (failures[0].exception, failures[0].line) == ("SyntaxError", 2)


@pytest.mark.usefixtures("clean_imports")
def test_a_module_hidden_by_another_of_its_name_is_not_taken_for_it(tmp_path: Path) -> None:
    file = tmp_path / "json.py"
    file.write_text("")
    modules, failures = import_modules(["json"], lambda name: None, {"json": str(file)})
    assert modules == {}
    assert failures[0].message.startswith("another module of this name is in the way: ")
