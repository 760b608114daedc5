"""From an order to targets that can be run: modules imported and instrumented, functions with domain and oracle.

Runs in the nursery, before anything is called. What cannot be opened is told with the reason.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import threading
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.arguments import Arguments
from fuzzwright.python.check import checker, driven_hint
from fuzzwright.python.checked_calls import check_calls
from fuzzwright.python.definitions import definitions_in
from fuzzwright.python.discover import Found, find_functions, is_operator, reset_of
from fuzzwright.python.generators import DEFAULT
from fuzzwright.python.imports import import_modules
from fuzzwright.python.inferring import FilledHints, Inference, plain_function
from fuzzwright.python.instrument import Instrumenter, instrument_module
from fuzzwright.python.locate import matches
from fuzzwright.python.opened import FileLines, OpenedFunction
from fuzzwright.python.operands import Operands
from fuzzwright.python.oracle import FunctionOracle
from fuzzwright.python.order import Order
from fuzzwright.python.places import safe_text
from fuzzwright.python.probes import Probes
from fuzzwright.python.producers import Producers, producers_for
from fuzzwright.python.project import project_of
from fuzzwright.python.properties import is_property, made_at
from fuzzwright.python.public import Public
from fuzzwright.python.refusals import never_given, no_parameter, show
from fuzzwright.python.seen_calls import SeenCalls, watch, without_hints
from fuzzwright.python.texts import read_text
from fuzzwright.python.uncompiled import SourcesBeside

MOST_LOOKED_AT = 150_000
"""Up to so many bytes of source, second copies are made before there are workers."""
IN_PLACE = Probes()
"""Where code reports to that was imported before and is instrumented in place: once, so for good."""


@dataclass(slots=True)
class OpenedModules:
    """All that was opened, and what was not."""

    functions: dict[str, OpenedFunction] = field(default_factory=dict)
    reports: list[dict[str, Any]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    threaded: list[str] = field(default_factory=list)
    """Modules that start threads when they are imported."""
    not_matched: list[str] = field(default_factory=list)
    """Functions that the patterns of the order leave out."""
    root: str = ""
    """The folder that files are shown relative to."""
    found: list[Found] = field(default_factory=list)
    """All functions that were looked at, in the order of their reports; none of modules that cannot be imported."""
    modules: dict[str, ModuleType] = field(default_factory=dict)
    hints: FilledHints = field(default_factory=FilledHints)
    """How parameters are made."""
    seen: SeenCalls = field(default_factory=SeenCalls)
    """What watches calls of functions that want for hints."""

    def hello(self) -> dict[str, Any]:
        """Return what the supervisor needs to know."""
        return {
            "targets": self.reports,
            "remarks": self.remarks,
            "threaded": self.threaded,
            "not_matched": self.not_matched,
            "watched": self.seen.names,
        }


class Threads:
    """Finds out which imports start threads; a process that has some cannot be forked safely."""

    def __init__(self) -> None:
        self.starters: list[str] = []
        self._running = _threads()
        self._name = ""

    def look(self, name: str) -> None:
        """Blame the import that is over for new threads; the next is of `name`."""
        running = _threads()
        if running > self._running:
            self.starters.append(self._name)
        self._running, self._name = running, name


def _threads() -> int:
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


def open_function(function: Callable[..., Any]) -> OpenedModules:
    """Return one function that is here already, its module instrumented in place."""
    inner = inspect.unwrap(function)
    module = sys.modules.get(inner.__module__)
    file = getattr(getattr(inner, "__code__", None), "co_filename", "")
    root = os.path.dirname(os.path.abspath(file)) if file else os.getcwd()
    for _ in range(inner.__module__.count(".")):
        root = os.path.dirname(root)
    found = _found(function, inner, file)
    project = project_of([file], [root]) if found.is_property else None
    for each in dict.fromkeys([module, *(() if project is None else project.used_by(function))]):
        if each is not None:
            instrument_module(each, IN_PLACE)
    probes = IN_PLACE

    def inside(name: str) -> bool:
        return name == file or (name.startswith(os.path.join(root, "")) if project is None else project.inside(name))

    opened = OpenedModules(hints=FilledHints(DEFAULT))
    order = Order(modules=[], properties=found.is_property)
    opened_function, reason = _open(found, order, opened.hints, Operands(probes), inside, root, {})
    if opened_function is None:
        raise FuzzwrightError(reason)
    report = _report(found.name, found.file, found.line, found.last_line, "")
    report["lines_total"] = opened_function.lines_total
    report["remarks"] = [*never_given(opened_function.domain), *opened_function.remarks]
    opened.functions[found.name] = opened_function
    opened.reports.append(report)
    opened.root = root
    return opened


def _found(function: Callable[..., Any], inner: Callable[..., Any], file: str) -> Found:
    kinds = (
        ("async", inspect.iscoroutinefunction),
        ("async_generator", inspect.isasyncgenfunction),
        ("generator", inspect.isgeneratorfunction),
    )
    kind = next((name for name, is_kind in kinds if is_kind(inner)), "function")
    code = getattr(inner, "__code__", None)
    lines = [line for *_, line in code.co_lines() if line] if code is not None else [0]
    first = code.co_firstlineno if code is not None else 0
    made = made_at(inner)
    owner = _owner(function, inner)
    return Found(
        name=f"{inner.__module__}.{inner.__qualname__}",
        module=inner.__module__,
        qualname=inner.__qualname__,
        file=file,
        line=first,
        last_line=max([first, *lines]) if made is None else made.last,
        kind=kind,
        object=function,
        owner=owner,
        needs_self=owner is not None,
        is_property=is_property(function),
        reset=None if made is None else reset_of(inner),
    )


def _owner(function: Callable[..., Any], inner: Callable[..., Any]) -> type | None:
    """Return the class whose method this is, taken from the class itself; None if it is not, or bound already."""
    holder: Any = sys.modules.get(inner.__module__)
    *around, name = inner.__qualname__.split(".")
    for each in around:
        holder = vars(holder).get(each) if isinstance(holder, type | ModuleType) else None
    return holder if isinstance(holder, type) and vars(holder).get(name) is function else None


def open_modules(order: Order, note: Callable[[bytes], None], inference: Inference | None = None) -> OpenedModules:
    """Import and instrument the modules of an order; return their functions.

    `inference` says where hints of parameters without annotation come from.
    """
    opened = OpenedModules()
    probes = Probes()
    files = {module[0]: module[1] for module in order.modules}
    inside = code_under_test(order)
    instrumenter = Instrumenter(probes, lambda name, file: file is not None and inside(file))
    instrumenter.install()
    beside = SourcesBeside({name.partition(".")[0] for name in files})
    beside.install(instrumenter)
    threads = Threads()

    def importing(name: str) -> None:
        threads.look(name)
        note(name.encode())

    modules, failures = import_modules(files, importing, files)
    threads.look("")
    note(b"")
    opened.threaded = threads.starters
    opened.root = order.roots[0] if order.roots else ""
    for failure in failures:
        reason = f"{failure}\n  fix: {failure.fix}"
        for definition in _definitions(files[failure.module]):
            name = f"{failure.module}.{definition.qualname}"
            if not _wanted(failure.module, definition.qualname, order):
                continue
            if not matches(name, order.include, order.exclude):
                opened.not_matched.append(name)
                continue
            opened.reports.append(_report(name, files[failure.module], definition.line, definition.last, reason))
        opened.remarks.append(str(failure))
    opening = Opening(order, probes, modules, inference)
    opened.hints, operands = opening.hints, opening.operands
    opened.modules = modules
    for module_name, module in modules.items():
        if not inside(files[module_name]) and not order.properties:
            instrument_module(module, probes)
        for found in find_functions(module, tests=order.properties):
            if found.is_property != order.properties or not _wanted(found.module, found.qualname, order):
                continue
            if not matches(found.name, order.include, order.exclude):
                opened.not_matched.append(found.name)
                continue
            opened_function, report = opening.open(found)
            if opened_function is not None:
                opened.functions[found.name] = opened_function
            opened.found.append(found)
            opened.reports.append(report)
    _look_at_calls(opened, order, probes)
    # Once here instead of once in each worker, unless it would take long.
    own = dict.fromkeys(function.found.file for function in opened.functions.values())
    looked_at = {**own, **dict.fromkeys(probes.spans)} if order.properties and own else own
    if sum(map(os.path.getsize, filter(os.path.isfile, looked_at))) <= MOST_LOOKED_AT:
        for file in looked_at:
            operands.copy(file)
            operands.literals_of(file)
    for file, problem in instrumenter.failures.items():
        opened.remarks.append(f"{file} runs without probes: {problem}")
    opened.remarks += beside.told()
    return opened


class Opening:
    """Opens functions of modules that were imported, one by one."""

    def __init__(
        self, order: Order, probes: Probes, modules: Mapping[str, ModuleType], inference: Inference | None = None
    ) -> None:
        unannotated = "any" if order.unannotated == "any" else "refuse"
        self.hints = FilledHints(DEFAULT, classes_in(modules.values()), unannotated, inference)
        self.operands = Operands(probes)
        self._order = order
        self._inside = code_under_test(order)
        self._root = order.roots[0] if order.roots else ""
        self._public = Public(modules.values())
        self._lines: FileLines = {}

    def open(self, found: Found) -> tuple[OpenedFunction | None, dict[str, Any]]:
        """Return a function ready to be run, if it can be, and what the supervisor needs to know of it."""
        order, hints = self._order, self.hints
        function, reason = _open(found, order, hints, self.operands, self._inside, self._root, self._lines)
        report = _report(found.name, found.file, found.line, found.last_line, reason)
        asked_for = found.qualname in order.wanted.get(found.module, [])
        report["private"] = not asked_for and not self._public.has(found)
        if function is not None:
            report["lines_total"] = function.lines_total
            remarks = [*never_given(function.domain), *function.remarks]
            report["remarks"] = [*remarks, *hints.remarks(found.object, found.owner)]
            function.guessed = hints.guessed(found.object, found.owner, function.domain)
            report["guessed"] = function.guessed
        return function, report


def _look_at_calls(opened: OpenedModules, order: Order, probes: Probes) -> None:
    """Hold calls against hints, if asked for, and get ready to watch calls of what wants for hints."""
    checked = None
    if order.check_calls:
        checked = check_calls(probes, opened.hints, code_under_test(order), opened.root)
        for function in opened.functions.values():
            function.oracle.calls = checked
    if order.infer and not order.properties:
        rest = [found for found in opened.found if found.name not in opened.functions]
        wanting = without_hints(rest, opened.hints)
        opened.seen = watch(wanting, probes, {} if checked is None else checked.hooks)


def code_under_test(order: Order) -> Callable[[str], bool]:
    """Return the test whether a file is traced: the packages given, or for properties the project they are in."""
    if order.properties:
        return project_of((file for _, file in order.modules), order.roots).inside
    files: set[str] = set()
    folders: set[str] = set()
    for name, file in order.modules:
        files.add(file)
        folder = os.path.dirname(file)
        # Up from the module to the folder of its top package.
        depth = name.count(".") + (os.path.basename(file) == "__init__.py")
        for _ in range(depth - 1):
            folder = os.path.dirname(folder)
        if depth:
            folders.add(os.path.join(folder, ""))
    places = tuple(folders)
    return lambda file: file in files or file.startswith(places)


def classes_in(modules: Iterable[ModuleType]) -> list[type]:
    """Return the classes that modules define, each once."""
    classes = {
        thing: None
        for module in modules
        for thing in vars(module).values()
        if isinstance(thing, type) and thing.__module__ == module.__name__
    }
    return list(classes)


def _wanted(module: str, qualname: str, order: Order) -> bool:
    wanted = order.wanted.get(module, [])
    return not wanted or any(qualname == name or qualname.startswith(name + ".") for name in wanted)


def _open(
    found: Found,
    order: Order,
    hints: FilledHints,
    operands: Operands,
    inside: Callable[[str], bool],
    root: str,
    files: FileLines,
) -> tuple[OpenedFunction | None, str]:
    if found.reason:
        return None, found.reason
    if found.private and not order.private and found.qualname not in order.wanted.get(found.module, []):
        return None, "private"
    try:
        if found.is_property and len(inspect.signature(found.object).parameters) == found.needs_self:
            return None, str(no_parameter(found.name, f"{os.path.basename(found.file)}:{found.line}"))
        domain = hints.arguments(found.object, found.owner, found.name)
        hint = _returned(found, hints)
        check = None if order.properties else _checker([hint, *_overloads(found, hints)], found)
    except FuzzwrightError as error:
        return None, str(error)
    except Exception as error:
        return None, f"its hints cannot be read: {safe_text(error)}"
    expected = show(hint) if check else ""
    oracle = FunctionOracle(inside, root, check, expected, found.is_property, depth=order.same_frames)
    opened = OpenedFunction(found, domain, oracle, operands.probes, files, operands)
    if found.is_property:
        # Functions that are no property are called for their own sake, and one that is not pure would disturb others.
        opened.find_producers = lambda: _producers(found, domain, order, hints)
    return opened, ""


def _producers(found: Found, domain: Arguments, order: Order, hints: FilledHints) -> Producers:
    used = project_of([found.file], order.roots).used_by(found.object)
    return Producers(domain, producers_for(domain, used, hints))


def _checker(promised: Sequence[Any], found: Found) -> Callable[[object], str | None] | None:
    """Return the check of a result against what is promised: by the function itself, and by each of its overloads."""
    checks = [check for hint in promised if (check := checker(hint, found.owner)) is not None]
    if len(checks) < len(promised):
        return None
    check = checks[0] if len(checks) == 1 else lambda value: _none_fits(checks, value)
    if found.kind.endswith("generator"):
        # What a decorator made of it (`@to_dict`) is not what its hint speaks of.
        return lambda value: check(value) if type(value) is list else None
    if found.owner is None or not is_operator(found.qualname.rpartition(".")[2]):
        return check
    # An operator says by NotImplemented that the other operand should be asked; no type checker minds.
    return lambda value: None if value is NotImplemented else check(value)


def _returned(found: Found, hints: FilledHints) -> Any:
    hint = None if found.kind == "constructor" else hints.resolve(found.object, found.owner).get("return", Any)
    return Any if found.kind == "constructor" else driven_hint(found.kind, hint)


def _none_fits(checks: Sequence[Callable[[object], str | None]], value: object) -> str | None:
    """Return what the first check says, if all have something to say."""
    said = checks[0](value)
    return said if all(check(value) is not None for check in checks[1:]) else None


def _overloads(found: Found, hints: FilledHints) -> list[Any]:
    """Return the results that the overloads of a function promise: callers see these, not what stands at its body."""
    plain = plain_function(found.object) if found.kind != "constructor" else None
    overloads = typing.get_overloads(plain) if plain is not None else ()
    return [driven_hint(found.kind, hints.resolve(each, found.owner).get("return", Any)) for each in overloads]


def _report(name: str, file: str, line: int, last: int, reason: str) -> dict[str, Any]:
    source = read_text(file)
    text = "\n".join(source.splitlines()[line - 1 : last]) if source else ""
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()
    return {
        "name": name,
        "file": file,
        "line": line,
        "last_line": last,
        "reason": reason,
        "digest": digest,
        "lines_total": 0,
        "remarks": [],
        "private": False,
        "guessed": (),
    }


def _definitions(file: str) -> Iterable[Any]:
    source = read_text(file)
    try:
        return definitions_in(source) if source is not None else ()
    except (SyntaxError, ValueError):
        return ()
