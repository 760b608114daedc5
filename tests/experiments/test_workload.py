"""Workloads are read, laid out with one bug or none, and imported without a trace."""

from __future__ import annotations

import sys
import types
from pathlib import Path

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.experiments.workloads.bst import variants
from fuzzwright.experiments.workloads.workload import (
    Task,
    Variant,
    Workload,
    imported,
    lay_out,
    load,
    verdict_on,
)
from fuzzwright.python.properties import assume

BUG = Variant("late", "Comes late.", "tree.py", "right", "wrong", ("stays", "goes"))


def plant(monkeypatch: pytest.MonkeyPatch, file: str, right: str) -> None:
    monkeypatch.setattr(variants, "VARIANTS", (Variant("planted", "Is wrong.", file, right, "", ("insert_post",)),))


def text_of(folder: Path) -> dict[str, str]:
    return {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in sorted(folder.rglob("*.py"))}


def test_the_tasks_are_each_bug_with_each_property_that_catches_it() -> None:
    assert Workload("toy", (BUG,), {}).tasks() == (Task("toy", "late", "stays"), Task("toy", "late", "goes"))


def test_a_task_is_written_with_slashes() -> None:
    assert str(Task("bst", "insert_1", "insert_post")) == "bst/insert_1/insert_post"


def test_a_workload_is_read_by_its_name() -> None:
    workload = load("bst")
    assert workload.name == "bst"
    assert workload.variants == variants.VARIANTS


def test_a_wrong_name_is_told_with_the_right_ones() -> None:
    with pytest.raises(FuzzwrightError, match="no workload called `bts`") as caught:
        load("bts")
    assert caught.value.fix == "use one of: bst, rbt, stlc, ifc, wasm"


def test_the_base_is_laid_out_as_it_is_without_the_answers(tmp_path: Path) -> None:
    assert lay_out("bst", None, tmp_path) == "bst.properties"
    assert [file.name for file in tmp_path.iterdir()] == ["bst"]
    original = text_of(Path(variants.__file__).parent)
    del original["variants.py"], original["witnesses.py"]
    assert text_of(tmp_path / "bst") == original


def test_a_variant_differs_from_the_base_in_one_place_of_one_file(tmp_path: Path) -> None:
    lay_out("bst", None, tmp_path / "base")
    lay_out("bst", "insert_3", tmp_path / "variant")
    base, variant = text_of(tmp_path / "base" / "bst"), text_of(tmp_path / "variant" / "bst")
    assert [file for file in base if base[file] != variant[file]] == ["tree.py"]
    right, wrong = base["tree.py"].splitlines(), variant["tree.py"].splitlines()
    assert [line for line in wrong if line not in right] == [
        "    return Node(tree.left, key, tree.value, tree.right)",
    ]


def test_an_unknown_variant_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(FuzzwrightError, match="`bst` has no variant called `insert_9`") as caught:
        lay_out("bst", "insert_9", tmp_path)
    assert "insert_1, insert_2" in str(caught.value.fix)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("right", "times"), [("Node(tree.left, key, values, tree.right)", 0), ("def ", 7)])
def test_a_text_to_replace_has_to_be_there_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, right: str, times: int
) -> None:
    plant(monkeypatch, "tree.py", right)
    with pytest.raises(FuzzwrightError, match=f"`planted` replaces occurs {times} times"):
        lay_out("bst", "planted", tmp_path)


@pytest.mark.parametrize("file", ["trie.py", "witnesses.py"])
def test_a_bug_in_no_file_that_is_laid_out_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str) -> None:
    plant(monkeypatch, file, "x")
    with pytest.raises(FuzzwrightError, match=f"`bst` has no file `{file}`"):
        lay_out("bst", "planted", tmp_path)


def test_nothing_is_laid_out_over_what_is_there(tmp_path: Path) -> None:
    lay_out("bst", "insert_1", tmp_path)
    before = text_of(tmp_path)
    with pytest.raises(FuzzwrightError, match="laid out here already"):
        lay_out("bst", None, tmp_path)
    assert text_of(tmp_path) == before


def test_an_import_leaves_no_trace_even_if_what_uses_it_fails(tmp_path: Path) -> None:
    module = lay_out("bst", None, tmp_path)
    path, modules = list(sys.path), set(sys.modules)

    def use_and_fail() -> None:
        with imported(module, tmp_path) as properties:
            assert properties.__name__ == "bst.properties"
            assert {"bst", "bst.tree", "bst.properties"} <= set(sys.modules)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        use_and_fail()
    assert sys.path == path
    assert set(sys.modules) == modules


def test_two_variants_can_be_imported_one_inside_the_other(tmp_path: Path) -> None:
    for name in ("insert_1", "insert_3"):
        lay_out("bst", name, tmp_path / name)
    with imported("bst.properties", tmp_path / "insert_1") as outer:
        with imported("bst.properties", tmp_path / "insert_3") as inner:
            assert inner is not outer
        assert sys.modules["bst.properties"] is outer
        assert sys.modules["bst.tree"].Node is outer.Node


def test_a_call_of_a_property_passes_fails_or_is_discarded() -> None:
    def is_half(number: int, half: int) -> bool:
        assume(number >= 0)
        assert half >= 0
        return 2 * half == number

    properties = types.ModuleType("properties")
    vars(properties).update(is_half=is_half, TWO=2)
    assert verdict_on(properties, "is_half", "TWO, 1") == "passed"
    assert verdict_on(properties, "is_half", "TWO, 2") == "failed"
    assert verdict_on(properties, "is_half", "TWO, -1") == "failed"
    assert verdict_on(properties, "is_half", "-TWO, -1") == "discarded"
