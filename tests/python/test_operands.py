"""Second copies in the place of the first: while a look lasts, and for the functions that can be told apart."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from fuzzwright.engine.domain import HOLE
from fuzzwright.python.instrument import functions_of
from fuzzwright.python.operands import Operands
from fuzzwright.python.probes import Probes
from tests.python.looking import Looked, imported

SHOP = '''
"""Everything a module can hold functions in."""
import functools

LIMIT = 40
pair = [lambda x: x == 1, lambda x: x == 2]
alone = lambda x: x == 3
def price(x: int) -> bool:
    return x + 1 == LIMIT
def outer(n):
    def inner(x):
        return x == n
    return inner
seven = outer(7)
@functools.cache
def cached(x):
    return x == 8
@functools.singledispatch
def dispatched(x):
    return x == "s"
@dispatched.register
def _(x: int):
    return x == 9
class Till:
    __limit = 5
    def full(self, x): return x == self.__limit
    @property
    def empty(self): return self.__limit == 0
    @classmethod
    def made(cls, x): return x == 10
    @staticmethod
    def plain(x): return x == 11
class Other(Till):
    def full(self, x): return super().full(x) or x == 12
def kind(x):
    match x:
        case Names.FIRST | Names.inner.second: return 1
        case {"k": Names.FIRST}: return 2
        case Missing.name: return 3
class Names:
    FIRST = "first"
    class inner:
        second = 22
'''


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.fixture
def shop(tmp_path: Path, either_way: None) -> Looked:
    return imported(tmp_path, "shop_looked_at", SHOP)


pytestmark = pytest.mark.usefixtures("either_way")


def file_of(looked: Looked) -> str:
    assert looked.module.__file__ is not None
    return looked.module.__file__


def compared(looked: Looked, call: Callable[[], Any]) -> list[tuple[Any, ...]]:
    """The operands of the comparisons that a call makes while it is looked at."""
    with looked.operands.in_place([file_of(looked)]) as notes:
        call()
        return [note.operands for note in notes if note.kind == "compare"]


@pytest.mark.parametrize(
    ("call", "operands"),
    [
        (lambda shop: shop.price(4), (5, 40)),
        (lambda shop: shop.alone(4), (4, 3)),
        (lambda shop: shop.seven(4), (4, 7)),
        (lambda shop: shop.outer(6)(4), (4, 6)),
        (lambda shop: shop.cached(4), (4, 8)),
        (lambda shop: shop.dispatched(4), (4, 9)),
        (lambda shop: shop.dispatched("t"), ("t", "s")),
        (lambda shop: shop.Till().full(4), (4, 5)),
        (lambda shop: shop.Till().empty, (5, 0)),
        (lambda shop: shop.Till.made(4), (4, 10)),
        (lambda shop: shop.Till.plain(4), (4, 11)),
        (lambda shop: shop.Other().full(4), (4, 12)),
    ],
)
def test_functions_are_found_wherever_a_module_holds_them(
    shop: Looked, call: Callable[[Any], Any], operands: tuple[Any, ...]
) -> None:
    assert operands in compared(shop, lambda: call(shop.module))


def test_two_lambdas_of_one_line_are_left_alone(shop: Looked) -> None:
    assert compared(shop, lambda: [f(2) for f in shop.module.pair]) == []
    assert [f(2) for f in shop.module.pair] == [False, True]


def codes(looked: Looked) -> dict[int, CodeType]:
    return {id(function): function.__code__ for function in functions_of(looked.module)}


def test_after_a_look_every_function_has_its_own_code_again(shop: Looked) -> None:
    before = codes(shop)
    with shop.operands.in_place([file_of(shop)]):
        exchanged = [number for number, code in codes(shop).items() if before[number] is not code]
    assert len(exchanged) > 10
    after = codes(shop)
    assert all(after[number] is code for number, code in before.items())
    shop.operands.notes.clear()
    shop.module.price(1)
    assert list(shop.operands.notes) == []


def test_a_look_that_ends_with_an_exception_puts_everything_back(shop: Looked) -> None:
    before = shop.module.price.__code__
    with pytest.raises(KeyboardInterrupt), shop.operands.in_place([file_of(shop)]):
        raise KeyboardInterrupt
    assert shop.module.price.__code__ is before


def test_a_copy_is_made_once(shop: Looked) -> None:
    copy = shop.operands.copy(file_of(shop))
    assert copy is not None
    assert shop.operands.copy(file_of(shop)) is copy


def test_notes_of_one_look_do_not_show_in_the_next(shop: Looked) -> None:
    assert len(compared(shop, lambda: shop.module.price(1))) == 1
    assert len(compared(shop, lambda: shop.module.price(1))) == 1


def test_sites_are_known_by_file_and_line(shop: Looked) -> None:
    with shop.operands.in_place([file_of(shop)]) as notes:
        shop.module.price(1)
        (site,) = {note.site for note in notes if note.kind == "compare"}
    assert shop.operands.lines[site] == (file_of(shop), SHOP.splitlines().index("    return x + 1 == LIMIT") + 1)


def test_files_are_those_that_a_path_led_through(shop: Looked) -> None:
    probes = shop.operands.probes
    probes.path.clear()
    shop.module.price(1)
    assert shop.operands.files(probes.path) == {file_of(shop)}
    assert shop.operands.files([]) == frozenset()


def test_names_in_patterns_are_looked_up_where_they_stand(shop: Looked) -> None:
    guide = shop.guide("price")
    with shop.operands.in_place([file_of(shop)]) as notes:
        with pytest.raises(NameError):
            shop.module.kind("x")
        (note,) = [note for note in notes if note.kind == "matched"]
    assert list(guide._templates(note.site))[:4] == ["first", 22, {"k": "first"}, HOLE]


def test_constants_are_those_of_the_file(shop: Looked) -> None:
    found = shop.operands.literals_of(file_of(shop))
    assert 40 in found
    assert "first" in found
    assert shop.operands.literals_of(file_of(shop)) is found
    assert shop.operands.literals_of("nowhere.py") == []


def test_a_file_that_was_changed_after_its_import_is_not_looked_at(tmp_path: Path) -> None:
    looked = imported(tmp_path, "changed_looked_at", "def f(x):\n    return x == 3\n")
    Path(file_of(looked)).write_text("y = 1\n\n\ndef f(x):\n    return x == 4\n")
    assert looked.operands.copy(file_of(looked)) is None
    assert compared(looked, lambda: looked.module.f(1)) == []


def test_a_file_that_is_gone_is_not_looked_at(tmp_path: Path) -> None:
    looked = imported(tmp_path, "gone_looked_at", "def f(x):\n    return x == 3\n")
    Path(file_of(looked)).unlink()
    assert looked.operands.copy(file_of(looked)) is None
    assert looked.operands.literals_of(file_of(looked)) == []


def test_a_module_without_probes_is_not_looked_at(tmp_path: Path) -> None:
    assert Operands(Probes()).copy(str(Path(__file__))) is None


def test_functions_made_during_a_look_work_afterwards(shop: Looked) -> None:
    with shop.operands.in_place([file_of(shop)]):
        made = shop.module.outer(3)
    assert (made(3), made(4)) == (True, False)
