"""`fuzzwright examples`: what is shown of a function, as text and as JSON, and again when the file is saved."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.cli.watching import stamp, watch
from tests.frontends.shell import COMMAND, Shell

EXAMPLES = Path(__file__).parents[2] / "examples"
SHOP = """
import time

def total(prices: list[int], discount: int = 0) -> int:
    '''Return what is to be paid.

    >>> total([10, 20], discount=5)
    25
    '''
    if discount < 0:
        raise ValueError("a discount is positive")
    return sum(prices) - discount

def greet(name: str) -> None:
    print("Hello,", name)

def wait(seconds: int) -> int:
    while seconds == 42:
        pass
    return seconds
"""


@pytest.fixture
def shop(shell: Shell) -> Shell:
    shell.write(shop=SHOP)
    return shell


@pytest.mark.slow
def test_an_ordinary_call_the_simplest_ones_and_a_refusal(shop: Shell) -> None:
    said = shop("examples", "shop:total", "--executions", "1500")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines() == [
        "shop.total([10, 20], 5) → 25",
        "shop.total([]) → 0",
        "shop.total([], -1) refuses: ValueError: a discount is positive",
    ]


@pytest.mark.slow
def test_what_is_printed_is_shown_instead_of_none(shop: Shell) -> None:
    said = shop("examples", "shop:greet", "--executions", "300")
    assert said.out.splitlines() == ["shop.greet('Ada')  prints 'Hello, Ada'", "shop.greet('')  prints 'Hello, '"]


@pytest.mark.slow
def test_a_call_that_does_not_end_is_shown_last(shop: Shell) -> None:
    shop.configure("[tool.fuzzwright]\ncpu-limit = 0.2\n")
    said = shop("examples", "shop:wait", "--executions", "2000")
    assert said.out.splitlines()[-1].startswith("shop.wait(42) hangs: ")


@pytest.mark.slow
def test_json_on_standard_output_has_it_for_itself(shop: Shell) -> None:
    said = shop("examples", "shop:total", "--executions", "500", "--json", "-")
    ((function),) = json.loads(said.out)
    assert function["function"] == "shop.total"
    assert "total(" in said.err
    assert not (shop.folder / "-").exists()


@pytest.mark.slow
def test_json_has_the_new_fields_beside_the_old_ones(shop: Shell) -> None:
    said = shop("examples", "shop:total", "--executions", "1500", "--json", "out.json")
    assert said.code == 0
    ((function),) = json.loads((shop.folder / "out.json").read_text("utf-8"))
    first, _, refused = function["examples"]
    assert first == {
        "call": "shop.total([10, 20], 5)",
        "outcome": "returned",
        "value": "25",
        "lines": [9, 11],
        "text": "shop.total([10, 20], 5) → 25",
        "imports": ["import shop"],
        "effect": "",
        "ordinary": True,
    }
    assert (refused["outcome"], refused["exception"]) == ("raised", "ValueError: a discount is positive")


@pytest.mark.slow
def test_the_same_seed_gives_the_same_examples(shop: Shell) -> None:
    once, again = (
        shop.anew("examples", "shop", "--executions", "400", "--seed", "3", "--jobs", str(jobs)) for jobs in (1, 2)
    )
    assert once.out == again.out


@pytest.mark.slow
def test_run_reports_the_same_kind_of_examples(shop: Shell) -> None:
    report = shop.report("run", "shop:total", "--executions", "1500")
    (target,) = report["targets"]
    *others, refused, ordinary = target["examples"]
    assert (ordinary["call"], ordinary["value"]) == ("shop.total([10, 20], 5)", "25")
    assert refused["exception"] == "ValueError: a discount is positive"
    assert 1 <= len(others) <= 2, "one for each behaviour"


def test_watching_shows_again_after_each_save_and_goes_on_after_a_refusal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.py"
    file.write_text("one")
    shown: list[str] = []
    saves = iter(["two", "three"])

    def show() -> None:
        shown.append(file.read_text())
        if shown[-1] == "two":
            raise FuzzwrightError("not Python at the moment")

    def pause() -> None:
        text = next(saves, None)
        if text is None:
            raise KeyboardInterrupt
        file.write_text(text)
        os.utime(file, ns=(len(shown), len(shown)))

    assert watch([file], show, pause) == 0
    assert shown == ["one", "two", "three"]
    assert "not Python at the moment" in capsys.readouterr().err


def test_what_is_saved_while_it_is_shown_is_shown_next(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("one")
    shown: list[str] = []

    def show() -> None:
        shown.append(file.read_text())
        if len(shown) == 3:
            raise KeyboardInterrupt
        file.write_text("*" * len(shown))

    assert watch([file], show, lambda: pytest.fail("there was a change to show")) == 0
    assert shown == ["one", "*", "**"]


def test_a_file_that_is_replaced_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    before = stamp([file])
    file.write_text("x")
    assert stamp([file]) != before


@pytest.mark.slow
def test_watch_follows_the_file_and_ends_with_ctrl_c(shop: Shell) -> None:
    command = subprocess.Popen(
        [*COMMAND, "examples", "shop:total", "--executions", "200", "--watch"],
        cwd=shop.folder,
        env=shop.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    limit = threading.Timer(60, command.kill)
    limit.start()
    try:
        _read_until(command, "shop.total([10, 20], 5) → 25")
        shop.write(shop=SHOP.replace("- discount", "+ discount"))
        _read_until(command, "shop.total([10, 20], 5) → 35")
        shop.write(shop=SHOP.replace("return sum", "return sum("))
        shop.write(shop=SHOP)
        _read_until(command, "shop.total([10, 20], 5) → 25")
        command.send_signal(signal.SIGINT)
        command.communicate()
    finally:
        limit.cancel()
        command.kill()
    assert command.returncode == 0


def _read_until(command: subprocess.Popen[str], wanted: str) -> None:
    assert command.stdout is not None
    lines: list[Any] = []
    while wanted not in (lines[-1] if lines else ""):
        line = command.stdout.readline()
        assert line, f"ended without {wanted!r}: {lines}"
        lines.append(line)


@pytest.fixture
def examples(shell: Shell) -> Shell:
    for file in EXAMPLES.glob("*.py"):
        (shell.folder / file.name).write_bytes(file.read_bytes())
    return shell


@pytest.mark.slow
def test_all_four_ways_of_the_address_check_are_shown_at_their_simplest(examples: Shell) -> None:
    said = examples("examples", "sign_up:is_own_address", "--executions", "1000")
    ordinary, *shown = [line.removeprefix("sign_up.is_own_address") for line in said.out.splitlines()]
    assert ordinary.startswith("('")
    assert shown[:2] == ["('') → False", "('@') → False"]
    assert "('aaaaaaaa@') → True" in shown[2:]
    assert sorted(map(len, shown[2:])) == [len("('aaaaaaaa@') → True"), len("('aaaaaaa-@') → False")]


@pytest.mark.slow
def test_all_examples_of_a_game_with_a_generator_are_of_valid_games(examples: Shell) -> None:
    said = examples("examples", "dungeon", "--executions", "1500", "--json", "out.json")
    assert said.code == 0
    told = {entry["function"]: entry["examples"] for entry in json.loads((examples.folder / "out.json").read_text())}
    check = "import dungeon, json, sys\nfor call in json.load(sys.stdin):\n    eval(call.partition('(')[2][:-1])\n"
    for function in ("dungeon.move_right", "dungeon.lava_near"):
        calls = [example["call"] for example in told[function]]
        assert len(calls) >= 3
        # A game that is not valid raises when it is made.
        done = subprocess.run(
            [sys.executable, "-c", check], cwd=examples.folder, input=json.dumps(calls), text=True, check=False
        )
        assert done.returncode == 0
    assert any(example["effect"] == "game.column: 0 → 1" for example in told["dungeon.move_right"])
    assert "ValueError" not in json.dumps(told["dungeon.carried"]), "what cannot be built is not shown"
