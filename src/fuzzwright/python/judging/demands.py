"""What a function asks of its arguments without saying so in its hints.

It asserts it, states it as a contract, or hands an argument as it is to something that takes only some values: text
to be converted, a name to be looked up, a format to be filled. Such code raises what Python raises for wrong values,
and all it could do instead is to raise something else: the caller's fault, though a narrower hint may be worth it.
"""

from __future__ import annotations

import ast
import builtins
import re

from fuzzwright.python.judging.awaited import awaited
from fuzzwright.python.judging.bounds import fits, out_of_bounds
from fuzzwright.python.judging.callees import called_by_the_caller
from fuzzwright.python.judging.case import Case, Definition, classes_in, handed_over, last_name, lineage
from fuzzwright.python.judging.characters import (
    NO_PATTERN,
    decoded,
    is_text,
    mixed,
    no_pattern,
    odd_text,
    texts_in,
)
from fuzzwright.python.judging.declined import not_set_up, refused_outside, refuses_itself
from fuzzwright.python.judging.keeping import SELF, parameters_of
from fuzzwright.python.judging.kinds import of_other_kind
from fuzzwright.python.judging.limits import OF_CALENDAR, RANGE, beyond_calendar, without_place
from fuzzwright.python.judging.origins import expressions_in, given_as, hint_of, sources_of
from fuzzwright.python.judging.pieces import misread
from fuzzwright.python.judging.shapes import misshapen
from fuzzwright.python.judging.supplied import files_named
from fuzzwright.python.judging.unset import set_by_others
from fuzzwright.python.judging.zones import dates_and_times, without_zone

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
# Modules of Python's whose exceptions say that something is not in the form they read.
_FORMS = {"configparser", "zipfile", "tarfile", "zlib", "gzip", "lzma", "plistlib", "xml", "pyexpat", "tomllib", "csv"}
_CONVERTERS = {
    "int", "float", "complex", "Decimal", "Fraction", "bytes", "fromhex", "fromisoformat", "strptime", "UUID",
    "ip_address", "ip_network", "ip_interface", "load", "loads", "literal_eval", "compile", "b64decode", "unhexlify",
    "ZoneInfo", "urlparse", "urlsplit", "fromstring", "parse", "dict",
}  # fmt: skip
_FORMATTING = ("TypeError", "ValueError", "KeyError", "IndexError", "AttributeError")
_CHARACTER = re.compile(r"expected a character|must be a unicode character")
_OF_DATES = ("strptime", "fromisoformat")
_OPEN = {"str", "int", "bytes", "float", "Any", "object", "Hashable", "SupportsIndex"}
# What became of a number on the way is not the caller's text.
_NO_TEXT = re.compile(r"cannot convert float|integer|too (large|big)|math domain|^expected a .*(input|number)\b", re.I)
# Nor does what takes text speak so: the statement itself found too little or too much in what it got.
_COUNT = re.compile(r"values to unpack|^(min|max)\(\) .*empty")
_OF_PYTHON = {*vars(builtins), "date", "datetime", "time", "timedelta", "Decimal", "Fraction", "super"}
_CUTTING = ("split", "rsplit", "partition", "rpartition")
_LOOKING = ("__getitem__", "__delitem__", "pop", "remove", "index")
_TAKES_ALL = {"len", "str", "repr", "bool", "list", "tuple", "set", "isinstance", "print", "type", "id", "iter", "cast"}
# What takes numbers, but not every number.
_OF_NUMBERS = {*OF_CALENDAR, "chr", "to_bytes", "pack", "unpack"}


def demanded(case: Case) -> str:
    """Return the evidence that an argument was not meant for the function; nothing if there is none."""
    found = _contract(case) or _asserted(case) or _half_made(case) or _handed_on(case)
    return (
        found
        or without_place(case)
        or not_set_up(case)
        or refused_outside(case)
        or refuses_itself(case)
        or awaited(case)
        or misread(case)
        or set_by_others(case)
    )


def unfit(case: Case) -> str:
    """Return the evidence that the arguments do not fit together or have not the shape that is read from them."""
    found = misshapen(case) or called_by_the_caller(case) or out_of_bounds(case) or odd_text(case)
    return found or of_other_kind(case) or without_zone(case) or dates_and_times(case) or mixed(case) or _misnamed(case)


def _asserted(case: Case) -> str:
    """Judge an assertion, of the code itself or of another package that was handed an argument or more."""
    if case.exception != "AssertionError":
        return ""
    if isinstance(case.statement, ast.Assert):
        return f"asserted{case.at}"
    last = len(case.frames) - 1
    for node in expressions_in(case.statement) if isinstance(case.statement, ast.stmt) else ():
        if isinstance(node, ast.Call) and any(name not in SELF for name in sources_of(case, node, last)):
            return f"asserted by `{ast.unparse(node.func)}`, which is handed what the caller gave{case.at}"
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


_NO_ATTRIBUTE = re.compile(r"(?:'(\w+)' object|type object '(\w+)') has no attribute '(\w+)'")


def _half_made(case: Case) -> str:
    """Judge an attribute that is missing since nothing set it: its class has no constructor to do so."""
    missing = _NO_ATTRIBUTE.search(case.message) if case.exception == "AttributeError" else None
    if missing is None:
        return ""
    name, attribute = missing[1] or missing[2], missing[3]
    trees = list(filter(None, map(case.tree, files_named(case))))
    classes = classes_in(trees)
    for node in (classes[each] for each in lineage(name, classes) if each in classes):
        if _declares(node, attribute):
            return f"`{attribute}` is declared in `{node.name}`, and set by others than its constructor"
    if (made_by := classes.get(name)) is not None and missing[1]:
        made = any(isinstance(each, Definition) and each.name in ("__init__", "__new__") for each in made_by.body)
        bases = {*map(last_name, made_by.bases)} - {"object", "Protocol", "Generic", "ABC"}
        if not made and not bases and not made_by.decorator_list:
            return f"objects of `{name}` are made elsewhere: calling the class sets no `{attribute}`"
    return ""


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


def asserted_of_its_own(case: Case) -> str:
    """Return the evidence that the function under test asserts something of a parameter, or in words; else nothing."""
    statement, function = case.statement, case.function
    if not isinstance(statement, ast.Assert) or function is None or case.definition_at(case.place) is not function:
        return ""
    asked = {node.id for node in ast.walk(statement.test) if isinstance(node, ast.Name)}
    stated = statement.msg is not None or asked & parameters_of(function).keys() - set(SELF)
    return _asserted(case) if stated else ""


def _misnamed(case: Case) -> str:
    """Judge a text of the caller's that is looked up as a name, and is none of those there are."""
    for node in expressions_in(case.statement) if case.statement is not None and case.exception == "KeyError" else ():
        looked_up = node.slice if isinstance(node, ast.Subscript) else None
        name = given_as(case, looked_up, len(case.frames) - 1) if looked_up is not None else ""
        if name and is_text(case, name) and isinstance(node, ast.Subscript):
            return f"looks the argument `{name}` up in `{ast.unparse(node.value)}`{case.at}"
    return ""


def _handed_on(case: Case) -> str:
    """Judge by what the statement does with arguments that came from the caller as they are."""
    statement, place = case.statement, case.place
    if statement is None or place is None or isinstance(statement, ast.Raise):
        return ""
    last = len(case.frames) - 1
    for node in expressions_in(statement):
        for rule in _RULES:
            if found := rule(case, node, last):
                return f"{found}{case.at}"
    return ""


def _lookup(case: Case, node: ast.expr, index: int) -> str:
    if case.exception not in ("KeyError", "IndexError"):
        return ""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return ""  # a matter of shape
    if isinstance(node, ast.Subscript):
        key, container = node.slice, node.value
    elif (
        isinstance(node, ast.Call)
        and last_name(node) in _LOOKING
        and node.args
        and isinstance(node.func, ast.Attribute)
    ):
        key, container = node.args[-1], node.func.value
    else:
        return ""
    name = given_as(case, key, index, moved=True)
    if not name or not _is_open(case, name) or (case.exception == "IndexError" and fits(case, container, name, index)):
        return ""
    # Of a type with few values, such as an enumeration, each should be there.
    return f"looks the argument `{name}` up in `{ast.unparse(container)}`"


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
    if not name or not is_text(case, name):
        return ""
    return f"uses the argument `{name}` as a format"


def _conversion(case: Case, node: ast.expr, index: int) -> str:
    refused = case.exception in _WRONG_VALUE or case.exception.partition(".")[0] in _FORMS
    if not isinstance(node, ast.Call) or not (refused or _CHARACTER.search(case.message)):
        return ""
    if _NO_TEXT.search(case.message) or _COUNT.search(case.message):
        return ""
    function = last_name(node.func)
    arguments = handed_over(node)[:1] if case.exception in NO_PATTERN else handed_over(node)
    given = [(argument, given_as(case, argument, index)) for argument in arguments]
    if function in _OF_DATES and any(isinstance(text, str) and repr(text) in case.message for text in texts_in(case)):
        return f"`{ast.unparse(node.func)}` refuses what the caller wrote"
    for argument, name in given:
        converts = function in _CONVERTERS and argument is (node.args[0] if node.args else argument)
        plain = isinstance(argument, ast.Name | ast.Attribute) and function not in _TAKES_ALL
        if name and (converts or (plain and (is_text(case, name) or _is_untold(case, name)))):
            taken = "text" if is_text(case, name) else "value"
            return f"hands the argument `{name}` to `{ast.unparse(node.func)}`, which does not take every {taken}"
    if len(node.args) == 2 and function == "map" and last_name(node.args[0]) in _CONVERTERS:
        name = given_as(case, node.args[1], index)
        return f"hands parts of the argument `{name}` to `{ast.unparse(node.args[0])}`" if name else ""
    # A class called with a value, such as an enumeration, refuses those that it does not have.
    if function[:1].isupper() and "is not a valid" in case.message and given and given[0][1]:
        return f"makes a `{function}` of the argument `{given[0][1]}`"
    return ""


def _number(case: Case, node: ast.expr, index: int) -> str:
    """Judge a number that is handed on as it came to what takes only those in some range."""
    if case.exception not in ("ValueError", "OverflowError", "struct.error") or not isinstance(node, ast.Call):
        return ""
    packed = case.exception == "struct.error"
    if not packed and (last_name(node.func) not in _OF_NUMBERS or not RANGE.search(case.message)):
        return ""
    for argument in handed_over(node) if last_name(node.func) not in _TAKES_ALL else ():
        # What a method makes of a number is another one.
        name = given_as(case, argument, index) if packed or isinstance(argument, ast.Name) else ""
        if name and (packed or not is_text(case, name)):
            return f"hands the argument `{name}` to `{ast.unparse(node.func)}`, which does not take every value"
    return ""


def _refused_alike(case: Case, node: ast.expr, index: int) -> str:
    """Judge what comes of an argument and is refused by a converter, where the code refuses others the same way."""
    if case.exception not in _WRONG_VALUE or not isinstance(node, ast.Call) or _COUNT.search(case.message):
        return ""
    if last_name(node.func) not in _CONVERTERS | _OF_NUMBERS or _NO_TEXT.search(case.message):
        return ""
    names = sorted(name for name in sources_of(case, node, index) if name not in SELF)
    for frame in case.frames if names else ():
        definition = case.definition_at(frame)
        refusal = _refusal(definition, case.exception) if definition is not None else None
        if definition is not None and refusal is not None:
            return f"refuses the argument `{names[0]}` as `{definition.name}` does at {frame.file}:{refusal.lineno} too"
    return ""


def _refusal(definition: Definition, exception: str) -> ast.Raise | None:
    """Return a statement of a function that raises such an exception by itself.

    What is raised when handling another may stand for that one, unless it was picked as what its reader would raise.
    """
    module, _, name = exception.rpartition(".")
    waiting: list[ast.AST] = list(definition.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Raise) and last_name(node.exc) == name:
            return node
        if module or not isinstance(node, ast.ExceptHandler):
            waiting += ast.iter_child_nodes(node)
    return None


def _precision(case: Case, node: ast.expr, index: int) -> str:
    """Judge a number that a format cannot have as its width or precision."""
    if case.exception != "ValueError" or "ormat specifier" not in case.message:
        return ""
    if not isinstance(node, ast.JoinedStr | ast.Call | ast.BinOp):
        return ""
    numbers = [name for name in sorted(sources_of(case, node, index)) if _is_number(case, name)]
    return f"puts the argument `{numbers[0]}` into a format" if numbers else ""


def _is_number(case: Case, name: str) -> bool:
    annotation = hint_of(case, name)
    return (
        annotation is not None and re.fullmatch(r"int( \| None)?|Optional\[int\]", ast.unparse(annotation)) is not None
    )


def _separated(case: Case, node: ast.expr, index: int) -> str:
    """Judge a separator that is nothing, which no text can be cut at."""
    if case.message != "empty separator" or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ""
    if node.func.attr not in _CUTTING or not node.args or isinstance(node.args[0], ast.Constant):
        return ""
    return f"cuts at `{ast.unparse(node.args[0])}`, which is nothing" if sources_of(case, node.args[0], index) else ""


def _started(case: Case, node: ast.expr, index: int) -> str:
    """Judge a command without a program."""
    starts = isinstance(node, ast.Call) and ast.unparse(node.func).startswith("subprocess.") and node.args
    names = sorted(sources_of(case, node.args[0], index)) if isinstance(node, ast.Call) and starts else []
    told = case.exception == "IndexError" and names
    return f"starts what the argument `{names[0]}` names, which is nothing" if told else ""


def _imported(case: Case, node: ast.expr, index: int) -> str:
    """Judge a name in the call that no module can have."""
    if case.exception not in ("ValueError", "TypeError", "KeyError") or not isinstance(node, ast.Call):
        return ""
    if last_name(node.func) not in ("import_module", "__import__"):
        return ""
    names = sorted(sources_of(case, node, index))
    return f"imports a module that the argument `{names[0]}` names" if names else ""


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


def _is_open(case: Case, name: str) -> bool:
    """Tell whether an argument of the function under test is annotated as something there are endlessly many of."""
    annotation = hint_of(case, name)
    return annotation is None or bool(set(re.findall(r"\w+", ast.unparse(annotation))) & _OPEN)


def _is_untold(case: Case, name: str) -> bool:
    """Tell whether nothing is said of what an argument of the function under test may be."""
    annotation = hint_of(case, name)
    return annotation is None or last_name(annotation) in ("Any", "object")


_RULES = (
    _lookup,
    _format,
    _precision,
    _conversion,
    no_pattern,
    _number,
    beyond_calendar,
    decoded,
    _refused_alike,
    _imported,
    _separated,
    _started,
    _delegated,
)
