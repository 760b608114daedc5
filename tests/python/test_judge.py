"""Where failures happened and what they amount to, on sample code that really fails."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.discover import find_functions
from fuzzwright.python.judging.announced import documented_in
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict
from fuzzwright.python.places import frames_of, name_of, safe_text

SAMPLES = Path(__file__).parent.parent / "samples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


JUDGED = load("judged")
FOUND = {found.qualname: found for found in find_functions(JUDGED)}


def inside(file: str) -> bool:
    return file.startswith(str(SAMPLES))


def source_of(file: str) -> str | None:
    path = SAMPLES / file
    return path.read_text() if path.is_file() else None


def caught(call: Callable[..., object], *arguments: object) -> BaseException:
    try:
        call(*arguments)
    except BaseException as error:
        return error
    raise AssertionError("it should have raised")


def judged(qualname: str, *arguments: object, kind: str = "raised") -> tuple[str, str]:
    found = FOUND[qualname]
    error = caught(found.object, *arguments)
    frames = frames_of(error, inside, str(SAMPLES))
    return verdict(
        Case(kind, name_of(error), safe_text(error), frames, source_of, "judged.py", found.line, found.last_line)
    )


GOLDEN: list[tuple[str, tuple[Any, ...], tuple[str, str]]] = [
    ("deliberate", ([],), ("deliberate", "raised on purpose at judged.py:12: `raise ValueError('empty')`")),
    ("asserted", (-1,), ("precondition", "asserted at judged.py:17: `assert n >= 0, 'negative'`")),
    ("careless", ([],), ("unexpected", "nothing raises IndexError on purpose at judged.py:22: `return items[3]`")),
    (
        "through_helper",
        (1,),
        (
            "deliberate",
            "raised on purpose at judged.py:26: `raise RuntimeError(f'helper got {n}')`, in `_helper`",
        ),
    ),
    ("_helper", (1,), ("deliberate", "raised on purpose at judged.py:26: `raise RuntimeError(f'helper got {n}')`")),
    (
        "translated",
        ("x",),
        ("deliberate", "raised on purpose at judged.py:37: `raise ConfigError('not a number') from error`"),
    ),
    (
        "wrong_message",
        ([],),
        (
            "unexpected",
            "nothing raises IndexError on purpose at judged.py:41: `raise ValueError(f'the first is {items[0]}')`",
        ),
    ),
    (
        "documented",
        ("a",),
        (
            "deliberate",
            "documented in the docstring of `documented` at judged.py:44: `:raises LookupError: if it is not there`",
        ),
    ),
    (
        "Account.__init__",
        (0,),
        (
            "deliberate",
            "documented in the docstring of `Account` at judged.py:59: `ZeroDivisionError: for nothing at all`",
        ),
    ),
    ("deep", (0,), ("resource", "the stack ran out at judged.py:68: `return deep(n + 1)`")),
    (
        "opens",
        ("/nowhere/at/all",),
        (
            "environment",
            "FileNotFoundError at judged.py:72: `return open(path).read()`: it depends on what is outside the program",
        ),
    ),
    ("later", (0,), ("deliberate", "not implemented, and says so at judged.py:86: `raise NotImplementedError`")),
]


@pytest.mark.parametrize(("qualname", "arguments", "expected"), GOLDEN, ids=[row[0] for row in GOLDEN])
def test_the_verdict_names_the_place_and_the_statement(
    qualname: str, arguments: tuple[Any, ...], expected: tuple[str, str]
) -> None:
    assert judged(qualname, *arguments) == expected


def test_an_exit_that_is_written_down_is_deliberate() -> None:
    expected = ("deliberate", "ends the process on purpose at judged.py:64: `sys.exit(n)`")
    assert judged("leaves", 2, kind="exited") == expected


AT = (Frame("judged.py", "careless", 22),)


@pytest.mark.parametrize(
    ("kind", "exception", "message", "expected"),
    [
        ("died", "SIGSEGV", "the process was killed by SIGSEGV", "unexpected"),
        ("timed_out", "timed_out", "no end after 1 s of CPU time", "unexpected"),
        ("out_of_memory", "MemoryError", "", "resource"),
        ("effect_blocked", "open", "refused: open /etc/passwd", "environment"),
        ("return_type", "int expected", "returned None, annotated int", "return_type"),
        ("property", "AssertionError", "", "unexpected"),
        ("exited", "os._exit", "os._exit with code 3", "unexpected"),
        ("raised", "ValueError", "Exceeds the limit (4300 digits) for integer string conversion", "resource"),
        ("raised", "OverflowError", "cannot fit 'int' into an index-sized integer", "resource"),
        ("raised", "OverflowError", "math range error", "unexpected"),
        ("raised", "ConnectionRefusedError", "refused", "environment"),
        ("raised", "lib.Error", "width must be positive", "tells_fix"),
        ("raised", "RuntimeError", "use run() instead", "tells_fix"),
        ("raised", "TypeError", "f() got an unexpected keyword argument 'x'. Did you mean 'y'?", "unexpected"),
        ("raised", "TypeError", "sum() can't sum strings [use ''.join(seq) instead]", "unexpected"),
        ("raised", "ValueError", "bytes must be in range(0, 256)", "unexpected"),
        ("raised", "ZeroDivisionError", "division by zero", "unexpected"),
    ],
)
def test_the_verdict_follows_from_kind_type_and_message(kind: str, exception: str, message: str, expected: str) -> None:
    said, evidence = verdict(Case(kind, exception, message, AT, source_of, "judged.py", 21, 22))
    assert said == expected
    assert evidence


def test_a_failure_without_a_place_still_has_evidence() -> None:
    expected = ("unexpected", "TypeError from outside the package")
    assert verdict(Case("raised", "TypeError", "", (), source_of, "judged.py", 21, 22)) == expected


def test_source_that_is_gone_or_broken_gives_a_verdict_without_statement() -> None:
    expected = ("unexpected", "nothing raises KeyError on purpose at judged.py:22")
    for source in (None, "def ("):
        assert verdict(Case("raised", "KeyError", "", AT, lambda file: source, "judged.py", 21, 22)) == expected  # noqa: B023


def test_frames_are_relative_to_the_root_and_outermost_first() -> None:
    error = caught(JUDGED.through_helper, 1)
    assert frames_of(error, inside, str(SAMPLES)) == (
        Frame("judged.py", "through_helper", 30),
        Frame("judged.py", "_helper", 26),
    )


def test_a_file_below_another_root_is_told_from_the_first() -> None:
    error = caught(JUDGED.careless, [])
    assert frames_of(error, inside, str(SAMPLES / "shop")) == (Frame("../judged.py", "careless", 22),)


def test_a_chain_leads_to_its_innermost_cause() -> None:
    error = caught(JUDGED.translated, "x")
    assert frames_of(error, inside, str(SAMPLES)) == (Frame("judged.py", "translated", 35),)


def test_a_group_leads_to_its_first_member_in_the_code() -> None:
    error = caught(JUDGED.grouped, 0)
    assert frames_of(error, inside, str(SAMPLES)) == (Frame("judged.py", "grouped", 79),)


def test_an_error_that_never_was_inside_has_no_frames() -> None:
    assert frames_of(caught(int, "x"), inside, str(SAMPLES)) == ()


class Hostile(Exception):
    @property
    def __cause__(self) -> Any:  # type: ignore[override]  # that it does not fit is the point
        raise RuntimeError("no cause for you")

    @property
    def __traceback__(self) -> Any:  # type: ignore[override]  # likewise
        return "not a traceback"

    def __str__(self) -> str:
        raise SystemExit("no text either")


def test_a_hostile_exception_is_read_all_the_same() -> None:
    def fail(n: int) -> None:
        JUDGED.sys.intern(n)

    def hostile(items: list[int]) -> None:
        try:
            JUDGED.careless(items)
        except IndexError as error:
            raise Hostile from error

    error = caught(hostile, [])
    assert frames_of(error, inside, str(SAMPLES)) == (Frame("judged.py", "careless", 22),)
    assert safe_text(error) == "(no message: its `__str__` raised SystemExit)"
    assert name_of(error).endswith("test_judge.Hostile")
    assert frames_of(caught(fail, 1), inside, str(SAMPLES)) == ()


def test_an_exception_that_causes_itself_comes_to_an_end() -> None:
    first, second = ValueError("a"), ValueError("b")
    first.__cause__, second.__cause__ = second, first
    assert frames_of(first, inside, str(SAMPLES)) == ()


def test_a_long_message_is_cut() -> None:
    text = safe_text(ValueError("x" * 10_000))
    assert len(text) == 2000
    assert text.endswith("x…")


@pytest.mark.parametrize(
    ("docstring", "names"),
    [
        (":raises ValueError: if bad\n:raise a.KeyError: no\n", ["ValueError", "a.KeyError"]),
        (":raises TypeError, ValueError: if bad", ["TypeError", "ValueError"]),
        (
            "Args:\n    x: a ValueError\n\nRaises:\n    OSError: bad\n        KeyError in text\n\nReturns:\n    Any: x",
            ["OSError"],
        ),
        (
            "Raises\n------\nKeyError\n    If it is not there.\nValueError\n\nReturns\n-------\nint",
            ["KeyError", "ValueError"],
        ),
        (
            "Raises:\n    a.TooDeep: after all\n        rounds.\n    socket.timeout: late\n",
            ["a.TooDeep", "socket.timeout"],
        ),
        ("Raises eyebrows.\n", []),
    ],
)
def test_docstrings_announce_exceptions_in_three_styles(docstring: str, names: list[str]) -> None:
    assert [name for name, _ in documented_in(docstring)] == names
