"""`fuzzwright types`: what a user sees of types and functions, in a real process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fuzzwright.campaigns.pyrefly import pyrefly_command
from tests.frontends.shell import Shell

SHOP = """
import threading
from typing import Protocol

class Named(Protocol):
    name: str

class Item:
    def __init__(self, name, price=0):
        '''
        :param str name: what it is called
        '''
        self.name = name
        self.price = price

class Cart:
    def __init__(self, items: list[Item], owner: Named) -> None:
        self.items = items
        self.count = 0

    def total(self) -> int:
        return sum(item.price for item in self.items)

class Unused:
    key: "Hidden"

class Hidden:
    pass

def label(thing: Named) -> str:
    return thing.name

def half(x):
    return x / 2

def wait(thread: threading.Thread) -> None: ...

def lost(x: "Nowhere") -> int: ...

def plain(x: int) -> str:
    return str(x)

HALF = half(8)
"""


@pytest.fixture
def shop(shell: Shell) -> Shell:
    shell.write(shop=SHOP)
    return shell


def asked(shell: Shell, *words: str) -> dict[str, Any]:
    said = shell("types", *words, "--json", "-")
    assert said.code == 0, said.err
    content: dict[str, Any] = json.loads(said.out)
    return content


def by_name(content: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    functions = {row["function"].removeprefix("shop."): row for row in content["functions"]}
    return {row["type"]: row for row in content["types"]}, functions


@pytest.mark.slow
def test_types_and_functions_are_told_with_reasons(shop: Shell) -> None:
    types, functions = by_name(asked(shop, "shop.py"))
    assert types["int"]["understood"]
    assert types["Thread"]["reason"] == "a thread is no value to make up"
    assert not types["Item"]["understood"]
    assert "`name`: no annotation" in types["Item"]["reason"]
    assert types["Nowhere"]["reason"].startswith("cannot resolve")
    assert types["Named"]["made"] == "an object made up of the members asked for"
    assert types["Named"]["parameters"] == 2
    assert {name: row["group"] for name, row in functions.items()} == {
        "label": "fuzzed",
        "plain": "fuzzed",
        "Item.__init__": "no hints",
        "half": "no hints",
        "Cart.__init__": "a class it needs has no hints",
        "Cart.total": "a class it needs has no hints",
        "wait": "a thread is no value to make up",
        "lost": "a name in its hints cannot be resolved",
    }


@pytest.mark.slow
def test_attributes_lead_to_types_that_nothing_else_names(shop: Shell) -> None:
    types, _ = by_name(asked(shop, "shop.py"))
    assert types["Hidden"]["attributes"] == 1
    assert types["Unused"]["fields"] == [{"name": "key", "type": "Hidden", "source": "annotation"}]
    assert {"name": "count", "type": "int", "source": "__init__"} in types["Cart"]["fields"]


def test_a_type_that_only_results_and_constructors_lead_to_is_there(shell: Shell) -> None:
    shell.write(
        deep="""
        class A:
            def __init__(self, b: "B") -> None: ...
        class B:
            def __init__(self) -> None:
                self.c: dict[str, "C"] = {}
        class C:
            def __init__(self, d: frozenset[bytes]) -> None: ...
        def start() -> A: ...
        """
    )
    types, _ = by_name(asked(shell, "deep.py"))
    assert {"A", "B", "C", "dict[str, deep.C]", "frozenset[bytes]", "bytes"} <= set(types)
    assert types["A"]["returns"] == 1


@pytest.mark.slow
def test_infer_fills_hints_in_and_tells_from_what(shop: Shell) -> None:
    content = asked(shop, "shop.py", "--infer")
    types, functions = by_name(content)
    assert types["Item"]["made"] == "constructor Item(name, price)"
    assert functions["Item.__init__"]["parameters"] == [
        {"name": "name", "type": "str", "source": "docstring"},
        {"name": "price", "type": "int", "source": "default"},
    ]
    assert functions["Item.__init__"]["guessed"] == ["name"]
    assert functions["Cart.total"]["guessed"] == ["Item.name"]
    assert functions["plain"]["guessed"] == []
    # With a name of its own, an item follows the protocol.
    assert types["Named"]["made"] == "constructor Item(name, price)"


@pytest.mark.slow
def test_infer_asks_pyrefly_what_calls_say(shop: Shell) -> None:
    if pyrefly_command() is None:
        pytest.skip("needs pyrefly")
    before = (shop.folder / "shop.py").read_text()
    _, functions = by_name(asked(shop, "shop.py", "--infer"))
    assert functions["half"]["parameters"] == [{"name": "x", "type": "int", "source": "pyrefly"}]
    assert functions["half"]["guessed"] == ["x"]
    assert (shop.folder / "shop.py").read_text() == before


@pytest.mark.slow
def test_a_stub_beside_the_module_counts_without_being_asked_for(shop: Shell) -> None:
    (shop.folder / "shop.pyi").write_text("def half(x: float) -> float: ...\n")
    _, functions = by_name(asked(shop, "shop.py"))
    assert functions["half"]["status"] == "fuzzed"
    assert functions["half"]["parameters"] == [{"name": "x", "type": "float", "source": "stub"}]
    assert functions["half"]["guessed"] == []


@pytest.mark.slow
def test_run_fuzzes_what_a_stub_tells_of(shell: Shell) -> None:
    shell.write(bare="def half(x):\n    return x // 2\n\ndef other(x):\n    return x\n")
    (shell.folder / "bare.pyi").write_text("def half(x: int) -> int: ...\n")
    report = shell.report("run", "bare.py", "--executions", "200", code=0)
    assert {row["function"]: row["status"] for row in report["targets"]} == {
        "bare.half": "fuzzed",
        "bare.other": "skipped",
    }


@pytest.mark.slow
def test_a_failure_on_a_guess_is_nothing_to_act_on_and_one_on_annotations_is(shell: Shell) -> None:
    shell.write(
        guess="""
        def first(items):
            '''
            :param list items: what there is
            '''
            return items[0]

        def last(items: list[int]) -> int:
            return items[-1]
        """
    )
    words = ("run", "guess.py", "--executions", "300")
    skipped = shell.report(*words, code=1)
    assert {row["function"]: row["status"] for row in skipped["targets"]}["guess.first"] == "skipped"
    report = shell.report(*words, "--infer", code=1)
    assert {row["function"]: row["verdict"] for row in report["findings"]} == {
        "guess.first": "any",
        "guess.last": "unexpected",
    }
    [first] = [row for row in report["targets"] if row["function"] == "guess.first"]
    assert first["reason"] == "`items: list`, from the docstring"


@pytest.mark.slow
def test_infer_is_a_setting_too(shop: Shell) -> None:
    shop.configure("[tool.fuzzwright]\ninfer = true\n")
    _, functions = by_name(asked(shop, "shop.py"))
    assert functions["Item.__init__"]["guessed"] == ["name"]


@pytest.mark.slow
def test_modules_that_cannot_be_imported_are_told_and_the_rest_goes_on(shell: Shell) -> None:
    shell.write(broken="import nowhere_at_all\ndef f(x: int) -> int: ...\n", deadly="import os\nos._exit(3)\n")
    content = asked(shell, ".")
    _, functions = by_name(content)
    assert functions["clean.add"]["status"] == "fuzzed"
    assert functions["broken.f"]["group"] == "its module cannot be imported"
    told = "\n".join(content["remarks"])
    assert "`broken`" in told
    assert "`deadly` is left out: importing it ends the process" in told


@pytest.mark.slow
def test_the_tables_are_readable_and_the_folder_stays_as_it_is(shop: Shell) -> None:
    before = shop.files()
    said = shop("types", "shop.py")
    assert said.code == 0
    assert "skipped: no hints" in said.out
    assert "2 of 8 functions will be fuzzed" in said.out
    assert shop.files() == before
    assert "shop.lost" in shop("types", "shop.py", "--all").out


def test_a_target_that_is_not_there_is_wrong_use(shell: Shell) -> None:
    assert "nowhere" in shell("types", "nowhere.py").refusal()
