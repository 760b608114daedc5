"""A run over an invented package `shop`, with every verdict and kind: what the golden files show."""

from __future__ import annotations

from dataclasses import replace

from fuzzwright.engine.finding import Finding
from fuzzwright.engine.outcome import Frame
from fuzzwright.reports.summary import ExampleReport, Summary, TargetReport

ORDERS = '''\
"""Orders as they come in from partners."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    sku: str
    quantity: int


def parse(text: str) -> Line:
    """Read one line of an order: `sku,quantity`."""
    if not text:
        raise ValueError("an order line must not be empty")
    parts = text.split(",")
    return Line(parts[0].strip(), int(parts[1]))


def total(lines: list[Line], prices: dict[str, float]) -> float:
    amount = 0.0
    for line in lines:
        amount += prices[line.sku] * line.quantity
    return amount
'''

MONEY = '''\
"""Amounts, discounts, shares."""


def share(amount: int, people: int) -> list[int]:
    """Split an amount so that nobody gets more than one cent more than another."""
    each, rest = divmod(amount, people)
    return [each + 1] * rest + [each] * (people - rest)


def rebate(percent: float) -> int:
    if percent > 100:
        return None
    return round(percent * 100)


def settle(amount: int, rate: int) -> int:
    while amount > 0:
        amount -= rate
    return amount
'''

SOURCES = {"shop/orders.py": ORDERS, "shop/money.py": MONEY}

PARSE = Finding(
    id="c912a037",
    function="shop.orders.parse",
    kind="raised",
    exception="IndexError",
    message="list index out of range",
    file="shop/orders.py",
    line=17,
    call="parse('0')",
    imports=("from shop.orders import parse",),
    verdict="unexpected",
    evidence="no `raise` in the function leads to it and its docstring does not name it",
    executions=212,
    seconds=0.031,
    count=1840,
    seed=42,
    frames=(Frame("shop/orders.py", "parse", 17),),
    reduced=True,
    reachable=True,
)

SHARE = replace(
    PARSE,
    id="07ffce11",
    function="shop.money.share",
    exception="ZeroDivisionError",
    message="integer division or modulo by zero",
    file="shop/money.py",
    line=6,
    call="share(0, 0)",
    imports=("from shop.money import share",),
    executions=1,
    seconds=0.002,
    count=96,
    frames=(Frame("shop/money.py", "share", 6),),
)

REBATE = replace(
    PARSE,
    id="5ab0d9e2",
    function="shop.money.rebate",
    kind="return_type",
    exception="int expected",
    message="returned None, annotated int",
    file="shop/money.py",
    line=10,
    call="rebate(101.0)",
    imports=("from shop.money import rebate",),
    verdict="return_type",
    evidence="`-> int` on line 10",
    executions=38,
    seconds=0.004,
    count=5120,
    frames=(),
    reachable=None,
)

SETTLE = replace(
    PARSE,
    id="e00c7a44",
    function="shop.money.settle",
    kind="timed_out",
    exception="timed_out",
    message="no end after 3 s of CPU time",
    file="shop/money.py",
    line=18,
    call="settle(1, 0)",
    imports=("from shop.money import settle",),
    verdict="unexpected",
    evidence="did not end within three times the limit either",
    executions=4,
    seconds=4.01,
    count=1,
    frames=(Frame("shop/money.py", "settle", 18),),
)

EMPTY = replace(
    PARSE,
    id="9d1e0b75",
    exception="ValueError",
    message="an order line must not be empty",
    line=15,
    call="parse('')",
    verdict="deliberate",
    evidence="`raise ValueError` on line 15",
    executions=3,
    seconds=0.001,
    count=402,
    frames=(Frame("shop/orders.py", "parse", 15),),
)

PRICES = replace(
    PARSE,
    id="b2c44f08",
    function="shop.orders.total",
    exception="KeyError",
    message="'0'",
    line=23,
    call="total([Line('0', 0)], {})",
    imports=("from shop.orders import Line, total",),
    verdict="precondition",
    evidence="the key comes straight from an argument",
    before=("total([], {})",),
    executions=55,
    seconds=0.012,
    count=7_300,
    frames=(Frame("shop/orders.py", "total", 23),),
    reduced=False,
    reachable=False,
)

SUMMARY = Summary(
    version="0.1.0",
    seed=42,
    seconds=14.32,
    command="fuzzwright run shop --time 15 --seed 42",
    targets=(
        TargetReport(
            "shop.orders.parse",
            executions=812_004,
            seconds=3.1,
            lines_covered=4,
            lines_total=4,
            stability=1.0,
            chance=(0.0, 0.007_351),
            file="shop/orders.py",
            line=12,
            last_line=17,
            lines=(14, 15, 16, 17),
            examples=(
                ExampleReport("parse('0,0')", "returned", value="Line(sku='0', quantity=0)", lines=(14, 16, 17)),
                ExampleReport("parse('')", "raised", exception="ValueError", lines=(14, 15)),
                ExampleReport("parse('0')", "raised", exception="IndexError", lines=(14, 16, 17)),
            ),
        ),
        TargetReport(
            "shop.orders.total",
            executions=301_550,
            seconds=3.0,
            lines_covered=3,
            lines_total=4,
            stability=0.996,
            chance=(0.0312, 0.1648),
            file="shop/orders.py",
            line=20,
            last_line=24,
            lines=(21, 22, 23),
        ),
        TargetReport(
            "shop.money.share",
            executions=95_120,
            seconds=1.4,
            lines_covered=2,
            lines_total=2,
            stability=1.0,
            chance=(0.0, 0.061),
            file="shop/money.py",
            line=4,
            last_line=7,
            lines=(6, 7),
        ),
        TargetReport("shop.money.rebate", executions=9_100, seconds=0.1, lines_covered=3, lines_total=3, stability=1.0),
        TargetReport(
            "shop.money.settle",
            executions=18,
            seconds=4.4,
            lines_covered=2,
            lines_total=3,
            file="shop/money.py",
            line=16,
            last_line=19,
            lines=(17, 18),
        ),
        TargetReport("shop.files.load", "skipped", "no generator for parameter `stream: IO[bytes]`"),
        TargetReport("shop.web.serve", "skipped", "never returned normally in 2,000 executions"),
    ),
    findings=(PARSE, EMPTY, PRICES, SHARE, REBATE, SETTLE),
    growth=((0.0, 0), (0.4, 5), (0.9, 9), (1.8, 12), (6.1, 13), (9.4, 14), (14.32, 14)),
)
