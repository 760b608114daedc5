"""Where notes go: a module's syntax tree, rewritten so that what is compared, looked up or converted is noted.

This makes the second copy of a module, which runs only for inputs worth a closer look. Each operation
that a condition may hang on becomes a call that does the same and notes operands and result:
comparisons, arithmetic, look-ups, truth tests, `match`, loops that may be left before their end, and calls of the
functions and methods that `inverses` can read backwards. Probes stay where they are. Pure: `notes.py` does the noting.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from fuzzwright.python.nodes import is_probe, placed
from fuzzwright.python.templates import templates_of

STEM = chr(0) + "fuzzwright note "
"""What the constants begin with that stand for the noting functions until they are patched in."""

OPERATORS: dict[type[ast.AST], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitXor: "^",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.USub: "neg",
    ast.Invert: "~",
}

_LOOKING_AROUND = frozenset({"locals", "vars", "dir", "eval", "exec"})
"""Functions to which a name of ours would show."""

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_TESTED = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Await)


Place = tuple[int, int, int, int]
"""Line and column where something begins, and where it ends."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which calls and attributes are noted, by name."""

    functions: Collection[str]
    methods: Collection[str]
    attributes: frozenset[str]


@dataclass(slots=True)
class Rewriting:
    """One module's second copy: sites are numbered from `first` in the order of the source."""

    first: int
    wanted: Wanted
    lines: list[int] = field(default_factory=list)
    """The line of each site."""
    places: list[tuple[str, Place]] = field(default_factory=list)
    """What each site notes, and where in the source it begins and ends."""
    templates: dict[int, list[Any]] = field(default_factory=dict)
    """For each `match`, what its cases ask for: a template for each of the sites that follow its own."""

    def rewrite(self, tree: ast.Module) -> None:
        """Rewrite the functions of a module in place."""
        _Transformer(self).visit(tree)

    def site(self, kind: str, node: ast.expr | ast.pattern) -> int:
        """Return the number of a new site."""
        self.lines.append(node.lineno)
        end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        self.places.append((kind, (node.lineno, node.col_offset, *end)))
        return self.first + len(self.lines) - 1


class _Transformer(ast.NodeTransformer):
    """Inner operations first, so that notes come in the order of evaluation."""

    def __init__(self, rewriting: Rewriting) -> None:
        self._rewriting = rewriting
        self._depth = 0
        self._temporaries = 0
        self._named = True
        """Whether a name may be bound here: not where `locals` would show it, nor in what is gone through."""

    def _note(self, kind: str, at: ast.expr, *arguments: ast.expr, keywords: list[ast.keyword] | None = None) -> Any:
        site = placed(ast.Constant(self._rewriting.site(kind, at)), at)
        return self._plain(kind, at, site, *arguments, keywords=keywords)

    def _plain(self, kind: str, at: ast.expr, *arguments: ast.expr, keywords: list[ast.keyword] | None = None) -> Any:
        marker = placed(ast.Constant(STEM + kind), at)
        # A constant that is called gives a SyntaxWarning, `(M if M else M)` none, and it compiles to the same.
        function = placed(ast.IfExp(marker, marker, marker), at)
        return placed(ast.Call(function, list(arguments), keywords or []), at)

    # Scopes

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        outer = self._enter(node)
        node.body = [self.visit(statement) for statement in node.body]
        self._leave(outer)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        outer = self._enter(node)
        node.body = self.visit(node.body)
        self._leave(outer)
        return node

    def _enter(self, node: ast.AST) -> bool:
        outer = self._named
        if not self._depth:
            names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
            self._named = outer and _LOOKING_AROUND.isdisjoint(names)
        self._depth += 1
        return outer

    def _leave(self, outer: bool) -> None:
        self._depth -= 1
        self._named = outer

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        # A class body runs once, with names of its own; only the functions in it are of interest.
        outer, self._depth = self._depth, 0
        node.body = [self.visit(statement) for statement in node.body]
        self._depth = outer
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    # Operations

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if not self._depth or is_probe(node.left):
            return node
        self.generic_visit(node)
        if len(node.ops) == 1:
            return self._comparison(node, node.left, node.ops[0], node.comparators[0])
        if not self._named:
            return node
        links: list[ast.expr] = []
        left = node.left
        for operator, right in zip(node.ops[:-1], node.comparators[:-1], strict=True):
            self._temporaries += 1
            name = f"_fuzzwright_{self._temporaries}"
            held = placed(ast.NamedExpr(placed(ast.Name(name, ast.Store()), right), right), right)
            links.append(self._comparison(node, left, operator, held))
            left = placed(ast.Name(name, ast.Load()), right)
        links.append(self._comparison(node, left, node.ops[-1], node.comparators[-1]))
        return placed(ast.BoolOp(ast.And(), links), node)

    def _comparison(self, at: ast.Compare, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
        sign = placed(ast.Constant(OPERATORS[type(operator)]), at)
        compared: ast.expr = self._note("compare", at, sign, left, right)
        return compared

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        sign = OPERATORS.get(type(node.op))
        if not self._depth or sign is None:
            return node
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            return node
        return self._note("binary", node, placed(ast.Constant(sign), node), node.left, node.right)  # type: ignore[no-any-return]

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        node.value = self.visit(node.value)
        sign = OPERATORS.get(type(node.op))
        if not self._depth or sign is None:
            return node
        told = placed(ast.Constant(sign), node)
        if isinstance(node.target, ast.Name):
            old = placed(ast.Name(node.target.id, ast.Load()), node.target)
            value = self._note("augment", node.value, told, old, node.value)
            return placed(ast.Assign([node.target], value), node)
        held = self._held(node.target)
        if held is None:
            return node
        kind = "put_item" if isinstance(node.target, ast.Subscript) else "put_attribute"
        return placed(ast.Expr(self._note(kind, node.value, told, held, node.value)), node)

    def _held(self, target: ast.Subscript | ast.Attribute) -> ast.expr | None:
        """Return what looks up what is to be changed, before the other operand is worked out."""
        if isinstance(target, ast.Attribute):
            if target.attr.startswith("__"):
                return None  # in a class that is another name
            name = placed(ast.Constant(target.attr), target)
            return self._plain("held_attribute", target, self.visit(target.value), name)  # type: ignore[no-any-return]
        if any(isinstance(part, ast.Slice | ast.Starred) for part in ast.walk(target.slice)):
            return None
        return self._note("held_item", target, self.visit(target.value), self.visit(target.slice))  # type: ignore[no-any-return]

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        if is_probe(node):
            return node
        self.generic_visit(node)
        if not self._depth or isinstance(node.operand, ast.Constant):
            return node
        if isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
            return node
        sign = OPERATORS.get(type(node.op))
        if sign is None:
            return node
        return self._note("unary", node, placed(ast.Constant(sign), node), node.operand)  # type: ignore[no-any-return]

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not self._depth or not isinstance(node.ctx, ast.Load):
            return node
        if any(map(is_probe, ast.iter_child_nodes(node.value))):
            return node  # what stands around a `yield`
        key = node.slice
        if isinstance(key, ast.Slice):
            bounds = [part or placed(ast.Constant(None), node) for part in (key.lower, key.upper, key.step)]
            key = self._plain("slice", node, *bounds)
        elif any(isinstance(part, ast.Slice | ast.Starred) for part in ast.walk(key)):
            return node
        return self._note("item", node, node.value, key)  # type: ignore[no-any-return]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if not self._depth or not isinstance(node.ctx, ast.Load) or node.attr not in self._rewriting.wanted.attributes:
            return node
        return self._note("attribute", node, placed(ast.Constant(node.attr), node), node.value)  # type: ignore[no-any-return]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if is_probe(node):
            return node
        wanted = self._rewriting.wanted
        function = node.func
        if isinstance(function, ast.Attribute):
            function.value = self.visit(function.value)
        else:
            node.func = self.visit(function)
        node.args = [self.visit(argument) for argument in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        if not self._depth:
            return node
        match node:
            case ast.Call(
                ast.Name("all" | "any"), [ast.GeneratorExp(elt, [ast.comprehension(is_async=0) as each])], []
            ):
                # A loop that may be left early, and in it a condition.
                each.iter = self._note("rounds", each.iter, each.iter)
                node.args[0].elt = self._truth(elt)  # type: ignore[attr-defined]  # as matched
        if isinstance(function, ast.Attribute) and function.attr in wanted.methods:
            name = placed(ast.Constant(function.attr), node)
            # Two calls, as a method is looked up before its arguments are evaluated.
            node.func = self._note("method", node, name, function.value)
            return node
        if isinstance(function, ast.Name) and function.id in wanted.functions and not _makes_class(node):
            return self._note("call", node, function, *node.args, keywords=node.keywords)  # type: ignore[no-any-return]
        return node

    # Truth

    def _truth(self, node: ast.expr) -> ast.expr:
        if not isinstance(node, _TESTED) or is_probe(node) or _is_note(node, ("compare", "truth")):
            return node
        tested: ast.expr = self._note("truth", node, node)
        return tested

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        self.generic_visit(node)
        if self._depth:
            node.values = [self._truth(value) for value in node.values]
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        # A chain of `elif` is as deep as it is long: no recursion here.
        following: ast.If | None = node
        while following is not None:
            following.test = self.visit(following.test)
            if self._depth:
                following.test = self._truth(following.test)
            following.body = [self.visit(statement) for statement in following.body]
            last = following.orelse[-1:]
            if last and isinstance(last[0], ast.If):
                following.orelse[:-1] = [self.visit(statement) for statement in following.orelse[:-1]]
                following = last[0]
            else:
                following.orelse = [self.visit(statement) for statement in following.orelse]
                following = None
        return node

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._tested(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        if self._depth and _may_be_left(node.body):
            node.iter = self._note("rounds", node.iter, node.iter)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        return self._tested(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return self._tested(node)

    def _tested(self, node: ast.While | ast.IfExp | ast.Assert) -> ast.AST:
        self.generic_visit(node)
        if self._depth:
            node.test = self._truth(node.test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        # No name may be bound in what a comprehension goes through, not even inside a lambda.
        outer, self._named = self._named, False
        node.iter = self.visit(node.iter)
        self._named = outer
        node.ifs = [self.visit(condition) for condition in node.ifs]
        if self._depth:
            node.ifs = [self._truth(condition) for condition in node.ifs]
        return node

    # Patterns

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        # A pattern is no expression, even where it looks like one.
        if node.guard is not None:
            node.guard = self.visit(node.guard)
            if self._depth:
                node.guard = self._truth(node.guard)
        node.body = [self.visit(statement) for statement in node.body]
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        cases = [(case.pattern, template) for case in node.cases for template in templates_of(case.pattern)]
        self.generic_visit(node)
        if self._depth and cases:
            site = self._rewriting.first + len(self._rewriting.lines)
            self._rewriting.templates[site] = [template for _, template in cases]
            node.subject = self._note("matched", node.subject, node.subject)
            for pattern, _ in cases:
                self._rewriting.site("case", pattern)
        return node


def _may_be_left(body: list[ast.stmt]) -> bool:
    """Return whether a loop with this body may end though there is more to go through."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Return | ast.Break | ast.Raise | ast.Assert):
            return True
        if isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case) and not isinstance(node, _SCOPES):
            todo += ast.iter_child_nodes(node)
    return False


def _makes_class(node: ast.Call) -> bool:
    """Return whether a call may make a class, which belongs to the module of the frame that makes it."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[one], keywords=[]):
            return isinstance(one, ast.Starred)
        case ast.Call(func=ast.Name(id="type")):
            return True
    return False


def _is_note(node: ast.expr, kinds: tuple[str, ...]) -> bool:
    match node:
        case ast.Call(func=ast.IfExp(test=ast.Constant(value=str(marker)))):
            return marker.startswith(STEM) and marker.removeprefix(STEM) in kinds
    return False
