"""What users can set, with the defaults; the same names on the command line and in `[tool.fuzzwright]`."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from fuzzwright.errors import FuzzwrightError


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a campaign can be told."""

    time: float | None = None
    """Seconds for the whole run."""
    time_per_function: float | None = None
    executions: int | None = None
    """Runs per function."""
    jobs: int = 2
    seed: int = 0
    search: str = "adaptive"
    solver: bool = False
    """Ask CrossHair for inputs, if it is installed beside the code under test."""
    first: bool = False
    """Stop a function at its first finding to act on."""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    python: str | None = None
    store: str | None = None
    unannotated: str = "skip"
    """What to do with parameters that have neither annotation nor default: `skip` or `any`."""
    infer: bool = False
    """Infer hints that are missing from defaults, docstrings, calls and, if it is installed, with pyrefly."""
    check_calls: bool = False
    """Hold calls inside of the code against the hints of what they call."""
    private: bool = True
    """Whether functions whose names begin with an underscore are fuzzed too."""
    fail_on: tuple[str, ...] = ("unexpected", "return_type")
    same_frames: int = 3
    """How many of the innermost frames two failures share if they are one finding."""
    allow: tuple[str, ...] = ()
    """Findings that are no reason to fail, as `pattern: Exception`."""
    baseline: str | None = None
    """The file with the findings that are known."""
    cpu_limit: float = 1.0
    """CPU seconds one call may take."""
    wall_limit: float = 5.0
    memory_limit: int = 2048
    """Megabytes a worker may use."""
    recycle: int = 1_000_000
    """Calls after which a worker is replaced by a fresh one."""
    deaths: int = 8
    """Deaths after which a function is given up."""
    import_limit: float = 30.0
    """Seconds that importing may take."""

    def but(self, **changes: Any) -> Settings:
        """Return these settings with some changed; None means unchanged."""
        return replace(self, **{name: value for name, value in changes.items() if value is not None})


DEFAULT_SECONDS = 2.0
"""Per function, when nothing else limits it."""


def load_settings(folder: Path) -> Settings:
    """Return the settings of the project that `folder` is in: `[tool.fuzzwright]` of the nearest pyproject.toml."""
    for place in (folder, *folder.parents):
        file = place / "pyproject.toml"
        if file.is_file():
            return read_settings(file)
    return Settings()


def read_settings(file: Path) -> Settings:
    """Return the settings in one pyproject.toml."""
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FuzzwrightError(f"cannot read the settings: {error}", str(file), "mend the file or remove it") from None
    tools = content.get("tool", {})
    table = tools.get("fuzzwright", {}) if isinstance(tools, Mapping) else None
    if not isinstance(table, Mapping):
        raise FuzzwrightError("[tool.fuzzwright] is not a table", str(file), "write it as `[tool.fuzzwright]`")
    known = {field.name: field for field in fields(Settings)}
    changes: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in known:
            choices = ", ".join(sorted(known)).replace("_", "-")
            raise FuzzwrightError(f"unknown setting `{key}` in [tool.fuzzwright]", str(file), f"use one of: {choices}")
        changes[name] = _fitting(name, value, known[name].type, file)
    return Settings(**changes)


def _fitting(name: str, value: Any, kind: Any, file: Path) -> Any:
    wanted = {
        "float | None": (int, float),
        "float": (int, float),
        "int | None": (int,),
        "int": (int,),
        "str | None": (str,),
        "str": (str,),
        "bool": (bool,),
        "tuple[str, ...]": (list,),
    }[kind]
    fits = isinstance(value, wanted) and (bool in wanted or not isinstance(value, bool))
    if fits and isinstance(value, list):
        fits = all(isinstance(item, str) for item in value)
    if not fits:
        raise FuzzwrightError(
            f"setting `{name.replace('_', '-')}` cannot be {value!r}", str(file), f"give it a value of type {kind}"
        )
    problem = _senseless(name, value)
    if problem:
        raise FuzzwrightError(
            f"setting `{name.replace('_', '-')}` cannot be {value!r}: {problem}", str(file), "mend it"
        )
    return tuple(value) if isinstance(value, list) else value


_POSITIVE = (
    *("time", "time_per_function", "executions", "jobs", "cpu_limit", "wall_limit", "memory_limit", "recycle"),
    *("deaths", "import_limit", "same_frames"),
)
_CHOICES = {"unannotated": ("skip", "any")}
_VERDICTS = (
    *("unexpected", "return_type", "unclear", "deliberate", "precondition", "resource", "any", "environment"),
    *("tells_fix", "flaky"),
)


def _senseless(name: str, value: Any) -> str:
    if name in _POSITIVE and not (value > 0 and math.isfinite(value)):
        return "it has to be more than 0"
    if name == "seed" and value < 0:
        return "it has to be 0 or more"
    if name in _CHOICES and value not in _CHOICES[name]:
        return f"use one of {', '.join(_CHOICES[name])}"
    if name == "fail_on" and (unknown := [verdict for verdict in value if verdict not in _VERDICTS]):
        return f"there is no verdict `{unknown[0]}`; use some of {', '.join(_VERDICTS)}"
    if name == "allow" and (wrong := [line for line in value if not all(allowance(line))]):
        return f"`{wrong[0]}` does not say which exception; write `shop.orders.*: KeyError`"
    return ""


def allowance(line: str) -> tuple[str, str]:
    """Return the pattern for functions and the exception in a line of `allow`; empty ones if there are none."""
    functions, _, exception = line.rpartition(":")
    return functions.strip(), exception.strip()
