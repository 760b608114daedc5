"""Attributes that other code of a package sets on an object before anything reads them."""

from __future__ import annotations

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict

BLOCK = """
class Source:
    def __init__(self, text: str) -> None:
        self.text = text

def first(source: Source) -> str:
    return source.parser
"""
PARSER = """
from . import block
class Parser:
    def __init__(self) -> None:
        self.parser = self
    def parse(self, text: str) -> str:
        source = block.Source(text)
        {setting}
        return block.first(source)
"""


def said_of(setting: str, block: str = BLOCK, face: str = "from .parser import Parser") -> tuple[str, str]:
    files = {"pack/__init__.py": face, "pack/block.py": block, "pack/parser.py": PARSER.format(setting=setting)}
    lines = block.splitlines()
    first = next(number for number, line in enumerate(lines, 1) if line.startswith("def first"))
    frames = (Frame("pack/block.py", "first", first + 1),)
    message = "'Source' object has no attribute 'parser'"
    call = "pack.block.first(pack.block.Source(''))"
    return verdict(
        Case("raised", "AttributeError", message, frames, files.get, "pack/block.py", first, first + 1, call=call)
    )


@pytest.mark.parametrize("setting", ["source.parser = self", "self.source.parser: Parser = self"])
def test_what_other_code_sets_is_asked_of_whoever_makes_the_object(setting: str) -> None:
    said, why = said_of(setting)
    assert said == "precondition"
    assert "`parser` is set by other code of the package, as in pack/parser.py" in why


@pytest.mark.parametrize("setting", ["pass", "source.parsed = self", "print(source.parser == self)"])
def test_what_nothing_sets_is_not(setting: str) -> None:
    assert "is set by other code" not in said_of(setting)[1]


def test_what_the_class_sets_itself_should_be_there() -> None:
    block = BLOCK.replace("self.text = text", "self.text = text\n    def open(self):\n        self.parser = 1")
    assert "is set by other code" not in said_of("source.parser = self", block)[1]


def test_imports_that_lead_nowhere_do_no_harm() -> None:
    face = "from .parser import Parser\nfrom .gone import it\nimport pack.away\nfrom . import parser\nimport os\n"
    assert said_of("source.parser = self", face=face)[0] == "precondition"


def test_what_a_method_takes_away_has_to_be_set_again() -> None:
    block = BLOCK.replace("self.text = text", "self.parser = 1\n    def reset(self):\n        del self.parser")
    assert "is taken away by a method" in said_of("pass", block)[1]


def test_an_object_that_the_code_made_should_have_it() -> None:
    block = """
class Node:
    def __init__(self, value: int) -> None:
        self.value = value

class Linked:
    def add(self, value: int) -> None:
        self.tail.next = Node(value)

def first(values: list[int]) -> int:
    return values[0].next
"""
    files = {"pack/__init__.py": "from .block import first", "pack/block.py": block}
    frames = (Frame("pack/block.py", "first", 11),)
    message = "'Node' object has no attribute 'next'"
    for call, expected in (("pack.block.first([1])", "unexpected"), ("pack.block.first(pack.Node(1))", "precondition")):
        case = Case("raised", "AttributeError", message, frames, files.get, "pack/block.py", 10, 11, call=call)
        assert verdict(case)[0] == expected


@pytest.mark.parametrize(
    "block",
    [
        BLOCK.replace(
            "class Source:", "class Base:\n    def open(self):\n        self.parser = 1\nclass Source(Base):"
        ),
        BLOCK + "def drop(other: object) -> None:\n    del other.parser\n",
    ],
)
def test_what_a_base_sets_should_be_there_and_what_others_take_away_is_none_of_its(block: str) -> None:
    assert said_of("pass", block)[0] == "unexpected" or "does not show" in said_of("pass", block)[1]


NODE = """
class Node:
    def __init__(self, value: int) -> None:
        self.value = value
        self.parent{}

    def kind(self) -> str:
        node = self.parent
        return node.name
"""
TREE = "from .block import Node\ndef grow(nodes):\n    for node in nodes:\n        node.parent = nodes\n"


@pytest.mark.parametrize(
    ("made", "tree", "expected"),
    [
        (": 'Node | None' = None", TREE, "precondition"),
        (": 'Node | None' = None", TREE.replace("node.parent", "node.child"), "unexpected"),
        (" = find(value)", TREE, "unexpected"),
    ],
)
def test_what_is_none_until_other_code_sets_it_is_asked_of_whoever_makes_the_object(
    made: str, tree: str, expected: str
) -> None:
    face = "from .block import Node\nfrom .tree import grow\n"
    files = {"pack/__init__.py": face, "pack/block.py": NODE.format(made), "pack/tree.py": tree}
    message, frames = "'NoneType' object has no attribute 'name'", (Frame("pack/block.py", "Node.kind", 9),)
    case = Case("raised", "AttributeError", message, frames, files.get, "pack/block.py", 7, 9, "pack.Node(0).kind()")
    said, why = verdict(case)
    assert (said, "`parent` is None until" in why) == (expected, expected == "precondition"), why


FINDER = """
class Finder:
    def __init__(self, parser: 'Parser | None' = None, name: str = '') -> None:
        self._parser = {}
        self.name = name

    def find(self) -> str:
        return patch(self._parser)

def patch(parser: 'Parser') -> str:
    return parser.name
"""


@pytest.mark.parametrize(
    ("kept", "call", "expected"),
    [
        ("parser", "pack.Finder().find()", "precondition"),
        ("parser", "pack.Finder(name='a').find()", "precondition"),
        ("parser or find(name)", "pack.Finder(name='a').find()", "unexpected"),
    ],
)
def test_what_was_left_out_where_an_object_was_made_is_asked_of_whoever_made_it(
    kept: str, call: str, expected: str
) -> None:
    files = {"pack/__init__.py": "from .block import Finder\n", "pack/block.py": FINDER.format(kept)}
    frames = (Frame("pack/block.py", "Finder.find", 8), Frame("pack/block.py", "patch", 11))
    message = "'NoneType' object has no attribute 'name'"
    case = Case("raised", "AttributeError", message, frames, files.get, "pack/block.py", 7, 8, call)
    said, why = verdict(case)
    assert (said, "`parser` was left out" in why) == (expected, expected == "precondition"), why
