"""Examples as unit tests: what is written, where, and that it does what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fuzzwright.editor.examples import LiveExample
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.lsp.made_tests import file_for, folder_for_tests, make_test
from tests.frontends.lsp.made import example, function

IMPORT = ("from shop import mean",)
RAISES = example("mean([])", "raised", "ZeroDivisionError: division by zero", imports=IMPORT, at=2)
WORKS = example("mean([1, 2])", result="1.5", imports=IMPORT)
REFUSES = example("mean(None)", "refused", "TypeError: no list", imports=IMPORT)
BEFORE = "def mean(xs):\n    if xs is None:\n        raise TypeError('no list')\n    return sum(xs) / len(xs)\n"
AFTER = BEFORE.replace("/ len(xs)", "/ (len(xs) or 1)")


def made(shown: LiveExample, there: str | None = None) -> str:
    return make_test("shop", function(shown, name="mean", last=4), shown, Path("tests"), there).text


def run_tests(folder: Path, module: str, *texts: str) -> int:
    (folder / "shop.py").write_text(module)
    for number, text in enumerate(texts):
        (folder / f"test_{number}.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:fuzzwright", "."]
    # Two versions of one length written within a second look the same to the cache of compiled modules.
    environment = {"PYTHONPATH": ".", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False).returncode


@pytest.mark.slow
def test_a_test_of_a_failure_fails_until_it_is_mended(tmp_path: Path) -> None:
    assert run_tests(tmp_path, BEFORE, made(RAISES)) == 1
    assert run_tests(tmp_path, AFTER, made(RAISES)) == 0


@pytest.mark.slow
def test_tests_of_what_works_pass_while_it_works(tmp_path: Path) -> None:
    texts = [made(WORKS), made(REFUSES)]
    assert run_tests(tmp_path, BEFORE, *texts) == 0
    assert run_tests(tmp_path, BEFORE.replace("sum", "max"), *texts) == 1


def test_a_test_joins_those_that_are_there() -> None:
    other = example("mean([0, 'a'])", "raised", "TypeError: unsupported", imports=IMPORT)
    both = made(other, made(RAISES))
    assert "def test_mean_does_not_raise_zero_division_error()" in both
    assert "def test_mean_does_not_raise_type_error()" in both
    assert made(RAISES, both) == both


def test_what_ends_the_process_is_tested_in_one_of_its_own() -> None:
    text = made(example("mean([])", "raised", "os._exit: os._exit with code 1", imports=IMPORT))
    assert "in_a_process(" in text
    assert "def test_mean_does_not_end_the_process()" in text


def test_the_line_of_the_new_test_is_told() -> None:
    test = make_test("shop", function(RAISES, name="mean"), RAISES, Path("tests"), None)
    assert test.text.splitlines()[test.line - 1] == "def test_mean_does_not_raise_zero_division_error() -> None:"
    test = make_test("shop", function(WORKS, name="mean"), WORKS, Path("tests"), None)
    assert test.text.splitlines()[test.line - 1] == "def test_mean_returns_what_it_did() -> None:"


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (example("f(1)", result="<object at 0x7f>"), "its result cannot be written down"),
        (example("f(1)", result="nan"), "its result cannot be written down"),
        (example("f(1)", result="[1, 2, …"), "its result cannot be written down"),
        (example("f(1)", outcome="mistyped", result="'a'", effect="but int is annotated"), "not of the annotated type"),
        (example("f(1)", "blocked", "open a file"), "it would do something to the outside"),
        (example("f(<x>)", "raised", "KeyError: 1"), "its call cannot be written as Python"),
    ],
)
def test_where_no_test_can_be_made_it_says_why(shown: LiveExample, why: str) -> None:
    with pytest.raises(FuzzwrightError, match=why):
        made(shown)


def test_files_of_others_are_left_alone() -> None:
    with pytest.raises(FuzzwrightError, match="it is not ours"):
        made(RAISES, "def test_mine(): ...\n")
    with pytest.raises(FuzzwrightError, match="is no Python"):
        made(RAISES, made(RAISES) + "def (:\n")


def test_failures_and_examples_have_files_of_their_own() -> None:
    names = [file_for("shop.cart", each, Path("t")).name for each in (RAISES, WORKS)]
    assert names == ["test_shop_cart_findings.py", "test_shop_cart_examples.py"]


@pytest.mark.parametrize(
    ("there", "folder"),
    [
        (["pyproject.toml", "src/shop/cart.py"], "tests"),
        (["pyproject.toml", "src/shop/cart.py", "test/x.py"], "test"),
        (["pyproject.toml", "src/shop/cart.py", "src/shop/test_cart.py"], "src/shop"),
        (["pyproject.toml", "src/shop/cart.py", "src/shop/test_cart.py", "tests/x.py"], "tests"),
        (["src/shop/cart.py"], "tests"),
    ],
)
def test_tests_go_where_the_project_has_them(tmp_path: Path, there: list[str], folder: str) -> None:
    for name in there:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert folder_for_tests(tmp_path / "src/shop/cart.py", tmp_path) == tmp_path / folder


def test_tests_go_where_pytest_is_told_to_look(tmp_path: Path) -> None:
    (tmp_path / "checks").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\ntestpaths = ["checks"]\n')
    assert folder_for_tests(tmp_path / "shop.py", tmp_path) == tmp_path / "checks"
