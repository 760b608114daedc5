"""Names that stand for hints, in the files of a small package."""

from __future__ import annotations

import ast

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict

KINDS = """
from typing import Any, Dict, TypeAlias, Union
if True:
    Event = Dict[str, Any]
Number: TypeAlias = "int | float"
Shape = Union["Circle", None]
Logger = Any
Round = Round
First = Second
Second = First
class Circle:
    pass
"""
USING = """
from .kinds import Event, Logger as Anyone
from pack import kinds, Number
from pack.kinds import Round, First, Circle
from other import Event as Foreign
Many = list[Number]
def use(one: {}) -> {}:
    ...
"""


def spelled(hint: str) -> str:
    files = {"pack/__init__.py": "from .kinds import Number\n", "pack/kinds.py": KINDS}
    files["pack/using.py"] = USING.format(hint, hint)
    case = Case("raised", "ValueError", "", (Frame("pack/using.py", "use", 9),), files.get, "pack/using.py", 8, 9)
    function = case.function
    assert function is not None
    assert function.returns is not None
    annotation = function.args.args[0].annotation
    assert annotation is not None
    assert ast.unparse(annotation) == ast.unparse(function.returns)
    return ast.unparse(annotation)


@pytest.mark.parametrize(
    ("hint", "meaning"),
    [
        ("Event", "Dict[str, Any]"),
        ("list[Event]", "list[Dict[str, Any]]"),
        ("Anyone | None", "Any | None"),
        ("Number", "int | float"),
        ("Many", "list[int | float]"),
        ("Circle", "Circle"),
        ("Foreign", "Foreign"),
        ("int", "int"),
        ("'Event'", "'Event'"),
        ("Round", "Round"),
        ("First", "First"),
    ],
)
def test_what_a_name_stands_for_is_written_in_its_place(hint: str, meaning: str) -> None:
    assert spelled(hint) == meaning


def test_what_becomes_too_long_stays_a_name() -> None:
    assert spelled(f"tuple[{', '.join(['Event'] * 60)}]").count("Event") == 60


def test_rules_see_what_a_name_stands_for() -> None:
    files = {
        "pack/__init__.py": "from .log import rename\n",
        "pack/kinds.py": "from typing import Any, MutableMapping\nEvent = MutableMapping[str, Any]\n",
        "pack/log.py": "from .kinds import Event\ndef rename(event: Event) -> object:\n    return event.pop('event')\n",
    }
    frames = (Frame("pack/log.py", "rename", 3),)
    case = Case("raised", "KeyError", "'event'", frames, files.get, "pack/log.py", 2, 3, call="pack.rename({})")
    said, why = verdict(case)
    assert (said, "looks 'event' up in the argument `event`" in why) == ("precondition", True), why


@pytest.mark.parametrize(("total", "expected"), [(", total=False", "precondition"), ("", "unexpected")])
def test_a_key_that_need_not_be_there_is_asked_of_the_caller(total: str, expected: str) -> None:
    files = {
        "pack/kinds.py": f"from typing import TypedDict\nclass Settings(TypedDict{total}):\n    name: str\n",
        "pack/log.py": "from .kinds import Settings\ndef rename(to: Settings) -> object:\n    return to['name']\n",
    }
    frames = (Frame("pack/log.py", "rename", 3),)
    case = Case("raised", "KeyError", "'name'", frames, files.get, "pack/log.py", 2, 3, call="pack.log.rename({})")
    assert verdict(case)[0] == expected


def test_a_constructor_is_found_in_the_file_of_a_base_class() -> None:
    base = (
        "from typing import Any\nclass Base:\n    def __init__(self, kept: Any) -> None:\n        self._kept = kept\n"
    )
    files = {
        "pack/base.py": base + "    def of(self) -> object:\n        return self._kept.of\n",
        "pack/log.py": "from .base import Base\nclass Log(Base):\n    def name(self):\n        return self.of()\n",
    }
    frames = (Frame("pack/log.py", "Log.name", 4), Frame("pack/base.py", "Base.of", 6))
    said = "'NoneType' object has no attribute 'of'"
    case = Case("raised", "AttributeError", said, frames, files.get, "pack/log.py", 3, 4, "pack.log.Log(None).name()")
    assert verdict(case)[0] in ("any", "precondition")
