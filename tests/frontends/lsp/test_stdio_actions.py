"""What code actions of the real server lead to: texts that are valid Python, tests that fail until it is mended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.frontends.lsp.wire import Client, Message, connected

pytestmark = pytest.mark.slow

MEAN = '''"""Numbers."""


def mean(xs: list[int]) -> float:
    """Return the mean."""
    return sum(xs) / len(xs)
'''
DEEP = """
def deep(n: int, s: str) -> int:
    if n == 123456:
        if s == "magic":
            return 1
    return 0
"""


def action(client: Client, line: int, title: str) -> Message:
    """Return the first code action at a line whose title begins so."""
    found = [each for each in client.actions("shop.py", line) if each["title"].startswith(title)]
    assert found, client.actions("shop.py", line)
    return found[0]


def run_tests(folder: Path) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    environment = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False).returncode


def test_a_made_test_fails_until_the_function_is_mended(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.shown("mean", "raises")
    made = client.act(action(client, 5, "Make a test of mean([])"))
    uri = client.uri("tests/test_shop_findings.py")
    assert made["uri"] == uri
    client.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}})
    assert made["name"] in client.texts[uri].splitlines()[made["line"]]
    (client.folder / "tests" / "test_shop_findings.py").write_text(client.texts[uri])
    assert run_tests(client.folder) == 1
    (client.folder / "shop.py").write_text(MEAN.replace("/ len(xs)", "/ (len(xs) or 1)"))
    assert run_tests(client.folder) == 0


def test_a_second_test_joins_the_first_in_an_open_file(client: Client) -> None:
    client.open("shop.py", MEAN + "\n\ndef first(xs: list[int]) -> int:\n    return xs[0]\n")
    client.shown("mean", "raises")
    client.shown("first", "raises")
    client.act(action(client, 5, "Make a test of mean([])"))
    uri = client.uri("tests/test_shop_findings.py")
    client.wait("workspace/applyEdit")
    client.open("tests/test_shop_findings.py", client.texts[uri])
    client.act(action(client, 9, "Make a test of first([])"))
    client.wait("workspace/applyEdit")
    assert client.texts[uri].count("def test_") == 2


def test_a_second_test_joins_the_first_in_a_file_that_is_neither_open_nor_saved(client: Client) -> None:
    client.open("shop.py", MEAN + "\n\ndef first(xs: list[int]) -> int:\n    return xs[0]\n")
    client.shown("mean", "raises")
    client.shown("first", "raises")
    client.act(action(client, 5, "Make a test of mean([])"))
    client.wait("workspace/applyEdit")
    client.act(action(client, 9, "Make a test of first([])"))
    client.wait("workspace/applyEdit")
    text = client.texts[client.uri("tests/test_shop_findings.py")]
    assert text.count("def test_") == 2
    compile(text, "test_shop_findings.py", "exec")


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("Raise ValueError for mean([])", 'raise ValueError("xs must not be empty")'),
        ("Assert against mean([])", 'assert xs, "xs must not be empty"'),
    ],
)
def test_a_guard_makes_the_function_refuse_the_input(client: Client, title: str, line: str) -> None:
    client.open("shop.py", MEAN)
    client.shown("mean", "raises")
    client.act(action(client, 3, title))
    client.wait("workspace/applyEdit")
    text = client.texts[client.uri("shop.py")]
    assert line in text
    compile(text, "shop.py", "exec")
    assert text.index("Return the mean") < text.index(line)
    (client.folder / "shop.py").write_text(text)
    client.tell("textDocument/didClose", {"textDocument": {"uri": client.uri("shop.py")}})
    # What was told until then was of the text without the guard.
    client.wait("textDocument/publishDiagnostics", lambda it: not it["diagnostics"] and it.get("version") is None)
    client.open("shop.py", text)
    # What is still unread of it is known by its lines: the guard takes at least one more.
    told = client.function("mean", lambda it: it["state"] == "settled" and it["range"]["end"]["line"] > 5)
    empty = [each["outcome"] for each in told["examples"] if each["call"] == "mean([])"]
    assert empty in (["refused"], [])
    assert not [each for each in told["examples"] if "ZeroDivisionError" in each["text"]]


def test_the_program_to_debug_raises_as_the_example_says(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.shown("mean", "raises")
    launch = client.act(action(client, 5, "Debug mean([])"))
    assert (launch["type"], launch["request"]) == ("debugpy", "launch")
    done = subprocess.run([sys.executable, launch["program"]], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")
    assert client.end() == 0
    assert not Path(launch["program"]).exists()


def test_the_text_of_a_call_is_answered(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.shown("mean", "raises")
    assert client.act(action(client, 5, "Copy mean([])")) == "mean([])"


def test_known_examples_answer_at_once_what_reaches_a_line(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.shown("mean", "raises")
    answer = client.act(action(client, 5, "What input reaches this line?"))
    assert answer["found"]
    assert answer["example"]["call"].startswith("mean([")


def test_a_line_that_no_example_reaches_is_searched_for(client: Client) -> None:
    client.open("shop.py", DEEP)
    client.shown("deep", "→ 0")
    line = DEEP.splitlines().index("            return 1")
    answer = client.command("fuzzwright.reach", {"uri": client.uri("shop.py"), "line": line})
    if not answer["found"]:
        answer = client.wait("fuzzwright/reached")
    assert answer["found"], answer
    assert answer["line"] == line
    assert "123456, 'magic'" in answer["text"]


def test_a_client_without_our_messages_is_told_in_standard_ones(project: Path, cache: Path) -> None:
    with connected(project, cache, {"fuzzwright": {}}) as client:
        client.open("shop.py", MEAN)
        client.wait("textDocument/publishDiagnostics", lambda it: bool(it["diagnostics"]))
        client.act(action(client, 5, "Copy mean([])"))
        assert client.wait("window/showMessage")["message"] == "mean([])"
        client.act(action(client, 5, "Debug mean([])"))
        assert " -m pdb " in client.wait("window/showMessage")["message"]


def test_a_diagnostic_is_tied_to_what_mends_it(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.shown("mean", "raises")
    told = client.wait("textDocument/publishDiagnostics", lambda it: bool(it["diagnostics"]))
    content = {
        "range": told["diagnostics"][0]["range"],
        "context": {"diagnostics": told["diagnostics"], "only": ["quickfix"]},
    }
    found = client.ask("textDocument/codeAction", {"textDocument": {"uri": client.uri("shop.py")}, **content})
    assert [each["command"]["command"] for each in found] == ["fuzzwright.test", "fuzzwright.guard", "fuzzwright.guard"]
    assert all(each["diagnostics"][0]["message"] == told["diagnostics"][0]["message"] for each in found)
