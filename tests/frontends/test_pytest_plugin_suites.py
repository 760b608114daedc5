"""Whole suites: time shared in rounds, settings in files, and the plugins that properties have to get along with."""

from __future__ import annotations

import pytest

from tests.frontends.test_pytest_plugin import Folder

pytest_plugins = ["pytester"]

SHOP = """
    def price(count: int) -> int:
        if count > 1000:
            return count * 2
        if count < 0:
            return 0
        return count
"""
FOUR = """
    import shop

    @prop
    def prices_are_numbers(count: int) -> None:
        assert isinstance(shop.price(count), int)

    @prop
    def prices_grow(count: int) -> None:
        assume(count > 0)
        assert shop.price(count + 1) > shop.price(count)

    @prop
    def nothing_costs_2004(count: int) -> None:
        assert shop.price(count) != 2004

    def test_plain() -> None:
        assert shop.price(1) == 1
"""


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Folder:
    """A folder of tests, with a module that they test."""
    folder = Folder(pytester)
    folder.write(shop=SHOP)
    return folder


@pytest.mark.slow
def test_one_time_for_all_is_used_in_rounds(folder: Folder) -> None:
    folder.write("""
        import os

        @pytest.fixture(scope="module")
        def turn(request):
            with open(os.environ["TURNS"], "a") as file:
                file.write("module\\n")

        @pytest.fixture
        def own(turn, request):
            with open(os.environ["TURNS"], "a") as file:
                file.write(request.node.name + "\\n")

        @prop
        def first(own, items: list[int]) -> None:
            assert sorted(items) == sorted(sorted(items))

        @prop
        def second(own, text: str) -> None:
            assert text == text

        @prop
        def fails(own, x: int) -> None:
            assert x < 100

        def test_plain(own) -> None:
            pass
    """)
    # On a busy machine starting the first turns may take all of the time.
    for seconds in (8, 60):
        turns = folder.path / f"turns {seconds}"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TURNS", str(turns))
            ran = folder.run("-v", f"--fuzzwright-time={seconds}")
        assert ran.outcomes == {"passed": 3, "failed": 1}
        assert f"3 properties, {seconds} s together, seed 0" in ran.text
        order = turns.read_text().split()
        if len(order) > 5:
            break
    # All had a turn before any had a second one; what failed had one only; each round sets fixtures up anew.
    assert order[:5] == ["module", "first", "second", "fails", "test_plain"]
    assert order[5:8] == ["module", "first", "second"]
    assert order.count("fails") == 1
    told = [line.split()[0].rpartition("::")[2] for line in ran.text.splitlines() if line.endswith("%]")]
    assert sorted(told) == ["fails", "first", "second", "test_plain"], "each is told once"


@pytest.mark.slow
def test_a_failure_of_a_later_round_is_told_as_the_only_outcome(folder: Folder) -> None:
    folder.write("""
        runs = []

        @pytest.fixture
        def turn() -> int:
            runs.append(1)
            return len(runs)

        @prop
        def only_once(turn: int, x: int) -> None:
            assert turn < 2
    """)
    ran = folder.run("--fuzzwright-time=5")
    assert ran.outcomes == {"failed": 1}
    assert ran.code == 1
    assert "E       assert 2 < 2" in ran.text


@pytest.mark.slow
def test_stopping_at_the_first_failure_leaves_no_property_untold(folder: Folder) -> None:
    folder.write("""
        @prop
        def holds(x: int) -> None:
            assert x == x

        def test_fails() -> None:
            assert False

        @prop
        def never_comes(x: int) -> None:
            assert x == x
    """)
    ran = folder.run("-x", "--fuzzwright-time=60")
    assert ran.outcomes == {"failed": 1, "passed": 1}


@pytest.mark.slow
def test_an_interrupt_ends_the_rounds(folder: Folder) -> None:
    folder.write("""
        @prop
        def holds(x: int) -> None:
            assert x == x

        def test_interrupted() -> None:
            raise KeyboardInterrupt
    """)
    ran = folder.run("--fuzzwright-time=600", "-v", apart=True)
    assert ran.code == 2
    assert "::holds PASSED" in ran.text.replace("\n", "")


@pytest.mark.slow
def test_settings_are_read_from_the_configuration_of_pytest(folder: Folder) -> None:
    folder.write(FOUR)
    (folder.path / "pytest.ini").write_text("[pytest]\nfuzzwright_seed = 7\nfuzzwright_search = quickcheck\n")
    ran = folder.run("-k", "2004")
    assert ran.outcomes == {"passed": 1, "deselected": 3}
    assert "1 property, 300 runs each, seed 7" in ran.text
    guided = folder.run("-k", "2004", "--fuzzwright-search", "adaptive")
    assert guided.outcomes == {"failed": 1, "deselected": 3}
    assert "nothing_costs_2004(1002)" in guided.text
    assert "--fuzzwright-seed 7" in guided.text


@pytest.mark.slow
def test_modules_that_a_conftest_imported_are_followed_too(folder: Folder) -> None:
    folder.write(FOUR, conftest="import shop\n")
    ran = folder.run("-k", "2004")
    assert ran.outcomes == {"failed": 1, "deselected": 3}
    assert "nothing_costs_2004(1002)" in ran.text


@pytest.mark.slow
def test_the_code_that_ordinary_tests_run_has_no_probes(folder: Folder) -> None:
    folder.write(
        FOUR
        + """
    def test_is_as_it_was_compiled() -> None:
        with open(shop.__file__) as file:
            plain = compile(file.read(), shop.__file__, "exec")
        assert shop.price.__code__ in plain.co_consts
    """
    )
    assert folder.run("-k", "numbers or compiled").outcomes == {"passed": 2, "deselected": 3}


@pytest.mark.slow
def test_a_suite_without_properties_does_not_load_what_runs_them(folder: Folder) -> None:
    folder.write("""
        import sys

        def test_plain() -> None:
            assert "fuzzwright.campaigns.run" not in sys.modules
    """)
    assert folder.run(apart=True).outcomes == {"passed": 1}


@pytest.mark.slow
def test_xdist_runs_properties_in_several_processes(folder: Folder) -> None:
    pytest.importorskip("xdist")
    folder.write(FOUR)
    ran = folder.run("-n", "2", apart=True)
    assert ran.outcomes == {"failed": 1, "passed": 3}
    assert "nothing_costs_2004(1002)" in ran.text
    assert len(folder.kept()) == 1
    again = folder.run("-n", "2", "--fuzzwright-time=1", apart=True)
    assert again.outcomes == {"failed": 1, "passed": 3}
    assert "and run first:" in again.text


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--cov-branch",)], ids=["lines", "branches"])
def test_what_properties_run_counts_for_pytest_cov(folder: Folder, options: tuple[str, ...]) -> None:
    pytest.importorskip("pytest_cov")
    folder.write(FOUR)
    asked = ("--cov=shop", "--cov-report=term-missing", *options)
    ran = folder.run(*asked, "-k", "numbers", apart=True)
    assert ran.outcomes == {"passed": 1, "deselected": 3}
    assert ran.line("shop.py").split()[-1] == "100%"
    without = folder.run(*asked, "-k", "plain", apart=True)
    assert without.line("shop.py").split()[-1] != "100%", "or this shows nothing"


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["auto", "strict"])
def test_asynchronous_properties_get_along_with_pytest_asyncio(folder: Folder, mode: str) -> None:
    pytest.importorskip("pytest_asyncio")
    folder.write("""
        import asyncio

        @prop
        async def sleeps(x: int) -> None:
            await asyncio.sleep(0)
            assert x < 500
    """)
    ran = folder.run("-o", f"asyncio_mode={mode}", apart=True)
    assert ran.outcomes["failed"] == 1
    assert "    sleeps(500)" in ran.text
