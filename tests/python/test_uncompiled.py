import importlib.machinery
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fuzzwright.python.imports import import_modules
from fuzzwright.python.instrument import Instrumenter
from fuzzwright.python.probes import Probes, is_instrumented
from fuzzwright.python.uncompiled import SourcesBeside

SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package with files beside its modules that look like extension modules; no machine could load these."""
    folder = tmp_path / "fw_compiled"
    folder.mkdir()
    (folder / "__init__.py").write_text("from fw_compiled.counting import half\n")
    (folder / "counting.py").write_text("def half(n: int) -> int:\n    return n // 2 if n else 0\n")
    (folder / "cython_only.py").write_text("import os, cython\n")
    for name in ("__init__", "counting", "cython_only"):
        (folder / f"{name}{SUFFIX}").write_bytes(b"")
    monkeypatch.syspath_prepend(str(tmp_path))
    before, finders = set(sys.modules), list(sys.meta_path)
    yield folder
    sys.meta_path[:] = finders
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_compiled_modules_come_from_the_source_beside_them_with_probes(package: Path) -> None:
    instrumenter = Instrumenter(probes := Probes(), lambda name, file: name.startswith("fw_compiled"))
    instrumenter.install()
    beside = SourcesBeside(["fw_compiled"])
    beside.install(instrumenter)
    files = {"fw_compiled": str(package / "__init__.py"), "fw_compiled.counting": str(package / "counting.py")}
    modules, failures = import_modules(files, lambda name: None, files)
    assert failures == []
    assert modules["fw_compiled"].half(5) == 2
    assert is_instrumented(modules["fw_compiled.counting"].half.__code__, probes)
    assert beside.told() == ["fw_compiled is compiled: the source beside its modules is run instead"]


def test_modules_of_other_packages_stay_compiled(package: Path) -> None:
    instrumenter = Instrumenter(Probes(), lambda name, file: True)
    instrumenter.install()
    SourcesBeside(["another"]).install(instrumenter)
    _, failures = import_modules(["fw_compiled"], lambda name: None)
    assert [failure.exception for failure in failures] == ["ImportError"]


def test_a_source_that_asks_cython_for_something_does_not_stand_for_what_is_compiled(package: Path) -> None:
    beside = SourcesBeside(["fw_compiled"])
    sys.meta_path.insert(0, beside)
    spec = beside.find_spec("fw_compiled.cython_only", [str(package)])
    assert spec is not None
    assert isinstance(spec.loader, importlib.machinery.ExtensionFileLoader)


def test_what_stays_compiled_is_told_apart_from_what_another_module_hides(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Loaded:
        __file__ = str(package / f"cython_only{SUFFIX}")

    monkeypatch.setitem(sys.modules, "fw_loaded", Loaded)
    _, failures = import_modules(["fw_loaded"], lambda name: None, {"fw_loaded": str(package / "cython_only.py")})
    assert failures[0].message.startswith("it is compiled, and its source cannot stand for it: ")
    assert "--no-binary" in failures[0].fix


@pytest.mark.slow
def test_a_package_that_mypyc_compiled_is_fuzzed_like_any_other(tmp_path: Path) -> None:
    folder = tmp_path / "fw_native"
    folder.mkdir()
    (folder / "__init__.py").write_text("from fw_native.shares import Account, share\n")
    (folder / "shares.py").write_text(
        "class Account:\n"
        "    def __init__(self, owed: int) -> None:\n"
        "        self.owed = owed\n\n\n"
        "def share(account: Account, heads: int) -> int:\n"
        "    if heads > 1000:\n"
        "        return account.owed // (heads - 1234)\n"
        "    return account.owed\n"
    )
    subprocess.run(
        [sys.executable, "-m", "mypyc", "fw_native/__init__.py", "fw_native/shares.py"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert list(folder.glob(f"shares*{SUFFIX}"))
    command = [sys.executable, "-m", "fuzzwright", "run", "fw_native", "--executions", "3000", "--json", "found.json"]
    subprocess.run([*command, "--store", "store.db"], cwd=tmp_path, check=False, capture_output=True)
    report = json.loads((tmp_path / "found.json").read_text("utf-8"))
    found = [(each["exception"], each["file"], each["line"]) for each in report["findings"]]
    assert ("ZeroDivisionError", "fw_native/shares.py", 8) in found
