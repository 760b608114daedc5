"""What targets stand for, and how wrong ones are refused."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.locate import locate, matches

SAMPLES = Path(__file__).parent.parent / "samples"


def names(target: str, cwd: Path = SAMPLES, path: list[str] | None = None) -> list[str]:
    return [module.name for module in locate(target, cwd, path or []).modules]


def roots(target: str, cwd: Path = SAMPLES) -> list[str]:
    return [os.path.relpath(root, SAMPLES) for root in locate(target, cwd).roots]


def refusal(target: str, cwd: Path = SAMPLES) -> FuzzwrightError:
    with pytest.raises(FuzzwrightError) as caught:
        locate(target, cwd, sys.path)
    return caught.value


@pytest.mark.parametrize(
    ("target", "modules", "where"),
    [
        ("shop", ["shop", "shop.inner.deeper", "shop.kinds"], ["."]),
        ("shop/", ["shop", "shop.inner.deeper", "shop.kinds"], ["."]),
        ("shop/kinds.py", ["shop.kinds"], ["."]),
        ("shop.kinds", ["shop.kinds"], ["."]),
        ("shop/__init__.py", ["shop"], ["."]),
        ("shop/inner/deeper.py", ["shop.inner.deeper"], ["."]),
        ("shop.inner", ["shop.inner.deeper"], ["."]),
        ("shop/test_near.py", ["shop.test_near"], ["."]),
        ("shop/tests", ["shop.tests", "shop.tests.test_shop"], ["."]),
        ("loose", ["one", "sub.two", "three"], ["loose/my-tools", "loose"]),
        ("loose/sub/two.py", ["two"], ["loose/sub"]),
        ("project", ["docs.conf", "spaced.deep.thing"], ["project/src", "project"]),
        ("project/src", ["spaced.deep.thing"], ["project/src"]),
        ("project/src/spaced/deep/thing.py", ["spaced.deep.thing"], ["project/src"]),
        ("hostile", ["hostile"], ["."]),
    ],
)
def test_a_target_stands_for_modules_and_import_roots(target: str, modules: list[str], where: list[str]) -> None:
    assert names(target) == modules
    assert roots(target) == where


def test_a_name_in_the_src_folder_of_the_project_is_found() -> None:
    assert names("spaced.deep.thing", SAMPLES / "project") == ["spaced.deep.thing"]


def test_a_dotted_name_is_looked_up_on_the_path_of_the_worker() -> None:
    assert names("shop.kinds", SAMPLES / "loose", ["", str(SAMPLES)]) == ["shop.kinds"]
    assert "json.decoder" in names("json", SAMPLES, sys.path)


def test_nothing_is_imported_by_looking() -> None:
    before = set(sys.modules)
    locate("shop", SAMPLES)
    assert set(sys.modules) == before


@pytest.mark.parametrize(
    ("target", "function"),
    [
        ("shop.kinds:plain", "plain"),
        ("shop/kinds.py:Box.method", "Box.method"),
        ("shop/kinds.py::Box::method", "Box.method"),
        ("shop.kinds:Box", "Box"),
        ("shop.kinds:add_one", "add_one"),
        ("shop:top", "top"),
    ],
)
def test_a_function_can_be_asked_for(target: str, function: str) -> None:
    located = locate(target, SAMPLES)
    assert located.function == function
    assert located.wants(function)
    assert not located.wants("other")
    assert not located.wants(function + "_too")


def test_a_class_asks_for_all_its_methods() -> None:
    located = locate("shop.kinds:Box", SAMPLES)
    assert located.wants("Box.method")
    assert located.wants("Box.Inner.inside")


def test_what_is_left_out_is_told_with_the_reason() -> None:
    skipped = {Path(file).name: reason for file, reason in locate("shop", SAMPLES).skipped}
    assert skipped == {"__main__.py": "runs when imported", "test_near.py": "a test"}


def test_folders_that_hold_no_source_of_the_project_are_not_entered(tmp_path: Path) -> None:
    left_out = [".venv/a", "__pycache__", "node_modules/b", "build/lib", "dist", "env/lib", "tests", ".git"]
    for folder in [*left_out, "pkg", "pkg/build"]:
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / "module.py").write_text("")
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    (tmp_path / "pkg" / "build" / "__init__.py").write_text("")
    assert names(".", tmp_path) == ["pkg.build", "pkg.build.module", "pkg.module"]


def test_two_files_for_one_module_name_are_told(tmp_path: Path) -> None:
    for folder in ("part-a", "part-b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "main.py").write_text("")
    located = locate(".", tmp_path)
    assert [Path(module.file).parent.name for module in located.modules] == ["part-a"]
    assert [Path(file).parent.name for file, reason in located.skipped if "another module `main`" in reason] == [
        "part-b"
    ]


def test_a_folder_that_links_to_itself_comes_to_an_end(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("")
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    assert names(".", tmp_path) == ["one"]


@pytest.mark.parametrize(
    ("target", "what", "fix"),
    [
        ("nope/x.py", "no such path: `nope/x.py`", "check the spelling, or the current folder"),
        ("shop/kind.py", "no such path: `shop/kind.py`", "did you mean `kinds.py`?"),
        ("shop.kind", "no module `shop.kind`", "did you mean `shop.kinds`?"),
        ("shopp", "no module or path `shopp`", "did you mean `shop`?"),
        ("shop.kinds.plain", "`shop.kinds` is a module, not a package", "write `shop.kinds:plain`"),
        ("shop.kinds:plian", "no function `plian` in `shop.kinds`", "did you mean `shop.kinds:plain`?"),
        (
            "shop:plain",
            "no function `plain` in `shop`",
            "it is imported there: name it where it is defined, `shop.kinds:plain`",
        ),
        ("shop:zzz", "no function `zzz` in `shop`", "it has `top`"),
        ("shop.inner:deep", "`shop.inner` is a folder, not a module", "write `shop.inner.module:deep`"),
        ("project/pyproject.toml", "`project/pyproject.toml` is not a Python file that can be imported", None),
        ("sys", "`sys` is built into the interpreter: it has no source", "name a module in Python"),
        ("shop.kinds:not a name", "`shop.kinds:not a name` is not a target", None),
    ],
)
def test_a_wrong_target_is_refused_with_a_way_out(target: str, what: str, fix: str | None) -> None:
    error = refusal(target)
    assert error.what == what
    assert error.fix
    assert fix is None or error.fix == fix


def test_a_syntax_error_in_the_only_module_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text("x = 1\ndef f(:\n    pass\n")
    error = refusal("wrong.py", tmp_path)
    assert error.what == "syntax error in `wrong`: invalid syntax"
    assert error.where == f"{tmp_path / 'wrong.py'}:2"


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.py").write_bytes(b"x = 1\0\xff")
    assert "`binary`" in refusal("binary.py", tmp_path).what


def test_a_folder_without_python_is_refused_and_says_what_was_left_out(tmp_path: Path) -> None:
    assert refusal(".", tmp_path).what == "no Python module in `.`"
    (tmp_path / "setup.py").write_text("")
    assert refusal(".", tmp_path).what.endswith("setup.py, runs when imported)")


def test_patterns_choose_by_full_name() -> None:
    assert matches("shop.kinds.plain")
    assert matches("shop.kinds.plain", ["shop.*"])
    assert not matches("shop.kinds.plain", ["other.*"])
    assert not matches("shop.kinds.plain", ["shop.*"], ["*.plain"])
