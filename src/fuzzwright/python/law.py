"""A law: a property made of functions under test, which takes what they take.

It is called like a function and found like one, but no `def` wrote it, so it says itself which call made it, which
name it was given, and, once everything is imported, what its parameters are. It is not bound to instances, so it
can stand in a class as well. Which laws there are is in `laws`; how parameters are found in `law_parameters`.
"""

from __future__ import annotations

import ast
import inspect
import os
import sys
from collections.abc import Callable, Sequence
from inspect import Signature
from itertools import islice
from types import CodeType, FrameType, FunctionType
from typing import Any

from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.law_parameters import Taken
from fuzzwright.python.law_sides import Side, is_from_python
from fuzzwright.python.properties import MADE, MARK, Made

Check = Callable[["Law", tuple[Any, ...], dict[str, Any]], None]
Taking = Callable[[], Sequence[Taken]]


class LawBroken(AssertionError):
    """Functions under test do not do what a law says of them: what one did, and what the other."""

    between = ", but "

    def __str__(self) -> str:
        return self.between.join(map(str, self.args))


LawBroken.__module__ = "fuzzwright"  # where it is imported from


class Law:
    """Functions under test and what should hold of them; made by the functions of `laws`."""

    def __init__(self, text: str, sides: Sequence[Side], taking: Taking, check: Check, caller: FrameType) -> None:
        frame = _statement(caller)
        made = _made(frame, sides)
        self.sides = tuple(sides)
        self.made = made
        self._text = text
        self._taking = taking
        self._check = check
        self._taken: Sequence[Taken] | None = None
        self._names: tuple[str, str] | None = None
        self._entry: Callable[..., None] | None = None
        self._columns = _columns(frame)
        self.__module__ = str(frame.f_globals.get("__name__", "__main__"))
        self.__doc__ = f"{text}, for whatever they take."
        setattr(self, MARK, True)
        setattr(self, MADE, made)

    def __set_name__(self, owner: type, name: str) -> None:
        self._names = (name, f"{owner.__qualname__}.{name}")

    def __call__(self, *arguments: Any, **named: Any) -> None:
        """Return if the law holds for these arguments; raise LawBroken if it does not."""
        __tracebackhide__ = True
        if named:
            bound = self.signature().bind(*arguments, **named)
            arguments, named = bound.args, bound.kwargs
        (self._entry or self._entered())(*arguments, **named)

    def __repr__(self) -> str:
        return f"<law {self._text}>"

    def __getattr__(self, name: str) -> Any:
        # What functions have. Not set when the law is made: its name and the names in hints come to be later.
        match name:
            case "__name__":
                return self._named()[0]
            case "__qualname__":
                return self._named()[1]
            case "__signature__":
                return self.signature()
            case "__annotations__":
                return self._annotations()
            case "__code__":
                return self._entered().__code__
        raise AttributeError(f"a law has no {name!r}")

    def taken(self) -> Sequence[Taken]:
        """Return what the law takes; raise FuzzwrightError if the hints do not say."""
        if self._taken is None:
            try:
                self._taken = self._taking()
            except FuzzwrightError as error:
                where = f"{os.path.basename(self.made.file)}:{self.made.line}"
                raise FuzzwrightError(f"law `{self.__qualname__}`: {error.what}", where, error.fix) from None
        return self._taken

    def signature(self) -> Signature:
        """Return the parameters of the law."""
        return Signature([taken.parameter for taken in self.taken()])

    def _annotations(self) -> dict[str, Any]:
        # Whoever copies them is not to be told what is wrong: whoever calls asks for the signature.
        try:
            return {taken.parameter.name: taken.hint for taken in self.taken()}
        except FuzzwrightError:
            return {}

    def _named(self) -> tuple[str, str]:
        """Return the name and the qualified name: those of the variable that holds it, else what it says."""
        if self._names is None:
            module = sys.modules.get(self.__module__)
            name = next((name for name, value in vars(module).items() if value is self), None) if module else None
            if name is None:
                return self._text, self._text
            self._names = (name, name)
        return self._names

    def _entered(self) -> FunctionType:
        """Return a function that stands where the law was made, and checks it.

        Going through it, a failure passes the place of the law, and whoever looks for a place finds it.
        """
        name, qualname = self._named()
        code = _code_at(self.made, self._columns).replace(co_name=name, co_qualname=qualname)
        entry = FunctionType(code, {"__name__": self.__module__, "check": self._check, "law": self}, name)
        if self._names is not None:
            self._entry = entry
        return entry


def _statement(caller: FrameType) -> FrameType:
    """Return the frame of the module or class that a law is made for: that of the caller, or one that called it."""
    frame: FrameType | None = caller
    while frame is not None:
        if not frame.f_code.co_flags & inspect.CO_OPTIMIZED:
            module = sys.modules.get(str(frame.f_globals.get("__name__")))
            importing = getattr(getattr(module, "__spec__", None), "_initializing", False)
            # A law that a test makes for itself is not the doing of the module that started all.
            return frame if frame is caller or importing else caller
        frame = frame.f_back
    return caller


def _made(frame: FrameType, sides: Sequence[Side]) -> Made:
    first, last, *_ = _positions(frame)
    line = frame.f_lineno
    uses = tuple(side.function for side in sides)
    return Made(frame.f_code.co_filename, first or line, max(last or line, first or line), uses)


def _columns(frame: FrameType) -> tuple[int, int]:
    *_, first, last = _positions(frame)
    return (first, last) if first is not None and last is not None else (0, 0)


def _positions(frame: FrameType) -> tuple[int | None, int | None, int | None, int | None]:
    """Return the first and last line and the columns of the call that a frame is at."""
    place = frame.f_lasti // 2
    return next(islice(frame.f_code.co_positions(), place, None), (None, None, None, None))


def _code_at(made: Made, columns: tuple[int, int]) -> CodeType:
    """Return the code of a function that checks a law, as if it stood at this place."""
    tree = ast.parse("def entry(*arguments, **named): return check(law, arguments, named)")
    first, last = columns if made.line < made.last or columns[0] <= columns[1] else (0, 0)
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr | ast.arg):
            node.lineno, node.end_lineno, node.col_offset, node.end_col_offset = made.line, made.last, first, last
    module = compile(tree, made.file, "exec", dont_inherit=True)
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))


def broken(one: str, other: str, cause: BaseException | None = None) -> LawBroken:
    """Return the error that says what two calls did."""
    error = LawBroken(one, other)
    # What a builtin raised has been said; there is no place to show.
    error.__cause__ = cause if cause is not None and is_from_python(cause) else None
    return error
