"""Where a failure happened in the code under test, and what it amounts to.

Not every exception is a defect: code raises on purpose, asserts what it expects of its callers, runs out of what
there is, or needs files that are not there. The verdict is read from the kind of failure and from the statement it
came from, and always says why. Exceptions are objects of the code under test, so nothing here trusts them.
"""

from __future__ import annotations

import ast
import builtins
import functools
import os
import re
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

from fuzzwright.engine.outcome import Frame

MOST_TEXT = 2000
_MOST_CAUSES = 100

# --- where ------------------------------------------------------------------------------------------------------------

# Read through the descriptors of the base class: a subclass may say anything under these names.
_TRACEBACK: Any = BaseException.__dict__["__traceback__"]
_CAUSE: Any = BaseException.__dict__["__cause__"]
_CONTEXT: Any = BaseException.__dict__["__context__"]
_SUPPRESSED: Any = BaseException.__dict__["__suppress_context__"]
_MEMBERS: Any = BaseExceptionGroup.__dict__["exceptions"]


def frames_of(error: BaseException, inside: Callable[[str], bool], root: str) -> tuple[Frame, ...]:
    """Return where an error passed through the code under test, outermost first, down to its innermost cause there."""
    frames: tuple[Frame, ...] = ()
    seen: set[int] = set()
    waiting = [error]
    while waiting and len(seen) < _MOST_CAUSES:
        current = waiting.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        deeper = tuple(_own_frames(current, inside, root))
        if deeper:
            frames = _joined(frames, deeper)
        cause = _CAUSE.__get__(current)
        if cause is None and not deeper and not _SUPPRESSED.__get__(current):
            # Being raised while another was handled is no cause, but better than no place at all.
            cause = _CONTEXT.__get__(current)
        if cause is not None:
            waiting.append(cause)
        elif isinstance(current, BaseExceptionGroup):
            # The first member that was in the code under test stands for all of them.
            members = _MEMBERS.__get__(current)
            waiting.extend([member for member in members if _reaches(member, inside)][:1])
    return frames


def name_of(error: BaseException) -> str:
    """Return the qualified name of an error's type; builtins bare."""
    try:
        cls = type(error)
        module, name = str(type.__getattribute__(cls, "__module__")), str(type.__getattribute__(cls, "__qualname__"))
    except Exception:
        return "Exception"
    return name if module == "builtins" else f"{module}.{name}"


def safe_text(error: BaseException) -> str:
    """Return an error's message, whatever its class does when asked for it."""
    try:
        text = str.__str__(str(error))
    except BaseException as second:
        return f"(no message: its `__str__` raised {name_of(second)})"
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"


_COMPREHENSIONS = re.compile(r"(\.<locals>)?(\.<(list|set|dict)comp>)+$")


def _own_frames(error: BaseException, inside: Callable[[str], bool], root: str) -> Iterator[Frame]:
    trace: TracebackType | None = _TRACEBACK.__get__(error)
    last: Frame | None = None
    while trace is not None:
        code = trace.tb_frame.f_code
        if inside(code.co_filename):
            # Comprehensions have no frame of their own from 3.12 on: the function they stand in is where to look.
            name = _COMPREHENSIONS.sub("", code.co_qualname)
            frame = Frame(_relative(code.co_filename, root), name, trace.tb_lineno or code.co_firstlineno)
            goes_on = name != code.co_qualname and last is not None and (frame.file, name) == (last.file, last.name)
            if last is not None and not goes_on:
                yield last
            last = frame
        trace = trace.tb_next
    if last is not None:
        yield last


@functools.lru_cache(maxsize=1024)
def _relative(file: str, root: str) -> str:
    # A target may have several roots: a file below another one is told from this one too.
    return (os.path.relpath(file, root) if root and os.path.isabs(file) else file).replace(os.sep, "/")


def _joined(outer: tuple[Frame, ...], inner: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """Continue the way to an error with the way of its cause, which begins where the cause was caught."""
    first = inner[0]
    for index, frame in enumerate(outer):
        if (frame.file, frame.name) == (first.file, first.name):
            return outer[:index] + inner
    return outer + inner


def _reaches(error: BaseException, inside: Callable[[str], bool]) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return any(_reaches(member, inside) for member in _MEMBERS.__get__(error)[:_MOST_CAUSES])
    return next(_own_frames(error, inside, ""), None) is not None


# --- what it amounts to -----------------------------------------------------------------------------------------------

_DIGITS = re.compile(r"[Ee]xceeds the limit \(\d+ digits\)")
_ABSURD = re.compile(
    r"index-sized integer|too large to convert to (C|float)|repeated .* (is )?too long|too many (items|digits)"
    r"|(result|string|bytes) (is )?too (long|large)"
)
_ENVIRONMENT = {
    "OSError", "FileNotFoundError", "PermissionError", "IsADirectoryError", "NotADirectoryError", "FileExistsError",
    "ConnectionError", "ConnectionRefusedError", "ConnectionResetError", "ConnectionAbortedError", "BrokenPipeError",
    "BlockingIOError", "ChildProcessError", "ProcessLookupError", "InterruptedError", "socket.gaierror",
    "socket.herror", "subprocess.CalledProcessError", "urllib.error.URLError", "ssl.SSLError",
}  # fmt: skip
_ADVICE = re.compile(
    r"did you (forget|mean)|\buse\b.+\binstead\b|\bplease\b|\bconsider (using|adding|calling)\b", re.I | re.S
)
# Builtin operations speak so too (`bytes must be in range(0, 256)`), hence only for exceptions a library defines.
_DEMAND = re.compile(r"\bmust (not )?be\b|\bshould be\b|\bexpected\b.+\b(got|found|but)\b|\bis required\b", re.I | re.S)
_ALL = (BaseException, Exception)
_EXITS = {"exit", "sys.exit", "quit", "os._exit", "SystemExit"}

Function = tuple[str, int, int]
"""File, first and last line of the function under test."""


def verdict(
    kind: str,
    exception: str,
    message: str,
    frames: tuple[Frame, ...],
    source_of: Callable[[str], str | None],
    function_lines: Function,
) -> tuple[str, str]:
    """Return the verdict on a failure and the evidence for it, in one sentence."""
    place = frames[-1] if frames else None
    statement = _statement(place, source_of)
    at = _at(place, statement)
    match kind:
        case "return_type":
            return "return_type", message
        case "effect_blocked":
            return "environment", f"it needs what the sandbox does not allow{at}: {message}"
        case "out_of_memory":
            return "resource", f"memory ran out{at}"
        case "died" | "timed_out":
            return "unexpected", f"{message}{at}"
        case "exited":
            return _exited(message, statement, at)
        case "property":
            return "unexpected", f"the property does not hold: {exception}{at}"
    if resource := _resource(exception, message):
        return "resource", f"{resource}{at}"
    if exception == "NotImplementedError":
        return "deliberate", f"not implemented, and says so{at}"
    for judged in (
        _documented(exception, source_of, function_lines),
        _on_purpose(exception, place, statement, source_of, function_lines),
    ):
        if judged:
            return judged
    if exception in _ENVIRONMENT:
        return "environment", f"{exception}{at}: it depends on what is outside the program"
    raised = isinstance(statement, ast.Raise)
    if not raised and (_ADVICE.search(message) or ("." in exception and _DEMAND.search(message))):
        return "tells_fix", f"the message says what to do{at}"
    if raised and _raises(statement, exception) and place is not None:
        return "unexpected", f"raised{at}, in `{place.name}`, which the function neither handles nor documents"
    return (
        "unexpected",
        f"nothing raises {exception} on purpose{at}" if place else f"{exception} from outside the package",
    )


def _resource(exception: str, message: str) -> str:
    if exception == "RecursionError":
        return "the stack ran out"
    if exception == "MemoryError":
        return "memory ran out"
    if exception == "ValueError" and _DIGITS.search(message):
        return "a number with more digits than Python converts"
    if exception == "OverflowError" and _ABSURD.search(message):
        return "a size or number beyond what the machine can hold"
    return ""


def _exited(message: str, statement: ast.stmt | None, at: str) -> tuple[str, str]:
    called = set()
    if statement is not None:
        called = {ast.unparse(node.func) for node in ast.walk(statement) if isinstance(node, ast.Call)}
    if isinstance(statement, ast.Raise) or called & _EXITS:
        return "deliberate", f"ends the process on purpose{at}"
    if any(name.rpartition(".")[2] in ("parse_args", "parse_known_args", "error") for name in called):
        return "deliberate", f"the command line parser refuses its arguments{at}"
    return "unexpected", f"{message}{at}"


def _on_purpose(
    exception: str,
    place: Frame | None,
    statement: ast.stmt | None,
    source_of: Callable[[str], str | None],
    function_lines: Function,
) -> tuple[str, str] | None:
    """Judge by the statement: `assert`, `raise`, or a `try` that turns one exception into another."""
    if place is None or statement is None:
        return None
    at = _at(place, statement)
    if isinstance(statement, ast.Assert) and exception == "AssertionError":
        return "precondition", f"asserted{at}"
    if isinstance(statement, ast.Raise):
        if _raises(statement, exception) and _within(place.file, statement.lineno, function_lines):
            return "deliberate", f"raised on purpose{at}"
        return None
    translated = _translation(place, exception, source_of)
    if translated is not None and _within(place.file, translated.lineno, function_lines):
        return "deliberate", f"raised on purpose{_at(Frame(place.file, place.name, translated.lineno), translated)}"
    return None


def _within(file: str, line: int, function_lines: Function) -> bool:
    return file == function_lines[0].replace(os.sep, "/") and function_lines[1] <= line <= function_lines[2]


def _raises(statement: ast.stmt | None, exception: str) -> bool:
    """Tell whether a `raise` is what raised this, and not the making of its argument."""
    if not isinstance(statement, ast.Raise) or statement.exc is None:
        return isinstance(statement, ast.Raise)
    expression = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
    named = ast.unparse(expression).rpartition(".")[2]
    # A variable or a function that makes the error can give any; so can a class of theirs under another name.
    return not named[:1].isupper() or "." in exception or named == exception


def _translation(place: Frame, exception: str, source_of: Callable[[str], str | None]) -> ast.Raise | None:
    """Return the `raise ... from` of the innermost `try` around a line, if it raises this exception."""
    tree = _tree(source_of(place.file))
    found: ast.Raise | None = None
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Try) and node.body[0].lineno <= place.line <= (node.body[-1].end_lineno or 0):
            for inner in (inner for handler in node.handlers for inner in ast.walk(handler)):
                if isinstance(inner, ast.Raise) and inner.exc is not None and _names(inner, exception):
                    found = inner
    return found


def _names(statement: ast.Raise, exception: str) -> bool:
    expression = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
    return expression is not None and ast.unparse(expression).rpartition(".")[2] == exception.rpartition(".")[2]


def _documented(
    exception: str, source_of: Callable[[str], str | None], function_lines: Function
) -> tuple[str, str] | None:
    file, first, _ = function_lines
    tree = _tree(source_of(file))
    for node in ast.walk(tree) if tree else ():
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        # The docstring of a class is also that of its constructor.
        own = not isinstance(node, ast.ClassDef) and node.lineno == first
        if own or (isinstance(node, ast.ClassDef) and _constructor_line(node) == first):
            for name, text in documented_in(ast.get_docstring(node) or ""):
                if _is_a(exception, name):
                    at = f"{file.replace(os.sep, '/')}:{first}"
                    return "deliberate", f"documented in the docstring of `{node.name}` at {at}: `{text}`"
    return None


def _constructor_line(node: ast.ClassDef) -> int:
    names = ("__init__", "__new__", "__post_init__")
    return next((each.lineno for each in node.body if isinstance(each, ast.FunctionDef) and each.name in names), 0)


def documented_in(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield the exceptions a docstring announces (Sphinx, Google, NumPy), each with the line that does."""
    section = ""
    indent = 0
    lines = docstring.splitlines()
    for number, line in enumerate(lines):
        text = line.strip()
        depth = len(line) - len(line.lstrip())
        if field := re.match(r":(?:raises?|except(?:ion)?)\s+([^:]+):", text):
            for name in re.split(r"[,\s]+|\bor\b", field.group(1)):
                if name:
                    yield name.strip("`~"), text
            continue
        if text in ("Raises:", "Raises"):
            underlined = number + 1 < len(lines) and set(lines[number + 1].strip()) == {"-"}
            section = "google" if text.endswith(":") else "numpy" if underlined else ""
            indent = depth
            continue
        if not text or set(text) == {"-"}:
            continue
        if section == "google":
            if depth <= indent:
                section = ""
            elif entry := re.match(r"`*([A-Za-z_][\w.]*(?:\s*(?:,|or)\s*[A-Za-z_][\w.]*)*)`*\s*(?::|$)", text):
                for name in re.split(r"\s*,\s*|\s+or\s+", entry.group(1)):
                    yield name, text
        elif section == "numpy" and depth <= indent:
            if number + 1 < len(lines) and set(lines[number + 1].strip()) == {"-"}:
                section = ""
            elif re.fullmatch(r"[A-Za-z_][\w.]*(\s*,\s*[A-Za-z_][\w.]*)*", text):
                for name in re.split(r"\s*,\s*", text):
                    yield name, text


def _is_a(exception: str, documented: str) -> bool:
    name, wanted = exception.rpartition(".")[2], documented.rpartition(".")[2]
    if name == wanted:
        return True
    cls, base = getattr(builtins, exception, None), getattr(builtins, wanted, None)
    return isinstance(cls, type) and isinstance(base, type) and issubclass(cls, base) and base not in _ALL


def _at(place: Frame | None, statement: ast.stmt | None) -> str:
    if place is None:
        return ""
    return f" at {place.file}:{place.line}" + (f": `{_written(statement)}`" if statement is not None else "")


def _written(statement: ast.stmt) -> str:
    """Return a statement in one line; of a compound one, only its head."""
    text = ast.unparse(statement)
    # Unparsing puts the head on the first line, after any decorators.
    head = next((line for line in text.splitlines() if not line.startswith("@")), text)
    return head if len(head) <= 100 else f"{head[:97]}..."


def _statement(place: Frame | None, source_of: Callable[[str], str | None]) -> ast.stmt | None:
    """Return the innermost statement at a place."""
    tree = _tree(source_of(place.file)) if place is not None else None
    if tree is None or place is None:
        return None
    best: ast.stmt | None = None
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and node.lineno <= place.line <= (node.end_lineno or node.lineno):
            best = node  # the walk goes from the outside in, so a later one is further in
    return best


@functools.lru_cache(maxsize=16)
def _tree(source: str | None) -> ast.Module | None:
    try:
        return ast.parse(source) if source is not None else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
