"""A failure as the rules of judging see it: what happened, and the source it came from.

Reads source text only; a file that is gone or broken simply has no statements.
"""

from __future__ import annotations

import ast
import functools
import importlib
import sys
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from fuzzwright.engine.outcome import Frame
from fuzzwright.python.judging.aliases import spell_out
from fuzzwright.python.texts import parsed

Definition = ast.FunctionDef | ast.AsyncFunctionDef
MAKING = ("__init__", "__new__", "__post_init__")
"""The methods that make objects: they have none yet that could have been made wrongly."""


@dataclass(frozen=True, slots=True)
class Case:
    """One failure of one function."""

    kind: str
    exception: str
    message: str
    frames: tuple[Frame, ...]
    source_of: Callable[[str], str | None]
    file: str
    """Of the function under test, as frames name it."""
    first: int
    last: int
    """Its first and last line."""
    call: str = ""
    """The call that failed, as text, if it is known."""
    guessed: bool = False
    """Whether hints of the function are guesses: what fails may then be a value it was never meant for."""

    @property
    def place(self) -> Frame | None:
        """Where in the code under test it happened."""
        return self.frames[-1] if self.frames else None

    @property
    def statement(self) -> ast.stmt | None:
        """The statement there."""
        return self.statement_at(self.place)

    @property
    def at(self) -> str:
        """Where it happened, in words, with the statement; begins with a space."""
        return shown_at(self.place, self.statement)

    @property
    def function(self) -> Definition | None:
        """The definition of the function under test."""
        return self.definition_at(Frame(self.file, "", self.first))

    @property
    def is_method(self) -> bool:
        """Whether the function under test stands in a class."""
        return any(isinstance(node, ast.ClassDef) for node in self.around_function())

    def expressions_in_call(self) -> Iterator[ast.AST]:
        """Yield what is written in the call that failed; nothing if its text is no expression."""
        try:
            tree = ast.parse(self.call, mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
        waiting: list[ast.AST] = [tree]
        for node in waiting:
            yield node
            match node:
                case ast.Subscript(value=ast.Tuple() as steps):
                    # The last of several steps is how we write an object that had methods called on it, no number.
                    waiting.append(steps)
                case _:
                    waiting += ast.iter_child_nodes(node)

    def calls_in_call(self, *names: str) -> list[ast.Call]:
        """Return what is called by one of these last names in the call that failed."""
        return [node for node in self.expressions_in_call() if isinstance(node, ast.Call) and last_name(node) in names]

    def around_function(self) -> Iterator[ast.stmt]:
        """Yield what the function under test stands in, and itself, from the outside in."""
        yield from self.around(Frame(self.file, "", self.first))

    def within(self, frame: Frame, line: int) -> bool:
        """Return whether a line of a frame's file belongs to the function under test."""
        return frame.file == self.file and self.first <= line <= self.last

    def statement_at(self, frame: Frame | None) -> ast.stmt | None:
        """Return the innermost statement at a place."""
        best: ast.stmt | None = None
        for node in self.around(frame):
            best = node  # they come from the outside in, so a later one is further in
        return best

    def definition_at(self, frame: Frame | None) -> Definition | None:
        """Return the innermost function that a place is in."""
        best: Definition | None = None
        for node in self.around(frame):
            if isinstance(node, Definition):
                best = node
        return best

    def class_at(self, frame: Frame | None) -> ast.ClassDef | None:
        """Return the innermost class that a place is in."""
        best: ast.ClassDef | None = None
        for node in self.around(frame):
            if isinstance(node, ast.ClassDef):
                best = node
        return best

    def loops_at(self, frame: Frame | None) -> Iterator[ast.For]:
        """Yield the loops over something that a place is in, from the outside in."""
        for node in self.around(frame):
            if isinstance(node, ast.For):
                yield node

    def tree(self, file: str) -> ast.Module | None:
        """Return the syntax tree of a file, as frames name it, with its hints spelled out."""
        return _spelled_out(self.source_of(file), file, self.source_of)

    def around(self, frame: Frame | None) -> Iterator[ast.stmt]:
        """Yield the statements that a place is in, from the outside in."""
        tree = self.tree(frame.file) if frame is not None else None
        if tree is not None and frame is not None:
            yield from _around(tree, frame.line)


def class_of_python(name: str) -> type | None:
    """Return the class of Python's own that has a name with its module; None if there is none."""
    module, _, short = name.rpartition(".")
    if module.partition(".")[0] not in {"builtins", *sys.stdlib_module_names}:
        return None
    try:
        kind = getattr(importlib.import_module(module), short, None)
    except ImportError:
        return None
    return kind if isinstance(kind, type) else None


@functools.lru_cache(maxsize=64)
def outline(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Return the definitions, imports, attempts and handlers of a whole file, the outer before the inner ones.

    To walk through a large file takes longer than most calls, and rules ask for these again and again.
    """
    wanted = (*typing.get_args(Definition), ast.ClassDef, ast.Import, ast.ImportFrom, ast.Try, ast.ExceptHandler)
    return tuple(node for node in ast.walk(tree) if isinstance(node, wanted))


def classes_in(trees: Iterable[ast.Module]) -> dict[str, ast.ClassDef]:
    """Return the classes of some files by name."""
    return {node.name: node for tree in trees for node in outline(tree) if isinstance(node, ast.ClassDef)}


def lineage(name: str, classes: Mapping[str, ast.ClassDef]) -> list[str]:
    """Return the name of a class and of those that it is derived from, as far as their source is known."""
    waiting = [name]
    for each in waiting:
        bases = classes[each].bases if each in classes else []
        names = [last_name(base.value if isinstance(base, ast.Subscript) else base) for base in bases]
        waiting += [base for base in names if base not in waiting]
    return waiting


@functools.lru_cache(maxsize=1024)
def _around(tree: ast.Module, line: int) -> tuple[ast.stmt, ...]:
    found: list[ast.stmt] = []
    # Only what the place is in is looked into, as a file may be large.
    level: list[ast.AST] = [tree]
    while level:
        level = [child for node in level for child in _statements_in(node) if _has_line(child, line)]
        found += [node for node in level if isinstance(node, ast.stmt)]
    return tuple(found)


def _statements_in(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements directly below a node, and what holds statements without being one."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield child


def _has_line(node: ast.AST, wanted: int) -> bool:
    line: int | None = getattr(node, "lineno", None)
    if line is None:
        return True
    last: int = getattr(node, "end_lineno", None) or line
    if isinstance(node, Definition | ast.ClassDef):
        line = min([line, *(each.lineno for each in node.decorator_list)])
    return line <= wanted <= last


def shown_at(place: Frame | None, statement: ast.stmt | None) -> str:
    """Return a place in words, with its statement; nothing for no place."""
    if place is None:
        return ""
    return f" at {place.file}:{place.line}" + (f": `{written(statement)}`" if statement is not None else "")


def written(statement: ast.stmt) -> str:
    """Return a statement in one line; of a compound one, only its head."""
    text = ast.unparse(statement)
    # Unparsing puts the head on the first line, after any decorators.
    head = next((line for line in text.splitlines() if not line.startswith("@")), text)
    return head if len(head) <= 100 else f"{head[:97]}..."


def last_name(expression: ast.expr | None) -> str:
    """Return the last name of `a.b.c`, without arguments if it is called; nothing for other expressions."""
    if isinstance(expression, ast.Call):
        expression = expression.func
    if isinstance(expression, ast.Attribute):
        return expression.attr
    return expression.id if isinstance(expression, ast.Name) else ""


def handed_over(call: ast.Call) -> list[ast.expr]:
    """Return what a call hands over by position and by name."""
    return [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg)]


def first_name(expression: ast.expr) -> str:
    """Return the first name of `a.b().c`; nothing for what does not begin with a name."""
    while isinstance(expression, ast.Attribute | ast.Call):
        expression = expression.value if isinstance(expression, ast.Attribute) else expression.func
    return expression.id if isinstance(expression, ast.Name) else ""


@functools.lru_cache(maxsize=64)
def _spelled_out(source: str | None, file: str, source_of: Callable[[str], str | None]) -> ast.Module | None:
    tree = parsed(source)
    if tree is not None:
        spell_out(tree, file, lambda other: _tree(source_of(other)), source_of)
    return tree


@functools.lru_cache(maxsize=64)
def _tree(source: str | None) -> ast.Module | None:
    return parsed(source)
