"""Code of functions that tells what they are called with and what they return, to be put in the place of their own.

A module is compiled again with the same probes; where a function has a hook, its body begins with a call that gets
its parameters, and what it returns passes through another. Nothing else is different, so a run goes the same way.
What a hook does with what it gets is left to `seen_calls` and `checked_calls`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import CO_ASYNC_GENERATOR, CO_GENERATOR
from types import CodeType, FunctionType, ModuleType
from typing import Any

from fuzzwright.python.instrument import source_of
from fuzzwright.python.nodes import placed, start_of_block
from fuzzwright.python.probes import Probes, Second, compile_again, nested_code

STEM = chr(0) + "fuzzwright hook "
"""What the constants begin with that stand for hooks until they are patched in."""

_Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Hook:
    """What is called when a function begins, with some of its parameters, and with what it returns."""

    parameters: tuple[str, ...] = ()
    enter: Callable[[tuple[Any, ...]], object] | None = None
    leave: Callable[[Any], Any] | None = None
    """Gives back what it got; not for generators."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A function with its own code, and the code that has hooks."""

    function: FunctionType
    own: CodeType
    hooked: CodeType

    def put(self) -> None:
        """Let calls of the function come to its hooks."""
        self.function.__code__ = self.hooked

    def take_back(self) -> None:
        """Let the function be as it was."""
        self.function.__code__ = self.own


def exchanges(hooks: Mapping[FunctionType, Sequence[Hook]], probes: Probes) -> dict[FunctionType, Exchange]:
    """Return the functions that can have their hooks, each with the code for it; those that cannot are left out."""
    files: dict[str, list[FunctionType]] = {}
    for function in hooks:
        files.setdefault(function.__code__.co_filename, []).append(function)
    found: dict[FunctionType, Exchange] = {}
    for file, functions in files.items():
        module = sys.modules.get(functions[0].__module__)
        if module is None or file not in probes.spans:
            continue
        try:
            found.update(_exchanges(module, file, {function: hooks[function] for function in functions}, probes))
        except Exception:
            continue  # a module that cannot be compiled again tells nothing, and runs as it did
    return found


def is_generator(code: CodeType) -> bool:
    """Return whether calls of a function only make something to be driven, so that it returns no result."""
    return bool(code.co_flags & (CO_GENERATOR | CO_ASYNC_GENERATOR))


def _exchanges(
    module: ModuleType, file: str, hooks: Mapping[FunctionType, Sequence[Hook]], probes: Probes
) -> Iterator[tuple[FunctionType, Exchange]]:
    wanted = {_place(function.__code__): list(hooks[function]) for function in hooks}
    rewriting = _Rewriting(wanted)
    code = compile_again(source_of(module)[1], file, probes, Second(rewriting.rewrite, rewriting.constants))
    copies: dict[tuple[str, int], list[CodeType]] = {}
    for nested in _all_nested(code):
        copies.setdefault(_place(nested), []).append(nested)
    for function in hooks:
        own = function.__code__
        same = copies.get(_place(own), [])
        if own.co_filename == file and len(same) == 1 and same[0].co_freevars == own.co_freevars:
            yield function, Exchange(function, own, same[0])


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _all_nested(code: CodeType) -> Iterator[CodeType]:
    for inner in nested_code(code):
        yield inner
        yield from _all_nested(inner)


class _Rewriting:
    """Puts calls of hooks into the tree of a module, and knows what the constants in them stand for."""

    def __init__(self, wanted: Mapping[tuple[str, int], Sequence[Hook]]) -> None:
        self.wanted = wanted
        self.constants: dict[str, object] = {}

    def rewrite(self, tree: ast.Module) -> None:
        """Rewrite a whole module."""
        self._below(tree, "")

    def _below(self, node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    line = min([child.lineno, *(each.lineno for each in child.decorator_list)])
                    self._below(child, f"{prefix}{child.name}.<locals>.")
                    for hook in self.wanted.get((prefix + child.name, line), ()):
                        self._hook(child, hook)
                case ast.ClassDef():
                    self._below(child, f"{prefix}{child.name}.")
                case ast.stmt() | ast.excepthandler() | ast.match_case():
                    self._below(child, prefix)

    def _hook(self, definition: _Definition, hook: Hook) -> None:
        body = definition.body
        at = start_of_block(body)
        if hook.leave is not None:
            _through(body, self._marker(hook.leave))
            if not isinstance(body[-1], ast.Return | ast.Raise):
                last = placed(ast.Return(None), body[-1])
                _through([last], self._marker(hook.leave))
                body.append(last)
        if hook.enter is not None:
            names = [placed(ast.Name(name, ast.Load()), at) for name in hook.parameters]
            given = placed(ast.Tuple(list(names), ast.Load()), at)
            call = _call(self._marker(hook.enter), given, at)
            body.insert(1 if ast.get_docstring(definition, clean=False) is not None else 0, placed(ast.Expr(call), at))

    def _marker(self, stands_for: object) -> str:
        marker = f"{STEM}{len(self.constants)}"
        self.constants[marker] = stands_for
        return marker


def _call(marker: str, given: ast.expr, at: Any) -> ast.expr:
    constant = placed(ast.Constant(marker), at)
    # A constant that is called gives a SyntaxWarning, `(M if M else M)` none, and it compiles to the same.
    return placed(ast.Call(placed(ast.IfExp(constant, constant, constant), at), [given], []), at)


def _through(body: Sequence[ast.AST], marker: str) -> None:
    """Let what the returns of a function give pass through a hook; functions inside of it have their own."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Return):
            value = node.value if node.value is not None else placed(ast.Constant(None), node)
            node.value = _call(marker, value, node)
        elif not isinstance(node, _Definition | ast.ClassDef):
            inner = ast.iter_child_nodes(node)
            waiting += [child for child in inner if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case)]
