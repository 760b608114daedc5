"""Each ground that a failure can have to be unexpected, and each that it can lack, on source of a small package."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict

FACE = "from pack.shapes import Circle, area\n"
SHAPES = '''
def area(sides: list[int]) -> int:
    return sides[0] * sides[1]

def corner(sides: list[int]) -> int:
    return sides[0]

def explained(sides: list[int]) -> int:
    """Return one.

    Args:
        sides: any
    """
    return sides[0]

def is_square(sides: list[int]) -> bool:
    return sides[0] == sides[1]

class Circle(Round):
    def middle(self) -> int:
        """Return it."""
        return self.sides[0]

    def edge(self) -> int:
        return self.sides[0]

    def inside(self) -> int:
        """Return it."""
        return self.sides[0]

class Round:
    def outside(self) -> int:
        return self.sides[0]
'''


def judged_in(files: dict[str, str], function: str, call: str, said: str = "") -> tuple[str, str]:
    """Return the verdict on an `IndexError` in the last line of a function of `pack/shapes.py`."""
    lines = files["pack/shapes.py"].splitlines()
    first = next(number for number, line in enumerate(lines, 1) if f"def {function}(" in line)
    last = next(number for number, line in enumerate(lines[first:], first + 1) if "return" in line)
    exception, _, message = (said or "IndexError: list index out of range").partition(": ")
    frames = (Frame("pack/shapes.py", function, last),)
    return verdict(Case("raised", exception, message, frames, files.get, "pack/shapes.py", first, last, call=call))


@pytest.mark.parametrize(
    ("function", "call", "expected"),
    [
        ("area", "pack.shapes.area([])", "unexpected"),
        ("corner", "pack.shapes.corner([])", "precondition"),
        ("explained", "pack.shapes.explained([])", "unexpected"),
        ("is_square", "pack.shapes.is_square([])", "unexpected"),
        ("middle", "pack.shapes.Circle([]).middle()", "unexpected"),
        ("edge", "pack.shapes.Circle([]).edge()", "precondition"),
        ("outside", "pack.shapes.Round([]).outside()", "precondition"),
        ("outside", "pack.shapes.Circle([]).outside()", "unexpected"),
    ],
)
def test_what_a_package_does_not_show_is_its_own_business(function: str, call: str, expected: str) -> None:
    assert judged_in({"pack/__init__.py": FACE, "pack/shapes.py": SHAPES}, function, call)[0] == expected


@pytest.mark.parametrize("face", ["", "import os\n", "from os import path\n"])
def test_a_package_without_a_face_shows_every_public_name(face: str) -> None:
    files = {"pack/__init__.py": face, "pack/shapes.py": SHAPES}
    assert judged_in(files, "corner", "pack.shapes.corner([])")[0] == "unexpected"


@pytest.mark.parametrize(
    ("face", "listed"),
    [
        ("from .shapes import *\n", ""),
        ("from . import shapes\n", ""),
        ("from .shapes import area\n", "__all__ = ['corner']\n"),
        ("from .shapes import *\n", "__all__ = ['area', 'corner']\n"),
    ],
)
def test_a_name_can_be_shown_in_several_ways(face: str, listed: str) -> None:
    files = {"pack/__init__.py": face, "pack/shapes.py": listed + SHAPES}
    assert judged_in(files, "corner", "pack.shapes.corner([])")[0] == "unexpected"


def test_a_star_brings_only_what_the_module_lists() -> None:
    files = {"pack/__init__.py": "from .shapes import *\n", "pack/shapes.py": "__all__ = ['area']\n" + SHAPES}
    assert judged_in(files, "corner", "pack.shapes.corner([])")[0] == "precondition"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pack.shapes.area([])", "unexpected"),
        ("pack.shapes.area(pack.Sides(1, datetime.date(2000, 1, 1)))", "unexpected"),
        ("pack.shapes.area(pack.Sides(pack.Side(1)))", "precondition"),
        ("pack.shapes.area(pack.Sides(pack.Side()))", "unexpected"),
        ("pack.shapes.area(pack.Line(pack.Point(0), pack.Point(pack.Side(1))))", "unexpected"),
        ("pack.shapes.area((lambda *a, **k: None))", "precondition"),
        ("pack.shapes.area(type('_Sides', (), {})())", "precondition"),
        ("(s := pack.Sides(), s.grow(), s)[-1].area()", "unexpected"),
        ("(s := pack.Sides(), s.grow(), s.grow(), s.grow(), s.grow(), s)[-1].area()", "precondition"),
        ("list(pack.shapes.area([]))", "unexpected"),
        ("pack.shapes.area(IndexError('list index out of range'))", "precondition"),
        ("pack.Sides().area((s := pack.Sides(), s.grow(), s)[-1])", "precondition"),
        ("pack.shapes.area(other.Sides())", "precondition"),
        ("pack.shapes.area(pack._Sides())", "precondition"),
        ("pack.shapes.area([], _known=1)", "precondition"),
        ("pack.shapes.area([], known=1)", "unexpected"),
        ("pack.shapes.area(pack.Line.of(1))", "unexpected"),
        ("pack.shapes.area(pack.Place(1))", "precondition"),
        ("pack.shapes.area([None])", "precondition"),
    ],
)
def test_a_call_that_few_would_write_is_no_ground(call: str, expected: str) -> None:
    records = "@dataclass\nclass Line: ...\nclass Point(Place): ...\nclass Place(NamedTuple): ...\n"
    shapes = SHAPES.replace("area(sides: list[int])", "area(sides: list[int] | Sides | Line)") + "class Sides: ...\n"
    assert judged_in({"pack/shapes.py": shapes + records}, "area", call)[0] == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("TypeError: 'NoneType' object is not iterable", "unexpected"),
        ("TypeError: keys have to be text in this format", "precondition"),
        ("ValueError: not enough values to unpack (expected 2, got 1)", "unexpected"),
        ("ValueError: this is no name of a colour", "precondition"),
        ("lib.errors.Refused: no such thing here", "precondition"),
        ("lib.errors.Refused: 7", "precondition"),
        ("RuntimeError: generator raised StopIteration", "unexpected"),
        ("RuntimeError: the loop is running already", "precondition"),
    ],
)
def test_what_is_said_in_a_sentence_speaks_to_whoever_wrote_the_value(said: str, expected: str) -> None:
    source = "from lib import find\n\ndef area(sides: list[int]) -> int:\n    return find(sides[0] + 1)\n"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area([7])", said)[0] == expected


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        ("Named", "precondition"),
        ("Any", "precondition"),
        ("SupportsRead", "precondition"),
        ("Place", "unexpected"),
        ("list[Point] | Point", "unexpected"),
        ("Spot", "unexpected"),
        ("Imported", "unexpected"),
    ],
)
def test_an_object_that_only_happens_to_fit_a_hint_is_no_ground(hint: str, expected: str) -> None:
    classes = "class Named(Protocol): ...\nclass Place: ...\nclass Point(Place): ...\nSpot = Place | None\n"
    source = f"{classes}def area(of: {hint}) -> int:\n    return [1, 2][2]\n"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area(pack.shapes.Point())")[0] == expected


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        ("Callable[[int], int]", "unexpected"),
        ("Optional[Callable[[int], str]]", "unexpected"),
        ("Callable[[int], Any]", "precondition"),
        ("Callable[..., T]", "precondition"),
        ("Callable", "precondition"),
    ],
)
def test_a_function_that_gives_what_its_hint_says_is_nothing_special(hint: str, expected: str) -> None:
    source = f"def area(move: {hint}) -> int:\n    return 1 // move(0)\n"
    said = "ZeroDivisionError: integer division by zero"
    call = "pack.shapes.area((lambda *a, **k: 0))"
    assert judged_in({"pack/shapes.py": source}, "area", call, said)[0] == expected


def test_what_the_message_names_from_the_code_is_the_codes_own() -> None:
    source = "from lib import find\n\ndef area(sides: list[int]) -> int:\n    return find('cirle', sides[0] + 1)\n"
    said = "ValueError: there is no shape called cirle"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area([7])", said)[0] == "unexpected"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area('cirle')", said)[0] == "precondition"


@pytest.mark.parametrize(("raising", "expected"), [("ShapeError", "unexpected"), ("ValueError", "precondition")])
def test_code_that_has_an_error_of_its_own_should_raise_that(raising: str, expected: str) -> None:
    source = f"""from lib import find

def area(sides: list[int]) -> int:
    if not sides:
        raise {raising}("no sides")
    return find(sides[0] + 1)
"""
    said = "ValueError: there is no shape like this"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area([7])", said)[0] == expected
    misused = "RuntimeError: there was a shape already"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area([7])", misused)[0] == "precondition"


@pytest.mark.parametrize(
    ("asks", "expected"),
    [("", "precondition"), ("if 'a' in names: ", "unexpected"), ("names.get('a'); ", "unexpected")],
)
def test_a_dictionary_of_the_callers_has_what_they_chose_unless_the_code_asks(asks: str, expected: str) -> None:
    source = f"def area(names: dict[str, int]) -> int:\n    key = str(len(names)) + '!'\n    {asks}return names[key]\n"
    said = judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area({})", "KeyError: '0!'")
    assert said[0] == expected, said


@pytest.mark.parametrize(
    ("body", "call", "expected"),
    [
        ("return len(items) // size", "pack.shapes.area([], 0)", "precondition"),
        ("return len(items) // size", "pack.shapes.area([], size=-0)", "precondition"),
        ("return len(items) // len(items)", "pack.shapes.area([], 0)", "unexpected"),
        ("return size > 0 or len(items) // size", "pack.shapes.area([], 0)", "unexpected"),
    ],
)
def test_an_option_that_is_usually_positive_is_not_counted_by_when_it_is_zero(
    body: str, call: str, expected: str
) -> None:
    source = f"def area(items: list[int], size: int = 10) -> int:\n    {body}\n"
    said = judged_in({"pack/shapes.py": source}, "area", call, "ZeroDivisionError: division by zero")
    assert said[0] == expected, said


@pytest.mark.parametrize(
    ("call", "expected"),
    [("pack.shapes.Box(None).side()", "precondition"), ("pack.shapes.Box(1).side(None)", "return_type")],
)
def test_a_result_that_an_object_was_made_with_is_the_callers_and_one_that_was_passed_is_not(
    call: str, expected: str
) -> None:
    source = """class Box:
    def __init__(self, value: Any) -> None:
        self.value = value
    def side(self, default: Any = 0) -> int:
        return self.value or default
"""
    message = "returned None, annotated int"
    files = {"pack/shapes.py": source}
    case = Case("return_type", "int expected", message, (), files.get, "pack/shapes.py", 4, 5, call=call)
    assert verdict(case)[0] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("time.sleep(seconds)", "precondition"),
        ("time.sleep(60 * seconds)", "precondition"),
        ("time.sleep(5 * 3600)", "unexpected"),
        ("self.result()", "precondition"),
        ("self.spin()", "unexpected"),
        ("future.result()", "precondition"),
        ("found = future(1)", "precondition"),
    ],
)
def test_what_waits_as_it_was_told_does_not_hang(body: str, expected: str) -> None:
    source = f"class Task(Future):\n    def end(self, seconds: float, future: Future) -> None:\n        {body}\n"
    frames = (Frame("pack/shapes.py", "Task.end", 3),)
    call = "pack.shapes.Task().end(7.0, concurrent.futures.Future())"
    files = {"pack/shapes.py": source}
    case = Case("timed_out", "timed_out", "no end", frames, files.get, "pack/shapes.py", 2, 3, call=call)
    assert verdict(case)[0] == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pack.shapes.area((s := pack.Sides(), s.grow(), s)[-1])", "precondition"),
        ("(s := pack.Sides(1), s.grow(), s)[-1].area()", "unexpected"),
        ("pack.shapes.area(pack.Sides(1))", "unexpected"),
    ],
)
def test_what_does_not_end_for_an_object_in_a_state_of_its_own_is_the_callers(call: str, expected: str) -> None:
    case = Case(
        "timed_out", "timed_out", "no end", (), {"pack/shapes.py": SHAPES}.get, "pack/shapes.py", 2, 3, call=call
    )
    assert verdict(case)[0] == expected


@pytest.mark.parametrize(
    ("exception", "message", "expected"),
    [
        ("pack.errors.ShapeError", "there is no such shape", "deliberate"),
        ("pack.errors.ShapeError", "7", "precondition"),
        ("other.errors.ShapeError", "there is no such shape", "precondition"),
        ("IndexError", "list index out of range", "unexpected"),
    ],
)
def test_an_exception_of_the_packages_own_with_a_sentence_is_meant(exception: str, message: str, expected: str) -> None:
    source = "def area(sides: list[int]) -> int:\n    return _found(sides[0] + 1)\n"
    said = judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area([7])", f"{exception}: {message}")
    assert said[0] == expected, said


@pytest.mark.parametrize(
    ("lines", "caught", "expected"),
    [
        (1, "LookupError", "unexpected"),
        (4, "LookupError", "precondition"),
        (1, "OSError", "precondition"),
        (1, "(OSError, ImportError)", "precondition"),
        (1, "(OSError, TypeError)", "unexpected"),
    ],
)
def test_a_line_that_an_except_is_there_for_should_not_let_others_by(lines: int, caught: str, expected: str) -> None:
    first = "".join(f"        sides.append({number})\n" for number in range(lines - 1))
    source = f"""def area(sides: list[int]) -> int:
    try:
{first}        return find(sides[0] + 1)
    except {caught}:
        pass
"""
    said = judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area([7])", "ValueError: no such shape here")
    assert said[0] == expected, said


def test_a_negative_number_has_no_place_where_numbers_are_packed() -> None:
    source = "def area(sides: list[int]) -> int:\n    return pack(sides[0] + 1)\n"
    said = "struct.error: argument out of range"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area([300])", said)[0] == "unexpected"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area([-300])", said)[0] == "precondition"


def test_a_list_of_pairs_is_a_record_where_a_package_has_a_face() -> None:
    files = {"pack/shapes.py": SHAPES}
    assert judged_in(files, "area", "pack.shapes.area([(1, 2)])")[0] == "unexpected"
    assert judged_in({**files, "pack/__init__.py": FACE}, "area", "pack.shapes.area([(1, 2)])")[0] == "precondition"
    assert judged_in({**files, "pack/__init__.py": FACE}, "area", "pack.shapes.area([1, 2])")[0] == "unexpected"


def test_a_key_that_the_caller_wrote_is_looked_up_for_them() -> None:
    source = "def area(names: list[str]) -> int:\n    return found(names)\n"
    files = {"pack/shapes.py": source}
    assert judged_in(files, "area", "pack.shapes.area(['a'])", "KeyError: 'a'")[0] == "precondition"
    assert judged_in(files, "area", "pack.shapes.area(['a'])", "KeyError: 'b'")[0] == "unexpected"


@pytest.mark.parametrize(
    ("body", "call", "face", "expected"),
    [
        ("return 1 // side", "area(0)", FACE, "precondition"),
        ("return 1 // side", "area(0)", "", "unexpected"),
        ("return 1 // (side - 1)", "area(1)", FACE, "precondition"),
        ("return 1 // (side - 1)", "area(1)", "", "unexpected"),
        ("return 1 // len(side)", "area([])", FACE, "unexpected"),
        ("return 1 // len(side.split())", "area('')", FACE, "unexpected"),
        ("return 1 // (side + 1)", "area(-1)", "", "unexpected"),
    ],
)
def test_packages_for_others_are_blamed_for_arithmetic_only_where_there_is_nothing_to_count(
    body: str, call: str, face: str, expected: str
) -> None:
    files = {"pack/shapes.py": f"def area(side: int) -> int:\n    {body}\n", "pack/__init__.py": face}
    said = judged_in(files, "area", f"pack.shapes.{call}", "ZeroDivisionError: division by zero")
    assert said[0] == expected, said


def test_an_attribute_that_the_caller_names_is_looked_up_for_them() -> None:
    source = "def area(name: str) -> int:\n    return getattr(TABLE, name)\n"
    said = "AttributeError: 'Table' object has no attribute 'a'"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area('a')", said)[0] == "precondition"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area('b')", said)[0] == "unexpected"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("AbstractKey", "precondition"), ("KeyMixin", "precondition"), ("Base", "unexpected"), ("Basement", "unexpected")],
)
def test_a_class_that_others_are_derived_from_is_no_ground(name: str, expected: str) -> None:
    assert judged_in({"pack/shapes.py": SHAPES}, "middle", f"pack.shapes.{name}([]).middle()")[0] == expected


@pytest.mark.parametrize(
    ("body", "face", "expected"),
    [
        ("return NAMES[side]", FACE, "precondition"),
        ("return side < 0 or NAMES[side + 1]", FACE, "unexpected"),
        ("return NAMES[abs(side) + 1]", FACE, "unexpected"),
        ("return NAMES[side + 1]", "", "unexpected"),
    ],
)
def test_a_negative_number_counts_where_the_code_looks_for_such_ones(body: str, face: str, expected: str) -> None:
    files = {"pack/shapes.py": f"NAMES = ['a']\ndef area(side: int) -> int:\n    {body}\n", "pack/__init__.py": face}
    said = judged_in(files, "area", "pack.shapes.area(-7)")
    assert said[0] == expected, said


@pytest.mark.parametrize(("hint", "expected"), [("IO", "any"), ("IO[Any]", "any"), ("IO[str]", "unexpected")])
def test_a_stream_of_text_or_bytes_is_the_callers_choice_unless_the_hint_tells(hint: str, expected: str) -> None:
    source = f"""class Writer:
    def __init__(self, stream: {hint}) -> None:
        self.file = stream
    def area(self) -> int:
        handle = self.file
        return handle.write(b"")
"""
    call = "pack.shapes.Writer(io.StringIO('')).area()"
    said = judged_in({"pack/shapes.py": source}, "area", call, "TypeError: string argument expected, got 'bytes'")
    assert said[0] == expected, said


def test_a_stream_that_a_class_further_up_keeps_is_the_callers_choice_too() -> None:
    source = """class Kept:
    def __init__(self, stream: IO) -> None:
        self.file, self.count = stream, 0
class Writer(Kept):
    def area(self) -> int:
        return self.file.write(b"")
"""
    said = judged_in(
        {"pack/shapes.py": source.replace("stream: IO", "file: IO").replace("= stream", "= file")},
        "area",
        "pack.shapes.Writer(io.StringIO('')).area()",
        "TypeError: string argument expected, got 'bytes'",
    )
    assert said[0] in ("any", "precondition"), said


@pytest.mark.parametrize(
    ("hint", "expected"),
    [("Shape", "precondition"), ("list[int] | None", "unexpected"), ("Optional[Shape]", "unexpected")],
)
def test_none_for_a_hint_that_does_not_speak_of_it_may_be_anything(hint: str, expected: str) -> None:
    source = (
        f"from lib import Shape\n\ndef area(shape: {hint}) -> int:\n    found = [shape]\n    return found[0].side\n"
    )
    said = "AttributeError: 'NoneType' object has no attribute 'side'"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area(None)", said)[0] == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pack.shapes.area(tokenize.TokenInfo(None, None, '', None, None))", "precondition"),
        ("pack.shapes.area(inspect.FrameInfo(None, 1, None, None, None, None))", "precondition"),
        ("pack.shapes.area(datetime.timedelta(0))", "unexpected"),
        ("pack.shapes.area(no.such.TokenInfo(None))", "precondition"),
    ],
)
def test_named_tuples_of_python_have_fields_that_may_be_anything(call: str, expected: str) -> None:
    assert judged_in({"pack/__init__.py": FACE, "pack/shapes.py": SHAPES}, "area", call)[0] == expected


def test_what_cannot_be_in_a_set_is_refused_by_the_protocol_of_in() -> None:
    files = {
        "pack/shapes.py": "class Words:\n    def __contains__(self, word: object) -> bool:\n        return word in X\n"
    }
    call = "pack.shapes.Words().__contains__([])"
    assert judged_in(files, "__contains__", call, "TypeError: unhashable type: 'list'")[0] == "deliberate"
    assert judged_in(files, "__contains__", call, "TypeError: argument of type 'int'")[0] == "unexpected"


@pytest.mark.parametrize(
    ("made", "promised"),
    [
        ("pack.shapes.Words([])", True),
        ("(w := pack.shapes.Words([]), w.clear(), w)[-1]", True),
        ("(w := pack.shapes.Words([]), w.set_mark(''), w)[-1]", False),
        ("pack.shapes.Words([], mark='')", False),
    ],
)
def test_how_something_is_looked_for_is_up_to_whoever_set_that_up(made: str, promised: bool) -> None:
    source = """class Words:
    def __init__(self, words: list[str], mark: str = ":") -> None:
        self.mark = mark

    def set_mark(self, mark: str) -> None:
        self.mark = mark

    def __contains__(self, word: object) -> bool:
        return word.split(self.mark)[0] in X
"""
    _, why = judged_in(
        {"pack/shapes.py": source}, "__contains__", f"{made}.__contains__('')", "ValueError: empty separator"
    )
    assert ("`__contains__` should not raise" in why) == promised


@pytest.mark.parametrize(("function", "expected"), [("area", "unexpected"), ("corner", "precondition")])
def test_a_module_that_lists_names_has_a_face_of_its_own(function: str, expected: str) -> None:
    files = {"pack/__init__.py": "", "pack/shapes.py": '__all__ = ["area", "Circle"]\n' + SHAPES}
    assert judged_in(files, function, f"pack.shapes.{function}([])")[0] == expected


@pytest.mark.parametrize(
    ("parameter", "text", "expected"), [("annotation", "-", True), ("annotation", "int", False), ("word", "-", False)]
)
def test_a_text_that_is_called_python_has_to_be_some(parameter: str, text: str, expected: bool) -> None:
    source = f"def area({parameter}: str) -> int:\n    return len(ast.parse({parameter}[1:] + 'a(').body)\n"
    call, said = f"pack.shapes.area({text!r})", "SyntaxError: invalid syntax (<unknown>, line 1)"
    judgement, evidence = judged_in({"pack/shapes.py": source}, "area", call, said)
    assert (judgement, "as Python" in evidence) == ("precondition", expected)


LOADED = """
def load(path: str, colour: Any = None, wide: bool = False) -> int:
    module = importlib.import_module(path)
    return module.sides[0]

def other(path: str) -> int:
    return module.sides[0]

def plugin(path: str) -> int:
    module = importlib.import_module("pack.plugins")
    return module.sides[path]
"""


@pytest.mark.parametrize(
    ("function", "said", "expected"),
    [
        ("load", "AttributeError: module 'h2' has no attribute 'sides'", "precondition"),
        ("load", "AttributeError: 'Circle' object has no attribute 'sides'", "unexpected"),
        ("other", "AttributeError: module 'h2' has no attribute 'sides'", "unexpected"),
        ("plugin", "AttributeError: module 'pack.plugins' has no attribute 'sides'", "unexpected"),
    ],
)
def test_a_module_that_the_caller_names_has_what_it_has(function: str, said: str, expected: str) -> None:
    assert judged_in({"pack/shapes.py": LOADED}, function, f"pack.shapes.{function}('h2')", said)[0] == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("load('h2', colour=b'')", "precondition"),
        ("load('h2', None)", "unexpected"),
        ("load('h2')", "unexpected"),
        ("load('h2', wide=True)", "unexpected"),
    ],
)
def test_an_option_that_may_be_anything_is_what_it_was_set_to(call: str, expected: str) -> None:
    said = "IndexError: byte must be in range(0, 256)"
    assert judged_in({"pack/shapes.py": LOADED}, "load", f"pack.shapes.{call}", said)[0] == expected


@pytest.mark.parametrize(
    ("decorator", "expected"),
    [
        ("field_validator('sides')", "precondition"),
        ("pydantic.model_validator(mode='after')", "precondition"),
        ("post_load", "precondition"),
        ("cache", "unexpected"),
    ],
)
def test_a_method_that_a_framework_calls_gets_what_that_has_looked_at(decorator: str, expected: str) -> None:
    source = f"class Circle:\n    @{decorator}\n    def check(cls, sides: list[int]) -> int:\n        return sides[0]\n"
    files = {"pack/shapes.py": source}
    assert judged_in(files, "check", "pack.shapes.Circle.check([])")[0] == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("made(None, (0, ''))", "precondition"),
        ("made(None, colour=(0, ''))", "precondition"),
        ("made(None)", "unexpected"),
        ("given((0, ''))", "unexpected"),
    ],
)
def test_what_is_handed_on_with_all_the_rest_may_be_anything(call: str, expected: str) -> None:
    source = """
class Circle:
    def shown(self) -> str:
        return self.colour.name

def made(*rest: Any, **options: Any) -> str:
    return Circle(*rest, **options).shown()

def given(other: Any) -> str:
    return Circle(other).shown()
"""
    name = call.partition("(")[0]
    lines = source.splitlines()
    first = next(number for number, line in enumerate(lines, 1) if f"def {name}(" in line)
    frames = (Frame("pack/shapes.py", name, first + 1), Frame("pack/shapes.py", "Circle.shown", 4))
    missing = "'tuple' object has no attribute 'name'"
    files = {"pack/shapes.py": source}
    case = Case("raised", "AttributeError", missing, frames, files.get, "pack/shapes.py", first, first + 1)
    assert verdict(replace(case, call=f"pack.shapes.{call}"))[0] == expected


@pytest.mark.parametrize(
    ("separator", "expected"), [("self.mark", "precondition"), ("mark", "precondition"), ("'' or ''", "unexpected")]
)
def test_no_text_can_be_cut_at_nothing(separator: str, expected: str) -> None:
    source = (
        "class Words:\n    def __init__(self, mark: str) -> None:\n        self.mark = mark\n\n"
        f"    def cut(self, text: str, mark: str) -> list[str]:\n        return text.partition({separator})\n"
    )
    call = "pack.shapes.Words('').cut('', '')"
    assert judged_in({"pack/shapes.py": source}, "cut", call, "ValueError: empty separator")[0] == expected


@pytest.mark.parametrize(
    ("condition", "blamed"), [("side == 0", True), ("side != 0", True), ("side < 0", False), ("side > 0", False)]
)
def test_what_is_nothing_or_not_says_nothing_of_negative_numbers(condition: str, blamed: bool) -> None:
    source = f"def area(side: int, sides: list[int]) -> int:\n    if {condition}:\n        sides = []\n"
    source += "    return [side][len(sides)]\n"
    files = {"pack/__init__.py": "from pack.shapes import area\n__all__ = ['area']\n", "pack/shapes.py": source}
    said = "IndexError: list index out of range"
    assert ("negative" in judged_in(files, "area", "pack.shapes.area(-1, [0])", said)[1]) == blamed
