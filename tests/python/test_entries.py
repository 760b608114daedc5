"""Functions that tell what they are called with and what they return, and go the same way as before."""

from __future__ import annotations

import asyncio
import inspect
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from fuzzwright.python.entries import Exchange, Hook, exchanges
from fuzzwright.python.instrument import functions_of
from tests.python.looking import Looked, imported

SOURCE = '''
def plain(a, b=2, *rest, c, **named):
    """Say something."""
    if a:
        return a
    for each in rest:
        if each:
            return each
    try:
        return b // c
    except ZeroDivisionError:
        return
def falls_off(a):
    if a:
        return 1
def raises(a):
    raise ValueError(a)
def only_a_docstring(a):
    """Nothing else."""
def cell(a):
    def inner():
        return a
    return inner()
async def awaited(a):
    return a + 1
class Held:
    def __init__(self, __hidden):
        self.hidden = __hidden
    def mangled(self, __own):
        return super().__eq__(__own)
def decorate(function):
    return function
@decorate
def decorated(a):
    return a
if True:
    def under_a_condition(a):
        match a:
            case 1: return "one"
            case _: pass
'''

pytestmark = pytest.mark.usefixtures("either_way")


@pytest.fixture
def looked(tmp_path: Path, either_way: None) -> Iterator[Looked]:
    before = set(sys.modules)
    yield imported(tmp_path, "told_by_entries", SOURCE)
    for name in set(sys.modules) - before:
        del sys.modules[name]


class Told:
    """Hooks in all functions of a module, and what they were told."""

    def __init__(self, looked: Looked) -> None:
        self.entered: list[tuple[str, tuple[Any, ...]]] = []
        self.left: list[tuple[str, Any]] = []
        self.exchanges: dict[str, Exchange] = {}
        functions = [each for each in functions_of(looked.module) if each.__name__ != "<lambda>"]
        hooks = {each: [self._hook(each)] for each in functions}
        for function, exchange in exchanges(hooks, looked.operands.probes).items():
            self.exchanges[function.__qualname__] = exchange

    def _hook(self, function: FunctionType) -> Hook:
        def leave(value: Any) -> Any:
            self.left.append((function.__qualname__, value))
            return value

        names = tuple(inspect.signature(function).parameters)
        return Hook(names, lambda values: self.entered.append((function.__qualname__, values)), leave)

    def put(self) -> None:
        for exchange in self.exchanges.values():
            exchange.put()


CALLS: list[tuple[Callable[[Any], Any], list[tuple[str, tuple[Any, ...]]], list[tuple[str, Any]]]] = [
    (lambda m: m.plain(1, c=3), [("plain", (1, 2, (), 3, {}))], [("plain", 1)]),
    (lambda m: m.plain(0, 0, 0, 5, c=3, x=1), [("plain", (0, 0, (0, 5), 3, {"x": 1}))], [("plain", 5)]),
    (lambda m: m.plain(0, c=2), [("plain", (0, 2, (), 2, {}))], [("plain", 1)]),
    (lambda m: m.plain(0, c=0), [("plain", (0, 2, (), 0, {}))], [("plain", None)]),
    (lambda m: m.falls_off(0), [("falls_off", (0,))], [("falls_off", None)]),
    (lambda m: m.falls_off(1), [("falls_off", (1,))], [("falls_off", 1)]),
    (lambda m: m.only_a_docstring(1), [("only_a_docstring", (1,))], [("only_a_docstring", None)]),
    (lambda m: m.cell(4), [("cell", (4,))], [("cell", 4)]),
    (lambda m: asyncio.run(m.awaited(4)), [("awaited", (4,))], [("awaited", 5)]),
    (lambda m: m.decorated(4), [("decorated", (4,))], [("decorated", 4)]),
    (lambda m: m.under_a_condition(1), [("under_a_condition", (1,))], [("under_a_condition", "one")]),
    (lambda m: m.under_a_condition(2), [("under_a_condition", (2,))], [("under_a_condition", None)]),
]


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_hooks_get_parameters_and_results_and_change_nothing(looked: Looked, number: int) -> None:
    call, entered, left = CALLS[number]
    path = looked.operands.probes.path
    path.clear()
    plainly, way = call(looked.module), tuple(path)
    told = Told(looked)
    told.put()
    path.clear()
    assert call(looked.module) == plainly
    assert tuple(path) == way
    assert (told.entered, told.left) == (entered, left)


def test_methods_with_hidden_names_and_super_have_hooks(looked: Looked) -> None:
    told = Told(looked)
    told.put()
    held = looked.module.Held(3)
    held.mangled(4)
    assert held.hidden == 3
    assert [(name, values[1:]) for name, values in told.entered] == [("Held.__init__", (3,)), ("Held.mangled", (4,))]


def test_an_error_comes_from_where_it_did(looked: Looked) -> None:
    Told(looked).put()
    with pytest.raises(ValueError, match=r"^7$") as caught:
        looked.module.raises(7)
    assert [entry.name for entry in caught.traceback][-1] == "raises"
    assert str(caught.traceback[-1].statement).strip() == "raise ValueError(a)"


def test_docstrings_stay_and_taking_back_leaves_no_trace(looked: Looked) -> None:
    function = looked.module.plain
    own, doc = function.__code__, function.__doc__
    told = Told(looked)
    told.put()
    assert function.__code__ is not own
    assert function.__doc__ == doc == "Say something."
    told.exchanges["plain"].take_back()
    assert function.__code__ is own
    assert looked.module.plain(1, c=1) == 1
    assert told.entered == []


@pytest.mark.slow
def test_hooks_stay_after_a_close_look(looked: Looked) -> None:
    told = Told(looked)
    told.put()
    assert looked.module.__file__ is not None
    with looked.operands.in_place([looked.module.__file__]):
        looked.module.decorated(1)
    assert told.entered == []
    looked.module.decorated(2)
    assert told.entered == [("decorated", (2,))]


def test_two_hooks_of_a_function_are_both_called(looked: Looked) -> None:
    seen: list[str] = []
    hooks = [Hook((), lambda values: seen.append("one")), Hook(("a",), lambda values: seen.append(f"two {values}"))]
    exchanges({looked.module.cell: hooks}, looked.operands.probes)[looked.module.cell].put()
    looked.module.cell(1)
    assert sorted(seen) == ["one", "two (1,)"]


def test_code_of_another_file_has_no_hooks(looked: Looked) -> None:
    elsewhere: Any = json.dumps
    assert exchanges({elsewhere: [Hook()]}, looked.operands.probes) == {}
