"""What other packages refuse of what they are handed.

A library that says in words why it does not take a value speaks to whoever chose it. If that is an argument of the
function as it came, or a text it was put into, then it is the caller; what the function found in its data, or made
of it, it has to answer for. So does code that means to turn such exceptions into its own, and lets one by.
"""

from __future__ import annotations

import ast
import re
import sys

from fuzzwright.python.judging.case import Case, last_name, outline
from fuzzwright.python.judging.files import files_of, imported_in, package_of, top_of
from fuzzwright.python.judging.keeping import parameters_of, set_later_by
from fuzzwright.python.judging.origins import expressions_in, given_as, hint_of
from fuzzwright.python.judging.purpose import quotes_the_call
from fuzzwright.python.judging.supplied import supplied_to_function

_REFUSING = ("ValueError", "LookupError")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_NO_ATTRIBUTE = re.compile(r"^'(?!NoneType')\w+' object has no attribute '(\w+)'")
_OF_NONE = re.compile(r"'NoneType' object (is not|has no)|non-iterable NoneType|, not '?NoneType'?$")
_CLOSED = re.compile(r"\bclosed\b", re.I)
_UNSET = re.compile(r"<ContextVar name='")


def refused_outside(case: Case) -> str:
    """Return the evidence that another package refuses an argument in words; nothing if there is none."""
    statement = case.statement
    if statement is None or isinstance(statement, ast.Raise | ast.Assert) or not case.frames:
        return ""
    foreign = is_foreign(case) and not _is_translated(case)
    if not foreign and not (case.exception in _REFUSING and len(_WORDS.findall(case.message)) >= 3):
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(statement):
        # An exception of their own tells by itself that it was raised there.
        if not isinstance(node, ast.Call) or not (foreign or _is_outside(case, node.func, last)):
            continue
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            if name := _carried(case, argument, last):
                return f"hands the argument `{name}` to `{ast.unparse(node.func)}`, which refuses it{case.at}"
        if not foreign and quotes_the_call(case):
            return f"`{ast.unparse(node.func)}` refuses in words what the caller wrote{case.at}"
    return ""


def refuses_itself(case: Case) -> str:
    """Return the evidence that an object of others refuses its use for how the caller made it; else nothing."""
    statement = case.statement
    if statement is None or not (case.exception == "ValueError" and len(_WORDS.findall(case.message)) >= 3):
        return ""
    last = len(case.frames) - 1
    entered = [node.context_expr for node in statement.items] if isinstance(statement, ast.With | ast.AsyncWith) else []
    # Of other methods it is mostly what they are given that is refused, such as a day that its month does not have.
    parsers = [
        node.func.value
        for node in expressions_in(statement)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add_argument"
        if all(isinstance(each, ast.Constant) for each in node.args)
    ]
    given = supplied_to_function(case)
    for each in (*entered, *parsers):
        name = given_as(case, each, last)
        if name in given and _is_made_of_values(given[name].value) and _is_hint_of_others(case, name):
            return f"the argument `{name}` refuses to be used as it was made{case.at}"
    return ""


def not_set_up(case: Case) -> str:
    """Return the evidence that something is read which the caller has to have set before; else nothing."""
    return _unset_attribute(case) or _unset_variable(case) or _used_after_closing(case)


def _unset_attribute(case: Case) -> str:
    """Judge an attribute of the object that is missing, or None, until another method is called."""
    missing = _NO_ATTRIBUTE.search(case.message) if case.exception == "AttributeError" else None
    if case.exception not in ("TypeError", "AttributeError") or not (missing or _OF_NONE.search(case.message)):
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(case.statement) if case.statement is not None else ():
        if not isinstance(node, ast.Attribute) or last_name(node.value) != "self":
            continue
        if (missing is None or missing[1] == node.attr) and (setter := set_later_by(case, node.attr, last)):
            return f"`self.{node.attr}` has no value until {setter} sets it{case.at}"
    return ""


def _used_after_closing(case: Case) -> str:
    """Judge what an object no longer has since the caller closed it."""
    function = case.function
    closed = any(map(_closes, case.expressions_in_call()))
    if not closed or function is None or function.name in ("close", "__exit__", "__del__"):
        return ""
    missing = _NO_ATTRIBUTE.search(case.message) if case.exception == "AttributeError" else None
    gone = {
        each.attr
        for node in _closing(case)
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Del | ast.Store)
    }
    if _CLOSED.search(case.message) or (missing is not None and missing[1] in gone):
        return f"was closed by the call before{case.at}"
    return ""


def _closes(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "close"


def _closing(case: Case) -> list[ast.stmt]:
    """Return the methods called `close` of the class that it happened in."""
    around = case.class_at(case.place)
    return [each for each in around.body if getattr(each, "name", "") == "close"] if around is not None else []


def _unset_variable(case: Case) -> str:
    if case.exception != "LookupError" or not _UNSET.match(case.message) or case.statement is None:
        return ""
    read = {name for node in expressions_in(case.statement) if (name := _receiver(node, "get"))}
    for frame in case.frames:
        definition = case.definition_at(frame)
        for node in ast.walk(definition) if definition is not None else ():
            if _receiver(node, "set") in read:
                return ""  # it is what sets it, and did not
    return f"reads a context variable that the caller has to set before{case.at}"


def made_outside(case: Case) -> str:
    """Return the evidence that it happened in making an object of another package for the call; else nothing."""
    own = package_of(case)
    if not own or not case.frames or any(top_of(frame.file) == own for frame in case.frames):
        return ""
    first = case.frames[0]
    entered = first.name.rpartition(".")[2]
    for node in case.expressions_in_call():
        if isinstance(node, ast.Call) and (entered in ("__init__", "__new__") or last_name(node) == entered):
            root = _root(node.func)
            if root == top_of(first.file) or entered == last_name(node):
                return f"happens in making an object of `{top_of(first.file)}` for the call{case.at}"
    return ""


def is_foreign(case: Case) -> bool:
    """Tell whether an exception is of a class that another package defines, and not one of Python's."""
    top = case.exception.partition(".")[0]
    return "." in case.exception and top != package_of(case) and top not in sys.stdlib_module_names


def _is_made_of_values(value: ast.expr) -> bool:
    """Tell whether an object was made from values: without any, it is as its package means it to be."""
    return any(isinstance(node, ast.Call) and (node.args or node.keywords) for node in ast.walk(value))


def _is_hint_of_others(case: Case, name: str) -> bool:
    hint, tree = hint_of(case, name), case.tree(case.file)
    imported = imported_in(tree) if tree is not None else {}
    return hint is not None and imported.get(_root(hint), package_of(case)).partition(".")[0] != package_of(case)


def _receiver(node: ast.AST, method: str) -> str:
    """Return what a method is called on; nothing if a node is no call of it."""
    called = node.func if isinstance(node, ast.Call) else None
    return last_name(called.value) if isinstance(called, ast.Attribute) and called.attr == method else ""


def _carried(case: Case, argument: ast.expr, index: int) -> str:
    value = argument.value if isinstance(argument, ast.Starred) else argument
    if not isinstance(value, ast.Name | ast.Attribute | ast.JoinedStr | ast.BinOp):
        return ""  # what was made of an argument is another value
    return given_as(case, value, index, around=True)


def _is_translated(case: Case) -> bool:
    """Tell whether the package handles this exception elsewhere, or others of its kind, and so means to hide it."""
    module, _, name = case.exception.rpartition(".")
    for file in files_of(case):
        tree = case.tree(file)
        imported = imported_in(tree) if tree is not None else {}
        for node in outline(tree) if tree is not None else ():
            if isinstance(node, ast.ExceptHandler) and node.type is not None:
                caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
                for each in caught:
                    source = imported.get(_root(each), "")
                    if source == module or (source and last_name(each) == name):
                        return True
    return False


def _is_outside(case: Case, callee: ast.expr, index: int) -> bool:
    """Tell whether what is called is imported from a package that is neither this one nor Python's."""
    frame = case.frames[index]
    tree, inside = case.tree(frame.file), case.class_at(frame)
    imported = imported_in(tree) if tree is not None else {}
    if isinstance(callee, ast.Attribute) and last_name(callee.value) == "self" and inside is not None:
        # A class of theirs under a name of ours: `rule_class = Rule`.
        kept = [node for node in inside.body if isinstance(node, ast.Assign | ast.AnnAssign)]
        values = [
            node.value
            for node in kept
            if callee.attr in map(last_name, node.targets if isinstance(node, ast.Assign) else [node.target])
        ]
        callee = next((value for value in values if value is not None), callee)
    root = _root(callee)
    definition = case.definition_at(frame)
    hint = parameters_of(definition).get(root) if definition is not None and isinstance(callee, ast.Attribute) else None
    for node in ast.walk(hint) if hint is not None else ():
        # A method of an object of theirs that was handed in.
        root = _root(node) if isinstance(node, ast.Name | ast.Attribute) and _root(node) in imported else root
    top = imported.get(root, "").partition(".")[0]
    return bool(top) and top != package_of(case) and top not in sys.stdlib_module_names


def _root(expression: ast.expr) -> str:
    while isinstance(expression, ast.Attribute):
        expression = expression.value
    return expression.id if isinstance(expression, ast.Name) else ""
