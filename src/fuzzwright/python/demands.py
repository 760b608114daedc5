"""What a function asks of its arguments without saying so in its hints.

It asserts it, states it as a contract, or hands an argument as it is to something that takes only some values: text
to be converted, a name to be looked up, a format to be filled. Such code raises what Python raises for wrong values,
and all it could do instead is to raise something else: the caller's fault, though a narrower hint may be worth it.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping

from fuzzwright.python.case import Case, Definition, last_name
from fuzzwright.python.origins import expressions_in, given_as, is_made_here, parameters_of

_CONTRACTS = {
    "deal.PreContractError", "deal._exceptions.PreContractError", "beartype.roar.BeartypeCallHintParamViolation",
    "pydantic_core._pydantic_core.ValidationError", "pydantic.ValidationError", "typeguard.TypeCheckError",
}  # fmt: skip
_ICONTRACT = "icontract.errors.ViolationError"
_PLACE_OF_CONDITION = re.compile(r"File (.+?), line (\d+) in ")

_WRONG_VALUE = {
    "ValueError", "re.error", "re.PatternError", "binascii.Error", "json.decoder.JSONDecodeError",
    "decimal.InvalidOperation", "UnicodeDecodeError", "UnicodeEncodeError", "SyntaxError", "LookupError",
    "zoneinfo.ZoneInfoNotFoundError",
    "zoneinfo._common.ZoneInfoNotFoundError", "tomllib.TOMLDecodeError", "struct.error", "UnicodeError",
    "xml.etree.ElementTree.ParseError", "IndentationError", "configparser.Error", "csv.Error", "locale.Error",
}  # fmt: skip
_CONVERTERS = {
    "int", "float", "complex", "Decimal", "Fraction", "bytes", "fromhex", "fromisoformat", "strptime", "UUID",
    "ip_address", "ip_network", "ip_interface", "loads", "literal_eval", "compile", "b64decode", "unhexlify",
    "ZoneInfo", "urlparse", "urlsplit", "fromstring", "parse",
}  # fmt: skip
_FORMATTING = ("TypeError", "ValueError", "KeyError", "IndexError", "AttributeError")
_OPEN = {"str", "int", "bytes", "float", "Any", "object", "Hashable", "SupportsIndex"}
_LOOSE = re.compile(r"\b([dD]ict|Mapping)\[str, ?(Any|object)\]|\bdict\b(?!\[)")
_TEXT = ("str", "bytes", "bytearray", "Pattern")
# What became of a number on the way is not the caller's text.
_NUMBER = re.compile(r"cannot convert float|integer|too (large|big)|math domain|^expected a .*(input|number)\b", re.I)
# Nor does what takes text speak so: the statement itself found too little or too much in what it got.
_COUNT = re.compile(r"values to unpack|^(min|max)\(\) .*empty")
_OF_PYTHON = {*vars(builtins), "date", "datetime", "time", "timedelta", "Decimal", "Fraction", "super"}
_LOOKING = ("__getitem__", "__delitem__", "pop", "remove", "index")
_SIGNATURE = re.compile(
    r"required (keyword-only|positional) argument|unexpected keyword|positional arguments? but|invalid keyword"
)


def demanded(case: Case) -> str:
    """Return the evidence that an argument was not meant for the function; nothing if there is none."""
    return _contract(case) or _asserted(case) or _half_made(case) or _odd_text(case) or _handed_on(case)


def _asserted(case: Case) -> str:
    if isinstance(case.statement, ast.Assert) and case.exception == "AssertionError":
        return f"asserted{case.at}"
    return ""


def _contract(case: Case) -> str:
    """Judge by a contract on an argument of the function itself; that of a function it calls is not the caller's."""
    if case.exception not in _CONTRACTS and case.exception != _ICONTRACT:
        return ""
    if case.frames:
        return ""  # the function called another one wrongly
    if case.exception == _ICONTRACT:
        stated = _PLACE_OF_CONDITION.search(case.message)
        function = case.function
        if stated is None or function is None:
            return ""
        line = int(stated[2])
        kinds = [last_name(each) for each in function.decorator_list if each.lineno <= line <= (each.end_lineno or 0)]
        if kinds != ["require"]:
            return ""
    return f"a contract on the arguments: {case.message.strip().splitlines()[-1] if case.message.strip() else 'broken'}"


_NO_ATTRIBUTE = re.compile(r"'(\w+)' object has no attribute '(\w+)'")


def _half_made(case: Case) -> str:
    """Judge an attribute that is missing since nothing set it: its class has no constructor to do so."""
    missing = _NO_ATTRIBUTE.search(case.message) if case.exception == "AttributeError" else None
    if missing is None:
        return ""
    name, attribute = missing.groups()
    files = dict.fromkeys([case.file, *(frame.file for frame in case.frames)])
    trees = list(filter(None, map(case.tree, files)))
    classes = {node.name: node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    for node in _with_bases(name, classes):
        if _declares(node, attribute):
            return f"`{attribute}` is declared in `{node.name}`, and set by others than its constructor"
    if (made_by := classes.get(name)) is not None:
        made = any(isinstance(each, Definition) and each.name in ("__init__", "__new__") for each in made_by.body)
        bases = {*map(last_name, made_by.bases)} - {"object", "Protocol", "Generic", "ABC"}
        if not made and not bases and not made_by.decorator_list:
            return f"objects of `{name}` are made elsewhere: calling the class sets no `{attribute}`"
    return ""


def _with_bases(name: str, classes: Mapping[str, ast.ClassDef]) -> Iterator[ast.ClassDef]:
    """Yield a class and those it is derived from, as far as their source is known; no other has its attributes."""
    waiting, seen = [name], {name}
    while waiting:
        node = classes.get(waiting.pop(0))
        if node is None:
            continue
        yield node
        bases = [base for each in node.bases if (base := last_name(each)) not in seen]
        waiting += bases
        seen.update(bases)


def _declares(node: ast.ClassDef, attribute: str) -> bool:
    """Tell whether a class says that its objects have an attribute, and no method of it sets that."""
    declared = any(
        isinstance(each, ast.AnnAssign) and each.value is None and last_name(each.target) == attribute
        for each in node.body
    )
    return declared and not any(
        isinstance(each, ast.Attribute) and each.attr == attribute and isinstance(each.ctx, ast.Store)
        for each in ast.walk(node)
    )


def _odd_text(case: Case) -> str:
    """Judge text that no file or system call takes, and matches of other patterns."""
    if case.exception == "IndexError" and case.message == "no such group":
        return f"asks a match for a group that its pattern does not have{case.at}"
    if case.exception == "UnicodeEncodeError" and "surrogates not allowed" in case.message:
        return f"text with half of a surrogate pair cannot be written{case.at}"
    if case.exception == "ValueError" and "embedded null" in case.message:
        return f"text with a NUL names nothing{case.at}"
    return ""


def _handed_on(case: Case) -> str:
    """Judge by what the statement does with arguments that came from the caller as they are."""
    statement, place = case.statement, case.place
    if statement is None or place is None or isinstance(statement, ast.Raise):
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(statement):
        for rule in (_lookup, _format, _conversion, _called, _delegated):
            if found := rule(case, node, last):
                return f"{found}{case.at}"
    return ""


def _lookup(case: Case, node: ast.expr, index: int) -> str:
    if case.exception not in ("KeyError", "IndexError"):
        return ""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        wanted = node.slice.value
        if case.exception != "KeyError" or case.message != repr(wanted):
            return ""
        if name := given_as(case, node.value, index):
            return f"looks {wanted!r} up in the argument `{name}`" if _is_any_dictionary(case, name) else ""
        if is_made_here(case, node.value, index):
            return ""
        loose = _LOOSE.search(case.source_of(case.frames[index].file) or "")
        return f"looks {wanted!r} up in a dictionary of the caller's" if loose and _lacks(case, wanted) else ""
    if isinstance(node, ast.Subscript):
        key, container = node.slice, ast.unparse(node.value)
    elif isinstance(node, ast.Call) and last_name(node) in _LOOKING and node.args:
        key, container = node.args[-1], ast.unparse(node.func).rpartition(".")[0]
    else:
        return ""
    name = given_as(case, key, index, moved=True)
    # Of a type with few values, such as an enumeration, each should be there.
    return f"looks the argument `{name}` up in `{container}`" if name and _is_open(case, name) else ""


def _lacks(case: Case, key: object) -> bool:
    """Tell whether the call has dictionaries written in it, and one of them has no such key."""
    written = [node for node in case.expressions_in_call() if isinstance(node, ast.Dict)]
    return any(key not in [each.value for each in node.keys if isinstance(each, ast.Constant)] for node in written)


def _format(case: Case, node: ast.expr, index: int) -> str:
    if case.exception not in _FORMATTING:
        return ""
    template: ast.expr | None = None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        template = node.left
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        template = node.func.value
    elif isinstance(node, ast.Call) and last_name(node.func) in ("strftime", "format") and node.args:
        template = node.args[-1]
    name = given_as(case, template, index) if template is not None else ""
    if not name or not _is_text(case, name):
        return ""
    return f"uses the argument `{name}` as a format"


def _conversion(case: Case, node: ast.expr, index: int) -> str:
    if case.exception not in _WRONG_VALUE or not isinstance(node, ast.Call):
        return ""
    if _NUMBER.search(case.message) or _COUNT.search(case.message):
        return ""
    function = last_name(node.func)
    given = [(argument, given_as(case, argument, index)) for argument in _arguments(node)]
    for argument, name in given:
        converts = function in _CONVERTERS and argument is (node.args[0] if node.args else argument)
        if name and (converts or (isinstance(argument, ast.Name) and _is_text(case, name))):
            return f"hands the argument `{name}` to `{ast.unparse(node.func)}`, which does not take every text"
    if len(node.args) == 2 and function == "map" and last_name(node.args[0]) in _CONVERTERS:
        name = given_as(case, node.args[1], index)
        return f"hands parts of the argument `{name}` to `{ast.unparse(node.args[0])}`" if name else ""
    # A class called with a value, such as an enumeration, refuses those that it does not have.
    if function[:1].isupper() and "is not a valid" in case.message and given and given[0][1]:
        return f"makes a `{function}` of the argument `{given[0][1]}`"
    return ""


def _called(case: Case, node: ast.expr, index: int) -> str:
    """Judge a call of an argument, or one with the names that the caller chose."""
    if case.exception != "TypeError" or not isinstance(node, ast.Call) or not _SIGNATURE.search(case.message):
        return ""
    if isinstance(node.func, ast.Name) and (name := given_as(case, node.func, index)):
        return f"calls the argument `{name}` with what it does not take"
    definition = case.definition_at(case.frames[index])
    passed = {ast.unparse(keyword.value) for keyword in node.keywords if keyword.arg is None}
    if definition is not None and definition.args.kwarg is not None and definition.args.kwarg.arg in passed:
        return f"hands `**{definition.args.kwarg.arg}` to `{ast.unparse(node.func)}`, which does not take every name"
    return ""


def _delegated(case: Case, node: ast.expr, index: int) -> str:
    """Judge a method that does what the same method of a class of Python's does, and refuses what that refuses."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ""
    definition = case.definition_at(case.frames[index])
    if definition is None or node.func.attr != definition.name or index:
        return ""
    receiver = last_name(node.func.value)
    if receiver in _OF_PYTHON:
        return f"does what `{receiver}.{node.func.attr}` does, which refuses these values"
    return ""


def _arguments(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg)]


def _annotation(case: Case, name: str) -> ast.expr | None:
    """Return how an argument of the function under test is annotated."""
    definition = case.definition_at(case.frames[0])
    return parameters_of(definition).get(name) if definition is not None else None


def _is_any_dictionary(case: Case, name: str) -> bool:
    """Tell whether the hint of an argument says dictionary, but not which keys there are."""
    annotation = _annotation(case, name)
    return annotation is None or bool(re.search(r"\b([dD]ict|Mapping|Any)\b", ast.unparse(annotation)))


def _is_open(case: Case, name: str) -> bool:
    """Tell whether an argument of the function under test is annotated as something there are endlessly many of."""
    annotation = _annotation(case, name)
    return annotation is None or bool(set(re.findall(r"\w+", ast.unparse(annotation))) & _OPEN)


def _is_text(case: Case, name: str) -> bool:
    """Tell whether an argument of the function under test is annotated as text."""
    annotation = _annotation(case, name)
    if annotation is None:
        return False
    words = set(re.findall(r"\w+", ast.unparse(annotation)))
    return bool(words & set(_TEXT)) and not words & {"list", "dict", "Sequence", "Iterable", "Mapping", "tuple", "set"}
