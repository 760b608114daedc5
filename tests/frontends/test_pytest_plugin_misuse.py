"""Wrong use of properties under pytest: one message each, with what, where and how to mend it."""

from __future__ import annotations

import pytest

from tests.frontends.test_pytest_plugin import Folder

pytest_plugins = ["pytester"]


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Folder:
    """A folder of tests."""
    return Folder(pytester)


def refusal(folder: Folder, tests: str, *words: str) -> str:
    """Return what a suite with one property that is used wrongly prints, having checked that it is a message."""
    folder.write(tests)
    ran = folder.run(*words)
    assert ran.outcomes == {"failed": 1}, ran.text
    assert "Traceback" not in ran.text
    assert "  fix: " in ran.text
    assert "  at " in ran.text
    assert "please report" not in ran.text
    assert "above exception" not in ran.text
    return ran.text


def test_a_property_without_parameters(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        @prop
        def always() -> None:
            assert True
        """,
    )
    assert "property `test_it.always` has no parameter to generate" in said
    assert "  at test_it.py:7" in said
    assert "give it a parameter with a type hint" in said


def test_a_parameter_without_hint(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        @prop
        def holds(x, y: int) -> None:
            assert True
        """,
    )
    assert "parameter `x` of property `test_it.holds` has no type hint, and no fixture has its name" in said
    assert "fix: say what it is, as in `x: int`, or define a fixture `x`" in said


def test_a_type_that_nothing_can_be_made_of(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        class Closed:
            def __init__(self, key) -> None: ...

        @prop
        def holds(x: Closed) -> None:
            assert True
        """,
    )
    assert "cannot generate parameter `x` of `test_it.holds`" in said
    assert "exclude" not in said


def test_a_recursive_type_without_base_case(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        @dataclass
        class Chain:
            next: "Chain"

        @prop
        def holds(chain: Chain) -> None:
            assert True
        """,
    )
    assert "cannot generate parameter `chain: Chain` of `test_it.holds`: every value of the type would be inf" in said
    assert "fix: let it end somewhere" in said


@pytest.mark.slow
def test_an_assumption_that_rejects_everything(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        @prop
        def holds(x: int) -> None:
            assume(x != x)
            assert True
        """,
    )
    assert "was never run to its end: 300 of 300 runs were discarded" in said
    assert "by `assume(x != x)` at test_it.py:8" in said
    assert "nearest came holds(" in said
    assert "which failed by `" in said
    assert "say it in the hints" in said


@pytest.mark.slow
def test_an_assumption_that_rejects_most_is_a_warning_that_tells_which(folder: Folder) -> None:
    folder.write("""
        @prop
        def holds(x: float, y: int) -> None:
            assume(y == y)
            assume(repr(x).endswith("125"))
            assert True
    """)
    ran = folder.run("--fuzzwright-search=quickcheck", "--fuzzwright-executions=3000")
    assert ran.outcomes == {"passed": 1, "warnings": 1}
    assert "of 3000 runs were discarded" in ran.text
    assert """times by `assume(repr(x).endswith("125"))` at test_it.py:9""" in ran.text
    assert "assume(y == y)`" not in ran.text


@pytest.mark.slow
def test_a_generator_that_raises(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        class Odd:
            pass

        @generator
        def make_odd(seed: int) -> Odd:
            raise RuntimeError("not today")

        @prop
        def holds(x: Odd) -> None:
            assert True
        """,
    )
    assert "no arguments can be made for property `test_it.holds`: RuntimeError: not today, at test_it.py:11" in said


@pytest.mark.slow
def test_a_generator_that_returns_the_wrong_type(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        class Even:
            pass

        @generator
        def make_even(seed: int) -> Even:
            return seed

        @prop
        def holds(x: Even) -> None:
            assert True
        """,
    )
    assert "a generator makes values of the wrong type for `test_it.holds`: `x` was given " in said
    assert "int" in said


@pytest.mark.slow
def test_a_property_that_changes_its_arguments(folder: Folder) -> None:
    folder.write("""
        @prop
        def sorts(items: list[int], others: list[int]) -> None:
            items.sort()
            assert items == sorted(items)
    """)
    ran = folder.run()
    assert ran.outcomes == {"passed": 1, "warnings": 1}
    assert "property `test_it.sorts` changes its arguments: `items`." in ran.text
    assert "fix: let it work on a copy" in ran.text


@pytest.mark.slow
def test_a_flaky_property(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        import os

        @prop
        def holds(x: int) -> None:
            assert os.urandom(1)[0] > 2
        """,
        "--fuzzwright-executions=3000",
    )
    assert "is flaky: it failed once and did not happen again" in said  # chance lets it stand once in 100,000 times
    assert "fix: have it depend on its arguments alone" in said
    assert folder.kept() == []


@pytest.mark.slow
def test_a_property_that_fails_because_of_what_earlier_runs_left(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        @pytest.fixture
        def known() -> list[int]:
            return []

        @prop
        def is_new(known, x: bool) -> None:
            known.append(x)
            assert len(known) < 4
        """,
    )
    assert "the last one fails only after the others" in said
    assert said.count("    is_new(x=") >= 4
    assert "reset in the property what one run leaves to the next" in said


def test_an_example_that_does_not_fit(folder: Folder) -> None:
    said = refusal(
        folder,
        """
        @prop
        @example(1, 2)
        def holds(x: int) -> None:
            assert True
        """,
    )
    assert "@example(1, 2) does not fit the property: too many positional arguments" in said
    assert "fix: give values for x, in this order or by name" in said


@pytest.mark.slow
def test_an_effect_that_the_sandbox_refuses(folder: Folder) -> None:
    text = """
        @prop
        def writes(tmp_path, x: int) -> None:
            (tmp_path / "x").write_text(str(x))
    """
    said = refusal(folder, text)
    assert folder.kept() == []
    assert "property `test_it.writes` does what the sandbox refuses: write to " in said
    assert "--fuzzwright-no-sandbox" in said
    assert folder.run("--fuzzwright-no-sandbox", apart=True).outcomes == {"passed": 1}


@pytest.mark.slow
def test_without_sandbox_failures_are_told_kept_and_run_first_all_the_same(folder: Folder) -> None:
    folder.write("""
        @prop
        def is_small(tmp_path, x: int) -> bool:
            (tmp_path / "x").write_text(str(x))
            event("ran")
            return x < 300

        def test_called_directly(tmp_path) -> None:
            assert is_small(tmp_path, 300) is False
    """)
    ran = folder.run("--fuzzwright-no-sandbox", apart=True)
    assert ran.outcomes == {"failed": 1, "passed": 1}
    assert "    is_small(x=300, tmp_path=tmp_path)" in ran.text
    assert " ran" in ran.text.split("fuzzwright: events and targets")[1]
    again = folder.run("--fuzzwright-no-sandbox", "--fuzzwright-time-per-property=0", apart=True)
    assert again.outcomes == {"failed": 1, "passed": 1}
    assert "and run first:" in again.text


@pytest.mark.slow
def test_skipping_in_a_property_skips_it(folder: Folder) -> None:
    folder.write("""
        @prop
        def holds(x: int) -> None:
            pytest.skip("not here")
    """)
    assert folder.run().outcomes == {"skipped": 1}
    assert folder.kept() == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--fuzzwright-search=nonsense"], "no search called `nonsense`"),
        (["--fuzzwright-time=-1"], "--fuzzwright-time cannot be -1"),
        (["--fuzzwright-executions=0"], "--fuzzwright-executions cannot be 0"),
        (["-o", "fuzzwright_seed=x"], "`fuzzwright_seed` cannot be 'x'"),
    ],
)
def test_options_that_make_no_sense_are_refused(folder: Folder, words: list[str], told: str) -> None:
    folder.write("""
        @prop
        def holds(x: int) -> None:
            assert True
    """)
    ran = folder.run(*words)
    assert ran.code == 4
    assert told in ran.text
