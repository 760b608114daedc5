"""Whether anything beside a failure speaks against it: what its code says, and what a run saw of the function.

That a call failed which hints allow says little: hints allow more than anybody means. Of failures that nothing excuses,
few are worth mending where nothing else speaks for them; most of them are where something does. The code reads what it
never set, or text, and says what of that it refuses; the run saw other text refused, all values of one type fail, or
every call. In a package, what nothing of that speaks for is unclear: told, behind what is to be acted
on. A single module is judged by itself, for whoever is writing it.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from fuzzwright.python.judging.announced import denied, others_listed
from fuzzwright.python.judging.case import MAKING, Case
from fuzzwright.python.judging.endless import is_idle, locks, was_locked
from fuzzwright.python.judging.files import package_of
from fuzzwright.python.judging.grounds import is_wrong_anyway, refuses_the_like, stumbles_over_its_none
from fuzzwright.python.judging.keeping import defaults_of
from fuzzwright.python.judging.origins import expressions_in, given_as
from fuzzwright.python.judging.purpose import is_question, promised_by_nature, quotes_the_call
from fuzzwright.python.judging.reading import is_given_text_alone, reads_text
from fuzzwright.python.judging.supplied import supplied_to_function

ALWAYS = 0.9
"""Where this part of all calls fails in one way, the function can do nothing else."""
_OF_MISUSE = ("TypeError", "RuntimeError", "OverflowError")
"""An error for values does not stand for these; for the first it does where nothing can have been of a wrong type."""
_OF_TYPES = ("TypeError", "AttributeError")
_ANYTHING = re.compile(r"\b(object|Any)\b|\b([lL]ist|[dD]ict|[tT]uple|[sS]et|Sequence|Iterable|Mapping)\b(?!\[)")
_COMPARING = ("__eq__", "__ne__", "__contains__")
"""What is no answer to these may still be asked."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What was seen of a function beside one failure of it."""

    refused: frozenset[str] = frozenset()
    """The exceptions that it was seen to raise on purpose."""
    share: float = 0.0
    """The part of the function's executions that failed in this way."""
    suggestion: str = ""
    """The hint under which it does not happen, as a diff."""


def refused_alike(case: Case, beside: Beside) -> str:
    """Return what other values are refused with, where a failure names the value it is about; else nothing."""
    if case.kind != "raised" or is_wrong_anyway(case) or promised_by_nature(case) or denied(case):
        return ""
    if not quotes_the_call(case):
        return ""
    return next(filter(lambda name: _is_a(case, name), sorted(beside.refused)), "")


def is_run_again(case: Case) -> bool:
    """Tell whether what a program starts with fails after it was run before in the same process, as no program is."""
    return case.function is not None and case.function.name == "main" and len(case.calls_in_call("main")) > 1


def is_doubtful(case: Case) -> bool:
    """Tell whether a failure needs something beside it: callers that nobody knows may be asked for what hints allow.

    So does a call that waits without doing anything: who should have told it to go on may not have been there.
    """
    return (case.kind == "raised" or is_idle(case)) and "/" in case.file


def proven_by(case: Case, beside: Beside) -> str:
    """Return what shows that a failure is wrong whoever called; nothing if nothing does."""
    if case.kind == "timed_out":
        return "it waits for what it has locked itself" if locks(case) and not was_locked(case) else ""
    if is_wrong_anyway(case):
        return "it fails so whatever it is given"
    if by_nature := _broken_promise(case):
        return by_nature
    if said := denied(case):
        return said
    # Of texts hardly any is the name of something.
    if case.exception != "KeyError" and _is_of_a_type(beside.suggestion):
        return "all values of a type fail that the hint allows"
    if left_out := _default_of_its_own(case):
        return f"`{left_out}` may be left out, and then it fails"
    # Nor are many numbers in a table, so that most fail says nothing.
    if not _is_of_an_object(case) and beside.share >= ALWAYS and case.exception in _OF_TYPES:
        return "nearly every call fails so"
    return ""


def spoken_for(case: Case, beside: Beside) -> str:
    """Return what speaks for a failure beside itself, as long as no caller sees to it; nothing if nothing does.

    Whoever has a text, a file or what came over a network knows only by asking whether it can be read, so code that
    refuses what it cannot read should refuse all of it so. What a program puts together itself is another matter.
    """
    if case.kind == "timed_out":
        return ""
    if case.exception == "ZeroDivisionError":
        return "nobody raises this on purpose"
    # What the package itself says is a refusal already, whatever else is refused.
    own = case.exception.startswith(f"{package_of(case)}.")
    if own or _is_of_misuse(case) or _is_of_another_package(case) or not reads_text(case):
        return ""
    # What a text or bytes hold is known to whoever has them.
    if (said := others_listed(case)) and not case.exception.startswith("Unicode"):
        return said
    return _refuses_others(case, beside)


def _is_of_misuse(case: Case) -> bool:
    """Tell whether no error for values stands for such a failure; of text alone no type can be wrong."""
    return case.exception in _OF_MISUSE and not (case.exception == "TypeError" and is_given_text_alone(case))


def _refuses_others(case: Case, beside: Beside) -> str:
    """Return with what other values are refused, in source or as the run saw it, if this one could have been."""
    if refuses_the_like(case):
        return "the code there raises an error for other values"
    if own := next((name for name in sorted(beside.refused) if name.startswith(f"{package_of(case)}.")), ""):
        return f"other values are refused with `{own}`"
    return ""


def _is_of_another_package(case: Case) -> bool:
    """Tell whether an exception is of a class that neither Python nor the package has made."""
    top, dot, _ = case.exception.partition(".")
    return bool(dot) and top != package_of(case) and top not in sys.stdlib_module_names


def _is_of_an_object(case: Case) -> bool:
    """Tell whether the function under test is a method of an object, which may have been made wrongly."""
    return case.is_method and case.function is not None and case.function.name not in MAKING


def _broken_promise(case: Case) -> str:
    """Return why a function should not raise this, whatever it is given; nothing if it may."""
    asks = case.function is not None and case.function.name in _COMPARING
    own = case.exception.startswith(f"{package_of(case)}.")
    # Whoever has bytes knows what they are. What the package says itself of an object is meant, but not what it says
    # of the value that the object is compared with.
    excused = case.exception == "UnicodeDecodeError" or (own and not (asks and quotes_the_call(case)))
    return "" if excused or is_question(case) else promised_by_nature(case)


def _default_of_its_own(case: Case) -> str:
    """Return a parameter of the function whose default of None the code trips over; nothing if there is none."""
    function = case.function
    if function is None or case.statement is None or not stumbles_over_its_none(case):
        return ""
    defaults = defaults_of(function)
    given = supplied_to_function(case)
    last = len(case.frames) - 1
    for node in expressions_in(case.statement):
        holder = node.value if isinstance(node, ast.Attribute | ast.Subscript) else None
        name = given_as(case, holder, last) if isinstance(holder, ast.Name) else ""
        default = defaults.get(name) if name not in given else None
        if isinstance(default, ast.Constant) and default.value is None:
            return name
    return ""


def _is_of_a_type(suggestion: str) -> bool:
    """Tell whether all values of a type fail, and those of others that the hint allows pass."""
    before, better = (
        {name: hint for line in suggestion.splitlines() if line[:1] == sign for name, hint in _hinted(line[1:])}
        for sign in "-+"
    )
    changed = {name for name, hint in better.items() if before.get(name) != hint}
    # Of what may be anything, something always fails.
    return bool(changed) and not any(
        "Annotated[" in better[name] or _ANYTHING.search(before.get(name, "")) for name in changed
    )


def _hinted(line: str) -> Iterator[tuple[str, str]]:
    """Yield the parameters in a line of a signature, each with its hint."""
    text = line.strip()
    for source in (f"def f({text}): ...", f"{text} ...", f"{text}: ..."):
        try:
            tree = ast.parse(source)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.arg) and node.annotation is not None:
                yield node.arg, ast.unparse(node.annotation)
        return


def _is_a(case: Case, refused: str) -> bool:
    """Tell whether whoever expects one exception is spared this one too; classes of packages are taken by name."""
    raised, meant = getattr(builtins, case.exception, None), getattr(builtins, refused, None)
    derived = isinstance(raised, type) and isinstance(meant, type) and issubclass(raised, meant)
    return case.exception == refused or derived
