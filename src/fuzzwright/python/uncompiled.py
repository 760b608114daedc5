"""Compiled modules from the source beside them, as mypyc and Cython leave it there.

What is compiled has no branches that could be seen, and no places that a failure could be told at. The source does the
same, and has both. All of a package comes from its source then: compiled modules believe that the others are, too.
Sources that ask Cython for anything say what only the compiled module does, so these stay as they are.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from os.path import basename, dirname, join
from types import ModuleType


class SourcesBeside(MetaPathFinder):
    """A finder that has the compiled modules of some packages loaded from the source beside them, if it is there."""

    def __init__(self, packages: Collection[str]) -> None:
        self._packages = frozenset(packages)
        self.used: dict[str, None] = {}
        """The modules that were compiled, and come from their sources."""

    def install(self, behind: MetaPathFinder) -> None:
        """Put this finder right behind another, which then sees what it finds."""
        sys.meta_path.insert(sys.meta_path.index(behind) + 1, self)

    def told(self) -> list[str]:
        """Return what is to be said of packages that are compiled, a line each."""
        packages = sorted({name.partition(".")[0] for name in self.used})
        return [f"{name} is compiled: the source beside its modules is run instead" for name in packages]

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a source that stands beside what was compiled of it; None for all other modules."""
        if fullname.partition(".")[0] not in self._packages:
            return None
        spec = spec_behind(self, fullname, path, target)
        if spec is None or not isinstance(spec.loader, ExtensionFileLoader):
            return spec
        source = source_beside(spec.loader.path)
        if not source:
            return spec
        self.used[fullname] = None
        return spec_from_file_location(fullname, source, submodule_search_locations=spec.submodule_search_locations)


def source_beside(compiled: str) -> str:
    """Return the file that an extension module was compiled from, if it can stand for it; else nothing."""
    source = join(dirname(compiled), f"{basename(compiled).partition('.')[0]}.py")
    try:
        with open(source, "rb") as opened:
            tree = ast.parse(opened.read())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    return "" if any(map(_asks_cython, ast.walk(tree))) else source


def _asks_cython(node: ast.AST) -> bool:
    names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
    if isinstance(node, ast.ImportFrom) and not node.level:
        names.append(node.module or "")
    return any(name.partition(".")[0] == "cython" for name in names)


def spec_behind(
    finder: MetaPathFinder, fullname: str, path: Sequence[str] | None, target: ModuleType | None
) -> ModuleSpec | None:
    """Return what the finders behind one find; those in front of it were asked before."""
    following = sys.meta_path[sys.meta_path.index(finder) + 1 :] if finder in sys.meta_path else []
    for each in following:
        find_spec = getattr(each, "find_spec", None)
        spec: ModuleSpec | None = find_spec(fullname, path, target) if find_spec else None
        if spec is not None:
            return spec
    return None
