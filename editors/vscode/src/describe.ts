/** An example in Markdown, for hovers and tooltips. */

import * as vscode from 'vscode';
import { guardable, testable, type Example, type ExampleReference, type Outcome } from './protocol';

const LINKS: readonly (readonly [string, string, (outcome: Outcome) => boolean])[] = [
  ['fuzzwright.runExample', 'Run', () => true],
  ['fuzzwright.debugExample', 'Debug', () => true],
  ['fuzzwright.makeTest', 'Make a test', testable],
  ['fuzzwright.makeGuard', 'Make a guard', guardable],
  ['fuzzwright.copyCall', 'Copy call', () => true],
];

/** What came of a call, in words. */
export function outcomeWords(example: Example): string {
  switch (example.outcome) {
    case 'returned':
      return example.effect && example.result === 'None' ? example.effect : `→ ${example.result}`;
    case 'mistyped':
      return `→ ${example.result}  ${example.effect}`;
    case 'raised':
      return `raises ${example.result}`;
    case 'refused':
      return `refuses: ${example.result}`;
    case 'too_much':
      return `is too much: ${example.result}`;
    case 'blocked':
      return `is not allowed to ${example.result}`;
    case 'hangs':
    case 'dies':
      return example.result ? `${example.outcome}: ${example.result}` : example.outcome;
  }
}

/** The whole example, with its traceback and what can be done with it. */
export function describe(example: Example, reference: ExampleReference): vscode.MarkdownString {
  const text = new vscode.MarkdownString(undefined, true);
  text.isTrusted = { enabledCommands: LINKS.map(([command]) => command) };
  text.appendCodeblock(example.text, 'python');
  if (example.traceback) text.appendCodeblock(example.traceback, 'text');
  const argument = encodeURIComponent(JSON.stringify([reference]));
  const links = LINKS.filter(([, , fits]) => fits(example.outcome)).map(
    ([command, title]) => `[${title}](command:${command}?${argument})`,
  );
  text.appendMarkdown('\n\n' + links.join(' · '));
  return text;
}
