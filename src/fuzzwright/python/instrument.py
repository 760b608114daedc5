"""Instrumentation of whole modules: on import by a hook, or in place when they are imported already.

The hook leaves the finding of modules to the ordinary finders and only gives source files that are
wanted a loader that compiles them with probes. In place, a module's source is compiled again and the
code of its functions is exchanged; decorators, default values and the module's own statements do not
run again. Whatever cannot be rewritten stays as it is and is told with its reason.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from types import CodeType, FunctionType, ModuleType

from fuzzwright.python.probes import Probes, compile_instrumented, is_instrumented, nested_code
from fuzzwright.python.texts import read_source, unsaved
from fuzzwright.python.uncompiled import spec_behind

Wanted = Callable[[str, str | None], bool]


class Instrumenter(MetaPathFinder):
    """A finder that has the modules for which `wanted(name, file)` holds compiled with probes."""

    def __init__(self, probes: Probes, wanted: Wanted) -> None:
        self.probes = probes
        self.wanted = wanted
        self.failures: dict[str, str] = {}

    def install(self) -> None:
        """Put the hook in front of the other finders, once."""
        if self not in sys.meta_path:
            sys.meta_path.insert(0, self)

    def uninstall(self) -> None:
        """Take the hook away; modules it loaded stay as they are."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the ordinary spec, with our loader if the module is wanted and has plain source."""
        spec = spec_behind(self, fullname, path, target)
        if spec is None or not isinstance(spec.loader, SourceFileLoader) or not self.wanted(fullname, spec.origin):
            return spec
        # A loader derived from the ordinary one rewrites source itself; two rewriters would undo each other's work.
        if type(spec.loader) is SourceFileLoader:
            spec.loader = InstrumentingLoader(spec.loader.name, spec.loader.path, self)
        elif not isinstance(spec.loader, InstrumentingLoader):
            kind = type(spec.loader)
            self.failures[spec.loader.path] = f"loaded by {kind.__module__}.{kind.__qualname__}"
        return spec


class InstrumentingLoader(SourceFileLoader):
    """The ordinary source loader, except that code is compiled with probes and no .pyc is read or written."""

    def __init__(self, fullname: str, path: str, instrumenter: Instrumenter) -> None:
        super().__init__(fullname, path)
        self._instrumenter = instrumenter

    def get_data(self, path: str) -> bytes:
        """Return the text that stands for the file, if one does, else what is in it."""
        text = unsaved(path)
        return super().get_data(path) if text is None else text

    def get_code(self, fullname: str) -> CodeType:
        """Return the module's code, instrumented if at all possible."""
        path = self.get_filename(fullname)
        source = self.get_data(path)
        try:
            code = compile_instrumented(source, path, self._instrumenter.probes)
        except Exception as error:
            # Plain code may still do; if it does not, the error below is the one the user should see.
            self._instrumenter.failures[path] = _reason(error)
            code = self.source_to_code(source, path)
        else:
            self._instrumenter.failures.pop(path, None)
        return code


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What became of a module's functions: how many were swapped, and (name, reason) of those that were not."""

    swapped: int
    left: tuple[tuple[str, str], ...] = ()


def instrument_module(module: ModuleType, probes: Probes) -> Exchanged:
    """Swap the code of all functions of an imported module for instrumented code."""
    functions = [function for function in functions_of(module) if not is_instrumented(function.__code__, probes)]
    if not functions:
        return Exchanged(0)
    try:
        filename, source = source_of(module)
        plain = compile(source, filename, "exec", dont_inherit=True)
        probed = compile_instrumented(source, filename, probes)
    except Exception as error:
        return Exchanged(0, ((module.__name__, _reason(error)),))
    replacements: dict[tuple[str, int], list[tuple[CodeType, CodeType]]] = {}
    for old, new in _pairs(plain, probed):
        replacements.setdefault((old.co_qualname, old.co_firstlineno), []).append((old, new))
    left: list[tuple[str, str]] = []
    for function in functions:
        code = function.__code__
        candidates = replacements.get((code.co_qualname, code.co_firstlineno), [])
        # Code objects are equal when they do the same, and columns tell two lambdas of one line apart.
        found = next((new for old, new in candidates if old == code), None)
        if found is not None and found.co_freevars == code.co_freevars:
            function.__code__ = found
        else:
            left.append((f"{module.__name__}.{function.__qualname__}", _why_left(code, filename, bool(candidates))))
    return Exchanged(len(functions) - len(left), tuple(left))


def functions_of(module: ModuleType) -> list[FunctionType]:
    """Return every living function whose globals are the module's, however it is kept."""
    # Closures, wrappers, tables and descriptors of any kind: the garbage collector knows them all, save those
    # that `gc.freeze` put out of its sight; so the module's own names are looked at as well.
    names = vars(module)
    seen = {id(it): it for it in gc.get_objects() if type(it) is FunctionType and it.__globals__ is names}
    for value in list(names.values()):
        for function in _named(value):
            seen.setdefault(id(function), function)
    return [function for function in seen.values() if function.__globals__ is names]


def _named(value: object) -> Iterator[FunctionType]:
    if isinstance(value, type):
        for item in list(vars(value).values()):
            parts = (item, *(getattr(item, name, None) for name in ("__func__", "fget", "fset", "fdel", "func")))
            yield from (part for part in parts if type(part) is FunctionType)
    elif type(value) is FunctionType:
        yield value


def source_of(module: ModuleType) -> tuple[str, bytes]:
    file = getattr(module, "__file__", None)
    if file is None or not file.endswith(".py"):
        raise ValueError(f"{module.__name__} has no source file")
    if unsaved(file) is not None or os.path.isfile(file):
        return file, read_source(file)
    get_source = getattr(getattr(module, "__loader__", None), "get_source", None)
    source = get_source(module.__name__) if get_source else None
    if source is None:
        raise ValueError(f"the source of {module.__name__} cannot be read")
    return file, source.encode()


def _pairs(plain: CodeType, probed: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield each code object nested in `plain` with its instrumented twin."""
    olds, news = nested_code(plain), nested_code(probed)
    if [code.co_qualname for code in olds] == [code.co_qualname for code in news]:
        for old, new in zip(olds, news, strict=True):
            yield old, new
            yield from _pairs(old, new)


def _why_left(code: CodeType, filename: str, has_namesake: bool) -> str:
    if code.co_filename != filename:
        return f"its code comes from {code.co_filename}"
    return "its source was changed after the import" if has_namesake else "it is not in the source any more"


def _reason(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
