"""Rewritten code does what it did, and its path tells which way it went."""

from __future__ import annotations

import ast
import contextlib
import io
import sys
import textwrap
import threading
import traceback
import warnings
from types import CodeType, FrameType
from typing import Any

import pytest

from fuzzwright.python.nodes import MARKER
from fuzzwright.python.probes import Probes, Site, compile_instrumented, nested_code

pytestmark = pytest.mark.usefixtures("either_way")

SNIPPETS = {
    "if with and without else": """
        def check():
            seen = []
            for x in range(-2, 9):
                if x < 0:
                    seen.append("neg")
                elif x == 0: seen.append("zero")
                elif x % 2 and x > 3:
                    if x == 5:
                        seen.append("five")
                else:
                    seen.append(x)
                if not x: continue
                if x == 8:
                    break
            else:
                seen.append("end")
            return seen
    """,
    "boolean values stay what they are": """
        class Truth:
            tests = 0
            def __init__(self, truth): self.truth = truth
            def __bool__(self):
                Truth.tests += 1
                return self.truth
            def __repr__(self): return f"Truth({self.truth})"
        def check():
            out = []
            for a in (Truth(True), Truth(False), 0, [], "x"):
                for b in (Truth(True), Truth(False), None, {}):
                    out += [a and b, a or b, a and b or 7, not (a and b), (a or b) and not b, a and (b or a)]
                    if a and b: out.append("both")
                    if a or (not b and a): out.append("either")
                    while not (a or b) and len(out) % 7: out.append("w")
                    out.append("yes" if a and not b else "no")
                    out.append([c for c in (a, b) if c and b or a])
            return out, Truth.tests
    """,
    "chained comparisons evaluate each operand once": """
        def check():
            log = []
            def v(x):
                log.append(x)
                return x
            results = [v(a) < v(b) <= v(c) != v(4) for a in range(3) for b in range(3) for c in range(5)]
            if v(1) < v(2) > v(1) in (v(1), 2): log.append("in")
            return results, log
    """,
    "loops with else break continue": """
        def check():
            out = []
            for n in range(2, 12):
                for d in range(2, n):
                    if n % d == 0:
                        break
                else:
                    out.append(n)
            i = 0
            while i < 5:
                i += 1
                if i == 2: continue
                out.append(-i)
            else:
                out.append("done")
            while True:
                i -= 1
                if i < 0: break
            while 1:
                return out, i
    """,
    "try in all its forms": """
        import contextlib
        def g(n):
            log = []
            try:
                log.append("body")
                if n == 1: raise ValueError("one")
                if n == 2: raise KeyError("two")
                if n == 3: return log
                if n == 4: 1 / 0
            except ValueError as e:
                log.append(str(e))
            except (KeyError, IndexError):
                log.append("key")
                try: raise
                except KeyError: log.append("again")
            else:
                log.append("else")
            finally:
                log.append("finally")
                f = lambda: n
                log.append(f())
            return log
        def overriding():
            for i in range(3):
                try:
                    return "body"
                finally:
                    if i < 2: continue
                    return "finally"
        def check():
            out = [g(n) for n in range(4)]
            try: g(4)
            except ZeroDivisionError as e: out.append((e.__traceback__.tb_next.tb_lineno, str(e)))
            with contextlib.suppress(KeyError):
                raise KeyError
            out.append(overriding())
            return out
    """,
    "exception groups": """
        def check():
            log = []
            try:
                raise ExceptionGroup("g", [ValueError(1), TypeError(2), OSError(3)])
            except* ValueError as group:
                log.append(repr(group.exceptions))
            except* (TypeError, OSError) as group:
                log.append(repr(group.exceptions))
            else:
                log.append("else")
            finally:
                log.append("finally")
            return log
    """,
    "match": """
        from dataclasses import dataclass
        @dataclass
        class P:
            x: int
            y: int
        def f(v):
            match v:
                case 0 | 1: return "small"
                case [a, b, *rest] if a == b and rest: return ("pair", rest)
                case [a, *_]: return a
                case {"k": k, **others}: r = (k, others)
                case P(x=0, y=yy) | P(x=yy, y=0): r = yy
                case str() as s if s: r = s
            return r if "r" in locals() else "none"
        def g(v):
            match v:
                case 1: pass
                case (2 | _): return "rest"
        def h(v):
            match v:
                case [x]: return x
                case other: return [other]
        def check():
            values = [0, 1, 2, [1, 1, 3], [1, 1], [], {"k": 1, "z": 2}, P(0, 5), P(6, 0), P(1, 1), "", "s", None]
            return [f(v) for v in values], [g(v) for v in values], [h(v) for v in values]
    """,
    "generators": """
        def counter(n):
            got = yield
            while n:
                got = yield (n, got)
                n -= 1
                x = [(yield n), (yield -n)] if n == 2 else None
                print(x, end=";")
            return (yield "last") or "returned"
        def outer():
            result = yield from counter(3)
            yield result
            try:
                yield 1
            finally:
                print("closed")
        def check():
            g = outer()
            out = [next(g)]
            for i in range(8): out.append(g.send(i) if i else next(g))
            try:
                g.throw(KeyError("x"))
            except KeyError as e: out.append(repr(e))
            h = (lambda: (yield 5))()
            out += [next(h), next(h, "end")]
            g = outer(); next(g); g.close()
            return out
    """,
    "coroutines": """
        import asyncio
        async def tick(x):
            await asyncio.sleep(0)
            return x
        async def agen(n):
            for i in range(n):
                got = yield await tick(i)
        class Manager:
            async def __aenter__(self): return await tick("in")
            async def __aexit__(self, *a): return bool(await tick(True))
        async def main():
            out = [await tick(1) or await tick(2), (await tick(0)) and 1]
            async for x in agen(3):
                if await tick(x): out.append(x)
            else: out.append("over")
            out.append([await tick(i) async for i in agen(4) if await tick(i % 2)])
            out.append({i: await tick(i) for i in range(3) if i < await tick(2)})
            out.append([x async for x in (await tick(i) async for i in agen(2))])
            async with Manager() as m, Manager():
                out.append(f"{await tick(m)}")
                raise ValueError
            x = y = await tick(9)
            x += await tick(1)
            z: int = await tick(3)
            return out, x, y, z
        def check(): return asyncio.run(main())
    """,
    "comprehensions and walrus": """
        def check():
            a = [y for x in range(9) if (y := x * x) % 2 if y > 5]
            b = {x: z for x in range(3) for z in range(x) if x and z or x == 2}
            c = {x if x % 2 else -x for x in range(5)}
            d = list(x for x in range(5) if not x % 2)
            e = [[i for i in range(j) if i] for j in range(4) if j]
            f = [(lambda q: q or i)(0) for i in range(3)]
            g = any(x > 3 for x in range(5) if x) and all([x for x in (1, 2) if x])
            return a, b, sorted(c), d, e, f, g, y
    """,
    "docstrings": '''
        @staticmethod
        def documented():
            """
            Two lines.
            """
        def f_string():
            f"{1}"
            return 1
        def byte_string():
            b"x"
        def number():
            3
        def late():
            x = 1
            "not a docstring"
        class C:
            """class"""
            def m(self):
                "m"
                return 1
            def n(self): "n"
        l = lambda: "text"
        def check():
            return [f.__doc__ for f in (documented, f_string, byte_string, number, late, C, C.m, C.n, l)], l()
    ''',
    "scopes": """
        from functools import wraps
        G = 0
        def deco(f):
            @wraps(f)
            def wrapper(*args, **kwargs):
                nonlocal calls
                calls += 1
                return f(*args, **kwargs), calls
            calls = 0
            return wrapper
        class A:
            __private = 3
            table = [x for x in range(4) if x % 2]
            def who(self, default=table[0] or 5, *, key=lambda v: v and -v): return self.__private, default, key(2)
        class B(A):
            __slots__ = ("__secret",)
            def who(self):
                self.__secret = 1
                if __class__ is B: return super().who(), type(self).__mro__[1].__name__, self.__secret
            @property
            def p(self): return 1 if self else 2
            @staticmethod
            def s(x): return x or "s"
            @classmethod
            def c(cls, x): return x and cls.__name__
        @deco
        def f(a, /, b=1, *c, d: (1 if G else 2) = 4, **e) -> "int or None":
            global G
            G += a
            x: "never evaluated" or int
            del b
            first, *rest = (*c, d) if c else (a, *e)
            return G, first, rest, sorted(locals()), len(globals())
        def check():
            b = B()
            return f(1), f(2, 3, 4, 5, z=6), b.who(), b.p, b.s(0), b.c(1), A.table, sorted(k for k in globals())
    """,
    "future annotations": '''
        """Module."""
        from __future__ import annotations
        from typing import get_type_hints
        def f(a: int if True else str, b: [x for x in y if x]) -> a and b or c:
            def inner(z: q or r): return z
            return inner.__annotations__
        class C:
            field: int or str = 3
        def check(): return f.__annotations__, f(1, 2), C.__annotations__, __doc__, annotations.optional
    ''',
    "type parameters": """
        import sys
        def check(): return None
    """
    if sys.version_info < (3, 12)
    else """
        type Alias[T] = list[T] if T else dict[str, T]
        def first[T: (int, str)](xs: list[T]) -> T | None:
            type Local = int or str
            return xs[0] if xs else None
        class Box[T]:
            def get(self) -> T: return self.x or None
            def __init__(self, x): self.x = x
        def check(): return first([1]), first([]), Box(3).get(), first.__type_params__, Alias.__value__
    """,
    "strings and slices": """
        def check():
            x, w, d = 3, 6, {"a": [1, 2, 3]}
            d["b" if x > 5 else "a"][x and 1 : w or 2] = [9]
            d["a"][0 or 1] += 4
            del d["a"][(x or 0) - 3]
            return f"{x or 1:>{w and 8}} {x=} {d['a' if x else 'b']!r:^20}", d, f"{'in' if x else 'out'}{'{}'}"
    """,
    "frames": """
        import inspect
        def f(a, b=2):
            frame = inspect.currentframe()
            code = frame.f_code
            x = a and b
            names = code.co_varnames, code.co_name, code.co_qualname, sorted(frame.f_locals)
            return names, code.co_argcount, code.co_firstlineno
        def check(): return f(1), str(inspect.signature(f)), vars().keys()
    """,
}
RAISING = {
    "in an if test": "def f(x):\n    if x and (1 / 0 or x):\n        pass\n",
    "in an elif test": "def f(x):\n    if not x:\n        pass\n    elif x.nothing > 3:\n        return 1\n",
    "in a bool method": (
        "class T:\n    def __bool__(self): raise ValueError('no')\n"
        "def f(x):\n    t = T()\n    return (x and t and\n        x)\n"
    ),
    "in a bool method of a test": (
        "class T:\n    def __bool__(self): raise ValueError('no')\n"
        "def f(x):\n    t = T()\n    if (x and\n        t):\n        return 1\n"
    ),
    "in a bool method of a condition": (
        "class T:\n    def __bool__(self): raise ValueError('no')\ndef f(x):\n    return [i for i in 'abc' if T()]\n"
    ),
    "in a ternary": "def f(x):\n    return 5 + (x.a if x else\n       x.b)\n",
    "in a chained comparison": "def f(x):\n    return 0 < x < (\n       'a')\n",
    "in a loop header": "def f(x):\n    for i in x:\n        pass\n",
    "in a generator": "def f(x):\n    def g():\n        a = yield 1\n        return a.b[0]\n    return list(g())\n",
    "in a handler": (
        "def f(x):\n    try:\n        x.y\n    except AttributeError as e:\n        if e: raise KeyError from e\n"
    ),
    "in a finally": "def f(x):\n    try:\n        return x\n    finally:\n        x = x / 0 if x else 0\n",
    "in a lambda": "f = lambda x: (\n    x.nothing\n)\n",
    "in a match": "def f(x):\n    match x:\n        case int() if x.foo: pass\n",
    "in a call over lines": "def f(x):\n    return max(\n        x or 1,\n        x[0] and 2,\n    )\n",
}


def dedent(source: str) -> str:
    return textwrap.dedent(source)


def bare(source: str, name: str) -> CodeType:
    return compile(source, name, "exec", dont_inherit=True)


def probed(source: str, name: str) -> CodeType:
    return compile_instrumented(source, name, Probes())


def shown(code: CodeType) -> tuple[object, list[str], list[tuple[str, int]]]:
    """What a run of `check` gives: result, output, and each line executed, in order."""
    name = code.co_filename
    lines: list[tuple[str, int]] = []
    last: dict[FrameType, int] = {}

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != name:
            return None
        # Whether a jump back to the same line is an event of its own differs between layouts of the same code.
        if event == "line" and last.get(frame) != frame.f_lineno:
            last[frame] = frame.f_lineno
            lines.append((frame.f_code.co_qualname, frame.f_lineno))
        return trace

    namespace: dict[str, Any] = {"__name__": "snippet"}
    output = io.StringIO()
    before = sys.gettrace()
    sys.modules["snippet"] = type(sys)("snippet")
    with contextlib.redirect_stdout(output):
        exec(code, namespace)
        sys.settrace(trace)
        try:
            result = namespace["check"]()
        finally:
            sys.settrace(before)
            del sys.modules["snippet"]
    return repr(result), output.getvalue().splitlines(), lines


def shape(code: CodeType) -> object:
    """What introspection of a code object and all inside it can show."""
    return (
        code.co_name,
        code.co_qualname,
        code.co_firstlineno,
        code.co_flags,
        code.co_argcount,
        code.co_posonlyargcount,
        code.co_kwonlyargcount,
        code.co_varnames,
        code.co_names,
        code.co_freevars,
        code.co_cellvars,
        {line for _, _, line in code.co_lines() if line},
        [shape(inner) for inner in nested_code(code)],
    )


@pytest.mark.parametrize("name", SNIPPETS)
def test_rewritten_code_gives_the_same_results_output_and_lines(name: str) -> None:
    source = dedent(SNIPPETS[name])
    assert shown(probed(source, "snippet.py")) == shown(bare(source, "snippet.py"))


@pytest.mark.parametrize("name", SNIPPETS)
def test_rewritten_code_looks_the_same_to_introspection(name: str) -> None:
    source = dedent(SNIPPETS[name])
    assert shape(probed(source, "snippet.py")) == shape(bare(source, "snippet.py"))


@pytest.mark.parametrize("name", RAISING)
def test_a_traceback_keeps_its_lines_and_columns(name: str) -> None:
    def positions(code: CodeType) -> list[tuple[object, ...]]:
        namespace: dict[str, Any] = {}
        exec(code, namespace)
        with pytest.raises(Exception) as caught:
            namespace["f"](3)
        frames = traceback.extract_tb(caught.value.__traceback__)[1:]
        return [(f.name, f.lineno, f.end_lineno, f.colno, f.end_colno) for f in frames]

    assert positions(probed(RAISING[name], "r.py")) == positions(bare(RAISING[name], "r.py"))


def paths(source: str, *calls: tuple[object, ...], name: str = "f") -> tuple[list[tuple[int, ...]], list[Site]]:
    probes = Probes()
    namespace: dict[str, Any] = {}
    exec(compile_instrumented(dedent(source), "p.py", probes), namespace)
    found = []
    for arguments in calls:
        probes.path.clear()
        with contextlib.suppress(ZeroDivisionError):
            result = namespace[name](*arguments)
            if hasattr(result, "__next__"):
                list(result)
        found.append(tuple(probes.path))
    return found, probes.sites


@pytest.mark.parametrize(
    ("source", "calls"),
    [
        ("def f(x):\n    if x: pass\n", [(0,), (1,)]),
        ("def f(x):\n    return 1 if x else 2\n", [(0,), (1,)]),
        ("f = lambda x: x or 3", [(0,), (1,)]),
        ("def f(a, b):\n    return a and b\n", [(0, 0), (1, 0)]),
        ("def f(a, b):\n    if a and b: pass\n", [(0, 0), (1, 0), (1, 1)]),
        ("def f(a, b):\n    if a or b: pass\n", [(0, 0), (0, 1), (1, 1)]),
        (
            "def f(a, b, c):\n    while (a or b) and not c: return 1\n",
            [(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 1, 0), (1, 0, 1)],
        ),
        ("def f(a):\n    return 0 < a < 5\n", [(0,), (3,)]),
        ("def f(a):\n    if 0 < a < 5: pass\n", [(0,), (3,), (7,)]),
        ("def f(n):\n    for i in range(n): pass\n", [(0,), (1,), (2,)]),
        ("def f(n):\n    while n: n -= 1\n", [(0,), (1,), (2,)]),
        ("def f(n):\n    for i in range(n):\n        if i: pass\n", [(0,), (1,), (2,)]),
        ("def f(x):\n    return [i for i in x if i]\n", [([],), ([0],), ([1],), ([0, 1],), ([1, 0],)]),
        ("def f(x):\n    return list(i for i in x if i if i > 1)\n", [([],), ([0],), ([1],), ([2],)]),
        ("def f(x):\n    try: 1 / x\n    except ZeroDivisionError: pass\n", [(0,), (1,)]),
        ("def f(x):\n    try: 1 / x\n    finally: x = 2\n    if x: pass\n", [(0,), (1,)]),
        (
            "def f(x):\n    match x:\n        case 1: pass\n        case int() if x > 5: pass\n",
            [(1,), (6,), (2,), ("",)],
        ),
        ("def f(x):\n    for i in range(x): yield i\n", [(0,), (1,), (2,)]),
        ("def f(x):\n    if x == 1: pass\n    elif x == 2: pass\n    elif x == 3: pass\n", [(1,), (2,), (3,), (4,)]),
    ],
)
def test_each_way_has_its_own_path(source: str, calls: list[tuple[object, ...]]) -> None:
    found, _ = paths(source, *calls)
    assert len(set(found)) == len(calls), found


@pytest.mark.parametrize(
    ("source", "length"),
    [
        ("def f(x):\n    return x\n", 1),
        ("def f(x):\n    if x == 1: pass\n    elif x == 2: pass\n    elif x == 3: pass\n", 2),
        ("def f(x):\n    if x and x > 1 and x > 2: pass\n", 2),
        ("def f(x):\n    for i in (1, 2, 3):\n        if i: pass\n", 5),
        ("def f(x):\n    while True:\n        if x: break\n", 2),
    ],
)
def test_no_probe_is_set_where_it_tells_nothing_new(source: str, length: int) -> None:
    (path,), _ = paths(source, (3,))
    assert len(path) == length


def lines_of(source: str, *calls: tuple[object, ...]) -> list[list[int]]:
    found, sites = paths(source, *calls)
    return [sorted({line for number in path for line in sites[number].lines}) for path in found]


def test_the_lines_of_sites_are_the_lines_a_run_executes() -> None:
    source = """\
        def f(x):
            a = 1
            if x == 1:
                a = 2
            elif x == 2:
                return a
            b = 3
            for i in range(x):
                if i == 2:
                    break
                c = 1
            else:
                c = 2
            d = 4
            with open("/dev/null"):
                try:
                    e = 1 // x
                except ZeroDivisionError:
                    e = 0
            return d
    """
    calls = [(value,) for value in (0, 1, 2, 3)]
    for got, value in zip(lines_of(source, *calls), (0, 1, 2, 3), strict=True):
        namespace: dict[str, Any] = {}
        exec(compile(dedent(source), "lines.py", "exec"), namespace)
        executed: set[int] = set()

        def trace(frame: FrameType, event: str, _: object, executed: set[int] = executed) -> Any:
            if frame.f_code.co_filename == "lines.py" and event == "line":
                executed.add(frame.f_lineno)
            return trace if frame.f_code.co_filename == "lines.py" else None

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            namespace["f"](value)
        finally:
            sys.settrace(before)
        # `except` is not a statement of its own, so its line is nobody's first.
        assert got == sorted(executed - {18}), value


def test_lines_after_a_with_that_swallows_an_exception_are_counted() -> None:
    source = """\
        from contextlib import suppress
        def f(x):
            with suppress(KeyError):
                raise KeyError
            return 1
    """
    assert lines_of(source, (0,)) == [[3, 4, 5]]


def test_modules_and_classes_run_without_probes() -> None:
    probes = Probes()
    source = dedent("""
        if [x for x in range(3) if x] and True:
            y = 1 if 2 else 3
        class C:
            z = y or 4
            for i in range(3):
                if i: pass
        def f(a=y or 1): pass
    """)
    exec(compile_instrumented(source, "m.py", probes), {})
    assert probes.path == []
    assert {site.qualname for site in probes.sites} == {"f"}


def test_sites_are_numbered_over_all_modules_and_name_their_place() -> None:
    probes = Probes()
    path = probes.path
    first: dict[str, Any] = {}
    second: dict[str, Any] = {}
    exec(compile_instrumented("def f(): return 1\n", "a.py", probes), first)
    exec(compile_instrumented("class C:\n    def m(self):\n        return (lambda: 1)()\n", "b.py", probes), second)
    first["f"]()
    second["C"]().m()
    assert probes.path is path
    assert [(probes.sites[i].file, probes.sites[i].line, probes.sites[i].qualname) for i in path] == [
        ("a.py", 1, "f"),
        ("b.py", 3, "C.m"),
        ("b.py", 3, "C.m.<locals>.<lambda>"),
    ]
    assert probes.add(Site("c.py", 1, "entry", "g", ())) == len(probes.sites) - 1


def test_modules_compiled_by_several_threads_get_numbers_of_their_own() -> None:
    probes = Probes()
    modules: dict[int, dict[str, Any]] = {}

    def work(n: int) -> None:
        source = "".join(f"def f{n}_{i}(x):\n    if x: return 1\n" for i in range(40))
        namespace: dict[str, Any] = {}
        exec(compile_instrumented(source, f"t{n}.py", probes), namespace)
        modules[n] = namespace

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for n, namespace in modules.items():
        probes.path.clear()
        namespace[f"f{n}_7"](1)
        assert [probes.sites[i].qualname for i in probes.path] == [f"f{n}_7"] * 2


def test_code_stays_hashable_and_comparable() -> None:
    probes = Probes()
    code = compile_instrumented("def f(x):\n    if x: return 1\n", "h.py", probes)
    assert hash(code) == hash(code)
    assert code == code.replace()
    assert MARKER not in [c for inner in nested_code(code) for c in inner.co_consts if isinstance(c, str)]


def test_no_warning_is_given_that_was_not_there_before() -> None:
    source = "def f(x):\n    y = 1 if x else 2\n    return x is 3 and '\\d'\n"
    with warnings.catch_warnings(record=True) as plain:
        warnings.simplefilter("always")
        bare(source, "w.py")
    with warnings.catch_warnings(record=True) as rewritten:
        warnings.simplefilter("always")
        probed(source, "w.py")
    assert sorted(str(w.message) for w in rewritten) == sorted(str(w.message) for w in plain)
    assert len(plain) == 2


def test_a_source_with_a_coding_line_is_read_as_it_says() -> None:
    source = "# -*- coding: latin-1 -*-\ndef f(x):\n    return 'é' if x else 'ü'\n".encode("latin-1")
    namespace: dict[str, Any] = {}
    exec(compile_instrumented(source, "c.py", Probes()), namespace)
    assert (namespace["f"](1), namespace["f"](0)) == ("é", "ü")


def test_a_syntax_error_is_the_one_of_compile_and_leaves_no_sites() -> None:
    probes = Probes()
    for source in ("def f(:\n", "def f():\n    if 1: pass\n    break\n"):
        with pytest.raises(SyntaxError):
            compile_instrumented(source, "s.py", probes)
    assert probes.sites == []


@pytest.mark.parametrize(
    "source",
    [
        "def f(x):\n    if x == 0: return 0\n" + "".join(f"    elif x == {i}: return {i}\n" for i in range(1, 700)),
        "def f(x):\n    return " + " + ".join(["x"] * 700) + "\n",
        "def f(x):\n    return " + " or ".join(["x"] * 2000) + "\n",
        "def f(x):\n    return " + "(" * 80 + "x" + ")" * 80 + "\n",
        "def f(x):\n" + "".join("    " * i + "if x:\n" for i in range(1, 19)) + "    " * 19 + "return x\n",
        "if 0: pass\n" + "".join(f"elif {i}: pass\n" for i in range(700)) + "def f(x): return x\n",
    ],
)
def test_long_chains_and_deep_nests_can_be_rewritten(source: str) -> None:
    results = []
    for code in (bare(source, "d.py"), probed(source, "d.py")):
        namespace: dict[str, Any] = {}
        exec(code, namespace)
        results.append([namespace["f"](x) for x in (0, 1, 350, 699, 10_000)])
    assert results[0] == results[1]


def test_an_elif_chain_keeps_the_lines_of_its_sites_short() -> None:
    source = "def f(x):\n    if x == 0: return 0\n" + "".join(f"    elif x == {i}: return {i}\n" for i in range(1, 300))
    (path,), sites = paths(source, (299,))
    assert max(len(site.lines) for site in sites) < 40
    assert {line for number in path for line in sites[number].lines} == set(range(2, 302))


def test_asserts_are_left_to_the_test_runner() -> None:
    (path,), _ = paths("def f(x):\n    assert x and (x or 1), 'a' if x else 'b'\n", (1,))
    assert len(path) == 1


def test_the_rewriting_is_the_same_every_time() -> None:
    source = dedent(SNIPPETS["match"]) + dedent(SNIPPETS["try in all its forms"])
    one, two = Probes(), Probes()
    compile_instrumented(source, "a.py", one)
    compile_instrumented(ast.unparse(ast.parse(source)), "a.py", two)
    assert [(s.kind, s.qualname) for s in one.sites] == [(s.kind, s.qualname) for s in two.sites]
