"""With the accelerator and without it: the same sites, paths, keys and findings, whatever the code under test does."""

from __future__ import annotations

import copy
import gc
import importlib.util
import math
import os
import pickle
import subprocess
import sys
import textwrap
import threading
import traceback
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fuzzwright.acceleration import NAME, OFF, accelerator
from fuzzwright.campaigns.plan import make_plan
from fuzzwright.campaigns.session import Session
from fuzzwright.domains.integers import Integers
from fuzzwright.engine.corpus import Corpus, Kept
from fuzzwright.engine.observation import Observation
from fuzzwright.engine.outcome import Returned
from fuzzwright.engine.trace import PATH_LIMIT, Recorded, cut, features, fine_features
from fuzzwright.python.acceleration import Feedback, faster, hashable, sieve_in_c
from fuzzwright.python.probes import Probes, Second, compile_again, compile_instrumented, is_instrumented, nested_code
from fuzzwright.searches.adaptive import Adaptive
from fuzzwright.settings import Settings
from tests.python.test_probes import RAISING, SNIPPETS

if importlib.util.find_spec(NAME) is None:
    pytest.skip("the accelerator is not installed (pip install ./accelerator)", allow_module_level=True)

ROOT = Path(__file__).parent.parent.parent
SAMPLES = ROOT / "tests" / "samples"
STACK = {
    "a function": "def f(n): return f(n + 1) + 1 if n >= 0 else 0",
    "a condition in between": "def f(n):\n    if n % 2 or n > 5:\n        return f(n + 1)\n    return [f(n + 1)]",
    "a generator": "def f(n):\n    yield n\n    yield from f(n + 1)",
    "two in turn": "def f(n): return g(n) or n\ndef g(n):\n    for i in range(2):\n        f(n + i)",
    "a key function": "def f(n): return sorted([n, n + 1], key=lambda x: f(x) if x else f(n + 1))",
    "a method the interpreter calls": (
        "class C:\n    def __repr__(self):\n        return f'<{self!r}>' if self else ''\n"
        "    def __eq__(self, other):\n        return (self, 1) == (other, 1) or self is other\n"
        "def f(n): return repr(C()) if n % 2 else C() == C()"
    ),
    "a handler that goes on": (
        "def f(n):\n    try:\n        return f(n + 1)\n    except RecursionError:\n        return n and f(n * 0 + 1, 2)"
    ),
}


@pytest.fixture(autouse=True)
def _accelerated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(OFF, raising=False)
    accelerator.cache_clear()
    yield
    accelerator.cache_clear()


def both() -> tuple[Probes, Probes]:
    """Probes without the accelerator, and with it."""
    pure, fast = Probes([]), Probes()
    assert type(fast.path).__module__ == NAME
    return pure, fast


def load(source: str, probes: Probes) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "snippet"}
    exec(compile_instrumented(textwrap.dedent(source), "snippet.py", probes), namespace)
    return namespace


def end_of(call: Callable[[], Any]) -> tuple[object, ...]:
    """How a call ends: what it returns, or what it raises, and where."""
    try:
        result = call()
        return ("returned", repr(list(result) if hasattr(result, "__next__") else result))
    except Exception as error:
        places = [(frame.f_code.co_qualname, line) for frame, line in traceback.walk_tb(error.__traceback__)]
        return (type(error), str(error), places)


def same_way(source: str, call: Callable[[dict[str, Any]], Any]) -> tuple[object, ...]:
    """Run both ways, compare everything there is to see, and return how it ends."""
    ends = []
    for probes in both():
        namespace = load(source, probes)
        probes.path.clear()
        end = end_of(lambda namespace=namespace: call(namespace))  # type: ignore[misc]  # mypy cannot infer it
        key = hash(hashable(probes.path)(probes.path))
        ends.append((end, key, tuple(probes.path), cut(probes.path), probes.sites, len(probes.path)))
    assert ends[0] == ends[1]
    assert ends[0][2]
    return ends[0][0]


def passed(numbers: list[int]) -> Recorded:
    """A path of the accelerator on which these numbers were passed."""
    path = both()[1].path
    probes = {number: path.probe(number) for number in set(numbers)}  # type: ignore[attr-defined]  # see FastPath
    assert {-probes[number] for number in numbers} <= {None}
    return path


@pytest.mark.parametrize("length", [0, 1, 2, 3, 100, PATH_LIMIT, PATH_LIMIT + 1, 70_000])
def test_a_path_is_the_list_of_its_numbers_and_hashes_as_their_tuple(length: int) -> None:
    bits = Random(length).getrandbits
    numbers = [bits(24) for _ in range(length)]
    path = passed(numbers)
    for _ in range(2):  # emptied and filled again it is as good as new
        assert (list(path), path[:], len(path), repr(path)) == (numbers, numbers, length, repr(numbers))
        assert hash(path) == hash(tuple(numbers))
        assert hash((path, ValueError, 7)) == hash((tuple(numbers), ValueError, 7))
        assert cut(path) == cut(numbers)
        assert [path[5:90:7], path[-3:], path[::-2]] == [numbers[5:90:7], numbers[-3:], numbers[::-2]]
        path.clear()
        assert (len(path), path[:], hash(path)) == (0, [], hash(()))
        path = passed(numbers)


def test_the_smallest_and_the_largest_number_are_kept_and_larger_ones_refused() -> None:
    assert list(passed([0, (1 << 24) - 1])) == [0, (1 << 24) - 1]
    for number in (1 << 24, -1, 1 << 70):
        with pytest.raises(OverflowError):
            passed([number])


@pytest.mark.parametrize("feedback", [features, fine_features])
@pytest.mark.parametrize("length", [0, 1, 2, 7, 8, 9, 31, 128, 255, 256, 257, 1000, PATH_LIMIT])
def test_features_are_the_same_set_in_the_same_order(length: int, feedback: Feedback) -> None:
    # The order matters too: searches go through such sets.
    random, fast = Random(length), faster(feedback)
    assert fast is not feedback
    for numbers in ([5], [0, 1], range(2, 9), range(1 << 24), [(1 << 24) - 1, 0]):
        path = tuple(random.choice(numbers) for _ in range(length))
        observation = Observation(path=path)
        assert list(fast(observation, Returned())) == list(feedback(observation, Returned()))


@pytest.mark.parametrize("feedback", [features, fine_features])
@pytest.mark.parametrize("path", [(1 << 24, 1), (-1, 2), (1 << 70,), (True, 2), tuple(range(70_000))])
def test_features_of_unusual_numbers_are_those_of_the_slow_way(path: tuple[int, ...], feedback: Feedback) -> None:
    observation = Observation(path=path)
    assert list(faster(feedback)(observation, Returned())) == list(feedback(observation, Returned()))


@pytest.mark.parametrize("feedback", [features, fine_features])
def test_features_of_what_follows_the_kept_part_count(feedback: Feedback) -> None:
    path, more = cut([3, 4] * PATH_LIMIT)
    observation = Observation(path=path, more=more)
    assert faster(feedback)(observation, Returned()) == feedback(observation, Returned())


def test_the_default_search_gets_the_faster_features() -> None:
    assert faster(Adaptive(Integers(), Corpus()).feedback) is not fine_features


@pytest.mark.parametrize("buckets", [b"", bytes(255), bytearray(256), None])
def test_buckets_of_another_kind_are_refused(buckets: Any) -> None:
    module = accelerator()
    assert module is not None
    with pytest.raises(TypeError):
        module.edge_features((1, 2), buckets)


@pytest.mark.parametrize("name", SNIPPETS)
def test_all_kinds_of_statements_take_the_same_way(name: str) -> None:
    assert same_way(SNIPPETS[name], lambda namespace: namespace["check"]())[0] == "returned"


@pytest.mark.parametrize("name", RAISING)
def test_what_raises_does_so_at_the_same_place(name: str) -> None:
    assert same_way(RAISING[name], lambda namespace: namespace["f"](3))[0] != "returned"


@pytest.mark.parametrize("name", STACK)
def test_the_stack_runs_out_at_the_same_place(name: str) -> None:
    # The first calls of a function take other ways through the interpreter than later ones.
    def often(namespace: dict[str, Any]) -> Any:
        for _ in range(3):
            end_of(lambda: namespace["f"](0))
        return namespace["f"](0)

    same_way(STACK[name], often)


def test_a_second_copy_writes_the_same_numbers() -> None:
    source = textwrap.dedent(SNIPPETS["match"])
    for probes in both():
        seen = []
        again = Second(lambda tree: None, {})
        first = compile_instrumented(source, "snippet.py", probes)
        for code in (first, compile_again(source, "snippet.py", probes, again)):
            namespace: dict[str, Any] = {"__name__": "snippet"}
            exec(code, namespace)
            probes.path.clear()
            namespace["check"]()
            seen.append(tuple(probes.path))
        assert seen[0] == seen[1] != ()


def test_instrumented_code_is_known_by_the_path_it_writes_to() -> None:
    one, two = both()[1], both()[1]
    (code,) = nested_code(compile_instrumented("def f(): return 1\n", "f.py", one))
    assert is_instrumented(code, one)
    assert not is_instrumented(code, two)
    assert not is_instrumented(code, Probes([]))


def test_code_that_looks_at_its_own_constants_gets_nowhere() -> None:
    probes = both()[1]
    namespace = load("def f(x):\n    return 1 if x else 2\n", probes)
    f = namespace["f"]
    found = [constant for constant in f.__code__.co_consts if type(constant).__module__ == NAME]
    assert len(found) == 3
    probe = found[0]
    probes.path.clear()
    assert (-probe, -probe, list(probes.path)) == (None, None, [0, 0])
    assert repr(probe) == "<probe 0>"
    assert (probe == probe, probe == found[1], len({*found, probe})) == (True, False, 3)
    assert hash(f.__code__) == hash(f.__code__.replace())
    assert f.__code__ == f.__code__.replace()
    for attempt in (
        lambda: type(probe)(),
        lambda: object.__new__(type(probe)),
        lambda: type("Sub", (type(probe),), {}),
        lambda: setattr(type(probe), "__neg__", None),
        lambda: setattr(probe, "path", []),
        lambda: type(probes.path)(),
        lambda: setattr(probe, "__class__", object),
        lambda: +probe,
        lambda: probe + 1,
        lambda: probe(),
        lambda: copy.copy(probe),
        lambda: copy.deepcopy(probe),
        lambda: pickle.dumps(probe),
        lambda: pickle.dumps(probes.path),
    ):
        with pytest.raises((TypeError, AttributeError)):
            attempt()
    assert [name for name in dir(probe) if not name.startswith("__")] == []


def test_constants_may_be_moved_about_and_outlive_everything_else() -> None:
    probes = both()[1]
    namespace = load("def f(x):\n    return 1 if x else 2\n\ndef g(x):\n    return 3 if x else 4\n", probes)
    f, g = namespace["f"], namespace["g"]
    kept = g.__code__.co_consts
    f.__code__ = f.__code__.replace(co_consts=tuple(reversed(f.__code__.co_consts)), co_code=f.__code__.co_code)
    f.__code__ = g.__code__
    probes.path.clear()
    assert (f(0), tuple(probes.path)) == (4, (3, 5))
    del namespace, probes, f, g
    for constant in kept:
        if type(constant).__module__ == NAME:
            assert -constant is None


def test_a_function_may_replace_its_code_while_it_runs() -> None:
    source = (
        "def f(x):\n    f.__code__ = g.__code__\n    return [x for x in range(3) if x] if x else 0\n"
        "def g(x):\n    return x and f\n"
    )
    assert same_way(source, lambda namespace: [namespace["f"](1), namespace["f"](0)])[0] == "returned"


def test_threads_write_to_one_path() -> None:
    probes = both()[1]
    f = load("def f():\n    for i in range(20_000):\n        pass\n", probes)["f"]
    probes.path.clear()
    threads = [threading.Thread(target=f) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        cut(probes.path)
        hash(probes.path)
    for thread in threads:
        thread.join()
    assert len(probes.path) == 4 * 20_002
    assert hash(probes.path) == hash(tuple(probes.path))


@pytest.mark.slow
def test_nothing_is_left_behind() -> None:
    def use() -> None:
        probes = both()[1]
        namespace = load(SNIPPETS["if with and without else"], probes)
        for _ in range(3):
            probes.path.clear()
            namespace["check"]()
            cut(probes.path)
            repr(probes.path)
            assert probes.path != [1]
            assert hash((probes.path, 1))
        passed([3] * 100_000).clear()
        faster(features)(Observation(path=tuple(range(4000))), Returned())
        faster(features)(Observation(path=(1, 2, -1)), Returned())

    use()
    tracemalloc.start()
    try:
        use()
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(20):
            use()
        gc.collect()  # functions and the dictionary of their module refer to each other
        after, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most - before > 400_000  # what one long path takes is seen
    assert after - before < 10_000


def test_a_very_long_path_is_given_back_when_cleared() -> None:
    tracemalloc.start()
    try:
        path = passed([7] * 200_000)
        long, _ = tracemalloc.get_traced_memory()
        path.clear()
        short, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert long - short >= 800_000


ENDLESS = """
import resource, sys
from fuzzwright.python.probes import Probes, compile_instrumented
probes = Probes()
namespace = {}
exec(compile_instrumented("def f(x):\\n    while x: pass\\n", "f.py", probes), namespace)
resource.setrlimit(resource.RLIMIT_AS, (200 << 20, 200 << 20))
for _ in range(2):
    try:
        namespace["f"](1)
    except MemoryError:
        print(type(probes.path).__name__, len(probes.path) > 5_000_000)
    probes.path.clear()
namespace["f"](0)
print(list(probes.path))
"""


def python(program: str, **environment: str) -> list[str]:
    """Run a program in another process; return the lines it printed."""
    variables = {name: value for name, value in os.environ.items() if name not in (OFF, "PYTHONPATH")}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=variables | {"PYTHONPATH": str(ROOT / "src")} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize(("pure", "kind"), [("0", "Path"), ("1", "list")])
def test_an_endless_loop_meets_the_memory_limit_as_an_error_and_one_can_go_on(pure: str, kind: str) -> None:
    assert python(ENDLESS, **{OFF: pure}) == [f"{kind} True", f"{kind} True", "[0, 2]"]


KIND = "from fuzzwright.python.probes import Probes; print(type(Probes().path).__name__)"


@pytest.mark.parametrize(("value", "kind"), [("1", "list"), ("yes", "list"), ("", "Path"), ("0", "Path")])
def test_a_variable_turns_it_off(value: str, kind: str) -> None:
    assert python(KIND, **{OFF: value}) == [kind]


@pytest.mark.parametrize(
    "module",
    [
        "raise ImportError('no')",
        "1 / 0",
        "",
        "INTERFACE = 0",
        "INTERFACE = 2",
        "INTERFACE = 2\nclass new_path(list):\n    def probe(self, n): self.append(n); return 1\n"
        "    def __hash__(self): return 5",
    ],
)
def test_one_that_does_not_fit_is_silently_left_out(module: str, tmp_path: Path) -> None:
    (tmp_path / f"{NAME}.py").write_text(module)
    assert python(KIND, PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT / 'src'}") == ["list"]


def campaign(target: str, folder: Path, **settings: Any) -> list[Any]:
    """Run a campaign; return all of its results that do not depend on the clock."""
    chosen = Settings(executions=3000, seed=3, jobs=1).but(**settings)
    with Session(make_plan([target], chosen, folder), chosen) as session:
        session.open()
        for _ in session.events():
            pass
        kept = [(state.name, [entry.encoded for entry in state.kept]) for state in session.states]
        findings = [(f.function, f.kind, f.exception, f.line, f.call, f.executions) for f in session.findings()]
    return [findings, kept]


@pytest.mark.slow
def test_a_worker_uses_it_unless_told_not_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "def f(x: int) -> int:\n    return [type(c).__module__ for c in f.__code__.co_consts].index('{}')\n"
    (tmp_path / "looks.py").write_text(source.format(NAME))
    (findings, kept) = campaign("looks", tmp_path, executions=50)
    assert (findings, len(kept)) == ([], 1)
    monkeypatch.setenv(OFF, "1")
    (findings, kept) = campaign("looks", tmp_path, executions=50)
    assert [finding[:3] for finding in findings] == [("looks.f", "raised", "ValueError")]


@pytest.mark.slow
@pytest.mark.parametrize("target", ["steady.orders"])
def test_a_campaign_finds_and_keeps_the_same(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = campaign(target, SAMPLES)
    assert all(fast)
    monkeypatch.setenv(OFF, "1")
    assert campaign(target, SAMPLES) == fast


def limit_of_returns(numbers: list[int], feedback: Feedback, corpus: Corpus[int], alone: dict[int, int]) -> float:
    """Return what an input has to be simpler than not to be passed over; endless if none is."""
    asked: list[float] = []

    def weigh(value: object, limit: float) -> float:
        asked.append(limit)
        return limit

    sieve = sieve_in_c(passed(numbers), feedback, corpus, alone, weigh, None, math.inf)
    assert sieve is not None
    assert sieve(0, None) == bool(asked)
    return asked[0] if asked else math.inf


@pytest.mark.parametrize("feedback", [features, fine_features])
def test_what_an_input_has_to_be_simpler_than_is_what_the_corpus_says(feedback: Feedback) -> None:
    random = Random(1)
    corpus: Corpus[int] = Corpus()
    alone: dict[int, int] = {}
    limits = []
    for number in range(300):
        numbers = [random.randrange(1, 4) for _ in range(random.choice((0, 1, 3, 8, 40, 400)))]
        reached = feedback(Observation(path=tuple(numbers)), Returned())
        expected = math.inf if alone.keys() & reached else corpus.most_complex(reached)
        assert limit_of_returns(numbers, feedback, corpus, alone) == expected
        limits.append(expected)
        corpus.offer(Kept(number, float(random.randrange(100))), reached)
        if number % 10 == 0:
            alone = {random.choice(sorted(reached)): number} if number % 20 else {}
    assert 0 < sum(map(math.isfinite, limits)) < len(limits)


def test_a_long_path_is_never_passed_over() -> None:
    corpus: Corpus[int] = Corpus()
    numbers = [1] * (PATH_LIMIT + 1)
    corpus.offer(Kept(0, 0.0), features(Observation(path=tuple(numbers)), Returned()))
    for length, expected in ((PATH_LIMIT, 0.0), (PATH_LIMIT + 1, math.inf)):
        assert limit_of_returns(numbers[:length], features, corpus, {}) == expected
