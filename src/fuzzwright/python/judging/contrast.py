"""Whether what a run saw beside a failure speaks for it.

A method stumbles over an odd object more often than over a defect: whoever made it knew what for. It is believed
where there is something to hold it against: its class refuses other values with errors of the package's own, the
docstring names other exceptions, the code handles others there, or much of what the hints allow fails just so. A
function that a package shows takes data and stands for itself, unless there was nothing in what it got; and in a
package that does not say what it shows nobody can tell. What is said of a value in the call with an exception that
the function refuses other values with is a refusal too, whoever says it.
"""

from __future__ import annotations

import ast
import builtins
import re
from dataclasses import dataclass

from fuzzwright.python.judging.case import Case, handed_over
from fuzzwright.python.judging.face import has_face
from fuzzwright.python.judging.files import package_of
from fuzzwright.python.judging.grounds import is_wrong_anyway, stumbles_over_its_none, takes_care
from fuzzwright.python.judging.purpose import others_listed, promise, quotes_the_call

MUCH = 0.1
"""Where this part of all calls fails in one way, the hints say something else than the code."""
_OF_MISUSE = ("TypeError", "RuntimeError")
"""An error for values does not stand for these."""
_OF_NOTHING = ("IndexError", "StopIteration", "ZeroDivisionError")
_EMPTY = re.compile(r"\bempty\b|values to unpack")


@dataclass(frozen=True, slots=True)
class Beside:
    """What was seen of a function beside one failure of it."""

    refused: frozenset[str] = frozenset()
    """The exceptions that it was seen to raise on purpose."""
    refused_by_class: frozenset[str] = frozenset()
    """Those that it or other methods of its class were seen to raise on purpose."""
    share: float = 0.0
    """The part of its executions that failed in this way."""


def unsupported(case: Case, beside: Beside) -> str:
    """Return why nothing that was seen speaks for a failure; nothing if something does, or need not."""
    if case.kind != "raised" or is_wrong_anyway(case) or promise(case):
        return ""
    if quotes_the_call(case) and (meant := next(filter(lambda name: _is_a(case, name), sorted(beside.refused)), "")):
        return f"other values are refused with `{meant}` too"
    if not has_face(case) or others_listed(case) or takes_care(case) or stumbles_over_its_none(case):
        return ""
    inside = any(isinstance(node, ast.ClassDef) for node in case.around_function())
    own = any(name.startswith(f"{package_of(case)}.") for name in beside.refused_by_class)
    if own and inside and case.exception not in _OF_MISUSE:
        return ""
    if (nothing := _nothing(case)) is not None and not beside.refused:
        if nothing or beside.share < MUCH:
            return "it was given nothing to begin with, and was not seen to refuse anything"
    elif inside and beside.share < MUCH:
        return "few of the calls that the hints allow fail so, and its class was not seen to refuse others"
    return ""


def _nothing(case: Case) -> bool | None:
    """Tell whether what was looked for was in a value that holds nothing, inside of another; None if it was not."""
    told = case.exception in _OF_NOTHING or (case.exception == "ValueError" and _EMPTY.search(case.message))
    if not told or "assignment" in case.message:
        return None
    # Of an index the message tells in what: another kind of value than the empty one was made on the way.
    kind = case.message.partition(" index ")[0] if case.exception == "IndexError" else ""
    given = [part for node in case.expressions_in_call() if isinstance(node, ast.Call) for part in handed_over(node)]
    if any(_holds_nothing(part, kind) for part in given):
        return False
    return True if any(_holds_nothing(node, kind) for part in given for node in ast.walk(part)) else None


def _holds_nothing(node: ast.AST, kind: str) -> bool:
    match node:
        case ast.Constant(value=""):
            return kind in ("", "string")
        case ast.List(elts=[]):
            return kind in ("", "list")
        case ast.Tuple(elts=[]):
            return kind in ("", "tuple")
    empty = isinstance(node, ast.Dict) and not node.keys
    return not kind and (empty or (isinstance(node, ast.Call) and ast.unparse(node) in ("set()", "frozenset()")))


def _is_a(case: Case, refused: str) -> bool:
    """Tell whether whoever expects one exception is spared this one too; classes of packages are taken by name."""
    raised, meant = getattr(builtins, case.exception, None), getattr(builtins, refused, None)
    derived = isinstance(raised, type) and isinstance(meant, type) and issubclass(raised, meant)
    return case.exception == refused or derived
