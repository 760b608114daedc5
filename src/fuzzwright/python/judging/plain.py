"""Whether the call that failed is one that somebody would write.

Data, objects of Python's, and objects of the package that were made of data: such calls are written every day.
Stand-ins for interfaces, functions that give anything, objects inside of objects and long histories are what a search
needs to get somewhere; a failure that takes those says little, unless other grounds speak for it.
"""

from __future__ import annotations

import ast
import builtins
import collections.abc
import re
import sys
from typing import TypeGuard

from fuzzwright.python.judging.case import (
    Case,
    class_of_python,
    classes_in,
    first_name,
    handed_over,
    last_name,
    lineage,
)
from fuzzwright.python.judging.face import has_face
from fuzzwright.python.judging.files import package_of
from fuzzwright.python.judging.keeping import is_record
from fuzzwright.python.judging.supplied import files_named, supplied, supplied_to_function

MOST_BEFORE = 3
"""So many calls on an object before the one that failed are nothing special."""
_MOST_DEEP = 1
"""Objects that are made of data, and no deeper."""
_GIVES_DATA = re.compile(r"Callable\[.*, (int|float|str|bytes|bool)( \| None)?\]+$")
_OPEN_KINDS = {
    *vars(builtins), *dir(collections.abc), *("Any", "Optional", "Union", "IO", "TextIO", "BinaryIO", "typing", "t"),
}  # fmt: skip
"""What hints name that is no class of the package: built-in types, and kinds that objects fit by what they can do."""
_FOR_OTHERS = re.compile(r"^(Abstract|Base)[A-Z]\w*[a-z]|[a-z](Base|Mixin|Interface)$")
_MATCHING = ("re.match", "re.search", "re.fullmatch")
_RECORDS = ("NamedTuple", "TypedDict", "Struct", "BaseModel")


def invented(case: Case) -> str:
    """Return what in the call was thought up for it, and does what nobody knows; nothing if it is not."""
    nodes = list(case.expressions_in_call())
    driven = any(isinstance(node, ast.Call) and last_name(node) == "new_event_loop" for node in nodes)
    if not driven and any(isinstance(node, ast.Lambda) for node in nodes) and not _gives_what_is_told(case):
        return "a function that was made up for the call"
    if any(isinstance(node, ast.Call) and last_name(node) == "type" and len(node.args) == 3 for node in nodes):
        return "an object that was made up for the call"
    if not driven and any(isinstance(node, ast.Tuple) and _steps(node) > MOST_BEFORE for node in nodes):
        return "several calls before it"
    return ""


def contrived(case: Case) -> str:
    """Return what in the call few would write; nothing if it is made of plain data, or not known."""
    if thought_up := invented(case):
        return thought_up
    nodes = list(case.expressions_in_call())
    if raised := next((node for node in nodes if _makes(node, case.exception)), None):
        return f"`{ast.unparse(raised)}`, which it was given to raise"
    if any(isinstance(node, ast.Call) and ast.unparse(node.func) in _MATCHING for node in nodes):
        return "a match of a pattern that was picked for the call"
    if _asks_an_exception(case):
        return "an exception that was made by hand"
    if is_in_a_state(case):
        return "an object that was brought into a state of its own"
    # What comes out of it is another matter: the hint of a result holds for all that may be handed over.
    if (name := _class_given(nodes)) and (case.kind != "return_type" or _is_an_option(case, name)):
        return f"the class `{name}`, which was picked for the call"
    if hint := _fits_by_chance(case):
        return f"an object that happens to fit `{hint}`"
    if any(_is_of_others(case, node) for node in nodes):
        return "an object of another package, made by hand"
    if record := next((ast.unparse(node.func) for node in nodes if _is_record_of_python(node)), None):
        return f"a `{record}` made by hand, whose fields may be anything"
    if has_face(case) and any(map(_holds_records, nodes)):
        return "records that were put together by hand"
    if hint := _holds_nothing(case):
        return f"None among what `{hint}` holds"
    if any(_is_private(node) for node in nodes):
        return "an object of a private class"
    if any(isinstance(node, ast.keyword) and (node.arg or "").startswith("_") for node in nodes):
        return "a private parameter"
    if any(isinstance(node, ast.Call) and _FOR_OTHERS.search(_class_of(node)) for node in nodes):
        return "an object of a class that others are derived from"
    if max((_depth(case, part) for part in _parts(case)), default=0) > _MOST_DEEP:
        return "objects that are made of other objects"
    if has_face(case) and _meets_another(case):
        return "an object handed to another, both made by hand"
    return ""


def is_in_a_state(case: Case) -> bool:
    """Tell whether something that the call hands over had methods called on it before."""
    return any(isinstance(node, ast.NamedExpr) for part in _parts(case)[1:] for node in ast.walk(part))


def _meets_another(case: Case) -> bool:
    """Tell whether a method of an object made for the call is given another; operators are there for just that."""
    function = case.function
    if function is None or (function.name not in ("__call__", "__init__") and function.name.startswith("__")):
        return False
    on, *given = _parts(case) or [ast.Constant(None)]
    return _makes_objects(on) and any(map(_makes_objects, given))


def _makes_objects(part: ast.expr) -> bool:
    """Tell whether something is called in a part of the call that is none of Python's."""
    named = {node.target.id for node in ast.walk(part) if isinstance(node, ast.NamedExpr)}
    calls = [node.func for node in ast.walk(part) if isinstance(node, ast.Call)]
    return any(not is_of_python(callee) and first_name(callee) not in named for callee in calls)


def made_with(case: Case) -> list[ast.expr]:
    """Return what the object was made with that the call is made on."""
    on = next(iter(_parts(case)), None)
    match on:
        case ast.Subscript(value=ast.Tuple(elts=[ast.NamedExpr(value=made), *_])):
            on = made  # what had methods called on it since
    return handed_over(on) if isinstance(on, ast.Call) else []


def _parts(case: Case) -> list[ast.expr]:
    """Return what the call is made on, and what it hands over."""
    whole = next(case.expressions_in_call(), None)
    return _receiver_and_arguments(whole.body) if isinstance(whole, ast.Expression) else []


def _makes(node: ast.AST, exception: str) -> bool:
    return isinstance(node, ast.Call) and last_name(node) == exception.rpartition(".")[2]


def _asks_an_exception(case: Case) -> bool:
    """Tell whether something is asked of an exception that only code which raises it makes."""
    function = case.function
    if function is None or function.name.startswith("__"):
        return False
    around = [node.name for node in case.around_function() if isinstance(node, ast.ClassDef)]
    classes = _classes(case) if around else {}
    bases = {*lineage(around[-1], classes)} - {*classes} if around else set()
    kinds = [vars(builtins).get(name) for name in bases]
    return any(isinstance(kind, type) and issubclass(kind, BaseException) for kind in kinds)


def _fits_by_chance(case: Case) -> str:
    """Return the hint that an object in the call fits although it names neither its class nor one that it is of."""
    made = [each for each in supplied_to_function(case).values() if isinstance(each.value, ast.Call)]
    made = [each for each in made if isinstance(each.value, ast.Call) and not is_of_python(each.value.func)]
    classes = _classes(case) if made else {}
    for each in made:
        name = _class_of(each.value) if isinstance(each.value, ast.Call) else ""
        named = set(re.findall(r"\w+", each.hint))
        # A name that is not known may stand for whatever there is.
        known = all(word in classes or word in _OPEN_KINDS or word.startswith("Supports") for word in named)
        if name in classes and known and named.isdisjoint(lineage(name, classes)):
            return each.hint
    return ""


def _class_given(nodes: list[ast.AST]) -> str:
    """Return a class that the call hands over as a value: hints have no word for which ones are meant."""
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    # What is called makes objects, and what a name is taken from is a module, or the class of a member.
    other = {id(call.func) for call in calls} | {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in (part for call in calls for given in handed_over(call) for part in ast.walk(given)):
        if isinstance(node, ast.Attribute | ast.Name) and id(node) not in other and _is_class(node):
            return ast.unparse(node)
    return ""


def _is_an_option(case: Case, written: str) -> bool:
    """Tell whether something is written for a parameter that may be left out: the result may be another then."""
    return any(each.default is not None and ast.unparse(each.value) == written for each in supplied(case))


def _is_class(node: ast.Attribute | ast.Name) -> bool:
    """Tell whether a name is that of a class, and not of something that belongs to one."""
    if isinstance(node, ast.Name):
        return isinstance(vars(builtins).get(node.id), type)
    return node.attr[:1].isupper() and not node.attr.isupper() and not last_name(node.value)[:1].isupper()


def _class_of(call: ast.Call) -> str:
    """Return the class that a call makes an object of: itself, or the one whose method it is."""
    maker = call.func.value if isinstance(call.func, ast.Attribute) else None
    return name if (name := last_name(maker))[:1].isupper() else last_name(call)


def _is_of_others(case: Case, node: ast.AST) -> bool:
    """Tell whether a part of the call makes an object of a package that is neither this one nor Python's."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or is_of_python(node.func):
        return False
    root = first_name(node.func)
    named = {each.target.id for each in case.expressions_in_call() if isinstance(each, ast.NamedExpr)}
    module = root if root[:1].islower() else ""
    return bool(module) and module not in named and module != package_of(case)


def _is_record_of_python(node: ast.AST) -> TypeGuard[ast.Call]:
    """Tell whether a part of the call makes a named tuple of Python's, which has no hints for what is in it."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    kind = class_of_python(ast.unparse(node.func))
    return kind is not None and issubclass(kind, tuple) and hasattr(kind, "_fields")


def _holds_records(node: ast.AST) -> bool:
    """Tell whether something holds pairs, triples or dictionaries that have something in them."""
    items = node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else []
    items = node.values if isinstance(node, ast.Dict) else items
    return any(
        (isinstance(each, ast.Tuple) and len(each.elts) > 1) or (isinstance(each, ast.Dict) and bool(each.keys))
        for each in items
    )


def _holds_nothing(case: Case) -> str:
    """Return the hint of a list that was given None as an item without saying that it may hold that."""
    for each in supplied_to_function(case).values():
        items = each.value.elts if isinstance(each.value, ast.List | ast.Tuple | ast.Set) else []
        empty = any(isinstance(item, ast.Constant) and item.value is None for item in items)
        if empty and not re.search(r"\[.*(None|Optional)", each.hint):
            return each.hint
    return ""


def _is_private(node: ast.AST) -> bool:
    name = last_name(node) if isinstance(node, ast.Call) else ""
    return name.startswith("_") and name.lstrip("_")[:1].isupper()


def _gives_what_is_told(case: Case) -> bool:
    """Tell whether the functions in the call stand for parameters whose hints say that they give plain data."""
    given = [each for each in supplied_to_function(case).values() if _is_made_up(each.value)]
    return bool(given) and all(_GIVES_DATA.search(each.hint) for each in given)


def _is_made_up(value: ast.expr) -> bool:
    return any(isinstance(node, ast.Lambda) for node in ast.walk(value))


def _steps(node: ast.Tuple) -> int:
    """Return how many calls are made on an object before it is used: `(x := X(), x.grow(), x)[-1]`."""
    return len(node.elts) - 2 if node.elts and isinstance(node.elts[0], ast.NamedExpr) else 0


def _receiver_and_arguments(call: ast.expr) -> list[ast.expr]:
    """Return what a call is made on, if that is no name, and what it is given."""
    if isinstance(call, ast.Attribute):
        return [call.value]
    if not isinstance(call, ast.Call):
        return [call]
    if ast.unparse(call.func) in ("list", "asyncio.run") and call.args:
        return _receiver_and_arguments(call.args[0])
    return [call.func.value, *handed_over(call)] if isinstance(call.func, ast.Attribute) else handed_over(call)


def _depth(case: Case, node: ast.AST) -> int:
    """Return how many objects are inside of each other, not counting those of Python's, nor those that are data."""
    inner = max((_depth(case, child) for child in ast.iter_child_nodes(node)), default=0)
    made = isinstance(node, ast.Call) and (node.args or node.keywords)
    if not made or not isinstance(node, ast.Call) or is_of_python(node.func):
        return inner
    # Records of records are data too, but those of a package that shows its functions are mostly made by them.
    data = inner >= _MOST_DEEP and not has_face(case) and _is_of_data(case, last_name(node))
    return inner if data else inner + 1


def _is_of_data(case: Case, name: str) -> bool:
    """Tell whether a class is a record, or derived from one."""
    classes = _classes(case)
    return any(each in _RECORDS or (each in classes and is_record(classes[each])) for each in lineage(name, classes))


def _classes(case: Case) -> dict[str, ast.ClassDef]:
    """Return the classes in the files that the call names something of, or that the failure passed through."""
    trees = filter(None, map(case.tree, files_named(case)))
    return classes_in(trees)


def is_of_python(callee: ast.expr) -> bool:
    """Tell whether what is called belongs to Python itself."""
    root = first_name(callee)
    return root in vars(builtins) or root in sys.stdlib_module_names
