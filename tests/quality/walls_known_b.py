"""An input for each wall of numbers, tables, orders, trees, machines and accounts that reaches its marked line.

The measured modules do not import this one: it shows that the walls can be passed, and is no seed.
"""

from __future__ import annotations

MODULES = ("numbers", "tables", "orders", "trees", "machines", "accounts")

KNOWN: dict[str, str] = {
    # numbers
    "header_kind": "header_kind(0xA7038001)",
    "ledger_band": "ledger_band(48_213_705)",
    "access_change": "access_change(0b111, 0x5A5A07)",
    "billing_note": "billing_note(datetime(2000, 2, 29, 23, 59))",
    "plot_shape": "plot_shape((37 * 30_000 + 11) ** 2)",
    "settle_shares": "settle_shares([2_500, 2_500, 2_500, 2_500])",
    "till_check": "till_check(413, 1_586)",
    "meter_reading": "meter_reading(979_999_999)",
    "membership": "membership('4700000007')",
    "gear_pair": "gear_pair(84 * 13, 84 * 17)",
    "receipt_label": "receipt_label(1_980, 1_287)",
    # tables
    "axis_ticks": "axis_ticks({'min': 0, 'max': 48, 'step': 2, 'origin': 24})",
    "parcel_desk": (
        "parcel_desk({'weight': 800, 'value': 30, 'address': {'country': 'CH', 'postcode': '8001'},"
        " 'customs': {'books': 10, 'tea': 20}})"
    ),
    "rate_pair": "rate_pair({'EUR': {'GBP': 800}, 'GBP': {'EUR': 1_250}})",
    "resolve_alias": "resolve_alias({'home': 'a', 'a': 'b', 'b': 'c', 'c': 'a'})",
    "roster_line": "roster_line({'start': 6, 'end': 19, 'breaks': [9, 14], 'relief': 'Ada King'})",
    "stock_transfer": (
        "stock_transfer({'crate': 30, 'box': 1, 'bag': 1, 'tin': 4}, {'crate': 20, 'box': 7, 'bag': 5, 'tin': 4})"
    ),
    # orders
    "growth_curve": "growth_curve([-1, 0, 2, 5, 9, 14, 20, 27, 35])",
    "gift_round": "gift_round([1, 2, 3, 4, 5, 6, 7, 0])",
    "word_chain": "word_chain(['zy', 'yx', 'xw', 'wv', 'vu'])",
    "zip_fastener": "zip_fastener([12, 10, 8, 6, 4, 2], [11, 9, 7, 5, 3, 1])",
    "letter_swap": "letter_swap('abcdefg', 'bcdefga')",
    "pulse_train": "pulse_train(bytes([0xFF, 0]) * 17)",
    "staircase": "staircase('abbcccddddeeeee')",
    "lift_log": "lift_log([True] * 15 + [False] * 15)",
    "deal": "deal([Suit.ACORNS, Suit.BELLS, Suit.LEAVES] * 12)",
    # trees
    "index_quality": (
        "index_quality(Node(7, Node(3, Node(1, Node(0), Node(2)), Node(5, Node(4), Node(6))),"
        " Node(9, Node(8), Node(10))))"
    ),
    "ancestor_between": (
        "ancestor_between(Node(90, Node(80, Node(70, Node(60, Node(50, Node(40), Node(55)))))), 40, 55)"
    ),
    "queue_state": "queue_state(list(range(25)))",
    "paint_check": (
        "(lambda leaf, red: paint_check(Painted(Colour.BLACK, ("
        "Painted(Colour.BLACK, (Painted(Colour.BLACK, (red, red)), leaf)), Painted(Colour.BLACK, (leaf, leaf))"
        "))))(Painted(Colour.BLACK), Painted(Colour.RED))"
    ),
    "puzzle_answer": ("puzzle_answer(Times(Number(7), Times(Plus(Number(9), Number(2)), Plus(Number(9), Number(4)))))"),
    "disk_report": (
        "disk_report(Folder('/', 6, ["
        "Folder('a', 1, [Folder('b', 1, [Folder('c', 1)])]), Folder('d', 2), Folder('e', 3)]))"
    ),
    # machines
    "fetch_round": (
        "fetch_round([Move.EAST] * 5 + [Move.GRAB] + [Move.WEST] * 5 + [Move.NORTH] * 5"
        " + [Move.GRAB] + [Move.EAST] * 5)"
    ),
    "calculator": (
        "calculator([('push', 3), ('push', 4), ('mul', 0), ('push', 7), ('mul', 0), ('dup', 0), ('mul', 0)])"
    ),
    "counting_programme": "counting_programme([Put('a', 9), Put('b', 7), Sum('c', 'b'), Repeat('a', 1)])",
    "vending_machine": (
        "vending_machine(['coin 100', 'coin 50', 'coin 20', 'select B2', 'coin 100', 'coin 20', 'select A1'])"
    ),
    "connection_end": (
        "connection_end([Signal.OPEN, Signal.ACCEPT, Signal.HELLO, Signal.DATA, Signal.TIMEOUT,"
        " Signal.HELLO, Signal.DATA, Signal.CLOSE, Signal.TIMEOUT])"
    ),
    "safe_dial": "safe_dial([('right', 62), ('left', 45), ('right', 71), ('left', 83)])",
    # accounts
    "Account.close": (
        "(lambda account: (account.deposit(1_000_003), account.withdraw(1), account.withdraw(2),"
        " account.withdraw(1_000_000), account.close()))(Account('Ada'))"
    ),
    "RecentCache.summary": (
        "(lambda cache: ([cache.put(key, '') or cache.get(1) for key in range(1, 8)], cache.summary(1)))(RecentCache())"
    ),
    "Turnstile.evening": (
        "(lambda gate: ([gate.push() for _ in range(2)], [gate.coin() or gate.push() for _ in range(15)],"
        " gate.evening()))(Turnstile(15))"
    ),
    "inspect_lock": (
        "(lambda lock: ([lock.press(digit) for digit in (0, 0, 7, 3, 9, 1)], lock.bolt(),"
        " [lock.press(digit) for digit in (7, 3, 9)], inspect_lock(lock)))(DoorLock())"
    ),
    "checkout": (
        "(lambda basket: ([basket.add(item, 2_000, 1) for item in 'abc'], basket.redeem(25),"
        " checkout(basket, 4_500)))(Basket())"
    ),
}
