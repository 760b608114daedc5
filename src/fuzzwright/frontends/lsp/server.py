"""The language server on stdio: LSP messages in, what is known out. It never runs the user's code and never waits."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cattrs
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import (
    JsonRPCNotification,
    JsonRPCRequestMessage,
    JsonRPCResponseMessage,
    default_converter,
)
from pygls.uris import to_fs_path

from fuzzwright.frontends.lsp.actions import actions_at
from fuzzwright.frontends.lsp.client import Client
from fuzzwright.frontends.lsp.commands import COMMANDS, remove_left_behind, run_command
from fuzzwright.frontends.lsp.options import read_options
from fuzzwright.frontends.lsp.positions import Change, Place
from fuzzwright.frontends.lsp.service import Service, visible_lines
from fuzzwright.frontends.lsp.shown import SOURCE, hints, hover, lenses
from fuzzwright.version import VERSION

PARENT_EVERY = 5.0
"""Seconds between two looks whether the client is still alive."""
WATCHED = ["**/*.py", "**/pyproject.toml"]
_log = logging.getLogger(__name__)


class Server(LanguageServer):
    """The server of pygls, with the state that its handlers share."""

    def __init__(self) -> None:
        super().__init__("fuzzwright", VERSION, converter_factory=_converter)
        self.client = Client(self)
        self.service = Service(self.client, self._in_loop)
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        """Remember the loop, in which everything but fuzzing happens."""
        self._loop = asyncio.get_running_loop()

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what a client sent that makes no sense, or a defect of ours, and go on."""
        self.client.log(f"fuzzwright could not handle a message: {error}")

    def _in_loop(self, work: Callable[[], None]) -> None:
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is there to be told
                self._loop.call_soon_threadsafe(work)


def make_server() -> Server:
    """Return a server with all its handlers."""
    server = Server()
    _add_life(server)
    _add_texts(server)
    _add_answers(server)
    for name in COMMANDS:
        _add_command(server, name)
    return server


def serve() -> None:
    """Serve on stdin and stdout until the client says so or is gone."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # Looking through all objects for garbage takes longer than an answer may, and a parsed text brings many of them.
    gc.set_threshold(50_000, 20, 1_000)
    gc.freeze()
    sys.setswitchinterval(0.001)  # texts are parsed in other threads, an answer comes first
    # What else is printed in this process must not get into the protocol, nor may a child read from it.
    given, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    server = make_server()

    def leave(*_: object) -> None:
        server.service.stop()
        remove_left_behind(server.service)
        # A thread that waits for input would keep the process.
        os._exit(0)

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, leave)
    try:
        server.start_io(given, answers)
    finally:
        leave()


def _add_life(server: Server) -> None:
    service = server.service

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.begin()
        # Texts are kept by `service`; pygls would make each change of a message in a copy of the whole text.
        server.workspace.update_text_document = _kept_elsewhere  # type: ignore[assignment,method-assign] # there is no option
        service.options, wrong = read_options(params.initialization_options)
        uris = [folder.uri for folder in params.workspace_folders or []]
        service.folders = _paths(uris or ([params.root_uri] if params.root_uri else []))
        if params.process_id:
            asyncio.get_running_loop().call_later(PARENT_EVERY, _check_parent, params.process_id)
        for sentence in wrong:
            asyncio.get_running_loop().call_soon(server.client.log, f"fuzzwright: {sentence}")

    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        server.client.watch(WATCHED)

    @server.feature(types.SHUTDOWN)
    def shutdown(*_: Any) -> None:
        service.stop()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def change_folders(_: types.DidChangeWorkspaceFoldersParams) -> None:
        service.folders = _paths([folder.uri for folder in server.workspace.folders.values()])
        service.restart()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configure(params: types.DidChangeConfigurationParams) -> None:
        before = service.options
        given = params.settings if isinstance(params.settings, dict) and "fuzzwright" in params.settings else None
        service.options, wrong = read_options(given, before)
        for sentence in wrong:
            server.client.log(f"fuzzwright: {sentence}")
        ours = ("python", "cache", "debounce")
        if any(getattr(service.options, name) != getattr(before, name) for name in ours):
            service.restart()
        elif service.options != before:
            service.repaint()


def _add_texts(server: Server) -> None:
    service = server.service

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        path = _python_file(document.uri)
        if path is not None:
            service.open(document.uri, path, document.text, document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        path = _python_file(params.text_document.uri)
        if path is not None:
            service.change(path, [_change(each) for each in params.content_changes], params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        path = _python_file(params.text_document.uri)
        if path is not None:
            service.close(path)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        path = _python_file(params.text_document.uri)
        if path is not None and path in service.documents:
            service.bridge(path).file_changed(path)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            path = to_fs_path(change.uri)
            if path is not None and service.documents:
                service.file_changed(path)

    @server.feature("fuzzwright/visible")
    def visible(params: Any) -> None:
        path = _known(service, params)
        if path is not None:
            service.set_visible(path, visible_lines(params.get("ranges")))

    @server.feature("fuzzwright/focus")
    def focus(params: Any) -> None:
        path = _known(service, params)
        if path is not None and isinstance(params.get("line"), int):
            service.bridge(path).set_focus(path, params["line"] + 1)


def _add_answers(server: Server) -> None:
    service = server.service

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    def code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        document = service.documents.get(to_fs_path(params.text_document.uri) or "")
        if document is None or not service.options.lenses:
            return []
        return lenses(document, document.within(1, len(document.lines)), server.client.encoding)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hint(params: types.InlayHintParams) -> list[types.InlayHint]:
        document = service.documents.get(to_fs_path(params.text_document.uri) or "")
        if document is None or not service.options.shows_hints:
            return []
        found = document.within(params.range.start.line + 1, params.range.end.line + 1)
        return hints(document, found, service.options, server.client.encoding)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def on_hover(params: types.HoverParams) -> types.Hover | None:
        document = service.documents.get(to_fs_path(params.text_document.uri) or "")
        function = document.at(params.position.line + 1) if document is not None else None
        text = hover(function, params.position.line + 1) if function is not None else ""
        return types.Hover(types.MarkupContent(kind=types.MarkupKind.Markdown, value=text)) if text else None

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=_KINDS))
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        document = service.documents.get(to_fs_path(params.text_document.uri) or "")
        if document is None:
            return []
        wanted = params.context.only
        found = []
        for action in actions_at(document, params.range.start.line + 1):
            kind = types.CodeActionKind.QuickFix if action.mends else _OTHER
            if wanted and not any(str(_plain(kind)).startswith(str(_plain(each))) for each in wanted):
                continue
            command = types.Command(title=action.title, command=action.command, arguments=[action.arguments])
            mended = [each for each in params.context.diagnostics if _is_of(each, action.mends)]
            found.append(types.CodeAction(title=action.title, kind=kind, command=command, diagnostics=mended or None))
        return found


_OTHER = types.CodeActionKind.Refactor
_KINDS = [types.CodeActionKind.QuickFix, types.CodeActionKind.Refactor]


def _add_command(server: Server, name: str) -> None:
    @server.command(name)
    def command(*arguments: Any) -> Any:
        return run_command(server.service, name, arguments)


def _plain(kind: Any) -> str:
    return str(getattr(kind, "value", kind))


def _is_of(diagnostic: types.Diagnostic, id: str) -> bool:
    data = diagnostic.data
    return bool(id) and diagnostic.source == SOURCE and isinstance(data, dict) and data.get("id") == id


def _paths(uris: list[str]) -> list[Path]:
    return [Path(path) for uri in uris if (path := to_fs_path(uri))]


def _python_file(uri: str) -> str | None:
    """Return the path of a text that is a Python file on disk, or will be."""
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return path if path is not None and path.endswith(".py") else None


def _known(service: Service, params: Any) -> str | None:
    uri = params.get("uri") if isinstance(params, dict) else None
    path = _python_file(uri) if isinstance(uri, str) else None
    return path if path in service.documents else None


def _kept_elsewhere(*_: object) -> None:
    """Do nothing."""


def _change(event: types.TextDocumentContentChangeEvent) -> Change:
    if isinstance(event, types.TextDocumentContentChangePartial):
        start, end = event.range.start, event.range.end
        return Change(event.text, Place(start.line, start.character), Place(end.line, end.character))
    return Change(event.text)


def _check_parent(pid: int) -> None:
    """End with the client, should it be gone without having closed the pipe."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        os.kill(os.getpid(), signal.SIGTERM)
    except OSError:
        pass  # it is somebody else's
    asyncio.get_running_loop().call_later(PARENT_EVERY, _check_parent, pid)


def _converter() -> cattrs.Converter:
    """Return a converter that leaves messages outside the standard as they came."""
    converter: cattrs.Converter = default_converter()  # type: ignore[no-untyped-call] # pygls has no hints there
    for kind in (JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage):
        converter.register_structure_hook(kind, _as_it_came)
    return converter


def _as_it_came(given: dict[str, Any], kind: type) -> Any:
    missing = {"result": None} if kind is JsonRPCResponseMessage else {"params": None}
    return kind(**{**missing, **given})
