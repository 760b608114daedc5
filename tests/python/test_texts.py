"""Texts that stand for files."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path

import pytest

from fuzzwright.python.discover import find_functions
from fuzzwright.python.instrument import Instrumenter, InstrumentingLoader
from fuzzwright.python.probes import Probes
from fuzzwright.python.texts import read_source, read_text, unsaved, use_texts


@pytest.fixture(autouse=True)
def no_texts_stay() -> Iterator[None]:
    yield
    use_texts({})


def test_a_text_counts_before_the_file_and_is_forgotten_with_the_next(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text("saved = 1\n", "utf-8")
    use_texts({str(file): "unsaved = 'ä'\n"})
    assert read_source(str(file)) == "unsaved = 'ä'\n".encode()
    assert read_text(str(file)) == "unsaved = 'ä'\n"
    linecache.checkcache()
    assert linecache.getline(str(file), 1) == "unsaved = 'ä'\n"
    use_texts({})
    assert unsaved(str(file)) is None
    assert read_source(str(file)) == b"saved = 1\n"
    assert linecache.getline(str(file), 1) == "saved = 1\n"


def test_without_text_and_file_there_is_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_source(str(tmp_path / "none.py"))
    assert read_text(str(tmp_path / "none.py")) is None


def test_a_text_without_a_file_is_compiled_found_and_quoted(tmp_path: Path) -> None:
    file = str(tmp_path / "never_saved.py")
    use_texts({file: "def f(n: int) -> int:\n    return n\n"})
    probes = Probes()
    loader = InstrumentingLoader("never_saved", file, Instrumenter(probes, lambda name, file: True))
    spec = ModuleSpec("never_saved", loader, origin=file)
    spec.has_location = True
    module = module_from_spec(spec)
    loader.exec_module(module)
    (found,) = find_functions(module)
    assert (found.qualname, found.line, found.last_line, found.reason) == ("f", 1, 2, "")
    assert inspect.getsource(module.f) == "def f(n: int) -> int:\n    return n\n"
    assert {site.file for site in probes.sites} == {file}
