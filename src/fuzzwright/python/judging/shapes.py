"""What a function asks of the shape of data that its hints leave open.

A `dict[str, Any]` says nothing about keys, a list nothing about how many items it has, a namespace nothing about its
attributes, and a match nothing about its pattern. Code that reads from such an argument asks for a shape; it is the
caller's to give it, unless the code itself shows that it knows of others.
"""

from __future__ import annotations

import ast
import re

from fuzzwright.python.judging.aliases import brought_in
from fuzzwright.python.judging.case import Case, Definition, classes_in, last_name
from fuzzwright.python.judging.keeping import parameters_of
from fuzzwright.python.judging.origins import expressions_in, given_as, hint_of, is_made_here, iterated_by, sources_of
from fuzzwright.python.judging.supplied import supplied, supplied_to_function

_NO_ATTRIBUTE = re.compile(r"'(Namespace|SimpleNamespace)' object has no attribute '(\w+)'")
_COUNT = re.compile(r"values to unpack")
_ANY_NUMBER = {"list", "List", "Sequence", "Iterable", "Iterator", "Collection", "Any", "object", "MutableSequence"}
_FIELDS = 3
"""So many fixed places of a list are the fields of something; fewer may be its first and last."""
_OF_NONE = re.compile(
    r"^ValueError: .*(empty|at least one)|^IndexError|^ZeroDivisionError|^StopIteration"
    r"|^TypeError: (.* missing \d|.* needs an)|^TypeError: .*(expected at least|must have at least|of empty)"
)
_PARSING = ("loads", "load", "safe_load", "literal_eval", "fromstring")
_READING = ("ValueError", "IndexError", "KeyError", "TypeError", "AttributeError")


def misshapen(case: Case) -> str:
    """Return the evidence that data of the caller's has not the shape the function reads; nothing if there is none."""
    statement = case.statement
    if statement is None or case.place is None or isinstance(statement, ast.Raise):
        return ""
    found = _attribute(case) or _key(case, statement) or _items(case, statement) or _match(case, statement)
    found = found or _first(case, statement) or _key_outside(case, statement) or _record(case, statement)
    found = found or _parsed(case, statement) or _none_given(case, statement) or _key_of_theirs(case, statement)
    return f"{found}{case.at}" if found else ""


def _attribute(case: Case) -> str:
    missing = _NO_ATTRIBUTE.search(case.message) if case.exception == "AttributeError" else None
    if missing is None:
        return ""
    made = any(isinstance(node, ast.Call) and last_name(node) == missing[1] for node in case.expressions_in_call())
    return f"reads `{missing[2]}` of a `{missing[1]}`, whose hint does not tell what is in it" if made else ""


def _key(case: Case, statement: ast.stmt) -> str:
    """Judge a key that is missing in a dictionary of the caller's."""
    if case.exception != "KeyError":
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(statement):
        match node:
            case ast.Subscript(value=container, slice=ast.Constant(value=key)):
                pass
            case ast.Call(func=ast.Attribute(value=container, attr="pop"), args=[ast.Constant(value=key)]):
                pass
            case _:
                continue
        if case.message == repr(key) and not is_made_here(case, container, last) and not _knows_without(case, key):
            return _in_argument(case, container, key, last) or _in_call(case, container, key, last)
    return ""


def _key_of_theirs(case: Case, statement: ast.stmt) -> str:
    """Judge a key of the caller's, looked up in a dictionary of theirs, where the code never asks for keys."""
    definition, last = case.definition_at(case.place), len(case.frames) - 1
    for node in expressions_in(statement) if case.exception == "KeyError" and definition is not None else ():
        if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Constant):
            continue
        name, text = given_as(case, node.value, last), ast.unparse(node.value)
        hint = hint_of(case, name) if name else None
        if hint is None or not re.search(r"\b([dD]ict|Mapping)\b", ast.unparse(hint)):
            continue
        keys = sorted(sources_of(case, node.slice, last) - {name})
        if keys and not _asks_for_keys(definition or statement, text):
            return f"looks what `{keys[0]}` names up in `{name}`, and both are the caller's"
    return ""


def _asks_for_keys(definition: ast.AST, text: str) -> bool:
    """Tell whether a function looks whether a dictionary has a key, or can do without."""
    for node in ast.walk(definition):
        if isinstance(node, ast.Compare) and any(ast.unparse(each) == text for each in node.comparators):
            return True
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == text:
            return True
        if isinstance(node, ast.ExceptHandler):
            return True
    return False


def _in_argument(case: Case, container: ast.expr, key: object, index: int) -> str:
    definition = case.definition_at(case.frames[index])
    extra = definition.args.kwarg if definition is not None else None
    if extra is not None and last_name(container) == extra.arg:
        return f"looks {key!r} up in `**{extra.arg}`, which takes any names"
    name = given_as(case, container, index)
    function = case.definition_at(case.frames[0])
    annotation = parameters_of(function).get(name) if function is not None else None
    if not name:
        return ""
    if annotation is not None and not re.search(r"\b(\w*[dD]ict|\w*Mapping|Any)\b", ast.unparse(annotation)):
        return f"looks {key!r} up in `{name}`, which need not have it" if _may_lack(case, annotation) else ""
    return f"looks {key!r} up in the argument `{name}`"


def _may_lack(case: Case, annotation: ast.expr) -> bool:
    """Tell whether a hint is a `TypedDict` whose keys may all be left out; which are there is the caller's to know."""
    name = last_name(annotation)
    own = case.tree(case.file)
    module, _ = dict(brought_in(own, case.file)).get(name, ("", "")) if own is not None else ("", "")
    trees = map(case.tree, (case.file, f"{module}.py", f"{module}/__init__.py"))
    node = classes_in(filter(None, trees)).get(name)
    told = node.keywords if node is not None else []
    return any(each.arg == "total" and ast.unparse(each.value) == "False" for each in told)


def _in_call(case: Case, container: ast.expr, key: object, index: int) -> str:
    """Judge by the dictionaries in the call whose hints do not tell their keys: one of them has not this one."""
    if not sources_of(case, container, index) or _is_built_by(case, container, index):
        return ""
    for given in supplied(case):
        if given.dictionary and any(_lacks(each, key) for each in ast.walk(given.value)):
            return f"looks {key!r} up in a dictionary of the caller's, given as `{given.parameter}: {given.hint}`"
    return ""


def _lacks(node: ast.AST, key: object) -> bool:
    return isinstance(node, ast.Dict) and key not in [
        each.value for each in node.keys if isinstance(each, ast.Constant)
    ]


def _is_built_by(case: Case, container: ast.expr, index: int) -> bool:
    """Tell whether a dictionary is what a function of the same file returns, which writes it itself."""
    tree = case.tree(case.frames[index].file)
    definition = case.definition_at(case.frames[index])
    calls = {last_name(node) for node in ast.walk(container) if isinstance(node, ast.Call)}
    if isinstance(container, ast.Name) and definition is not None:
        for node in ast.walk(definition):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                calls |= {last_name(node.value)} if container.id in map(last_name, node.targets) else set()
    return tree is not None and any(
        isinstance(node, Definition) and node.name in calls and _writes_dictionary(node) for node in tree.body
    )


def _writes_dictionary(definition: Definition) -> bool:
    returned = [node.value for node in ast.walk(definition) if isinstance(node, ast.Return)]
    names = {last_name(value) for value in returned}
    written = [node for node in ast.walk(definition) if isinstance(node, ast.Assign | ast.AnnAssign)]
    return any(isinstance(value, ast.Dict | ast.DictComp) for value in returned) or any(
        isinstance(node.value, ast.Dict | ast.DictComp)
        and names & {*map(last_name, node.targets if isinstance(node, ast.Assign) else [node.target])}
        for node in written
    )


def _knows_without(case: Case, key: object) -> bool:
    """Tell whether the code on the way knows that a key may be missing, or checks its dictionaries for others."""
    definitions = [each for each in (case.function, case.definition_at(case.place)) if each is not None]
    for definition in definitions:
        for line in (ast.get_docstring(definition) or "").splitlines():
            if "optional" in line.lower() and re.search(rf"\b{re.escape(str(key))}\b", line):
                return True
        for node in ast.walk(definition):
            match node:
                case ast.Compare(left=ast.Constant(value=asked), ops=[ast.In() | ast.NotIn()]) if asked == key:
                    return True
                case (
                    ast.Call(func=ast.Attribute(attr="get" | "setdefault"), args=[ast.Constant(value=asked), *_])
                    | ast.Call(func=ast.Attribute(attr="pop"), args=[ast.Constant(value=asked), _])
                ):
                    if asked == key:
                        return True
                case ast.If(
                    test=ast.Compare(left=ast.Constant(value=str()), ops=[ast.NotIn()]), body=[ast.Raise(), *_]
                ):
                    return True
    return False


def _items(case: Case, statement: ast.stmt) -> str:
    """Judge too few or too many items in what the hints do not tell the number of."""
    if case.exception != "ValueError" or not _COUNT.search(case.message):
        return ""
    last = len(case.frames) - 1
    function = case.definition_at(case.frames[0])
    if form := _form(case, statement):
        return form
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple | ast.List):
        name = given_as(case, statement.value, last) if isinstance(statement.value, ast.Name) else ""
        inside = False
    else:
        gone_over = [source for target, source in iterated_by(statement) if isinstance(target, ast.Tuple | ast.List)]
        name = next(filter(None, (given_as(case, each, last) for each in gone_over)), "")
        inside = True
    annotation = parameters_of(function).get(name) if function is not None else None
    if not name or annotation is None or not _leaves_number_open(annotation, inside):
        return ""
    return f"unpacks {'items of ' if inside else ''}the argument `{name}`, whose number of items the hint leaves open"


def _form(case: Case, statement: ast.stmt) -> str:
    """Judge a text that is cut into several parts, each with a name: whoever writes one has to know its form."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Call(func=ast.Attribute(text, "split" | "rsplit"))):
            name = given_as(case, text, len(case.frames) - 1)
            if name and len(parts) >= _FIELDS:
                return f"cuts the text `{name}` into {len(parts)} parts that each have a name"
    return ""


def _leaves_number_open(annotation: ast.expr, inside: bool) -> bool:
    """Tell whether a hint, or the items of what it describes, allows any number of items."""
    for node in ast.walk(annotation):
        if inside and isinstance(node, ast.Subscript) and last_name(node.value) in _ANY_NUMBER:
            if _leaves_number_open(node.slice, False):
                return True
        elif not inside and isinstance(node, ast.Subscript | ast.Name):
            head = node.value if isinstance(node, ast.Subscript) else node
            if last_name(head) in _ANY_NUMBER:
                return True
    return False


def _first(case: Case, statement: ast.stmt) -> str:
    """Judge an item that is read of what may be anything, and so may have none."""
    if case.exception not in ("IndexError", "StopIteration"):
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(statement):
        match node:
            case ast.Subscript(value=read) if case.exception == "IndexError":
                pass
            case ast.Call(func=ast.Name(id="next"), args=[ast.Call(func=ast.Name(id="iter"), args=[read])]):
                pass
            case _:
                continue
        name = given_as(case, read, last, inside=True)
        hint = hint_of(case, name) if name else None
        if hint is None or not _says_nothing(case, read, hint, last) or _knows_of_none(case, read):
            continue
        return f"reads an item of what was given as `{name}: {ast.unparse(hint)}`, which need not have one"
    return ""


def _record(case: Case, statement: ast.stmt) -> str:
    """Judge an item of a list that is read as a record: at several fixed places, without asking how many there are."""
    definition, last = case.definition_at(case.place), len(case.frames) - 1
    for node in expressions_in(statement) if case.exception == "IndexError" and definition is not None else ():
        if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)):
            continue
        name, text = given_as(case, node.value, last), ast.unparse(node.value)
        if not name and not last and definition is not None and text in parameters_of(definition):
            name = text  # what was put into it does not make it longer
        hint = hint_of(case, name) if name else None
        if hint is None or not _words(hint) & _ANY_NUMBER or _knows_of_none(case, node.value):
            continue
        places = {
            each.slice.value
            for each in ast.walk(definition or statement)
            if isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Constant)
            if ast.unparse(each.value) == text
        }
        if len(places) >= _FIELDS:
            return f"reads `{text}` at {len(places)} fixed places, which `{name}: {ast.unparse(hint)}` need not have"
    return ""


def _parsed(case: Case, statement: ast.stmt) -> str:
    """Judge what is read out of a text of the caller's that was parsed, and has another shape."""
    definition, last = case.definition_at(case.place), len(case.frames) - 1
    if definition is None or case.exception not in _READING or _COUNT.search(case.message):
        return ""
    parsed = {
        target.id: node.value
        for node in ast.walk(definition)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and last_name(node.value) in _PARSING
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in expressions_in(statement):
        read = node.value if isinstance(node, ast.Subscript | ast.Attribute) else None
        call = parsed.get(read.id) if isinstance(read, ast.Name) else None
        names = sorted(sources_of(case, call, last)) if call is not None else []
        if names and isinstance(read, ast.Name) and not _asks_shape(definition, read.id):
            return f"reads `{ast.unparse(node)}` of what the text `{names[0]}` says, which need not have it"
    return ""


def _asks_shape(definition: Definition, name: str) -> bool:
    """Tell whether a function looks what it has before it reads from it."""
    tests = [node.test for node in ast.walk(definition) if isinstance(node, ast.If | ast.IfExp | ast.Assert)]
    return any(isinstance(each, ast.Name) and each.id == name for test in tests for each in ast.walk(test))


def _none_given(case: Case, statement: ast.stmt) -> str:
    """Judge a call that gives nothing at all for `*items`, where the function does something with them."""
    function = case.definition_at(case.frames[0])
    rest = function.args.vararg if function is not None else None
    if rest is None or not _OF_NONE.search(f"{case.exception}: {case.message}"):
        return ""
    calls = [node for node in case.expressions_in_call() if isinstance(node, ast.Call)]
    given = {each.parameter for each in supplied_to_function(case).values()}
    used = {name for node in expressions_in(statement) for name in sources_of(case, node, len(case.frames) - 1)}
    if not calls or rest.arg in given or rest.arg not in used:
        return ""
    return f"was given nothing for `*{rest.arg}`"


def _says_nothing(case: Case, read: ast.expr, hint: ast.expr, index: int) -> bool:
    """Tell whether a hint leaves all of what is read open: it is `Any`, or that is inside of a `dict[str, Any]`."""
    whole = given_as(case, read, index)
    return last_name(hint) in ("Any", "object") or (not whole and bool(_words(hint) & {"Any", "object"}))


def _knows_of_none(case: Case, read: ast.expr) -> bool:
    """Tell whether the code around looks whether there is an item, and so means to do without."""
    definition, text = case.definition_at(case.place), ast.unparse(read)
    return definition is not None and any(
        isinstance(node, ast.If | ast.IfExp | ast.While) and _asks_for(node.test, text) for node in ast.walk(definition)
    )


def _asks_for(test: ast.expr, text: str) -> bool:
    asked = test.operand if isinstance(test, ast.UnaryOp) else test
    return ast.unparse(asked) == text or f"len({text})" in ast.unparse(test)


def _key_outside(case: Case, statement: ast.stmt) -> str:
    """Judge a key that other code looks up in a dictionary of the caller's, handed to it."""
    read = [node.slice for node in expressions_in(statement) if isinstance(node, ast.Subscript)]
    here = any(not isinstance(each, ast.Constant) or repr(each.value) == case.message for each in read)
    if case.exception != "KeyError" or here:
        return ""
    last = len(case.frames) - 1
    for given in supplied(case):
        if not given.dictionary or not isinstance(given.value, ast.Dict):
            continue
        keys = [each.value for each in given.value.keys if isinstance(each, ast.Constant)]
        if case.message in map(repr, keys):
            continue
        for node in expressions_in(statement):
            arguments = [*node.args, *(each.value for each in node.keywords)] if isinstance(node, ast.Call) else []
            if any(given_as(case, each, last, inside=True) == given.parameter for each in arguments):
                callee = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
                return f"hands `{given.parameter}: {given.hint}` to `{callee}`, which looks {case.message} up in it"
    return ""


def _match(case: Case, statement: ast.stmt) -> str:
    """Judge what is read out of a match that the function was given: it is one of another pattern."""
    function = case.definition_at(case.frames[0])
    if case.exception not in _READING or function is None:
        return ""
    matches = {name for name, hint in parameters_of(function).items() if hint is not None and "Match" in _words(hint)}
    used = {name for node in expressions_in(statement) for name in sources_of(case, node, len(case.frames) - 1)}
    # Whatever else is used there: the text of a match is mostly cut by numbers that come from elsewhere.
    name = next(iter(sorted(matches & used)), "")
    return f"reads from the match `{name}`, and the hint does not tell of which pattern" if name else ""


def _words(hint: ast.expr) -> set[str]:
    return set(re.findall(r"\w+", ast.unparse(hint)))
