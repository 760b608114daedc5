"""Where probes go: a module's syntax tree, rewritten so that each way control can go leaves its number.

Statements get a probe in front of every branch; expressions get theirs in shapes that keep the value,
the order of evaluation and the number of truth tests. A probe is left out where another one tells the
same: in front of an `if` (both of its sides have one), and on an operand that the next probe implies.
Names, line numbers and what introspection shows stay as they were. Pure: `probes.py` compiles.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fuzzwright.python.nodes import (
    Placed,
    children_of,
    irrefutable,
    is_none,
    placed,
    probe_call,
    runs,
    start_of,
    start_of_block,
)

# After this many tests in a row without a probe between them (`elif` chains) one is set, to bound the lines carried on.
LONGEST_CARRY = 16
LEFT_OUT = -1

_LOCALS = ".<locals>."
_SUSPENDS = (ast.Yield, ast.YieldFrom, ast.Await)
_FORKS = (ast.If, ast.Match)
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_TESTING = (ast.IfExp, ast.comprehension, ast.BoolOp, ast.UnaryOp)
_BRANCHING = (ast.BoolOp, ast.IfExp, ast.comprehension, ast.Compare)


@dataclass(slots=True, eq=False)
class Draft:
    """A site being written; `number` is LEFT_OUT when there is no probe and only its lines are passed on."""

    number: int
    line: int
    kind: str
    qualname: str
    lines: list[int]


def insert_probes(tree: ast.Module, first: int, probe: Callable[[int, Placed], ast.expr] = probe_call) -> list[Draft]:
    """Rewrite `tree` in place; return its probes, numbered from `first`. `probe` makes what is evaluated for each."""
    rewriter = _Rewriter(first, probe)
    rewriter._walk(tree.body, "", live=False)
    return rewriter.drafts


# The drafts whose straight line reaches the statement at hand: several after a join, none after a `return`.
_Open = list[Draft]


class _Rewriter:
    """One module's rewriting: statements by recursion (nesting is shallow), expressions by a stack (they are not)."""

    def __init__(self, first: int, probe: Callable[[int, Placed], ast.expr]) -> None:
        self.first = first
        self.probe = probe
        self.drafts: list[Draft] = []
        self.breaks: list[_Open] = []

    # Probes

    def _draft(self, kind: str, at: Placed, prefix: str, lines: Iterable[int] = ()) -> Draft:
        number = self.first + len(self.drafts)
        draft = Draft(number, at.lineno, kind, prefix.removesuffix(_LOCALS), list(lines))
        self.drafts.append(draft)
        return draft

    def _call(self, kind: str, at: Placed, prefix: str, lines: Iterable[int] = ()) -> ast.expr:
        return self.probe(self._draft(kind, at, prefix, lines).number, at)

    def _statement(self, draft: Draft, at: Placed) -> ast.stmt:
        call = self.probe(draft.number, at)
        return placed(ast.Expr(call), call)

    def _before(self, kind: str, node: ast.expr, prefix: str, lines: Iterable[int] = ()) -> ast.expr:
        # `None if probe is not None else node` adds one jump; `probe or node` up to four steps since 3.12.
        call = self._call(kind, node, prefix, lines)
        nothing = placed(ast.Constant(None), call)
        return placed(ast.IfExp(is_none(call, ast.IsNot()), nothing, node), node)

    def _after(self, node: ast.expr, prefix: str) -> ast.expr:
        call = self._call("resumed", node, prefix)
        both = placed(ast.Tuple([node, call], ast.Load()), node)
        return placed(ast.Subscript(both, placed(ast.Constant(0), call), ast.Load()), node)

    # Expressions, and statements outside functions

    def _walk(self, roots: Iterable[ast.AST], prefix: str, *, live: bool = True, test: bool = False) -> None:
        """Rewrite below `roots`: all branches where `live`, else only the functions found there.

        With `test` only the truth of the roots is used and a probe follows for either, so operands of
        `and`/`or` need one only where the second or a later operand settles the matter.
        """
        todo = [(root, prefix, live, test) for root in roots]
        todo.reverse()
        while todo:
            node, prefix, live, test = todo.pop()
            if isinstance(node, _OWN_SCOPE):
                if isinstance(node, ast.Lambda):
                    todo.append((node.args, prefix, False, False))
                    prefix = f"{prefix}<lambda>{_LOCALS}"
                    todo.append((node.body, prefix, True, False))
                    self._suspensions(node, prefix)
                    node.body = self._before("entry", node.body, prefix, [node.body.lineno])
                elif isinstance(node, ast.ClassDef):
                    self._class(node, prefix)
                else:
                    self._function(node, prefix)
                continue
            children = children_of(node)
            tests = _tests(node, test) if live and isinstance(node, _TESTING) else ()
            todo.extend([(child, prefix, live, child in tests) for child in reversed(children)])
            if live:
                if any(isinstance(child, _SUSPENDS) for child in children):
                    self._suspensions(node, prefix)
                if isinstance(node, _BRANCHING):
                    self._expression(node, prefix, test)

    def _expression(self, node: ast.AST, prefix: str, test: bool) -> None:
        match node:
            case ast.BoolOp():
                self._operands(node, prefix, test)
            case ast.IfExp():
                node.body = self._before("then", node.body, prefix)
                node.orelse = self._before("else", node.orelse, prefix)
            case ast.comprehension():
                node.ifs = [self._condition(condition, prefix) for condition in node.ifs]
            case ast.Compare():
                # The third operand of `a < b < c` is evaluated if, and only if, the first link holds.
                rest = [self._before("link", operand, prefix) for operand in node.comparators[1:]]
                node.comparators[1:] = rest

    def _suspensions(self, node: ast.AST, prefix: str) -> None:
        for name, value in ast.iter_fields(node):
            if isinstance(value, _SUSPENDS):
                setattr(node, name, self._after(value, prefix))
            elif isinstance(value, list):
                for index, item in enumerate(value):
                    if isinstance(item, _SUSPENDS):
                        value[index] = self._after(item, prefix)

    def _operands(self, node: ast.BoolOp, prefix: str, test: bool) -> None:
        for index, value in enumerate(node.values[1:], 1):
            if not test:
                node.values[index] = self._before("operand", value, prefix)
                continue
            call = self._call("operand", value, prefix)
            if isinstance(node.op, ast.And):
                node.values[index] = placed(ast.BoolOp(ast.Or(), [value, is_none(call, ast.IsNot())]), value)
            else:
                node.values[index] = placed(ast.BoolOp(ast.And(), [value, is_none(call, ast.Is())]), value)

    def _condition(self, node: ast.expr, prefix: str) -> ast.expr:
        kept = is_none(self._call("kept", node, prefix), ast.Is())
        dropped = is_none(self._call("dropped", node, prefix), ast.IsNot())
        return placed(ast.IfExp(node, kept, dropped), node)

    # Definitions

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, prefix: str) -> None:
        self._walk([*node.decorator_list, node.args], prefix, live=False)
        documented = int(ast.get_docstring(node, clean=False) is not None)
        inner = f"{prefix}{node.name}{_LOCALS}"
        at = start_of_block(node.body[documented:]) if node.body[documented:] else start_of(node)
        entry = self._draft("entry", at, inner)
        outer, self.breaks = self.breaks, []
        body, _ = self._block(node.body[documented:], inner, [entry])
        self.breaks = outer
        node.body = [*node.body[:documented], self._statement(entry, at), *body]

    def _class(self, node: ast.ClassDef, prefix: str) -> None:
        self._walk([*node.decorator_list, *node.bases, *node.keywords], prefix, live=False)
        self._walk(node.body, f"{prefix}{node.name}.", live=False)

    # Statements in functions

    def _block(self, body: list[ast.stmt], prefix: str, reached: _Open) -> tuple[list[ast.stmt], _Open]:
        """Return the rewritten statements, and whose straight line reaches their end."""
        written: list[ast.stmt] = []
        for node in body:
            at = start_of(node)
            if not reached:  # dead code, or what follows a `with` that may swallow an exception
                reached = [self._draft("reached", at, prefix)]
                written.append(self._statement(reached[0], at))
            if runs(node):
                for draft in reached:
                    draft.lines.append(node.lineno)
            written.append(node)
            suspends = isinstance(node, ast.Expr | ast.Assign | ast.AugAssign | ast.AnnAssign) and isinstance(
                node.value, _SUSPENDS
            )
            reached = self._inside(node, prefix, reached, suspends)
            if suspends:
                reached = [self._draft("resumed", at, prefix)]
                written.append(self._statement(reached[0], at))
        return written, reached

    def _inside(self, node: ast.stmt, prefix: str, reached: _Open, suspends: bool) -> _Open:
        match node:
            case ast.If():
                return self._if(node, prefix, reached)
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(node, prefix)
            case ast.Try() | ast.TryStar():
                return self._try(node, prefix, reached)
            case ast.With() | ast.AsyncWith():
                self._walk(node.items, prefix)
                node.body, reached = self._block(node.body, prefix, reached)
                return reached
            case ast.Match():
                return self._match(node, prefix, reached)
        self._walk(children_of(node) if suspends else [node], prefix)
        if isinstance(node, ast.Break) and self.breaks:  # outside a loop: `compile` will complain
            self.breaks[-1].extend(reached)
        return [] if isinstance(node, ast.Return | ast.Raise | ast.Break | ast.Continue) else reached

    def _branch(
        self, kind: str, body: list[ast.stmt], at: Placed, prefix: str, carry: Iterable[int] = ()
    ) -> tuple[list[ast.stmt], _Open]:
        """Return `body` with a probe in front, unless its first statement forks: the sides have theirs."""
        carry = list(carry)
        if body and isinstance(body[0], _FORKS) and len(carry) < LONGEST_CARRY:
            return self._block(body, prefix, [Draft(LEFT_OUT, at.lineno, kind, prefix, carry)])
        at = start_of_block(body) if body else at
        draft = self._draft(kind, at, prefix, carry)
        written, reached = self._block(body, prefix, [draft])
        return [self._statement(draft, at), *written], reached

    def _if(self, node: ast.If, prefix: str, reached: _Open) -> _Open:
        ends: _Open = []
        while True:
            carry = _carried(reached)
            self._walk([node.test], prefix, test=True)
            node.body, end = self._branch("then", node.body, node, prefix, carry)
            ends += end
            # A chain of `elif` is as deep as it is long: no recursion here.
            if not (len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If)):
                node.orelse, end = self._branch("else", node.orelse, start_of(node.test), prefix, carry)
                return ends + end
            following = node.orelse[0]
            if len(carry) < LONGEST_CARRY:
                reached = [Draft(LEFT_OUT, following.lineno, "else", prefix, [*carry, following.lineno])]
            else:
                reached = [self._draft("else", following, prefix, [*carry, following.lineno])]
                node.orelse = [self._statement(reached[0], following), following]
            node = following

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, prefix: str) -> _Open:
        if isinstance(node, ast.While):
            self._walk([node.test], prefix, test=True)
            endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
        else:
            self._walk([node.iter, node.target], prefix)
            endless = False
        self.breaks.append([])
        node.body, _ = self._branch("loop", node.body, node, prefix)
        ends = self.breaks.pop()
        if node.orelse or not endless:
            node.orelse, end = self._branch("exit", node.orelse, start_of(node), prefix)
            ends += end
        return ends

    def _try(self, node: ast.Try | ast.TryStar, prefix: str, reached: _Open) -> _Open:
        node.body, ends = self._block(node.body, prefix, reached)
        if node.orelse:
            node.orelse, ends = self._branch("else", node.orelse, node, prefix)
        for handler in node.handlers:
            self._walk([handler.type] if handler.type else [], prefix)
            handler.body, end = self._branch("except", handler.body, handler, prefix)
            ends = ends + end
        if node.finalbody:
            node.finalbody, end = self._branch("finally", node.finalbody, node, prefix)
            return end if ends else []
        return ends

    def _match(self, node: ast.Match, prefix: str, reached: _Open) -> _Open:
        carry = _carried(reached)
        self._walk([node.subject], prefix)
        ends: _Open = []
        for case in node.cases:
            if case.guard is not None:
                self._walk([case.guard], prefix, test=True)
                failed = self._call("guard", case.guard, prefix)
                case.guard = placed(ast.BoolOp(ast.Or(), [case.guard, is_none(failed, ast.IsNot())]), case.guard)
            case.body, end = self._branch("case", case.body, case.pattern, prefix, carry)
            ends += end
        last = node.cases[-1]
        if last.guard is not None or not irrefutable(last.pattern):
            at = start_of(last.pattern)
            body, end = self._branch("no case", [], at, prefix, carry)
            node.cases.append(ast.match_case(placed(ast.MatchAs(), at), None, body))
            ends += end
        return ends


def _tests(node: ast.AST, test: bool) -> Sequence[ast.AST]:
    """Return the children of which only the truth is used, with a probe to follow."""
    match node:
        case ast.IfExp():
            return [node.test]
        case ast.comprehension():
            return node.ifs
        case ast.BoolOp() if test:
            return node.values
        case ast.UnaryOp(op=ast.Not()) if test:
            return [node.operand]
    return ()


def _carried(reached: _Open) -> list[int]:
    return [line for draft in reached if draft.number == LEFT_OUT for line in draft.lines]
