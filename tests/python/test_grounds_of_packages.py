"""Grounds that hang on what a package shows, on what was handed over, and on who has to set what before."""

from __future__ import annotations

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict
from tests.python.test_grounds_one_by_one import SHAPES, judged_in


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("'a'", "precondition"),
        ("[]", "precondition"),
        ("True", "unexpected"),
        ("None", "unexpected"),
        ("pack.Kind.ROUND", "unexpected"),
    ],
)
@pytest.mark.parametrize("call", ["pack.shapes.area([], kind={})", "pack.shapes.area([], {})"])
def test_what_an_option_is_set_to_is_the_callers_choice_unless_it_is_one_of_few(
    given: str, expected: str, call: str
) -> None:
    source = "def area(sides: list[int], kind: object = None) -> int:\n    return sides[0]\n"
    files = {"pack/__init__.py": "from .shapes import area", "pack/shapes.py": source}
    said = judged_in(files, "area", call.format(given))
    assert said[0] == expected, said
    without = judged_in({"pack/shapes.py": source}, "area", call.format(given))
    assert without[0] == "unexpected", without


@pytest.mark.parametrize(("call", "expected"), [("area(a=None)", "precondition"), ("area(sides=None)", "unexpected")])
def test_a_keyword_that_is_handed_on_is_the_callers(call: str, expected: str) -> None:
    source = "def area(sides: object = None, **of: object) -> int:\n    return made()\n"
    name = call.partition("(")[2].partition("=")[0]
    said = f"TypeError: made() got an unexpected keyword argument '{name}'"
    assert judged_in({"pack/shapes.py": source}, "area", f"pack.shapes.{call}", said)[0] == expected


def test_an_option_does_not_explain_a_none_that_nobody_wrote() -> None:
    source = "def area(sides: list[int], kind: object = None) -> int:\n    return sides.pop().side\n"
    files = {"pack/__init__.py": "from .shapes import area", "pack/shapes.py": source}
    said = "AttributeError: 'NoneType' object has no attribute 'side'"
    assert judged_in(files, "area", "pack.shapes.area([], 'a')", said)[0] == "unexpected"
    assert judged_in(files, "area", "pack.shapes.area([None], 'a')", said)[0] == "precondition"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("int", "precondition"),
        ("pack.Line", "precondition"),
        ("[pack.Line]", "precondition"),
        ("enum.Enum", "precondition"),
        ("pack.Line.of(1)", "unexpected"),
        ("pack.Kind.ROUND", "unexpected"),
        ("pack.Line(1)", "unexpected"),
        ("pack.SIDES", "unexpected"),
    ],
)
def test_a_class_that_is_handed_over_is_no_ground(given: str, expected: str) -> None:
    source = "def area(sides: list) -> int:\n    return 1 + [][0]\n"
    said = judged_in({"pack/shapes.py": source}, "area", f"pack.shapes.area({given})")
    assert said[0] == expected, said


def test_a_method_is_not_shown_by_what_is_handed_to_it() -> None:
    files = {"pack/__init__.py": "from .shapes import Circle", "pack/shapes.py": SHAPES}
    assert judged_in(files, "outside", "pack.shapes.Round([]).outside(pack.shapes.Circle(1))")[0] == "precondition"
    assert judged_in(files, "outside", "(c := pack.shapes.Circle(1), c.edge(), c)[-1].outside()")[0] == "unexpected"


def test_a_package_that_is_one_file_shows_what_it_lists() -> None:
    for listed, expected in (("", "unexpected"), ("area", "unexpected"), ("other", "precondition")):
        source = f"__all__ = ['{listed}']\n" if listed else ""
        source += "def area(sides: list[int]) -> int:\n    return sides[0]\n"
        last = len(source.splitlines())
        frames = (Frame("pack/__init__.py", "area", last),)
        case = Case(
            "raised", "IndexError", "list index out of range", frames, {"pack/__init__.py": source}.get,
            "pack/__init__.py", last - 1, last, call="pack.area([])",
        )  # fmt: skip
        assert verdict(case)[0] == expected


def test_the_protocol_of_sequences_covers_their_other_end() -> None:
    source = "class Circle:\n    def rindex(self, side: int) -> int:\n        return self.sides.rindex(side)\n"
    said = judged_in(
        {"pack/shapes.py": source}, "rindex", "pack.shapes.Circle().rindex(0)", "ValueError: subsection not found"
    )
    assert said[0] == "deliberate", said


@pytest.mark.parametrize(
    ("hint", "expected"),
    [("_Token", "precondition"), ("Token", "return_type"), ("list[~_T]", "return_type"), ("A['_A']", "return_type")],
)
def test_a_result_that_is_hinted_by_a_private_class_is_nothing_to_rely_on(hint: str, expected: str) -> None:
    source = "def area(sides: list[int]) -> Sides:\n    return sides\n"
    message = f"returned list, annotated pack.shapes.{hint}"
    frames = (Frame("pack/shapes.py", "area", 2),)
    files = {"pack/shapes.py": source}
    case = Case("return_type", "", message, frames, files.get, "pack/shapes.py", 1, 2, call="pack.shapes.area([])")
    assert verdict(case)[0] == expected


@pytest.mark.parametrize(
    ("parts", "cut", "expected"),
    [
        ("name, kind, size", "sides.split('-')", "precondition"),
        ("name, kind, size", "sides.rsplit('-', 2)", "precondition"),
        ("name, kind", "sides.split('-')", "unexpected"),
        ("name, kind, size", "(sides + 'a').split('-')", "unexpected"),
    ],
)
def test_a_text_that_is_cut_into_several_named_parts_has_to_have_a_form(parts: str, cut: str, expected: str) -> None:
    source = f"def area(sides: str) -> str:\n    {parts} = {cut}\n    return name\n"
    lines = (Frame("pack/shapes.py", "area", 2),)
    message = "not enough values to unpack (expected 3, got 1)"
    files = {"pack/shapes.py": source}
    case = Case("raised", "ValueError", message, lines, files.get, "pack/shapes.py", 1, 3, call="pack.shapes.area('a')")
    said = verdict(case)
    assert said[0] == expected, said


def test_an_attribute_that_is_named_by_a_keyword_is_the_callers() -> None:
    source = "class Circle:\n    def __init__(self, **kept: int) -> None:\n        return self._keep(kept)\n"
    message = "AttributeError: 'Circle' object has no attribute 'a'"
    said = judged_in({"pack/shapes.py": source}, "__init__", "pack.shapes.Circle(a=1)", message)
    assert said[0] == "precondition", said
    # One that is a parameter was taken, and should have been kept.
    named = source.replace("**kept: int", "*, a: int")
    assert judged_in({"pack/shapes.py": named}, "__init__", "pack.shapes.Circle(a=1)", message)[0] == "unexpected"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pack.shapes.area({})", "unexpected"),
        ("pack.shapes.area({'a': []})", "unexpected"),
        ("pack.shapes.area({'a': {}})", "unexpected"),
        ("pack.shapes.area({'a': {'': []}})", "precondition"),
        ("pack.shapes.area({'a': (1, 2)})", "precondition"),
    ],
)
def test_dictionaries_of_dictionaries_are_records_where_a_package_has_a_face(call: str, expected: str) -> None:
    source = "def area(sides: dict) -> int:\n    return [][len(sides)]\n"
    said = judged_in({"pack/__init__.py": "from .shapes import area", "pack/shapes.py": source}, "area", call)
    assert said[0] == expected, said


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("LookupError: no such time zone here", "unexpected"),
        ("IndexError: list index out of range", "unexpected"),
        ("ValueError: math domain error", "unexpected"),
    ],
)
def test_a_list_of_other_exceptions_speaks_for_what_nothing_explains(said: str, expected: str) -> None:
    doc = '''    """Return it.

    Raises:
        TypeError: if it is none
    """
'''
    source = f"def area(sides: list[int]) -> int:\n{doc}    return outer(sides[0])\n"
    judged = judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area([7])", said)
    assert (judged[0], "the docstring lists `TypeError` only" in judged[1]) == (expected, True), judged


def test_a_list_of_other_exceptions_says_nothing_of_what_is_asked_of_the_caller() -> None:
    doc = '    """Return it.\n\n    Raises:\n        TypeError: if it is none\n    """\n'
    source = f"import zoneinfo\ndef area(zone: str) -> int:\n{doc}    return zoneinfo.ZoneInfo(zone)\n"
    said = "zoneinfo._common.ZoneInfoNotFoundError: 'No time zone found with key a'"
    assert judged_in({"pack/shapes.py": source}, "area", "pack.shapes.area('a')", said)[0] == "precondition"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("UnboundLocalError: cannot access local variable 'a'", "unexpected"),
        ("NameError: name 'sides_of' is not defined", "unexpected"),
        ("IndexError: list index out of range", "precondition"),
    ],
)
def test_a_variable_that_was_never_set_is_wrong_whatever_was_given(said: str, expected: str) -> None:
    source = "def area(sides: list[int], of: object = 1) -> int:\n    return a\n"
    files = {"pack/__init__.py": "from .shapes import area", "pack/shapes.py": source}
    assert judged_in(files, "area", "pack.shapes.area([(lambda: 1)], 'a')", said)[0] == expected
    hidden = {"pack/__init__.py": "from .other import area", "pack/shapes.py": source.replace("area", "corner")}
    assert judged_in(hidden, "corner", "pack.shapes.corner([])", said)[0] == expected


@pytest.mark.parametrize(
    ("statement", "call", "expected"),
    [
        ("made(sides)", "area((lambda: 'a'))", "precondition"),
        ("made(sides)", "area(0)", "unexpected"),
        ("eval(sides)", "area('x:a', (lambda: 0))", "precondition"),
        ("made(sides)", "area('x:a', (lambda: 0))", "unexpected"),
        ("eval(sides, {}, a)", "area('x:a', (lambda: 0))", "unexpected"),
    ],
)
def test_code_that_is_made_of_texts_may_lack_a_name_that_the_caller_wrote(
    statement: str, call: str, expected: str
) -> None:
    source = f"def area(sides: object = None) -> int:\n    return {statement}\n"
    said = "NameError: name 'a' is not defined"
    assert judged_in({"pack/shapes.py": source}, "area", f"pack.shapes.{call}", said)[0] == expected


def test_a_result_of_the_wrong_type_counts_whichever_class_was_handed_over() -> None:
    source = "def area(kind: type) -> str:\n    return kind()\n"
    files = {"pack/shapes.py": source}
    message, frames = "returned dict, annotated str", (Frame("pack/shapes.py", "area", 2),)
    case = Case("return_type", "", message, frames, files.get, "pack/shapes.py", 1, 2, call="pack.shapes.area(dict)")
    assert verdict(case)[0] == "return_type"


@pytest.mark.parametrize(
    ("top", "inner", "expected"),
    [
        ("", "", "unexpected"),
        ("", "from .shapes import other", "precondition"),
        ("", "from .shapes import area", "unexpected"),
        ("from .rounds.shapes import area", "", "unexpected"),
        ("from .rounds.shapes import other", "from .shapes import area", "unexpected"),
    ],
)
def test_a_package_inside_of_another_has_a_face_of_its_own(top: str, inner: str, expected: str) -> None:
    source = "def area(sides: list[int]) -> int:\n    return sides[0]\n"
    file = "pack/rounds/shapes.py"
    files = {"pack/__init__.py": top, "pack/rounds/__init__.py": inner, file: source}
    said = "list index out of range"
    call = "pack.rounds.shapes.area([])"
    case = Case("raised", "IndexError", said, (Frame(file, "area", 2),), files.get, file, 1, 2, call=call)
    assert verdict(case)[0] == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("datetime.datetime(2000, 1, 1)", "precondition"),
        ("datetime.time()", "precondition"),
        ("datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)", "unexpected"),
        ("0", "unexpected"),
    ],
)
def test_a_time_without_a_zone_is_the_callers_and_one_with_a_zone_was_forgotten(given: str, expected: str) -> None:
    source = "def area(since: datetime.datetime) -> float:\n    return now() - since\n"
    said = "TypeError: can't subtract offset-naive and offset-aware datetimes"
    assert judged_in({"pack/shapes.py": source}, "area", f"pack.shapes.area({given})", said)[0] == expected


@pytest.mark.parametrize("exception", ["ZeroDivisionError", "decimal.DivisionByZero", "decimal.InvalidOperation"])
def test_division_by_zero_belongs_to_dividing_whatever_the_numbers_are(exception: str) -> None:
    source = "class Length:\n    def __truediv__(self, other: int) -> int:\n        return self.mm / other\n"
    said = judged_in({"pack/shapes.py": source}, "__truediv__", "pack.Length().__truediv__(0)", f"{exception}: by zero")
    assert said[0] == "deliberate", said


@pytest.mark.parametrize(
    ("base", "method", "expected"),
    [
        ("Exception", "first", "precondition"),
        ("Failed", "first", "precondition"),
        ("Exception", "__str__", "unexpected"),
        ("list", "first", "unexpected"),
        ("Warning", "first", "unexpected"),
    ],
)
def test_what_is_asked_of_an_exception_made_by_hand_is_no_ground(base: str, method: str, expected: str) -> None:
    source = "class Failed(ValueError): ...\nclass Warning: ...\n"
    source += f"class Several({base}):\n    def {method}(self) -> str:\n        return self[0]\n"
    said = judged_in({"pack/shapes.py": source}, method, f"pack.shapes.Several().{method}()")
    assert said[0] == expected, said


def test_what_all_may_be_left_out_of_is_data_and_no_option() -> None:
    source = """class Vector:
    def __init__(self, x: str = '', y: str = '') -> None:
        self.x, self.y = x, y
    def largest(self) -> str:
        return self.parts[3]
"""
    files = {"pack/__init__.py": "from .shapes import Vector", "pack/shapes.py": source}
    assert judged_in(files, "largest", "pack.shapes.Vector('ab').largest()")[0] == "unexpected"
    more = source.replace("y: str = ''", "y: str = '', z: str = '', w: str = ''")
    said = judged_in({**files, "pack/shapes.py": more}, "largest", "pack.shapes.Vector('ab').largest()")
    assert said[0] == "precondition", said


@pytest.mark.parametrize(
    ("given", "expected"), [("datetime.date(2000, 12, 1)", "unexpected"), ("2000, 13", "precondition")]
)
def test_what_becomes_of_a_date_is_no_number_of_the_callers(given: str, expected: str) -> None:
    source = "def area(day: object, month: int = 1) -> object:\n    return day.replace(month=day.month + 1)\n"
    files = {"pack/__init__.py": "from .shapes import area", "pack/shapes.py": source.replace(" = 1", "")}
    said = judged_in(files, "area", f"pack.shapes.area({given})", "ValueError: month must be in 1..12")
    assert said[0] == expected, said


def test_a_list_that_is_worked_out_lists_nothing() -> None:
    source = "__all__ = [name for name in dir() if not name.startswith('_')]\n"
    source += "from .other import it\ndef area(sides: list[int]) -> int:\n    return sides[0]\n"
    files = {"pack/__init__.py": source}
    frames = (Frame("pack/__init__.py", "area", 4),)
    said = "list index out of range"
    case = Case("raised", "IndexError", said, frames, files.get, "pack/__init__.py", 3, 4, call="pack.area([])")
    assert verdict(case)[0] == "unexpected"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pack.shapes.Vector().drawn(pack.shapes.Pen())", "precondition"),
        ("(v := pack.shapes.Vector(), v.drawn(None), v)[-1].drawn([pack.shapes.Pen()])", "precondition"),
        ("pack.shapes.Vector().drawn(io.StringIO())", "unexpected"),
        ("pack.shapes.Vector().drawn('')", "unexpected"),
        ("pack.shapes.drawn(pack.shapes.Pen())", "unexpected"),
    ],
)
def test_an_object_handed_to_another_is_no_ordinary_data(call: str, expected: str) -> None:
    source = "class Pen: ...\nclass Vector:\n    def drawn(self, with_: Pen) -> str:\n        return self.parts[3]\n"
    files = {"pack/__init__.py": "from .shapes import Vector, Pen", "pack/shapes.py": source}
    assert judged_in(files, "drawn", call)[0] == expected
    if expected == "precondition":
        assert judged_in({**files, "pack/__init__.py": ""}, "drawn", call)[0] == "unexpected"
    summed = {**files, "pack/shapes.py": source.replace("drawn", "__add__")}
    assert judged_in(summed, "__add__", call.replace("drawn", "__add__"))[0] == "unexpected"


@pytest.mark.parametrize(
    ("body", "said", "expected"),
    [
        ("next(sides)", "StopIteration: ", "precondition"),
        ("await sides.__anext__()", "StopAsyncIteration: ", "precondition"),
        ("next(sides)", "RuntimeError: coroutine raised StopIteration", "precondition"),
        ("next(iter([each for each in sides if each > 1]))", "StopIteration: ", "unexpected"),
    ],
)
def test_an_iterator_of_the_callers_may_have_no_more(body: str, said: str, expected: str) -> None:
    source = f"async def area(sides: Iterator[int]) -> int:\n    return {body}\n"
    files = {"pack/__init__.py": "from .shapes import area", "pack/shapes.py": source}
    judged = judged_in(files, "area", "asyncio.run(pack.shapes.area(iter([])))", said)
    assert judged[0] == expected, judged


@pytest.mark.parametrize(
    ("parameters", "said", "expected"),
    [
        ("self", "pack.errors.NoShape: there is no such shape", "deliberate"),
        ("self", "KeyError: 'a'", "unexpected"),
        ("self, side: int", "pack.errors.NoShape: there is no such shape", "unexpected"),
    ],
)
def test_an_object_made_wrongly_need_not_answer(parameters: str, said: str, expected: str) -> None:
    source = f"class Circle:\n    def is_round(\n        {parameters}) -> bool:\n        return TABLE[self.name]\n"
    files = {"pack/__init__.py": "from .shapes import Circle", "pack/shapes.py": source}
    assert judged_in(files, "is_round", "pack.shapes.Circle('').is_round(1)", said)[0] == expected


def test_what_a_person_would_have_to_type_is_a_matter_of_the_environment() -> None:
    files = {"pack/shapes.py": "def area(sides: int) -> str:\n    return input(sides)\n"}
    said = "EOFError: EOF when reading a line"
    assert judged_in(files, "area", "pack.shapes.area(0)", said)[0] == "environment"


@pytest.mark.parametrize("given", ["[]", "{}", "(0,)", "{0}"])
def test_what_is_written_for_anything_may_be_of_a_type_that_fails(given: str) -> None:
    source = "def area(sides: Any) -> int:\n    key = known(sides)\n    return {key: 1}\n"
    files = {"pack/shapes.py": source}
    kind = type(eval(given)).__name__
    for named, expected in ((kind, "precondition"), ("Circle", "unexpected")):
        said = f"TypeError: unhashable type: '{named}'"
        assert judged_in(files, "area", f"pack.shapes.area({given})", said)[0] == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pack.shapes.Shape([]).is_round()", "unexpected"),
        ("pack.shapes.Shape([], '{').is_round()", "precondition"),
        ("pack.shapes.Shape([], hint='{').is_round()", "precondition"),
    ],
)
def test_how_an_object_answers_may_be_asked_for_where_it_is_made(call: str, expected: str) -> None:
    source = (
        "class Shape:\n"
        "    def __init__(self, sides: list[int], error: str = '', hint: str = '', known: int = 0) -> None:\n"
        "        self.sides = sides\n"
        "    def is_round(self) -> bool:\n"
        "        return self.error.format(self.sides)\n"
    )
    files = {"pack/__init__.py": "from .shapes import Shape", "pack/shapes.py": source}
    assert judged_in(files, "is_round", call, "IndexError: tuple index out of range")[0] == expected


@pytest.mark.parametrize("given", ["re.match('a', 'a')", "re.search('a', 'a')"])
def test_a_match_of_a_pattern_that_nobody_chose_is_no_ground(given: str) -> None:
    source = "def area(found: object) -> int:\n    return 1 + [][0]\n"
    assert judged_in({"pack/shapes.py": source}, "area", f"pack.shapes.area({given})")[0] == "precondition"


@pytest.mark.parametrize(
    ("call", "said", "promised"),
    [
        ("is_round()", "TypeError: is_round() missing 1 required positional argument: 'side'", True),
        ("is_round(0)", "TypeError: missing() missing 1 required positional argument: 'side'", True),
        ("is_round(0, 'a')", "SyntaxError: invalid syntax", False),
        ("is_round(0)", "SyntaxError: invalid syntax", True),
    ],
)
def test_a_question_is_answered_only_where_it_was_asked_rightly(call: str, said: str, promised: bool) -> None:
    source = "def is_round(side: Any, kind: Any) -> bool:\n    return 1 + [][0]\n"
    why = judged_in({"pack/shapes.py": source}, "is_round", f"pack.shapes.{call}", said)[1]
    assert ("should answer yes or no" in why) == promised, why


def test_a_question_that_was_not_begun_was_asked_without_what_it_is_about() -> None:
    files = {
        "pack/shapes.py": "@cached\ndef is_round(side: int) -> bool:\n    return side == 0\n",
        "pack/caches.py": "def cached(f):\n    def wrapper(*of):\n        return f(*of)\n    return wrapper\n",
    }
    frames = (Frame("pack/caches.py", "cached.<locals>.wrapper", 3),)
    said = "is_round() missing 1 required positional argument: 'side'"
    case = Case("raised", "TypeError", said, frames, files.get, "pack/shapes.py", 2, 3, call="pack.shapes.is_round()")
    assert "was called without what `is_round` needs" in verdict(case)[1]


@pytest.mark.parametrize(
    ("call", "said", "promised"),
    [
        ("Shape().is_round()", "pack.errors.NotReady: call `prepare` before", False),
        ("Shape().is_round('a')", "pack.errors.NotReady: call `prepare` before", True),
        ("Shape().is_round()", "IndexError: list index out of range", True),
    ],
)
def test_of_an_object_that_is_not_ready_nothing_can_be_told(call: str, said: str, promised: bool) -> None:
    source = "class Shape:\n    def is_round(self, *kinds: str, of: int = 0) -> bool:\n        return self.sides()\n"
    why = judged_in({"pack/shapes.py": source}, "is_round", f"pack.shapes.{call}", said)[1]
    assert ("should answer yes or no" in why) == promised, why
