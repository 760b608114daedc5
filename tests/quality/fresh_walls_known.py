"""An input for each fresh wall that reaches its marked line, and what kind of wall it is.

The measured modules do not import this one: it shows that the walls can be passed, and is no seed.
"""

from __future__ import annotations

from enum import Enum

MODULES = ("codes", "contacts", "payloads", "listings", "grammars", "sessions", "moments")


class Difficulty(Enum):
    """What stands before a marked line."""

    ONE_CONDITION = "a magic value behind one condition"
    SOME_TOGETHER = "two or three conditions that have to hold together"
    HARD = "more than that, but each step shows in a comparison"


SORTS: dict[str, tuple[str, Difficulty]] = {
    # codes
    "tariff_of": ("magic strings, whole and by character", Difficulty.ONE_CONDITION),
    "exit_reason": ("magic numbers", Difficulty.ONE_CONDITION),
    "shelf_of": ("magic numbers", Difficulty.SOME_TOGETHER),
    "saving_goal": ("arithmetic to be undone", Difficulty.ONE_CONDITION),
    "oven_note": ("arithmetic to be undone", Difficulty.ONE_CONDITION),
    "framebuffer_spot": ("arithmetic to be undone", Difficulty.SOME_TOGETHER),
    "booking_kind": ("magic strings, whole and by character", Difficulty.SOME_TOGETHER),
    "licence_tier": ("magic strings, whole and by character", Difficulty.HARD),
    "report_status": ("prefixes and suffixes", Difficulty.ONE_CONDITION),
    "cookie_verdict": ("prefixes and suffixes", Difficulty.SOME_TOGETHER),
    "last_page": ("exact counts", Difficulty.SOME_TOGETHER),
    "backoff_note": ("exact counts", Difficulty.SOME_TOGETHER),
    # contacts
    "dialled_country": ("telephone numbers, addresses and links", Difficulty.SOME_TOGETHER),
    "hotline": ("telephone numbers, addresses and links", Difficulty.ONE_CONDITION),
    "bounced_reader": ("telephone numbers, addresses and links", Difficulty.HARD),
    "mail_owner": ("telephone numbers, addresses and links", Difficulty.SOME_TOGETHER),
    "call_room": ("telephone numbers, addresses and links", Difficulty.SOME_TOGETHER),
    "short_link": ("telephone numbers, addresses and links", Difficulty.ONE_CONDITION),
    "plate_kind": ("regular expressions", Difficulty.ONE_CONDITION),
    "citation_kind": ("regular expressions", Difficulty.HARD),
    "password_rating": ("regular expressions", Difficulty.SOME_TOGETHER),
    # payloads
    "sealed_voucher": ("decoding", Difficulty.ONE_CONDITION),
    "remote_command": ("decoding", Difficulty.ONE_CONDITION),
    "sms_sender": ("decoding", Difficulty.SOME_TOGETHER),
    "token_rights": ("decoding", Difficulty.HARD),
    "callback_target": ("decoding", Difficulty.SOME_TOGETHER),
    "survey_answer": ("decoding", Difficulty.ONE_CONDITION),
    "payroll_note": ("decoding", Difficulty.HARD),
    "station_kind": ("decoding", Difficulty.HARD),
    "sprite_shape": ("decoding", Difficulty.HARD),
    # listings
    "rollout": ("keys in combination", Difficulty.SOME_TOGETHER),
    "page_style": ("keys in combination", Difficulty.SOME_TOGETHER),
    "merge_verdict": ("keys in combination", Difficulty.HARD),
    "clerk_rights": ("keys in combination", Difficulty.HARD),
    "lottery_slip": ("sorted and unique", Difficulty.SOME_TOGETHER),
    "day_plan": ("sorted and unique", Difficulty.HARD),
    "history_order": ("sorted and unique", Difficulty.HARD),
    "shelf_probe": ("exact counts", Difficulty.SOME_TOGETHER),
    "knockout_table": ("trees and heaps", Difficulty.HARD),
    "rope_state": ("trees and heaps", Difficulty.HARD),
    "company_shape": ("trees and heaps", Difficulty.SOME_TOGETHER),
    # grammars
    "comment_state": ("brackets and parsers", Difficulty.SOME_TOGETHER),
    "argument_depth": ("brackets and parsers", Difficulty.ONE_CONDITION),
    "outline_kind": ("brackets and parsers", Difficulty.HARD),
    "rule_verdict": ("brackets and parsers", Difficulty.HARD),
    "substance": ("brackets and parsers", Difficulty.HARD),
    "hall_year": ("brackets and parsers", Difficulty.ONE_CONDITION),
    "dice_note": ("brackets and parsers", Difficulty.SOME_TOGETHER),
    "block_text": ("exact counts", Difficulty.HARD),
    # sessions
    "ignition": ("state machines", Difficulty.ONE_CONDITION),
    "tennis_game": ("state machines", Difficulty.SOME_TOGETHER),
    "bowling_card": ("exact counts", Difficulty.HARD),
    "mail_dialogue": ("state machines", Difficulty.HARD),
    "edited_text": ("state machines", Difficulty.SOME_TOGETHER),
    "Projector.run": ("histories of objects", Difficulty.ONE_CONDITION),
    "Breaker.note": ("histories of objects", Difficulty.SOME_TOGETHER),
    "Ballot.result": ("histories of objects", Difficulty.HARD),
    "Parking.leave": ("histories of objects", Difficulty.SOME_TOGETHER),
    # moments
    "counter_state": ("enums and moments", Difficulty.ONE_CONDITION),
    "clock_change": ("enums and moments", Difficulty.SOME_TOGETHER),
    "due_note": ("enums and moments", Difficulty.SOME_TOGETHER),
    "year_books": ("enums and moments", Difficulty.ONE_CONDITION),
    "on_call": ("enums and moments", Difficulty.ONE_CONDITION),
    "overtime": ("enums and moments", Difficulty.HARD),
    "percentage": ("rare types of return", Difficulty.ONE_CONDITION),
    "split_name": ("rare types of return", Difficulty.SOME_TOGETHER),
    "may_unlock": ("rare types of return", Difficulty.SOME_TOGETHER),
}

KNOWN: dict[str, str] = {
    # codes
    "tariff_of": "tariff_of(' Night  Owl PLUS')",
    "exit_reason": "exit_reason(-1_073_740_940)",
    "shelf_of": "shelf_of(7_316_480_840)",
    "saving_goal": "saving_goal(471_002)",
    "oven_note": "oven_note(232.8)",
    "framebuffer_spot": "framebuffer_spot(7, 1_024, 1_024)",
    "booking_kind": "booking_kind('Q4-4%Z')",
    "licence_tier": "licence_tier('AAAA-PAAP-BAAB')",
    "report_status": "report_status('sales_final_v2.xlsx')",
    "cookie_verdict": "cookie_verdict('__Host-shop.sid', '/', True)",
    "last_page": "last_page(13 * 25 + 1, 25)",
    "backoff_note": "backoff_note(60, 60 * 1_024)",
    # contacts
    "dialled_country": "dialled_country('00354 (6) 12-34-56')",
    "hotline": "hotline('0800-Painter')",
    "bounced_reader": "bounced_reader('news_bounces+ada=home.example@lists.paper.example')",
    "mail_owner": "mail_owner('a.king@staff.example', 'Ada', 'King')",
    "call_room": "call_room('meets://video.example:7443/abc-defg-hij')",
    "short_link": "short_link('https://go.example/~ada')",
    "plate_kind": "plate_kind('WOB-C 191H')",
    "citation_kind": "citation_kind('see King et al. (1962b), pp. 120-131')",
    "password_rating": "password_rating('tables!chairsK7')",
    # payloads
    "sealed_voucher": "sealed_voucher('b25lIGZyZWUgY29mZmVl')",
    "remote_command": "remote_command('52 45 53 45 54 00 01')",
    "sms_sender": "sms_sender('947110325476f8')",
    "token_rights": "token_rights('eyJhbGciOiAibm9uZSJ9.eyJhZG1pbiI6IHRydWV9.')",
    "callback_target": "callback_target('code=7&state=7&return_to=/find%3Fa%3D1%26b%3D2')",
    "survey_answer": "survey_answer('answer=50%25+%26+more')",
    "payroll_note": "payroll_note('name,hours,rate\\n\"King, Ada\",160,70\\nJo,10,20')",
    "station_kind": 'station_kind(\'{"type": "Point", "coordinates": [-51.7, 69.2]}\')',
    "sprite_shape": "sprite_shape('3.2#5.4#2.1#6.1#')",
    # listings
    "rollout": "rollout({'strategy': 'canary', 'replicas': 10, 'percent': 20})",
    "page_style": "page_style({'dark': True, 'contrast': True, 'motion': False})",
    "merge_verdict": (
        "merge_verdict({'a': '1', 'b': '1'}, {'a': '2', 'b': '2', 'c': '9'}, {'a': '3', 'b': '3', 'c': '9'})"
    ),
    "clerk_rights": "clerk_rights({'clerk': ['cashier'], 'cashier': ['till', 'till:open'], 'till': ['ledger:write']})",
    "lottery_slip": "lottery_slip([30, 32, 34, 37, 43, 46])",
    "day_plan": "day_plan([(480, 600), (600, 720), (780, 900), (1_000, 1_120)])",
    "history_order": "history_order(['1.8.0', '1.9.0', '1.9.4', '1.10.0'])",
    "shelf_probe": "shelf_probe(list(range(15)), 0)",
    "knockout_table": "knockout_table([9, 9, 8, 9, 4, 6, 8, 9, 1, 2, 4, 5, 6, 3, 8])",
    "rope_state": "rope_state(Join(8, Join(4, Leaf('four'), Leaf('five')), Join(5, Leaf('seven'), Leaf('eight'))))",
    "company_shape": (
        "company_shape(Person('a', 9, [Person('b', 8), Person('c', 7, [Person('d', 6, [Person('e', 5)])])]))"
    ),
    # grammars
    "comment_state": "comment_state('(* a (* b (* c *) *) *) (**)')",
    "argument_depth": "argument_depth('f(f(f(f(f(f(x))))))')",
    "outline_kind": "outline_kind('<ol><li>one<ul><li>two</li></ul></li></ol>')",
    "rule_verdict": "rule_verdict('not (no or not yes)')",
    "substance": "substance('Al2(SO4)3')",
    "hall_year": "hall_year('MDCXLVIII')",
    "dice_note": "dice_note('5d10 + 2')",
    "block_text": "block_text('four five ' * 4, 9)",
    # sessions
    "ignition": "ignition([Turn.INSERT, Turn.GLOW, Turn.RELEASE, Turn.GLOW, Turn.CLUTCH, Turn.START, Turn.RELEASE])",
    "tennis_game": "tennis_game([True, False] * 7 + [False, False])",
    "bowling_card": "bowling_card([10] * 12)",
    "mail_dialogue": (
        "mail_dialogue(['HELO home', 'MAIL FROM:<a@b>', 'RCPT TO:<c@d>', 'RCPT TO:<e@f>', 'DATA', 'Hi', '.', 'QUIT'])"
    ),
    "edited_text": (
        "edited_text([('type', 'Dear'), ('type', ' all,'), ('type', 'c')] + [('undo', '')] * 3 + [('redo', '')] * 2)"
    ),
    "Projector.run": (
        "(lambda projector: (projector.thread('Metropolis/nitrate'), [projector.warm_up() for _ in range(3)],"
        " projector.run()))(Projector())"
    ),
    "Breaker.note": (
        "(lambda breaker: ([breaker.failed() for _ in range(4)], breaker.tick(), breaker.tick(), breaker.failed(),"
        " breaker.tick(), breaker.tick(), breaker.worked(), breaker.note()))(Breaker())"
    ),
    "Ballot.result": (
        "(lambda ballot: (ballot.nominate('Ada'), ballot.nominate('Jo'), ballot.begin(),"
        " [ballot.vote(voter, name) for voter, name in enumerate(['Ada', 'Jo', 'Ada', 'Jo'])],"
        " ballot.finish(), ballot.result()))(Ballot())"
    ),
    "Parking.leave": "(lambda ticket: (ticket.pay(400, 600), ticket.leave(410)))(Parking(100))",
    # moments
    "counter_state": "counter_state(datetime(2038, 1, 19, 3, 14, 7))",
    "clock_change": "clock_change(datetime(2024, 3, 31, 2, 30))",
    "due_note": "due_note(date(2032, 1, 10), Terms.NEXT_MONTH_END)",
    "year_books": "year_books(date(2000, 12, 31))",
    "on_call": "on_call(Urgency.HOUR, Channel.SENSOR, time(3, 4))",
    "overtime": "overtime([timedelta(hours=10)] * 4 + [timedelta(hours=8)] + [timedelta(0)] * 2)",
    "percentage": "percentage(' N/a')",
    "split_name": "split_name('Anna van der Berg')",
    "may_unlock": "may_unlock(Right.VIEW | Right.LOCK | Right.MOVE, 'caretaker', 'Ada')",
}
