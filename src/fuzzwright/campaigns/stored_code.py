"""Where the code of stored targets lies now: from a name and a file relative to some import root to a module.

A store knows names and relative files only. The roots to try come in as data: the current folder, and
the roots of the runs that made the store.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.locate import locate


class NoFunction(FuzzwrightError):
    """The module is there, and has no such function any more."""


@dataclass(frozen=True, slots=True)
class Place:
    """A function of a module in a file below an import root."""

    root: str
    module: str
    file: str
    """The whole path."""
    qualname: str


def module_of(target: str, file: str) -> str:
    """Return the module of a target, `module.qualname`, that is defined in a file relative to its import root."""
    parts = list(Path(file).with_suffix("").parts)
    if parts and parts[-1] == "__init__":
        parts.pop()
    # A file beside the import root has a `..` in front; the name of the module is what the target begins with.
    for start in range(len(parts)):
        module = ".".join(parts[start:])
        if target.startswith(f"{module}."):
            return module
    return target.rpartition(".")[0]


def place_of(target: str, file: str, roots: Iterable[Path], cwd: Path) -> Place:
    """Return where a target is defined now; raise FuzzwrightError if it cannot be found, NoFunction if it is gone."""
    tried = [root for root in dict.fromkeys(roots) if (root / file).is_file()]
    if not tried:
        raise FuzzwrightError(f"its file {file} is not there", str(cwd), "run this in the folder of the project")
    module = module_of(target, file)
    qualname = target.removeprefix(f"{module}.")
    path = (tried[0] / file).resolve()
    located = locate(str(path), cwd)  # raises what is wrong with the file
    try:
        locate(f"{path}:{qualname}", cwd)
    except FuzzwrightError as error:
        raise NoFunction(error.what, error.where, error.fix) from None
    if located.modules[0].name != module:
        raise FuzzwrightError(f"its file {file} is the module `{located.modules[0].name}` now", str(path))
    return Place(located.roots[0], module, located.modules[0].file, qualname)


def beside(place: Place, files: Sequence[str]) -> list[list[str]]:
    """Return the modules, by name and file, of those files relative to a place's root that are still there."""
    modules: dict[str, str] = {}
    for file in dict.fromkeys(files):
        path = Path(place.root) / file
        if path.suffix == ".py" and path.is_file() and path != Path(place.file):
            try:
                source = locate(str(path), Path(place.root)).modules[0]
            except FuzzwrightError:
                continue
            if source.root == place.root:
                modules[source.name] = source.file
    return [[name, path] for name, path in modules.items() if name != place.module]
