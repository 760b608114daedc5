"""Whether what a run saw beside a failure speaks for it.

A method stumbles over an odd object more often than over a defect: whoever made it knew what for. In a package that
shows what is for others it is believed where there is something to hold it against: it, or its class, refuses other
values with errors that somebody wrote for this, its docstring names other exceptions, the code handles others there,
it trips over a None that nobody wrote, it fails for all values of a type and for no other, or much of what the hints
allow fails just so. A function takes data and stands for itself, and in a package that does not say what it shows
nobody can tell. What is said of a value in the call with an exception that the function refuses other values with is a
refusal too, whoever says it.
"""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass

from fuzzwright.python.judging.announced import others_listed
from fuzzwright.python.judging.case import Case
from fuzzwright.python.judging.face import has_face
from fuzzwright.python.judging.files import package_of
from fuzzwright.python.judging.grounds import is_wrong_anyway, stumbles_over_its_none, takes_care
from fuzzwright.python.judging.purpose import promise, quotes_the_call

MUCH = 0.1
"""Where this part of all calls fails in one way, the hints say something else than the code."""
_LOOKING = ("IndexError", "KeyError", "AttributeError", "StopIteration", "ZeroDivisionError")
"""What nobody raises for a value, where others are refused in words."""
_OF_MISUSE = ("TypeError", "RuntimeError")
"""An error for values does not stand for these."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What was seen of a function beside one failure of it."""

    refused: frozenset[str] = frozenset()
    """The exceptions that it was seen to raise on purpose."""
    refused_by_class: frozenset[str] = frozenset()
    """Those that it or other methods of its class were seen to raise on purpose."""
    share: float = 0.0
    """The part of the function's executions that failed in this way."""
    suggestion: str = ""
    """The hint under which it does not happen, as a diff."""


def unsupported(case: Case, beside: Beside) -> str:
    """Return why nothing that was seen speaks for a failure; nothing if something does, or need not."""
    if case.kind != "raised" or is_wrong_anyway(case) or promise(case):
        return ""
    if quotes_the_call(case) and (meant := next(filter(lambda name: _is_a(case, name), sorted(beside.refused)), "")):
        return f"other values are refused with `{meant}` too"
    if not has_face(case) or others_listed(case) or takes_care(case) or stumbles_over_its_none(case):
        return ""
    if not any(isinstance(node, ast.ClassDef) for node in case.around_function()):
        return ""
    own = any(name.startswith(f"{package_of(case)}.") for name in beside.refused_by_class)
    if (own and case.exception not in _OF_MISUSE) or (beside.refused and case.exception in _LOOKING):
        return ""
    if beside.share >= MUCH or _is_of_a_type(beside.suggestion):
        return ""
    return "few of the calls that the hints allow fail so, and it was not seen to refuse other values"


def _is_of_a_type(suggestion: str) -> bool:
    """Tell whether all values of a type fail, and those of others that the hint allows pass."""
    lines = [line for line in suggestion.splitlines() if line.startswith("+") and "import" not in line]
    return bool(lines) and not any("Annotated[" in line for line in lines)


def _is_a(case: Case, refused: str) -> bool:
    """Tell whether whoever expects one exception is spared this one too; classes of packages are taken by name."""
    raised, meant = getattr(builtins, case.exception, None), getattr(builtins, refused, None)
    derived = isinstance(raised, type) and isinstance(meant, type) and issubclass(raised, meant)
    return case.exception == refused or derived
