/** Fuzzwright for VS Code: shows example calls and crashes of Python functions as they are written.
 *
 * A thin client. Functions are run by the server in sandboxed processes; nothing of the user's code runs in here. */

import * as vscode from 'vscode';
import { answered, registerCommands } from './commands';
import { findPython, findStart, onPythonChosen } from './interpreter';
import { Server } from './server';
import { Session } from './session';
import { OF_THE_SERVER, readSettings } from './settings';
import { StatusBar } from './statusbar';

const TOLD = 'fuzzwright.told';

let stop: (() => Promise<void>) | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('Fuzzwright');
  const session = new Session();
  const bar = new StatusBar();
  let server: Server | undefined;
  let hidden = false;
  let paused = false;
  let starting: Promise<void> = Promise.resolve();

  const running = (is: boolean): void => {
    void vscode.commands.executeCommand('setContext', 'fuzzwright.running', is);
    if (is) session.connect(server);
    else bar.tell({ text: 'is not running', state: 'starting' });
  };

  const restart = async (): Promise<void> => {
    const old = server;
    server = undefined;
    paused = false;
    session.connect(undefined);
    await old?.stop().catch(() => undefined);
    const settings = readSettings();
    if (!settings.enabled) {
      bar.hide();
      return;
    }
    bar.tell({ text: 'is starting', state: 'starting' });
    const folder = vscode.workspace.workspaceFolders?.[0];
    const python = await findPython(folder?.uri, settings.python);
    const start = await findStart(python);
    if (!start) {
      bar.tell({ text: 'is not installed for ' + (python ?? 'any Python'), state: 'trouble' });
      await tellMissing(python);
      return;
    }
    log.appendLine(`starting ${[start.command, ...start.args].join(' ')}`);
    server = new Server(start, settings, folder, log, {
      examples: (told) => session.tell(told),
      status: (status) => bar.tell(status),
      reached: (reached) => session.reached(reached),
      running,
      opened: () => session.looked(true),
      paintedAt: (document, position) => session.paintedAt(document, position),
      answered: (command, args, answer) => answered(session, command, args, answer),
    });
    try {
      await server.start();
      server.setHidden(hidden);
    } catch (error) {
      bar.tell({ text: `could not be started: ${String(error)}`, state: 'trouble' });
    }
  };
  // One at a time: a setting may change while a server is still starting.
  const restartInTurn = (): Promise<void> => (starting = starting.then(restart, restart));

  const toggle = (): void => {
    hidden = !hidden;
    session.setHidden(hidden);
    server?.setHidden(hidden);
    bar.setHidden(hidden);
  };

  const stopOrGoOn = async (): Promise<void> => {
    const answer = (await server?.command('fuzzwright.pause', { paused: !paused })) as
      { readonly paused?: boolean } | null | undefined;
    paused = answer?.paused ?? paused;
  };

  const menu = async (): Promise<void> => {
    const items = [
      { label: hidden ? '$(eye) Show examples' : '$(eye-closed) Hide examples', command: 'fuzzwright.toggle' },
      {
        label: paused ? '$(play) Go on running functions' : '$(debug-pause) Stop running functions',
        command: 'fuzzwright.stopOrGoOn',
      },
      { label: '$(list-unordered) Examples of the function at the cursor', command: 'fuzzwright.examples.focus' },
      { label: '$(gear) Settings', command: 'workbench.action.openSettings', argument: 'fuzzwright.' },
      { label: '$(output) Log', command: 'fuzzwright.showLog' },
      { label: '$(refresh) Restart', command: 'fuzzwright.restart' },
    ];
    const chosen = await vscode.window.showQuickPick(items, { title: `Fuzzwright ${bar.text}` });
    if (chosen) await vscode.commands.executeCommand(chosen.command, ...(chosen.argument ? [chosen.argument] : []));
  };

  context.subscriptions.push(
    log,
    session,
    bar,
    ...registerCommands(session, () => server),
    vscode.commands.registerCommand('fuzzwright.toggle', toggle),
    vscode.commands.registerCommand('fuzzwright.stopOrGoOn', stopOrGoOn),
    vscode.commands.registerCommand('fuzzwright.restart', restartInTurn),
    vscode.commands.registerCommand('fuzzwright.showLog', () => log.show()),
    vscode.commands.registerCommand('fuzzwright.menu', menu),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (OF_THE_SERVER.some((name) => event.affectsConfiguration(`fuzzwright.${name}`))) void restartInTurn();
      else if (event.affectsConfiguration('fuzzwright')) session.settingsChanged();
    }),
  );
  stop = async () => server?.stop();
  void tellOnce(context);
  await restartInTurn();
  onPythonChosen(context, () => void restartInTurn());
}

export async function deactivate(): Promise<void> {
  await stop?.();
}

/** Says, the first time, that functions are executed. */
async function tellOnce(context: vscode.ExtensionContext): Promise<void> {
  if (context.globalState.get(TOLD) || !readSettings().enabled) return;
  await context.globalState.update(TOLD, true);
  const off = 'Turn Off Here';
  const sentence =
    'Fuzzwright executes the Python functions you look at, in a sandbox, to show example calls beside them.';
  const answer = await vscode.window.showInformationMessage(sentence, 'OK', off);
  if (answer === off)
    await vscode.workspace
      .getConfiguration('fuzzwright')
      .update('enabled', false, vscode.ConfigurationTarget.Workspace);
}

/** Says how to install fuzzwright. */
async function tellMissing(python: string | undefined): Promise<void> {
  const command = `${python ?? 'python3'} -m pip install "fuzzwright[lsp]"`;
  const copy = 'Copy Command';
  const choose = 'Choose Python';
  const answer = await vscode.window.showWarningMessage(
    `Fuzzwright is not installed for this Python. Install it with: ${command}`,
    copy,
    choose,
  );
  if (answer === copy) await vscode.env.clipboard.writeText(command);
  if (answer === choose) await vscode.commands.executeCommand('workbench.action.openSettings', 'fuzzwright.python');
}
