"""Calls without end that are no defect: they wait for others or a large file system, or are only slow.

Nothing but the call runs while a function is fuzzed, so whoever should set an event that was passed in does not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fuzzwright.python.judging.case import MAKING, Case, last_name
from fuzzwright.python.judging.keeping import is_on_the_callers
from fuzzwright.python.judging.origins import given_as, hint_of, sources_of

_WAITING = ("wait", "wait_for", "is_set", "acquire", "is_alive", "result", "exception", "join")
_LOCK = re.compile(r"lock|mutex|semaphore|condition", re.I)
_LOCKING = re.compile(r"lock|acquire|enter|begin|open", re.I)
_MATCHING = {"match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
_WALKING = ("glob", "rglob", "iglob", "rmtree", "copytree", "walk")


def did_not_begin(case: Case) -> str:
    """Return the function, asked for in the call before the one under test began, that did not end; else nothing."""
    if not case.frames or any(case.within(frame, frame.line) for frame in case.frames):
        return ""
    whole = next(case.expressions_in_call(), None)
    asked = [node for node in case.expressions_in_call() if isinstance(node, ast.Call)]
    before = {last_name(node) for node in asked if not isinstance(whole, ast.Expression) or node is not whole.body}
    name = case.frames[0].name.rpartition(".")[2]
    return name if name in before or (name in MAKING and len(asked) > 1) else ""


def is_a_program(case: Case) -> bool:
    """Tell whether what takes long is what a program starts with: it may be run on whatever there is."""
    takes_long = case.message.startswith(("no end after", "slow")) and not locks(case)
    return takes_long and case.function is not None and case.function.name == "main"


def is_only_slow(case: Case) -> bool:
    """Tell whether a call was over when it was given far more time, and no pattern goes back and forth there."""
    matched = {last_name(node) for node in _asked(case)} & _MATCHING
    return case.message.startswith("slow:") and not matched


def is_idle(case: Case) -> bool:
    """Tell whether a call that did not end was doing nothing."""
    return case.kind == "timed_out" and case.message.startswith(("waits for", "no end")) and "CPU" not in case.message


def locks(case: Case) -> bool:
    """Tell whether a call waits for a lock, which it alone can hold."""
    statement = case.statement
    if isinstance(statement, ast.With | ast.AsyncWith):
        return any(_LOCK.search(ast.unparse(each.context_expr)) for each in statement.items)
    tested = ast.walk(statement.test) if isinstance(statement, ast.If) else ()
    asked = [*_asked(case), *(node for node in tested if isinstance(node, ast.Call))]
    return any(last_name(node) == "acquire" for node in asked)


def was_locked(case: Case) -> bool:
    """Tell whether the call has something locked before, as nobody does who then waits for it."""
    tuples = [node for node in case.expressions_in_call() if isinstance(node, ast.Tuple)]
    steps = [each for node in tuples if node.elts and isinstance(node.elts[0], ast.NamedExpr) for each in node.elts]
    return any(_LOCKING.search(last_name(each)) for each in steps if isinstance(each, ast.Call))


def waits_for_others(case: Case) -> str:
    """Return the evidence that a call waits for an argument that others have to act on; nothing if there is none."""
    last = len(case.frames) - 1
    for node in _asked(case):
        waited_for = node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr in _WAITING else None
        if waited_for is not None and (name := given_as(case, waited_for, last)):
            return f"waits for the argument `{name}`{case.at}"
        if isinstance(node.func, ast.Name) and (name := given_as(case, node.func, last)):
            return f"waits for what the argument `{name}` gives{case.at}"
        own = last_name(waited_for) == "self" and not _defines(case, last_name(node))
        if own and is_on_the_callers(case, last):
            return f"waits for the object that the call was made on{case.at}"
        if last_name(node) == "sleep" and node.args and (names := sources_of(case, node.args[0], last)):
            return f"sleeps as long as the argument `{min(names)}` says{case.at}"
    return ""


def _defines(case: Case, method: str) -> bool:
    """Tell whether the class that a call without end was in has a method of its own under a name."""
    around = case.class_at(case.place)
    return around is not None and any(getattr(each, "name", "") == method for each in around.body)


def matches_what_was_given(case: Case) -> str:
    """Return the evidence that a pattern goes back and forth which the caller has written; nothing if it is not so."""
    last = len(case.frames) - 1
    for node in _asked(case):
        holder = node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr in _MATCHING else None
        of_module = isinstance(holder, ast.Name) and holder.id in ("re", "regex")
        named = [each.value for each in node.keywords if each.arg == "pattern"]
        pattern = next(iter([*node.args[:1], *named]), None) if of_module else holder
        name = given_as(case, pattern, last) if pattern is not None else ""
        hint = hint_of(case, name) if name else None
        # Texts have a `split` of their own.
        if name and (of_module or (hint is not None and "Pattern" in ast.unparse(hint))):
            return f"looks for the pattern that `{name}` was given{case.at}"
    return ""


def walks_through_files(case: Case) -> str:
    """Return the evidence that a call goes through a whole tree of files; nothing if there is none."""
    if any(node.args and ast.unparse(node.args[0]) == "'/'" for node in case.calls_in_call("Path", "PosixPath")):
        return f"was given the root of all files{case.at}"
    loops = [loop.iter for frame in case.frames for loop in case.loops_at(frame)]
    around = [node for loop in loops for node in ast.walk(loop) if isinstance(node, ast.Call)]
    for node in (*_asked(case), *around):
        if isinstance(node.func, ast.Attribute) and node.func.attr in _WALKING:
            return f"goes through as many files as there are{case.at}"
    return ""


def _asked(case: Case) -> Iterator[ast.Call]:
    """Yield the calls in the statement that it was in, and in the conditions of the loops around it."""
    statement = case.statement
    places: list[ast.AST] = [node.test for node in case.around(case.place) if isinstance(node, ast.While)]
    if statement is not None and not hasattr(statement, "body"):
        places.append(statement)
    elif isinstance(statement, ast.For):
        places.append(statement.iter)
    for place in places:
        yield from (node for node in ast.walk(place) if isinstance(node, ast.Call))
