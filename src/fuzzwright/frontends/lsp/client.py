"""What is said to the client: notifications, messages, edits; in the ways that it says it understands."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.capabilities import get_capability
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

_log = logging.getLogger(__name__)


class Client:
    """The editor at the other end."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server

    @property
    def encoding(self) -> str:
        """The unit of columns, by the name that clients know it by."""
        return str(self._server.workspace.position_encoding or "utf-16").rpartition(".")[2].lower()

    def can(self, what: str) -> bool:
        """Return whether it said that it has a capability."""
        return bool(get_capability(self._server.client_capabilities, what))

    def notify(self, method: str, content: dict[str, Any]) -> None:
        """Tell something that is not in the standard."""
        self._server.protocol.notify(method, content)

    def publish(self, uri: str, version: int | None, problems: list[types.Diagnostic]) -> None:
        """Tell the problems of a text."""
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=problems)
        )

    def show(self, text: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show the user a message."""
        self._server.window_show_message(types.ShowMessageParams(type=kind, message=text))

    def log(self, text: str, kind: types.MessageType = types.MessageType.Warning) -> None:
        """Put a message where the curious find it."""
        _log.warning("%s", text)
        self._server.window_log_message(types.LogMessageParams(type=kind, message=text))

    def refresh(self) -> None:
        """Have it ask again for what it cannot be told."""
        if self.can("workspace.code_lens.refresh_support"):
            self._server.workspace_code_lens_refresh(None, _ignored)
        if self.can("workspace.inlay_hint.refresh_support"):
            self._server.workspace_inlay_hint_refresh(None, _ignored)

    def edit(self, label: str, uri: str, version: int | None, edit: types.TextEdit, then: Callable[[], None]) -> None:
        """Have it change a text, which it makes if there is none, and go on when that is done."""
        change: types.WorkspaceEdit
        if self.can("workspace.workspace_edit.document_changes"):
            document = types.OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
            steps: list[Any] = [types.TextDocumentEdit(text_document=document, edits=[edit])]
            if version is None and "create" in self._operations():
                options = types.CreateFileOptions(ignore_if_exists=True)
                steps.insert(0, types.CreateFile(uri=uri, options=options))
            change = types.WorkspaceEdit(document_changes=steps)
        else:
            change = types.WorkspaceEdit(changes={uri: [edit]})
        future = self._server.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit=change, label=label))
        future.add_done_callback(lambda done: self._after(done, label, then))

    def open(self, file: Path, line: int) -> None:
        """Have it show a file at a line, counted from 1, or say where it is."""
        if self.can("window.show_document.support"):
            place = types.Position(line=max(0, line - 1), character=0)
            uri = from_fs_path(str(file)) or file.as_uri()
            self._server.window_show_document(
                types.ShowDocumentParams(uri=uri, take_focus=True, selection=types.Range(start=place, end=place)),
                _ignored,
            )
        else:
            self.show(f"the test is on line {line} of {file}")

    def watch(self, patterns: list[str]) -> None:
        """Have it tell when files change on disk, if it can."""
        if self.can("workspace.did_change_watched_files.dynamic_registration"):
            watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in patterns]
            registration = types.Registration(
                id="fuzzwright-files",
                method=types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
                register_options=types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers),
            )
            self._server.client_register_capability(types.RegistrationParams(registrations=[registration]), _ignored)

    def _operations(self) -> list[str]:
        found = get_capability(self._server.client_capabilities, "workspace.workspace_edit.resource_operations", [])
        return [str(getattr(each, "value", each)) for each in found or []]

    def _after(self, done: Future[types.ApplyWorkspaceEditResult], label: str, then: Callable[[], None]) -> None:
        try:
            result = done.result()
        except Exception as error:  # whatever the client answered
            self.show(f"{label}: the editor could not make the change: {error}", types.MessageType.Warning)
            return
        if result.applied:
            then()
        else:
            why = f": {result.failure_reason}" if result.failure_reason else ""
            self.show(f"{label}: the editor did not make the change{why}", types.MessageType.Warning)


def _ignored(_: Any) -> None:
    """Take an answer that nothing depends on."""
