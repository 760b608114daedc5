"""Keys of functions: what keeps them, and what changes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fuzzwright.editor.buffers import Module, parse
from fuzzwright.editor.keys import Keys

TEXT = """\
import prices

RATE = 19

def total(items: list[int]) -> int:
    '''Add.'''
    return with_tax(sum(items))

def with_tax(net: int) -> int:
    return net + net * RATE // 100

def other(x: int) -> int:
    return x

class Basket:
    limit = 3
    def __init__(self) -> None:
        self.items: list[int] = []
    def add(self, item: int) -> int:
        return self.check(item)
    def check(self, item: int) -> int:
        return item
    def unrelated(self) -> int:
        return 1
    def price(self) -> int:
        return prices.of(3)
"""


def keys_of(text: str, root: Path, keys: Keys | None = None) -> dict[str, str]:
    module = Module("shop", str(root / "shop.py"), str(root))
    return (keys or Keys()).of({"shop": (module, parse(text, 1, module))}, [str(root)])["shop"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("RATE // 100", "RATE // 100  # taxed"),
        ("def with_tax", "\n\n# about tax\n\ndef with_tax"),
        ("return net + net * RATE // 100", "return (\n        net\n        + net * RATE // 100\n    )"),
        ("    return with_tax(sum(items))", "\n    return with_tax( sum( items ) )"),
    ],
)
def test_comments_layout_and_moved_lines_keep_all_keys(old: str, new: str, tmp_path: Path) -> None:
    assert keys_of(TEXT.replace(old, new), tmp_path) == keys_of(TEXT, tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("return x", "return x + 1", {"other"}),
        ("x: int) -> int:\n    return x", "x: str) -> int:\n    return x", {"other"}),
        ("net + net", "net - net", {"total", "with_tax"}),
        ("RATE = 19", "RATE = 7", {"total", "with_tax"}),
        ("        return item\n", "        return -item\n", {"Basket.add", "Basket.check"}),
        ("        return 1", "        return 2", {"Basket.unrelated"}),
    ],
)
def test_a_change_changes_the_keys_of_what_leads_to_it(old: str, new: str, changed: set[str], tmp_path: Path) -> None:
    before, after = keys_of(TEXT, tmp_path), keys_of(TEXT.replace(old, new, 1), tmp_path)
    assert {name for name in before if before[name] != after[name]} == changed


def test_a_class_counts_for_its_methods(tmp_path: Path) -> None:
    before, after = keys_of(TEXT, tmp_path), keys_of(TEXT.replace("limit = 3", "limit = 4"), tmp_path)
    changed = {name for name in before if before[name] != after[name]}
    assert changed == {name for name in before if name.startswith("Basket.")}


def test_a_function_that_is_renamed_keeps_its_key(tmp_path: Path) -> None:
    renamed = TEXT.replace("def other(", "def another(")
    assert keys_of(renamed, tmp_path)["another"] == keys_of(TEXT, tmp_path)["other"]
    recursive = "def f(n: int) -> int:\n    return f(n - 1) if n else 0\n"
    assert keys_of(recursive.replace("f(", "g("), tmp_path)["g"] == keys_of(recursive, tmp_path)["f"]


def test_a_saved_module_of_the_project_counts_and_is_read_again_when_it_changes(tmp_path: Path) -> None:
    keys = Keys()
    (tmp_path / "prices.py").write_text("def of(n): return n\n", "utf-8")
    before = keys_of(TEXT, tmp_path, keys)
    (tmp_path / "prices.py").write_text("def of(n): return n + 17\n", "utf-8")
    after = keys_of(TEXT, tmp_path, keys)
    assert {name for name in before if before[name] != after[name]} == {"Basket.price"}


def test_an_open_text_counts_before_its_file(tmp_path: Path) -> None:
    (tmp_path / "prices.py").write_text("def of(n): return n\n", "utf-8")
    shop = Module("shop", str(tmp_path / "shop.py"), str(tmp_path))
    prices = Module("prices", str(tmp_path / "prices.py"), str(tmp_path))
    keys, roots = Keys(), [str(tmp_path)]
    before = keys.of({"shop": (shop, parse(TEXT, 1, shop))}, roots)["shop"]
    unsaved = parse("def of(n): return -n\n", 1, prices)
    after = keys.of({"shop": (shop, parse(TEXT, 1, shop)), "prices": (prices, unsaved)}, roots)["shop"]
    assert {name for name in before if before[name] != after[name]} == {"Basket.price"}


def test_settings_are_part_of_a_key(tmp_path: Path) -> None:
    assert keys_of(TEXT, tmp_path, Keys("a"))["other"] != keys_of(TEXT, tmp_path, Keys("b"))["other"]


@pytest.mark.parametrize("sign", ["\f", "\x1c", "\u2028"])
def test_signs_that_end_no_line_of_python_hide_no_edit(sign: str, tmp_path: Path) -> None:
    text = f"'{sign * 3}'\ndef f(a: int) -> int:\n    b = a\n    return b + 1\n"
    keys = Keys()
    before = keys_of(text, tmp_path, keys)
    assert keys_of(text.replace("+ 1", "+ 2"), tmp_path, keys) != before


def test_hundreds_of_branches_in_a_row_have_keys_that_change_with_them(tmp_path: Path) -> None:
    rest = "".join(f"    elif a == {number}:\n        return {number}\n" for number in range(1, 1200))
    text = f"def f(a: int) -> int:\n    if a == 0:\n        return 0\n{rest}class C:\n    x = {'+'.join('1' * 1200)}\n"
    keys = Keys()
    before = keys_of(text, tmp_path, keys)
    assert keys_of(text.replace("return 7\n", "return 8\n"), tmp_path, keys) != before
