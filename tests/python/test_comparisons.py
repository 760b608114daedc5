"""A second copy does what the first does, in the same order and as often, on the same path."""

from __future__ import annotations

import ast
import contextlib
import traceback
import warnings
from types import CodeType
from typing import Any

import pytest

from fuzzwright.engine.domain import HOLE
from fuzzwright.python.comparisons import Rewriting
from fuzzwright.python.notes import Note
from fuzzwright.python.operands import WANTED
from fuzzwright.python.templates import Dotted, Instance
from tests.python.looking import both_copies
from tests.python.test_probes import RAISING, SNIPPETS, dedent, shown

pytestmark = pytest.mark.usefixtures("either_way")

MORE = {
    "operands are evaluated once and from left to right": """
        def check():
            log = []
            def v(x):
                log.append(x)
                return x
            a = [
                v(1) + v(2) * v(3) - v(4), v(1) < v(2), v(3) < v(2) < v(9), v(1) in [v(1)], v("ab")[v(1)],
                v("abc")[v(0):v(2)], v("a").upper(), v("a,b").split(v(",")), -v(3), ~v(4), not v(5),
                len(v("abc")), int(v("12"), v(10)), max(v(1), v(2), key=v(lambda x: -x)), v(1) and v(0) or v(7),
                v(1) if v(0) else v(2), v({"a": 1}).get(v("b"), v(3)), v(2) ** v(3) // v(3) % v(2) << v(1),
            ]
            log.append(a)
            return [x for x in log if not callable(x)]
    """,
    "a method is looked up before its arguments are evaluated": """
        def check():
            log = []
            def v(x):
                log.append(x)
                return x
            for owner in (None, 3, "text"):
                try:
                    log.append(owner.split(v(1) if v(owner) else v(2)))
                except (AttributeError, TypeError) as e:
                    log.append(str(e))
            class Lazy:
                def __getattr__(self, name):
                    log.append(name)
                    return lambda *a, **k: (a, k)
            log.append(Lazy().find(v("x"), *v([1, 2]), end=v(3), **v({"name": 1, "site": 2, "owner": 3})))
            return log
    """,
    "chained comparisons and locals": """
        def names(x):
            if 0 < x < 5: y = 1
            return sorted(locals()), sorted(vars())
        def chain(a, b, c):
            return a < b < c, a < b > c, (a == b) == c, not a <= b <= c, (lambda q: a < q < c)(b)
        class Odd:
            def __init__(self, answer): self.answer = answer
            def __lt__(self, other): return self.answer
            def __repr__(self): return f"Odd({self.answer})"
        def check():
            return (names(3), names(9), [chain(a, b, c) for a in range(3) for b in range(3) for c in range(3)],
                Odd([]) < 1 < 2, Odd([1]) < Odd("last") < 2, 1 if Odd(0) < 1 < 2 else 2)
    """,
    "items and attributes changed in place": """
        def check():
            log = []
            def v(x):
                log.append(x)
                return x
            class Box:
                def __init__(self):
                    self.n, self.__hidden, self.xs = 1, 2, [1, 2, 3]
                def __setattr__(self, name, value):
                    log.append(("set", name))
                    object.__setattr__(self, name, value)
                def go(self):
                    self.__hidden += v(5)
                    self.xs[v(0)] += v(7)
                    return self.__hidden
            class Table(dict):
                def __getitem__(self, key):
                    log.append(("get", key))
                    return dict.__getitem__(self, key)
                def __setitem__(self, key, value):
                    log.append(("put", key))
                    dict.__setitem__(self, key, value)
            box, table, i = Box(), Table(a=1), 0
            v(box).n -= v(3)
            v(table)[v("a")] *= v(4)
            table["a"] += len(table) + table["a"]
            box.xs[(i := 1)] += (i := 2)
            box.xs[0:1] += [9]
            box.xs[-1] **= 2
            try:
                table["no"] += v(1)
            except KeyError as e:
                log.append(("missing", str(e)))
            try:
                box.missing += v(1)
            except AttributeError as e:
                log.append(str(e))
            log.append(box.go())
            return [x for x in log if not isinstance(x, (Box, Table))] + [box.n, dict(table), box.xs, i]
    """,
    "augmented assignment": """
        G = 1
        class Sum:
            def __init__(self, n): self.n = n
            def __iadd__(self, other):
                self.n += other
                return self
            def __add__(self, other): return "added"
            def __radd__(self, other): return "radded"
        def check():
            global G
            G += 4
            xs = ys = [1]
            xs += (2, 3)
            xs *= 2
            s = t = Sum(1)
            s += 5
            n = 7
            n += s
            m = 3; m -= 1; m *= 9; m //= 2; m **= 2; m %= 50; m ^= 3; m &= 31; m |= 64; m <<= 2; m >>= 1
            d = {"k": [1]}
            d["k"] += [2]
            d["k"][0] += 1
            s.n -= 2
            try:
                unbound += 1
            except UnboundLocalError as e: err = str(e)
            return G, xs is ys, xs, s is t, s.n, n, m, d, err
    """,
    "hostile values": """
        class Hostile:
            def __eq__(self, other): raise ValueError("eq")
            def __bool__(self): raise KeyError("bool")
            def __len__(self): raise OSError("len")
            def __lt__(self, other): return NotImplemented
            def __contains__(self, item): raise LookupError("contains")
            def __getitem__(self, key): raise RuntimeError("item")
            def __add__(self, other): raise ArithmeticError("add")
            def __neg__(self): raise TypeError("neg")
            def __iter__(self): raise TypeError("iter")
            def __hash__(self): raise TypeError("hash")
            def __int__(self): raise ValueError("int")
            def __getattr__(self, name): raise AttributeError(name)
            @property
            def __class__(self): raise RuntimeError("class")
            @property
            def value(self): raise IndexError("value")
        def outcome(f):
            try:
                return f(Hostile())
            except Exception as e:
                return type(e).__name__, str(e)
        def not_it(h):
            if not h: return 1
        def loops(h):
            while h: return 1
        def asserts(h):
            assert h
        def matches(h):
            match h:
                case 1: return "one"
                case [a]: return a
                case _: return "rest"
        def check():
            return [outcome(f) for f in (
                lambda h: h == 1, lambda h: 1 != h and h, lambda h: h < 1, lambda h: 1 in h,
                lambda h: h[0], lambda h: h + 1,
                lambda h: -h, lambda h: h in (h, 1), lambda h: h in [1], lambda h: len(h),
                lambda h: int(h), lambda h: {h: 1},
                lambda h: h.strip(), lambda h: h.value, lambda h: h or 1, lambda h: 1 if h else 2,
                lambda h: [x for x in [1] if h],
                lambda h: isinstance(h, int), lambda h: h is h, lambda h: 0 < h < 1,
                lambda h: sorted(h), lambda h: h.name,
                not_it, loops, asserts, matches,
            )]
    """,
    "answers that are no truth": """
        class Vector(list):
            def __eq__(self, other): return Vector(x == other for x in self)
            def __lt__(self, other): return Vector(x < other for x in self)
            def __bool__(self): return any(self)
        def check():
            v = Vector([1, 2, 3])
            return (v == 2) + [9], list(v < 3), "yes" if v == 2 else "no", bool(v != 2), 0 == (v == 7), v == 3 or 5
    """,
    "names stay private": """
        class Base:
            __value = 1
            def __get(self, d): return d.get("k", self.__value)
            def ask(self, d):
                if self.__value == 1 and self.__get(d) > 2: return self.__get(d) + self.__value
                x = [self.__value < y < 9 for y in d.values()]
                def inner(__q): return __q == self.__value
                return x, inner(1)
        class Derived(Base):
            __slots__ = ()
            __value = 3
            def ask(self, d):
                if len(d) == 1: return super().ask(d), self.__value, __class__.__name__
                return super(Derived, self).ask(d)
            @classmethod
            def get(cls, key): return cls._Base__value == key and super().__init__ is not None
            index = staticmethod(lambda x: x + 1 == 3)
            @property
            def name(self): return "derived" if self.__value == 3 else None
        def check():
            d = Derived()
            return d.ask({"k": 5}), d.ask({"k": 1}), d.ask({}), Derived.get(1), d.index(2), d.name
    """,
    "class bodies and decorators": """
        import functools
        CALLS = []
        def noting(limit):
            def decorate(f):
                @functools.wraps(f)
                def wrapper(*args, **kwargs):
                    CALLS.append(f.__name__)
                    return f(*args, **kwargs) if len(args) < limit else limit - len(args)
                return wrapper
            return decorate
        class Table:
            sizes = [n * 2 for n in range(4) if n % 2 == 1]
            total = sum(sizes) + len(sizes)
            if total > 3: kind = "large" if 2 < total < 99 else "huge"
            def __init_subclass__(cls, *, tag="t" + "ag", **kw): cls.tag = tag[1:]
            @functools.cached_property
            def first(self): return self.sizes[0] == 2
            class Inner:
                depth = 1 + 1
                def get(self, default=len("abc")): return self.depth - default
        class Sub(Table, tag="xyz"): pass
        @noting(2)
        def one(x): return x * 2 == 4
        def made(n):
            class Local:
                size = n + 1
                both = [n < m < 9 for m in range(4)]
                def read(self, extra=n * 2): return self.size + extra == n
            return Local
        def check():
            return (Table.sizes, Table.total, Table.kind, Sub.tag, Table().first,
                Table.Inner().get(), one(2), one(1, 2),
                CALLS, made(3).size, made(3).both, made(1)().read(), made(0)().read(0))
    """,
    "classes made by a call": """
        def check():
            made = type("Made", (), {"x": 1})
            other = type(*("Other", (int,), {}))
            return made.__module__, other.__module__, made.__qualname__, type(made) is type, type(3) == int
    """,
    "patterns with names": """
        import enum
        class Color(enum.Enum):
            RED = 1
            BLUE = 2
        class Box:
            class value:
                name = "n"
            __match_args__ = ("path", "query")
            def __init__(self, path, query): self.path, self.query = path, query
        def f(x):
            match x:
                case Color.RED: return "red"
                case Box.value.name: return "name"
                case Color.BLUE.value: return "two"
                case {Box.value.name: y, **rest} if y > 1 and rest: return y
                case {"a": [1, *_] | (2, _)}: return "list"
                case Box(-1, query=q) if q: return q
                case Box(path=p): return p
                case 1 + 2j | -3.5 | None | True | b"x": return "plain"
                case (str(s) | bytes(s)) if s.strip() == "ab": return s
        def check():
            return [f(x) for x in (Color.RED, Color.BLUE, "n", 2, {"n": 5, "z": 1}, {"n": 5},
                {"a": [1, 2]}, {"a": (2, 3)},
                Box(-1, "q"), Box(-1, 0), 1 + 2j, -3.5, None, True, b"x", " ab ", "c")]
    """,
    "stars, walrus and closures": """
        def check():
            out = []
            args, named = [1, 5], {"key": lambda x: -x}
            out.append(max(*args, 3, **named))
            out.append(sorted([3, 1, 2], reverse=len(args) == 2))
            out.append("{} {}".format(*args) + "-".join(str(a) for a in args))
            if (n := len(args)) == 2 and (m := n + 1) > 2: out.append((n, m))
            out.append([k for a in args if (k := a * 2) > 2])
            total = 0
            def add(x):
                nonlocal total
                total += x
                return total == 6
            out += [add(2), add(4), total]
            fs = [lambda x, n=n: x + n == 3 for n in range(3)]
            out.append([f(2) for f in fs])
            first, *rest = [x - 1 for x in args if x != 2]
            out.append((first, rest, [*rest, *args][-1], args[::-1], args[1:][0]))
            x = [[0] * 3 for _ in range(2)]
            x[0][1 if n == 2 else 0] = 5
            del x[1][n - 1]
            out.append(x)
            return out
    """,
    "generators and coroutines that compare": """
        import asyncio
        def gen(limit):
            got = 0
            while (got := (yield got + 1) or 0) < limit:
                if 1 < got < 3: yield "between"
                if (yield "ask") == "stop": return "stopped"
            return got
        async def tick(x):
            await asyncio.sleep(0)
            return x
        async def main():
            out = []
            for i in range(4):
                if await tick(i) == 2 and 0 < await tick(i) < 3: out.append(i)
                out.append((await tick([i, i + 1]))[await tick(1)])
                out.append((await tick("a,b")).split(await tick(",")))
            return out, [x async for x in agen() if x > 0], [y for y in [1, 2] if await tick(y) == 2]
        async def agen():
            for i in range(3):
                if (yield i) is not None: return
        def check():
            g, out = gen(4), []
            try:
                for sent in (None, 1, None, 2, None, None, 3, "stop"): out.append(g.send(sent))
            except StopIteration as e: out.append(("end", e.value))
            return out, asyncio.run(main())
    """,
}
ALL = {**SNIPPETS, **MORE}


def results(code: CodeType) -> tuple[object, list[str]]:
    """What `check` gives and prints."""
    return shown(code)[:2]


@pytest.mark.parametrize("name", ALL)
def test_the_second_copy_gives_the_same_results_and_output(name: str) -> None:
    copies = both_copies(ALL[name], "snippet.py")
    plain = compile(dedent(ALL[name]), "snippet.py", "exec", dont_inherit=True)
    assert results(copies.second) == results(copies.first) == results(plain)


@pytest.mark.parametrize("name", ALL)
def test_both_copies_take_the_same_path(name: str) -> None:
    copies = both_copies(ALL[name], "snippet.py")
    paths = []
    for code in (copies.first, copies.second):
        copies.probes.path.clear()
        results(code)
        paths.append(list(copies.probes.path))
    assert paths[0] == paths[1]


@pytest.mark.parametrize("name", MORE)
def test_both_copies_run_the_same_lines(name: str) -> None:
    copies = both_copies(ALL[name], "snippet.py")
    assert shown(copies.second)[2] == shown(copies.first)[2]


@pytest.mark.parametrize("name", MORE)
def test_only_the_second_copy_notes(name: str) -> None:
    copies = both_copies(ALL[name], "snippet.py")
    results(copies.first)
    assert list(copies.notes) == []
    results(copies.second)
    assert list(copies.notes)


@pytest.mark.parametrize("name", RAISING)
def test_the_second_copy_raises_the_same_at_the_same_line(name: str) -> None:
    def raised(code: CodeType) -> tuple[object, ...]:
        namespace: dict[str, Any] = {}
        exec(code, namespace)
        with pytest.raises(Exception) as caught:
            namespace["f"](3)
        frames = [f for f in traceback.extract_tb(caught.value.__traceback__) if f.filename == "copied.py"]
        return type(caught.value), str(caught.value), [(f.name, f.lineno) for f in frames]

    copies = both_copies(RAISING[name])
    assert raised(copies.second) == raised(copies.first)


def noted(source: str, *arguments: Any) -> list[Note]:
    """What a call of `f` in the second copy notes."""
    copies = both_copies(source)
    namespace: dict[str, Any] = {}
    exec(copies.second, namespace)
    copies.notes.clear()
    with contextlib.suppress(Exception):
        namespace["f"](*arguments)
    return list(copies.notes)


def told(notes: list[Note]) -> list[tuple[Any, ...]]:
    return [(note.kind, note.what, note.operands, note.result) for note in notes]


@pytest.mark.parametrize(
    ("body", "arguments", "notes"),
    [
        ("return x == 3", (4,), [("compare", "==", (4, 3), False)]),
        ("return x not in y", (1, [2]), [("compare", "not in", (1, [2]), True)]),
        ("return x + 1 < y", (1, 5), [("binary", "+", (1, 1), 2), ("compare", "<", (2, 5), True)]),
        ("x += y\n    return -x", (1, 2), [("binary", "+", (1, 2), 3), ("unary", "neg", (3,), -3)]),
        ("return x[y]", ({"a": 1}, "a"), [("item", "[]", ({"a": 1}, "a"), 1)]),
        ("return x[y]", ({"a": 1}, "b"), [("item", "[]", ({"a": 1}, "b"), None)]),
        ("return x[:y]", ("abc", 2), [("item", "[]", ("abc", slice(None, 2, None)), "ab")]),
        ("return len(x)", ("abc",), [("call", len, ("abc",), 3)]),
        ("return x.lower()", ("AB",), [("method", "lower", ("AB",), "ab")]),
        ("return x.get(y, 7)", ({}, 1), [("method", "get", ({}, 1, 7), 7)]),
        ("if x: pass", ([],), [("truth", "", ([],), [])]),
        ("while x: x = 0", (2,), [("truth", "", (2,), 2), ("truth", "", (0,), 0)]),
        ("return x and not y", (1, 0), [("truth", "", (1,), 1), ("truth", "", (0,), 0)]),
        ("return [i for i in x if i]", ([0],), [("truth", "", (0,), 0)]),
        ("assert x", (0,), [("truth", "", (0,), 0)]),
        ("return 0 < x < y", (3, 2), [("compare", "<", (0, 3), True), ("compare", "<", (3, 2), False)]),
        ("return 5 < x < y", (3, 2), [("compare", "<", (5, 3), False)]),
        ("return x.year", (1,), []),
        ("return int(x)", ("a",), [("call", int, ("a",), None)]),
        ("return x.index(y)", ("a", "b"), [("method", "index", ("a", "b"), None)]),
    ],
)
def test_notes_tell_operands_and_result(body: str, arguments: tuple[Any, ...], notes: list[tuple[Any, ...]]) -> None:
    assert told(noted(f"def f(x, y=None):\n    {body}\n", *arguments)) == notes


def test_notes_come_in_the_order_of_evaluation_with_the_lines_of_their_sites() -> None:
    source = """\
        def f(x):
            if x + 1 == 3:
                return x * 2 > 3
            return len(str(x))
    """
    copies = both_copies(source)
    namespace: dict[str, Any] = {}
    exec(copies.second, namespace)
    namespace["f"](2)
    assert [(note.what, copies.rewriting.lines[note.site]) for note in copies.notes] == [
        ("+", 2),
        ("==", 2),
        ("*", 3),
        (">", 3),
    ]


def templates(source: str) -> list[Any]:
    rewriting = Rewriting(5, WANTED)
    rewriting.rewrite(ast.parse(dedent(source)))
    return [rewriting.templates[site] for site in sorted(rewriting.templates)]


def test_patterns_become_templates_of_what_would_match() -> None:
    source = """
        def f(x):
            match x:
                case 1 | "two" | -3: pass
                case [4, y]: pass
                case {"kind": "go", "n": 5 | 6}: pass
                case Color.RED: pass
                case P(x=1): pass
                case [7, *rest]: pass
    """
    ((one, two, three, listed, first, second, dotted, instance, *started),) = templates(source)
    assert (one, two, three) == (1, "two", -3)
    assert started == [[7], [7, HOLE], [7, HOLE, HOLE]]
    assert listed[0] == 4
    assert (first, second) == ({"kind": "go", "n": 5}, {"kind": "go", "n": 6})
    assert dotted == Dotted("Color.RED")
    assert instance == Instance("P", (), (("x", 1),))


def test_outside_of_functions_nothing_is_noted() -> None:
    copies = both_copies("""
        x = [i + 1 for i in range(3) if i == 1]
        if x[0] == 2 and len(x) < 3: y = x[0] < 2 < 3
        class C:
            z = x[0] + 1 if x else 0
            w = [a for a in x if a == 2]
        def f(a=x[0] == 2, *, b: len(x) = x.count(1)): pass
    """)
    exec(copies.second, {})
    assert list(copies.notes) == []


@pytest.mark.parametrize(
    "source",
    [
        "def f(x):\n    if x == 0: return 0\n" + "".join(f"    elif x == {i}: return {i}\n" for i in range(1, 700)),
        "def f(x):\n    return " + " or ".join(["x"] * 2000) + "\n",
        "def f(x):\n    return " + "(" * 80 + "x" + ")" * 80 + "\n",
        "def f(x):\n    return " + " < ".join(["x"] * 300) + "\n",
        "def f(x):\n    return " + " + ".join(["x"] * 150) + "\n",
    ],
)
@pytest.mark.slow
def test_long_chains_can_be_rewritten(source: str) -> None:
    copies = both_copies(source)
    found = []
    for code in (copies.first, copies.second):
        namespace: dict[str, Any] = {}
        exec(code, namespace)
        found.append([namespace["f"](x) for x in (0, 1, 350, 699, 10_000)])
    assert found[0] == found[1]


def test_no_warning_is_given_that_was_not_there_before() -> None:
    source = "def f(x):\n    y = 1 if x == 2 else 2\n    return x is 3 and 'a'.lower() and x[1]\n"
    with warnings.catch_warnings(record=True) as first:
        warnings.simplefilter("always")
        compile(source, "w.py", "exec")
    with warnings.catch_warnings(record=True) as both:
        warnings.simplefilter("always")
        both_copies(source, "w.py")
    assert {str(warning.message) for warning in both} == {str(warning.message) for warning in first}
