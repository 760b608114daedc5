"""Eglot in a real Emacs without a screen: problems of unsaved text, and a code action that edits it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest

from tests.frontends.shell import COMMAND

GREET = "def greet(name: str) -> str:\n    return 'hi ' + name\n"


def has_eglot() -> bool:
    """Return whether there is an Emacs with eglot."""
    if shutil.which("emacs") is None:
        return False
    command = ["emacs", "--batch", "--eval", "(require 'eglot)"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def _eglot() -> None:
    """Ask only where it is needed: an Emacs takes its time to start."""
    if not has_eglot():
        pytest.skip("emacs with eglot is not installed (emacs-nox, elpa-eglot)")


SCRIPT = """
(require 'eglot)
(require 'json)
(setq eglot-confirm-server-initiated-edits nil
      eglot-sync-connect 60
      eglot-connect-timeout 60
      create-lockfiles nil)
(add-to-list 'eglot-server-programs '(python-mode . {command}))

(defun wait-for (what condition)
  (let ((over (+ (float-time) 60)))
    (while (not (funcall condition))
      (when (> (float-time) over) (error "not seen: %s" what))
      (accept-process-output nil 0.05))))

(defun problems ()
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun actions ()
  (append (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                           (list :textDocument (eglot--TextDocumentIdentifier)
                                 :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                 :context (list :diagnostics [])))
          nil))

(with-current-buffer (find-file-noselect "shop.py")
  (python-mode)
  (apply #'eglot--connect (eglot--guess-contact))
  (wait-for "a server" #'eglot-current-server)
  (goto-char (point-max))
  (forward-line -1)
  (end-of-line)
  (insert "[0]")
  (eglot--signal-textDocument/didChange)
  (wait-for "a problem" (lambda () (seq-some (lambda (text) (string-match "raises IndexError" text)) (problems))))
  (let* ((found (problems))
         (offered (actions))
         (titles (mapcar (lambda (action) (plist-get action :title)) offered))
         (guard (seq-find (lambda (action) (string-prefix-p "Raise ValueError" (plist-get action :title))) offered))
         (command (plist-get guard :command)))
    (eglot-execute-command (eglot-current-server)
                           (intern (plist-get command :command)) (plist-get command :arguments))
    (wait-for "the guard" (lambda () (string-match "raise ValueError" (buffer-string))))
    (let ((text (buffer-string)))
      (with-temp-file "seen.json"
        (insert (json-encode (list :problems found :titles titles :text text))))))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server) nil 20))
"""


def test_a_problem_of_unsaved_text_is_shown_and_mended_by_an_action(project: Path, cache: Path) -> None:
    (project / "shop.py").write_text(GREET)
    quoted = "(" + " ".join(json.dumps(word) for word in [*COMMAND, "lsp"]) + ")"
    (project / "probe.el").write_text(dedent(SCRIPT).format(command=quoted))
    done = subprocess.run(
        ["emacs", "--batch", "-l", "probe.el"],
        cwd=project,
        env={**os.environ, "XDG_CACHE_HOME": str(cache), "HOME": str(cache)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads((project / "seen.json").read_text())
    assert any("greet('') raises IndexError" in text for text in seen["problems"])
    assert "What input reaches this line?" in seen["titles"]
    assert any(title.startswith("Make a test of greet(") for title in seen["titles"])
    assert "def greet(name: str) -> str:\n    if not name:\n        raise ValueError" in seen["text"]
    compile(seen["text"], "shop.py", "exec")
    assert (project / "shop.py").read_text() == GREET
