"""What a failure amounts to.

Not every exception is a defect: code raises on purpose, asserts what it expects of its callers, runs out of what
there is, or needs files that are not there. The verdict is read from the kind of failure and from the statement it
came from, and always says why.
"""

from __future__ import annotations

import ast
import re
import sys

from fuzzwright.python.judging.advice import tells_what_to_do
from fuzzwright.python.judging.announced import others_listed
from fuzzwright.python.judging.callees import miscalled
from fuzzwright.python.judging.case import Case, last_name, outline
from fuzzwright.python.judging.characters import no_encoding
from fuzzwright.python.judging.commands import ended, said_to_users, signalled
from fuzzwright.python.judging.declined import made_outside
from fuzzwright.python.judging.demands import asserted_of_its_own, demanded, unfit
from fuzzwright.python.judging.endless import (
    did_not_begin,
    is_a_program,
    is_only_slow,
    matches_what_was_given,
    waits_for_others,
    walks_through_files,
)
from fuzzwright.python.judging.grounds import lacks, made_up, stretched
from fuzzwright.python.judging.origins import expressions_in
from fuzzwright.python.judging.purpose import (
    deliberate,
    is_question,
    promise,
    promised_by_nature,
    raised_by,
)
from fuzzwright.python.judging.results import returned
from fuzzwright.python.judging.vagueness import left_open
from fuzzwright.python.judging.wrappers import unwrapped

_DIGITS = re.compile(r"[Ee]xceeds the limit \(\d+ digits\)")
_ABSURD = re.compile(
    r"index-sized integer|too large to convert to (C|float)|repeated .* (is )?too long|too many (items|digits)"
    r"|(result|string|bytes) (is )?too (long|large)|precision too (big|large)|too big for|too many decimal digits"
    r"|signed integer is (greater|less) than|can't convert negative (value|int|number) to unsigned"
)
_LARGE = 100_000
"""A number this large in a call that takes too long or too much is a size that nobody means."""
_SIZE = 1_000
"""Two numbers like this make a million of something."""
_ENVIRONMENT = {
    "OSError", "FileNotFoundError", "PermissionError", "IsADirectoryError", "NotADirectoryError", "FileExistsError",
    "ConnectionError", "ConnectionRefusedError", "ConnectionResetError", "ConnectionAbortedError", "BrokenPipeError",
    "BlockingIOError", "ChildProcessError", "ProcessLookupError", "InterruptedError", "socket.gaierror",
    "socket.herror", "subprocess.CalledProcessError", "urllib.error.URLError", "ssl.SSLError", "TimeoutError",
    "bdb.BdbQuit",
}  # fmt: skip
_OF_SYSTEM = re.compile(r"Could not determine home directory|Symlink loop from|no usable temporary directory", re.I)
_UNKNOWN = re.compile(r"^name '(\w+)' is not defined")
_MISSING = re.compile(r"module '(\w+)[\w.]*' has no attribute")


def verdict(case: Case) -> tuple[str, str]:
    """Return the verdict on a failure and the evidence for it, in one sentence."""
    judged, evidence = _verdict(unwrapped(case))
    if case.guessed and case.kind not in ("died", "timed_out") and judged in ("unexpected", "return_type"):
        return "any", f"{evidence}; hints of it were guessed"
    return judged, evidence


def _verdict(case: Case) -> tuple[str, str]:
    at = case.at
    match case.kind:
        case "return_type":
            return returned(case)
        case "effect_blocked":
            return "environment", f"it needs what the sandbox does not allow{at}: {case.message}"
        case "out_of_memory":
            return "resource", f"memory ran out{at}"
        case "timed_out" if (large := _largest(case)) >= _LARGE:
            return "resource", f"{case.message} with a number as large as {large}{at}"
        case "timed_out" if len(sizes := _sizes(case)) > 1:
            return "resource", f"{case.message} with several sizes, such as {sizes[0]} and {sizes[1]}{at}"
        case "timed_out" if is_only_slow(case):
            return "resource", f"{case.message}{at}"
        case "timed_out" if is_a_program(case):
            return "resource", f"{case.message}: it is what a program starts with, which takes what it is run on{at}"
        case "timed_out" if before := did_not_begin(case):
            return "precondition", f"{case.message}: it was in `{before}`, before the function began{at}"
        case "timed_out" if evidence := made_outside(case):
            return "precondition", f"{case.message}: it {evidence}"
        case "timed_out" if evidence := waits_for_others(case):
            return "precondition", f"{case.message}: it {evidence}"
        case "timed_out" if evidence := walks_through_files(case):
            return "environment", f"{case.message}: it {evidence}"
        case "timed_out" if evidence := matches_what_was_given(case):
            return "precondition", f"{case.message}: it {evidence}"
        case "timed_out" if _is_given_nothing(case):
            return "resource", f"{case.message}, though nothing was given: it does so much by itself"
        case "timed_out" if lacking := stretched(case):
            return "precondition", f"{case.message}, but nothing shows that it is meant to work: {lacking}{at}"
        case "died" if evidence := signalled(case):
            return "deliberate", f"{case.message}: {evidence}"
        case "died" | "timed_out":
            return "unexpected", f"{case.message}{at}"
        case "exited":
            evidence = ended(case)
            return ("deliberate", evidence) if evidence else ("unexpected", f"{case.message}{at}")
        case "property":
            return "unexpected", f"the property does not hold: {case.exception}{at}"
    if resource := _resource(case):
        return "resource", f"{resource}{at}"
    if evidence := deliberate(case) or said_to_users(case):
        return "deliberate", evidence
    if evidence := _environment(case):
        return "environment", evidence
    # A docstring that lists what is raised says nothing of calls with data of another shape.
    # Nor can a question be answered that was asked of what it is not about.
    spoken, by_nature = promise(case), promised_by_nature(case)
    firm = spoken and not (by_nature and is_question(case))
    stated = no_encoding(case) or asserted_of_its_own(case) if by_nature and firm else unfit(case)
    if evidence := miscalled(case) or stated:
        return "precondition", evidence
    if not firm and (evidence := demanded(case)):
        return "precondition", evidence
    if not firm and (evidence := left_open(case)):
        return "any", evidence
    raised = raised_by(case)
    if raised is None and tells_what_to_do(case):
        return "tells_fix", f"the message says what to do{at}"
    if lacking := made_up(case):
        return "precondition", f"the hints allow it, but nothing shows that it is meant to work: {lacking}{at}"
    if spoken and case.place is not None:
        return "unexpected", f"{spoken}; {case.exception}{at}"
    if lacking := lacks(case):
        return "precondition", f"the hints allow it, but nothing shows that it is meant to work: {lacking}{at}"
    if case.place is not None and (listed := others_listed(case)):
        return "unexpected", f"{listed}; {case.exception}{at}"
    if case.place is None:
        return "unexpected", f"{case.exception} from outside the package"
    if raised is not None:
        return "unexpected", f"raised{at}, in `{case.place.name}`, which the function neither handles nor documents"
    return "unexpected", f"nothing raises {case.exception} on purpose{at}"


def _resource(case: Case) -> str:
    if case.exception == "RecursionError":
        return "the stack ran out"
    if case.exception == "MemoryError":
        return "memory ran out"
    if case.exception == "ValueError" and _DIGITS.search(case.message):
        return "a number with more digits than Python converts"
    if case.exception in ("OverflowError", "ValueError") and _ABSURD.search(case.message):
        return "a size or number beyond what the machine can hold"
    if case.exception in ("decimal.Overflow", "decimal.InvalidOperation") and (large := _largest(case)) >= _LARGE:
        return f"more digits than decimal numbers have, with a number as large as {large}"
    return ""


def _largest(case: Case) -> int:
    """Return the largest whole number that is written in the call."""
    return max(_numbers(case), default=0)


def _sizes(case: Case) -> list[int]:
    """Return the numbers in the call that are large where there are several of them, and no years."""
    dated = case.calls_in_call("date", "datetime")
    return [] if dated else [number for number in _numbers(case) if number >= _SIZE]


def _numbers(case: Case) -> list[int]:
    written = case.expressions_in_call()
    return [abs(node.value) for node in written if isinstance(node, ast.Constant) and type(node.value) is int]


def _is_given_nothing(case: Case) -> bool:
    """Tell whether a call has no arguments, nor have those that make its objects."""
    calls = [node for node in case.expressions_in_call() if isinstance(node, ast.Call)]
    # Those around it that only go through what it gives do not count.
    calls = [node for node in calls if ast.unparse(node.func) not in ("list", "asyncio.run")]
    return bool(calls) and not any(node.args or node.keywords for node in calls)


def _environment(case: Case) -> str:
    if case.exception in ("ImportError", "ModuleNotFoundError"):
        return f"needs a module that is not installed{case.at}: {case.message}"
    if case.exception in _ENVIRONMENT:
        return f"{case.exception}{case.at}: it depends on what is outside the program"
    # Whoever reads what was written says of what there is too little.
    if case.exception == "EOFError" and (not case.message or "reading a line" in case.message):
        return f"nobody is there to type what it asks for{case.at}"
    if case.exception == "RuntimeError" and _OF_SYSTEM.search(case.message):
        return f"it depends on what is outside the program{case.at}: {case.message}"
    if case.exception == "KeyError" and case.statement is not None:
        for node in expressions_in(case.statement):
            if isinstance(node, ast.Subscript) and last_name(node.value) == "environ":
                return f"needs a variable that is not set{case.at}"
    if absent := _absent_module(case):
        return f"needs `{absent}`, which cannot be imported here{case.at}"
    missing = _MISSING.search(case.message) if case.exception == "AttributeError" else None
    if missing is not None and missing[1] in sys.stdlib_module_names:
        return f"needs another system or version{case.at}: {case.message}"
    return ""


def _absent_module(case: Case) -> str:
    """Return what a statement uses of a module that cannot be imported; its file has None for it, or nothing."""
    tree = case.tree(case.place.file) if case.place is not None else None
    tries = [node for node in outline(tree) if isinstance(node, ast.Try)] if tree is not None else []
    if case.exception == "NameError" and (unknown := _UNKNOWN.search(case.message)):
        outer = [each for each in tries if each.col_offset == 0 and each.handlers]
        imports = [node for each in outer for node in each.body if isinstance(node, ast.Import | ast.ImportFrom)]
        names = {each.asname or each.name.partition(".")[0] for node in imports for each in node.names}
        return unknown[1] if unknown[1] in names else ""
    if case.exception not in ("AttributeError", "TypeError") or "NoneType" not in case.message:
        return ""
    handlers = [handler for node in tries if _imports(node.body) for handler in node.handlers]
    nothing = {
        last_name(target)
        for handler in handlers
        for node in handler.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and node.value.value is None
        for target in node.targets
    }
    used = expressions_in(case.statement) if case.statement is not None else ()
    return next((node.id for node in used if isinstance(node, ast.Name) and node.id in nothing), "")


def _imports(body: list[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Import | ast.ImportFrom) for node in body)
