"""What is imported before there are workers, and what is left to them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fuzzwright.editor.examples import Status
from fuzzwright.editor.warm import Needs
from fuzzwright.settings import Settings
from tests.editor.watching import Watched

pytestmark = pytest.mark.slow


def files(root: Path, **texts: str) -> None:
    for name, text in texts.items():
        file = root / (name.replace("__", "/", 1) + ".py")
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")


def test_a_package_that_imports_the_open_text_sees_the_text(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("from shop.orders import total\n", "utf-8")
    (tmp_path / "shop" / "orders.py").write_text("def total(n: int) -> int:\n    return 1\n", "utf-8")
    (tmp_path / "shop" / "tax.py").write_text("import shop\ndef vat(n: int) -> int:\n    return n * 2\n", "utf-8")
    with Watched(tmp_path) as watched:
        first = "tax.shop.total.__code__.co_firstlineno"
        text = f"from shop import tax\n\ndef total(n: int) -> int:\n    return tax.vat(n) // {first}\n"
        watched.write("shop/orders.py", text)
        watched.settle()
        results = {each.call: each.result for each in watched.latest["total"].examples}
        assert results["total(3)"] == "2"  # 3 * 2 // 3: the text's `total` begins on line 3, the file's on line 1


def test_a_module_that_does_without_others_still_gets_an_open_one(tmp_path: Path) -> None:
    files(
        tmp_path,
        prices="def of(n: int) -> int:\n    return n\n",
        maybe="try:\n    import prices\nexcept ImportError:\n    prices = None\n",
    )
    with Watched(tmp_path) as watched:
        watched.write("prices.py", "def of(n: int) -> int:\n    return n * 3\n")
        shop = "import maybe\n\ndef total(n: int) -> int:\n    return maybe.prices.of(n)\n"
        watched.write("shop.py", shop)
        watched.settle()
        results = {each.call: each.result for each in watched.latest["total"].examples}
        assert results["total(3)"] == "9"


def test_a_dependency_that_starts_threads_is_named_and_workers_start_cold(tmp_path: Path) -> None:
    files(
        tmp_path,
        threaded="import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n",
    )
    with Watched(tmp_path) as watched:
        watched.write("shop.py", "import threaded\n\ndef twice(n: int) -> int:\n    return n * 2\n")
        watched.settle()
        assert watched.shows("twice", "returned")
        texts = [each.text for each in watched.said if isinstance(each, Status)]
        assert texts[-1].endswith("; cold: threaded starts threads")


def test_a_dependency_that_ends_the_process_is_told_at_the_functions(tmp_path: Path) -> None:
    files(tmp_path, deadly="import os\nos._exit(7)\n")
    with Watched(tmp_path) as watched:
        watched.write("shop.py", "import deadly\n\ndef twice(n: int) -> int:\n    return n * 2\n")
        watched.until(lambda: watched.latest and watched.latest["twice"].state == "skipped")
        assert watched.latest["twice"].reason.startswith("importing it ends the process (exit code 7)")
        watched.write("shop.py", "def twice(n: int) -> int:\n    return n * 2\n", 2)
        watched.until(lambda: watched.latest["twice"].state == "settled")


def test_a_text_whose_import_does_not_end_is_given_up(tmp_path: Path) -> None:
    with Watched(tmp_path, settings=replace(Settings(), import_limit=1.0)) as watched:
        watched.write("shop.py", "def twice(n: int) -> int:\n    return n * 2\n\nwhile True: pass\n")
        watched.until(lambda: watched.latest and watched.latest["twice"].state == "skipped")
        assert watched.latest["twice"].reason.startswith("importing it takes too long")


def test_two_texts_of_one_name_do_not_mix(tmp_path: Path) -> None:
    files(tmp_path, one__main="", two__main="")
    with Watched(tmp_path) as watched:
        one = watched.write("one/main.py", "def f(n: int) -> str:\n    return 'one'\n")
        watched.live.set_focus(one, 1)
        watched.settle()
        two = watched.write("two/main.py", "def g(n: int) -> str:\n    return 'two'\n")
        watched.live.set_focus(two, 1)
        watched.until(lambda: watched.latest.get("g") and watched.latest["g"].state == "settled")
        assert watched.latest["g"].examples[0].result == "'two'"
        assert watched.live.functions(one)[0].examples[0].result == "'one'"


@pytest.mark.parametrize(
    ("changes", "met"),
    [
        ({}, True),
        ({"imports": frozenset({"re"})}, True),
        ({"imports": frozenset({"re", "json", "csv"})}, False),
        ({"files": {}}, True),
        ({"files": {"a": "a.py", "b": "b.py"}}, False),
        ({"stamp": 1}, False),
        ({"roots": ("y",)}, False),
    ],
)
def test_a_nursery_does_for_what_needs_no_more_than_it_has(changes: dict[str, object], met: bool) -> None:
    made = Needs({"a": "a.py"}, frozenset({"re", "json"}), ("x",))
    assert replace(made, **changes).are_met_by(made) is met  # type: ignore[arg-type] # by the table above
