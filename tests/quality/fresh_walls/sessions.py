"""Fresh walls of sessions: games, dialogues and objects that have to go through the right steps in order.

Each marked line depends on what happened before; no argument sets that state directly.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Literal


class Turn(Enum):
    """What a driver does with the key and the pedals."""

    INSERT = auto()
    CLUTCH = auto()
    GLOW = auto()
    START = auto()
    RELEASE = auto()


class Projector:
    """A film projector that needs its film and its lamp before it runs."""

    def __init__(self) -> None:
        self._film = ""
        self._warm = 0

    def thread(self, film: str) -> None:
        """Thread a film while the lamp is cold."""
        if self._warm == 0:
            self._film = film

    def warm_up(self) -> None:
        """Warm the lamp by one step."""
        self._warm += 1

    def run(self) -> str:
        """Return what the audience sees."""
        if self._warm < 3:
            return "darkness"
        if self._film.endswith("/nitrate"):
            return "smoke"  # wall
        return self._film or "a white screen"


class Breaker:
    """A switch that stops calls to a service after failures and tries again later."""

    def __init__(self) -> None:
        self._failures = 0
        self._waited = 0
        self._trips = 0
        self._open = False

    def failed(self) -> None:
        """Note that a call failed."""
        if self._open and self._waited < 2:
            return
        self._failures += 1
        if self._failures >= 4 or self._open:
            self._trips += 1
            self._open, self._waited, self._failures = True, 0, 0

    def worked(self) -> None:
        """Note that a call worked; while the switch waits there are no calls."""
        if self._open and self._waited < 2:
            return
        self._open, self._failures = False, 0

    def tick(self) -> None:
        """Let some time pass."""
        if self._open:
            self._waited += 1

    def note(self) -> str:
        """Return a note on the service."""
        if self._open:
            return "resting" if self._waited < 2 else "trying"
        if self._trips == 2:
            return "recovered the second time"  # wall
        return "fine"


class Ballot:
    """A vote between candidates, each voter once."""

    def __init__(self) -> None:
        self._stage: Literal["listing", "voting", "counted"] = "listing"
        self._votes: dict[str, int] = {}
        self._voters: set[int] = set()

    def nominate(self, name: str) -> None:
        """Put somebody on the list before the vote begins."""
        if self._stage == "listing" and name.strip():
            self._votes[name] = 0

    def begin(self) -> None:
        """Open the vote; two candidates are needed."""
        if self._stage == "listing" and len(self._votes) >= 2:
            self._stage = "voting"

    def vote(self, voter: int, name: str) -> bool:
        """Return whether the vote counts."""
        if self._stage != "voting" or name not in self._votes or voter in self._voters:
            return False
        self._voters.add(voter)
        self._votes[name] += 1
        return True

    def finish(self) -> None:
        """Close the vote."""
        if self._stage == "voting":
            self._stage = "counted"

    def result(self) -> str:
        """Return how the vote went."""
        if self._stage != "counted":
            return "not counted"
        best = max(self._votes.values())
        if best < 2:
            return "not enough votes"
        if list(self._votes.values()).count(best) == 2:
            return "a tie of two"  # wall
        return "decided"


class Parking:
    """A ticket of a car park, in minutes since it opened."""

    def __init__(self, entered: int) -> None:
        self._entered = max(0, entered)
        self._paid_at = -1
        self._paid = 0

    def pay(self, minute: int, cents: int) -> None:
        """Pay at the machine: two cents for each minute, and only what is due."""
        if minute > self._entered and cents == 2 * (minute - self._entered):
            self._paid_at, self._paid = minute, self._paid + cents

    def leave(self, minute: int) -> str:
        """Return what the barrier does."""
        if self._paid_at < 0:
            return "stays shut"
        if not self._paid_at <= minute <= self._paid_at + 15:
            return "asks for more"
        if self._paid >= 600:
            return "opens with thanks"  # wall
        return "opens"


def ignition(turns: list[Turn]) -> str:
    """Return what an old diesel does; a wrong step begins again."""
    order = (Turn.INSERT, Turn.GLOW, Turn.GLOW, Turn.CLUTCH, Turn.START, Turn.RELEASE)
    step = 0
    for turn in turns:
        if turn is order[step]:
            step += 1
        elif turn is not Turn.RELEASE:
            step = 0
        if step == len(order):
            return "runs"  # wall
    return "coughs"


def tennis_game(points: list[bool]) -> str:
    """Return how a game of tennis stands after these points, true for the server's."""
    server = receiver = deuces = 0
    for point in points:
        if max(server, receiver) >= 4 and abs(server - receiver) >= 2:
            return "played on after the end"
        server += point
        receiver += not point
        deuces += server == receiver >= 3
    if max(server, receiver) < 4 or abs(server - receiver) < 2:
        return "under way"
    if deuces >= 5 and receiver > server:
        return "a long break"  # wall
    return "over"


def bowling_card(rolls: list[int]) -> str:
    """Return a remark on a complete game of bowling."""
    score = place = 0
    for _ in range(10):
        first, second, third = (*rolls[place : place + 3], 0, 0, 0)[:3]
        if place >= len(rolls) or min(first, second, third) < 0 or max(first, second, third) > 10:
            return "no game"
        if first == 10:
            score += 10 + second + third
            place += 1
        elif first + second > 10:
            return "too many pins"
        else:
            score += first + second + (third if first + second == 10 else 0)
            place += 2
    if place > len(rolls):
        return "not finished"
    if score == 300:
        return "a perfect game"  # wall
    return f"{score}"


def mail_dialogue(lines: list[str]) -> str:
    """Return how a mail server sees a dialogue with a client."""
    state, recipients, body = "new", 0, 0
    for line in lines:
        if state == "data":
            if line == ".":
                state = "greeted"
            else:
                body += 1
        elif state == "new" and line.startswith("HELO ") and len(line) > 5:
            state = "greeted"
        elif state == "greeted" and line.startswith("MAIL FROM:<") and line.endswith(">"):
            state = "sending"
        elif state == "sending" and line.startswith("RCPT TO:<") and line.endswith(">"):
            recipients += 1
        elif state == "sending" and line == "DATA" and recipients:
            state = "data"
        elif state == "greeted" and line == "QUIT":
            state = "done"
        else:
            return f"error in {state}"
    if state == "done" and recipients == 2 and body:
        return "delivered to both"  # wall
    return state


def edited_text(edits: list[tuple[Literal["type", "undo", "redo"], str]]) -> str:
    """Return what an editor says about a text after some edits."""
    past: list[str] = []
    future: list[str] = []
    redone = 0
    for command, text in edits:
        if command == "type" and text:
            past.append(text)
            future.clear()
        elif command == "undo" and past:
            future.append(past.pop())
        elif command == "redo" and future:
            past.append(future.pop())
            redone += 1
    if redone == 2 and future and "".join(past) == "Dear all,":
        return "somewhere in between"  # wall
    return "unchanged" if not past else "changed"
