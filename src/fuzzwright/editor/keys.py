"""Keys of functions: the same as long as a function, and the code it leads to, means the same.

A key is made of syntax trees without their positions, so comments, layout and lines that moved do not count, nor does
the function's own name. What a function leads to is followed through open texts and the files of the project.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import blake2b

from fuzzwright.campaigns.code_hashes import CodeHashes, Place
from fuzzwright.campaigns.source_parts import ModuleParts, Part, parts_of_tree, used
from fuzzwright.editor.buffers import Module, Parsed
from fuzzwright.editor.lines import lines_of

MOST_REMEMBERED = 20_000
_FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
_INNER_IMPORT = re.compile(r"^\s.*\bimport\b|[;:].*\bimport\b")


class Keys:
    """Makes keys; remembers what it read, so that after an edit only what was edited is read again."""

    def __init__(self, circumstances: str = "") -> None:
        """`circumstances` are whatever else decides what is shown, such as settings and interpreter."""
        self._circumstances = circumstances
        self._parts: dict[str, Part] = {}
        """Functions and assignments by their text."""
        self._open: dict[str, tuple[Parsed, ModuleParts]] = {}
        self._saved: dict[str, tuple[tuple[int, int], ModuleParts | None]] = {}

    def of(
        self, texts: Mapping[str, tuple[Module, Parsed]], roots: Sequence[str], wanted: Collection[str] | None = None
    ) -> dict[str, dict[str, str]]:
        """Return the key of each function of open texts, by the name of its module and its qualified name."""
        if len(self._parts) > MOST_REMEMBERED:
            self._parts.clear()
        read = _Read(self, texts)
        hashes = CodeHashes({name: module.file for name, (module, _) in texts.items()}, roots, read.parts)
        return {
            name: {qualname: self._key(hashes, name, qualname) for qualname in parsed.functions}
            for name, (_, parsed) in texts.items()
            if wanted is None or name in wanted
        }

    def _key(self, hashes: CodeHashes, module: str, qualname: str) -> str:
        found = hashes.led_to(module, qualname)
        own = (module, qualname)
        digest = blake2b(self._circumstances.encode("utf-8", "surrogatepass"), digest_size=16)
        for place in sorted(found, key=lambda place: (place != own, place)):
            digest.update(_named(place, own) + found[place].digest)
        return digest.hexdigest()

    def open_parts(self, module: Module, parsed: Parsed) -> ModuleParts:
        """Return the parts of an open text."""
        known = self._open.get(module.name)
        if known is None or known[0] is not parsed:
            lines = lines_of(parsed.text)
            parts = parts_of_tree(parsed.tree, module.name, module.is_package, _Meaning(lines, self._parts))
            known = self._open[module.name] = (parsed, parts)
        return known[1]

    def saved_parts(self, name: str, file: str) -> ModuleParts | None:
        """Return the parts of a module as it is on disk, read again only if it has changed; None without source."""
        try:
            status = os.stat(file)
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._saved.get(file)
            if known is None or known[0] != stamp:
                with open(file, "rb") as stream:
                    source = stream.read()
                lines = lines_of(source.decode("utf-8", "replace"))
                is_package = os.path.basename(file) == "__init__.py"
                parts = parts_of_tree(ast.parse(source), name, is_package, _Meaning(lines, self._parts))
                known = self._saved[file] = (stamp, parts)
        except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
            return None
        return known[1]


class _Read:
    """Where parts come from: open texts before files."""

    def __init__(self, keys: Keys, texts: Mapping[str, tuple[Module, Parsed]]) -> None:
        self._keys = keys
        self._texts = texts

    def parts(self, name: str, file: str) -> ModuleParts | None:
        if name in self._texts:
            return self._keys.open_parts(*self._texts[name])
        return self._keys.saved_parts(name, file)


class _Meaning:
    """A part has changed when its syntax tree has, positions left out."""

    def __init__(self, lines: Sequence[str], known: dict[str, Part]) -> None:
        self._lines = lines
        self._known = known

    def imports(self, tree: ast.Module) -> Iterable[ast.AST]:
        # Most modules import at the top only, and looking at every node takes as long as parsing.
        return ast.walk(tree) if any(map(_INNER_IMPORT.search, self._lines)) else tree.body

    def part(self, node: ast.stmt) -> Part:
        decorators: list[ast.expr] = getattr(node, "decorator_list", [])
        first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
        text = "\n".join(self._lines[first - 1 : node.end_lineno])
        # Two statements on one line have the same text; all but the first are told apart by where they begin.
        text = f"{node.col_offset}:{node.end_col_offset}:{text}"
        if text not in self._known:
            self._known[text] = Part(_digest(node, text), *used(node))
        return self._known[text]

    def outside(self, node: ast.ClassDef, methods: Sequence[ast.stmt]) -> bytes:
        rest = [inner for inner in node.body if inner not in methods]
        try:
            shown = [ast.dump(part) for part in (*node.decorator_list, *node.bases, *node.keywords, *rest)]
        except RecursionError:
            shown = list(self._lines[node.lineno - 1 : node.end_lineno])
        return _blake(f"{node.name}:{';'.join(shown)}")


def _digest(node: ast.stmt, text: str) -> bytes:
    try:
        shown = ast.dump(node)
    except RecursionError:
        return _blake(text)  # hundreds of branches in a row are that deep
    if isinstance(node, _FUNCTION):
        head = f"{type(node).__name__}(name={node.name!r}"
        shown = shown.removeprefix(head).replace(f"Name(id={node.name!r}", "Name(id=''")
    return _blake(shown)


def _blake(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _named(place: Place, own: Place) -> bytes:
    if place == own:
        return b"\0"
    return f"{place[0]}:{place[1]}\0".encode("utf-8", "surrogatepass")
