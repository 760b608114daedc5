"""The way to a line, read from the source: conditions, how they have to turn out, what can never run."""

from __future__ import annotations

from textwrap import dedent

import pytest

from fuzzwright.python.ways import Way, way_to


def way(source: str, function: str = "f") -> Way:
    """Return the way to the line marked `# here`, for a function."""
    lines = dedent(source).strip("\n").splitlines()
    goal = next(number for number, line in enumerate(lines, 1) if "# here" in line)
    starts = [number for number, line in enumerate(lines, 1) if line.lstrip().startswith((f"def {function}(", "async"))]
    first = starts[0]
    indent = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    after = [
        number
        for number, line in enumerate(lines, 1)
        if number > first and line.strip() and len(line) - len(line.lstrip()) <= indent
    ]
    found = way_to("\n".join(lines), goal, first, min(after, default=len(lines) + 1) - 1)
    assert found is not None
    return found


def needs(source: str, function: str = "f") -> list[tuple[str, bool]]:
    """Return the conditions on the way, nearest first, without what only has to work."""
    return [
        (condition.text, condition.holds) for condition in way(source, function).conditions if condition.kind != "works"
    ]


def test_the_innermost_condition_comes_first() -> None:
    assert needs("""
        def f(a, b):
            if a > 1:
                if b > 2:
                    return 1  # here
    """) == [("b > 2", True), ("a > 1", True)]


def test_an_else_needs_its_tests_not_to_hold() -> None:
    assert needs("""
        def f(a):
            if a == 1:
                pass
            elif a == 2:
                pass
            else:
                return 1  # here
    """) == [("a == 2", False), ("a == 1", False)]


def test_early_exits_before_it_must_not_be_taken() -> None:
    assert needs("""
        def f(a, items):
            if a < 0:
                raise ValueError
            for item in items:
                if item == 3:
                    continue
                if item == 4:
                    break
                print(item)  # here
    """) == [("item == 4", False), ("item == 3", False), ("a < 0", False)]


def test_a_break_of_a_loop_before_it_is_no_exit() -> None:
    assert (
        needs("""
        def f(items):
            for item in items:
                if item == 3:
                    break
            return 1  # here
    """)
        == []
    )


def test_parts_of_and_or_and_not_are_told_apart() -> None:
    assert needs("""
        def f(a, b, c):
            if a and not (b == 2 or c):
                return 1  # here
    """) == [("a", True), ("b == 2", False), ("c", False)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return (0 if a == 3 else\n        1)  # here", [("a == 3", False)]),
        ("return (a > 5 and\n        b)  # here", [("a > 5", True)]),
        ("return [\n        b  # here\n        for b in a if b == 9]", [("b == 9", True)]),
    ],
)
def test_a_part_of_an_expression_has_conditions_of_its_own(body: str, expected: list[tuple[str, bool]]) -> None:
    assert needs(f"def f(a, b):\n    {body}") == expected


def test_the_guard_of_a_case_is_needed() -> None:
    assert needs("""
        def f(a):
            match a:
                case [x] if x > 3:
                    return 1  # here
    """) == [("x > 3", True)]


def test_a_while_before_it_has_to_end_and_an_assert_to_hold() -> None:
    assert needs("""
        def f(a):
            while a < 7:
                a += 1
            assert a != 9
            return a  # here
    """)[:2] == [("a != 9", True), ("a < 7", False)]


def test_a_helper_leads_back_to_its_callers() -> None:
    assert needs("""
        def g(x):
            if x == 1:
                return 1  # here

        def f(a, b):
            if b:
                return g(a)
    """) == [("x == 1", True), ("b", True)]


def test_a_method_leads_back_to_its_callers_two_levels_up() -> None:
    found = way("""
        class C:
            def inner(self, x):
                if x == 1:
                    return 1  # here

            def middle(self, x):
                if x > 0:
                    self.inner(x)

        def f(c, a):
            if a < 5:
                c.middle(a)
    """)
    assert [condition.text for condition in found.conditions] == ["x == 1", "x > 0", "a < 5"]
    assert found.connected


def test_what_a_flag_or_an_answer_hangs_on_comes_last() -> None:
    assert needs("""
        def good(x):
            if x == 5:
                return True
            return False

        def f(items, a):
            found = False
            for item in items:
                if item == "needle":
                    found = True
            if found and good(a):
                return 1  # here
    """) == [("found", True), ("good(a)", True), ("item == 'needle'", True), ("x == 5", True)]


def test_a_handler_needs_what_is_raised_in_its_body() -> None:
    assert needs("""
        def f(a):
            try:
                if a == 4:
                    raise ValueError
            except ValueError:
                return 1  # here
    """) == [("a == 4", True)]


def test_calls_before_it_have_to_work() -> None:
    found = way("""
        def f(a):
            n = int(a)
            return n  # here
    """)
    assert [(condition.kind, condition.text) for condition in found.conditions] == [("works", "int(a)")]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return 1\n    print(a)  # here", "it follows the `return` on line 2"),
        ("if a:\n        return 1\n    else:\n        raise ValueError\n    print(a)  # here", "behind which nothing"),
        ("while True:\n        a += 1\n    print(a)  # here", "the endless loop on line 2"),
        ("if False:\n        print(a)  # here", "`False` on line 2 never changes"),
        ("if TYPE_CHECKING:\n        print(a)  # here", "only type checkers read"),
    ],
)
def test_what_can_never_run_is_told_with_the_reason(body: str, why: str) -> None:
    assert why in way(f"def f(a):\n    {body}").dead


@pytest.mark.parametrize(
    "body",
    [
        "while True:\n        if a:\n            break\n    print(a)  # here",
        "with a:\n        raise ValueError\n    print(a)  # here",
        "try:\n        return 1\n    except ValueError:\n        pass\n    print(a)  # here",
        "for x in a:\n        return 1\n    print(a)  # here",
    ],
)
def test_what_may_run_is_not_called_dead(body: str) -> None:
    assert way(f"def f(a):\n    {body}").dead == ""


def test_code_at_module_level_is_on_no_way() -> None:
    assert way_to("import os\n\ndef f(a):\n    return a\n", 1, 3, 4) is None
