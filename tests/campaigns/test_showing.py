"""Functions shown by examples: which, how simple, in which order, and that all of it repeats."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from fuzzwright.campaigns.jobs import Record, failure_record
from fuzzwright.campaigns.showing import Showing
from fuzzwright.editor.endings import endings
from fuzzwright.editor.examples import LiveExample
from fuzzwright.engine.outcome import Frame, TimedOut
from fuzzwright.isolation.output import Output
from fuzzwright.python.open import open_function
from fuzzwright.python.opened import OpenedFunction
from tests.campaigns import shown_samples as samples

FOR_EVER = math.inf


def opened(function: Callable[..., Any]) -> OpenedFunction:
    (only,) = open_function(function).functions.values()
    return only


def showing(function: Callable[..., Any], seed: int = 0, **more: Any) -> Showing:
    ready = opened(function)
    return Showing(ready, ready.target(memoryview(bytearray(8)).cast("Q"), lambda: ""), seed, **more)


def shown(function: Callable[..., Any], executions: int = 3000, seed: int = 0, **more: Any) -> list[Record]:
    show = showing(function, seed, **more)
    show.turn(executions, FOR_EVER)
    return show.records()


def calls(records: list[Record], ordinary: bool = False) -> list[str]:
    return [record["call"] for record in records if record["ordinary"] is ordinary]


def test_each_way_an_address_check_can_end_has_its_simplest_example() -> None:
    (no_sign, short, *both) = calls(shown(samples.own_address, 1500))
    assert (no_sign, short) == ("own_address('')", "own_address('@')")
    assert sorted(map(len, both)) == [len("own_address('aaaaaaaa@')")] * 2
    assert "own_address('aaaaaaaa@')" in both
    (other,) = set(both) - {"own_address('aaaaaaaa@')"}
    assert other.count("a") - 1 == 7 + "own_address".count("a") - 1
    assert "-" in other


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_prefix_is_passed_whatever_the_seed(seed: int) -> None:
    assert calls(shown(samples.unscheme, 2000, seed)) == ["unscheme('https://')", "unscheme('')"]


def test_a_loop_is_shown_without_a_round_and_with_each_side_of_its_branch() -> None:
    assert calls(shown(samples.signs)) == ["signs([])", "signs([1])", "signs([0])"]


def test_branches_one_after_another_need_one_example_each_not_one_for_each_combination() -> None:
    found = calls(shown(samples.flags))
    assert len(found) == 6
    assert {call.count("True") for call in found} == {0, 1}


def test_results_that_people_tell_apart_are_told_apart_on_one_path() -> None:
    assert calls(shown(samples.of_age)) == ["of_age(1)", "of_age(18)"]


@pytest.mark.slow
def test_a_recursive_type_has_an_example_for_each_of_its_cases() -> None:
    found = calls(shown(samples.evaluate, 6000))
    assert found == [
        "evaluate(Num(value=1))",
        "evaluate(Add(left=Num(value=1), right=Num(value=1)))",
        "evaluate(Div(left=Num(value=1), right=Num(value=1)))",
        "evaluate(Div(left=Num(value=1), right=Num(value=0)))",
    ]


def test_of_a_wrapper_the_behaviours_of_what_it_wraps_are_shown() -> None:
    assert len(calls(shown(samples.wrapped))) == 4


def test_how_an_argument_was_made_is_no_behaviour() -> None:
    assert [record["result"] for record in shown(samples.is_full)] == ["False", "True"]


def test_returned_examples_come_first_then_refusals_then_failures() -> None:
    order = [record["outcome"] for record in shown(samples.convert)]
    assert order == ["returned", "returned", "returned", "refused"]
    assert [record["slot"] for record in shown(samples.convert)] == [0, 1, 2, 3]
    assert [record["outcome"] for record in shown(samples.average)] == ["returned", "returned", "raised"]


def test_an_ordinary_call_stands_first() -> None:
    first = shown(samples.average)[0]
    assert (first["call"], first["result"], first["ordinary"]) == ("average([1, 2, 3])", "2.0", True)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (samples.sort, ("sort([3, 1, 2])", "None", "items: [3, 1, 2] → [1, 2, 3]")),
        (samples.in_order, ("in_order([3, 1, 2])", "[1, 2, 3]", "")),
    ],
)
def test_an_ordinary_list_is_out_of_order_where_that_makes_a_difference(
    function: Callable[..., Any], told: tuple[str, str, str]
) -> None:
    first = shown(function)[0]
    assert first["ordinary"]
    assert (first["call"], first["result"], first["effect"]) == told


@pytest.mark.parametrize(
    ("function", "call", "effect"),
    [
        (samples.pay, "pay(Wallet('Ada', 100), 50)", "wallet.money: 100 → 50"),
        (
            samples.hand_over,
            "hand_over(Wallet('Ada', 100), Wallet('Grace', 50), 50)",
            "giver.money: 100 → 50, taker.money: 50 → 100",
        ),
    ],
)
def test_objects_of_an_ordinary_call_have_what_is_taken_from_them(
    function: Callable[..., Any], call: str, effect: str
) -> None:
    first = shown(function)[0]
    assert (first["call"], first["effect"], first["ordinary"]) == (call, effect, True)


def test_given_calls_are_preferred_for_the_ordinary_one() -> None:
    assert calls(shown(samples.average, ordinary=["average([10, 20])"]), ordinary=True) == ["average([10, 20])"]


def test_a_given_call_that_does_not_fit_is_left_out() -> None:
    texts = ["average('no')", "average(", "average(open('x'))", "other(1)", "average([4, 6])"]
    assert calls(shown(samples.average, ordinary=texts), ordinary=True) == ["average([4, 6])"]


@pytest.mark.slow
def test_every_record_is_an_example_of_the_editor() -> None:
    for function in (samples.average, samples.convert, samples.Counter.add, samples.sort):
        for record in shown(function, 500) if function is not samples.Counter.add else []:
            more = {name: record.pop(name) for name in ("encoded", "complexity")}
            live = LiveExample(**{**record, "imports": tuple(record["imports"]), "lines": tuple(record["lines"])})
            assert live.text.startswith(live.call)
            assert more["encoded"]


def test_a_failure_is_told_with_its_line_and_traceback() -> None:
    failed = shown(samples.average)[-1]
    line = samples.average.__code__.co_firstlineno + 1
    assert (failed["at"], failed["result"]) == (line, "ZeroDivisionError: division by zero")
    assert failed["traceback"].rstrip().endswith("ZeroDivisionError: division by zero")
    assert "fuzzwright/campaigns" not in failed["traceback"]
    assert failed["lines"] == [line]


def test_calls_can_be_pasted_after_their_imports() -> None:
    for record in shown(samples.evaluate, 3000):
        space: dict[str, Any] = {}
        for line in record["imports"]:
            exec(line, space)
        if record["outcome"] == "returned":
            assert repr(eval(record["call"], space)) == record["result"]
        else:
            with pytest.raises(ZeroDivisionError):
                eval(record["call"], space)


def test_changed_arguments_are_told() -> None:
    (usual,) = [record for record in shown(samples.sort, ordinary=["sort([2, 1])"]) if record["ordinary"]]
    assert (usual["result"], usual["effect"]) == ("None", "items: [2, 1] → [1, 2]")


def test_a_result_of_the_wrong_type_is_shown_with_what_was_annotated() -> None:
    wrong = [record for record in shown(samples.wrong_type) if record["effect"]]
    assert [(record["call"], record["outcome"], record["result"], record["effect"]) for record in wrong] == [
        ("wrong_type(6)", "mistyped", "'6'", "but int is annotated")
    ]


def test_printed_text_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdout", "stderr", "__stdout__", "__stderr__"):
        monkeypatch.setattr(sys, name, getattr(sys, name))  # to be put back after the test
    output = Output()
    output.install()
    ready = opened(samples.greet)
    show = Showing(ready, ready.target(memoryview(bytearray(8)).cast("Q"), output.take), 0)
    show.turn(200, FOR_EVER)
    monkeypatch.undo()
    assert [record["effect"] for record in show.records()] == ["prints 'Hello, Ada!'", "prints 'Hello, !'"]


@pytest.mark.parametrize("function", [samples.own_address, samples.convert, samples.evaluate])
@pytest.mark.slow
def test_the_same_seed_and_executions_give_the_same_examples(function: Callable[..., Any]) -> None:
    once, again = (shown(function, 900, 5) for _ in range(2))
    assert [(record["id"], record["call"]) for record in once] == [(record["id"], record["call"]) for record in again]


@pytest.mark.slow
def test_turns_tell_whether_anything_changed_and_get_settled() -> None:
    show = showing(samples.signs)
    assert not show.settled
    assert show.turn(50, FOR_EVER)
    changes = [show.turn(500, FOR_EVER) for _ in range(30)]
    assert not any(changes[5:])
    assert show.settled
    assert show.executions >= 30 * 500


def test_a_deadline_that_is_over_still_leaves_what_was_known_beforehand() -> None:
    show = showing(samples.average)
    show.turn(10_000, time.monotonic() - 1)
    show.turn(10_000, time.monotonic() - 1)
    assert show.executions < 200


@pytest.mark.slow
def test_examples_never_change_places_while_they_get_simpler() -> None:
    for function in (samples.own_address, samples.convert, samples.evaluate, samples.flags):
        show = showing(function, 3)
        before: list[str] = []
        for _ in range(60):
            show.turn(20, FOR_EVER)
            now = [record["id"] for record in show.records()]
            stayed = [id for id in before if id in now]
            assert stayed == [id for id in now if id in before]
            before = now


def test_an_example_keeps_its_id_while_simpler_inputs_take_its_place() -> None:
    show, simpler = showing(samples.own_address, 1), 0
    known: dict[str, float] = {}
    for _ in range(60):
        show.turn(20, FOR_EVER)
        for record in show.records():
            if record["ordinary"]:
                continue
            assert record["complexity"] <= known.get(record["id"], math.inf)
            simpler += record["complexity"] < known.get(record["id"], 0.0)
            known[record["id"]] = record["complexity"]
    assert simpler


def test_inputs_of_an_earlier_showing_are_there_at_once() -> None:
    first = shown(samples.own_address, 2000)
    again = showing(samples.own_address, 9, inputs=[record["encoded"] for record in first])
    again.turn(12, FOR_EVER)
    assert set(calls(again.records())) == set(calls(first))


@pytest.mark.slow
def test_deadly_inputs_are_shown_and_never_run() -> None:
    encoded = next(
        record["encoded"] for record in shown(samples.average, ordinary=["average([7])"]) if record["ordinary"]
    )
    ran: list[list[int]] = []
    ready = opened(samples.average)
    target = ready.target(memoryview(bytearray(8)).cast("Q"), lambda: "")
    invoke = target.invoke

    def watched(arguments: Any) -> Any:
        ran.append(list(arguments[0]))
        return invoke(arguments)

    target.invoke = watched
    show = Showing(ready, target, 0, deadly=[(encoded, failure_record(TimedOut((), 1.0)))])
    show.turn(800, FOR_EVER)
    last = show.records()[-1]
    assert (last["call"], last["outcome"]) == ("average([7])", "hangs")
    assert ran
    assert [7] not in ran


@pytest.mark.slow
def test_hangs_are_one_behaviour_wherever_they_were_stopped() -> None:
    records = [record for record in shown(samples.average) if record["outcome"] == "returned"]
    frames = [(Frame("shown_samples.py", "average", line),) for line in (28, 29)]
    deadly = [
        (record["encoded"], failure_record(TimedOut(where, 1.0)))
        for record, where in zip(records, frames, strict=False)
    ]
    assert len(deadly) == 2
    told = shown(samples.average, executions=400, deadly=deadly)
    assert [record["outcome"] for record in told].count("hangs") == 1
    assert len(endings(opened(samples.average), deadly)) == 1


@pytest.mark.slow
def test_rejected_constructions_and_generators_leave_only_valid_examples() -> None:
    for record in [*shown(samples.length), *shown(samples.here), *shown(samples.half)]:
        assert record["outcome"] == "returned", record["call"]
    assert calls(shown(samples.half), ordinary=False)


@pytest.mark.slow
def test_inputs_that_are_no_longer_of_the_type_are_forgotten() -> None:
    encoded = [record["encoded"] for record in shown(samples.evaluate, 500)]
    assert calls(shown(samples.average, 300, inputs=[*encoded, "not base64!"]))


def test_what_others_do_meanwhile_does_not_settle_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("fuzzwright.campaigns.showing._clock", lambda: now)
    show = showing(samples.average)
    show.turn(20, FOR_EVER)
    now += 60
    show.turn(20, FOR_EVER)
    assert not show.settled
