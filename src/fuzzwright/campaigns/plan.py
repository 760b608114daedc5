"""What to fuzz and with what: from what the user typed to an order for the workers, importing nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fuzzwright.campaigns.pyrefly import inferred_by_pyrefly
from fuzzwright.errors import FuzzwrightError
from fuzzwright.python.locate import Located, locate
from fuzzwright.python.order import Order
from fuzzwright.settings import Settings

_ASK = "import json, sys; print(json.dumps([list(sys.version_info[:2]), sys.path, sys.prefix]))"
OLDEST = (3, 11)


@dataclass(frozen=True, slots=True)
class Interpreter:
    """The Python that runs the code under test."""

    command: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything a campaign starts from."""

    interpreter: Interpreter
    root: str
    """The folder that files are shown relative to."""
    path: tuple[str, ...]
    order: Order
    located: tuple[Located, ...]
    remarks: tuple[str, ...] = ()
    """What could not be found out."""


def make_plan(targets: Sequence[str], settings: Settings, cwd: Path, *, properties: bool = False) -> Plan:
    """Return the plan for targets as they were typed; raise FuzzwrightError for what cannot be."""
    interpreter = find_interpreter(settings.python, cwd, os.environ)
    located = tuple(locate(target, cwd, (str(cwd), *interpreter.path)) for target in targets)
    roots = list(dict.fromkeys(root for place in located for root in place.roots))
    modules = {source.name: source.file for place in located for source in place.modules}
    wanted: dict[str, list[str]] = {}
    for place in located:
        for source in place.modules:
            wanted.setdefault(source.name, []).append(place.function)
    named = [[name, file] for name, file in modules.items()]
    texts, problem = inferred_by_pyrefly(named, interpreter.command) if settings.infer else ({}, "")
    order = Order(
        modules=named,
        wanted={name: ([] if "" in functions else functions) for name, functions in wanted.items()},
        roots=roots,
        include=list(settings.include),
        exclude=list(settings.exclude),
        unannotated=settings.unannotated,
        infer=settings.infer,
        texts=texts,
        check_calls=settings.check_calls,
        private=settings.private,
        same_frames=settings.same_frames,
        properties=properties,
    )
    path = tuple(dict.fromkeys((*roots, *interpreter.path)))
    remarks = (problem,) if problem else ()
    return Plan(interpreter, roots[0] if roots else str(cwd), path, order, located, remarks)


def find_interpreter(asked: str | None, cwd: Path, environment: Mapping[str, str]) -> Interpreter:
    """Return the interpreter asked for, else that of the active or the project's environment, else our own."""
    if asked is not None:
        return _ask(_executable(asked, cwd), required=True) or _own()
    places = [environment.get("VIRTUAL_ENV", ""), *(str(folder / ".venv") for folder in (cwd, *cwd.parents))]
    for place in places:
        executable = Path(place) / ("Scripts/python.exe" if os.name == "nt" else "bin/python") if place else None
        if executable is not None and executable.exists():
            if Path(place).resolve() == Path(sys.prefix).resolve():
                return _own()
            found = _ask(str(executable), required=False)
            if found is not None:
                return found
    return _own()


def _own() -> Interpreter:
    # Not the entries of our own start: the script's folder, and the current one.
    script = os.path.dirname(os.path.abspath(sys.argv[0])) if sys.argv and sys.argv[0] else ""
    path = [entry for entry in sys.path if entry and os.path.abspath(entry) != script]
    return Interpreter(sys.executable, tuple(path))


def _executable(asked: str, cwd: Path) -> str:
    place = cwd / os.path.expanduser(asked)
    if place.is_dir():
        place = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if place.exists():
        return str(place)
    from shutil import which

    found = which(asked)
    if found is None:
        raise FuzzwrightError(
            f"no interpreter at `{asked}`", None, "give --python the path of a Python executable or environment"
        )
    return found


def _ask(command: str, required: bool) -> Interpreter | None:
    problem = ""
    try:
        answer = subprocess.run(
            [command, "-P", "-c", _ASK],
            capture_output=True,
            text=True,
            timeout=30,
            stdin=subprocess.DEVNULL,
            check=True,
        )
        version, path, _ = json.loads(answer.stdout)
        if tuple(version) >= OLDEST:
            return Interpreter(command, tuple(str(entry) for entry in path if entry))
        problem = f"it is Python {version[0]}.{version[1]}, and {OLDEST[0]}.{OLDEST[1]} is the oldest that works"
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        problem = f"asked for its path it answered: {_first_line(error)}"
    if required:
        raise FuzzwrightError(f"cannot use the interpreter `{command}`: {problem}", None, "give --python another one")
    return None


def _first_line(error: Exception) -> str:
    text = str(getattr(error, "stderr", "") or error).strip()
    return text.splitlines()[-1] if text else type(error).__name__
