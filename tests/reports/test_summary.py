from __future__ import annotations

from dataclasses import replace

from fuzzwright.reports.summary import VERDICTS, asks_for_action, ranked
from tests.reports.shop import EMPTY, PARSE, PRICES, REBATE, SETTLE, SHARE, SUMMARY


def test_unexpected_comes_first_whatever_the_order_found() -> None:
    assert ranked([EMPTY, PRICES, SETTLE, REBATE, PARSE, SHARE]) == (PARSE, SHARE, SETTLE, REBATE, EMPTY, PRICES)


def test_what_cannot_be_reached_comes_after_what_can_and_long_calls_after_short_ones() -> None:
    far, long = replace(SHARE, reachable=False), replace(SHARE, id="0", call=f"{SHARE.call:100}")
    assert ranked([far, long, SHARE]) == (SHARE, long, far)


def test_a_finding_that_another_stands_for_is_not_told_again() -> None:
    same = replace(PARSE, id="0", function="shop.read", same_as=PARSE.id)
    summary = replace(SUMMARY, findings=(PARSE, same))
    assert (summary.to_act_on, summary.others) == ((PARSE,), ())


def test_a_verdict_nobody_knows_comes_last() -> None:
    assert ranked([replace(PARSE, verdict="of tomorrow"), SETTLE])[0] is SETTLE


def test_verdict_or_kind_ask_for_action() -> None:
    asking = {verdict for verdict in VERDICTS if asks_for_action(replace(PARSE, verdict=verdict))}
    assert asking == {"unexpected", "return_type"}
    assert asks_for_action(replace(PARSE, verdict="resource", kind="died"))
    assert asks_for_action(SETTLE)
    assert not any(
        asks_for_action(replace(SETTLE, verdict=verdict)) for verdict in ("resource", "precondition", "flaky")
    )
    assert not asks_for_action(EMPTY)
    assert asks_for_action(replace(PARSE, verdict="return_type", kind="return_type"))
    assert not asks_for_action(replace(PARSE, verdict="any", kind="return_type"))


def test_what_asks_for_action_can_be_chosen() -> None:
    chosen = replace(SUMMARY, fail_on=frozenset({"deliberate"}))
    assert chosen.to_act_on == (EMPTY,)
    assert len(chosen.others) == 5


def test_no_finding_is_left_out_of_both_lists() -> None:
    assert {*SUMMARY.to_act_on, *SUMMARY.others} == set(SUMMARY.findings)
