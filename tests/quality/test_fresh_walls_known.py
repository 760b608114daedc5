"""The fresh walls can be passed, but not by trivial inputs, and they are of many kinds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.quality.fresh_walls_known import KNOWN, MODULES, SORTS, Difficulty
from tests.quality.marked_lines import MARK, marks, reaches, returns_on_one_line, walls_of

HERE = Path(__file__).parent / "fresh_walls"

TRIVIAL: dict[str, tuple[str, ...]] = {
    "tariff_of": ("tariff_of('')", "tariff_of('a')", "tariff_of('night owl')"),
    "exit_reason": ("exit_reason(0)", "exit_reason(1)", "exit_reason(-1)"),
    "shelf_of": ("shelf_of(0)", "shelf_of(10**9)", "shelf_of(7_316_400_000)"),
    "saving_goal": ("saving_goal(0)", "saving_goal(1)", "saving_goal(612_873)"),
    "oven_note": ("oven_note(0.0)", "oven_note(451.0)", "oven_note(float('nan'))", "oven_note(float('inf'))"),
    "framebuffer_spot": ("framebuffer_spot(0, 0, 0)", "framebuffer_spot(0, 0, 64)", "framebuffer_spot(1, 1, 1)"),
    "booking_kind": ("booking_kind('')", "booking_kind('aaaaaa')", "booking_kind('QQQQQX')"),
    "licence_tier": ("licence_tier('')", "licence_tier('--')", "licence_tier('AAAA-AAAA-AAAA')"),
    "report_status": ("report_status('')", "report_status('a.xlsx')"),
    "cookie_verdict": ("cookie_verdict('', '', False)", "cookie_verdict('a', '/', True)"),
    "last_page": ("last_page(0, 0)", "last_page(1, 1)", "last_page(100, 25)"),
    "backoff_note": ("backoff_note(0, 0)", "backoff_note(50, 50)", "backoff_note(50, 10**6)"),
    "dialled_country": ("dialled_country('')", "dialled_country('+1')", "dialled_country('0')"),
    "hotline": ("hotline('')", "hotline('a')", "hotline('0800')"),
    "bounced_reader": ("bounced_reader('')", "bounced_reader('a@b')", "bounced_reader('a+b=c@lists.d.e')"),
    "mail_owner": ("mail_owner('', '', '')", "mail_owner('a', 'a', 'a')", "mail_owner('', 'Ada', 'King')"),
    "call_room": ("call_room('')", "call_room('meet://')", "call_room('https://a.b/c')"),
    "short_link": ("short_link('')", "short_link('http://')", "short_link('https://')"),
    "plate_kind": ("plate_kind('')", "plate_kind('A')", "plate_kind('A-A 1')"),
    "citation_kind": ("citation_kind('')", "citation_kind('a')", "citation_kind('King (1962), p. 1-1')"),
    "password_rating": ("password_rating('')", "password_rating('a')", "password_rating('password')"),
    "sealed_voucher": ("sealed_voucher('')", "sealed_voucher('a')", "sealed_voucher('AAAA')"),
    "remote_command": ("remote_command('')", "remote_command('00')", "remote_command('RESET')"),
    "sms_sender": ("sms_sender('')", "sms_sender('00')", "sms_sender('0000000000')"),
    "token_rights": ("token_rights('')", "token_rights('..')", "token_rights('e30.e30.')"),
    "callback_target": ("callback_target('')", "callback_target('code=1')", "callback_target('code=1&state=1')"),
    "survey_answer": ("survey_answer('')", "survey_answer('answer=1')", "survey_answer('answer=50% & more')"),
    "payroll_note": ("payroll_note('')", "payroll_note('a,b')", "payroll_note('name,hours,rate')"),
    "station_kind": ("station_kind('')", "station_kind('{}')", "station_kind('[0, 0]')"),
    "sprite_shape": ("sprite_shape('')", "sprite_shape('8#')", "sprite_shape('8#8.8#')"),
    "rollout": ("rollout({})", "rollout({'strategy': 'canary'})", "rollout({'replicas': 3})"),
    "page_style": ("page_style({})", "page_style({'dark': True})", "page_style({'': False})"),
    "merge_verdict": ("merge_verdict({}, {}, {})", "merge_verdict({'': ''}, {'': ''}, {'': ''})"),
    "clerk_rights": ("clerk_rights({})", "clerk_rights({'': ['']})", "clerk_rights({'clerk': []})"),
    "lottery_slip": ("lottery_slip([])", "lottery_slip([1] * 6)", "lottery_slip([1, 2, 3, 4, 5, 6])"),
    "day_plan": ("day_plan([])", "day_plan([(0, 0)])", "day_plan([(0, 120)] * 4)"),
    "history_order": ("history_order([])", "history_order([''] * 4)", "history_order(['1.0.0'] * 4)"),
    "shelf_probe": ("shelf_probe([], 0)", "shelf_probe([0], 0)", "shelf_probe([0, 1, 2], 1)"),
    "knockout_table": ("knockout_table([])", "knockout_table([0] * 15)", "knockout_table(list(range(15)))"),
    "rope_state": ("rope_state(Leaf(''))", "rope_state(Leaf('a'))", "rope_state(Join(1, Leaf('a'), Leaf('a')))"),
    "company_shape": ("company_shape(Person('', 0))", "company_shape(Person('', 1, [Person('', 0)] * 2))"),
    "comment_state": ("comment_state('')", "comment_state('(*')", "comment_state('(**)')"),
    "argument_depth": ("argument_depth('')", "argument_depth('f()')", "argument_depth('((((((')"),
    "outline_kind": ("outline_kind('')", "outline_kind('<a>')", "outline_kind('<a></a>')"),
    "rule_verdict": ("rule_verdict('')", "rule_verdict('yes')", "rule_verdict('not not yes')"),
    "substance": ("substance('')", "substance('H')", "substance('()')", "substance('H342')"),
    "hall_year": ("hall_year('')", "hall_year('1648')", "hall_year('M')"),
    "dice_note": ("dice_note('')", "dice_note('1d6')", "dice_note('7')"),
    "block_text": ("block_text('', 0)", "block_text('', 8)", "block_text('a b', 8)"),
    "ignition": ("ignition([])", "ignition(list(Turn))", "ignition([Turn.START])"),
    "tennis_game": ("tennis_game([])", "tennis_game([True])", "tennis_game([False] * 4)"),
    "bowling_card": ("bowling_card([])", "bowling_card([0] * 20)", "bowling_card([10])"),
    "mail_dialogue": ("mail_dialogue([])", "mail_dialogue([''])", "mail_dialogue(['QUIT'])"),
    "edited_text": ("edited_text([])", "edited_text([('type', 'a')])", "edited_text([('undo', '')])"),
    "Projector.run": ("Projector().run()", "[(projector.thread('a'), projector.run()) for projector in [Projector()]]"),
    "Breaker.note": ("Breaker().note()", "[(breaker.failed(), breaker.note()) for breaker in [Breaker()]]"),
    "Ballot.result": ("Ballot().result()", "[(ballot.begin(), ballot.result()) for ballot in [Ballot()]]"),
    "Parking.leave": ("Parking(0).leave(0)", "[(ticket.pay(1, 2), ticket.leave(1)) for ticket in [Parking(0)]]"),
    "counter_state": ("counter_state(datetime(1970, 1, 1))", "counter_state(datetime.max)"),
    "clock_change": ("clock_change(datetime(2000, 1, 1))", "clock_change(datetime(2024, 3, 24, 2))"),
    "due_note": ("due_note(date.min, Terms.AT_ONCE)", "due_note(date.max, Terms.NEXT_MONTH_END)"),
    "year_books": ("year_books(date.min)", "year_books(date.max)", "year_books(date(2000, 1, 1))"),
    "on_call": ("on_call(Urgency.DAY, Channel.SENSOR, time(3))", "on_call(Urgency.HOUR, Channel.SENSOR, time(0))"),
    "overtime": ("overtime([])", "overtime([timedelta(0)] * 7)", "overtime([timedelta(hours=8)] * 6)"),
    "percentage": ("percentage('')", "percentage('1%')", "percentage('na')"),
    "split_name": ("split_name('')", "split_name('a b')", "split_name('A B C')"),
    "may_unlock": ("may_unlock(Right.VIEW, '', '')", "may_unlock(Right.VIEW | Right.LOCK | Right.MOVE, 'a', 'a')"),
}

WALLS = walls_of(HERE, MODULES)


@pytest.mark.parametrize(("module", "name"), WALLS)
def test_the_known_input_reaches_the_marked_line(module: str, name: str) -> None:
    assert reaches(HERE / f"{module}.py", name, KNOWN[name])


@pytest.mark.parametrize(("module", "name"), WALLS)
def test_trivial_inputs_do_not_reach_the_marked_line(module: str, name: str) -> None:
    file = HERE / f"{module}.py"
    assert len(TRIVIAL[name]) >= 2
    assert [call for call in TRIVIAL[name] if reaches(file, name, call)] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_public_function_has_exactly_one_marked_line(module: str) -> None:
    found = marks(HERE / f"{module}.py")
    public = {name: len(lines) for name, lines in found.items() if "." not in name and name[0] != "_"}
    assert public == dict.fromkeys(public, 1)


@pytest.mark.parametrize("module", MODULES)
def test_every_mark_is_the_only_one_of_its_function_and_stands_on_a_return_of_one_line(module: str) -> None:
    file = HERE / f"{module}.py"
    found = [lines for lines in marks(file).values() if lines]
    assert all(len(lines) == 1 for lines in found)
    assert len(found) == file.read_text("utf-8").count(MARK)
    assert {line for lines in found for line in lines} <= returns_on_one_line(file)


def test_the_walls_and_the_known_inputs_are_the_same() -> None:
    # A list, so that a name used in two modules shows.
    assert sorted(name for _, name in WALLS) == sorted(KNOWN) == sorted(TRIVIAL)


def test_every_module_of_the_folder_is_measured() -> None:
    assert sorted(file.stem for file in HERE.glob("[!_]*.py")) == sorted(MODULES)


def test_there_are_two_walls_or_more_of_every_kind() -> None:
    assert sorted(SORTS) == sorted(KNOWN)
    assert min(Counter(kind for kind, _ in SORTS.values()).values()) >= 2


@pytest.mark.parametrize("difficulty", Difficulty)
def test_about_a_third_of_the_walls_has_each_difficulty(difficulty: Difficulty) -> None:
    alike = [name for name, (_, other) in SORTS.items() if other is difficulty]
    assert 0.25 < len(alike) / len(SORTS) < 0.42


@pytest.mark.parametrize("module", MODULES)
def test_a_measured_module_does_not_know_its_inputs(module: str) -> None:
    source = (HERE / f"{module}.py").read_text("utf-8")
    assert "walls_known" not in source
    assert not any(call in source for call in KNOWN.values())
