/** Which Python runs the user's functions, and how the server is started. */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';

/** The part of the Python extension's API that is used. */
interface PythonExtension {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(
      environment: unknown,
    ): Promise<{ readonly executable: { readonly uri?: vscode.Uri } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

/** How to start the server, and the interpreter of the workspace. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly python: string | undefined;
}

const WINDOWS = process.platform === 'win32';
// Looked for and not imported: that takes a tenth of the time.
const PROBE = "import sys, importlib.util as u; sys.exit(not all(map(u.find_spec, ['fuzzwright', 'pygls'])))";
const PROBE_LIMIT = 20_000;

/** The Python of a folder: the setting, the Python extension's choice, a virtual environment, the one on PATH. */
export async function findPython(folder: vscode.Uri | undefined, setting: string): Promise<string | undefined> {
  if (setting) return resolved(setting, folder);
  return (await chosenInPythonExtension(folder)) ?? inVirtualEnvironment(folder) ?? onPath(['python3', 'python']);
}

/** How to start the server with that Python, else with a `fuzzwright` on PATH; nothing if neither has it. */
export async function findStart(python: string | undefined): Promise<Start | undefined> {
  // -P: a file of the workspace that is named like a module of the server must not be imported by it.
  if (python && (await succeeds(python, ['-P', '-c', PROBE]))) {
    return { command: python, args: ['-P', '-m', 'fuzzwright', 'lsp'], python };
  }
  const script = onPath(['fuzzwright']);
  if (script && (await succeeds(script, ['lsp', '--help']))) return { command: script, args: ['lsp'], python };
  return undefined;
}

/** Calls back when another interpreter is chosen in the Python extension. */
export function onPythonChosen(context: vscode.ExtensionContext, changed: () => void): void {
  const extension = vscode.extensions.getExtension<PythonExtension>('ms-python.python');
  const event = extension?.isActive ? extension.exports.environments?.onDidChangeActiveEnvironmentPath : undefined;
  if (event) context.subscriptions.push(event(changed));
}

async function chosenInPythonExtension(folder: vscode.Uri | undefined): Promise<string | undefined> {
  const extension = vscode.extensions.getExtension<PythonExtension>('ms-python.python');
  if (!extension) return undefined;
  try {
    const { environments } = await extension.activate();
    const environment =
      environments && (await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder)));
    return environment?.executable.uri?.fsPath;
  } catch {
    // It is not our trouble if that extension has some: the next place is tried.
    return undefined;
  }
}

function inVirtualEnvironment(folder: vscode.Uri | undefined): string | undefined {
  if (!folder) return undefined;
  const inside = WINDOWS ? ['Scripts', 'python.exe'] : ['bin', 'python'];
  return ['.venv', 'venv'].map((name) => path.join(folder.fsPath, name, ...inside)).find((file) => existsSync(file));
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, WINDOWS ? `${name}.exe` : name);
      if (existsSync(file)) return file;
    }
  }
  return undefined;
}

function resolved(setting: string, folder: vscode.Uri | undefined): string {
  const home = process.env[WINDOWS ? 'USERPROFILE' : 'HOME'] ?? '';
  const written = setting.replace(/^~(?=[\\/])/, home).replaceAll('${workspaceFolder}', folder?.fsPath ?? '');
  if (path.isAbsolute(written)) return written;
  if (!/[\\/]/.test(written)) return onPath([written]) ?? written;
  return folder ? path.join(folder.fsPath, written) : written;
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: PROBE_LIMIT, windowsHide: true }, (error) => resolve(!error));
  });
}
