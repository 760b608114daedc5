"""Types in docstrings: what is understood becomes an annotation, what is not gives nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fuzzwright.python.docstring_types import annotation_of, documented_types

GOOGLE = """Do something.

Args:
    count (int): how many
        of these (str): a line that goes on
    *rest (str): others
    names (list of str, optional): who
    plain: not told
    change (Callable[[int], str]): what to do

Returns:
    result (int): no parameter
"""
NUMPY = """Do something.

Parameters
----------
count : int
    With a : colon in its description.
left, right : str, optional
mode : {'fast', 'slow'}

Returns
-------
result : int
"""
SPHINX = """Do something.

:param int count: how many
:param names: who
:type names: list[str] or None
:param dict(str, int) table: what
:param other: not told
:returns: nothing
"""


@pytest.mark.parametrize(
    ("words", "annotation"),
    [
        ("int", "int"),
        ("integer", "int"),
        ("a string", "str"),
        ("list of str", "list[str]"),
        ("list of list of int", "list[list[int]]"),
        ("sequence of ints", "collections.abc.Sequence[int]"),
        ("str or None", "str | None"),
        ("int, str or None", "int | str | None"),
        ("int, optional", "int"),
        ("float, default 0.5", "float"),
        ("string (default: 'x')", "str"),
        ("bool, optional, default=True", "bool"),
        ("dict[str, int]", "dict[str, int]"),
        ("dict of str to int", "dict[str, int]"),
        ("tuple of int", "tuple[int, ...]"),
        ("tuple of (int, str)", "tuple[int, str]"),
        ("(int, str)", "tuple[int, str]"),
        ("number", "int | float"),
        (":class:`~shop.Order`", "shop.Order"),
        ("list of :class:`Order`", "list[Order]"),
        ("{'a', 'b'}", "typing.Literal['a', 'b']"),
    ],
)
def test_type_words_become_an_annotation(words: str, annotation: str) -> None:
    assert annotation_of(words) == annotation


@pytest.mark.parametrize(
    "words",
    ["", "array-like", "the name of the thing", "my thing", "int > 0", "ndarray of shape (n,)", "int, float", "list of",
     "dict of str", "list[", "int]", "x" * 300, "[" * 100, "list of " * 20 + "int"],
)  # fmt: skip
def test_words_that_are_no_type_we_know_give_nothing(words: str) -> None:
    assert annotation_of(words) is None


def test_the_three_formats_are_read() -> None:
    assert documented_types(GOOGLE) == {
        "count": "int",
        "rest": "str",
        "names": "list[str]",
        "change": "Callable[[int], str]",
    }
    assert documented_types(NUMPY) == {
        "count": "int",
        "left": "str",
        "right": "str",
        "mode": "typing.Literal['fast', 'slow']",
    }
    assert documented_types(SPHINX) == {"count": "int", "names": "list[str] | None", "table": "dict[str, int]"}


@given(st.text(alphabet="int listofrd[](),|:{}'`~.\n-", max_size=60))
def test_any_text_is_understood_or_not_but_never_raises(text: str) -> None:
    understood = annotation_of(text)
    if understood is not None:
        compile(understood, "annotation", "eval")
    documented_types(f"Args:\n    x ({text}): y\n\n:type z: {text}")
