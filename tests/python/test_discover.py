"""What targets stand for, which modules can be imported, and which functions they have."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.discover import Found, find_functions, functions_in, import_modules, locate, matches

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


def test_functions_are_found_in_source_without_running_it() -> None:
    source = "raise SystemExit\ndef a():\n    def inner(): pass\nclass C:\n    async def m(self): pass\n"
    assert functions_in(source) == [("a", 2), ("C.m", 5)]
    assert functions_in("try:\n    def b(): pass\nexcept E:\n    def c(): pass\n") == [("b", 2), ("c", 4)]


def test_overloads_setters_and_what_only_checkers_see_are_not_functions() -> None:
    found = dict(functions_in((SAMPLES / "shop" / "kinds.py").read_text()))
    assert "only_for_checkers" not in found
    assert found["over"] > found["loose_static"]
    assert found["Box.value"] < found["Box.kept"]


def test_patterns_choose_by_full_name() -> None:
    assert matches("shop.kinds.plain")
    assert matches("shop.kinds.plain", ["shop.*"])
    assert not matches("shop.kinds.plain", ["other.*"])
    assert not matches("shop.kinds.plain", ["shop.*"], ["*.plain"])


@pytest.fixture
def clean_imports(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(SAMPLES))
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


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


@pytest.fixture
def kinds(clean_imports: None) -> ModuleType:
    return importlib.import_module("shop.kinds")


def table(module: ModuleType) -> dict[str, Found]:
    found: dict[str, Found] = {}
    for each in find_functions(module):
        if each.qualname not in found or not each.reason:
            found[each.qualname] = each
    return found


def test_every_kind_of_function_is_found_with_its_kind(kinds: ModuleType) -> None:
    kind_of = {name: found.kind for name, found in table(kinds).items() if not found.reason}
    assert kind_of == {
        "plain": "function",
        "_hidden": "function",
        "waits": "async",
        "counts": "generator",
        "ticks": "async_generator",
        "polite": "function",
        "rude": "function",
        "to_text": "function",
        "wrapped": "function",
        "unwrapped": "function",
        "cached": "function",
        "generic": "function",
        "_": "function",
        "opened": "contextmanager",
        "opened_later": "async_contextmanager",
        "add": "function",
        "add_one": "function",
        "double": "function",
        "loose_static": "function",
        "over": "function",
        "twice": "function",
        "checked": "function",
        "Box.__init__": "constructor",
        "Box.method": "method",
        "Box.made": "classmethod",
        "Box.static": "staticmethod",
        "Box.value": "property",
        "Box.kept": "property",
        "Box.remembered": "method",
        "Box.shown": "method",
        "Box._": "method",
        "Box.later": "async",
        "Box.several": "generator",
        "Box.__len__": "method",
        "Box.__add__": "method",
        "Box.Inner.__init__": "constructor",
        "Box.Inner.inside": "method",
        "SmallBox.smaller": "method",
        "Point.__post_init__": "constructor",
        "Point.norm": "method",
        "Pair.swapped": "method",
        "Colour.lighter": "method",
        "Shape.doubled": "method",
        "Stack.push": "method",
    }


def test_what_is_not_called_has_a_reason(kinds: ModuleType) -> None:
    reasons = {(found.qualname, found.line): found.reason for found in find_functions(kinds) if found.reason}
    by_name = {name: reason for (name, _), reason in reasons.items()}
    used = table(kinds)["twice"].line
    assert by_name == {
        "lost": "what `@to_text` made of it is not callable",
        "twice": f"another definition of this name is used, at line {used}",
        "gone": "not there after import: under a condition, or deleted",
        "test_something": "a test",
        "Box.value": "a property's setter or deleter",
        "Box.__repr__": "special method",
        "Box.Inner.__new__": "runs as part of the constructor, listed as `__init__`",
        "Colour._missing_": "part of Enum's machinery",
        "Sized.size": "declared in a Protocol",
        "Shape.__init__": "the class is abstract",
        "Shape.area": "abstract",
    }


def test_every_function_of_the_source_is_accounted_for(kinds: ModuleType) -> None:
    defined = {name for name, _ in functions_in((SAMPLES / "shop" / "kinds.py").read_text())}
    assert defined - {found.qualname for found in find_functions(kinds)} == set()


def test_what_is_found_can_be_called(kinds: ModuleType) -> None:
    found = table(kinds)
    box = kinds.Box(1)
    assert found["plain"].object(3) == 3
    assert found["unwrapped"].object(3) == 3
    assert found["add_one"].object(3) == 4
    assert found["loose_static"].object(3) == 3
    assert found["Box.__init__"].object(3).a == 3
    assert found["Box.made"].object(3).a == 3
    assert found["Box.static"].object(3) == 3
    assert found["Box.value"].object(box) == 1
    assert found["Box.kept"].object(box) == 1
    assert found["Box.method"].object(box, 2) == 3
    assert found["Box.shown"].object(box, 2) == "int"
    assert found["Box.remembered"].object(box, 2) == 2
    assert {name for name, each in found.items() if each.needs_self and each.owner is None} == set()
    assert found["Box.method"].needs_self
    assert not found["Box.made"].needs_self


def test_a_cache_can_be_emptied_before_each_run(kinds: ModuleType) -> None:
    found = table(kinds)
    kinds.cached(1)
    assert kinds.cached.cache_info().currsize == 1
    reset = found["cached"].reset
    assert reset is not None
    reset()
    assert kinds.cached.cache_info().currsize == 0
    assert found["Box.remembered"].reset is not None
    assert found["plain"].reset is None


def test_places_flags_and_names_are_told(kinds: ModuleType) -> None:
    found = table(kinds)
    lines = (SAMPLES / "shop" / "kinds.py").read_text().splitlines()
    assert lines[found["wrapped"].line - 1] == "def wrapped(a: int) -> int:"
    assert lines[found["plain"].last_line - 1] == "    return nested()"
    assert found["plain"].name == "shop.kinds.plain"
    assert found["_hidden"].private
    assert not found["Box.__init__"].private
    assert found["checked"].is_property
    assert not found["plain"].is_property
    assert found["Box.method"].owner is kinds.Box


def test_what_is_imported_from_elsewhere_is_not_listed(clean_imports: None) -> None:
    assert [found.qualname for found in find_functions(importlib.import_module("shop"))] == ["top"]


def test_tests_are_listed_if_asked_for(kinds: ModuleType) -> None:
    found = {each.qualname: each.reason for each in find_functions(kinds, tests=True)}
    assert found["test_something"] == ""


def test_objects_that_raise_when_asked_do_not_stop_the_search(clean_imports: None) -> None:
    found = {each.qualname: each.reason for each in find_functions(importlib.import_module("hostile"))}
    assert found["plain"] == ""
    assert found["Odd.method"] == ""
    assert found["replaced"] != ""


def test_functions_of_a_module_in_c_are_told_as_such() -> None:
    found = find_functions(importlib.import_module("_bisect"))
    assert {each.reason for each in found} == {"defined in C"}


@pytest.mark.parametrize(
    "name", ["json.decoder", "dataclasses", "typing", "collections", "functools", "enum", "argparse"]
)
def test_modules_of_the_standard_library_are_fully_accounted_for(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__file__ is not None
    defined = {qualname for qualname, _ in functions_in(Path(module.__file__).read_bytes())}
    assert defined - {found.qualname for found in find_functions(module)} == set()
