"""Programs for debuggers, run for real."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from fuzzwright.frontends.lsp.debugging import launch, program, write_program
from tests.frontends.lsp.made import example

RAISES = example("shop.mean([])", "raised", "ZeroDivisionError: x", imports=("import shop",))


def test_a_program_makes_the_call(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def mean(xs):\n    return sum(xs) / len(xs)\n")
    file = write_program(program(RAISES, [str(tmp_path)]), "Cart.mean")
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=False)
    file.unlink()
    file.parent.rmdir()
    assert done.stderr.endswith("ZeroDivisionError: division by zero\n")


def test_under_a_debugger_it_stops_before_the_call(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def mean(xs):\n    return sum(xs) / len(xs)\n")
    (tmp_path / "debugpy.py").touch()
    text = program(RAISES, [str(tmp_path)]).replace("import shop\n", "import debugpy\nimport shop\n")
    done = subprocess.run(
        [sys.executable, "-c", text], input="step\nstep\nwhere\nquit\n", capture_output=True, text=True, check=False
    )
    assert "--Call--" in done.stdout
    assert "shop.py(1)mean()" in done.stdout


def test_a_coroutine_is_run(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("async def mean(xs):\n    print('ran', xs)\n    return 1\n")
    shown = example("asyncio.run(shop.mean([1]))", imports=("import asyncio", "import shop"))
    command = [sys.executable, "-X", "utf8", "-c", program(shown, [str(tmp_path)])]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout.decode() == "ran [1]\nasyncio.run(shop.mean([1])) → 1\n"


def test_the_configuration_is_one_of_debugpy() -> None:
    made = launch(RAISES, Path("/t/call.py"), Path("/p"), "/p/.venv/bin/python")
    assert (made["type"], made["request"], made["program"]) == ("debugpy", "launch", "/t/call.py")
    assert (made["cwd"], made["python"]) == ("/p", "/p/.venv/bin/python")
    assert "python" not in launch(RAISES, Path("/t/call.py"), Path("/p"), None)


class Adapter:
    """One session with the debug adapter of debugpy, over its stdin and stdout."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.number = 0
        self.heard: list[dict[str, Any]] = []

    def send(self, command: str, **arguments: Any) -> int:
        """Send a request and return its number."""
        self.number += 1
        message = {"seq": self.number, "type": "request", "command": command, "arguments": arguments}
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()
        return self.number

    def ask(self, command: str, **arguments: Any) -> Any:
        """Send a request and return the body of its answer."""
        number = self.send(command, **arguments)
        answer = self.until(lambda message: message.get("request_seq") == number)
        assert answer["success"], answer
        return answer.get("body")

    def event(self, name: str) -> Any:
        """Return the body of the next event of a kind."""
        return self.until(lambda message: message.get("event") == name).get("body")

    def until(self, fits: Any) -> dict[str, Any]:
        for message in self.heard:
            if fits(message):
                self.heard.remove(message)
                return message
        while True:
            message = self.read()
            if fits(message):
                return message
            self.heard.append(message)

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        length = 0
        while (line := self.process.stdout.readline()).strip():
            length = int(line.split(b":")[1]) if line.lower().startswith(b"content-length") else length
        assert length, "the adapter has ended"
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message

    def where(self, thread: int) -> tuple[str, str]:
        """Return the function and the file in which a thread stands."""
        frame = self.ask("stackTrace", threadId=thread, startFrame=0, levels=1)["stackFrames"][0]
        return frame["name"], Path(frame["source"]["path"]).name


@contextmanager
def adapter() -> Iterator[Adapter]:
    process = subprocess.Popen(
        [sys.executable, "-m", "debugpy.adapter"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    watch = threading.Timer(60, process.kill)
    watch.start()
    try:
        yield Adapter(process)
    finally:
        watch.cancel()
        process.kill()
        process.wait()


@pytest.mark.slow
def test_debugpy_stops_at_the_call_and_steps_into_the_function(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def mean(xs):\n    return sum(xs) / len(xs)\n")
    file = tmp_path / "call.py"
    file.write_text(program(RAISES, [str(tmp_path)]))
    # Without a terminal there is none to run it in.
    configuration = {**launch(RAISES, file, tmp_path, sys.executable), "console": "internalConsole"}
    with adapter() as session:
        session.ask("initialize", adapterID="debugpy", clientID="test", pathFormat="path")
        launched = session.send("launch", **configuration)
        session.event("initialized")
        session.ask("configurationDone")
        session.until(lambda message: message.get("request_seq") == launched)
        thread = session.event("stopped")["threadId"]
        assert session.where(thread) == ("<module>", "call.py")
        for _ in range(3):
            session.ask("stepIn", threadId=thread)
            session.event("stopped")
            if session.where(thread)[1] == "shop.py":
                break
        assert session.where(thread) == ("mean", "shop.py")
        session.ask("disconnect", terminateDebuggee=True)
