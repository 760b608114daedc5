"""The commands that code actions and lenses lead to. Each answers at once; what it cannot do it says in a message."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from fuzzwright.editor.buffers import module_of
from fuzzwright.editor.examples import LiveExample, LiveFunction
from fuzzwright.editor.lines import lines_of
from fuzzwright.errors import FuzzwrightError
from fuzzwright.frontends.lsp.actions import CALL, DEBUG, GUARD, PAUSE, REACH, TEST, reaching
from fuzzwright.frontends.lsp.debugging import launch, program, write_program
from fuzzwright.frontends.lsp.documents import Document
from fuzzwright.frontends.lsp.guards import Style, guard
from fuzzwright.frontends.lsp.made_tests import file_for, folder_for_tests, make_test
from fuzzwright.frontends.lsp.positions import Place, line_end, width
from fuzzwright.frontends.lsp.service import Service
from fuzzwright.frontends.lsp.shown import SHOW, example_record, in_order

Command = Callable[[Service, Mapping[str, Any]], Any]
_SEARCHING = "searching for a call that reaches line {}"


def run_command(service: Service, name: str, arguments: tuple[Any, ...]) -> Any:
    """Return the answer to a command; what cannot be done is shown as a message and answered with nothing."""
    given = arguments[0] if arguments else {}
    try:
        if not isinstance(given, Mapping):
            raise FuzzwrightError(f"`{name}` takes one object, not {type(given).__name__}")
        return COMMANDS[name](service, given)
    except FuzzwrightError as error:
        service.client.show(str(error), types.MessageType.Warning)
        return None


def _reach(service: Service, given: Mapping[str, Any]) -> Any:
    document, line = _document(service, given), given.get("line")
    if not isinstance(line, int) or not 0 <= line < len(document.lines):
        raise FuzzwrightError(f"there is no line {line} in {Path(document.path).name}")
    known = reaching(document, line + 1)
    answer: dict[str, Any] = {"uri": document.uri, "line": line}
    if known is None:
        service.bridge(document.path).reach(document.path, line + 1)
        text = _SEARCHING.format(line + 1)
        _say(service, text)
        return {**answer, "found": False, "text": text}
    function, examples = known
    simplest = min(examples, key=lambda example: (len(example.call), example.slot))
    _say(service, simplest.text)
    shown = [example_record(example) for example in examples]
    record = {"function": function.qualname, "example": example_record(simplest), "examples": shown}
    return {**answer, "found": True, "text": simplest.text, **record}


def _test(service: Service, given: Mapping[str, Any]) -> Any:
    document, function, example = _example(service, given)
    path = Path(document.path)
    module, folder = module_of(document.path).name, folder_for_tests(path, service.root(document.path))
    file = file_for(module, example, folder)
    open_text = service.documents.get(str(file))
    there = open_text.text if open_text is not None else _there(service, file)
    made = make_test(module, function, example, folder, there)
    edit = types.TextEdit(range=_all_of(there or "", service.client.encoding), new_text=made.text)
    uri = open_text.uri if open_text is not None else from_fs_path(str(file)) or file.as_uri()
    version = open_text.version if open_text is not None else None
    folder.mkdir(parents=True, exist_ok=True)
    service.made[file] = (_read(file), made.text)
    service.client.edit("Make a test", uri, version, edit, lambda: service.client.open(file, made.line))
    return {"uri": uri, "name": made.name, "line": made.line - 1}


def _guard(service: Service, given: Mapping[str, Any]) -> Any:
    document, function, example = _example(service, given)
    if function.state == "stale":
        raise FuzzwrightError(f"`{function.qualname}` has just been changed: wait until it has run again")
    style: Style = "assert" if given.get("style") == "assert" else "raise"
    made = guard(document.lines, function, example, style, line_end(document.text))

    def position(place: Place) -> types.Position:
        before = document.lines[place.line][: place.column]
        return types.Position(line=place.line, character=width(before, service.client.encoding))

    edit = types.TextEdit(range=types.Range(start=position(made.start), end=position(made.end)), new_text=made.text)
    service.client.edit("Refuse an input", document.uri, document.version, edit, lambda: None)
    return {"uri": document.uri, "line": made.start.line}


def _debug(service: Service, given: Mapping[str, Any]) -> Any:
    document, function, example = _example(service, given)
    root = service.root(document.path)
    module = module_of(document.path)
    file = write_program(program(example, [module.root]), function.qualname)
    service.left_behind.append(file.parent)
    python = service.options.python or _nearby(root)
    if not service.options.examples:
        text = f"Debug it with: {python or 'python'} -m pdb {file}"
        unsaved = _read(Path(document.path)) != document.text
        _say(service, text + (" (it runs what is saved, and there are unsaved changes)" if unsaved else ""))
    return launch(example, file, root, python)


def _call(service: Service, given: Mapping[str, Any]) -> Any:
    _, _, example = _example(service, given)
    _say(service, example.call)
    return example.call


def _show(service: Service, given: Mapping[str, Any]) -> Any:
    function = _function(_document(service, given), given)
    texts = [example.text for example in in_order(function)]
    _say(service, "\n".join(texts) or function.reason or f"no examples of `{function.qualname}` yet")
    return texts


def _pause(service: Service, given: Mapping[str, Any]) -> Any:
    asked = given.get("paused")
    service.set_paused(asked if isinstance(asked, bool) else not service.paused)
    _say(service, "fuzzwright is paused" if service.paused else "fuzzwright runs again")
    return {"paused": service.paused}


COMMANDS: dict[str, Command] = {
    REACH: _reach,
    TEST: _test,
    GUARD: _guard,
    DEBUG: _debug,
    CALL: _call,
    SHOW: _show,
    PAUSE: _pause,
}


def remove_left_behind(service: Service) -> None:
    """Remove the programs that were written for debuggers."""
    for folder in service.left_behind:
        shutil.rmtree(folder, ignore_errors=True)


def _say(service: Service, text: str) -> None:
    """Show an answer to those who do not show it themselves."""
    if not service.options.examples:
        service.client.show(text)


def _document(service: Service, given: Mapping[str, Any]) -> Document:
    uri = given.get("uri")
    path = to_fs_path(uri) if isinstance(uri, str) else None
    document = service.documents.get(path) if path else None
    if document is None:
        raise FuzzwrightError(f"{uri if isinstance(uri, str) else 'the file'} is not open")
    return document


def _function(document: Document, given: Mapping[str, Any]) -> LiveFunction:
    function = document.functions.get(str(given.get("function")))
    if function is None:
        raise FuzzwrightError(f"there is no function `{given.get('function')}` in {Path(document.path).name} any more")
    return function


def _example(service: Service, given: Mapping[str, Any]) -> tuple[Document, LiveFunction, LiveExample]:
    document = _document(service, given)
    function = _function(document, given)
    found = next((example for example in function.examples if example.id == given.get("id")), None)
    if found is None:
        raise FuzzwrightError(f"this example of `{function.qualname}` is gone: another has taken its place")
    return document, function, found


def _read(file: Path) -> str | None:
    try:
        return file.read_bytes().decode("utf-8", "replace")
    except OSError:
        return None


def _there(service: Service, file: Path) -> str | None:
    """Return the text of a file that the client does not tell of: what was written into it may not be saved yet."""
    saved = _read(file)
    before, made = service.made.get(file, (None, None))
    return made if made is not None and before == saved else saved


def _all_of(text: str, encoding: str) -> types.Range:
    lines = lines_of(text)
    end = types.Position(line=len(lines) - 1, character=width(lines[-1], encoding))
    return types.Range(start=types.Position(line=0, character=0), end=end)


def _nearby(root: Path) -> str | None:
    """Return the interpreter of an environment in the project, if there is one."""
    file = root / ".venv" / "bin" / "python"
    return str(file) if os.access(file, os.X_OK) else None
