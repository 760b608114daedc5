"""Which functions of a package are called by others of it, read from source, as far as that is beyond doubt.

Whoever calls a function from within can see to it that it gets what it takes. `Callers` guesses where to search, and
takes a call of `x.total()` for one of every `total`; here only those count that can mean nothing else: a function of
the same file, one that the file imports, a method of the own class. What a package shows at its top is for others,
whoever else calls it, and so is what Python calls by itself (`__init__`). A caller that asks nothing about what it
hands over, neither in a condition nor by a call for its own sake, sees to nothing itself.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fuzzwright.python.callers import Definition, Place
from fuzzwright.python.judging.aliases import brought_in, files_of
from fuzzwright.python.texts import parsed

_OWN = ("self", "cls")
_MOST_STEPS = 4
"""So many files are gone through from one that imports a name to the one that defines it."""


@dataclass(frozen=True, slots=True)
class Call:
    """A function that calls another, and the lines of the call."""

    caller: Place
    first: int
    last: int
    asks: bool
    """Whether it asks something about what it hands over, before it does: so it may see to it."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A call as it is written: of a name, or of an attribute of one."""

    by: Place
    holder: str
    name: str
    attribute: str
    first: int
    last: int
    asks: bool


class Insiders:
    """The calls between the functions of some files that can mean nothing else."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        self._defined: dict[str, dict[tuple[str, str], Place]] = {}
        self._brought: dict[str, list[tuple[str, tuple[str, str]]]] = {}
        asked: list[_Asked] = []
        for file, source in sources.items():
            if (tree := parsed(source)) is not None:  # one at a time, as trees take a lot of memory
                self._defined[file] = {(holder, each.name): Place(file, each.lineno) for holder, each in _found(tree)}
                self._brought[file] = list(brought_in(tree, file))
                asked += (each for holder, found in _found(tree) for each in _asked_in(file, holder, found))
        self._names = {file: dict(brought) for file, brought in self._brought.items()}
        self._calls: dict[Place, set[Call]] = {}
        for each in asked:
            called = self._meant(each)
            if called is not None and called != each.by:
                self._calls.setdefault(called, set()).add(Call(each.by, each.first, each.last, each.asks))
        for place in self._for_others():
            self._calls.pop(place, None)

    def calls_of(self, place: Place) -> frozenset[Call]:
        """Return where others of its package call a function; nothing for one that is for others anyway."""
        return frozenset(self._calls.get(place, ()))

    def _meant(self, asked: _Asked) -> Place | None:
        if not asked.attribute:
            return self._definition(asked.by.file, "", asked.name)
        if asked.name in _OWN:
            return self._defined[asked.by.file].get((asked.holder, asked.attribute)) if asked.holder else None
        return self._definition(asked.by.file, asked.name, asked.attribute)

    def _definition(self, file: str, holder: str, name: str) -> Place | None:
        """Return the function that a name in a file means, or that an attribute of it does."""
        for _ in range(_MOST_STEPS):
            if (place := self._defined[file].get((holder, name))) is not None:
                return place
            module, original = self._names[file].get(holder or name, ("", ""))
            # What holds it may be a module as well as a class.
            if holder and original and (place := self._in_module(f"{module}/{original}", name)) is not None:
                return place
            holder, name = (original, name) if holder else ("", original)
            file = next((each for each in files_of(module) if each in self._defined), "")
            if not file:
                return None
        return None

    def _in_module(self, module: str, name: str) -> Place | None:
        places = (self._defined.get(each, {}).get(("", name)) for each in files_of(module))
        return next(filter(None, places), None)

    def _for_others(self) -> Iterator[Place]:
        for file, defined in self._defined.items():
            yield from (place for (_, name), place in defined.items() if _is_of_python(name))
            folder, _, name = file.rpartition("/")
            if name != "__init__.py" or f"{folder.rpartition('/')[0]}/__init__.py" in self._defined:
                continue
            yield from (place for (holder, _), place in defined.items() if not holder)
            for shown, (module, _) in self._brought[file]:
                if shown == "*":
                    every = (self._defined.get(each, {}) for each in files_of(module))
                    yield from (place for each in every for (holder, _), place in each.items() if not holder)
                elif (place := self._definition(file, "", shown)) is not None:
                    yield place


def _asked_in(file: str, holder: str, definition: Definition) -> Iterator[_Asked]:
    """Yield the calls in a function whose names it does not give a meaning of its own."""
    own, questions = _bound(definition), _questions(definition)
    # That their line is run does not say that these are.
    maybe = (ast.IfExp, ast.BoolOp, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    perhaps = {id(each) for node in ast.walk(definition) if isinstance(node, maybe) for each in ast.walk(node)}
    for node in ast.walk(definition):
        if id(node) in perhaps:
            continue
        match node:
            case ast.Call(func=ast.Name(id=name)):
                attribute = ""
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attribute)):
                pass
            case _:
                continue
        if name not in own or (name in _OWN and attribute):
            at, last = Place(file, definition.lineno), node.end_lineno or node.lineno
            given = {each for part in (*node.args, *node.keywords) for each in _names(part)}
            before = (names for asked, names in questions if asked is not node and asked.lineno <= node.lineno)
            asks = any(given & names for names in before)
            yield _Asked(at, holder, name, attribute, node.lineno, last, asks)


def _questions(definition: Definition) -> list[tuple[ast.expr, set[str]]]:
    """Return what a function asks in conditions, or by calls for their own sake, each with the names in it."""
    asked: list[ast.expr] = []
    for node in ast.walk(definition):
        match node:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) | ast.Assert(test=test):
                asked.append(test)
            case ast.Expr(value=ast.Call() as value):
                asked.append(value)
    return [(each, set(_names(each))) for each in asked]


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the variables in an expression, and the attributes of the own object."""
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) if name not in _OWN:
                yield name
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in _OWN:
                yield f"{name}.{attribute}"


def _bound(definition: Definition) -> set[str]:
    """Return the names that mean something of their own in a function, or in one inside of it."""
    names: set[str] = set()
    for node in ast.walk(definition):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names |= {name} - ({definition.name} if node is definition else set())
            case ast.Import(names=brought) | ast.ImportFrom(names=brought):
                names |= {each.asname or each.name.partition(".")[0] for each in brought}
    return names


def _is_of_python(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _found(tree: ast.Module) -> Iterator[tuple[str, Definition]]:
    """Yield the functions of a file and of its classes, each with the name of its class."""
    for node in tree.body:
        if isinstance(node, Definition):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            yield from ((node.name, each) for each in node.body if isinstance(each, Definition))
