"""The way to a line: which conditions it depends on, and how each has to turn out, nearest first.

Read from the source alone. A line needs the statements around it to let control in, those before it to
let control pass, and, if it is in a function that another one calls, the same for the call. Behind a
flag or a helper's answer are the conditions that set it; those come last. What cannot run at all is
told with the reason. Which conditions a run met is left to `aims.py`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from fuzzwright.python.blocks import (
    SCOPES,
    Function,
    always_leaves,
    exits_of,
    header_of,
    innermost_guard,
    parents_in,
    within,
)
from fuzzwright.python.comparisons import Place

MOST_CONDITIONS = 200
DEEPEST = 3
"""Through so many calls or flags a condition is followed back."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something on the way to a line, and how it has to turn out."""

    kind: Literal["compare", "truth", "works"]
    place: Place
    holds: bool
    level: int
    """How far from the line: 0 is the last thing before it."""
    text: str


@dataclass(frozen=True, slots=True)
class Way:
    """What has to happen for a line to run."""

    lines: range
    """Where the statement, or the part of it on that line, begins and ends."""
    conditions: tuple[Condition, ...] = ()
    dead: str = ""
    """Why it can never run; nothing if it may."""
    connected: bool = True
    """Whether the function is seen to lead there: it has the line, or it calls what has it."""


def way_to(source: str | bytes, line: int, first: int, last: int) -> Way | None:
    """Return the way to a line for the function between two lines; None if no function's code is there."""
    tree = ast.parse(source)
    return _Walk(tree, first, last).way(line)


class _Walk:
    """One walk from a line outwards, through the conditions on the way."""

    def __init__(self, tree: ast.Module, first: int, last: int) -> None:
        self.tree = tree
        self.target = range(first, last + 1)
        self.parents = parents_in(tree)
        self.functions: dict[str, list[Function]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self.functions.setdefault(node.name, []).append(node)
        self.found: dict[tuple[str, Place, bool], Condition] = {}
        self.level = 0
        self.dead = ""
        self.connected = False
        self.passed: set[ast.AST] = set()
        """Functions whose callers were looked at."""
        self.followed: set[tuple[ast.AST, bool]] = set()
        self.behind: list[tuple[ast.expr, bool, int]] = []
        """Conditions that hang on flags and answers, still to be followed."""

    def way(self, line: int) -> Way | None:
        goal = self._goal(line)
        if goal is None or self._function(goal) is None:
            return None
        self._outwards(goal, None)
        while self.behind and len(self.found) < MOST_CONDITIONS:
            self._follow(*self.behind.pop(0))
        return Way(_span(goal, line), tuple(self.found.values()), self.dead, self.connected)

    def _goal(self, line: int) -> ast.stmt | ast.expr | None:
        """Return what is on a line: a statement, a later part of one, or else the next statement of the same block."""
        around = [node for node in ast.walk(self.tree) if isinstance(node, ast.stmt) and line in _all_lines(node)]
        if not around:
            return None
        innermost = max(around, key=lambda node: (node.lineno, -(node.end_lineno or 0)))
        is_inner = self._function(innermost) is not None
        in_header = line in _span(innermost, line) and (is_inner or not isinstance(innermost, SCOPES))
        if in_header and not _is_text(innermost):
            parts = [
                node
                for top in header_of(innermost)
                for node in ast.walk(top)
                if isinstance(node, ast.expr) and node.lineno == line
            ]
            return innermost if innermost.lineno == line or not parts else parts[0]
        following = [
            node
            for node in ast.walk(innermost if not _is_text(innermost) else self.parents[innermost][0])
            if isinstance(node, ast.stmt) and node.lineno > line and not _is_text(node)
        ]
        if isinstance(innermost, ast.FunctionDef | ast.AsyncFunctionDef) and not following:
            return None
        return min(following, key=lambda node: node.lineno, default=None)

    def _function(self, node: ast.AST) -> Function | None:
        """Return the function around a node."""
        while node in self.parents:
            node, field = self.parents[node]
            if isinstance(node, Function) and field == "body":
                return node
        return None

    # Outwards

    def _outwards(self, node: ast.AST, top: ast.AST | None) -> None:
        """Note what lets control come to a node, up to the function `top`, or the one under test."""
        while node in self.parents:
            parent, field = self.parents[node]
            block = getattr(parent, field)
            if isinstance(node, ast.stmt) and isinstance(block, list):
                for before in reversed(block[: block.index(node)]):
                    self._pass(before)
            self._enter(parent, field, node)
            if isinstance(parent, Function) and field == "body":
                if parent is top:
                    return
                if not isinstance(parent, ast.Lambda):
                    if parent.lineno in self.target:
                        outer = self._function(parent)
                        if outer is None or outer.lineno not in self.target:
                            self.connected = True
                            return
                    self._callers(parent)
            node = parent

    def _callers(self, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if function in self.passed or len(self.passed) > DEEPEST:
            return
        self.passed.add(function)
        parent = self.parents[function][0]
        names = {function.name}
        if isinstance(parent, ast.ClassDef) and function.name in ("__init__", "__new__", "__post_init__"):
            names.add(parent.name)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
                name = node.id if isinstance(node, ast.Name) else node.attr
                around = self._function(node)
                if name in names and around is not None and around is not function:
                    dead, self.dead = self.dead, ""
                    self._outwards(node, None)
                    self.dead = dead  # this call may never run; another may

    def _enter(self, parent: ast.AST, field: str, child: ast.AST) -> None:
        """Note what makes control go from a node into a part of it."""
        match parent:
            case ast.If() | ast.While() | ast.IfExp() if field in ("body", "orelse"):
                self._need(parent.test, field == "body")
            case ast.BoolOp():
                for value in reversed(parent.values[: parent.values.index(child)]):  # type: ignore[arg-type]  # it is one
                    self._need(value, isinstance(parent.op, ast.And))
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                generators = parent.generators
                if isinstance(child, ast.comprehension):
                    generators = generators[: generators.index(child)]
                for condition in reversed([condition for part in generators for condition in part.ifs]):
                    self._need(condition, True)
            case ast.Try() | ast.TryStar():
                self._enter_try(parent, field)
            case ast.match_case() if field == "body" and parent.guard is not None:
                self._need(parent.guard, True)

    def _enter_try(self, parent: ast.Try | ast.TryStar, field: str) -> None:
        if field == "handlers":
            raises = [inner for top in parent.body for inner in within(top) if isinstance(inner, ast.Raise)]
            for inner in raises:
                self._turn_by(inner, parent, leave=False)
        elif field == "orelse":
            for statement in parent.body:
                self._works(statement)

    # Past what comes before

    def _pass(self, before: ast.stmt) -> None:
        """Note what lets control through a statement."""
        if always_leaves([before]) and not self.dead:
            self.dead = f"it follows {_named(before)}"
        for leaving in exits_of(before):
            self._turn_by(leaving, before, leave=True)
        if isinstance(before, ast.Assert):
            self._need(before.test, True)
        elif isinstance(before, ast.While) and not isinstance(before.test, ast.Constant):
            self._need(before.test, False)
        self._works(before)
        for top in header_of(before):
            for call in ast.walk(top):
                for helper in self._helpers(call):
                    if len(self.passed) <= DEEPEST and helper not in self.passed:
                        raises = [node for node in within(helper) if isinstance(node, ast.Raise)]
                        for node in raises:
                            self._turn_by(node, helper, leave=True)

    def _turn_by(self, leaving: ast.stmt, top: ast.AST, leave: bool) -> None:
        """Note the last condition before a statement that leaves: to be met so that it runs, or so that it does not."""
        guard = innermost_guard(leaving, top, self.parents)
        if guard is not None:
            test, holds = guard
            if not isinstance(test, ast.Constant):
                self._need(test, holds is not leave)

    def _works(self, statement: ast.stmt) -> None:
        for top in header_of(statement):
            if any(isinstance(node, ast.Call | ast.Subscript) for node in ast.walk(top)):
                self._note("works", top, True)
        self.level += 1

    # Conditions

    def _need(self, test: ast.expr, holds: bool, depth: int = 0) -> None:
        """Note that a test has to turn out so; where one part of several is enough, all are noted."""
        self._atoms(test, holds, depth)
        self.level += 1

    def _atoms(self, test: ast.expr, holds: bool, depth: int) -> None:
        match test:
            case ast.UnaryOp(op=ast.Not()):
                self._atoms(test.operand, not holds, depth)
            case ast.BoolOp():
                for value in test.values:
                    self._atoms(value, holds, depth)
            case ast.NamedExpr():
                self._atoms(test.value, holds, depth)
            case ast.Constant(value=value):
                if bool(value) is not holds:
                    self.dead = self.dead or f"`{ast.unparse(test)}` on line {test.lineno} never changes"
            case ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"):
                if holds:
                    self.dead = self.dead or f"only type checkers read what is behind line {test.lineno}"
            case _:
                self._note("compare" if isinstance(test, ast.Compare) else "truth", test, holds)
                self.behind.append((test, holds, depth))

    def _note(self, kind: Literal["compare", "truth", "works"], node: ast.expr, holds: bool) -> None:
        place = (node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
        if len(self.found) < MOST_CONDITIONS:
            condition = Condition(kind, place, holds, self.level, _shortened(ast.unparse(node)))
            self.found.setdefault((kind, place, holds), condition)

    # Behind flags and answers

    def _follow(self, test: ast.expr, holds: bool, depth: int) -> None:
        if depth >= DEEPEST or (test, holds) in self.followed:
            return
        self.followed.add((test, holds))
        match test:
            case ast.Call() | ast.Await():
                for node in ast.walk(test):
                    for helper in self._helpers(node):
                        for answer in within(helper):
                            if isinstance(answer, ast.Return) and answer.value is not None:
                                self._want(answer, answer.value, holds, helper, depth)
            case ast.Name():
                for statement, value in self._settings(test):
                    self._want(statement, value, holds, self._function(test), depth)
            case ast.Compare():
                # Whatever changes what is compared may bring it nearer.
                for name in [node for node in ast.walk(test) if isinstance(node, ast.Name)]:
                    for statement, _ in self._settings(name):
                        self._alive(statement, self._function(test))

    def _want(self, statement: ast.stmt, value: ast.expr, holds: bool, top: ast.AST | None, depth: int) -> None:
        if isinstance(value, ast.Constant):
            if bool(value.value) is holds:
                self._alive(statement, top)
        else:
            self._need(value, holds, depth + 1)
            self._alive(statement, top)

    def _alive(self, statement: ast.stmt, top: ast.AST | None) -> None:
        """Note the way to a statement that only helps; that it is dead says nothing of the line."""
        dead, self.dead = self.dead, ""
        self._outwards(statement, top)
        self.dead = dead

    def _settings(self, name: ast.Name) -> Iterator[tuple[ast.stmt, ast.expr]]:
        """Yield the statements that give a name its value in the same function."""
        function = self._function(name)
        for node in within(function) if function is not None else ():
            match node:
                case ast.Assign(targets=[ast.Name(id=name.id)], value=value):
                    yield node, value
                case ast.AugAssign(target=ast.Name(id=name.id), value=value):
                    yield node, value
                case ast.AnnAssign(target=ast.Name(id=name.id), value=ast.expr() as value):
                    yield node, value

    def _helpers(self, call: ast.AST) -> Iterator[Function]:
        """Yield the functions of the module that a call may mean, by their name."""
        match call:
            case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
                yield from self.functions.get(name, ())


def _all_lines(node: ast.stmt) -> range:
    first = min([node.lineno, *(decorator.lineno for decorator in getattr(node, "decorator_list", ()))])
    return range(first, (node.end_lineno or node.lineno) + 1)


def _span(node: ast.stmt | ast.expr, line: int) -> range:
    """Return the lines of a statement without the blocks in it, or the one line of a part."""
    if isinstance(node, ast.expr):
        return range(line, line + 1)
    ends = [top.end_lineno or top.lineno for top in header_of(node)]
    compound = hasattr(node, "body")
    end = max([node.lineno, *ends]) if compound or not node.end_lineno else node.end_lineno
    return range(node.lineno, end + 1)


def _is_text(node: ast.AST) -> bool:
    """Return whether nothing runs for a statement: a docstring, a declaration."""
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant or isinstance(node, ast.Global | ast.Nonlocal)


def _named(statement: ast.stmt) -> str:
    kinds: dict[Any, str] = {ast.Return: "return", ast.Raise: "raise", ast.Break: "break", ast.Continue: "continue"}
    for kind, name in kinds.items():
        if isinstance(statement, kind):
            return f"the `{name}` on line {statement.lineno}"
    if isinstance(statement, ast.While):
        return f"the endless loop on line {statement.lineno}"
    return f"line {statement.lineno}, behind which nothing goes on"


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + "…"
