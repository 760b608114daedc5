"""Which failures are about text that a call hands over, on source of a small package."""

from __future__ import annotations

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.reading import reads_text

SOURCE = """
def first(items: list[object], name: object = None) -> object:
    return items[0]

def weighed(items: list[int], text: str) -> str:
    if items[3] > 2:
        return text.upper()
    return text

def parse(text: str) -> str:
    return Reader(text).header()

class Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.rest = self._part(1)

    @classmethod
    def of(cls, text: str) -> Reader:
        return cls(text)

    def header(self, strict: bool = False) -> str:
        return self._part(0)

    def _part(self, index: int) -> str:
        return self.text.split(":")[index]

class Version:
    text: str

    def __post_init__(self) -> None:
        self.major = self.text.split(".")[1]

class Outer:
    class Inner:
        def __new__(cls, text: str) -> Outer:
            return text.split(".")[1]
"""
LINES = SOURCE.splitlines()


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(LINES, 1) if text in line)


def case_of(call: str, *way: str, function: str = "") -> Case:
    """Return a failure that came through these lines; the first is of the function under test unless that is named."""
    frames = tuple(Frame("pack/read.py", "", line_of(text)) for text in way)
    first = max(number for number, line in enumerate(LINES[: frames[0].line], 1) if "def " in line)
    first = line_of(function) if function else first
    return Case(
        "raised", "IndexError", "index out of range", frames, {"pack/read.py": SOURCE}.get, "pack/read.py", first,
        first + 2, call if call.startswith("(") else f"pack.read.{call}",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("first(b'a')", True),
        ("first(['', 0])", True),
        ("first({0: ('a',)})", True),
        ("first(io.StringIO('a'))", True),
        ("first((s := io.StringIO('a'), s.read(), s)[-1])", True),
        ("first(pathlib.Path('a'))", True),
        ("first(collections.deque(['a']))", True),
        ("first([0], 'a')", False),
        ("first({'a': 0})", False),
        ("first(pack.read.Reader('a'))", False),
        ("first(decimal.Decimal('1'))", False),
        ("first(logging.getLogger('a'))", False),
        ("first(uuid.UUID('00000000-0000-0000-0000-000000000000'))", False),
    ],
)
def test_text_is_what_holds_it_as_it_came(call: str, expected: bool) -> None:
    assert reads_text(case_of(call, "return items[0]")) == expected


PART = 'return self.text.split(":")'


@pytest.mark.parametrize(
    ("call", "way", "expected"),
    [
        ("parse('a')", ("return Reader(text)", "return self._part(0)", PART), True),
        ("Reader('a')", ("self.rest = ", PART), True),
        ("Reader('a').header()", ("return self._part(0)", PART), True),
        ("Reader('a').header(False)", ("return self._part(0)", PART), True),
        ("(r := pack.read.Reader('a'), r.header(), r)[-1].header()", ("return self._part(0)", PART), True),
        ("Reader(0).header(False)", ("return self._part(0)", PART), False),
        ("Version('a')", ("self.major",), True),
        ("Version(0)", ("self.major",), False),
        ("Outer.Inner('a')", ('return text.split(".")',), True),
        ("Reader.of('a')", ("return cls(text)", "self.rest = ", PART), True),
    ],
)
def test_an_object_holds_what_it_was_made_with(call: str, way: tuple[str, ...], expected: bool) -> None:
    assert reads_text(case_of(call, *way)) == expected


def test_a_condition_is_about_what_it_asks() -> None:
    assert not reads_text(case_of("weighed([1], 'a')", "if items[3] > 2"))
    assert reads_text(case_of("weighed(['a'], 'a')", "if items[3] > 2"))


def test_what_is_nowhere_in_the_source_may_be_about_anything_given() -> None:
    case = case_of("first(['a'])", "return items[0]")
    assert reads_text(Case("raised", "IndexError", "", (), case.source_of, case.file, case.first, case.last, case.call))
    gone = Case("raised", "IndexError", "", case.frames, lambda file: None, case.file, case.first, case.last, case.call)
    assert not reads_text(gone)
