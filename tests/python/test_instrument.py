"""The import hook and the exchange in place, on packages written to a folder and on the standard library."""

from __future__ import annotations

import functools
import importlib
import importlib.resources
import importlib.util
import inspect
import os
import pkgutil
import py_compile
import re
import runpy
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from fuzzwright.python.instrument import Instrumenter, instrument_module
from fuzzwright.python.probes import Probes

pytestmark = pytest.mark.usefixtures("either_way")

SRC = Path(__file__).parents[2] / "src"

PACKAGE = {
    "pkg_a/__init__.py": '"""Doc."""\nfrom .work import sign\n',
    "pkg_a/work.py": '''
        """Work."""
        import functools

        def sign(x):
            """Return the sign."""
            if x < 0:
                return -1
            return 1 if x else 0

        def counted(f):
            @functools.wraps(f)
            def wrapper(*args):
                wrapper.calls += 1
                return f(*args)
            wrapper.calls = 0
            return wrapper

        @counted
        def half(x, made=[]):
            made.append(x)
            return x / 2 if x else None

        class Shape:
            def area(self): return 1 and 2
            @staticmethod
            def unit(): return 1
            @classmethod
            def named(cls, name): return cls.__name__ + name
            @property
            def side(self): return 4
            @side.setter
            def side(self, value): self.value = value or 1
            @functools.cached_property
            def once(self): return [i for i in range(3) if i]
            twice = functools.partialmethod(lambda self, n: n * 2, 5)
            class Inner:
                def deep(self): return super().__repr__() and self.__class__.__name__

        plus = functools.partial(lambda a, b: a + b, 1)
        table = {"neg": lambda v: -v, "pos": [lambda v: +v, lambda v: v + 0]}

        def make(n):
            def add(x):
                return x + n
            return add
        add3 = make(3)

        @functools.lru_cache
        def square(x): return x * x

        @functools.singledispatch
        def kind(x): return "object"
        @kind.register
        def _(x: int): return "int"
    ''',
    "pkg_a/__main__.py": "def main():\n    return 'main' if __name__ else ''\nresult = main()\n",
    "pkg_a/data.txt": "data",
    "space/inner/mod.py": "def f(x):\n    return x or 1\n",
}


def use(work: ModuleType) -> list[object]:
    shape = work.Shape()
    shape.side = 0
    return [
        work.sign(-3),
        work.half(8),
        work.half.calls,
        shape.area(),
        shape.unit(),
        shape.named("x"),
        shape.side,
        shape.value,
        shape.once,
        shape.twice(),
        work.Shape.Inner().deep(),
        work.plus(2),
        work.table["neg"](1),
        [f(1) for f in work.table["pos"]],
        work.add3(4),
        work.square(5),
        work.kind(1),
        work.kind(""),
    ]


EXPECTED = [-1, 4, 1, 2, 1, "Shapex", 4, 1, [1, 2], 10, "Inner", 3, -1, [1, 1], 7, 25, "int", "object"]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name, text in PACKAGE.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in {"pkg_a", "space", "zipped", "extra"}:
            del sys.modules[name]


@pytest.fixture
def hook() -> Iterator[Instrumenter]:
    instrumenter = Instrumenter(
        Probes(), lambda name, _: name.partition(".")[0] in {"pkg_a", "space", "zipped", "extra"}
    )
    instrumenter.install()
    yield instrumenter
    instrumenter.uninstall()


def entered(probes: Probes) -> set[str]:
    return {probes.sites[number].qualname for number in probes.path}


@pytest.mark.usefixtures("root")
def test_an_imported_package_is_instrumented_and_works(hook: Instrumenter) -> None:
    work = importlib.import_module("pkg_a.work")
    assert entered(hook.probes) == {"counted", "make"}
    assert use(work) == EXPECTED
    assert {"sign", "half", "Shape.area", "Shape.side", "make.<locals>.add", "_", "<lambda>"} <= entered(hook.probes)
    assert hook.failures == {}


def test_modules_look_as_ordinary_ones_do(root: Path, hook: Instrumenter) -> None:
    work = importlib.import_module("pkg_a.work")
    package = sys.modules["pkg_a"]
    file = str(root / "pkg_a" / "work.py")
    assert work.__spec__ is not None
    assert (work.__file__, work.__cached__, work.__spec__.origin) == (
        file,
        importlib.util.cache_from_source(file),
        file,
    )
    assert isinstance(work.__loader__, SourceFileLoader)
    assert work.__loader__.get_source("pkg_a.work") == (root / "pkg_a" / "work.py").read_text()
    assert inspect.getsource(work.sign).startswith("def sign(x):")
    assert inspect.getsource(work.half.__wrapped__).startswith("@counted\ndef half")
    assert str(inspect.signature(work.half)) == "(x, made=[])"
    assert work.sign.__doc__ == "Return the sign."
    assert (package.__doc__, package.__package__, list(package.__path__)) == ("Doc.", "pkg_a", [str(root / "pkg_a")])
    assert importlib.resources.files("pkg_a").joinpath("data.txt").read_text() == "data"
    assert {info.name for info in pkgutil.iter_modules(package.__path__)} == {"work", "__main__"}
    assert importlib.reload(work) is work
    assert hook.failures == {}


def test_no_bytecode_file_is_read_or_written(root: Path, hook: Instrumenter) -> None:
    file = root / "pkg_a" / "work.py"
    work = importlib.import_module("pkg_a.work")
    assert not list(root.rglob("*.pyc"))
    # A valid .pyc, without probes, lies there when the module is loaded the next time.
    compiled = Path(py_compile.compile(str(file), doraise=True) or "")
    before = compiled.read_bytes()
    work = importlib.reload(work)
    hook.probes.path.clear()
    assert work.sign(1) == 1
    assert entered(hook.probes) == {"sign"}
    assert [path.read_bytes() for path in root.rglob("*.pyc")] == [before]


@pytest.mark.usefixtures("root")
def test_namespace_packages_and_runpy_go_through_the_hook(hook: Instrumenter) -> None:
    assert importlib.import_module("space.inner.mod").f(0) == 1
    assert entered(hook.probes) == {"f"}
    hook.probes.path.clear()
    assert runpy.run_module("pkg_a")["result"] == "main"
    assert "main" in entered(hook.probes)


def test_zip_imports_and_unwanted_modules_are_left_alone(
    root: Path, hook: Instrumenter, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(root / "z.zip", "w") as archive:
        archive.writestr("zipped.py", "def f(x):\n    return x or 1\n")
    (root / "other_module_of_test.py").write_text("def f(x):\n    return x or 1\n")
    monkeypatch.syspath_prepend(str(root / "z.zip"))
    assert importlib.import_module("zipped").f(0) == 1
    assert importlib.import_module("other_module_of_test").f(0) == 1
    assert hook.probes.path == []
    assert hook.probes.sites == []
    del sys.modules["other_module_of_test"]


def test_a_file_that_cannot_be_rewritten_is_loaded_plain_and_told(root: Path, hook: Instrumenter) -> None:
    # Up to 3.12 a syntax tree as deep as this compiles from source, but not once it has been Python objects.
    (root / "extra.py").write_text("def f(x):\n    return " + " + ".join(["x"] * 2500) + "\n")
    assert importlib.import_module("extra").f(1) == 2500
    reasons = [reason.partition(":")[0] for reason in hook.failures.values()]
    assert reasons == (["RecursionError"] if sys.version_info < (3, 13) else [])
    assert bool(hook.probes.sites) == (not reasons)


def test_broken_source_raises_what_it_always_raises(root: Path, hook: Instrumenter) -> None:
    (root / "extra.py").write_text("def f(x):\n    return (\n")
    with pytest.raises(SyntaxError, match="was never closed"):
        importlib.import_module("extra")
    assert hook.failures[str(root / "extra.py")].startswith("SyntaxError")
    (root / "extra.py").write_text("def f(x):\n    return 1\n")
    importlib.invalidate_caches()
    assert importlib.import_module("extra").f(1) == 1
    assert hook.failures == {}


def test_a_loader_that_rewrites_source_itself_is_not_replaced(root: Path, hook: Instrumenter) -> None:
    class Rewriting(SourceFileLoader):
        pass

    class Finder:
        @staticmethod
        def find_spec(name: str, _path: object, _target: object = None) -> object:
            if name != "extra":
                return None
            return importlib.util.spec_from_loader(name, Rewriting(name, str(root / "extra.py")))

    (root / "extra.py").write_text("def f(x):\n    return 1\n")
    finder = Finder()
    sys.meta_path.insert(1, finder)  # type: ignore[arg-type]  # a finder is whatever has find_spec
    try:
        importlib.import_module("extra").f(1)
    finally:
        sys.meta_path.remove(finder)  # type: ignore[arg-type]  # as above
    assert hook.probes.path == []
    assert "Rewriting" in hook.failures[str(root / "extra.py")]


@pytest.mark.usefixtures("root")
def test_the_hook_can_be_installed_twice_and_taken_away(hook: Instrumenter) -> None:
    hook.install()
    assert sys.meta_path.count(hook) == 1
    hook.uninstall()
    hook.uninstall()
    assert hook not in sys.meta_path
    importlib.import_module("pkg_a.work").sign(1)
    assert hook.probes.path == []


@pytest.mark.usefixtures("root")
def test_a_module_imported_earlier_is_instrumented_in_place() -> None:
    work = importlib.import_module("pkg_a.work")
    half, shape, add3 = work.half, work.Shape, work.add3
    made = half.__wrapped__.__defaults__
    probes = Probes()
    done = instrument_module(work, probes)
    assert (work.half, work.Shape, work.add3) == (half, shape, add3)
    assert use(work) == EXPECTED
    assert half.__wrapped__.__defaults__ is made
    assert done.left == ()
    assert done.swapped >= 20
    assert entered(probes) == {
        *("sign", "counted.<locals>.wrapper", "half", "Shape.area", "Shape.unit", "Shape.named", "Shape.side"),
        *("Shape.once", "Shape.<lambda>", "Shape.Inner.deep", "<lambda>", "make.<locals>.add", "square", "kind", "_"),
    }
    assert inspect.getsource(work.sign).startswith("def sign(x):")
    again = instrument_module(work, probes)
    assert (again.swapped, again.left) == (0, ())


def test_a_function_whose_source_changed_is_left_alone_and_told(root: Path) -> None:
    file = root / "extra.py"
    file.write_text("def f(x):\n    return x or 1\ndef g(x):\n    return x\ndef h(x):\n    return x\n")
    extra = importlib.import_module("extra")
    exec("def made(x): return x", vars(extra))
    file.write_text("def f(x):\n    return x or 1\ndef g(x):\n    return x + 1\n")
    done = instrument_module(extra, Probes())
    assert done.swapped == 1
    assert dict(done.left) == {
        "extra.g": "its source was changed after the import",
        "extra.h": "it is not in the source any more",
        "extra.made": "its code comes from <string>",
    }
    assert (extra.f(0), extra.g(1), extra.h(2)) == (1, 1, 2)


def test_a_module_without_source_is_told_as_such() -> None:
    module = ModuleType("made_here")
    exec("def f(): return 1", vars(module))
    done = instrument_module(module, Probes())
    assert (done.swapped, done.left) == (0, (("made_here", "ValueError: made_here has no source file"),))


def in_fresh_process(program: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(program), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONHASHSEED": "0"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# Everything below is also used by a process while it starts, so it is imported anew under the hook.
HOOKED = """
import sys
from fuzzwright.python.instrument import Instrumenter
from fuzzwright.python.probes import Probes

names = sys.argv[2:]
probes = Probes()
hook = Instrumenter(probes, lambda name, file: name in names or name.partition(".")[0] in names)
if sys.argv[1] == "probed":
    hook.install()
for name in [n for n in sys.modules if n in names or n.partition(".")[0] in names]:
    del sys.modules[name]
"""
IMPORTABLE = """
    argparse ast base64 bisect calendar cmd code codecs collections colorsys configparser contextlib copy csv
    dataclasses datetime decimal difflib dis doctest email enum filecmp fileinput fnmatch fractions ftplib
    functools getopt gettext glob graphlib gzip hashlib heapq hmac html http imaplib inspect ipaddress json
    keyword linecache locale logging lzma mailbox mimetypes netrc numbers operator optparse pathlib pdb pickle
    pickletools platform plistlib poplib posixpath pprint profile pstats queue quopri random reprlib sched
    secrets selectors shelve shlex shutil smtplib socket socketserver sqlite3 statistics string stringprep
    subprocess symtable tabnanny tarfile tempfile textwrap timeit token tokenize tomllib trace traceback types
    typing unittest urllib uuid wave weakref wsgiref xml xmlrpc zipapp zipfile zoneinfo asyncio concurrent
    multiprocessing importlib.metadata importlib.resources _pydecimal _pyio
"""


@pytest.mark.slow
def test_the_standard_library_can_be_imported_with_probes() -> None:
    told = in_fresh_process(
        HOOKED
        + """
import importlib
for name in names:
    importlib.import_module(name)
print(len(probes.sites) > 10_000, hook.failures)
""",
        "probed",
        *IMPORTABLE.split(),
    )
    assert told == "True {}\n"


WORKLOADS: dict[str, tuple[list[str], str]] = {
    "json, textwrap, difflib": (
        ["json", "textwrap", "difflib"],
        """
import json, textwrap, difflib
import json.decoder, json.scanner
scan = json.decoder.JSONDecoder()
scan.parse_string = json.decoder.py_scanstring
scan.scan_once = json.scanner.py_make_scanner(scan)
data = {"a": [1, 2.5, None, True, "\\u00e9\\n"], "b": {"c": []}}
text = json.dumps(data, indent=2, sort_keys=True)
print(scan.decode(text) == data, json.JSONEncoder(indent=1).encode(data))
for broken in ('{"a"}', '[1,', '"\\\\q"', '{"a": 1,}', "nul"):
    try: print(scan.decode(broken))
    except ValueError as e: print(repr(e))
print(textwrap.fill("some words that go on " * 9, 30, initial_indent="* "), textwrap.dedent("  a\\n   b\\n"))
print("\\n".join(difflib.unified_diff("a b c d".split(), "a x c d e".split())))
print(difflib.get_close_matches("aple", ["ape", "apple"]))
""",
    ),
    "_pydecimal, fractions, statistics": (
        ["_pydecimal", "fractions", "statistics"],
        """
import _pydecimal as d, fractions, statistics
a, b = d.Decimal("123.456"), d.Decimal("-0.0789")
print(a + b, a * b, a / b, a ** 3, a.sqrt(), b.ln() if b > 0 else b.copy_abs().ln())
print(f"{a:>20,.2f}", a.quantize(d.Decimal("0.1")))
for bad in ("abc", "1e999999999999", "0/0"):
    try: print(d.Decimal(bad) / 0)
    except ArithmeticError as e: print(type(e).__name__)
print(fractions.Fraction("3/7") + 2, fractions.Fraction(0.1).limit_denominator(10), statistics.stdev([1, 2, 3.5, 9]))
print(statistics.quantiles(range(20), n=4), statistics.multimode("aabbc"))
""",
    ),
    "argparse, configparser, shlex, csv": (
        ["argparse", "configparser", "shlex", "csv", "string"],
        """
import argparse, configparser, shlex, string, io
p = argparse.ArgumentParser(prog="x", description="d" * 90)
p.add_argument("--n", type=int, default=3, help="number %(default)s")
p.add_argument("f", nargs="*")
p.add_argument("-v", action="count")
s = p.add_mutually_exclusive_group()
s.add_argument("-a", action="store_true")
s.add_argument("-b", choices=["1", "2"])
print(p.parse_args(["--n", "4", "-vv", "x", "y"]), p.format_help())
for bad in (["--n", "q"], ["-a", "-b", "1"], ["--zzz"]):
    try: p.parse_args(bad)
    except SystemExit as e: print(e.code)
c = configparser.ConfigParser(); c.read_string("[a]\\nx=1\\ny=%(x)s2\\n[b]\\nz:\\n  many\\n  lines\\n")
print({k: dict(v) for k, v in c.items()}, shlex.split("a 'b c' \\"d\\\\\\" e\\" # f", comments=True))
print(shlex.quote("it's"))
print(string.Template("$a ${b} $$").safe_substitute(a=1), string.Formatter().format("{0!r:>5} {x[1]}", 1, x=[1, 2]))
""",
    ),
    "ast, tokenize, inspect, dis": (
        ["ast", "tokenize", "inspect", "pprint", "copy"],
        """
import ast, tokenize, inspect, pprint, copy, io, textwrap
source = inspect.getsource(textwrap)
tree = ast.parse(source)
print(len(ast.unparse(tree)), len(ast.dump(tree)), ast.literal_eval("{1: [2, (3, -4j)]}"))
print(len(list(tokenize.generate_tokens(io.StringIO(source).readline))))
pprint.pprint({i: list(range(i)) for i in range(25)}, width=50, compact=True)
x = [1]
x.append(x)
print(copy.deepcopy(x)[1] is not x, inspect.signature(textwrap.fill), inspect.getdoc(textwrap.wrap))
""",
    ),
    "asyncio and contextlib": (
        ["asyncio", "contextlib", "queue"],
        """
import asyncio, contextlib
@contextlib.contextmanager
def cm():
    try: yield 1
    except KeyError: print("swallowed")
async def worker(q, out):
    while (item := await q.get()) is not None: out.append(item * 2)
async def main():
    q, out = asyncio.Queue(2), []
    async with asyncio.TaskGroup() as group, contextlib.AsyncExitStack() as stack:
        stack.callback(print, "left")
        group.create_task(worker(q, out))
        for i in (1, 2, 3, None): await q.put(i)
    try: await asyncio.wait_for(asyncio.Event().wait(), 0.001)
    except TimeoutError: out.append("late")
    return out, await asyncio.gather(asyncio.sleep(0, 1), asyncio.sleep(0, 2))
with cm(): raise KeyError
print(asyncio.run(main()))
""",
    ),
    "email, html, urllib, xml": (
        ["email", "html", "urllib", "xml", "calendar", "ipaddress"],
        """
import email, email.policy, html, html.parser, urllib.parse, xml.dom.minidom, calendar, ipaddress
text = "From: a <a@b.c>, \\"q, r\\" <d@e>\\nSubject: =?utf-8?q?h=C3=A9?=\\n\\nbody"
m = email.message_from_string(text, policy=email.policy.default)
print(m["from"].addresses, m["subject"], m.get_content(), m.as_string())
class P(html.parser.HTMLParser):
    def handle_starttag(self, tag, attrs): print(tag, attrs)
P().feed("<a href='x&amp;y'><br/><b c>text<!-- --></b>"); print(html.unescape("&lt;&eacute;&#x41;"))
print(urllib.parse.urlsplit("http://u:p@h:80/p;x?q=1#f"), urllib.parse.urljoin("http://a/b/c", "../d"))
print(urllib.parse.parse_qs("a=1&a=2&b"))
print(xml.dom.minidom.parseString("<a b='1'><c>t</c></a>").toprettyxml(), calendar.month(2024, 2))
print(list(ipaddress.ip_network("10.0.0.0/29").subnets(1)), ipaddress.ip_address("::ffff:1.2.3.4"))
""",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WORKLOADS)
def test_standard_modules_work_the_same_with_probes(name: str) -> None:
    modules, workload = WORKLOADS[name]
    program = HOOKED + workload + "\nprint(len(set(probes.path)) > 100, hook.failures, file=sys.stderr)\n"
    plain, probed = (
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program, how, *modules],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(SRC), "PYTHONHASHSEED": "0"},
            check=False,
        )
        for how in ("plain", "probed")
    )
    assert (probed.returncode, probed.stdout) == (plain.returncode, plain.stdout)
    assert plain.returncode == 0, plain.stderr
    assert probed.stderr.endswith("True {}\n"), probed.stderr
    assert plain.stderr.endswith("False {}\n")


DOCTESTED = ["_pydecimal", "bisect", "fractions", "textwrap", "difflib", "heapq", "random", "statistics", "ipaddress"]


@pytest.mark.slow
def test_doctests_of_the_standard_library_end_the_same() -> None:
    program = (
        HOOKED
        + """
import doctest, importlib
for name in names:
    print(name, doctest.testmod(importlib.import_module(name), verbose=False))
assert bool(probes.path) == (sys.argv[1] == "probed")
"""
    )
    plain = in_fresh_process(program, "plain", *DOCTESTED)
    assert in_fresh_process(program, "probed", *DOCTESTED) == plain
    assert sum(int(number) for number in re.findall(r"attempted=(\d+)", plain)) > 300


def test_a_wrapper_made_before_the_exchange_still_caches(root: Path) -> None:
    (root / "extra.py").write_text(
        "import functools\n@functools.cache\ndef f(x):\n    return [x] if x else []\nkept: object = f(1)\n"
    )
    extra = importlib.import_module("extra")
    cached: Callable[[int], list[int]] = functools.partial(extra.f)
    probes = Probes()
    assert instrument_module(extra, probes).swapped == 1
    assert cached(1) is extra.kept
    assert probes.path == []
    assert cached(2) == [2]
    assert entered(probes) == {"f"}
