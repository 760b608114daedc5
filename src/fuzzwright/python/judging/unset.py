"""Attributes that an object has not, since other code of its package sets them, or took them away.

A parser hands its state around, and whoever comes first puts into it what the next one reads: `source.parser = self`.
An object that was made for the call alone has nothing of that, and whatever takes it may rely on what is put there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fuzzwright.python.judging.case import Case, Definition, classes_in, last_name, lineage
from fuzzwright.python.judging.files import files_of, package_of
from fuzzwright.python.judging.grounds import ends_twice, stumbles_over_its_none
from fuzzwright.python.judging.keeping import defaults_of, set_in
from fuzzwright.python.judging.origins import expressions_in
from fuzzwright.python.judging.supplied import supplied

_NO_ATTRIBUTE = re.compile(r"^'([\w.]+)' object has no attribute '(\w+)'")
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([\w., ]+))", re.M
)
_NAME = re.compile(r"\w+")
_OWN = {"self", "cls"}
_MOST_FILES = 64
_MOST_TEXT = 2_000_000


def set_by_others(case: Case) -> str:
    """Return the evidence that code elsewhere in the package sets what an object lacks; nothing if there is none."""
    return _missing_until_set(case) or _none_until_set(case) or _left_out(case)


def _missing_until_set(case: Case) -> str:
    missing = _NO_ATTRIBUTE.search(case.message) if case.exception == "AttributeError" else None
    if missing is None or missing[1] == "NoneType" or ends_twice(case):
        return ""
    name, attribute = missing[1].rpartition(".")[2], missing[2]
    trees = _speaking_of(case, attribute, name)
    classes = classes_in(trees.values())
    made = {last_name(node) for node in case.expressions_in_call() if isinstance(node, ast.Call)}
    if name in classes and not any(name in lineage(each, classes) for each in made):
        return ""  # whoever made it is in the code
    own = [classes[each] for each in lineage(name, classes) if each in classes]
    if any(_OWN & set(_touched(each, attribute, ast.Del)) for each in own):
        return f"`{attribute}` is taken away by a method of `{name}`, until another one sets it"
    if any(_OWN & set(_touched(each, attribute, ast.Store)) for each in own):
        return ""
    for file, tree in trees.items():
        if others := next((each for each in _touched(tree, attribute, ast.Store) if each not in _OWN), ""):
            return f"`{attribute}` is set by other code of the package, as in {file}: `{others}.{attribute} = ...`"
    return ""


def _none_until_set(case: Case) -> str:
    """Judge an attribute that an object is made with as None, and that nothing but other code ever fills."""
    around, statement = case.class_at(case.place), case.statement
    if not stumbles_over_its_none(case) or around is None or statement is None:
        return ""
    for attribute in dict.fromkeys(_read(case, statement)):
        trees = _speaking_of(case, attribute, around.name)
        classes = classes_in(trees.values())
        own = [classes[each] for each in lineage(around.name, classes) if each in classes]
        methods = [each for node in own for each in node.body if isinstance(each, Definition)]
        values = [ast.unparse(value) for method in methods for value in set_in(method, attribute)]
        if any(method.name == attribute for method in methods) or {*values} != {"None"}:
            continue
        for file, tree in trees.items():
            if others := next((each for each in _touched(tree, attribute, ast.Store) if each not in _OWN), ""):
                return f"`{attribute}` is None until other code sets it, as in {file}: `{others}.{attribute} = ...`"
    return ""


def _left_out(case: Case) -> str:
    """Judge what an object keeps as None since the call that made it left it out."""
    if not stumbles_over_its_none(case):
        return ""
    given = {each.parameter for each in supplied(case)}
    for frame in dict.fromkeys(case.frames):
        around, statement = case.class_at(frame), case.statement_at(frame)
        methods = [each for each in around.body if isinstance(each, Definition)] if around is not None else []
        making = next((each for each in methods if each.name == "__init__"), None)
        read = [node for node in expressions_in(statement) if isinstance(node, ast.Attribute)] if statement else []
        for attribute in (node.attr for node in read if last_name(node.value) in _OWN and making is not None):
            values = {ast.unparse(value) for method in methods for value in set_in(method, attribute)}
            name = next(iter(values)) if len(values) == 1 else ""
            if making is not None and name not in given and _may_be_none(making, name):
                return f"`{name}` was left out where the object was made, and is needed{case.at}"
    return ""


def _may_be_none(definition: Definition, name: str) -> bool:
    """Tell whether None is what a parameter is if it is left out."""
    default = defaults_of(definition).get(name)
    return default is not None and ast.unparse(default) == "None"


def _read(case: Case, statement: ast.stmt) -> Iterator[str]:
    """Yield the attributes of the object that a statement reads, itself or as a local variable."""
    definition = case.definition_at(case.place)
    used = list(expressions_in(statement))
    names = {node.id for node in used if isinstance(node, ast.Name)}
    inside = list(ast.walk(definition)) if definition is not None else []
    assigned = [node for node in inside if isinstance(node, ast.Assign)]
    used += [node.value for node in assigned if names & set(map(last_name, node.targets))]
    for node in used:
        if isinstance(node, ast.Attribute) and last_name(node.value) in _OWN:
            yield node.attr


def _speaking_of(case: Case, attribute: str, name: str) -> dict[str, ast.Module]:
    """Return the files of the package that set or delete an attribute, or have a class."""
    # To read a file takes long, and most never speak of it, so their text is asked first.
    spoken = re.compile(rf"\.{attribute}\b\s*(:[^=\n]+)?=(?!=)|\bdel\b[^\n]*\.{attribute}\b|\bclass {name}\b")
    files = [file for file in _whole_package(case) if spoken.search(case.source_of(file) or "")]
    return {file: tree for file in files if (tree := case.tree(file)) is not None}


def _touched(tree: ast.AST, attribute: str, how: type[ast.expr_context]) -> list[str]:
    """Return what an attribute is set on, or taken from."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == attribute]
    return [ast.unparse(node.value) for node in found if isinstance(node.ctx, how)]


def _whole_package(case: Case) -> list[str]:
    """Return the files on the way, those that the package is put together from, and what these import of it."""
    own = package_of(case)
    waiting = list(dict.fromkeys([case.file, f"{own}/__init__.py", *files_of(case)]))
    seen = 0
    for file in waiting:
        source = case.source_of(file) or ""
        seen += len(source)
        for name in _imported(source, file, own) if seen < _MOST_TEXT else ():
            if len(waiting) < _MOST_FILES and name not in waiting and case.source_of(name) is not None:
                waiting.append(name)
    return waiting


def _imported(source: str, file: str, own: str) -> Iterator[str]:
    """Yield the files of the package that a text may import."""
    for dots, module, names, plain in _IMPORT.findall(source):
        around = file.split("/")[: -len(dots)] if dots else []
        base = ".".join([*around, *filter(None, [module])])
        modules = [base, *(f"{base}.{name}" for name in _NAME.findall(names))] if names else plain.split(", ")
        for each in modules:
            if each.partition(".")[0] == own:
                path = each.replace(".", "/")
                yield from (f"{path}.py", f"{path}/__init__.py")
