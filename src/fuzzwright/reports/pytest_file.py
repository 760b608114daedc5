"""A file of plain pytest tests for one module: written, read again, and put together with what is there.

A test knows the id of its finding from its comment. Tests that are in the file already stay, whoever
found them on whichever machine, unless one with the same id or the same body takes their place; so the
file only grows, and the same findings give the same text. Making tests of findings is left to `as_tests`.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from textwrap import dedent, indent

MARKER = "# Written by `fuzzwright tests`, which adds to it; take this line out and it is left alone."
ALONE = "in_a_process"
"""What tests call to run something in a process of its own."""
HELPER = '''\
def in_a_process(*lines: str, seconds: float = 10) -> None:
    """Run lines of Python in a process of their own; they have to come to their end, in time."""
    done = subprocess.run(
        [sys.executable, "-c", "\\n".join([*lines, "print('came to its end')"])],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        timeout=seconds,
        check=False,
    )
    told = done.stderr.decode("utf-8", "replace")
    assert done.stdout.rstrip().endswith(b"came to its end"), f"exit code {done.returncode}\\n{told}"
'''
_FOR_HELPER = ("import os", "import subprocess", "import sys")
_ID = re.compile(r"\(([0-9a-f]{8})\)$")


@dataclass(frozen=True, slots=True)
class Case:
    """One test: a name that may need the id to be the only one of its kind, and what is in it."""

    name: str
    id: str
    comment: tuple[str, ...]
    body: str
    imports: tuple[str, ...]

    @property
    def does(self) -> str:
        """What is the same for two tests that do the same."""
        return ast.dump(ast.parse(self.body))


def file_name(module: str, others: Iterable[str] = ()) -> str:
    """Return the name of the file with the tests of a module; no two modules of a project share one."""
    plain = module.replace(".", "_")
    # `a.b_c` and `a_b.c` would.
    shared = any(other != module and other.replace(".", "_") == plain for other in others)
    mark = f"_{blake2b(module.encode(), digest_size=2).hexdigest()}" if shared else ""
    return f"test_{plain}{mark}_findings.py"


def is_ours(text: str) -> bool:
    """Return whether a file may be written anew."""
    return MARKER in text.splitlines()[:3]


def to_text(module: str, tests: Sequence[Case]) -> str:
    """Return the text of a file with these tests."""
    chosen = sorted(tests, key=lambda test: (test.name, test.id))
    names = Counter(test.name for test in chosen)
    clashing = _clashing([line for test in chosen for line in test.imports])
    lines = {line for test in chosen for line in test.imports if line not in clashing}
    alone = any(f"{ALONE}(" in test.body for test in chosen)
    imports = sorted(lines.union(_FOR_HELPER if alone else ()))
    about = f"Calls into `{module}` that failed when they were found; each test passes once its call works."
    parts = [
        f'{MARKER}\n"""{about}"""\n',
        "from __future__ import annotations\n\n" + "\n".join(imports),
    ]
    for test in chosen:
        name = f"{test.name}_{test.id}" if names[test.name] > 1 else test.name
        inner = [*test.comment, *sorted(clashing.intersection(test.imports)), test.body]
        parts.append(f"\ndef {name}() -> None:\n" + indent("\n".join(inner), "    "))
    if alone:
        parts.append(f"\n{HELPER.rstrip()}")
    return "\n".join(f"{part}\n" if number else part for number, part in enumerate(parts))


def cases_in(text: str) -> list[Case]:
    """Return the tests of a file that `to_text` made and people may have changed since; SyntaxError if it is none."""
    tree = ast.parse(text)
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    lines = text.splitlines()
    found: list[Case] = []
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
            continue
        inside = dedent("\n".join(lines[node.lineno : node.end_lineno])).splitlines()
        start = next((number for number, line in enumerate(inside) if not line.startswith("#")), len(inside))
        comment, body = tuple(inside[:start]), "\n".join(inside[start:])
        match = next((match for line in comment if (match := _ID.search(line))), None)
        id = match[1] if match else ""
        used = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
        needed = tuple(ast.unparse(line) for line in imports if used.intersection(_bound(line)))
        found.append(Case(node.name.removesuffix(f"_{id}") if id else node.name, id, comment, body, needed))
    return found


def merged(there: Iterable[Case], new: Sequence[Case]) -> list[Case]:
    """Return the new tests, one for each thing to do, and those that are there and none of them takes the place of."""
    different = {test.does: test for test in sorted(new, key=lambda test: test.id, reverse=True)}
    ids = {test.id for test in new}
    return [*different.values(), *(test for test in there if test.id not in ids and test.does not in different)]


def _clashing(lines: Sequence[str]) -> set[str]:
    """Return those imports that give one name to different things."""
    bound: dict[str, set[str]] = {}
    for line in lines:
        for node in ast.parse(line).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                for name in _bound(node):
                    # `import a.b` and `import a.c` both bind `a`, to the same package.
                    what = name if isinstance(node, ast.Import) and not any(n.asname for n in node.names) else line
                    bound.setdefault(name, set()).add(what)
    unclear = {name for name, things in bound.items() if len(things) > 1}
    return {line for line in lines if any(name in unclear for name in _names_of(line))}


def _names_of(line: str) -> set[str]:
    nodes = [node for node in ast.parse(line).body if isinstance(node, ast.Import | ast.ImportFrom)]
    return {name for node in nodes for name in _bound(node)}


def _bound(node: ast.Import | ast.ImportFrom) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    return {alias.asname or alias.name for alias in node.names}
