/** What the user can do with an example, from the Examples view, a hover, the palette or a code action. */

import * as vscode from 'vscode';
import { outcomeWords } from './describe';
import { debug, run } from './launching';
import type { Row } from './panel';
import type { Example, ExampleReference, Reached } from './protocol';
import { guardable, testable } from './protocol';
import type { Server } from './server';
import type { Session } from './session';
import { oneLine } from './shorten';

type Argument = Row | ExampleReference | undefined;

/** Registers the commands that need a running server. */
export function registerCommands(session: Session, server: () => Server | undefined): vscode.Disposable[] {
  const withExample = (
    command: string,
    title: string,
    fits: (example: Example) => boolean,
    act: (reference: ExampleReference, server: Server) => Promise<void>,
  ) =>
    vscode.commands.registerCommand(command, async (argument: Argument) => {
      const running = server();
      const reference = argument
        ? 'reference' in argument
          ? argument.reference
          : argument
        : await pick(session, title, fits);
      if (running && reference) await act(reference, running);
    });
  const any = (): boolean => true;
  const ask = (command: string) => async (reference: ExampleReference, running: Server) => {
    await answered(session, command, [reference], await running.command(command, reference));
  };
  return [
    withExample('fuzzwright.debugExample', 'Debug which example?', any, ask('fuzzwright.debug')),
    withExample(
      'fuzzwright.makeTest',
      'Make a test of which example?',
      (example) => testable(example.outcome),
      ask('fuzzwright.test'),
    ),
    withExample(
      'fuzzwright.makeGuard',
      'Guard against which example?',
      (example) => guardable(example.outcome),
      ask('fuzzwright.guard'),
    ),
    withExample('fuzzwright.copyCall', 'Copy the call of which example?', any, ask('fuzzwright.call')),
    withExample('fuzzwright.runExample', 'Run which example?', any, async (reference, running) => {
      await run(await running.command('fuzzwright.debug', reference));
    }),
    vscode.commands.registerCommand('fuzzwright.reachLine', async () => {
      const editor = vscode.window.activeTextEditor;
      const running = server();
      if (!editor || !running) return;
      const line = editor.selection.active.line;
      const argument = { uri: running.written(editor.document.uri), line };
      await answered(session, 'fuzzwright.reach', [argument], await running.command('fuzzwright.reach', argument));
    }),
    vscode.commands.registerCommand('fuzzwright.clear', () => session.pinned.clear()),
  ];
}

/** Does what is left to do when the server has answered a command. */
export async function answered(
  session: Session,
  command: string,
  args: readonly unknown[],
  answer: unknown,
): Promise<void> {
  switch (command) {
    case 'fuzzwright.reach': {
      const asked = args[0] as { readonly uri: string; readonly line: number };
      const known = answer as Reached | null;
      if (known?.found) session.reached(known);
      else if (known) session.asking(asked.uri, asked.line);
      return;
    }
    case 'fuzzwright.show': {
      const { uri, function: name } = args[0] as { readonly uri: string; readonly function: string };
      await session.select(uri, name);
      await vscode.commands.executeCommand('fuzzwright.examples.focus');
      return;
    }
    case 'fuzzwright.debug':
      return debug(answer);
    case 'fuzzwright.call':
      if (typeof answer !== 'string') return;
      await vscode.env.clipboard.writeText(answer);
      vscode.window.setStatusBarMessage('Copied: ' + oneLine(answer), 3000);
  }
}

/** Lets the user choose among the examples of the function at the cursor. */
async function pick(
  session: Session,
  title: string,
  fits: (example: Example) => boolean,
): Promise<ExampleReference | undefined> {
  const editor = vscode.window.activeTextEditor;
  const shown = editor && session.at(editor.document, editor.selection.active.line);
  const fitting = [...(shown?.told.examples ?? [])].sort((a, b) => a.slot - b.slot).filter(fits);
  if (!shown || fitting.length === 0) {
    void vscode.window.showInformationMessage('Put the cursor into a function that has examples.');
    return undefined;
  }
  const items = fitting.map((example) => ({
    label: oneLine(example.call),
    description: oneLine(outcomeWords(example)),
    id: example.id,
  }));
  const only =
    items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title, matchOnDescription: true });
  return only && { uri: shown.told.uri, function: shown.told.function, id: only.id };
}
