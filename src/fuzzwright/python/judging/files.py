"""The package that the function under test is in, its files as far as they can be told, and what they import."""

from __future__ import annotations

import ast

from fuzzwright.python.judging.case import Case, outline


def package_of(case: Case) -> str:
    """Return the name of the package or module that the function under test is in."""
    return top_of(case.file)


def top_of(file: str) -> str:
    """Return the package or module that a file belongs to."""
    return file.partition("/")[0].removesuffix(".py")


def files_of(case: Case) -> list[str]:
    """Return the files on the way, and those that the package is put together from."""
    own = package_of(case)
    face = case.tree(f"{own}/__init__.py")
    found = [frame.file for frame in case.frames]
    for node in face.body if face is not None else ():
        if isinstance(node, ast.ImportFrom) and (node.level == 1 or (node.module or "").startswith(f"{own}.")):
            names = [node.module] if node.module else [each.name for each in node.names]
            found += [f"{own}/{name.removeprefix(f'{own}.').replace('.', '/')}.py" for name in names if name]
    return list(dict.fromkeys(found))


def imported_in(tree: ast.Module) -> dict[str, str]:
    """Return the names that a file imports, each with the module it is from; none of its own package."""
    found: dict[str, str] = {}
    for node in outline(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found |= {each.asname or each.name: node.module for each in node.names}
        elif isinstance(node, ast.Import):
            for each in node.names:
                found[each.asname or each.name.partition(".")[0]] = each.name
    return found
