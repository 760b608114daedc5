"""The walls of numbers, tables, orders, trees, machines and accounts can be passed, but not by chance."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.quality.marked_lines import MARK, marks, reaches, returns_on_one_line, walls_of
from tests.quality.walls_known_b import KNOWN, MODULES

HERE = Path(__file__).parent / "walls"

TRIVIAL: dict[str, tuple[str, ...]] = {
    "header_kind": ("header_kind(0)", "header_kind(1)", "header_kind(0xA7000000)"),
    "ledger_band": ("ledger_band(0)", "ledger_band(48_213_699)", "ledger_band(48_213_712)"),
    "access_change": ("access_change(0, 0)", "access_change(1, 1)", "access_change(1, 0x5A5A01)"),
    "billing_note": ("billing_note(datetime(2000, 1, 1))", "billing_note(datetime(2024, 2, 29, 23, 59))"),
    "plot_shape": ("plot_shape(0)", "plot_shape(1)", "plot_shape(10**14)"),
    "settle_shares": ("settle_shares([])", "settle_shares([1, 1, 1, 1])", "settle_shares([10_000])"),
    "till_check": ("till_check(0, 0)", "till_check(0, 1_763)"),
    "meter_reading": ("meter_reading(0)", "meter_reading(999_999_999)", "meter_reading(999_999_997)"),
    "membership": ("membership('')", "membership('0000000000')", "membership('4700000000')"),
    "gear_pair": ("gear_pair(0, 0)", "gear_pair(84, 84 * 221)", "gear_pair(84 * 13, 84 * 19)"),
    "receipt_label": ("receipt_label(0, 0)", "receipt_label(100, 65)"),
    "axis_ticks": ("axis_ticks({})", "axis_ticks({'min': 0, 'max': 48, 'step': 2})"),
    "parcel_desk": ("parcel_desk({'weight': 0, 'value': 0, 'address': {'country': '', 'postcode': ''}})",),
    "rate_pair": ("rate_pair({})", "rate_pair({'EUR': {'GBP': 1_000}, 'GBP': {'EUR': 1_000}})"),
    "resolve_alias": ("resolve_alias({})", "resolve_alias({'home': 'home'})"),
    "roster_line": ("roster_line({})", "roster_line({'start': 0, 'end': 13, 'breaks': [], 'relief': ''})"),
    "stock_transfer": ("stock_transfer({}, {})", "stock_transfer({'crate': 30}, {'crate': 20})"),
    "growth_curve": ("growth_curve([])", "growth_curve(list(range(-1, 9)))"),
    "gift_round": ("gift_round([])", "gift_round(list(range(8)))"),
    "word_chain": ("word_chain([])", "word_chain(['ab', 'bc', 'cd', 'de', 'ef'])"),
    "zip_fastener": ("zip_fastener([], [])", "zip_fastener([0] * 6, [0] * 6)"),
    "letter_swap": ("letter_swap('', '')", "letter_swap('abcdefg', 'gfedcba')"),
    "pulse_train": ("pulse_train(b'')", "pulse_train(bytes(34))", "pulse_train(bytes([0xFF, 0]) * 18)"),
    "staircase": ("staircase('')", "staircase('abcde')"),
    "lift_log": ("lift_log([])", "lift_log([True, False] * 15)"),
    "deal": ("deal([])", "deal([Suit.ACORNS])", "deal([Suit.ACORNS, Suit.BELLS, Suit.LEAVES] * 11)"),
    "index_quality": ("index_quality(None)", "index_quality(Node(0))"),
    "ancestor_between": ("ancestor_between(Node(0), 0, 0)", "ancestor_between(Node(0), -1, 1)"),
    "queue_state": ("queue_state([])", "queue_state([0] * 25)"),
    "paint_check": ("paint_check(Painted(Colour.BLACK))", "paint_check(Painted(Colour.RED))"),
    "puzzle_answer": ("puzzle_answer(Number(0))", "puzzle_answer(Number(1001))"),
    "disk_report": ("disk_report(Folder('', 0))", "disk_report(Folder('', 1))"),
    "fetch_round": ("fetch_round([])", "fetch_round(list(Move))"),
    "calculator": ("calculator([])", "calculator([('push', 0)])"),
    "counting_programme": ("counting_programme([])", "counting_programme([Put('c', 0)])"),
    "vending_machine": ("vending_machine([])", "vending_machine([''])"),
    "connection_end": ("connection_end([])", "connection_end(list(Signal))"),
    "safe_dial": ("safe_dial([])", "safe_dial([('left', 0)])", "safe_dial([('right', 62)])"),
    "Account.close": ("Account('').close()",),
    "RecentCache.summary": ("RecentCache().summary(0)",),
    "Turnstile.evening": ("Turnstile(0).evening()", "Turnstile(15).evening()"),
    "inspect_lock": ("inspect_lock(DoorLock())",),
    "checkout": ("checkout(Basket(), 0)", "checkout(Basket(), 4_500)"),
}


WALLS = walls_of(HERE, MODULES)


@pytest.mark.parametrize(("module", "name"), WALLS)
def test_the_known_input_reaches_the_marked_line(module: str, name: str) -> None:
    assert reaches(HERE / f"{module}.py", name, KNOWN[name])


@pytest.mark.parametrize(("module", "name"), WALLS)
def test_trivial_inputs_do_not_reach_the_marked_line(module: str, name: str) -> None:
    file = HERE / f"{module}.py"
    assert [call for call in TRIVIAL[name] if reaches(file, name, call)] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_public_function_has_exactly_one_marked_line(module: str) -> None:
    found = marks(HERE / f"{module}.py")
    public = {name: len(lines) for name, lines in found.items() if "." not in name and name[0] != "_"}
    assert public == dict.fromkeys(public, 1)


@pytest.mark.parametrize("module", MODULES)
def test_every_mark_is_the_only_one_of_its_function_and_stands_on_a_statement_of_one_line(module: str) -> None:
    file = HERE / f"{module}.py"
    found = [lines for lines in marks(file).values() if lines]
    assert all(len(lines) == 1 for lines in found)
    assert len(found) == file.read_text("utf-8").count(MARK)
    assert {line for lines in found for line in lines} <= returns_on_one_line(file)


def test_the_walls_and_the_known_inputs_are_the_same() -> None:
    # A list, so that a name used in two modules shows.
    assert sorted(name for _, name in WALLS) == sorted(KNOWN) == sorted(TRIVIAL)


@pytest.mark.parametrize("module", MODULES)
def test_a_measured_module_does_not_know_its_inputs(module: str) -> None:
    source = (HERE / f"{module}.py").read_text("utf-8")
    assert "walls_known" not in source
    assert not any(call in source for call in KNOWN.values())
