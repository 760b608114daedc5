"""A hash for the code that a function leads to: its own source, and that of the project's code it names.

A function is as good as changed when something it calls is. What it calls is read from the names in its source, as
far as they stand for something of the project: functions, classes (with the methods whose names are used), assignments.
What is only found when it runs, such as what a registry holds, is not seen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path

from fuzzwright.campaigns.source_parts import ModuleParts, Part, parts_of

MOST_MODULES = 5000
"""So many files are read; names from others are taken for something outside the project."""

Read = Callable[[str, str], ModuleParts | None]
"""Returns the parts of a module, by its name and its file."""
Place = tuple[str, str]
"""A module and a qualified name in it."""


class CodeHashes:
    """Hashes of functions by their names; reads the files of a project, each once."""

    def __init__(self, modules: Mapping[str, str], roots: Sequence[str], read: Read | None = None) -> None:
        self._files = dict(modules)
        self._read_parts = read or read_parts
        self._roots = tuple(roots)
        self._modules: dict[str, ModuleParts | None] = {}
        self._near: dict[Place, dict[Place, Part]] = {}

    def read(self) -> None:
        """Read all modules given; otherwise each is read when it is asked for."""
        for name in self._files:
            self._module(name)

    def of(self, function: str) -> str:
        """Return the hash for a function's name, as `module.qualname`; nothing if its source is not found."""
        module = function
        while module and module not in self._files:
            module = module.rpartition(".")[0]
        qualname = function[len(module) + 1 :]
        found = self.led_to(module, qualname) if module and qualname else {}
        if not found:
            return ""
        digest = blake2b(digest_size=16)
        for (name, inside), part in sorted(found.items(), key=lambda item: item[0]):
            digest.update(f"{name}:{inside}\0".encode("utf-8", "surrogatepass") + part.digest)
        return digest.hexdigest()

    def led_to(self, module: str, qualname: str) -> dict[Place, Part]:
        """Return a function and all of the project's code that it leads to; nothing if it is not found."""
        waiting = dict(self._lookup(module, qualname))
        found: dict[Place, Part] = {}
        while waiting:
            place, part = waiting.popitem()
            if place not in found:
                found[place] = part
                waiting.update(self._next_to(place, part))
        return found

    def _next_to(self, place: Place, part: Part) -> dict[Place, Part]:
        """Return the parts of the project that a part names."""
        if place not in self._near:
            module, qualname = place
            near: dict[Place, Part] = {}
            for name in part.names:
                near.update(self._named(module, name, part.attributes))
            owner = qualname.rpartition(".")[0].partition("#")[0]
            if owner:
                # What it takes from `self`; and its object was made by the constructor.
                near.update(self._named(module, owner, part.attributes))
            near.pop(place, None)
            self._near[place] = near
        return self._near[place]

    def _named(
        self, module: str, name: str, attributes: Iterable[str], seen: set[Place] | None = None
    ) -> Iterator[tuple[Place, Part]]:
        """Yield what a name in a module stands for, followed through imports."""
        for _ in range(10):  # from one module to the next that passes it on
            parts = self._module(module)
            if parts is None:
                return
            head, _, rest = name.partition(".")
            if head in parts.parts:
                yield from self._definitions(
                    parts, head, {*attributes, *rest.split(".")}, set() if seen is None else seen
                )
                return
            if head not in parts.imports:
                return
            origin, original = parts.imports[head]
            if not original or self._module(f"{origin}.{original}") is not None:
                module = f"{origin}.{original}" if original else origin
                # `shop.prices.vat` with `import shop.prices`: the longest beginning that is a module.
                while rest and self._module(f"{module}.{rest.partition('.')[0]}") is not None:
                    step, _, rest = rest.partition(".")
                    module = f"{module}.{step}"
                if not rest:
                    return  # the module as such
                name = rest
            else:
                module, name = origin, f"{original}.{rest}" if rest else original

    def _definitions(
        self, module: ModuleParts, name: str, attributes: set[str], seen: set[Place]
    ) -> Iterator[tuple[Place, Part]]:
        if (module.name, name) in seen:
            return
        seen.add((module.name, name))
        for number, part in enumerate(module.parts.get(name, ())):
            place = f"{name}#{number}" if number else name
            yield (module.name, place), part
            for method, body in part.methods.items():
                if method in attributes or (method.startswith("__") and method.endswith("__")):
                    yield (module.name, f"{place}.{method}"), body
            for base in part.bases:
                # A base class may be the one that has the method.
                yield from self._named(module.name, base, attributes, seen)

    def _lookup(self, module: str, qualname: str) -> Iterator[tuple[Place, Part]]:
        parts = self._module(module)
        if parts is None:
            return
        head, _, rest = qualname.partition(".")
        for number, part in enumerate(parts.parts.get(head, ())):
            place = f"{head}#{number}" if number else head
            if not rest:
                yield from self._definitions(parts, head, set(), set())
            elif rest in part.methods:
                yield (module, f"{place}.{rest}"), part.methods[rest]
            elif part.is_class:
                # A nested class, or a method that comes from a base class.
                yield from self._definitions(parts, head, set(rest.split(".")), set())

    def _module(self, name: str) -> ModuleParts | None:
        if name not in self._modules:
            self._modules[name] = self._read(name) if len(self._modules) < MOST_MODULES else None
        return self._modules[name]

    def _read(self, name: str) -> ModuleParts | None:
        file = self._files.get(name) or self._file_of(name)
        return None if file is None else self._read_parts(name, file)

    def _file_of(self, name: str) -> str | None:
        """Return the file of a module of the project that is not among those given."""
        path = name.replace(".", os.sep)
        for root in self._roots:
            for file in (os.path.join(root, f"{path}.py"), os.path.join(root, path, "__init__.py")):
                if name and os.path.isfile(file):
                    return file
        return None


def read_parts(name: str, file: str) -> ModuleParts | None:
    """Return the parts of a module as it is on disk; None if it cannot be read."""
    try:
        return parts_of(Path(file).read_bytes(), name, os.path.basename(file) == "__init__.py")
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
