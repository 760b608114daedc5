"""Which failures are one finding: signatures, collapsed recursion, cycles."""

from __future__ import annotations

import pytest

from fuzzwright.engine.outcome import (
    Blocked,
    Died,
    Discarded,
    Exited,
    Failure,
    Frame,
    Mismatched,
    OutOfMemory,
    Raised,
    Returned,
    TimedOut,
    Violated,
    collapsed,
    cycle,
)

MAIN, WALK, LEFT, RIGHT, LEAF = (
    Frame("app.py", "main", 3),
    Frame("tree.py", "walk", 10),
    Frame("tree.py", "left", 20),
    Frame("tree.py", "right", 30),
    Frame("tree.py", "leaf", 40),
)


def test_frames_without_recursion_stay_as_they_are() -> None:
    assert collapsed((MAIN, WALK, LEAF)) == (MAIN, WALK, LEAF)
    assert collapsed(()) == ()


def test_direct_recursion_is_shown_once() -> None:
    assert collapsed((MAIN, *[WALK] * 50, LEAF)) == (MAIN, WALK, LEAF)


def test_mutual_recursion_is_shown_once() -> None:
    assert collapsed((MAIN, *[LEFT, RIGHT] * 50, LEAF)) == (MAIN, LEFT, RIGHT, LEAF)


@pytest.mark.parametrize("depth", [1, 2, 3, 50])
def test_how_deep_the_recursion_was_makes_no_other_finding(depth: int) -> None:
    once = Raised((MAIN, WALK, LEAF), "KeyError")
    assert Raised((MAIN, *[WALK] * depth, LEAF), "KeyError", f"at depth {depth}").signature == once.signature
    both = Raised((MAIN, LEFT, RIGHT, LEAF), "KeyError")
    assert Raised((MAIN, *[LEFT, RIGHT] * depth, LEAF), "KeyError").signature == both.signature


def test_the_same_place_reached_another_way_far_out_is_the_same_finding() -> None:
    other = Frame("other.py", "start", 1)
    assert (
        Raised((MAIN, WALK, LEFT, LEAF), "KeyError").signature
        == Raised((other, WALK, LEFT, LEAF), "KeyError").signature
    )


def test_another_line_type_or_kind_is_another_finding() -> None:
    failures = [
        Raised((MAIN, LEAF), "KeyError"),
        Raised((MAIN, Frame("tree.py", "leaf", 41)), "KeyError"),
        Raised((MAIN, LEAF), "ValueError"),
        Violated((MAIN, LEAF), "KeyError"),
        TimedOut((MAIN, LEAF)),
        OutOfMemory((MAIN, LEAF)),
        Died((MAIN, LEAF), signal=11),
        Died((MAIN, LEAF), signal=6),
        Exited((MAIN, LEAF)),
        Blocked((MAIN, LEAF), "open /etc/passwd"),
        Mismatched((MAIN, LEAF), "int", "str"),
        Mismatched((MAIN, LEAF), "bytes", "str"),
    ]
    assert len({failure.signature for failure in failures}) == len(failures)


def test_circumstances_make_no_other_finding() -> None:
    assert Raised((LEAF,), "KeyError", "'a'").signature == Raised((LEAF,), "KeyError", "'b'").signature
    assert TimedOut((LEAF,), 1.0).signature == TimedOut((LEAF,), 5.0, "wall").signature
    assert Mismatched((LEAF,), "int", "str").signature == Mismatched((LEAF,), "int", "None").signature
    assert Blocked((LEAF,), "open /a").signature == Blocked((LEAF,), "open /b").signature


@pytest.mark.parametrize("end", [(), (LEAF,), (LEFT,), (LEFT, RIGHT), (LEFT, RIGHT, LEAF)])
def test_endless_recursion_is_known_by_its_cycle_wherever_the_stack_ran_out(end: tuple[Frame, ...]) -> None:
    whole = Raised((MAIN, *[LEFT, RIGHT] * 100), "RecursionError")
    cut = Raised((MAIN, *[LEFT, RIGHT] * 60, *end), "RecursionError")
    assert cut.signature == whole.signature


def test_endless_recursion_through_other_functions_is_another_finding() -> None:
    signatures = {
        Raised((MAIN, *functions * 50), "RecursionError").signature
        for functions in ((LEFT, RIGHT), (LEFT,), (WALK,), (LEFT, WALK, RIGHT))
    }
    assert len(signatures) == 4


def test_a_cycle_is_the_functions_that_are_on_the_stack_more_than_once() -> None:
    assert cycle((MAIN, LEFT, RIGHT, LEFT, RIGHT, LEAF)) == ("tree.py:left", "tree.py:right")
    assert cycle((MAIN, LEAF)) == ("tree.py:leaf",)
    assert cycle(()) == ()


def test_a_cycle_does_not_depend_on_the_lines_within_a_function() -> None:
    frames = tuple(Frame("tree.py", "walk", 10 + step % 3) for step in range(30))
    assert cycle(frames) == ("tree.py:walk",)


def test_only_failures_have_failed() -> None:
    assert not Returned().failed
    assert not Discarded().failed
    assert all(kind().failed for kind in (Failure, Raised, Violated, TimedOut, OutOfMemory, Died, Exited, Blocked))


def test_failures_say_what_happened() -> None:
    assert Died(signal=11).says == "the process was killed by SIGSEGV"
    assert Died(signal=63).what == "signal 63"
    assert Exited(code=3, how="os._exit").says == "os._exit with code 3"
    assert TimedOut(seconds=1.5).says == "no end after 1.5 s of CPU time"
    assert Blocked(effect="open /etc/passwd").what == "open"
    assert Mismatched(expected="int", actual="'a'").says == "returned 'a', annotated int"
    assert str(LEAF) == "tree.py:40 in leaf"


def test_a_hang_is_the_same_at_whichever_line_of_its_functions_it_is_ended() -> None:
    one, other = (TimedOut((Frame("app.py", "main", 3), Frame("app.py", "spin", line))) for line in (7, 8))
    assert one.signature == other.signature
    assert one.signature != TimedOut((Frame("app.py", "main", 3), Frame("app.py", "wait", 7))).signature
