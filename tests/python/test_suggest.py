"""From one look at a run to inputs that take the other side of a condition in it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fuzzwright.engine.sides import condition_of
from fuzzwright.engine.trees import walk
from fuzzwright.python.tracing import Tracing
from tests.domains.test_moves import domain_of
from tests.python.looking import Looked, imported

SOURCE = """
import base64, csv, enum, json, re, struct
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from urllib.parse import parse_qsl

class Color(enum.Enum):
    RED = "r"
    BLUE = "b"

@dataclass
class Item:
    name: str
    count: int

def place_read(s: str) -> bool:
    match json.loads(s):
        case {"at": [int() as east, int() as north]}: return north > 66 and east < 0
    return False
def field_added(form: str) -> bool:
    fields = dict(parse_qsl(form))
    return "code" in fields and fields.get("state") == "go & on"
def cell_with_comma(sheet: str) -> bool: return any("," in row[0] for row in csv.reader(sheet.splitlines()) if row)
def bounded_total(hours: list[int]) -> bool: return all(hour <= 10 for hour in hours) and sum(hours) == 48
def form_field(form: str) -> bool: return any(value == "blue & green" for name, value in parse_qsl(form))
def row_name(text: str) -> bool: return any(name == "lim" for name, value in [p.split("=") for p in text.split(";")])
def adds(x: int) -> bool: return x + 1 == 7
def several_steps(x: int) -> bool: return (x * 3 - 5) ^ 0x55 == 0x1234 ^ 0x55
def large(x: int) -> bool: return x == 123456789012345678901234567890
def remainder(x: int) -> bool: return x % 1000 == 777
def between(x: int) -> bool: return 1000 < x < 1010
def both(x: int, y: int) -> bool: return x == y * 2 + 17
def factor(x: float) -> bool: return x * 2.5 == 10.0
def lowers(s: str) -> bool: return s.lower() == "abc"
def strips(s: str) -> bool: return s.strip().upper() == "ABC"
def letter(c: str) -> bool: return len(c) > 0 and ord(c[0]) == 64
def parses(s: str) -> bool: return json.loads(s)["a"] == 5
def nested(s: str) -> bool: return json.loads(s)["a"]["b"][1] == "deep"
def lengths(xs: list[int]) -> bool: return len(xs) * 2 == 14
def total(xs: list[int]) -> bool: return sum(xs) == 1000
def third(xs: list[int]) -> bool: return len(xs) > 2 and xs[2] == 99
def key(d: dict[str, int]) -> bool: return "k" in d
def not_key(d: dict[str, int]) -> bool: return "k" not in d
def gets(d: dict[str, int]) -> bool: return d.get("k") == 3
def looks_up(d: dict[str, int]) -> bool: return d["k"] == 3
def is_text(x: int | str) -> bool: return isinstance(x, str)
def is_none(x: int | None) -> bool: return x is None
def groups(s: str) -> bool:
    m = re.match(r"(\\w+)=(\\d+)", s)
    return m is not None and m.group(2) == "42"
def matches_whole(s: str) -> bool: return re.fullmatch(r"[A-Z]{2}-\\d{3}", s) is not None
def number(s: str) -> bool: return int(s) == 42
def number_hex(s: str) -> bool: return int(s, 16) == 0xBEEF
def year(d: datetime) -> bool: return d.year == 1999
def weekday(d: date) -> bool: return d.weekday() == 6
def age(d: timedelta) -> bool: return d.days == 30 and d.seconds == 5
def after(d: datetime) -> bool: return d > datetime(2038, 1, 19)
def splits(s: str) -> bool: return s.split(",")[0] == "first" and len(s.split(",")) == 3
def starts(s: str) -> bool: return s.startswith("https://") and s.endswith(".org")
def replaced(s: str) -> bool: return s.replace("-", "_") == "snake_case"
def encoded(s: str) -> bool: return s.encode() == b"bytes"
def decoded(b: bytes) -> bool: return base64.b64decode(b) == b"secret"
def unpacked(b: bytes) -> bool: return struct.unpack("<HH", b) == (0xCAFE, 7)
def magic(b: bytes) -> bool: return b[:4] == b"PNG\\r" and b[4] == 7
def counted(s: str) -> bool: return s.count("ab") == 3
def found(s: str) -> bool: return s.find("needle") == 4
def reverses(s: str) -> bool: return s[::-1] == "desrever"
def coloured(c: Color) -> bool: return c.value == "b"
def recorded(i: Item) -> bool: return i.name == "widget" and i.count * 2 == 84
def listed(items: list[Item]) -> bool: return any(i.name == "last" for i in items)
def joined(a: str, b: str) -> bool: return a + ":" + b == "user:root"
def member(s: str) -> bool: return s in {"alpha", "beta"}
def truth(xs: list[int]) -> bool:
    if xs: return True
    return False
def digits(s: str) -> bool: return s.isdigit()
@dataclass
class Box:
    weight: int
    inside: list["Box"]

def heavy(box: Box) -> bool: return _weight(box) == 77
def _weight(box: Box) -> int: return box.weight + sum(_weight(inner) for inner in box.inside)
def settings(s: str) -> bool:
    known = {}
    for line in s.splitlines():
        name, _, value = line.partition(":")
        known[name] = value
    return known.get("user") == "root" and known.get("shell") == "none"
def flagged(xs: list[int]) -> bool:
    found = False
    for x in xs:
        if x == 4711:
            found = True
    return True if found else False
def counted_names(items: list[Item]) -> bool:
    return len({item.name for item in items}) >= 2
def kinds(x: int | str | list[int]) -> int:
    match x:
        case 17: return 1
        case "go" | "stop": return 2
        case [1, y] if y == 2: return 3
        case [5, *_]: return 4
    return 0
def table(d: dict[str, int]) -> int:
    match d:
        case {"kind": 4, "size": 9}: return 1
    return 0
def in_loop(xs: list[int]) -> bool:
    for x in xs:
        if x == 4242: return True
    return False
def through_call(s: str) -> bool: return check(clean(s))
def clean(s: str) -> str: return s.strip().lower()
def check(s: str) -> bool: return s == "inner"
def from_iso(s: str) -> bool: return datetime.fromisoformat(s).year == 1984
def default(x: int, flag: bool = False) -> bool: return flag and x > 100
def hex_by_name(s: str) -> bool: return int(s, base=16) == 0xBEEF
def splits_by_name(s: str) -> bool: return s.split(sep=";", maxsplit=2)[-1] == "rest"
def iso_week(d: date) -> bool:
    week = d.isocalendar()
    return week.week == 53 and week.weekday == 2
def same_days(a: date, b: date) -> bool: return {a.weekday(), b.weekday()} == {4}
def length_first(data: bytes) -> bool:
    length = data[0]
    return data[1 : 1 + length] == b"hello"
def length_in_digits(text: str) -> bool:
    place = text.index(":") + 1
    length = int(text[: place - 1])
    return text[place : place + length] == "a longer text"
def second_field(data: bytes) -> bool:
    place = 0
    found = []
    while place < len(data):
        found.append(data[place + 1 : place + 1 + data[place]])
        place += 1 + data[place]
    return found[1:] == [b"second"]
def times_over(words: list[str]) -> bool:
    seen = {}
    for word in words:
        seen[word] = seen.get(word, 0) + 1
    return seen["a"] == 9 and len(set(seen.values())) == 1
def kinds_of(words: list[str]) -> bool:
    known = {}
    for word in words:
        known[word[:2]] = len(word)
    return len(known) == 3
def renamed(words: list[str]) -> bool:
    known = {}
    for word in words:
        known[word.strip()] = 1
    return "needed" in known
def kept_equal(a: int, b: int) -> bool: return a == b * 3 == 6006
def named_parts(s: str) -> bool:
    found = re.match(r"(?P<left>\\d+):(?P<right>\\d+)$", s)
    return found is not None and int(found.groups()[0]) == 12 and found["right"] == found.group(1)
def bracketed(text: str) -> list:
    stack = [[]]
    for letter in text:
        if letter == "[": stack.append([])
        elif letter == "]": stack[-2].append(stack.pop())
        elif letter != " ": stack[-1].append(letter)
    return stack[0][0]
def shape(text: str) -> int:
    match bracketed(text):
        case ["q", [str(), *rest], "z"] if len(rest) == 2: return 1
    return 0
def looked(pair: tuple[Item, Item]) -> int:
    match pair:
        case (Item(name="left"), Item(count=77)): return 1
    return 0
def adds_up(items: list[Item]) -> bool:
    return len(items) == 3 and len({item.name for item in items}) == 3
def second_of(items: list[Item]) -> bool: return len(items) > 2 and items[1].count == 12345
class Angry:
    def __eq__(self, other): raise ValueError("eq")
    __hash__ = None
class Lazy:
    @property
    def value(self): raise RuntimeError("not now")
LAZY = Lazy()
def lazy(x: int) -> int:
    match x:
        case 17: return 1
        case 18: return 2
        case LAZY.value | LAZY.nothing: return 3
    return 0
def hostile(x: int) -> bool:
    try:
        Angry() == x
    except ValueError:
        pass
    angry = [Angry(), x]
    return angry is x or len(angry) == x or angry[1] == 5
"""
CASES: list[tuple[str, tuple[Any, ...], Any]] = [
    # A function, arguments for which it says no, and what it says on the other side.
    ("adds", (0,), True),
    ("several_steps", (4,), True),
    ("large", (0,), True),
    ("remainder", (5,), True),
    ("between", (0,), True),
    ("between", (5000,), True),
    ("both", (0, 1), True),
    ("factor", (1.0,), True),
    ("lowers", ("x",), True),
    ("strips", ("x",), True),
    ("letter", ("x",), True),
    ("parses", ('{"a": 1}',), True),
    ("nested", ('{"a": {"b": [0, "x"]}}',), True),
    ("lengths", ([1],), True),
    ("total", ([1, 2],), True),
    ("third", ([1, 2, 3],), True),
    ("key", ({},), True),
    ("not_key", ({"k": 1},), True),
    ("gets", ({},), True),
    ("gets", ({"k": 1},), True),
    ("looks_up", ({"k": 1},), True),
    ("is_text", (3,), True),
    ("is_text", ("s",), False),
    ("is_none", (3,), True),
    ("is_none", (None,), False),
    ("groups", ("a=1",), True),
    ("matches_whole", ("x",), True),
    ("number", ("7",), True),
    ("number_hex", ("7",), True),
    ("year", (datetime(2024, 5, 6),), True),
    ("weekday", (date(2024, 5, 6),), True),
    ("age", (timedelta(30, 4),), True),
    ("after", (datetime(2024, 5, 6),), True),
    ("splits", ("first",), True),
    ("starts", ("https://x",), True),
    ("replaced", ("x",), True),
    ("encoded", ("x",), True),
    ("decoded", (b"",), True),
    ("unpacked", (b"abcd",), True),
    ("magic", (b"PNG\r\0",), True),
    ("counted", ("ab",), True),
    ("found", ("needle",), True),
    ("reverses", ("x",), True),
    ("joined", ("user", "x"), True),
    ("member", ("x",), True),
    ("truth", ([],), True),
    ("truth", ([1],), False),
    ("digits", ("x",), True),
    ("kinds", (0,), 1),
    ("kinds", (0,), 2),
    ("kinds", (0,), 4),
    ("kinds", ([1, 7],), 3),
    ("table", ({},), 1),
    ("in_loop", ([1, 2],), True),
    ("through_call", (" X",), True),
    ("from_iso", ("2024-01-01",), True),
    ("default", (5, True), True),
    ("hex_by_name", ("7",), True),
    ("splits_by_name", ("a;b",), True),
    ("iso_week", (date(2020, 12, 31),), True),
    ("same_days", (date(2024, 5, 3), date(2024, 5, 6)), True),
    ("length_first", (b"\x02ab",), True),
    ("length_in_digits", ("2:ab",), True),
    ("second_field", (b"\x01a\x01b",), True),
    ("times_over", (["a", "b"],), True),
    ("kinds_of", (["ab", "cdx"],), True),
    ("renamed", (["x", "y"],), True),
    ("kept_equal", (9, 3), True),
    ("shape", ("[a]",), 1),
    ("place_read", ('{"at": [0, 81]}',), True),
    ("field_added", ("code=a",), True),
    ("cell_with_comma", ("a,1\nb,2",), True),
    ("bounded_total", ([1, 1, 1, 1, 1, 0],), True),
    ("form_field", ("colour=red&size=2",), True),
    ("row_name", ("a=1;b=2",), True),
]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looked]:
    before = set(sys.modules)
    yield imported(tmp_path_factory.mktemp("sample"), "suggested_from", SOURCE)
    for name in set(sys.modules) - before:
        del sys.modules[name]


def said(looked: Looked, name: str, arguments: Any) -> Any:
    try:
        return getattr(looked.module, name)(*arguments)
    except Exception as error:
        return error


@pytest.mark.parametrize(("name", "arguments", "wanted"), CASES)
def test_some_suggestion_takes_the_other_side(
    sample: Looked, name: str, arguments: tuple[Any, ...], wanted: Any
) -> None:
    assert said(sample, name, arguments) != wanted
    suggested = sample.suggested(name, *arguments)
    assert wanted in [said(sample, name, other) for other in suggested], suggested


def test_members_and_records_are_suggested_too(sample: Looked) -> None:
    module = sample.module
    assert (module.Color.BLUE,) in sample.suggested("coloured", module.Color.RED)
    assert any(module.recorded(*other) for other in sample.suggested("recorded", module.Item("widget", 1)))
    assert any(module.listed(*other) for other in sample.suggested("listed", [module.Item("a", 1)]))


def test_what_a_case_asks_of_an_object_is_put_into_it(sample: Looked) -> None:
    item = sample.module.Item
    assert 1 in [said(sample, "looked", other) for other in sample.suggested("looked", (item("a", 1), item("b", 2)))]


def test_a_field_is_changed_in_the_object_that_it_was_read_from(sample: Looked) -> None:
    item = sample.module.Item
    first = next(iter(sample.suggested("second_of", [item("a", 5), item("b", 5), item("c", 5)])))
    assert [other.count for other in first[0]] == [5, 12345, 5]


def test_members_that_are_alike_are_told_apart_one_by_one(sample: Looked) -> None:
    item = sample.module.Item
    suggested = [items for (items,) in sample.suggested("adds_up", [item("a", 1)] * 3)]
    assert any(len(items) == 3 and len({other.name for other in items}) == 2 for items in suggested)


def test_the_groups_of_a_match_are_changed_where_they_stand(sample: Looked) -> None:
    assert ("12:3",) in sample.suggested("named_parts", "3:3")
    assert ("12:12",) in sample.suggested("named_parts", "12:3")


def test_nothing_is_suggested_twice(sample: Looked) -> None:
    for name in ("shape", "splits", "in_loop", "kinds_of"):
        arguments = next(given for known, given, _ in CASES if known == name)
        suggested = sample.suggested(name, *arguments)
        assert len(suggested) == len(set(map(repr, suggested)))


def test_nothing_is_suggested_twice_in_a_tree_either(sample: Looked) -> None:
    box = sample.module.Box
    suggested = sample.suggested("heavy", box(1, [box(1, [box(1, [])])]))
    assert suggested
    assert len(suggested) == len(set(map(repr, suggested)))


def test_one_more_line_is_written_for_a_key_that_is_missing(sample: Looked) -> None:
    assert ("user:root\nshell:none",) in sample.suggested("settings", "user:root")


def test_a_flag_is_turned_by_what_was_compared_before_it(sample: Looked) -> None:
    guide, observation, domain = sample.guide("flagged"), sample.look("flagged", [1, 2]), sample.domain("flagged")
    (flag,) = [note.site for note in observation.notes if note.kind == "truth"]
    wanted = [number for number in guide.distances(observation) if condition_of(number) == flag]
    suggested = list(guide.suggestions(domain.adopt(([1, 2],)), observation, Random(1), wanted))
    assert domain.adopt(([1, 4711],)) in suggested


def test_a_count_is_traced_to_what_was_counted_though_many_places_hold_the_number(sample: Looked) -> None:
    item = sample.module.Item
    first = [items for (items,) in sample.suggested("counted_names", [item("a", 1), item("a", 1), item("a", 1)])][:4]
    assert any(len(items) == 3 and len({other.name for other in items}) == 2 for items in first)


def test_the_cases_of_a_match_are_sides_that_can_be_aimed_at(sample: Looked) -> None:
    guide, observation = sample.guide("kinds"), sample.look("kinds", [1, 7])
    (note,) = [note for note in observation.notes if note.kind == "matched"]
    cases = range(note.site + 1, note.site + 8)
    sides = {number: far for number, far in guide.distances(observation).items() if condition_of(number) in cases}
    # 17, "go", "stop", [1, y], and [5, *_] with one, two or no more items
    assert [far > 0 for far in sides.values()] == [True, True, True, False, True, True, True]
    (wanted,) = [number for number in sides if condition_of(number) == note.site + 1]
    input = sample.domain("kinds").adopt(([1, 7],))
    assert list(guide.suggestions(input, observation, Random(1), [wanted])) == [sample.domain("kinds").adopt((17,))]
    assert wanted not in sample.guide("kinds").distances(observation, met=[wanted])


def test_distances_are_reckoned_once_for_a_run_and_what_was_met(sample: Looked) -> None:
    guide, met = sample.guide("in_loop"), set[int]()
    first, second = sample.look("in_loop", [1, 2]), sample.look("in_loop", [4242])
    every = guide.distances(first)
    assert guide.distances(first, met) is every
    met.update(side for side, far in guide.distances(second, met).items() if not far)
    fewer = guide.distances(first, met)
    assert fewer is guide.distances(first, met)
    assert {side: far for side, far in every.items() if side not in met}.items() <= fewer.items()
    assert guide.distances(first) == every


WITH_SETS = """
def f(word: str, words: list[str]) -> bool:
    if word in {"alpha", "beta", "gamma", "delta"}: return True
    return set(words) == {"one", "two", "three"} or len(set(words)) == 4
"""


@pytest.mark.slow
def test_which_order_sets_happen_to_have_decides_nothing(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path\n"
        "from tests.python.looking import imported\n"
        f"looked = imported(Path({str(tmp_path)!r}), 'with_sets', {WITH_SETS!r})\n"
        "print(looked.suggested('f', 'x', ['a', 'b', 'c']))\n"
    )
    printed = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    ]
    assert "alpha" in printed[0]
    assert printed[0] == printed[1] == printed[2]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("parses", ("x",)), ("number", ("x",)), ("looks_up", ({},)), ("unpacked", (b"",)), ("from_iso", ("x",))],
)
def test_what_failed_is_made_to_work(sample: Looked, name: str, arguments: tuple[Any, ...]) -> None:
    assert isinstance(said(sample, name, arguments), Exception)
    results = [said(sample, name, other) for other in sample.suggested(name, *arguments)]
    assert any(not isinstance(result, Exception) for result in results)


def test_in_two_looks_a_text_becomes_the_json_that_is_asked_for(sample: Looked) -> None:
    first = sample.suggested("parses", "x")
    second = [sample.suggested("parses", *other) for other in first]
    assert any(said(sample, "parses", other) is True for others in second for other in others)


@pytest.mark.parametrize("name", ["both", "joined", "age"])
def test_all_suggestions_are_of_the_type(sample: Looked, name: str) -> None:
    arguments = next(given for known, given, _ in CASES if known == name)
    domain = sample.domain(name)
    input = domain.adopt(arguments)
    guide = sample.guide(name)
    suggested = list(guide.suggestions(input, sample.look(name, *arguments), Random(1)))
    assert suggested
    assert all(map(domain.contains, suggested))
    assert input not in suggested


def test_only_the_sides_asked_for_are_gone_to(sample: Looked) -> None:
    guide, observation = sample.guide("starts"), sample.look("starts", "https://x")
    domain = sample.domain("starts")
    input = domain.adopt(("https://x",))
    sides = [number for number, far in guide.distances(observation).items() if far > 0]
    assert sides
    for number in sides:
        (note,) = [note for note in observation.notes if note.site == condition_of(number)]
        assert note.kind in ("compare", "truth", "method")
    assert list(guide.suggestions(input, observation, Random(1), [])) == []
    some = list(guide.suggestions(input, observation, Random(1), sides[:1]))
    every = list(guide.suggestions(input, observation, Random(1)))
    assert 0 < len(some) < len(every)


def test_the_same_look_and_seed_give_the_same_suggestions(sample: Looked) -> None:
    for name in ("groups", "both", "kinds"):
        arguments = next(given for known, given, _ in CASES if known == name)
        assert sample.suggested(name, *arguments, seed=3) == sample.suggested(name, *arguments, seed=3)


def test_operands_are_told_once_each_and_only_plain_ones(sample: Looked) -> None:
    guide = sample.guide("splits")
    found = guide.values(sample.look("splits", "first,b"))
    assert {"first", 3, ","} <= set(found)
    assert len(found) == len(set(found))
    assert all(type(value) in (int, float, str, bytes) for value in guide.values(sample.look("kinds", [1, 7])))


def test_values_that_refuse_everything_stop_nothing(sample: Looked) -> None:
    assert (5,) in sample.suggested("hostile", 0)
    assert (2,) in sample.suggested("hostile", 0)


def test_a_name_in_a_pattern_that_cannot_be_looked_up_stops_nothing(sample: Looked) -> None:
    assert (18,) in sample.suggested("lazy", 17)


def test_a_long_run_gives_suggestions_without_end_in_sight_but_one_by_one(sample: Looked) -> None:
    values = list(range(400))
    domain = sample.domain("in_loop")
    observation = sample.look("in_loop", values)
    some = list(islice(sample.guide("in_loop").suggestions(domain.adopt((values,)), observation, Random(1)), 5))
    assert len(some) == 5


def test_a_run_without_notes_suggests_nothing(sample: Looked) -> None:
    domain = sample.domain("adds")
    observation = sample.target("adds").run((3,))
    assert list(sample.guide("adds").suggestions(domain.adopt((3,)), observation, Random(1))) == []


def test_work_is_what_was_tried_for_suggestions_given_or_not(sample: Looked) -> None:
    domain, guide = sample.domain("adds"), sample.guide("adds")
    observation = sample.look("adds", 3)
    assert guide.work == 0
    given = iter(guide.suggestions(domain.adopt((3,)), observation, Random(1)))
    next(given)
    first = guide.work
    rest = list(given)
    assert 0 < first < guide.work
    assert guide.work >= 1 + len(rest)


def test_a_change_around_a_place_leaves_no_other_change_inside_it() -> None:
    domain = domain_of(list[int] | dict[str, int])
    input = domain.adopt([1, 2])
    tracing = Tracing(domain, input, (), Random(1))
    spots = list(walk(domain, input))
    number = next(spot for spot in spots if spot.value == 1)
    assert tracing._put([(spots[0], {"a": 3}), (number, 7)]) is None
    assert domain.realise(tracing._put([(number, 7), (spots[-1], 8)])) == [7, 8]


def test_nothing_is_suggested_for_what_is_deeper_than_the_stack(tmp_path: Path) -> None:
    looked = imported(
        tmp_path,
        "deep_links",
        """
        from __future__ import annotations
        from dataclasses import dataclass

        @dataclass(frozen=True)
        class Link:
            next: Link | None

        def ends(link: Link | None, x: int) -> bool:
            return x == 7
        """,
    )
    link = None
    for _ in range(3000):
        link = looked.module.Link(link)
    observation = looked.look("ends", None, 3)
    assert list(looked.guide("ends").suggestions((None, 3), observation, Random(1)))
    assert list(looked.guide("ends").suggestions((link, 3), observation, Random(1))) == []
