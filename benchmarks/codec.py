"""What a byte fuzzer can do with our encoding and with pickle: `python -m benchmarks.codec [--seed N] [--mutants N]`.

Values of many hints are encoded, changed as libFuzzer changes bytes, and decoded: with our shape protected, with
nothing protected, and as pickles. Decoded values of the workloads are run as well. A damaged pickle can run anything,
so pickles are loaded in a forked child, in the sandbox and under its limits; what kills it counts as not decoded.
"""

from __future__ import annotations

import argparse
import ast
import datetime
import decimal
import os
import pickle
import statistics
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

from benchmarks import workloads
from fuzzwright.engine.codec import Undecodable, decode, encode, start_of_data
from fuzzwright.engine.domain import Domain, Unfit
from fuzzwright.isolation import sandbox
from fuzzwright.isolation.limits import Limits
from fuzzwright.python.hints import Hints
from fuzzwright.python.open import open_modules
from fuzzwright.python.opened import OpenedFunction
from fuzzwright.python.order import Order

DEPTH: Final = 5
"""Changes in a row at most, as with libFuzzer's `mutate_depth`."""
VALUES: Final = 20
ORDERS: Final[tuple[Literal["little", "big"], ...]] = ("little", "big")
HINTS: Final[tuple[Any, ...]] = (
    *(int, float, bool, str, bytes, complex, list[int], list[str], set[int], frozenset[str]),
    *(dict[str, int], dict[str, list[int]], tuple[int, str, float], tuple[int, ...], int | str | None, workloads.Tree),
    *(decimal.Decimal, datetime.datetime, datetime.timedelta, uuid.UUID, list[dict[str, float | None]]),
)
WAYS: Final = ("ours, shape protected", "ours, all bytes", "pickle")


def mutated(data: bytes, random: Random) -> bytes:
    """Return bytes with one to five changes of libFuzzer's kinds."""
    changed = bytearray(data)
    for _ in range(random.randint(1, DEPTH)):
        random.choice(CHANGES)(changed, random)
    return bytes(changed)


def _erase(data: bytearray, random: Random) -> None:
    if len(data) > 1:
        start, length = _stretch(data, random)
        del data[start : start + max(1, length // 2)]


def _insert(data: bytearray, random: Random) -> None:
    data.insert(random.randint(0, len(data)), random.getrandbits(8))


def _insert_repeated(data: bytearray, random: Random) -> None:
    at = random.randint(0, len(data))
    data[at:at] = bytes([random.choice((0, 255, random.getrandbits(8)))]) * random.randint(3, 16)


def _change_byte(data: bytearray, random: Random) -> None:
    if data:
        data[random.randrange(len(data))] = random.getrandbits(8)


def _flip(data: bytearray, random: Random) -> None:
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _shuffle(data: bytearray, random: Random) -> None:
    if data:
        start, length = _stretch(data, random)
        part = list(data[start : start + min(length, 8)])
        random.shuffle(part)
        data[start : start + len(part)] = bytes(part)


def _change_int(data: bytearray, random: Random) -> None:
    size = random.choice([size for size in (1, 2, 4, 8) if size <= len(data)] or [0])
    at, order = random.randint(0, len(data) - size), ORDERS[random.getrandbits(1)]
    number = int.from_bytes(data[at : at + size], order) + random.randint(-10, 10)
    data[at : at + size] = (number % (1 << 8 * size)).to_bytes(size, order)


def _copy_over(data: bytearray, random: Random) -> None:
    if data:
        start, length = _stretch(data, random)
        to = random.randint(0, len(data) - length)
        data[to : to + length] = data[start : start + length]


def _copy_in(data: bytearray, random: Random) -> None:
    if data:
        start, length = _stretch(data, random)
        at = random.randint(0, len(data))
        data[at:at] = data[start : start + length]


def _stretch(data: bytearray, random: Random) -> tuple[int, int]:
    length = random.randint(1, len(data))
    return random.randint(0, len(data) - length), length


CHANGES: Final[tuple[Callable[[bytearray, Random], None], ...]] = (
    *(_erase, _insert, _insert_repeated, _change_byte, _flip, _shuffle, _change_int, _copy_over, _copy_in),
)
"""Those of libFuzzer that need no dictionary, no comparisons and no second input."""


@dataclass(slots=True)
class Tally:
    """What came of the mutants of one hint, or for one function."""

    tried: int = 0
    decoded: int = 0
    typed: int = 0
    """Of the decoded, how many are values of the type."""
    values: set[str] = field(default_factory=set)
    points: set[str] = field(default_factory=set)
    places: set[int] = field(default_factory=set)
    """Probes passed."""

    def note(self, mutant: Mutant | None) -> None:
        """Take in one mutant; None for one that could not be decoded."""
        self.tried += 1
        if mutant is not None:
            self.decoded += 1
            self.typed += mutant.typed
            if mutant.typed:
                self.values.add(mutant.value)
                self.points.add(mutant.point)
                self.places.update(mutant.places)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant that was decoded, as text that can be compared and sent."""

    typed: bool
    value: str
    point: str = ""
    places: tuple[int, ...] = ()


Look = Callable[[Any], Mutant]
"""Looks at a decoded object, and runs it if there is something to run it with."""


def ours(domain: Domain[Any], starts: Sequence[bytes], look: Look, protected: bool, random: Random) -> Iterator[Any]:
    """Yield what comes of changing our encoding, once for each of the starts."""
    for encoded in starts:
        start = start_of_data(encoded) if protected else 0
        try:
            value = decode(domain, encoded[:start] + mutated(encoded[start:], random))
        except Undecodable:
            yield None
            continue
        yield look(value)


def pickled(starts: Sequence[bytes], look: Look, random: Random) -> Iterator[Mutant | None]:
    """Yield what comes of changing pickles; a child that dies is followed by another for the rest."""
    rest = [mutated(start, random) for start in starts]
    while rest:
        answers = _in_child(rest, look)
        yield from answers
        rest = rest[len(answers) :]
        if rest:
            yield None  # the one that the child died of
            rest = rest[1:]


def _in_child(mutants: Sequence[bytes], look: Look) -> list[Mutant | None]:
    """Load pickles in a child, shut in; return what it told before its end."""
    reading, writing = os.pipe()
    with tempfile.TemporaryDirectory() as folder:
        child = os.fork()
        if child == 0:
            os.close(reading)
            try:
                sandbox.limit(Limits(memory_bytes=1 << 30, file_bytes=0, life_cpu_seconds=20), for_good=True)
                sandbox.shut(Path(folder))
                for mutant in mutants:
                    os.write(writing, (repr(_unpickled(mutant, look)) + "\n").encode())
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as stream:
            told = [line.decode() for line in stream if line.endswith(b"\n")]
        os.waitpid(child, 0)
    return [_told(line) for line in told]


def _unpickled(mutant: bytes, look: Look) -> tuple[bool, str, str, tuple[int, ...]] | None:
    try:
        found = look(pickle.loads(mutant))
        return found.typed, found.value, found.point, found.places
    except BaseException:
        return None


def _told(line: str) -> Mutant | None:
    try:
        answer = ast.literal_eval(line)
        return None if answer is None else Mutant(*answer)
    except (SyntaxError, TypeError, ValueError):
        return None  # written by what was unpickled, not by us


def _text(value: object) -> str:
    try:
        return repr(value)[:2000]
    except BaseException:
        return "?"


def lookers(domain: Domain[Any], function: OpenedFunction | None = None) -> tuple[Look, Look]:
    """Return what looks at our values, and what looks at objects of pickles."""

    def run(value: Any, typed: bool) -> Mutant:
        if function is None or not typed:
            return Mutant(typed, _text(value))
        path = function.probes.path
        path.clear()
        argument = domain.realise(value)
        path.clear()
        try:
            outcome = _text(function.found.object(argument))
        except Exception as error:
            outcome = type(error).__name__
        return Mutant(True, _text(value), f"{_text(value)} {outcome}", tuple(sorted(set(path))))

    def unpickled(found: Any) -> Mutant:
        try:
            value = domain.adopt(found)
        except (Unfit, TypeError, ValueError):
            return Mutant(False, _text(found))
        return run(value, True)

    return (lambda value: run(value, True)), unpickled


def tallies(domain: Domain[Any], function: OpenedFunction | None, mutants: int, seed: int) -> tuple[Tally, ...]:
    """Return what came of each way for one hint or function, with the same values to start from."""
    values = [value for number in range(VALUES) if (value := _made(domain, seed, number)) is not None]
    encoded = [encode(domain, value) for value in values]
    pickles = [pickle.dumps(domain.realise(value)) for value in values]
    look, look_at_pickled = lookers(domain, function)
    results = []
    for way in WAYS:
        tally, random = Tally(), Random(seed)
        for _ in range(max(mutants // len(values), 1)):
            found: Iterable[Mutant | None] = (
                pickled(pickles, look_at_pickled, random)
                if way == "pickle"
                else ours(domain, encoded, look, way == WAYS[0], random)
            )
            for mutant in found:
                tally.note(mutant)
        results.append(tally)
    return tuple(results)


def _made(domain: Domain[Any], seed: int, number: int) -> Any:
    try:
        return domain.generate(Random(f"{seed} {number}"), 1 + number)
    except Unfit:
        return None


def sizes(domain: Domain[Any], seed: int) -> tuple[float, float, float]:
    """Return the mean bytes of a value: ours, pickle, repr."""
    values = [value for number in range(200) if (value := _made(domain, seed, number % 24)) is not None]
    objects = [domain.realise(value) for value in values]
    return (
        statistics.mean(len(encode(domain, value)) for value in values),
        statistics.mean(len(pickle.dumps(each)) for each in objects),
        statistics.mean(len(repr(each).encode("utf-8", "backslashreplace")) for each in objects),
    )


def main() -> None:
    """Print the tables of docs/codec.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--mutants", type=int, default=1000, help="for each hint, function and way")
    given = parser.parse_args()
    hints = Hints()
    print("| hint | decoded: shape protected | all bytes | pickle | pickle, right type | bytes: ours | pickle | repr |")
    print("|---|---|---|---|---|---|---|---|")
    rates = []
    for hint in HINTS:
        domain = hints.domain(hint)
        found = tallies(domain, None, given.mutants, given.seed)
        row = [*(tally.decoded / tally.tried for tally in found), found[2].typed / found[2].tried]
        rates.append(row)
        name = hint.__name__ if type(hint) is type else str(hint)
        cells = [*(f"{rate:.1%}" for rate in row), *(f"{size:.0f}" for size in sizes(domain, given.seed))]
        print(f"| `{name.replace('|', chr(92) + '|')}` | {' | '.join(cells)} |", flush=True)
    print("| mean |", " | ".join(f"{statistics.mean(column):.1%}" for column in zip(*rates, strict=True)), "| | | |")
    print("\n| function | way | decoded | distinct values / tried | unique / total points | probes passed |")
    print("|---|---|---|---|---|---|")
    folder = str(Path(workloads.__file__).resolve().parent)
    # Under another name than the module we have: that one was imported without probes.
    order = Order([["workloads", f"{folder}/workloads.py"]], roots=[folder])
    sys.path.insert(0, folder)
    opened = open_modules(order, lambda told: None)
    for name in workloads.FUNCTIONS:
        function = opened.functions[f"workloads.{name}"]
        domain = hints.domain(sys.modules["workloads"].kind_of(name))
        for way, tally in zip(WAYS, tallies(domain, function, given.mutants, given.seed), strict=True):
            distinct, points = len(tally.values) / tally.tried, len(tally.points) / max(tally.typed, 1)
            cells = [f"{tally.decoded / tally.tried:.1%}", f"{distinct:.3f}", f"{points:.3f}", str(len(tally.places))]
            print(f"| `{name}` | {way} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
