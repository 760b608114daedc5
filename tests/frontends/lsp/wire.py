"""A client that talks to the real server over stdio, as an editor does, without the help of any library."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from tests.frontends.shell import COMMAND

PATIENCE = 30.0
"""Seconds until something that must come is given up."""
CAPABILITIES = {
    "workspace": {
        "applyEdit": True,
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]},
        "executeCommand": {},
    },
    "textDocument": {"publishDiagnostics": {}, "codeAction": {}, "hover": {}, "inlayHint": {}},
}
Message = dict[str, Any]


class Client:
    """One connection to one server process."""

    def __init__(self, folder: Path, cache: Path, options: Any = None, capabilities: Any = None) -> None:
        dropped = ("VIRTUAL_ENV", "PYTHONPATH")
        environment = {name: value for name, value in os.environ.items() if name not in dropped}
        self.folder = folder
        self.process = subprocess.Popen(
            [*COMMAND, "lsp"],
            cwd=folder,
            env={**environment, "XDG_CACHE_HOME": str(cache)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.heard: list[Message] = []
        """All notifications and requests of the server, in order."""
        self.texts: dict[str, str] = {}
        """Texts as this client has them, edits of the server included."""
        self._arrived: SimpleQueue[Message | None] = SimpleQueue()
        self._number = 0
        self._versions: dict[str, int] = {}
        self.errors = ""
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._read_errors, daemon=True).start()
        self.initialized = self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder.as_uri(),
                "capabilities": CAPABILITIES if capabilities is None else capabilities,
                "initializationOptions": {"fuzzwright": {"examples": True}} if options is None else options,
            },
        )
        self.tell("initialized", {})

    # Sending --------------------------------------------------------------------------------------

    def tell(self, method: str, content: Any) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": content})

    def ask(self, method: str, content: Any) -> Any:
        """Send a request and return the answer."""
        self._number += 1
        number = self._number
        self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": content})
        answer = self._until(lambda message: message.get("id") == number and "method" not in message, [])
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def send(self, message: Message) -> None:
        """Send anything at all."""
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    # Texts ----------------------------------------------------------------------------------------

    def uri(self, name: str) -> str:
        """Return the address of a file in the folder."""
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str, save: bool = True) -> None:
        """Open a file, which is written to disk first unless it is to be unsaved."""
        if save:
            (self.folder / name).write_text(text)
        self.texts[self.uri(name)], self._versions[name] = text, 1
        document = {"uri": self.uri(name), "languageId": "python", "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": document})

    def type(self, name: str, old: str, new: str) -> None:
        """Replace some text without saving, as one incremental change."""
        text = self.texts[self.uri(name)]
        assert text.count(old) == 1, old
        start = text.index(old)
        self._versions[name] += 1
        change = {"range": {"start": place(text, start), "end": place(text, start + len(old))}, "text": new}
        document = {"uri": self.uri(name), "version": self._versions[name]}
        self.texts[self.uri(name)] = text.replace(old, new)
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def version(self, name: str) -> int:
        """Return the version of a text."""
        return self._versions[name]

    # Hearing --------------------------------------------------------------------------------------

    def wait(self, method: str, fits: Callable[[Any], bool] = lambda _: True) -> Any:
        """Return the first notification of a kind that fits, among those not yet looked at."""
        return self._until(lambda message: message.get("method") == method and fits(message.get("params")), self.heard)[
            "params"
        ]

    def function(self, name: str, fits: Callable[[Message], bool]) -> Message:
        """Return the first notification of the examples of a function that fits."""
        found: Message = self.wait("fuzzwright/examples", lambda told: told["function"] == name and fits(told))
        return found

    def shown(self, name: str, *texts: str) -> Message:
        """Wait until examples with these texts in them are shown of a function, and it is not stale."""
        return self.function(
            name,
            lambda told: (
                told["state"] in ("fuzzing", "settled")
                and all(any(text in each["text"] for each in told["examples"]) for text in texts)
            ),
        )

    def command(self, name: str, argument: Any) -> Any:
        """Run a command of the server."""
        return self.ask("workspace/executeCommand", {"command": name, "arguments": [argument]})

    def actions(self, name: str, line: int) -> list[Message]:
        """Return the code actions at a line, counted from 0."""
        place = {"line": line, "character": 0}
        content = {"range": {"start": place, "end": place}, "context": {"diagnostics": []}}
        found: list[Message] = self.ask("textDocument/codeAction", {"textDocument": {"uri": self.uri(name)}, **content})
        return found

    def act(self, action: Message) -> Any:
        """Do what a code action says."""
        return self.command(action["command"]["command"], action["command"]["arguments"][0])

    # Ending ---------------------------------------------------------------------------------------

    def end(self) -> int:
        """Say good-bye and return the exit code."""
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """End the process whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(PATIENCE)

    def _until(self, fits: Callable[[Message], bool], first: list[Message]) -> Message:
        for message in list(first):
            if fits(message):
                self.heard = self.heard[self.heard.index(message) + 1 :]
                return message
        over = time.monotonic() + PATIENCE
        while True:
            try:
                message_or_end = self._arrived.get(timeout=max(0.01, over - time.monotonic()))
            except Empty:
                recent = "\n".join(json.dumps(message)[:300] for message in self.heard[-10:])
                raise AssertionError(f"nothing fits; the last messages were\n{recent}\n{self.errors}") from None
            assert message_or_end is not None, f"the server has ended\n{self.errors}"
            if message_or_end.get("method") == "workspace/applyEdit":
                self._apply(message_or_end)
            if fits(message_or_end):
                return message_or_end
            if "method" in message_or_end:
                self.heard.append(message_or_end)

    def _apply(self, request: Message) -> None:
        for change in request["params"]["edit"]["documentChanges"]:
            if change.get("kind") == "create":
                self.texts.setdefault(change["uri"], "")
                continue
            uri = change["textDocument"]["uri"]
            text = self.texts.get(uri, "")
            for edit in change["edits"]:
                start, end = (offset(text, edit["range"][side]) for side in ("start", "end"))
                text = text[:start] + edit["newText"] + text[end:]
            self.texts[uri] = text
        self.send({"jsonrpc": "2.0", "id": request["id"], "result": {"applied": True}})

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            length = 0
            while line.strip():
                name, _, value = line.decode().partition(":")
                length = int(value) if name.lower() == "content-length" else length
                line = stream.readline()
            self._arrived.put(json.loads(stream.read(length)))
        self._arrived.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line.decode("utf-8", "replace")


def place(text: str, where: int) -> dict[str, int]:
    """Return an index into a text without signs beyond 16 bits as a position."""
    before = text[:where].split("\n")
    return {"line": len(before) - 1, "character": len(before[-1])}


def offset(text: str, position: dict[str, int]) -> int:
    """Return a position as an index into a text."""
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: position["line"]]) + position["character"]


@contextmanager
def connected(folder: Path, cache: Path, options: Any = None, capabilities: Any = None) -> Iterator[Client]:
    """A client, gone afterwards whatever happens."""
    client = Client(folder, cache, options, capabilities)
    try:
        yield client
    finally:
        client.kill()
