"""What speaks for a failure being a defect, when nothing excuses it.

Hints allow far more than anybody means, so that no excuse was found is no reason to act. There are grounds if the
function says of itself that it does not fail so, if the code takes care of the like and forgot this, or if it stumbles
over ordinary data given to something that is there for others: an index, a missing key, None of its own making. An
error in words about a value is mostly meant for whoever wrote it, whoever raises it.
"""

from __future__ import annotations

import ast
import builtins
import re

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.announced import others_listed
from fuzzwright.python.judging.case import Case, Definition, handed_over, last_name
from fuzzwright.python.judging.counting import is_negative, out_of_count, unlooked_for
from fuzzwright.python.judging.face import has_face, is_for_others
from fuzzwright.python.judging.keeping import SELF, kept_hint
from fuzzwright.python.judging.origins import expressions_in, given_as, hint_of, is_made_here, sources_of
from fuzzwright.python.judging.plain import contrived, invented, is_in_a_state
from fuzzwright.python.judging.purpose import is_question, quotes_the_call, raises_nothing
from fuzzwright.python.judging.supplied import supplied, supplied_to_function
from fuzzwright.python.judging.wording import is_in_words

_ENDING = ("close", "__exit__", "__aexit__", "aclose", "__del__")
_DICTIONARY = re.compile(r"(\w+\.)*(dict|Dict|\w*Mapping)\b")
_ANYTHING = re.compile(r"((\w+\.)?(Any|object|type|Type)|None|(type|Type|Optional)\[(\w+\.)?Any\]|[ |])+")
_UNTOLD = re.compile(r"(\w+\.)?Any|(\w+\.)?Any \| None|Optional\[(\w+\.)?Any\]")
_HOLDS_ANYTHING = re.compile(r"\[.*\b(Any|object)\b|\b(dict|list|Mapping|MutableMapping|Sequence|Iterable)\b(?!\[)")
_STREAM = re.compile(r"\bIO(\[(\w+\.)?Any(Str)?\]|\b(?!\[))")
_OF_STREAMS = re.compile(r"string argument expected|bytes-like object is required")
_NO_ATTRIBUTE = re.compile(r"(?<!'NoneType' object) has no attribute '(.*)'$", re.S)
_NO_KEYWORD = re.compile(r"unexpected keyword argument '(\w+)'$")
_ASKED_OF_ANYTHING = ("__eq__", "__ne__", "__contains__")
_OF_SURROUNDINGS = (OSError, ImportError, EOFError, MemoryError, KeyboardInterrupt, SystemExit)
_LOOKING = ("IndexError", "KeyError", "AttributeError", "StopIteration")
_VARIABLE = re.compile(r"variable '(\w+)'")
_NEVER_SET, _UNKNOWN = "UnboundLocalError", "NameError"
"""Code that reads a variable it never set is wrong whatever it was given."""
_AT_END = ("StopIteration", "StopAsyncIteration")
_DISPLAYS: dict[type[ast.expr], str] = {ast.List: "list", ast.Tuple: "tuple", ast.Set: "set", ast.Dict: "dict"}
NOT_SHOWN = "the package does not show this function to others"
_MEMBER = re.compile(r"(\w+\.)*[A-Z]\w*\.[A-Z_0-9]+")
_FEW = 3
"""An `except` around more statements than this is for all of them, and for none in particular."""


def lacks(case: Case) -> str:
    """Return why nothing speaks for a failure being a defect; nothing if something does."""
    if is_wrong_anyway(case):
        return ""
    if said := made_up(case):
        return said
    if case.kind == "return_type":
        return ""  # a hint that promises something else is wrong whoever reads it
    # A list of exceptions says nothing of a value that whoever was given it names in words.
    told = is_in_words(case) and not takes_care(case)
    if told and (quotes_the_call(case) or not others_listed(case)):
        return "it is said in words what is wrong with a value"
    if not is_question(case) and not is_for_others(case):
        return NOT_SHOWN
    if container := _dictionary_of_the_caller(case):
        return f"the caller chose what is in `{container}`"
    if said := out_of_count(case):
        return said
    if option := _option_set(case):
        return f"`{option}` is an option, and this is what it was set to"
    if _is_at_its_end(case):
        return "an iterator that the caller gave is at its end"
    if _looks_up_what_was_written(case) or _names_an_attribute(case) or case.exception == _UNKNOWN:
        return "it looks up what the caller wrote"
    return ""


def stretched(case: Case) -> str:
    """Return what in a call without end few would write, or set: whoever does knows what it takes; else nothing."""
    if made := invented(case) or (unlooked_for(case) if has_face(case) else ""):
        return f"it takes {made}"
    if is_in_a_state(case):
        return "it takes an object that was brought into a state of its own"
    option = _option_set(case)
    return f"`{option}` is an option, and this is what it was set to" if option else ""


def made_up(case: Case) -> str:
    """Return what in the call is there for the search only, so that no promise holds for it; else nothing."""
    if is_wrong_anyway(case):
        return ""
    if made := contrived(case):
        return f"it takes {made}"
    parameter = _anything(case)
    return f"`{parameter}` may be anything" if parameter else ""


def is_wrong_anyway(case: Case) -> bool:
    """Tell whether a failure is a defect whatever was given."""
    # Code that is made of texts may lack a name which the caller wrote.
    unknown = case.exception == _UNKNOWN and not quotes_the_call(case) and not _runs_text(case)
    return (
        ends_twice(case) or raises_nothing(case) or (case.exception == _NEVER_SET and _is_of_this_code(case)) or unknown
    )


def _is_of_this_code(case: Case) -> bool:
    """Tell whether a variable that was never set is of the code where a failure came from, not of what it calls."""
    definition, named = case.definition_at(case.place), _VARIABLE.search(case.message)
    nodes = ast.walk(definition) if definition is not None else ()
    return named is None or any(isinstance(node, ast.Name) and node.id == named[1] for node in nodes)


def _runs_text(case: Case) -> bool:
    """Tell whether the failing statement runs code that it has as a text, and does not name what is missing itself."""
    nodes = list(expressions_in(case.statement)) if case.statement is not None else []
    named = any(isinstance(node, ast.Name) and f"'{node.id}'" in case.message for node in nodes)
    called = [ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)]
    return not named and ("eval" in called or "exec" in called)


def ends_twice(case: Case) -> bool:
    """Tell whether what ends something fails since it was ended before: that may always be done twice."""
    function = case.function
    if function is None or function.name not in _ENDING or case.exception not in ("AttributeError", "TypeError"):
        return False
    asked = [node.attr for node in case.expressions_in_call() if isinstance(node, ast.Attribute)]
    return sum(name in _ENDING for name in asked) > 1


def stumbles_over_its_none(case: Case) -> bool:
    """Tell whether the code trips over None where nobody wrote one: it has made it itself, and forgotten that."""
    if case.exception not in ("TypeError", "AttributeError") or "NoneType" not in case.message:
        return False
    return not any(isinstance(node, ast.Constant) and node.value is None for node in case.expressions_in_call())


def takes_care(case: Case) -> bool:
    """Tell whether the code means to spare its callers such errors: it has one of its own, or handles others here."""
    if case.exception == "UnicodeEncodeError":
        return False  # it is about the text, whatever else may be wrong
    if refuses_in_its_own_way(case) and case.exception not in ("TypeError", "RuntimeError"):
        return True  # an error for values does not stand for misuse
    return any(_guards(case, frame) for frame in case.frames)


def refuses_in_its_own_way(case: Case) -> bool:
    """Tell whether the function that a failure came from raises an error of the package's own for other values."""
    definition = case.definition_at(case.place)
    return definition is not None and any(map(_is_of_its_own, ast.walk(definition)))


def refuses_the_like(case: Case) -> bool:
    """Tell whether it does so under a condition that is about the values which the failing statement uses.

    What nobody raises for a value (`IndexError`) is forgotten where such values are refused with any error in words.
    """
    statement, definition = case.statement, case.definition_at(case.place)
    nodes = list(expressions_in(statement)) if statement is not None else []
    # What the statement gives a name to, or calls, is not what it failed on.
    used = {each.id for each in nodes if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
    used -= {"self", *(last_name(each.func) for each in nodes if isinstance(each, ast.Call))}

    def refuses(each: ast.AST) -> bool:
        return _is_of_its_own(each) or (case.exception in _LOOKING and _is_refusal(each))

    for node in ast.walk(definition) if definition is not None else ():
        refusing = isinstance(node, ast.If | ast.ExceptHandler) and any(map(refuses, _within(node)))
        if refusing and used & _names_in(node.test if isinstance(node, ast.If) else node):
            return True
    return False


def _is_refusal(node: ast.AST) -> bool:
    """Tell whether something is raised with a message."""
    return isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and bool(handed_over(node.exc))


def _is_of_its_own(node: ast.AST) -> bool:
    name = last_name(node.exc) if isinstance(node, ast.Raise) else ""
    return bool(name) and name[0].isupper() and name not in vars(builtins)


def _within(node: ast.If | ast.ExceptHandler) -> list[ast.stmt]:
    """Return the statements of a condition or handler that are not under another one in it."""
    return [each for each in node.body if not isinstance(each, ast.If | ast.For | ast.While | ast.With | ast.Try)]


def _names_in(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and each.id != "self"}


def _guards(case: Case, frame: Frame) -> bool:
    """Tell whether a line is one of few that an `except` is there for, which lets this by."""
    tries = [node for node in case.around(frame) if isinstance(node, ast.Try) and node.handlers]
    inside = [node for node in tries if node.body[0].lineno <= frame.line <= (node.body[-1].end_lineno or 0)]
    return any(len(node.body) <= _FEW and any(map(_is_about_values, node.handlers)) for node in inside)


def _is_about_values(handler: ast.ExceptHandler) -> bool:
    """Tell whether a handler is for what is wrong with a value, rather than with the system or what is installed."""
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    kinds = [getattr(builtins, last_name(each), None) for each in caught]
    return not all(isinstance(kind, type) and issubclass(kind, _OF_SURROUNDINGS) for kind in kinds)


def _anything(case: Case) -> str:
    """Return a parameter that may be anything and was given what a failure of types names; nothing if there is none.

    An option that may be anything need not be named: the call is as simple as it gets, so it takes that value.
    """
    # A function that returns what it was given for anything should say so.
    returned = supplied_to_function(case) if case.kind == "return_type" else {}
    for each in supplied(case):
        default = ast.unparse(each.default) if each.default is not None and not each.of_few else ""
        if (
            _UNTOLD.fullmatch(each.hint)
            and each.parameter not in returned
            and default not in ("", ast.unparse(each.value))
        ):
            return each.parameter
    if case.kind != "return_type" and case.exception not in ("TypeError", "AttributeError"):
        return ""
    statement, function = case.statement, case.function
    if function is not None and function.name in _ASKED_OF_ANYTHING:
        return ""
    nodes = list(expressions_in(statement)) if statement is not None else []
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    read = [node for node in nodes if isinstance(node, ast.Attribute) and node not in called]
    own = {node.attr.lstrip("_") for node in read if last_name(node.value) == "self"}
    rest = {each.arg for each in (function.args.vararg, function.args.kwarg) if each} if function is not None else set()
    for each in supplied(case):
        # What is handed on with all the rest may have any name further in.
        other = own and each.parameter.lstrip("_") not in own and each.parameter not in rest
        if other or each.parameter in returned:
            continue  # it stumbled over another value
        said = case.message.partition(", annotated")[0]
        # Where None stands for a hint that does not speak of it, its name hides that it may be anything.
        nothing = isinstance(each.value, ast.Constant) and each.value.value is None
        hidden = nothing and not re.search(r"None|Optional", each.hint)
        if (hidden or _ANYTHING.fullmatch(each.hint)) and _is_named(each.value, said):
            return each.parameter
        if _STREAM.search(each.hint) and _OF_STREAMS.search(said) and last_name(each.value) in ("StringIO", "BytesIO"):
            return each.parameter
        inside = [node for node in ast.walk(each.value) if isinstance(node, ast.Constant) and node is not each.value]
        if _HOLDS_ANYTHING.search(each.hint) and any(_is_named(node, said) for node in inside):
            return each.parameter
    return ""


def _is_named(value: ast.expr, message: str) -> bool:
    """Tell whether a message names the type of a value, or a type that is the value."""
    kind = type(value.value).__name__ if isinstance(value, ast.Constant) else _DISPLAYS.get(type(value), "")
    kind = last_name(value) if isinstance(value, ast.Name | ast.Attribute) else kind
    return bool(kind) and re.search(rf"\b{kind.removesuffix('Type')}(Type)?\b", message) is not None


def _dictionary_of_the_caller(case: Case) -> str:
    """Return a dictionary of the caller's that has not the key looked up, where the code never asks whether it has."""
    statement, definition = case.statement, case.definition_at(case.place)
    if case.exception != "KeyError" or statement is None or definition is None:
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(statement):
        name = given_as(case, node.value, last) if isinstance(node, ast.Subscript) else ""
        hint = hint_of(case, name) if name else _hint_of_own(case, node, last)
        if hint is not None and isinstance(node, ast.Subscript) and _DICTIONARY.match(ast.unparse(hint)):
            return "" if case.message in _keys(case) or _asks(definition, node.value) else ast.unparse(node.value)
    return ""


def _option_set(case: Case) -> str:
    """Return a parameter that may be left out and that a package for others was given a value of its own for.

    The call is as simple as it gets, so it takes that value to fail, and whoever sets an option knows what it is for.
    Yes or no, and one of a few, are no such values: all of them are meant. Nor does it explain a None of the code's.
    """
    for each in supplied(case) if has_face(case) and not stumbles_over_its_none(case) else ():
        few = isinstance(each.value, ast.Constant) and isinstance(each.value.value, bool | None)
        few = few or _MEMBER.fullmatch(ast.unparse(each.value)) is not None or "Literal" in each.hint
        if each.default is not None and not each.of_few and not few:
            return each.parameter
    return ""


def _is_at_its_end(case: Case) -> bool:
    """Tell whether the next of an iterator is asked for that the caller gave, and that has no more."""
    # What a coroutine lets out is made another exception.
    if case.exception not in _AT_END and not (case.exception == "RuntimeError" and _AT_END[0] in case.message):
        return False
    if isinstance(case.statement, ast.Raise):
        return case.exception == _AT_END[0]
    last = len(case.frames) - 1
    for node in expressions_in(case.statement) if case.statement is not None else ():
        match node:
            case ast.Call(func=ast.Name(id="next" | "anext"), args=[asked]) if given_as(case, asked, last):
                return True
            case ast.Call(func=ast.Attribute(value=asked, attr="__next__" | "__anext__")) if given_as(
                case, asked, last
            ):
                return True
    return False


def _looks_up_what_was_written(case: Case) -> bool:
    """Tell whether a key that is not there is written in the call, where hints allow any, and the code never asks."""
    definition = case.definition_at(case.place)
    if case.exception != "KeyError" or case.statement is None:
        return False
    given = [each.value for each in supplied(case) if "Literal" not in each.hint]
    written = {ast.unparse(node) for value in given for node in ast.walk(value) if _is_written(node)}
    looks = [node for node in expressions_in(case.statement) if isinstance(node, ast.Subscript)]
    # What was counted out for a table of the code's own is another key than the one in the call.
    counted = [node for node in looks if not isinstance(node.slice, ast.Name | ast.Attribute)]
    if case.message not in written or any(is_made_here(case, node.value, len(case.frames) - 1) for node in counted):
        return False
    return definition is None or not any(_asks(definition, node.value) for node in looks)


def _names_an_attribute(case: Case) -> bool:
    """Tell whether an attribute that is not there has a name that is written in the call, or its module has."""
    missing = _NO_ATTRIBUTE.search(case.message) if case.exception == "AttributeError" else None
    if missing is not None and case.message.startswith("module ") and _imports_by_name(case):
        return True
    nodes = list(case.expressions_in_call())
    texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
    # A keyword that is no parameter is one of those that a function takes with `**`.
    extra = {node.arg for node in nodes if isinstance(node, ast.keyword)} - {each.parameter for each in supplied(case)}
    # Nor need anything take such a keyword that these are handed on to.
    refused = _NO_KEYWORD.search(case.message) if case.exception == "TypeError" else None
    return (missing is not None and missing[1] in texts | extra) or (refused is not None and refused[1] in extra)


def _imports_by_name(case: Case) -> bool:
    """Tell whether the function that a failure came from imports a module by a name that the caller gave."""
    definition = case.definition_at(case.place)
    calls = [node for node in ast.walk(definition) if isinstance(node, ast.Call)] if definition is not None else []
    named = [node.args[0] for node in calls if last_name(node) in ("import_module", "__import__") and node.args]
    return any(sources_of(case, name, len(case.frames) - 1) - {*SELF} for name in named)


def _is_written(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) or is_negative(node)


def _hint_of_own(case: Case, node: ast.expr, index: int) -> ast.expr | None:
    """Return the hint of what an object was made with and keeps as the attribute that is looked into."""
    holder = node.value if isinstance(node, ast.Subscript) else None
    own = isinstance(holder, ast.Attribute) and last_name(holder.value) == "self"
    return kept_hint(case, holder.attr, index, anyones=True) if own and isinstance(holder, ast.Attribute) else None


def _keys(case: Case) -> set[str]:
    """Return what is written as a key in the call, as the message of a `KeyError` would name it."""
    written = [key for node in case.expressions_in_call() if isinstance(node, ast.Dict) for key in node.keys]
    return {ast.unparse(key) for key in written if key is not None}


def _asks(definition: Definition, container: ast.expr) -> bool:
    """Tell whether a function asks somewhere whether something is in a container."""
    text = ast.unparse(container)
    for node in ast.walk(definition):
        asked = isinstance(node, ast.Compare) and any(isinstance(each, ast.In | ast.NotIn) for each in node.ops)
        if asked and isinstance(node, ast.Compare) and text in map(ast.unparse, node.comparators):
            return True
        called = node.func if isinstance(node, ast.Call) else None
        if (
            isinstance(called, ast.Attribute)
            and called.attr in ("get", "setdefault")
            and ast.unparse(called.value) == text
        ):
            return True
    return False
