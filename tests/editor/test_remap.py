"""Where lines of a text are after it was edited."""

from __future__ import annotations

from fuzzwright.editor.buffers import Module, parse
from fuzzwright.editor.examples import LiveExample
from fuzzwright.editor.remap import moved, moved_defined, moved_example

MODULE = Module("shop", "/nowhere/shop.py", "/nowhere")
TEXT = """\
def f(a: int) -> int:
    if a:
        return 1
    return 2

def g() -> int:
    return 3
"""


def test_lines_move_with_the_nodes_of_an_unchanged_function() -> None:
    new = "import os\n" + TEXT.replace("    if a:\n", "    # why\n\n    if a:\n        # so\n")
    old, now = parse(TEXT, 1, MODULE), parse(new, 2, MODULE)
    move = moved(TEXT, new, old.functions, now.functions)
    assert [move(line) for line in (1, 2, 3, 4, 6, 7)] == [2, 5, 7, 8, 10, 11]


def test_in_a_broken_text_lines_before_the_edit_stay_and_those_behind_it_move() -> None:
    move = moved(TEXT, TEXT.replace("        return 1\n", "        return (\n\n"))
    assert [move(line) for line in (1, 2, 4, 6, 7)] == [1, 2, 5, 7, 8]


def test_lines_that_were_deleted_end_up_where_they_were() -> None:
    move = moved(TEXT, TEXT.replace("    if a:\n        return 1\n", ""))
    assert [move(line) for line in (1, 4, 6)] == [1, 2, 4]
    assert 1 <= move(3) <= 2


def test_a_form_feed_does_not_end_a_line() -> None:
    text = TEXT.replace("\ndef g", "\f\ndef g")
    new = "import os\n" + text.replace("return 3", "return 4")
    old, now = parse(text, 1, MODULE), parse(new, 2, MODULE)
    move = moved(text, new, old.functions, now.functions)
    assert [move(line) for line in (1, 4, 6, 7)] == [2, 5, 7, 8]


def test_a_line_that_is_none_is_no_reason_to_stop() -> None:
    assert moved(TEXT, "\n" + TEXT)(0) <= 1


def test_the_same_text_moves_nothing() -> None:
    move = moved(TEXT, TEXT)
    assert [move(line) for line in range(1, 8)] == list(range(1, 8))


def test_an_example_moves_with_its_lines_and_its_traceback() -> None:
    example = LiveExample(
        "id", 0, "f(0)", "raised", "E", lines=(2, 3), at=3, traceback='  File "/nowhere/shop.py", line 3, in f\n'
    )
    found = moved_example(example, lambda line: line + 10, "/nowhere/shop.py")
    assert (found.lines, found.at) == ((12, 13), 13)
    assert found.traceback == '  File "/nowhere/shop.py", line 13, in f\n'
    assert moved_example(example, lambda line: line + 10, "/elsewhere.py").traceback == example.traceback


def test_a_function_in_a_broken_text_stays_in_one_piece() -> None:
    defined = parse(TEXT, 1, MODULE).functions["f"]
    for cut in range(8):
        new = "\n".join(TEXT.splitlines()[cut:])
        now = moved_defined(defined, moved(TEXT, new))
        assert now.first <= now.line <= now.signature_line <= now.last


def test_a_line_that_is_edited_stays_the_last_of_its_function_in_a_broken_text() -> None:
    old = "def f(n: int) -> int:\n    return n * 2\n\n\ndef g(n: int) -> int:\n    return n\n"
    for broken in (old.replace("n * 2", "n * 2 +"), old.replace("return n\n", "return (n\n")):
        move = moved(old, broken)
        assert [move(line) for line in range(1, 7)] == [1, 2, 3, 4, 5, 6]
