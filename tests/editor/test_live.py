"""Examples of open texts, made by real workers."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from fuzzwright.editor.buffers import Buffer, Module
from fuzzwright.editor.examples import LiveFunction, Status
from fuzzwright.editor.live import Live
from fuzzwright.editor.states import OpenText
from fuzzwright.settings import Settings
from tests.editor.watching import Watched

AVERAGE = """\
def average(numbers: list[int]) -> float:
    return sum(numbers) / len(numbers)
"""


@pytest.mark.slow
def test_a_text_that_was_never_saved_is_shown_by_examples(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        path = watched.write("stats.py", AVERAGE)
        watched.settle()
        function = watched.latest["average"]
        assert (function.path, function.version, function.state) == (path, 1, "settled")
        assert (function.line, function.signature_line, function.last_line) == (1, 1, 2)
        failing = watched.examples("average")["average([])"]
        assert failing.text == "average([]) raises ZeroDivisionError: division by zero"
        assert (failing.at, failing.lines) == (2, (2,))
        assert "stats.py" in failing.traceback
        assert "return sum(numbers) / len(numbers)" in failing.traceback
        assert any(each.outcome == "returned" for each in function.examples)
        assert [each.slot for each in function.examples] == list(range(len(function.examples)))
        assert watched.live.functions(path) == [function]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "first", ["# -*- coding: latin-1 -*-\n", "#!python\n# vim: set fileencoding=cp1252:\n", "\ufeff"]
)
@pytest.mark.slow
def test_what_a_text_says_about_its_bytes_does_not_count(first: str, tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("named.py", f"{first}def shout(n: int) -> str:\n    return 'é'\n")
        watched.until(lambda: watched.latest and watched.latest["shout"].examples)
        assert {each.result for each in watched.latest["shout"].examples} == {"'é'"}
        assert watched.latest["shout"].line == first.count("\n") + 1


JAR = """\
class Jar:
    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.coins: list[int] = []

    def put(self, coin: int) -> None:
        self.coins.append(coin)

    def last(self) -> int:
        return self.coins[-1]

    def label(self) -> str:
        return f"of {self.owner}"


def labelled(jar: Jar) -> str:
    return jar.label()
"""


@pytest.mark.slow
def test_an_ordinary_call_of_a_method_has_an_ordinary_object(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("jars.py", JAR)
        watched.settle()
        assert watched.examples("Jar.label")["Jar('Ada').label()"].ordinary
        assert watched.examples("Jar.last")["(j := Jar('Ada'), j.put(3), j)[-1].last()"].ordinary


@pytest.mark.slow
def test_how_an_object_was_made_is_no_behaviour_of_a_method(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("jars.py", JAR)
        watched.settle()
        assert list(watched.examples("Jar.put")) == ["Jar('Ada').put(3)", "Jar('').put(1)"]


def test_the_unsaved_text_counts_and_not_the_file(tmp_path: Path) -> None:
    (tmp_path / "stats.py").write_text("def average(numbers: list[int]) -> float:\n    return 17.0\n", "utf-8")
    with Watched(tmp_path) as watched:
        watched.write("stats.py", AVERAGE)
        watched.settle()
        assert watched.shows("average", "raised")


@pytest.mark.slow
def test_a_change_makes_examples_stale_at_once_and_then_new_with_the_old_inputs(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("stats.py", AVERAGE + "\ndef other(n: int) -> int:\n    return n\n")
        watched.settle()
        before, other = watched.latest["average"], watched.latest["other"]
        watched.write(
            "stats.py",
            "# one more line\n"
            + AVERAGE.replace("len(numbers)", "max(len(numbers), 1)")
            + "\ndef other(n: int) -> int:\n    return n\n",
            2,
        )
        watched.until(lambda: watched.latest["average"].version == 2)
        stale = watched.latest["average"]
        assert (stale.state, stale.line) == ("stale", 2)
        assert [each.call for each in stale.examples] == [each.call for each in before.examples]
        watched.settle()
        assert watched.examples("average")["average([])"].outcome == "returned"
        assert watched.latest["average"].hash != before.hash
        # What did not change was not run again; it moved.
        moved = watched.latest["other"]
        assert (moved.state, moved.hash, moved.executions) == ("settled", other.hash, other.executions)
        assert (moved.line, moved.examples[0].lines) == (other.line + 1, (other.examples[0].lines[0] + 1,))


@pytest.mark.slow
def test_a_callee_in_another_open_text_is_used_unsaved(tmp_path: Path) -> None:
    (tmp_path / "prices.py").write_text("def of(n: int) -> int:\n    return n\n", "utf-8")
    with Watched(tmp_path) as watched:
        shop = watched.write("shop.py", "import prices\n\ndef total(n: int) -> int:\n    return prices.of(n)\n")
        watched.live.set_focus(shop, 4)
        watched.settle()
        assert not watched.shows("total", "raised")
        # Opened as it is on disk, then changed and not saved.
        watched.write("prices.py", "def of(n: int) -> int:\n    return n\n")
        watched.settle()
        watched.write("prices.py", "def of(n: int) -> int:\n    return n // 0\n", 2)
        watched.until(lambda: watched.shows("total", "raised"))
        watched.settle()
        assert watched.latest["total"].examples[0].result.startswith("ZeroDivisionError")
        watched.live.close_text(str(tmp_path / "prices.py"))
        watched.until(lambda: watched.latest["of"].state == "gone")
        watched.until(lambda: watched.latest["total"].state == "settled" and not watched.shows("total", "raised"))


@pytest.mark.slow
def test_a_dependency_that_changes_on_disk_is_imported_again(tmp_path: Path) -> None:
    prices = tmp_path / "prices.py"
    prices.write_text("def of(n: int) -> int:\n    return n\n", "utf-8")
    with Watched(tmp_path) as watched:
        watched.write("shop.py", "import prices\n\ndef total(n: int) -> int:\n    return prices.of(n)\n")
        watched.settle()
        prices.write_text("def of(n: int) -> int:\n    raise KeyError(n)\n", "utf-8")
        watched.live.file_changed(str(prices))
        watched.until(lambda: watched.shows("total", "raised") or watched.shows("total", "refused"))


@pytest.mark.slow
def test_a_syntax_error_keeps_the_examples_and_says_so(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("stats.py", AVERAGE)
        watched.settle()
        settled = watched.latest["average"]
        watched.write("stats.py", "\n" + AVERAGE + "\ndef broken(", 2)
        watched.until(lambda: watched.latest["average"].state == "stale")
        broken = watched.latest["average"]
        assert broken.reason.startswith("syntax error on line 5")
        assert (broken.line, broken.examples) == (2, settled.examples)
        assert watched.live.is_idle
        watched.write("stats.py", "\n" + AVERAGE, 3)
        watched.until(lambda: watched.latest["average"].state == "settled")
        assert watched.latest["average"].executions == settled.executions


@pytest.mark.slow
def test_a_function_that_is_removed_is_gone_and_one_that_is_renamed_has_its_inputs(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("stats.py", AVERAGE)
        watched.settle()
        watched.write("stats.py", AVERAGE.replace("def average", "def mean"), 2)
        watched.until(lambda: watched.latest["average"].state == "gone")
        assert watched.latest["average"].examples == ()
        watched.settle()
        assert "mean([])" in watched.examples("mean")


def test_functions_that_cannot_be_called_have_a_reason(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("bare.py", "def bare(x):\n    return x\n\ndef test_it() -> None: ...\n")
        watched.settle()
        assert watched.latest["bare"].state == "skipped"
        assert "x" in watched.latest["bare"].reason
        assert (watched.latest["test_it"].state, watched.latest["test_it"].reason) == ("skipped", "a test")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("import no_such_module_anywhere", "ModuleNotFoundError"),
        ("raise RuntimeError('at import')", "RuntimeError: at import"),
        ("import sys; sys.exit(3)", "SystemExit"),
        ("import os; os._exit(3)", "exit code 3"),
        ("import os; os.abort()", "signal 6"),
    ],
)
@pytest.mark.slow
def test_a_text_that_cannot_be_imported_says_why_until_it_can(line: str, reason: str, tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("stats.py", f"{line}\n{AVERAGE}")
        watched.until(lambda: "average" in watched.latest and watched.latest["average"].state == "skipped")
        assert reason in watched.latest["average"].reason
        statuses = [each for each in watched.said if isinstance(each, Status)]
        assert statuses[-1].state == "trouble"
        assert statuses[-1].text.startswith("stats.py: ")
        watched.write("stats.py", AVERAGE, 2)
        watched.settle()
        assert watched.latest["average"].state == "settled"


@pytest.mark.slow
def test_only_what_is_seen_runs_and_what_comes_into_sight_follows(tmp_path: Path) -> None:
    functions = "".join(f"def f{number}(n: int) -> int:\n    return n\n\n" for number in range(10))
    with Watched(tmp_path) as watched:
        path = watched.write("many.py", functions)
        watched.live.set_visible(path, [(1, 4)])
        watched.settle()
        assert {name for name, each in watched.latest.items() if each.state == "settled"} == {"f0", "f1"}
        watched.live.set_visible(path, [(28, 30)])
        watched.until(lambda: watched.latest["f9"].state == "settled")
        watched.settle()
        assert {name for name, each in watched.latest.items() if each.state == "settled"} == {"f0", "f1", "f9"}
        watched.live.set_visible(path, None)
        watched.until(lambda: all(each.state == "settled" for each in watched.latest.values()))


@pytest.mark.slow
def test_results_survive_a_restart(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with Watched(tmp_path, cache) as watched:
        watched.write("stats.py", AVERAGE)
        watched.settle()
        known = watched.latest["average"]
    with Watched(tmp_path, cache) as watched:
        watched.write("stats.py", "\n\n" + AVERAGE, 7)
        watched.until(lambda: watched.latest)
        first = watched.latest["average"]
        assert (first.state, first.hash, first.line) == ("waiting", known.hash, 3)
        assert [each.call for each in first.examples] == [each.call for each in known.examples]
        assert {each.at for each in first.examples if each.at} == {4}
        watched.settle()
        assert [each.call for each in watched.latest["average"].examples] == [each.call for each in known.examples]


@pytest.mark.slow
def test_what_is_known_of_another_function_is_not_shown_by_its_name(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with Watched(tmp_path, cache) as watched:
        watched.write("stats.py", AVERAGE)
        watched.settle()
    with Watched(tmp_path, cache) as watched:
        watched.write("other.py", AVERAGE.replace("def average", "raise OSError\n\ndef mean"))
        watched.settle()
        assert (watched.latest["mean"].state, watched.latest["mean"].examples) == ("skipped", ())
        watched.write("other.py", AVERAGE.replace("def average", "def mean"), 2)
        watched.settle()
        assert "mean([])" in watched.examples("mean")


@pytest.mark.slow
def test_what_an_outdated_worker_says_is_not_shown(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("stats.py", "def f(n: int) -> str:\n    return 'old'\n")
        watched.until(lambda: watched.shows("f", "returned"))
        watched.write("stats.py", "def f(n: int) -> str:\n    return 'new'\n", 2)
        watched.until(lambda: watched.latest["f"].version == 2 and watched.latest["f"].state == "fuzzing")
        watched.settle()
        new = [
            each for each in watched.said if getattr(each, "version", 0) == 2 and getattr(each, "state", "") != "stale"
        ]
        assert new
        results = {example.result for each in new for example in getattr(each, "examples", ())}
        assert results == {"'new'"}


def test_an_edit_is_taken_up_when_typing_pauses(tmp_path: Path) -> None:
    now = 100.0
    with Live(tmp_path, Settings(), clock=lambda: now) as live:
        path = str(tmp_path / "stats.py")
        live.set_text(path, AVERAGE, 1)
        live.poll(0)
        live.set_text(path, AVERAGE + "\ndef g() -> int: return 1\n", 2)
        live.poll(0)
        assert [each.qualname for each in live.functions(path)] == ["average"]
        now += 0.1
        live.set_text(path, AVERAGE + "\ndef gg() -> int: return 1\n", 3)
        now += 0.1
        live.poll(0)
        assert [each.qualname for each in live.functions(path)] == ["average"]
        now += 0.03
        live.poll(0)
        assert [each.qualname for each in live.functions(path)] == ["average", "gg"]


@pytest.mark.slow
def test_paused_nothing_runs_until_it_goes_on(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.live.set_paused(True)
        watched.write("stats.py", AVERAGE)
        watched.settle()
        assert watched.latest["average"].state == "waiting"
        assert watched.said[-1] == Status("paused: nothing is run", "paused") or any(
            isinstance(each, Status) and each.state == "paused" for each in watched.said
        )
        watched.live.set_paused(False)
        watched.until(lambda: watched.latest["average"].state == "settled")


def test_an_interpreter_that_is_none_is_trouble_and_not_a_crash(tmp_path: Path) -> None:
    with Live(tmp_path, Settings(), python=str(tmp_path / "no-python")) as live:
        live.set_text(str(tmp_path / "stats.py"), AVERAGE, 1)
        said = live.poll(0)
        (status,) = [each for each in said if isinstance(each, Status)]
        assert (status.state, status.stops) == ("trouble", True)
        assert "no interpreter" in status.text
        assert "set the option `python`" in status.text, "there is no command line here"
        assert [each.state for each in live.functions(str(tmp_path / "stats.py"))] == ["waiting"]


@pytest.mark.parametrize(
    ("text", "told"), [("\0\x01(", "null bytes"), ("def (", "syntax error"), ("#" * 500_001, "up to 500,000")]
)
def test_of_a_text_that_could_never_be_read_it_is_told_why(text: str, told: str, tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("noise.py", text)
        watched.until(lambda: any(isinstance(each, Status) and each.state == "trouble" for each in watched.said))
        status = next(each for each in watched.said if isinstance(each, Status) and each.state == "trouble")
        assert status.text.startswith("noise.py: ")
        assert told in status.text
        assert not status.stops


@pytest.mark.slow
def test_a_module_with_a_name_of_the_standard_library_says_so(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("random.py", AVERAGE)
        watched.until(lambda: watched.latest and watched.latest["average"].state == "skipped")
        assert "random" in watched.latest["average"].reason


def test_settings_leave_functions_out(tmp_path: Path) -> None:
    settings = replace(Settings(), exclude=("stats.average",))
    with Watched(tmp_path, settings=settings) as watched:
        watched.write("stats.py", AVERAGE)
        watched.settle()
        assert watched.latest["average"].state == "skipped"
        assert "exclude" in watched.latest["average"].reason


@pytest.mark.slow
def test_nothing_is_left_behind(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("stats.py", AVERAGE)
        watched.settle()
        folder = watched.live._folder
        assert folder.is_dir()
    assert not folder.exists()
    assert not [name for name in os.listdir(tmp_path) if name != "cache"]


@pytest.mark.slow
def test_what_cannot_be_called_stays_so_while_other_things_are_edited(tmp_path: Path) -> None:
    bare = "def bare(x):\n    return x\n"
    with Watched(tmp_path) as watched:
        watched.write("bare.py", bare)
        watched.settle()
        said = len(watched.said)
        watched.write("bare.py", f"LIMIT = 3\n{bare}", 2)
        watched.until(lambda: watched.latest["bare"].version == 2)
        watched.settle()
        assert {each.state for each in watched.said[said:] if isinstance(each, LiveFunction)} == {"skipped"}
        watched.write("bare.py", f"LIMIT = 3\n{bare.replace('x)', 'x: int)')}", 3)
        watched.until(lambda: watched.latest["bare"].state == "settled")
        assert watched.latest["bare"].reason == ""


@pytest.mark.slow
def test_calls_in_other_open_texts_are_ordinary(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write(
            "test_stats.py", "from stats import scale\n\ndef test_it():\n    assert scale(41, 'inch') == 41\n"
        )
        watched.write("stats.py", "def scale(number: int, unit: str) -> int:\n    return number * len(unit)\n")
        watched.until(lambda: "scale" in watched.latest and watched.latest["scale"].state == "settled")
        ordinary = [each.call for each in watched.latest["scale"].examples if each.ordinary]
        assert ordinary == ["scale(41, 'inch')"]


PASSES = '''\
def loud(phrase: str, marks: int) -> str:
    return f"{phrase.upper()} ({marks})"


def greet(name: str) -> str:
    """Greet somebody.

    >>> greet("Ada Lovelace")
    """
    return loud(name.split()[-1], len(name))
'''


@pytest.mark.slow
def test_what_a_function_passes_to_another_is_ordinary(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("greetings.py", PASSES)
        watched.until(lambda: "loud" in watched.latest and watched.latest["loud"].state == "settled")
        ordinary = [each.call for each in watched.latest["loud"].examples if each.ordinary]
        assert ordinary == ["loud('Lovelace', 12)"]


@pytest.mark.slow
def test_what_documents_say_comes_before_what_is_passed(tmp_path: Path) -> None:
    said = PASSES.replace("    return f", "    '>>> loud(\"Hi\", 2)'\n    return f")
    with Watched(tmp_path) as watched:
        watched.write("greetings.py", said)
        watched.until(lambda: "loud" in watched.latest and watched.latest["loud"].state == "settled")
        assert [each.call for each in watched.latest["loud"].examples if each.ordinary] == ["loud('Hi', 2)"]


def test_a_text_that_is_as_it_was_counts_as_read_in_its_new_version(tmp_path: Path) -> None:
    with Live(tmp_path, Settings(), clock=lambda: 100.0) as live:
        live.set_paused(True)
        path = str(tmp_path / "stats.py")
        assert live.taken(path) is None
        live.set_text(path, AVERAGE, 1)
        assert live.taken(path) is None
        live.poll(0)
        assert live.taken(path) == 1
        live.set_text(path, AVERAGE, 5)
        assert (live.taken(path), [each.version for each in live.functions(path)]) == (5, [5])


def test_until_a_text_is_read_what_is_told_goes_by_the_one_before(tmp_path: Path) -> None:
    now = 100.0
    with Live(tmp_path, Settings(), clock=lambda: now) as live:
        live.set_paused(True)
        path = str(tmp_path / "stats.py")
        live.set_text(path, AVERAGE, 1)
        live.poll(0)
        live.set_text(path, "\n\n" + AVERAGE, 2)
        live.poll(0)
        assert [(each.version, each.line) for each in live.functions(path)] == [(1, 1)]
        now += 1
        live.poll(0)
        assert [(each.version, each.line) for each in live.functions(path)] == [(2, 3)]


def test_two_texts_of_one_name_both_follow_their_edits(tmp_path: Path) -> None:
    with Live(tmp_path, Settings(), debounce=0.0) as live:
        live.set_paused(True)
        paths = [str(tmp_path / folder / "main.py") for folder in ("a", "b")]
        for path in paths:
            live.set_text(path, AVERAGE, 1)
        live.poll(0)
        for path in paths:
            live.set_text(path, f"{AVERAGE}def more() -> int:\n    return {len(path)}\n", 2)
            live.set_focus(paths[0], 1)
            live.poll(0)
        names = [[(each.qualname, each.version) for each in live.functions(path)] for path in paths]
        assert names == [[("average", 2), ("more", 2)]] * 2


def test_many_files_that_change_are_taken_up_together_and_hold_up_no_edit(tmp_path: Path) -> None:
    now = 100.0
    with Live(tmp_path, Settings(), clock=lambda: now) as live:
        live.set_paused(True)
        path = str(tmp_path / "stats.py")
        live.set_text(path, AVERAGE, 1)
        live.poll(0)
        times = 0
        taken_up = live._take_up

        def counted(edited: list[OpenText]) -> None:
            nonlocal times
            times += 1
            taken_up(edited)

        live._take_up = counted  # type: ignore[method-assign] # to count
        live.set_text(path, "\n" + AVERAGE, 2)
        for number in range(20):
            now += 0.01
            live.file_changed(str(tmp_path / f"other{number}.py"))
            live.poll(0)
        assert (times, live.taken(path)) == (1, 2)


def test_where_one_looks_is_no_reason_to_import_everything_anew(tmp_path: Path) -> None:
    with Live(tmp_path, Settings(), debounce=0.0) as live:
        live.set_paused(True)
        paths = [str(tmp_path / folder / "shown.py") for folder in ("src", "tests")]
        for path in paths:
            live.set_text(path, AVERAGE, 1)
        assert live._schedule is not None
        before = live._schedule._needs()
        live.set_focus(paths[0], 1)
        assert live._schedule._needs().are_met_by(before)


@pytest.mark.slow
def test_lines_that_move_are_no_reason_to_write_results_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with Watched(tmp_path, cache) as watched:
        watched.write("stats.py", AVERAGE)
        watched.until(lambda: watched.latest and watched.latest["average"].state == "settled")
        for file in cache.iterdir():
            file.unlink()
        watched.write("stats.py", "\n" + AVERAGE, 2)
        watched.until(lambda: watched.latest["average"].line == 2)
        assert list(cache.iterdir()) == []


@pytest.mark.slow
def test_a_text_that_is_closed_while_it_runs_does_no_harm(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        path = watched.write("stats.py", AVERAGE)
        watched.until(lambda: watched.latest and watched.latest["average"].examples)
        watched.live.close_text(path)
        watched.until(lambda: watched.latest["average"].state == "gone" and watched.live.is_idle)


def test_an_import_that_takes_long_holds_up_no_other_text(tmp_path: Path) -> None:
    with Watched(tmp_path) as watched:
        watched.write("slow.py", "while True:\n    pass\n\ndef slow(n: int) -> int:\n    return n\n")
        watched.until(lambda: any(isinstance(each, Status) and each.state == "working" for each in watched.said))
        watched.write("stats.py", AVERAGE)
        watched.until(lambda: watched.shows("average", "raised"))
        assert watched.latest["slow"].state == "waiting"


def test_an_import_that_took_too_long_is_tried_again_with_good_reason_only() -> None:
    buffer = Buffer("slow.py", Module("slow", "slow.py", ""), "import other\n", 1)
    buffer.read()
    for is_costly, edited, expected in [
        (False, "third", True),
        (True, "third", False),
        (True, "other", True),
        (True, "slow", True),
    ]:
        text = OpenText(buffer, unimportable="it takes too long", is_costly=is_costly)
        text.doubt([edited])
        assert text.doubtful is expected, (is_costly, edited)
