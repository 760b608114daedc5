"""A real browser without a window, spoken to over pipes: what a reader would see of a page, and can do with it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

# A browser reads commands from descriptor 3 and answers on 4; ours are moved out of the way, then there.
START = """
import fcntl, os, sys
high = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
os.dup2(high[0], 3)
os.dup2(high[1], 4)
for descriptor in high:
    os.close(descriptor)
os.execv(sys.argv[3], sys.argv[3:])
"""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Browser:
    """One tab; commands are those of the DevTools protocol."""

    def __init__(self, to: int, back: int) -> None:
        self._to = os.fdopen(to, "wb", buffering=0)
        self._back = os.fdopen(back, "rb", buffering=0)
        self._waiting = b""
        self._number = 0
        self._session = ""
        self.complaints: list[str] = []
        target = self.do("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.do("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.do("Emulation.setScrollbarsHidden", hidden=True)
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.do(f"{domain}.enable")

    def do(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Run a command to its end and return what came of it."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        self._to.write(json.dumps(message).encode() + b"\0")
        while (answer := self._hear()).get("id") != self._number:
            pass
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def open(self, page: Path, width: int = 1000, *, dark: bool = False) -> None:
        """Show a file, in a window of some width, and wait until it is there."""
        self.complaints.clear()
        self.do("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.do("Emulation.setEmulatedMedia", features=[scheme])
        self.do("Page.navigate", url=page.as_uri())
        while self._hear().get("method") != "Page.loadEventFired":
            pass

    def ask(self, expression: str) -> Any:
        """Return what an expression comes to in the page."""
        told = self.do("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def press(self, key: str, code: int) -> None:
        """Press a key and let it go; Enter and Space come with their text, as from a keyboard."""
        text = {"Enter": "\r", " ": " "}.get(key, "")
        self.do("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
        self.do("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def picture(self) -> bytes:
        """Return the whole page as PNG."""
        return b64decode(self.do("Page.captureScreenshot", captureBeyondViewport=True)["data"])

    def _hear(self) -> dict[str, Any]:
        while b"\0" not in self._waiting:
            part = self._back.read(1 << 16)
            assert part, "the browser is gone"
            self._waiting += part
        first, _, self._waiting = self._waiting.partition(b"\0")
        message: dict[str, Any] = json.loads(first)
        match message:
            case {"method": "Log.entryAdded", "params": {"entry": {"text": text}}}:
                self.complaints.append(text)
            case {"method": "Runtime.exceptionThrown", "params": {"exceptionDetails": details}}:
                self.complaints.append(str(details))
            case {"method": "Network.requestWillBeSent", "params": {"request": {"url": url}}} if "file:" not in url:
                self.complaints.append(f"asked for {url}")
        return message


@contextmanager
def browsing(folder: Path) -> Iterator[Browser]:
    """Start a browser that keeps its things in a folder, and end it."""
    command = next((found for name in NAMES if (found := shutil.which(name))), None)
    if command is None:
        pytest.skip("no Chromium (apt install chromium)")
    hear, to = os.pipe()
    back, say = os.pipe()
    options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"]
    options += ["--disable-dev-shm-usage", "--disable-background-networking", f"--user-data-dir={folder}"]
    process = subprocess.Popen(
        [sys.executable, "-c", START, str(hear), str(say), command, *options, "about:blank"],
        pass_fds=(hear, say),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(hear)
    os.close(say)
    try:
        browser = Browser(to, back)
        yield browser
        browser.do("Page.close")
    finally:
        process.terminate()
        process.wait(30)
