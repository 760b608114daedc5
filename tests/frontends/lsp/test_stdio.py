"""The real server over stdio: what an editor sees while somebody types."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tests.frontends.lsp.wire import PATIENCE, Client, connected

pytestmark = pytest.mark.slow

MEAN = "def mean(xs: list[int]) -> float:\n    return sum(xs) / len(xs)\n"
GREET = "def greet(name: str) -> str:\n    return 'hi ' + name\n"
HANGS = "def spin(n: int) -> int:\n    while n > 5:\n        n += 1\n    return n\n"
KIND = """
def kind(n: int, s: str) -> str:
    if n > 100 and s.startswith('ab'):
        return 'x'
    if n < 0:
        raise ValueError(s)
    return s[n]
"""
STANDARD: dict[str, Any] = {"fuzzwright": {}}


def test_opening_a_file_shows_examples_and_what_fails(client: Client) -> None:
    client.open("shop.py", MEAN)
    told = client.shown("mean", "→", "raises ZeroDivisionError")
    assert told["anchor"] == {"line": 0, "character": len("def mean(xs: list[int]) -> float:")}
    assert [each["slot"] for each in told["examples"]] == sorted(each["slot"] for each in told["examples"])
    published = client.wait("textDocument/publishDiagnostics", lambda it: bool(it["diagnostics"]))
    assert [each["severity"] for each in published["diagnostics"]] == [4]
    assert published["diagnostics"][0]["range"]["start"]["line"] == 1
    assert client.end() == 0
    assert "Traceback" not in client.errors


def test_a_bug_is_seen_before_it_is_saved(client: Client) -> None:
    client.open("shop.py", GREET)
    client.shown("greet", "→")
    client.type("shop.py", "+ name", "+ name[0]")
    told = client.shown("greet", "raises IndexError")
    assert told["version"] == 2
    assert "name[0]" not in (client.folder / "shop.py").read_text()
    client.type("shop.py", "name[0]", "name[:1]")
    told = client.function("greet", lambda it: it["version"] == 3 and it["state"] == "settled")
    assert all(each["outcome"] == "returned" for each in told["examples"])
    published = client.wait("textDocument/publishDiagnostics", lambda it: it["version"] == 3 and not it["diagnostics"])
    assert published["diagnostics"] == []


def test_a_file_that_was_never_saved_is_run_too(client: Client) -> None:
    client.open("new.py", MEAN, save=False)
    client.shown("mean", "raises ZeroDivisionError")


def test_a_syntax_error_keeps_what_was_known_as_stale(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.function("mean", lambda it: it["state"] == "settled")
    client.type("shop.py", "len(xs)", "len(xs")
    told = client.function("mean", lambda it: it["version"] == 2)
    assert told["state"] == "stale"
    assert any("raises" in each["text"] for each in told["examples"])
    client.type("shop.py", "len(xs", "len(xs)")
    told = client.function("mean", lambda it: it["version"] == 3 and it["state"] == "settled")
    assert any("raises" in each["text"] for each in told["examples"])


def test_an_edit_that_changes_nothing_brings_the_examples_back(client: Client) -> None:
    client.open("shop.py", MEAN)
    known = client.function("mean", lambda it: it["state"] == "settled")
    client.type("shop.py", "/ len(xs)", "/  len(xs)")
    told = client.function("mean", lambda it: it["version"] == 2)
    assert (told["state"], told["hash"], told["examples"]) == ("settled", known["hash"], known["examples"])


def test_lines_that_move_take_the_examples_along(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.function("mean", lambda it: it["state"] == "settled")
    client.type("shop.py", "def mean", "import os\n\n\ndef mean")
    told = client.function("mean", lambda it: it["version"] == 2 and it["state"] == "settled")
    assert told["anchor"]["line"] == 3
    assert {each["at"] for each in told["examples"]} == {0, 5}
    hovered = client.ask(
        "textDocument/hover", {"textDocument": {"uri": client.uri("shop.py")}, "position": {"line": 3, "character": 5}}
    )
    assert "mean([]) raises ZeroDivisionError" in hovered["contents"]["value"]


def test_a_function_that_is_deleted_is_gone(client: Client) -> None:
    client.open("shop.py", MEAN + "\n\n" + GREET)
    client.shown("greet", "→")
    client.type("shop.py", GREET, "")
    assert client.function("greet", lambda it: it["state"] == "gone")["examples"] == []
    lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": client.uri("shop.py")}})
    assert len(lenses) == 1


def test_a_hang_is_told_and_the_others_go_on(client: Client) -> None:
    client.open("shop.py", HANGS + "\n\n" + GREET)
    client.shown("greet", "→")
    told = client.shown("spin", "hangs", "→")
    assert "hangs" in {each["outcome"] for each in told["examples"]}


def test_the_next_session_begins_with_what_the_last_one_knew(project: Path, cache: Path) -> None:
    with connected(project, cache) as client:
        client.open("shop.py", MEAN)
        known = client.function("mean", lambda it: it["state"] == "settled")
        assert client.end() == 0
    with connected(project, cache) as client:
        client.open("shop.py", MEAN)
        told = client.function("mean", lambda it: bool(it["examples"]))
        assert [each["text"] for each in told["examples"]] == [each["text"] for each in known["examples"]]


def test_examples_keep_their_places_while_they_get_better(client: Client) -> None:
    client.open("shop.py", KIND)
    order: list[str] = []
    while True:
        told = client.function("kind", lambda it: it["state"] in ("fuzzing", "settled"))
        now = [each["id"] for each in told["examples"]]
        kept = [id for id in order if id in now]
        assert [id for id in now if id in order] == kept, (order, now)
        order = now
        if told["state"] == "settled":
            break
    assert len(order) > 2


def test_a_client_without_our_messages_gets_the_standard_ones_only(project: Path, cache: Path) -> None:
    with connected(project, cache, STANDARD) as client:
        client.open("shop.py", MEAN)
        client.wait("textDocument/publishDiagnostics", lambda it: bool(it["diagnostics"]))
        document = {"textDocument": {"uri": client.uri("shop.py")}}
        (lens,) = client.ask("textDocument/codeLens", document)
        assert " · 1 raises" in lens["command"]["title"]
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
        (hint,) = client.ask("textDocument/inlayHint", {**document, "range": whole})
        assert any("raises ZeroDivisionError" in part["value"] for part in hint["label"])
        hovered = client.ask("textDocument/hover", {**document, "position": {"line": 0, "character": 5}})
        assert "line 2, in mean" in hovered["contents"]["value"]
        assert client.command("fuzzwright.show", {"uri": client.uri("shop.py"), "function": "mean"})
        client.wait("window/showMessage", lambda it: "mean([])" in it["message"])
        assert not [message for message in client.heard if message["method"].startswith("fuzzwright/")]


def test_problems_are_shown_as_severely_as_asked(project: Path, cache: Path) -> None:
    with connected(project, cache, {"fuzzwright": {"severity": "warning"}}) as client:
        client.open("shop.py", MEAN)
        told = client.wait("textDocument/publishDiagnostics", lambda it: bool(it["diagnostics"]))
        assert told["diagnostics"][0]["severity"] == 2
        client.tell("workspace/didChangeConfiguration", {"settings": {"fuzzwright": {"severity": "off"}}})
        client.wait("textDocument/publishDiagnostics", lambda it: not it["diagnostics"])


def test_only_what_is_seen_runs(client: Client) -> None:
    client.open("shop.py", GREET + "\n" * 50 + MEAN)
    seen = {"start": {"line": 0, "character": 0}, "end": {"line": 5, "character": 0}}
    client.tell("fuzzwright/visible", {"uri": client.uri("shop.py"), "ranges": [seen]})
    client.function("greet", lambda it: it["state"] == "settled")
    client.wait("fuzzwright/status", lambda it: it["state"] == "idle")
    below = {"start": {"line": 40, "character": 0}, "end": {"line": 60, "character": 0}}
    client.tell("fuzzwright/visible", {"uri": client.uri("shop.py"), "ranges": [below]})
    client.shown("mean", "raises")


def test_pausing_stops_and_goes_on(client: Client) -> None:
    assert client.command("fuzzwright.pause", {}) == {"paused": True}
    client.open("shop.py", MEAN)
    client.wait("fuzzwright/status", lambda it: it["state"] == "paused")
    assert client.command("fuzzwright.pause", {}) == {"paused": False}
    client.shown("mean", "raises")


def test_another_debounce_begins_afresh_and_shows_the_same(client: Client) -> None:
    client.open("shop.py", MEAN)
    known = client.function("mean", lambda it: it["state"] == "settled")
    client.tell("workspace/didChangeConfiguration", {"settings": {"fuzzwright": {"debounce": 10}}})
    told = client.function("mean", lambda it: it["state"] == "settled")
    assert [each["text"] for each in told["examples"]] == [each["text"] for each in known["examples"]]


def test_folders_that_come_and_go_are_projects_of_their_own(client: Client, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "names.py").write_text("FIRST = 'Ada'\n")
    event = {"added": [{"uri": other.as_uri(), "name": "other"}], "removed": []}
    client.tell("workspace/didChangeWorkspaceFolders", {"event": event})
    client.open("../other/greet.py", "from names import FIRST\n\n\ndef hi(n: int) -> str:\n    return FIRST * n\n")
    client.shown("hi", "→ 'Ada'")
    client.open("shop.py", MEAN)
    client.shown("mean", "raises")


NONSENSE: list[tuple[str, Any]] = [
    ("fuzzwright/visible", None),
    ("fuzzwright/visible", {"uri": 3}),
    ("fuzzwright/visible", {"uri": "file:///nowhere/x.py", "ranges": []}),
    ("fuzzwright/visible", {"uri": "untitled:1", "ranges": "all"}),
    ("fuzzwright/focus", ["x"]),
    ("fuzzwright/focus", {"uri": "file:///nowhere/x.py", "line": "1"}),
    ("fuzzwright/unknown", {}),
    ("textDocument/didChange", {"textDocument": {"uri": "file:///nowhere/x.py", "version": 3}, "contentChanges": []}),
    ("textDocument/didClose", {"textDocument": {"uri": "file:///nowhere/x.py"}}),
    ("textDocument/didOpen", {"textDocument": {"uri": "untitled:U", "languageId": "python", "version": 1, "text": ""}}),
    ("textDocument/didOpen", {"nonsense": True}),
    ("workspace/didChangeConfiguration", {"settings": {"fuzzwright": {"debounce": "x"}}}),
    ("workspace/didChangeConfiguration", {"settings": None}),
]


def test_nonsense_from_a_client_is_survived(project: Path, cache: Path) -> None:
    with connected(project, cache, {"fuzzwright": {"examples": True, "debounce": "soon", "width": None}}) as client:
        for method, content in NONSENSE:
            client.tell(method, content)
        for argument in (None, 1, {"uri": "file:///nowhere.py"}, {"uri": client.uri("x.py"), "line": 10**9}):
            for name in ("reach", "test", "guard", "debug", "call", "show"):
                assert client.command(f"fuzzwright.{name}", argument) is None
        client.open("shop.py", MEAN)
        client.shown("mean", "raises")


def test_closing_while_it_runs_takes_everything_back(client: Client) -> None:
    client.open("shop.py", HANGS)
    client.function("spin", lambda it: it["state"] == "fuzzing")
    client.tell("textDocument/didClose", {"textDocument": {"uri": client.uri("shop.py")}})
    client.wait("textDocument/publishDiagnostics", lambda it: not it["diagnostics"] and it.get("version") is None)
    client.open("shop.py", MEAN)
    client.shown("mean", "raises")


def test_what_is_typed_and_taken_back_at_once_is_as_it_was(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.shown("mean", "raises ZeroDivisionError")
    client.type("shop.py", "sum(xs)", "sum(xs")
    client.type("shop.py", "sum(xs", "sum(xs)")
    told = client.function("mean", lambda it: it["version"] == 3 and it["state"] in ("fuzzing", "settled"))
    assert told["examples"]


def test_settings_count_as_soon_as_they_are_saved(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.shown("mean", "raises ZeroDivisionError")
    (client.folder / "pyproject.toml").write_text('[tool.fuzzwright]\nexclude = ["shop.mean"]\n')
    changes = [{"uri": client.uri("pyproject.toml"), "type": 2}]
    client.tell("workspace/didChangeWatchedFiles", {"changes": changes})
    told = client.function("mean", lambda it: it["state"] == "skipped")
    assert "exclude" in told["reason"]


def processes_of(pid: int) -> set[int]:
    """Return the processes below one, however deep."""
    found: set[int] = set()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == pid:
                found |= {int(folder.name)} | processes_of(int(folder.name))
    return found


def test_processes_that_are_killed_from_outside_are_replaced(client: Client) -> None:
    client.open("shop.py", MEAN)
    client.shown("mean", "raises ZeroDivisionError")
    for pid in processes_of(client.process.pid):
        os.kill(pid, signal.SIGKILL)
    client.type("shop.py", "len(xs)", "len(xs[0])")
    client.shown("mean", "raises TypeError")


def wait_for_end(pids: set[int]) -> None:
    over = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < over, "processes are left behind"
        time.sleep(0.02)


@pytest.mark.parametrize("how", ["exit", "closed pipe", "terminated"])
def test_the_end_leaves_no_process_behind(client: Client, how: str) -> None:
    client.open("shop.py", HANGS)
    client.function("spin", lambda it: it["state"] == "fuzzing")
    below = processes_of(client.process.pid)
    assert below
    if how == "exit":
        assert client.end() == 0
    elif how == "closed pipe":
        assert client.process.stdin is not None
        client.process.stdin.close()
    else:
        os.kill(client.process.pid, signal.SIGTERM)
    assert client.process.wait(PATIENCE) == 0
    wait_for_end(below)


def test_a_client_without_a_place_for_it_is_shown_that_there_is_no_interpreter(project: Path, cache: Path) -> None:
    with connected(project, cache, {"fuzzwright": {"python": "/no/such/python"}}) as client:
        client.open("shop.py", MEAN)
        told = client.wait("window/showMessage")
        assert "no interpreter at `/no/such/python`" in told["message"]
        assert "set the option `python`" in told["message"]
