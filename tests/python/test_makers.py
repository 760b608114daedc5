"""Which classes a package makes the objects of itself."""

from __future__ import annotations

import pytest

from fuzzwright.python.makers import Makers

FACE = "from pack.parser import Result, parse\n"
PARSER = """
class Token:
    def again(self) -> Token:
        return Token(self.text)

class Option: ...
class Rule: ...
class Result: ...
class Copied:
    def copy(self) -> Copied:
        return Copied(1)

RULES = [Rule("a")]

def parse(text: str, option: Option = Option()) -> Result:
    return Result([Token(each) for each in text], Option(1))
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pack.parser.Token('').again()", ("Token", "parse")),
        ("pack.parser.show([pack.parser.Token('')])", ("Token", "parse")),
        ("pack.parser.Token('')", None),  # the class itself
        ("pack.parser.Token().again()", None),  # made with no values
        ("pack.parser.Option(2).text()", None),  # what the package shows takes it
        ("pack.parser.Result([]).text()", None),  # the package shows it
        ("pack.parser.Rule('').match()", None),  # made where everyone sees it
        ("pack.parser.Copied(2).copy()", None),  # nobody else makes it
        ("pack.parser.parse('a')", None),
        ("(", None),
    ],
)
def test_an_object_is_made_by_hand_if_the_package_makes_them_and_does_not_show_the_class(
    call: str, expected: tuple[str, str] | None
) -> None:
    assert Makers({"pack/__init__.py": FACE, "pack/parser.py": PARSER}).made_by_hand(call) == expected


@pytest.mark.parametrize("face", ["", "import pack.parser\n"])
def test_a_package_that_shows_nothing_at_its_top_shows_all_of_its_modules(face: str) -> None:
    makers = Makers({"pack/__init__.py": face, "pack/parser.py": PARSER})
    assert makers.made_by_hand("pack.parser.Token('').again()") is None


def test_a_class_in_the_list_of_its_module_is_shown() -> None:
    makers = Makers({"pack/__init__.py": FACE, "pack/parser.py": PARSER + "__all__ = ['Token']\n"})
    assert makers.made_by_hand("pack.parser.Token('').again()") is None


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        ("text: str", None),
        ("rule: Rule | None = None", None),
        ("rule: Rule", ("Token", "parse")),
        ("rule: 'Rule'", ("Token", "parse")),
    ],
)
def test_what_is_shown_further_down_counts_if_it_can_be_made_without_other_objects_of_the_package(
    parameter: str, expected: tuple[str, str] | None
) -> None:
    parser = PARSER.replace("class Token:", f"class Token:\n    def __init__(self, {parameter}) -> None: ...\n")
    inner = "from pack.parser import Token\n"
    makers = Makers({"pack/__init__.py": FACE, "pack/inner/__init__.py": inner, "pack/parser.py": parser})
    assert makers.made_by_hand("pack.parser.Token('').again()") == expected


def test_what_the_face_defines_itself_is_shown() -> None:
    face = FACE + "class Config: ...\ndef fix(text: str) -> str:\n    return Config(text)\n"
    makers = Makers({"pack/__init__.py": face, "pack/parser.py": PARSER})
    assert makers.made_by_hand("pack.Config('').text()") is None
    assert makers.made_by_hand("pack.parser.Token('').again()") == ("Token", "parse")


def test_a_class_of_the_face_that_takes_others_is_for_those_who_make_them() -> None:
    face = """from .version import number
class Font: ...
class Builder:
    def __init__(self, text: str, font: Font) -> None: ...
def show(text: str) -> str:
    return Builder(text, Font(1)).text
"""
    makers = Makers({"pack/__init__.py": face})
    assert makers.made_by_hand("pack.Builder('', pack.Font()).step()") == ("Builder", "show")
    assert makers.made_by_hand("pack.Font(2).name") is None
