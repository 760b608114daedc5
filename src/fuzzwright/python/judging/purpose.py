"""Whether a failure was meant: raised by a statement that says so, announced in a docstring, or part of a protocol.

A `raise` with words for the caller is meant wherever it stands, as long as the function does not promise otherwise: by
a docstring that lists what it raises, or by being one that only answers yes or no. What containers raise to each
other (`KeyError`, `StopIteration`, ...) is no message to whoever called the function outside.
"""

from __future__ import annotations

import ast
import builtins
import re

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.announced import announced, denied, others_listed
from fuzzwright.python.judging.case import Case, Definition, handed_over, last_name, shown_at
from fuzzwright.python.judging.files import package_of
from fuzzwright.python.judging.keeping import defaults_of
from fuzzwright.python.judging.supplied import supplied, supplied_to_function
from fuzzwright.python.places import MOST_TEXT

_WORDS = re.compile(r"[^\W\d_]{2,}")
_FEWEST_WORDS = 3
_GROUPS = ("ExceptionGroup", "BaseExceptionGroup")
_ANYTHING = re.compile(r"(\w+\.)?(Any|object)( \| None)?")
_REFUSING = ("ValueError", "TypeError")
"""What is raised for a value says enough even without a message."""
_BETWEEN_CONTAINERS = {"KeyError", "IndexError", "LookupError", "StopIteration", "StopAsyncIteration", "AttributeError"}
_NO_EXCEPTION = "exceptions must derive from BaseException"
_NEVER_RAISING = ("__eq__", "__ne__", "__contains__", "__repr__", "__str__", "__hash__", "__bool__", "__len__")
_ASKING = ("is_", "are_", "looks_like_")
_BY_ZERO = ("ZeroDivisionError", "decimal.DivisionByZero", "decimal.InvalidOperation", "decimal.DivisionUndefined")
_PROTOCOL = {
    "__getitem__": ("KeyError", "IndexError"),
    "__delitem__": ("KeyError", "IndexError"),
    "__setitem__": ("KeyError", "IndexError"),
    "__missing__": ("KeyError",),
    "__getattr__": ("AttributeError",),
    "__next__": ("StopIteration",),
    "__anext__": ("StopAsyncIteration",),
    "pop": ("KeyError", "IndexError"),
    "popitem": ("KeyError", "IndexError"),
    "remove": ("KeyError", "ValueError"),
    "popleft": ("IndexError",),
    "index": ("ValueError",),
    "rindex": ("ValueError",),
    "__truediv__": _BY_ZERO,
    "__floordiv__": _BY_ZERO,
    "__mod__": _BY_ZERO,
    "__divmod__": _BY_ZERO,
    "__rtruediv__": _BY_ZERO,
    "__rfloordiv__": _BY_ZERO,
    "__rmod__": _BY_ZERO,
}


def deliberate(case: Case) -> str:
    """Return the evidence that a failure was meant; nothing if there is none."""
    if raises_nothing(case):
        return ""
    if case.exception == "NotImplementedError":
        return f"not implemented, and says so{case.at}"
    return (
        announced(case)
        or _raised_here(case)
        or _let_by(case)
        or _protocol(case)
        or _raised_for_the_caller(case)
        or _of_its_own(case)
    )


def raised_by(case: Case) -> ast.Raise | None:
    """Return the `raise` that the failure came from, if it came from one."""
    statement = case.statement
    if not isinstance(statement, ast.Raise) or raises_nothing(case):
        return None
    return statement if _raises(statement, case.exception) else None


def promise(case: Case) -> str:
    """Return what the function says of itself that speaks against raising this; nothing if it says nothing."""
    if by_nature := promised_by_nature(case):
        return by_nature
    said = denied(case)
    return f"the docstring says `{said}`" if said else ""


def promised_by_nature(case: Case) -> str:
    """Return why a function should not raise at all, whatever it is given; nothing if it may."""
    function = case.function
    if function is None:
        return ""
    if function.name in _NEVER_RAISING and not _compares_in_its_own_way(case, function):
        # How something is looked for is what the options of an object say.
        looks = function.name == "__contains__" and (_options_given(case) or _was_set(case))
        return "" if looks else f"`{function.name}` should not raise"
    if is_question(case):
        # That is about what is asked; how to answer may be asked for in ways that there are none of, and of an object
        # that was made wrongly nothing can be told.
        asks_an_object = _asks_an_object(function) or (case.is_method and not supplied_to_function(case))
        excused = _sets_options(case, function) or (asks_an_object and _is_of_the_package(case))
        return "" if excused else f"`{function.name}` should answer yes or no"
    return ""


def is_question(case: Case) -> bool:
    """Tell whether a function is there to answer yes or no."""
    function = case.function
    return function is not None and last_name(function.returns) == "bool" and function.name.startswith(_ASKING)


def _compares_in_its_own_way(case: Case, function: Definition) -> bool:
    """Tell whether a comparison makes something else than an answer, and refuses in words what it cannot do."""
    answers = function.returns is not None and ast.unparse(function.returns) == "bool"
    raised = raised_by(case)
    return function.name in ("__eq__", "__ne__") and not answers and raised is not None and _says(raised)


def _sets_options(case: Case, function: Definition) -> bool:
    """Tell whether the call says how to answer: it gives what there is a default for, or after the first anything."""
    positional = [*function.args.posonlyargs, *function.args.args]
    given = supplied_to_function(case)
    anything = {
        each.arg
        for each in positional[1:]
        if each.annotation is None or _ANYTHING.fullmatch(ast.unparse(each.annotation))
    }
    return _options_given(case) or bool((defaults_of(function).keys() | anything) & given.keys())


def _options_given(case: Case) -> bool:
    return any(each.default is not None and not each.of_few for each in supplied(case))


def _was_set(case: Case) -> bool:
    """Tell whether a method that sets something was called before on what the call is about."""
    calls = [node for node in case.expressions_in_call() if isinstance(node, ast.Call) and handed_over(node)]
    return any(isinstance(node.func, ast.Attribute) and node.func.attr.startswith("set_") for node in calls)


def _raised_here(case: Case) -> str:
    """Judge by the function's own statement: a `raise`, or a `try` that turns one exception into another."""
    place, statement = case.place, case.statement
    if place is None or statement is None:
        return ""
    if isinstance(statement, ast.Raise):
        mine = raised_by(case) is not None and case.within(place, statement.lineno)
        return f"raised on purpose{case.at}" if mine else ""
    translated = _translation(case, place)
    if translated is not None and case.within(place, translated.lineno):
        return f"raised on purpose{shown_at(Frame(place.file, place.name, translated.lineno), translated)}"
    return ""


def _raised_for_the_caller(case: Case) -> str:
    """Judge by the `raise` of another function: with words it is meant for whoever called."""
    if promised_by_nature(case):
        return ""
    # A docstring need not list what is said in words, but what containers raise to each other it forgot.
    if (promise(case) or others_listed(case)) and not quotes_the_call(case) and not _is_said_in_words(case):
        return ""
    for frame in dict.fromkeys(reversed(case.frames)):  # a recursion comes by the same places again
        # An exception made of another on the way out is raised by a handler, which no frame points at.
        made = raised_by(case) if frame is case.place else None
        made = made or _translation(case, frame)
        if made is not None and (_says(made) if case.exception in _BETWEEN_CONTAINERS else _speaks(made)):
            there = Frame(frame.file, frame.name, made.lineno)
            return f"raised on purpose{shown_at(there, made)}, in `{frame.name}`"
    return ""


def _is_said_in_words(case: Case) -> bool:
    raised = raised_by(case)
    sentence = len(_WORDS.findall(case.message)) >= _FEWEST_WORDS
    return raised is not None and (sentence or _says(raised)) and not denied(case)


def _of_its_own(case: Case) -> str:
    """Judge an exception of a class that the package made, with a sentence: nobody else can have raised it."""
    said = len(_WORDS.findall(case.message)) >= _FEWEST_WORDS
    if not said or not _is_of_the_package(case) or promised_by_nature(case) or denied(case):
        return ""
    return f"an exception of the package's own, with words for the caller{case.at}"


def _is_of_the_package(case: Case) -> bool:
    """Tell whether the exception is of a class that the package under test has made."""
    top, dot, _ = case.exception.partition(".")
    return bool(dot) and top == package_of(case)


def _asks_an_object(function: Definition) -> bool:
    """Tell whether a function takes nothing but the object that it is a method of."""
    arguments = function.args
    named = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return named == ["self"]


def quotes_the_call(case: Case) -> bool:
    """Tell whether a message names a value that is written in the call."""
    written = [node.value for node in case.expressions_in_call() if isinstance(node, ast.Constant)]
    values = {value for value in written if isinstance(value, str | int | float) and not isinstance(value, bool)}
    return any(
        repr(value) in case.message
        if isinstance(value, str) and len(value) < 2
        else _is_word_in(str(value), case.message)
        for value in values
    )


def _is_word_in(word: str, message: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", message) is not None


def _speaks(statement: ast.Raise) -> bool:
    """Tell whether a `raise` says something: a message, an exception of their own, or another passed on."""
    made = statement.exc
    if made is None or (isinstance(made, ast.Call) and (made.args or made.keywords)):
        return True
    return last_name(made) not in vars(builtins) or last_name(made) in _REFUSING


def _says(statement: ast.Raise) -> bool:
    """Tell whether a `raise` says something in words, and does not only name what is missing."""
    made = statement.exc
    if not isinstance(made, ast.Call) or last_name(made) in ("StopIteration", "StopAsyncIteration"):
        return False
    texts = [each.value for each in ast.walk(made) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return any(" " in text.strip() for text in texts)


def _protocol(case: Case) -> str:
    function = case.function
    if function is None:
        return ""
    # A module can have a `__getattr__` too; other functions of such names are just called so.
    if function.name != "__getattr__" and case.class_at(Frame(case.file, "", case.first)) is None:
        return ""
    unhashable = function.name == "__contains__" and case.message.startswith("unhashable type")
    if case.exception not in _PROTOCOL.get(function.name, ()) and not unhashable:
        return ""
    return f"`{function.name}` raises {case.exception} by its protocol{case.at}"


def raises_nothing(case: Case) -> bool:
    """Tell whether a `raise` had None to raise, which its function has put there itself."""
    definition = case.definition_at(case.place)
    if case.exception != "TypeError" or _NO_EXCEPTION not in case.message or definition is None:
        return False
    match case.statement:
        case ast.Raise(exc=ast.Name(id=name)):
            return any(_sets_to_nothing(node, name) for node in ast.walk(definition))
    return False


def _sets_to_nothing(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Assign(targets=targets, value=ast.Constant(value=None)):
            return name in map(last_name, targets)
        case ast.AnnAssign(target=ast.Name(id=target), value=ast.Constant(value=None)):
            return target == name
    return False


def _raises(statement: ast.Raise, exception: str) -> bool:
    """Tell whether a `raise` is what raised this, and not the making of its argument."""
    if exception in _GROUPS:
        return True  # the way to a group leads to its first member
    named = last_name(statement.exc)
    # A variable or a function that makes the error can give any; so can a class of theirs under another name.
    return not named[:1].isupper() or "." in exception or named == exception


def _translation(case: Case, place: Frame) -> ast.Raise | None:
    """Return the `raise ... from` of the innermost `try` around a line, if it raised this exception."""
    found: ast.Raise | None = None
    for node in case.around(place):
        if isinstance(node, ast.Try) and node.body[0].lineno <= place.line <= (node.body[-1].end_lineno or 0):
            raised = [inner for handler in node.handlers for inner in ast.walk(handler)]
            # What was caught may be put aside, and raised from further down.
            aside = {each.id for each in raised if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
            definition = case.definition_at(place) if aside else None
            for inner in (*raised, *(ast.walk(definition) if definition is not None else ())):
                if isinstance(inner, ast.Raise) and (inner in raised or last_name(inner.cause) in aside):
                    found = inner if _translates(inner, case) else found
    return found


def _let_by(case: Case) -> str:
    """Judge by a handler of the function that looks at just this exception, and lets it by."""
    short = case.exception.rpartition(".")[2]
    for frame in dict.fromkeys(case.frames):  # a recursion comes by the same places again
        tries = [node for node in case.around(frame) if isinstance(node, ast.Try) and case.within(frame, node.lineno)]
        tries = [node for node in tries if node.body[0].lineno <= frame.line <= (node.body[-1].end_lineno or 0)]
        for handler in (each for node in tries for each in node.handlers):
            caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            again = [each for each in ast.walk(handler) if isinstance(each, ast.Raise)]
            again = [each for each in again if each.exc is None or last_name(each.exc) == handler.name]
            again += _raised_later(case.definition_at(frame), handler)
            if short in map(last_name, caught) and again:
                return f"let by on purpose{shown_at(Frame(frame.file, frame.name, again[0].lineno), again[0])}"
    return ""


def _raised_later(definition: Definition | None, handler: ast.ExceptHandler) -> list[ast.Raise]:
    """Return the statements of a function that raise what a handler of it has put aside."""
    kept = [node for node in ast.walk(handler) if isinstance(node, ast.Assign) and last_name(node.value)]
    aside = {last_name(target) for node in kept if last_name(node.value) == handler.name for target in node.targets}
    raised = [node for node in ast.walk(definition) if isinstance(node, ast.Raise)] if definition is not None else []
    return [node for node in raised if node.exc is not None and last_name(node.exc) in aside]


def _translates(statement: ast.Raise, case: Case) -> bool:
    """Tell whether a `raise` in a handler made the exception of what was handled; else it came by without being so."""
    if last_name(statement.exc) != case.exception.rpartition(".")[2]:
        return False
    if case.exception in _GROUPS:
        return True
    cause = statement.cause
    # Without a cause the way would end at the `raise` itself.
    if cause is None or (isinstance(cause, ast.Constant) and cause.value is None):
        return False
    return _could_say(statement.exc, case)


def _could_say(made: ast.expr | None, case: Case) -> bool:
    """Tell whether the message is one that the making of an exception can have; of their own classes any may be."""
    if not isinstance(made, ast.Call) or len(made.args) != 1 or made.keywords:
        return True
    if case.exception not in vars(builtins) or case.exception == "KeyError" or len(case.message) >= MOST_TEXT:
        return True  # a key is shown as it is written, and a long message is cut
    match made.args[0]:
        case ast.Constant(value=str(text)):
            return case.message == text
        case ast.JoinedStr(values=parts):
            texts = [str(each.value) if isinstance(each, ast.Constant) else None for each in parts]
            pattern = "".join(".*" if text is None else re.escape(text) for text in texts)
            return re.fullmatch(pattern, case.message, re.DOTALL) is not None
    return True
