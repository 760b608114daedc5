"""What docstrings say of exceptions: which a function raises, which it never does, and which others there are.

Reads Sphinx, Google and NumPy style, and plain sentences that name an exception. A docstring of a class is also that of
its constructor.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.case import MAKING, Case, Definition, class_of_python, classes_in, last_name

_TOO_WIDE = ("BaseException", "Exception")
_IS_EXCEPTION = re.compile(r"(?:^|\.)(?:_?[A-Z]\w*|\w*(?:error|exit|timeout|exception|interrupt))$")
_DENIED = re.compile(
    r"(\bnever|\bnot|n't|\bwithout|\binstead of|\brather than)\s+(rais|throw)\w+\s+(an?\s+)?[`~\w.]+", re.I
)


def announced(case: Case) -> str:
    """Return where a docstring names the exception or one that it is derived from; nothing if none does."""
    at = f"{case.file}:{case.first}"
    for node in _documented(case):
        docstring = ast.get_docstring(node) or ""
        for name, text in documented_in(docstring):
            if _is_a(case, name):
                return f"documented in the docstring of `{node.name}` at {at}: `{text}`"
        short = case.exception.rpartition(".")[2]
        for line in docstring.splitlines():
            # That it is never raised is the opposite of an announcement.
            said = _DENIED.sub("", line)
            if re.search(rf"\b{re.escape(short)}\b", said):
                return f"documented in the docstring of `{node.name}` at {at}: `{line.strip()}`"
    return ""


def others_listed(case: Case) -> str:
    """Return which other exceptions the docstring lists; nothing if it lists none.

    Such a list is seldom complete, so it speaks for a failure that nothing else explains, and no louder.
    """
    listed = sorted({f"`{name}`" for name, _ in _announcements(case)})
    return f"the docstring lists {' and '.join(listed)} only" if listed else ""


def denied(case: Case) -> str:
    """Return what the docstring says against raising just this; nothing if it does not."""
    short = case.exception.rpartition(".")[2]
    for node in _documented(case):
        for found in _DENIED.finditer(ast.get_docstring(node) or ""):
            if found[0].strip("`.").endswith(short):
                return found[0].strip("`.")
    return ""


def _announcements(case: Case) -> Iterator[tuple[str, str]]:
    for node in _documented(case):
        yield from documented_in(ast.get_docstring(node) or "")


def _documented(case: Case) -> Iterator[Definition | ast.ClassDef]:
    """Yield what the docstring of the function may belong to; that of a class is also its constructor's."""
    for node in case.around(Frame(case.file, "", case.first)):
        own = isinstance(node, Definition) and node.lineno == case.first
        if own or (isinstance(node, ast.ClassDef) and _constructor_line(node) == case.first):
            assert isinstance(node, Definition | ast.ClassDef)
            yield node


def _constructor_line(node: ast.ClassDef) -> int:
    return next((each.lineno for each in node.body if isinstance(each, ast.FunctionDef) and each.name in MAKING), 0)


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
                    if _IS_EXCEPTION.search(name):  # else it is the rest of a sentence
                        yield name, text
        elif section == "numpy" and depth <= indent:
            if number + 1 < len(lines) and set(lines[number + 1].strip()) == {"-"}:
                section = ""
            elif re.fullmatch(r"[A-Za-z_][\w.]*(\s*,\s*[A-Za-z_][\w.]*)*", text):
                for name in re.split(r"\s*,\s*", text):
                    yield name, text


def _is_a(case: Case, documented: str) -> bool:
    """Tell whether the exception is the one that is documented, or of a class derived from it."""
    wanted = documented.rpartition(".")[2]
    return any(name == wanted or (wanted not in _TOO_WIDE and _is_builtin(name, wanted)) for name in lineage(case))


def lineage(case: Case) -> list[str]:
    """Return the names of the exception and of the classes it is derived from, as far as source tells them."""
    module, _, name = case.exception.rpartition(".")
    path = module.replace(".", "/")
    files = dict.fromkeys([f"{path}.py", f"{path}/__init__.py", case.file, *(each.file for each in case.frames)])
    if (kind := class_of_python(case.exception)) is not None:
        return [each.__name__ for each in kind.__mro__ if each.__name__ not in (*_TOO_WIDE, "object")]
    found = [name]
    trees = [tree for file in files if (tree := case.tree(file)) is not None] if module else []
    classes = classes_in(trees)
    for each in found:
        if (node := classes.get(each)) is not None:
            found += [base for base in map(last_name, node.bases) if base not in found]
    return found


def _is_builtin(name: str, wanted: str) -> bool:
    cls, base = getattr(builtins, name, None), getattr(builtins, wanted, None)
    return isinstance(cls, type) and isinstance(base, type) and issubclass(cls, base)
