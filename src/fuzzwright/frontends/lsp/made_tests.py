"""An example as a unit test, in the file that `fuzzwright tests` would write for its module.

What failed becomes a test that fails now and passes once its call works; what worked, one that says what came of it.
"""

from __future__ import annotations

import ast
import builtins
import tomllib
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from fuzzwright.editor.examples import LiveExample, LiveFunction
from fuzzwright.engine.finding import Finding
from fuzzwright.errors import FuzzwrightError
from fuzzwright.reports.as_tests import case_of, why_not, wrapped
from fuzzwright.reports.pytest_file import Case, cases_in, file_name, is_ours, merged, to_text

_KINDS = {"raised": "raised", "hangs": "timed_out", "dies": "died"}
_MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git", "pytest.ini", "tox.ini")
_CUT = "…"
_ENDS = ("os._exit", "sys.exit")


@dataclass(frozen=True, slots=True)
class MadeTest:
    """A file, its whole text with the test in it, and the line of the test, counted from 1."""

    file: Path
    text: str
    line: int
    name: str


def make_test(module: str, function: LiveFunction, example: LiveExample, folder: Path, there: str | None) -> MadeTest:
    """Return a test of an example beside those that are `there`; FuzzwrightError if there can be none."""
    fails = example.outcome in _KINDS
    case = case_for(module, function, example)
    file = file_for(module, example, folder)
    if there and not is_ours(there):
        raise FuzzwrightError(f"{file.name} was left alone: it is not ours, as it lacks the line that says so")
    try:
        cases = merged(cases_in(there) if there else [], [case])
    except SyntaxError as error:
        raise FuzzwrightError(f"{file.name} was left alone: line {error.lineno} is no Python: {error.msg}") from None
    text = to_text(module, cases)
    if not fails:
        text = _described(text, f"Calls into `{module}` with what came of them when they were written down.")
    return MadeTest(file, text, _line_of(text, case), case.name)


def case_for(module: str, function: LiveFunction, example: LiveExample) -> Case:
    """Return the test of an example by itself; FuzzwrightError if there can be none."""
    return _failing(module, function, example) if example.outcome in _KINDS else _working(function, example)


def file_for(module: str, example: LiveExample, folder: Path) -> Path:
    """Return the file that the test of an example belongs into."""
    plain = file_name(module)
    return folder / (plain if example.outcome in _KINDS else plain.replace("_findings.py", "_examples.py"))


def folder_for_tests(path: Path, root: Path) -> Path:
    """Return where the tests of a file belong: as configured, where tests are, else `tests` of the project."""
    project = next((place for place in path.parents if any((place / mark).exists() for mark in _MARKS)), root)
    configured = _configured(project)
    if configured is not None:
        return configured
    for name in ("tests", "test"):
        if (project / name).is_dir():
            return project / name
    if any(True for pattern in ("test_*.py", "*_test.py") for _ in path.parent.glob(pattern)):
        return path.parent
    return project / "tests"


def _configured(project: Path) -> Path | None:
    """Return the first folder that pytest is told to look into."""
    try:
        content = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
        paths = content["tool"]["pytest"]["ini_options"]["testpaths"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    first = paths[0] if isinstance(paths, list) and paths else paths
    folder = project / first if isinstance(first, str) else None
    return folder if folder is not None and folder.is_dir() else None


def _failing(module: str, function: LiveFunction, example: LiveExample) -> Case:
    exception, _, message = example.result.partition(":")
    finding = Finding(
        id=_id(function, example),
        function=f"{module}.{function.qualname}",
        kind="exited" if exception in _ENDS else _KINDS[example.outcome],
        exception=exception.strip() or example.outcome,
        message=message.strip(),
        file=Path(function.path).name,
        line=example.at or function.line,
        call=example.call,
        imports=example.imports,
        verdict="unexpected",
        evidence="",
        executions=function.executions,
        seconds=0.0,
        count=1,
        seed=0,
    )
    reason = why_not(finding)
    if reason:
        raise FuzzwrightError(f"no test of `{_short(example.call)}`: {reason}")
    return case_of(module, finding)


def _working(function: LiveFunction, example: LiveExample) -> Case:
    """Return a test of a call that worked, or was refused as it should be."""
    name = "_".join(function.qualname.lower().replace("<locals>", "").replace(".", "_").split("__"))
    comment = (f"# ({_id(function, example)})",)
    match example.outcome:
        case "mistyped":
            raise FuzzwrightError(f"no test of `{_short(example.call)}`: its result is not of the annotated type")
        case "returned":
            if not _literal(example.result):
                raise FuzzwrightError(
                    f"no test of `{_short(example.call)}`: its result cannot be written down as Python"
                )
            body = _asserted(example.call, example.result)
            return Case(f"test_{name}_returns_what_it_did", _id(function, example), comment, body, example.imports)
        case "refused":
            exception = example.result.partition(":")[0].strip()
            known = isinstance(getattr(builtins, exception, None), type)
            inner = "\n".join(f"    {line}" for line in wrapped(example.call).splitlines())
            body = f"with pytest.raises({exception if known else 'Exception'}):\n{inner}"
            imports = (*example.imports, "import pytest")
            return Case(f"test_{name}_refuses", _id(function, example), comment, body, imports)
        case "too_much":
            raise FuzzwrightError(f"no test of `{_short(example.call)}`: it asks for too much")
        case _:
            raise FuzzwrightError(
                f"no test of `{_short(example.call)}`: it would do something to the outside", None, None
            )


def _asserted(call: str, result: str) -> str:
    if result in ("None", "True", "False"):
        return (
            f"assert {call} is {result}" if len(call) < 80 else f"result = {wrapped(call)}\nassert result is {result}"
        )
    if len(call) + len(result) < 90:
        return f"assert {call} == {result}"
    return f"result = {wrapped(call)}\nassert result == {wrapped(result)}"


def _literal(text: str) -> bool:
    """Return whether a text is a value that equals itself; what was cut short is not."""
    try:
        value = ast.literal_eval(text)
        return bool(value == value) and not text.endswith(_CUT)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False


def _described(text: str, about: str) -> str:
    lines = text.split("\n")
    lines[1] = f'"""{about}"""'
    return "\n".join(lines)


def _line_of(text: str, case: Case) -> int:
    lines = text.split("\n")
    return next((number for number, line in enumerate(lines, 1) if f"({case.id})" in line), 2) - len(case.comment)


def _id(function: LiveFunction, example: LiveExample) -> str:
    words = f"{function.qualname} {example.outcome} {example.call}"
    return blake2b(words.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:79] + _CUT
