"""One input for each wall of texts, formats, parsers, decoding and calendars: the proof that its line can be reached.

The measured modules never import this file, so that nothing can be learnt from it.
"""

from __future__ import annotations

KNOWN: dict[str, str] = {
    # texts
    "discounted": "discounted(30_000, 'STAFF/4417')",
    "command_reply": "command_reply(['remote', 'prune', 'origin'])",
    "gate_answer": "gate_answer(2, 'wed-==>TUE')",
    "shipping_class": "shipping_class(Parcel('', 'Reykjavik', ['fragile', 'Live animals '], 900))",
    "maze_walk": "maze_walk('sseennee')",
    "cheat_level": "cheat_level(list(_CHEAT))",
    "picture_kind": r"picture_kind(b'\x8aWK\x30\x80\x02\xe0\x01')",
    "card_brand": "card_brand('36 0000 0000 1238')",
    "word_ladder": "word_ladder(['cold', 'cord', 'word', 'ward', 'warm'])",
    "backend_of": "backend_of('https://east.billing.internal/v2/7/invoice')",
    "archive_member": "archive_member('/a/b/backup_1.tar.gz', '/a')",
    "unit_action": "unit_action('sudo servicectl enable a.timer --now')",
    "port_of": "port_of('unix:/run/x.sock')",
    # formats
    "mailbox_owner": "mailbox_owner('ann+12@old.museum')",
    "display_name": """display_name('"Doe, Jane" <j@a.b>')""",
    "quoted_local_part": r"""quoted_local_part('"a\\ b\\@c"@mail.some.net')""",
    "delivery": "delivery(Message('a@x.org', ['b@x.org', 'c@x.org'], 're: plan'))",
    "release_channel": "release_channel('v2.21.0-rc2')",
    "alarm": "alarm(['[02:10] ERROR disk: full', '[02:11] ERROR net: down'])",
    "bank_of": "bank_of('NZ21ABCD300000')",
    "gray_level": "gray_level('color: #dddddd;')",
    "emphasised": """emphasised('<em lang="fr">oui</em>')""",
    "seconds_in": "seconds_in('2 fortnights')",
    # parsers
    "bracket_shape": "bracket_shape('([{(())}])')",
    "calculated": "calculated('(5+5)*(5+5)')",
    "stack_result": "stack_result('one dup add dup add dup mul'.split())",
    "cache_mode": r"cache_mode('[cache]\nsize = 4096\nevict = lru')",
    "form_kind": "form_kind('(define (pick a b) (if t a b))')",
    "filled_template": "filled_template('hi {{ who | shout }}', {'who': 'ann'})",
    "row_kind": """row_kind("id;a;'x;''y''';b")""",
    "Notebook.run": "Notebook().run('let a = 6; double a; drop a')",
    # decoding
    "login_name": "login_name('Basic ' + base64.b64encode(b'root:secret').decode())",
    "radio_frame": "radio_frame('7e 02 10 02 10')",
    "refund_of": """refund_of('{"kind": "refund", "items": [{"price": 1}, {"price": -5}]}')""",
    "address_zone": "address_zone('fec00010')",
    "shop_page": "shop_page('https://shop.test/cart?item=1&item=2')",
    "saved_game": "saved_game(struct.pack('<4sHIi', b'SAVE', 2, 4, 1_500_000))",
    "script_of": r"script_of('\ufeffαβγδ'.encode())",
    "field_total": r"field_total(b'\x01\x05total\x01\x03vat\x02\x02\x50\x00\x03\x00')",
    "upload_reply": """upload_reply(
        Request('PUT', {'Content-Length': '5', 'Content-Type': 'application/json'}, b'["a"]')
    )""",
    "retries": """retries('{"network": {"retries": "many"}}')""",
    # calendars
    "Rental.charge": "Rental(datetime(2024, 5, 1, 9), False).charge(datetime(2024, 5, 8, 9))",
    "birthday_party": "birthday_party(date(1996, 2, 29), date(2024, 2, 29))",
    "meeting_room": "meeting_room(datetime(2020, 11, 13, 22, 30), timedelta(hours=1), 13)",
    "shift_pay": "shift_pay(datetime(2023, 12, 31, 20), datetime(2024, 1, 1, 4))",
    "call_window": "call_window(datetime.fromisoformat('2024-01-01T00:10:00+05:45'), {date(2024, 1, 1)})",
    "last_week_note": "last_week_note(date(2021, 1, 3), date(2016, 1, 3))",
    "upgrade": """upgrade(
        [Ticket(7, Cabin.COMFORT, Meal.PASTA, Status.GOLD)] + 3 * [Ticket(7, Cabin.COMFORT, Meal.CHILD, Status.GUEST)]
    )""",
    "reviewer": """reviewer(
        [Grant('ann', Access.READ | Access.COMMENT | Access.AUDIT, date(2024, 3, 9))], 'plan.pdf', date(2024, 3, 1)
    )""",
    "opening_hours": "opening_hours(date(2024, 12, 24), {status: time(0, 30 - status) for status in Status})",
    "days_left": "days_left(date(2024, 1, 2), date(2023, 12, 31), timedelta(days=3))",
}
