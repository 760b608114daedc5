/** One example as a program: run in a terminal, or under the debugger. */

import * as vscode from 'vscode';

/** Runs what the server made of an example; its output stays in a terminal. */
export async function run(answer: unknown): Promise<void> {
  const made = answer as vscode.DebugConfiguration | null;
  if (!made?.['program']) return;
  const python = String(made['python'] ?? 'python3');
  const execution = new vscode.ProcessExecution(python, [String(made['program'])], { cwd: String(made['cwd']) });
  const scope = folder() ?? vscode.TaskScope.Workspace;
  const task = new vscode.Task({ type: 'process' }, scope, 'example', 'fuzzwright', execution, []);
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    panel: vscode.TaskPanelKind.Dedicated,
    clear: true,
    echo: false,
    showReuseMessage: false,
  };
  await vscode.tasks.executeTask(task);
}

/** Debugs what the server made of an example; says what is missing if there is no debugger. */
export async function debug(answer: unknown): Promise<void> {
  const made = answer as vscode.DebugConfiguration | null;
  if (!made?.type) return;
  const extension = ['ms-python.debugpy', 'ms-python.python'].find((id) => vscode.extensions.getExtension(id));
  const contributed = vscode.extensions.all.some((each) => {
    const debuggers = (each.packageJSON as { contributes?: { debuggers?: { type?: string }[] } }).contributes
      ?.debuggers;
    return debuggers?.some((known) => known.type === made.type);
  });
  if (!contributed && !extension) {
    void vscode.window.showErrorMessage(
      'To debug an example, install the extension "Python Debugger" (ms-python.debugpy).',
    );
    return;
  }
  await vscode.debug.startDebugging(folder(), made);
}

function folder(): vscode.WorkspaceFolder | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document ? vscode.workspace.getWorkspaceFolder(document.uri) : vscode.workspace.workspaceFolders?.[0];
}
