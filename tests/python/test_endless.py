"""Calls that took too long: without end, only slow, in what came before, or for what the call has in it."""

from __future__ import annotations

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.endless import locks
from fuzzwright.python.judging.judge import verdict

FACE = "from pack.words import Words, search, walk\n"
WORDS = """
class Words:
    def near(self, word: str) -> set[str]:
        return {each for each in self.all(word)}

    def has(self, word: str) -> bool:
        return word in self.words

def search(text: str) -> bool:
    return PATTERN.search(text) is not None

def find(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text.strip()) is not None

def named(pattern: str, text: str) -> bool:
    return re.search(string=text, pattern=pattern) is not None

def look(pattern: str, text: str) -> bool:
    return re.search(pattern, text) is not None

def main(text: str) -> bool:
    return text in files

def cut(text: str) -> bool:
    return text.split(",") is not None

def walk(text: str, step: int = 1, until: object = None) -> int:
    while text:
        step += 1
"""
LONG = "no end after 3 s of CPU time"
SLOW = "slow: over only after 5.1 s"


def judged(function: str, call: str, message: str = LONG, inside: tuple[str, ...] = ()) -> tuple[str, str]:
    lines = WORDS.splitlines()
    line_of = {name: next(at for at, line in enumerate(lines, 1) if f"def {name}(" in line) for name in WAYS}
    frames = tuple(Frame("pack/words.py", name, line_of[name] + 1) for name in inside or (function,))
    files = {"pack/__init__.py": FACE, "pack/words.py": WORDS}
    first = line_of[function]
    return verdict(
        Case("timed_out", "timed_out", message, frames, files.get, "pack/words.py", first, first + 2, call=call)
    )


WAYS = ("near", "has", "search", "find", "named", "look", "main", "cut", "walk")


def test_a_call_that_is_over_with_more_time_is_slow() -> None:
    assert judged("near", "pack.words.Words().near('a')", SLOW)[0] == "resource"
    assert judged("near", "pack.words.Words().near('a')")[0] == "unexpected"


def test_a_pattern_that_takes_long_goes_back_and_forth() -> None:
    assert judged("search", "pack.words.search('aaaa')", SLOW)[0] == "unexpected"


@pytest.mark.parametrize(
    ("function", "call", "expected"),
    [
        ("named", "pack.words.named('(a*)*b', 'aaaa')", "precondition"),
        ("find", "pack.words.find(re.compile('(a*)*b'), 'aaaa')", "precondition"),
        ("look", "pack.words.look('(a*)*b', 'aaaa')", "precondition"),
        ("search", "pack.words.search('aaaa')", "unexpected"),
        ("cut", "pack.words.cut('aaaa')", "unexpected"),
    ],
)
def test_a_pattern_of_the_callers_goes_back_and_forth_for_them(function: str, call: str, expected: str) -> None:
    assert judged(function, call)[0] == expected


def test_what_did_not_end_before_the_function_began_is_not_its_own() -> None:
    call = "(w := pack.words.Words(), w.near('a'), w)[-1].has('b')"
    judgement, evidence = judged("has", call, inside=("near",))
    assert judgement == "precondition"
    assert "it was in `near`, before the function began" in evidence
    assert judged("has", call)[0] == "unexpected"
    assert judged("near", "pack.words.Words().near('a')", inside=("walk",))[0] == "unexpected"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("pack.words.walk('a')", "unexpected"),
        ("pack.words.walk('a', 7)", "precondition"),
        ("pack.words.walk(-7)", "precondition"),
        ("pack.words.walk((lambda *a, **k: []))", "precondition"),
        ("pack.words.walk((w := pack.words.Words(), w.near('a'), w)[-1])", "precondition"),
    ],
)
def test_options_and_what_was_made_up_for_a_call_without_end_are_the_callers(call: str, expected: str) -> None:
    assert judged("walk", call)[0] == expected


def test_a_module_by_itself_is_told_of_negative_numbers() -> None:
    source = "def count(number: int) -> None:\n    while number:\n        number -= 1\n"
    frames = (Frame("count.py", "count", 3),)
    case = Case("timed_out", "timed_out", LONG, frames, {"count.py": source}.get, "count.py", 1, 3, "count.count(-1)")
    assert verdict(case)[0] == "unexpected"


def test_a_program_takes_as_long_as_what_it_is_run_on() -> None:
    assert judged("main", "pack.words.main('/')")[0] == "resource"
    assert judged("main", "pack.words.main('/')", "goes round and round")[0] == "unexpected"


def test_what_takes_a_lock_waits_for_what_it_has_locked_itself() -> None:
    idle = "no end after 15 s of wall time"
    for statement, expected in (
        ("with self.lock:\n        pass", True),
        ("with threading.RLock():\n        pass", True),
        ("with open(text):\n        pass", False),
        ("if LOCK.acquire():\n        pass", True),
        ("LOCK.acquire()", True),
        ("queue.get()", False),
    ):
        source = f"def held(text: str) -> None:\n    {statement}\n"
        frames = (Frame("pack/held.py", "held", 2),)
        case = Case("timed_out", "timed_out", idle, frames, {"pack/held.py": source}.get, "pack/held.py", 1, 2)
        assert locks(case) == expected, statement


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("signal.raise_signal(number)", "deliberate"),
        ("os.kill(os.getpid(), number)", "deliberate"),
        ("abort()", "deliberate"),
        ("process.kill(number)", "unexpected"),
        ("ctypes.string_at(number)", "unexpected"),
    ],
)
def test_a_process_that_sends_itself_a_signal_dies_of_it_on_purpose(statement: str, expected: str) -> None:
    source = f"def leave(number: int) -> None:\n    {statement}\n"
    for frames in ((), (Frame("pack/ends.py", "leave", 2),)):
        case = Case(
            "died", "SIGABRT", "killed", frames, {"pack/ends.py": source}.get, "pack/ends.py", 1, 2, call="l(6)"
        )
        assert verdict(case)[0] == expected
