"""Which modules a property is followed into."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from types import ModuleType

import pytest

from fuzzwright.python import project as ours
from fuzzwright.python.project import Project, project_of


def write(folder: Path, **modules: str) -> None:
    """Write modules, each by its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(dedent(text), "utf-8")


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A project with code in two folders, and a package that is installed inside it."""
    (tmp_path / "pyproject.toml").write_text("")
    write(
        tmp_path / "src",
        shop_prices="import shop_taxes\nimport shop_installed\ndef price(x: int) -> int: return shop_taxes.tax(x)\n",
        shop_taxes="def tax(x: int) -> int: return x\n",
        shop_aside="def aside(x: int) -> int: return x\n",
    )
    write(tmp_path / "lib" / "site-packages", shop_installed="def installed(): pass\n")
    write(
        tmp_path / "tests",
        shop_tests="""
            import json
            from fuzzwright import agree, prop
            from shop_prices import price

            @prop
            def prices(x: int) -> bool:
                return price(x) >= x
        """,
        shop_laws="""
            import importlib
            from fuzzwright import agree

            def law():
                return agree(importlib.import_module("shop_taxes").tax, abs)
        """,
    )
    for folder in ("src", "lib/site-packages", "tests"):
        monkeypatch.syspath_prepend(tmp_path / folder)
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("shop_")]:
        del sys.modules[name]


def imported(name: str) -> ModuleType:
    """Return a module of the project."""
    __import__(name)
    return sys.modules[name]


def test_a_project_is_the_folder_above_with_its_marks(shop: Path) -> None:
    project = project_of([str(shop / "tests" / "shop_tests.py")], [str(shop / "tests")])
    assert project.roots == (str(shop / "tests"), str(shop))
    assert project.inside(str(shop / "src" / "shop_prices.py"))
    assert not project.inside(str(shop.parent / "elsewhere.py"))


def test_a_file_without_a_project_belongs_to_its_import_root(tmp_path: Path) -> None:
    project = project_of([str(tmp_path / "alone" / "it.py")], [str(tmp_path / "alone")])
    assert str(tmp_path / "alone") in project.roots
    assert not project.inside(str(tmp_path / "other" / "it.py"))


def test_what_is_installed_is_not_the_projects_own_unless_it_is_named(shop: Path) -> None:
    module = imported("shop_installed")
    assert not Project((str(shop),)).follows(module)
    assert Project((str(shop),), ("shop_installed",)).follows(module)
    assert not Project((str(shop),), ("shop",)).follows(module)


def test_fuzzwright_does_not_follow_itself() -> None:
    root = Path(ours.__file__).parents[3]
    assert not Project((str(root),)).inside(ours.__file__)
    assert Project((str(root),)).inside(__file__)
    assert Project((str(Path(ours.__file__).parent),)).inside(ours.__file__)


def test_a_property_leads_to_what_its_module_names_and_what_that_names(shop: Path) -> None:
    imported("shop_aside")
    module = imported("shop_tests")
    project = project_of([str(module.__file__)], [])
    assert [each.__name__ for each in project.used_by(module.prices)] == ["shop_tests", "shop_prices", "shop_taxes"]
    assert "shop_aside" in [each.__name__ for each in project.loaded()]


def test_a_law_leads_to_the_functions_it_is_made_of(shop: Path) -> None:
    module = imported("shop_laws")
    project = project_of([str(module.__file__)], [])
    assert [each.__name__ for each in project.used_by(module.law())] == ["shop_laws", "shop_taxes"]
