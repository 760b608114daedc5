"""Which functions may lead to one, read from source."""

from __future__ import annotations

from fuzzwright.python.callers import Callers, Place

SOURCE = """
def _inner(x):
    return x

def middle(x):
    return _inner(x)

def outer(x):
    return [middle(each) for each in x]

class Box:
    def __init__(self, x):
        self.x = _inner(x)

def boxes(x):
    return Box(x)

def apart(x):
    return x
"""


def test_nearer_callers_come_first() -> None:
    callers = Callers({"a.py": SOURCE})
    assert list(callers.leading_to("_inner", most=10)) == [
        Place("a.py", 5),
        Place("a.py", 12),
        Place("a.py", 8),
        Place("a.py", 15),
    ]


def test_callers_in_other_files_are_found_and_broken_files_are_passed_over() -> None:
    callers = Callers({"a.py": "def _f(): ...", "b.py": "import a\ndef g():\n    return a._f()", "c.py": "def ("})
    assert list(callers.leading_to("_f", most=10)) == [Place("b.py", 2)]


def test_functions_that_call_each_other_come_to_an_end() -> None:
    callers = Callers({"a.py": "def f():\n    return g()\ndef g():\n    return f()"})
    assert list(callers.leading_to("f", most=10)) == [Place("a.py", 3), Place("a.py", 1)]


def test_there_are_no_more_than_asked_for() -> None:
    assert len(list(Callers({"a.py": SOURCE}).leading_to("_inner", most=2))) == 2


def test_a_name_that_everything_mentions_costs_no_more_than_another() -> None:
    source = "".join(f"def f{number}(x):\n    return len(x)\n" for number in range(3000))
    places = list(Callers({"a.py": source}).leading_to("len", most=5000))
    assert len(places) == 3000


def test_a_method_that_delegates_to_another_of_its_name_leads_there() -> None:
    source = "class _Inner:\n    def parse(self, s): ...\nclass Outer:\n    def parse(self, s): self.inner.parse(s)"
    assert list(Callers({"a.py": source}).leading_to("parse", most=10)) == [Place("a.py", 4)]


def test_whoever_uses_a_table_of_functions_leads_to_them() -> None:
    source = "def _add(x): ...\nTABLE: dict = {'add': _add}\ndef run(name):\n    return TABLE[name](1)"
    assert list(Callers({"a.py": source}).leading_to("_add", most=10)) == [Place("a.py", 3)]
