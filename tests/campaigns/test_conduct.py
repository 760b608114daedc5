"""The script of one target where time runs out: what it still asks for, told with answers made by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fuzzwright.campaigns.conduct import conduct
from fuzzwright.campaigns.replays import GRACE
from fuzzwright.campaigns.requests import CONFIRM, Conditions, Reply, Request, RunTime
from fuzzwright.campaigns.states import Death, TargetState
from fuzzwright.isolation.board import Board
from fuzzwright.isolation.limits import Limits
from fuzzwright.isolation.messages import Ended
from fuzzwright.isolation.worker import Worker
from fuzzwright.settings import Settings

SETTINGS = Settings()


class Play:
    """A target that hangs or dies on each input, and a clock that only moves when a worker ends."""

    def __init__(self, folder: Path, time: float, ends: dict[str, Any]) -> None:
        self.folder = folder
        self.left = time
        self.ends = ends
        self.asked: list[tuple[str, Limits]] = []
        self.state = TargetState("m.f", "m.py", 1)
        self.conditions = Conditions(SETTINGS, "/root", RunTime(lambda: self.left))

    def run(self, budget: float) -> None:
        script = conduct(self.state, self.conditions, budget)
        try:
            request = next(script)
            while True:
                request = script.send(self.answer(request))
        except StopIteration:
            return

    def answer(self, request: Request) -> Reply:
        record = json.loads(request.job)
        do = "careful" if record.get("careful") else record["do"]
        self.asked.append((do, request.limits))
        worker = Worker(1, 1, request.limits, self.folder)
        Board(worker.board_file).note(b"input")
        said: dict[str, Any] = {
            "write": {"event": "written", "calls": ["m.f(1)"], "imports": [], "verdict": "unexpected", "evidence": ""},
            "propose": {"event": "proposed", "inputs": ["YQ==", "Yg=="]},
        }.get(do, {})
        seconds = 0.01 if said else self.seconds(request.limits, do)
        self.left -= seconds
        ended = Ended(worker, "exited", 0) if said else Ended(worker, **self.ends)
        worker.close()
        return Reply(ended, said, seconds)

    def seconds(self, limits: Limits, do: str) -> float:
        slow = {"cpu": limits.cpu_seconds, "wall": limits.wall_seconds}.get(self.ends.get("reason", ""), 0.01)
        return slow if do != "fuzz" else slow + 1.0

    def did(self) -> list[str]:
        return [do for do, _ in self.asked]


HANGS = {"kind": "timed_out", "reason": "cpu"}
WAITS = {"kind": "timed_out", "reason": "wall"}
DIES = {"kind": "signalled", "signal": 11}


def test_a_hang_at_the_end_of_the_time_is_confirmed_and_told_and_that_is_all(tmp_path: Path) -> None:
    play = Play(tmp_path, 1.5, HANGS)
    play.run(1.5)
    assert play.did() == ["fuzz", "careful", "write"]
    assert play.asked[1][1].cpu_seconds == CONFIRM * SETTINGS.cpu_limit
    (found,) = play.state.findings.values()
    assert (found.call, found.verdict, found.reduced) == ("m.f(1)", "unexpected", False)


def test_a_call_that_waits_is_confirmed_in_full_when_the_time_is_up(tmp_path: Path) -> None:
    play = Play(tmp_path, 1.5, WAITS)
    play.run(1.5)
    assert play.did() == ["fuzz", "careful", "write"]
    assert play.asked[1][1].wall_seconds == CONFIRM * SETTINGS.wall_limit
    (found,) = play.state.findings.values()
    assert found.failure.says == "no end after 15 s of wall time"


NOT_CONFIRMED = (
    "a call did not end within 5 s of wall time; not confirmed, as too little time was left to wait 15 s for it"
)


def test_only_one_call_of_a_run_is_waited_for_past_its_end(tmp_path: Path) -> None:
    play = Play(tmp_path, 1.5, WAITS)
    play.run(1.5)
    play.state, play.asked = TargetState("m.g", "m.py", 9), []
    play.run(1.5)
    assert play.did() == ["fuzz"]
    assert not play.state.findings
    assert play.state.remarks == [NOT_CONFIRMED]


def test_calls_that_wait_are_all_confirmed_while_there_is_time(tmp_path: Path) -> None:
    play = Play(tmp_path, 1000.0, WAITS)
    for name in ("m.f", "m.g", "m.h"):
        play.state = TargetState(name, "m.py", 1)
        play.run(1.5)
        assert len(play.state.findings) == 1
        assert not play.state.remarks
    assert play.conditions.time.late == 1


def test_a_call_that_waits_in_an_epoch_that_died_otherwise_is_not_waited_for_past_the_end(tmp_path: Path) -> None:
    play = Play(tmp_path, 1.5, WAITS)
    play.state.died = Death(0, "", 0.5)
    play.run(1.5)
    assert [(do, limits.wall_seconds) for do, limits in play.asked] == [("careful", SETTINGS.wall_limit)]
    assert play.state.remarks == [NOT_CONFIRMED]
    assert play.conditions.time.late == 1


def test_a_target_left_unconfirmed_asks_for_nothing_in_a_later_turn(tmp_path: Path) -> None:
    play = Play(tmp_path, 1.5, WAITS)
    play.conditions.time.late = 0
    play.run(1.5)
    play.run(play.state.seconds + 1.0)
    assert play.did() == ["fuzz"]
    assert play.state.over


def test_reducing_a_hang_ends_with_the_time(tmp_path: Path) -> None:
    play = Play(tmp_path, 8.0, HANGS)
    play.run(1.5)
    assert play.did().count("replay") > 2
    assert play.left > -SETTINGS.cpu_limit - 0.5


def test_with_time_left_a_hang_is_reduced_and_repeated(tmp_path: Path) -> None:
    play = Play(tmp_path, 1000.0, HANGS)
    play.run(1.5)
    (found,) = play.state.findings.values()
    assert found.reduced
    assert play.did()[-1] == "replay"
    assert play.asked[1][1].wall_seconds == CONFIRM * SETTINGS.wall_limit


def test_a_death_is_still_made_simple_for_a_moment_after_the_end(tmp_path: Path) -> None:
    play = Play(tmp_path, 0.9, DIES)
    play.run(0.9)
    (found,) = play.state.findings.values()
    assert found.reduced
    assert found.encoded != found.raw
    assert play.left > -GRACE - 0.5


@pytest.mark.parametrize(("left", "repeated"), [(1.0, False), (100.0, True)])
def test_an_epoch_that_takes_too_long_to_repeat_is_only_told(tmp_path: Path, left: float, repeated: bool) -> None:
    play = Play(tmp_path, left, DIES)
    play.seconds = lambda limits, do: 20.0 if do == "fuzz" else 0.01  # type: ignore[method-assign]  # a slow target
    play.left += 20.0
    play.run(20.0)
    assert ("careful" in play.did()) == repeated
    told = "a worker died when the time was up; none was left to find out on which input"
    assert (told in play.state.remarks) != repeated


class Scripted(Play):
    """A target whose jobs of fuzzing end as told: by dying, or at the end of an epoch."""

    def __init__(self, folder: Path, *events: str) -> None:
        super().__init__(folder, 1000.0, DIES)
        self.events = list(events)

    def answer(self, request: Request) -> Reply:
        reply = super().answer(request)
        if self.asked[-1][0] not in ("fuzz", "careful"):
            return reply
        event = self.events.pop(0)
        if event == "dies":
            return reply
        self.state.epoch += 1
        return Reply(Ended(reply.ended.worker, "exited", 0), {"event": event}, 0.01)


def test_a_death_that_was_explained_is_not_said_to_be_unexplained(tmp_path: Path) -> None:
    play = Scripted(tmp_path, "dies", "dies", "again", "dies", "again", "done")
    play.run(1000.0)
    assert play.events == []
    assert len(play.state.findings) == 1
    assert (play.state.unexplained, play.state.remarks) == (0, []), "the second was by an input known to kill"


def test_a_death_that_does_not_repeat_is_told(tmp_path: Path) -> None:
    play = Scripted(tmp_path, "dies", "again", "done")
    play.run(1000.0)
    assert play.state.remarks == ["a worker died once; repeating the same calls did not kill another"]


FAULT = 'Current thread 0x1 (most recent call first):\n  File "/root/m.py", line 3 in spin\n'


def test_a_place_where_another_function_is_known_to_hang_is_told_and_not_looked_into(tmp_path: Path) -> None:
    play = Play(tmp_path, 1000.0, {**HANGS, "fault": FAULT})
    play.run(1.5)
    assert "careful" in play.did()
    play.state, play.asked = TargetState("m.g", "m.py", 9), []
    play.run(3.5)
    assert play.did() == ["fuzz", "fuzz"]
    assert play.state.remarks == ["a call did not end in spin (m.py), where calls of m.f do not end either"]
    assert play.state.epoch == 2


def test_a_hang_of_a_private_function_leaves_public_ones_to_be_looked_into(tmp_path: Path) -> None:
    play = Play(tmp_path, 1000.0, {**HANGS, "fault": FAULT})
    play.state.private = True
    play.run(1.5)
    play.state, play.asked = TargetState("m.g", "m.py", 9), []
    play.run(1.5)
    assert "careful" in play.did()


def test_a_hang_of_a_private_function_is_known_to_other_private_ones(tmp_path: Path) -> None:
    play = Play(tmp_path, 1000.0, {**HANGS, "fault": FAULT})
    play.state.private = True
    play.run(1.5)
    play.state, play.asked = TargetState("m._g", "m.py", 9, private=True), []
    play.run(1.5)
    assert "careful" not in play.did()
