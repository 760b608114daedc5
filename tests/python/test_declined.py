"""Verdicts on what other packages refuse, on what was not set up, and on what command lines say; in both directions."""

from __future__ import annotations

import argparse
import datetime
import io

import pytest

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.discover import find_functions
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.judge import verdict
from tests.python.test_judge import load
from tests.python.test_verdicts import judged_as

REFUSING = load("refusing")
FOUND = {found.qualname: found for found in find_functions(REFUSING)}
JUDGED: list[tuple[str, str, str, str]] = [
    # What other packages refuse
    ("version", "version('')", "precondition", "hands the argument `text` to `Version`, which refuses it"),
    ("final", "final('')", "precondition", "hands the argument `text` to `Version`, which refuses it"),
    ("version_in_line", "version_in_line('')", "precondition", "nothing shows that it is meant to work"),
    ("logged_version", "logged_version('-')", "precondition", "hands the argument `text` to `Version`"),
    ("logged_constant", "logged_constant('-')", "precondition", "nothing shows that it is meant to work"),
    ("decorated_version", "decorated_version('')", "precondition", "hands the argument `text` to `Version`"),
    ("end_of_month", "end_of_month(datetime.date(1, 2, 3))", "unexpected", "nothing raises ValueError on purpose"),
    ("next_month", "next_month(datetime.date(1, 12, 3))", "unexpected", "nothing raises ValueError on purpose"),
    ("specifiers", "specifiers('a')", "precondition", "nothing shows that it is meant to work"),
    # What is set up elsewhere
    ("current", "current()", "precondition", "reads a context variable that the caller has to set before"),
    ("begins", "begins('')", "unexpected", "nothing raises LookupError on purpose"),
    # Text and streams
    ("class_named", "class_named('\\0')", "precondition", "text with a NUL names nothing"),
    ("document", "document(io.StringIO(''))", "precondition", "hands the argument `stream` to `json.load`"),
    ("document_within", "document_within(io.StringIO(''))", "precondition", "nothing shows that it is meant to work"),
    ("numbers", "numbers('x')", "precondition", "hands the argument `texts` to `int`"),
    ("lengths", "lengths('')", "unexpected", "nothing raises ZeroDivisionError on purpose"),
    ("in_home", "in_home('~nobody_at_all')", "environment", "it depends on what is outside"),
    # What may be anything
    ("Keeper.title", "Keeper(None).title()", "any", "`None` was given as `args: Any`, and kept"),
    ("Keeper.local_title", "Keeper(None).local_title()", "any", "`None` was given as `args: Any`, and kept"),
    ("Keeper.name_of_found", "Keeper(None).name_of_found()", "unexpected", "nothing raises AttributeError"),
    ("renames", "renames((None,))", "any", "does not take what `items` was given, which has no hint"),
    ("renames_all", "renames_all((None,))", "unexpected", "nothing raises AttributeError on purpose"),
    ("first_of", "first_of('')", "precondition", "reads an item of what was given as `value: Any`"),
    ("second_of", "second_of({'items': ''})", "precondition", "given as `record: dict[str, Any]`"),
    ("first_of_many", "first_of_many('')", "unexpected", "nothing raises IndexError on purpose"),
    ("first_of_list", "first_of_list([])", "unexpected", "nothing raises StopIteration on purpose"),
    ("greets", "greets({})", "precondition", "which looks 'name' up in it"),
    ("greets_nobody", "greets_nobody({})", "unexpected", "nothing raises KeyError on purpose"),
    # Command lines
    ("reads_option", "reads_option('x')", "deliberate", "is for users of the command line"),
    ("adds_option", "adds_option(argparse.ArgumentParser(prefix_chars='a'))", "precondition", "refuses to be used as"),
    ("adds_options", "adds_options(argparse.ArgumentParser(prefix_chars='a'), ['-'])", "precondition", "nothing shows"),
    ("adds_wrongly", "adds_wrongly(argparse.ArgumentParser())", "unexpected", "nothing raises ValueError on purpose"),
    ("conflicts", "conflicts('')", "unexpected", "nothing raises argparse.ArgumentError on purpose"),
]


@pytest.mark.parametrize(("qualname", "text", "expected", "evidence"), JUDGED)
def test_what_others_refuse_is_the_callers_and_what_the_code_made_of_it_is_not(
    qualname: str, text: str, expected: str, evidence: str
) -> None:
    names = {**vars(REFUSING), "io": io, "argparse": argparse, "datetime": datetime}
    said, why = judged_as(FOUND[qualname], "refusing.py", lambda: eval(text, names), text)
    assert (said, evidence in why) == (expected, True), why


def one(source: str, exception: str, message: str, line: int, kind: str = "raised", call: str = "") -> str:
    """Return the verdict on a failure of the last function of a module, at a line of it."""
    return judged_at(source, exception, message, line, kind, call)[0]


def judged_at(source: str, exception: str, message: str, line: int, kind: str, call: str) -> tuple[str, str]:
    """Return that verdict with its evidence."""
    lines = source.splitlines()
    first = max(number for number, text in enumerate(lines, 1) if text.startswith("def "))
    name = lines[first - 1].split("(")[0].removeprefix("def ")
    frames = (Frame("own/a.py", name, line),) if line else ()
    read = {"own/a.py": source}
    return verdict(Case(kind, exception, message, frames, read.get, "own/a.py", first, len(lines), call=call))


@pytest.mark.parametrize(
    ("body", "message", "evidence"),
    [
        ("pick(code)", "no exception for 0", "hands the argument `code` to `pick`"),
        ("pick(code + 1)", "no exception for 0", "nothing shows that it is meant to work"),
        ("pick(code)", "0", "nothing raises LookupError on purpose"),
        ("own_pick(code)", "no exception for 0", "nothing shows that it is meant to work"),
        ("find(code)", "no exception for 0", "nothing shows that it is meant to work"),
    ],
)
def test_another_package_speaks_to_the_caller_about_what_it_was_handed(body: str, message: str, evidence: str) -> None:
    imports = "from other.codes import pick\nfrom own.codes import own_pick\nfrom bisect import find\n"
    source = f"{imports}def f(code: int) -> None:\n    {body}\n"
    assert evidence in judged_at(source, "LookupError", message, 5, "raised", "")[1]


@pytest.mark.parametrize(
    ("exception", "message", "expected"),
    [
        (
            "RuntimeError",
            "No context.\n\nThis typically means that there is none. To solve this, open one.",
            "tells_fix",
        ),
        ("RuntimeError", "Not connected: you need to call connect() before", "tells_fix"),
        ("RuntimeError", "dictionary changed size during iteration", "unexpected"),
        ("TypeError", "f() got an unexpected keyword argument 'a'. Did you mean 'b'?", "unexpected"),
        ("ValueError", "you are too late", "precondition"),
    ],
)
def test_a_message_that_tells_the_way_out_is_advice(exception: str, message: str, expected: str) -> None:
    assert one("def f(n: int) -> int:\n    return g(n + 1)\n", exception, message, 2) == expected


@pytest.mark.parametrize(
    ("source", "exception", "expected"),
    [
        ("def f(n: int) -> int:\n    return g(n + 1)\n", "click.exceptions.BadParameter", "deliberate"),
        ("def f(n: int) -> int:\n    return g(n + 1)\n", "click.exceptions.Exit", "deliberate"),
        ("def is_f(n: int) -> bool:\n    return g(n + 1)\n", "click.exceptions.BadParameter", "unexpected"),
        ("class E(click.UsageError): ...\ndef f(n: int) -> int:\n    return g(n + 1)\n", "own.a.E", "deliberate"),
        ("class E(Exception): ...\ndef f(n: int) -> int:\n    return g(n + 1)\n", "own.a.E", "deliberate"),
    ],
)
def test_what_a_command_line_library_says_to_users_is_meant(source: str, exception: str, expected: str) -> None:
    assert one(source, exception, "no such file", len(source.splitlines())) == expected


@pytest.mark.parametrize(
    ("source", "line", "expected"),
    [
        ("def start() -> None:\n    cli.main()\n", 2, "deliberate"),
        ("def start(ctx: Context) -> None:\n    ctx.exit()\n", 2, "deliberate"),
        ("@click.command('x')\ndef start() -> None:\n    work()\n", 0, "deliberate"),
        ("@app.group\ndef start() -> None:\n    work()\n", 3, "deliberate"),
        ("def main() -> None:\n    work()\n", 2, "deliberate"),
        ("def load(path: str) -> str:\n    return work(path)\n", 2, "unexpected"),
        ("@cache\ndef load(path: str) -> str:\n    return work(path)\n", 0, "unexpected"),
    ],
)
def test_commands_end_the_process_and_other_functions_do_not(source: str, line: int, expected: str) -> None:
    assert one(source, "sys.exit", "sys.exit with code 2", line, kind="exited") == expected


@pytest.mark.parametrize(
    ("frames", "call", "expected"),
    [
        ([("other/lexer.py", "tokens")], "own.a.f((e := other.Lexer(''), e.tokens(), e)[-1])", "precondition"),
        ([("other/lexer.py", "__init__"), ("other/lexer.py", "tokens")], "own.a.f(other.Lexer(''))", "precondition"),
        ([("own/a.py", "f"), ("other/lexer.py", "tokens")], "own.a.f(other.Lexer(''))", "unexpected"),
        ([("other/lexer.py", "tokens")], "own.a.f(other.Lexer(''))", "unexpected"),
        ([("own/a.py", "f")], "own.a.f('')", "unexpected"),
    ],
)
def test_a_hang_in_making_an_object_of_another_package_is_not_the_functions(
    frames: list[tuple[str, str]], call: str, expected: str
) -> None:
    way = tuple(Frame(file, name, 1) for file, name in frames)
    case = Case("timed_out", "timed_out", "no end", way, lambda file: None, "own/a.py", 1, 2, call=call)
    assert verdict(case)[0] == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("    while not event.wait(0):\n        print()\n", "precondition"),
        ("    event.wait()\n    print()\n", "precondition"),
        ("    while not Event().is_set():\n        print()\n", "unexpected"),
        ("    while True:\n        print()\n", "unexpected"),
        ("    print(list(root.rglob('*')))\n    print()\n", "environment"),
        ("    while root:\n        root = root.parent\n", "unexpected"),
    ],
)
def test_waiting_for_others_is_no_loop_without_end(body: str, expected: str) -> None:
    source = f"def f(event: Event, root: Path) -> None:\n{body}"
    assert one(source, "timed_out", "no end", 2, kind="timed_out") == expected


@pytest.mark.parametrize(
    ("statement", "taken"),
    [
        ("cast(str, named['a']).startswith('b')", True),
        ("typing.cast('str', named['a']).startswith('b')", True),
        ("named['a'].startswith(cast(str, named['b']))", False),
        ("named['a'].startswith('b')", False),
    ],
)
def test_what_a_cast_takes_for_something_else_was_looked_at(statement: str, taken: bool) -> None:
    source = f"def begins(named: dict[str, str | None]) -> bool:\n    return {statement}\n"
    missing = "'NoneType' object has no attribute 'startswith'"
    assert (one(source, "AttributeError", missing, 2, call="pack.begins({'a': None})") == "any") == taken


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("NameError: name 'is_archive' is not defined", "environment"),
        ("NameError: name 'archive' is not defined", "unexpected"),
        ("UnboundLocalError: name 'is_archive' is not defined", "unexpected"),
    ],
)
def test_a_name_of_a_module_that_may_be_missing_is_missing_with_it(said: str, expected: str) -> None:
    source = "try:\n    from archives import is_archive\nexcept ImportError:\n    KINDS = ()\n"
    source += "def opens(text: str) -> bool:\n    return is_archive(archive)\n"
    exception, _, message = said.partition(": ")
    assert one(source, exception, message, 6) == expected
    elsewhere = source.replace("try:", "def other():\n  try:").replace("except", "  except").replace("KINDS", "  KINDS")
    inside = elsewhere.replace("    from", "      from").replace("      KINDS", "        KINDS")
    assert one(inside, exception, message, 7) == "unexpected"


@pytest.mark.parametrize(("called", "expected"), [("program(auto=True)", "deliberate"), ("helper(1)", "unexpected")])
def test_what_runs_a_command_ends_the_process_with_it(called: str, expected: str) -> None:
    source = "@click.group(context=1)\n@option\ndef program(auto): pass\ndef helper(a): pass\n"
    source += f"def starts() -> None:\n    {called}\n"
    assert one(source, "sys.exit", "sys.exit with code 2", 6, kind="exited") == expected


@pytest.mark.parametrize(("ending", "expected"), [("os._exit(0)", "deliberate"), ("sys.exit(0)", "unexpected")])
def test_a_file_that_ends_forked_processes_does_so_on_purpose(ending: str, expected: str) -> None:
    source = f"def child():\n    work()\n    {ending}\ndef spawn() -> None:\n    fork(child)\n"
    assert one(source, "os._exit", "os._exit with code 1", 5, kind="exited") == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [("", "environment"), ("EOF when reading a line", "environment"), ("Ran out of input", "precondition")],
)
def test_nobody_is_there_to_type(message: str, expected: str) -> None:
    source = "def asks(text: str) -> str:\n    return prompt(default)\n"
    assert one(source, "EOFError", message, 2) == expected
