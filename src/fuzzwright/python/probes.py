"""Probes in Python source: which way a run went, as a list of numbers.

Source is parsed, a call `append(number)` is inserted wherever control can go more than one way, and
the result is compiled; `append` is the bound method of one list, patched into the constants of each
code object, so running code looks up no name and sees no new one. With the accelerator it is `-probe`
instead, with an object for each number; the numbers are the same. Only function bodies are probed, so
importing costs what it did. `rewrite.py` places the probes; `instrument.py` chooses the modules.
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import CodeType
from typing import cast

from fuzzwright.acceleration import FastPath, accelerator
from fuzzwright.engine.trace import Recorded
from fuzzwright.python.acceleration import new_path
from fuzzwright.python.nodes import MARKER, probe_call, probe_minus
from fuzzwright.python.rewrite import Draft, insert_probes


@dataclass(frozen=True, slots=True)
class Site:
    """Where a probe is, and the lines run in a straight line once it is passed."""

    file: str
    line: int
    kind: str
    qualname: str
    lines: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Probes:
    """What the last run passed (`path`), and what each number in it stands for (`sites`)."""

    path: Recorded = field(default_factory=new_path)
    sites: list[Site] = field(default_factory=list)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Which numbers the sites of each file have: from the first, up to the second."""
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)

    def add(self, site: Site) -> int:
        """Return the number of a new site."""
        with self._lock:
            self.sites.append(site)
            return len(self.sites) - 1


@dataclass(frozen=True, slots=True)
class Second:
    """How a second copy of a module differs from its first: what is rewritten, and what markers stand for."""

    rewrite: Callable[[ast.Module], None]
    constants: Mapping[str, object]


def compile_instrumented(
    source: str | bytes, filename: str, probes: Probes, *, flags: int = 0, optimize: int = -1
) -> CodeType:
    """Return the code of a module with probes in its functions; raises what `compile` would."""
    tree = _parsed(source, filename, flags, optimize)
    # Modules may be imported by several threads; a site's number must be its place in the list.
    with probes._lock:
        first = len(probes.sites)
        sites = [
            Site(filename, draft.line, draft.kind, draft.qualname, tuple(dict.fromkeys(draft.lines)))
            for draft in _insert(tree, first, probes)
        ]
        probes.sites.extend(sites)
        probes.spans[filename] = (first, len(probes.sites))
    try:
        # Not under the lock: a warning shown by `compile` may import a module that is to be rewritten too.
        code = compile(tree, filename, "exec", flags, dont_inherit=True, optimize=optimize)
    except BaseException:
        with probes._lock:
            if len(probes.sites) == first + len(sites):
                del probes.sites[first:]
        raise
    return _patched(code, _constants(probes, first, len(sites)))


def compile_again(source: str | bytes, filename: str, probes: Probes, second: Second) -> CodeType:
    """Return a second copy of a module that has probes already: the same numbers, and more to tell."""
    tree = _parsed(source, filename, 0, -1)
    first, end = probes.spans[filename]
    drafts = _insert(tree, first, probes)
    if [draft.line for draft in drafts] != [site.line for site in probes.sites[first:end]]:
        raise ValueError(f"{filename} was changed after it was compiled")
    second.rewrite(tree)
    code = compile(tree, filename, "exec", dont_inherit=True)
    return _patched(code, {**_constants(probes, first, len(drafts)), **second.constants})


def _parsed(source: str | bytes, filename: str, flags: int, optimize: int) -> ast.Module:
    tree = compile(source, filename, "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True, optimize=optimize)
    assert isinstance(tree, ast.Module)
    return tree


def is_instrumented(code: CodeType, probes: Probes) -> bool:
    """Return whether `code` itself (not only code nested in it) reports to `probes`."""
    path = probes.path
    if isinstance(path, list):
        append = path.append
        return any(type(constant) is type(append) and constant == append for constant in code.co_consts)
    fast = accelerator()
    return fast is not None and any(fast.is_probe(constant, path) for constant in code.co_consts)


def nested_code(code: CodeType) -> list[CodeType]:
    """Return the code objects directly inside `code`, in the order of its constants."""
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _insert(tree: ast.Module, first: int, probes: Probes) -> list[Draft]:
    return insert_probes(tree, first, probe_call if isinstance(probes.path, list) else probe_minus)


def _constants(probes: Probes, first: int, count: int) -> dict[str, object]:
    """Return what the markers stand for that the probes of these numbers left."""
    path = probes.path
    if isinstance(path, list):
        return {MARKER: path.append}
    fast = cast(FastPath, path)
    return {f"{MARKER}{number}": fast.probe(number) for number in range(first, first + count)}


def _patched(code: CodeType, markers: Mapping[str, object]) -> CodeType:
    constants: list[object] = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            constants.append(_patched(constant, markers))
        elif isinstance(constant, str) and constant in markers:
            constants.append(markers[constant])
        else:
            constants.append(constant)
    return code.replace(co_consts=tuple(constants))
