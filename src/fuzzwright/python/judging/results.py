"""What a result amounts to that is not of the type which the function promises.

Most such hints are wrong, and whoever reads them is misled. Some are meant: what stands for what it will become, what
tells type checkers to look away, what others are to fill in. And some are the caller's: a name that was asked for, a
value that was handed through.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.aliases import brought_in, files_of
from fuzzwright.python.judging.case import MAKING, Case, Definition, classes_in, last_name
from fuzzwright.python.judging.grounds import lacks
from fuzzwright.python.judging.keeping import defaults_of, parameters_of, set_in
from fuzzwright.python.judging.origins import returns_of, stored_in
from fuzzwright.python.judging.supplied import supplied_to_function

_PRIVATE = re.compile(r", annotated .*?(?<![~+\-'\"\w])(_[A-Z]\w*)")
_FIELD = re.compile(r"^returned (Field|FieldInfo|_CountingAttr|MappedColumn), annotated (?!.*Field)")
"""What describes a field of a class stands where the value will be, so it is annotated as one."""
_DECORATOR = re.compile(r"^returned function( without `\w+`)?, annotated (?!.*Callable)")
_PROXY = re.compile(r"^returned (\w*Proxy), annotated (?!.*Proxy)")
_IGNORED = re.compile(r"#\s*(type|pyright|pyre|ty):\s*ignore\b(?!\[(?!.*return))", re.I)
"""Told to look away, without saying of what, or of what is returned."""

_INSIDE = re.compile(r"^returned \w+ (of \d+ items|at \[|value of|key )")
_HOLDS_ANYTHING = re.compile(r"\b(Any|object)\b")
_BARE = re.compile(r"(\w+\.)?(tuple|Tuple|list|List|dict|Dict|Mapping|Sequence|Iterable)( \| None)?")


def returned(case: Case) -> tuple[str, str]:
    """Return the verdict on a result of the wrong type and the evidence for it, in one sentence."""
    function = case.function
    if function is not None and _has_no_body(function) and " None" in case.message:
        return "deliberate", f"`{function.name}` has no body: others are meant to say what it does"
    if function is not None and " None" in case.message and (empty := _asks_empty(case, function)):
        return "deliberate", f"`{empty}` has no body: others are meant to say what it does"
    hints = parameters_of(function) if function is not None else {}
    passed = {last_name(each.value) for each in returns_of(function)} if function is not None else set()
    if function is not None and function.returns is not None and len(passed) == 1 and passed <= hints.keys():
        name = passed.pop()
        if (hint := hints[name]) is not None and ast.unparse(hint) == ast.unparse(function.returns):
            return "precondition", f"returns the argument `{name}` as it came, which has the same hint"
    if (field := _FIELD.search(case.message)) and function is not None:
        return "deliberate", f"{case.message}: a `{field[1]}` promises the type of what it will hold"
    if (proxy := _PROXY.search(case.message)) and function is not None:
        return "deliberate", f"{case.message}: a `{proxy[1]}` stands for what it will become"
    if function is not None and _DECORATOR.search(case.message) and _is_given_no_function(case, function):
        return "deliberate", f"{case.message}: without what it is for, `{function.name}` gives a decorator"
    if known := _is_known(case, function):
        return "deliberate", f"{case.message}, and the code says so: `{known}`"
    if handed := _handed_through(case, function) or _kept_as_it_came(case, function):
        return "any", f"{case.message}: {handed}"
    lacking = lacks(case)
    if not lacking and (name := _looked_up(case, function)):
        lacking = f"it looks up what `{name}` names"
    if not lacking and (private := _PRIVATE.search(case.message)):
        lacking = f"`{private[1]}` is private"
    if lacking:
        return "precondition", f"{case.message}, but nothing shows that others rely on it: {lacking}"
    return "return_type", case.message


def _handed_through(case: Case, function: Definition | None) -> str:
    """Return what says that a result is an argument, as it came, whose hint leaves open what is in it; else nothing."""
    given = supplied_to_function(case) if function is not None and _INSIDE.search(case.message) else {}
    values = [each.value for each in returns_of(function)] if function is not None else []
    names = {value.id for value in values if isinstance(value, ast.Name)}
    # Where something else may be returned, that may be what is wrong.
    if (
        function is None
        or len(names) != 1
        or not all(map(_is_plain, values))
        or not names.isdisjoint(stored_in(function))
    ):
        return ""
    name = names.pop()
    bare = name in given and _BARE.fullmatch(given[name].hint)
    return f"it is what `{name}: {given[name].hint}` was given" if bare else ""


def _kept_as_it_came(case: Case, function: Definition | None) -> str:
    """Return what says that a result is what the object was made with, where hints allow anything; else nothing."""
    values = [each.value for each in returns_of(function)] if function is not None else []
    attributes = {_own_attribute(value) if value is not None else "" for value in values}
    inside = case.class_at(Frame(case.file, "", case.first))
    if inside is None or function is None or len(attributes) != 1 or not (attribute := attributes.pop()):
        return ""
    if not isinstance(function.body[-1], ast.Return):
        return ""  # it may end without having returned anything
    methods = [each for node in _with_bases(case, inside) for each in node.body if isinstance(each, Definition)]
    places = [(method, value) for method in methods for value in set_in(method, attribute)]
    if not places or any(method.name not in MAKING for method, _ in places):
        return ""
    method, value = places[0]
    name, hints = value.id if isinstance(value, ast.Name) else "", parameters_of(method)
    hint = ast.unparse(given) if (given := hints.get(name)) is not None else ""
    anything = name in hints and (not hint or _BARE.fullmatch(hint) or _HOLDS_ANYTHING.search(hint))
    return f"`{attribute}` is what `{name}{': ' if hint else ''}{hint}` was given" if anything else ""


def _own_attribute(value: ast.expr) -> str:
    """Return the attribute of its object that a method gives, or an item of it; nothing if it gives something else."""
    while isinstance(value, ast.Subscript):
        value = value.value
    return value.attr if isinstance(value, ast.Attribute) and last_name(value.value) == "self" else ""


def _with_bases(case: Case, node: ast.ClassDef) -> Iterator[ast.ClassDef]:
    """Yield a class and those that it is derived from, also where other files of the package have them."""
    waiting = [(node, case.file)]
    for each, file in waiting:
        yield each
        tree = case.tree(file)
        here = {file: tree} if tree is not None else {}
        brought = dict(brought_in(tree, file)) if tree is not None else {}
        for base in each.bases:
            name = last_name(base.value if isinstance(base, ast.Subscript) else base)
            module, original = brought.get(name, ("", name))
            found = {other: case.tree(other) for other in files_of(module)} if module else here
            for other, source in found.items():
                known = classes_in([source]).get(original) if source is not None else None
                if known is not None and known not in [one for one, _ in waiting]:
                    waiting.append((known, other))


def _is_plain(value: ast.expr | None) -> bool:
    """Tell whether what is returned is a variable or nothing."""
    return value is None or isinstance(value, ast.Name) or (isinstance(value, ast.Constant) and value.value is None)


def _is_given_no_function(case: Case, function: Definition) -> bool:
    """Tell whether a function that gives one of its own was called without the one that it is for, which it allows."""
    made = {each.name for each in function.body if isinstance(each, Definition)}
    given = [each.value for each in returns_of(function)]
    gives = any(isinstance(each, ast.Lambda) or (isinstance(each, ast.Name) and each.id in made) for each in given)
    asked = any(isinstance(each, ast.Call) for each in case.expressions_in_call())
    may = any(isinstance(each, ast.Constant) and each.value is None for each in defaults_of(function).values())
    return gives and may and asked and not supplied_to_function(case)


def _looked_up(case: Case, function: Definition | None) -> str:
    """Return the parameter that names what is returned, as an attribute of something; nothing if none does."""
    # None is what a function ends with that returns nothing.
    if function is None or case.message.startswith("returned None"):
        return ""
    names = parameters_of(function).keys() - stored_in(function)
    found: set[str] = set()
    themselves: set[str] = set()
    for each in returns_of(function):
        match each.value:
            case ast.Name(id=name) if name in names:
                themselves.add(name)
            case (
                ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Name(id=name)])
                | ast.Subscript(value=ast.Call(func=ast.Name(id="globals" | "vars")), slice=ast.Name(id=name))
            ) if name in names:
                found.add(name)
            case None | ast.Constant(value=None):
                pass
            case _:
                return ""  # that may be what is wrong
    return min(found, default="") if themselves <= found else ""


def _is_known(case: Case, function: Definition | None) -> str:
    """Return the only `return` of a function if it tells type checkers to look away, or another type; else nothing."""
    given = returns_of(function) if function is not None else []
    if len(given) == 1 and isinstance(given[0].value, ast.Call) and last_name(given[0].value) == "cast":
        return ast.unparse(given[0])
    source = case.source_of(case.file) if len(given) == 1 else None
    lines = source.splitlines()[given[0].lineno - 1 : given[0].end_lineno] if source is not None else []
    return next((line.strip() for line in lines if _IGNORED.search(line)), "")


def _asks_empty(case: Case, function: Definition) -> str:
    """Return the method that a method gives the result of, and that its class leaves for others to write."""
    around = case.class_at(Frame(case.file, "", case.first))
    empty = (
        {each.name for each in around.body if isinstance(each, Definition) and _has_no_body(each)} if around else set()
    )
    given = [node.value for node in ast.walk(function) if isinstance(node, ast.Return | ast.Yield)]
    called = [each.func for each in given if isinstance(each, ast.Call)]
    names = [each.attr for each in called if isinstance(each, ast.Attribute) and last_name(each.value) == "self"]
    return next((name for name in names if name in empty), "")


def _has_no_body(function: Definition) -> bool:
    return all(map(_is_empty, function.body))


def _is_empty(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Pass) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )
