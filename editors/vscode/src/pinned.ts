/** What the user asked to see and has not put away: the lines one example does not run, or what reaches a line. */

import * as vscode from 'vscode';
import type { Shown } from './documents';
import { colourOf, type Example, type Reached } from './protocol';
import { oneLine, withoutEnd } from './shorten';
import { unrun } from './unrun';

const LONGEST_ANSWER = 120;

export class Pinned implements vscode.Disposable {
  private readonly dimmed = vscode.window.createTextEditorDecorationType({ opacity: '0.35', isWholeLine: true });
  private readonly answer = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    after: { margin: '0 0 0 1.5em' },
  });
  private uri: string | undefined;
  private filter: { readonly function: string; readonly ids: ReadonlySet<string> } | undefined;

  constructor(private readonly changed: () => void) {}

  /** Which examples of a function are to be shown, if a question narrowed them down. */
  only(shown: Shown): ReadonlySet<string> | undefined {
    return this.uri === shown.told.uri && this.filter?.function === shown.told.function ? this.filter.ids : undefined;
  }

  /** Whether something is shown of this document. */
  holds(uri: string): boolean {
    return this.uri === uri;
  }

  /** Dims the lines of the function that the example does not run. */
  showRun(editor: vscode.TextEditor, shown: Shown, example: Example): void {
    this.begin(shown.told.uri);
    const { document } = editor;
    const moved = shown.anchor.line - shown.told.anchor.line;
    const lines = document.getText(new vscode.Range(shown.start.line, 0, shown.end.line + 1, 0)).split(/\r?\n/);
    const run = new Set(example.lines.map((line) => line - 1 + moved - shown.start.line));
    const within = unrun(lines, shown.anchor.line - shown.start.line + 1, run).map((line) => line + shown.start.line);
    const last = Math.min(shown.end.line, document.lineCount - 1);
    const ranges = within.filter((line) => line <= last).map((line) => document.lineAt(line).range);
    editor.setDecorations(this.dimmed, ranges);
  }

  /** Says beside a line that it is being looked for. */
  showAsking(editor: vscode.TextEditor, line: number): void {
    this.begin(editor.document.uri.toString());
    this.say(editor, line, 'looking for a call that gets here…', 'fuzzwright.noteForeground');
  }

  /** Says beside a line which call reaches it, and shows only the examples that do. */
  showReached(editor: vscode.TextEditor, reached: Reached, shown: Shown | undefined): void {
    this.begin(editor.document.uri.toString());
    const { example, line } = reached;
    if (example) this.say(editor, line, `reached by ${oneLine(example.text)}`, colourOf(example.outcome));
    else this.say(editor, line, oneLine(reached.text), 'fuzzwright.noteForeground');
    const moved = shown ? shown.anchor.line - shown.told.anchor.line : 0;
    const reaching = shown?.told.examples.filter(({ lines }) => lines.includes(line + 1 - moved)) ?? [];
    if (shown && reaching.length > 0) {
      this.filter = { function: shown.told.function, ids: new Set(reaching.map((example) => example.id)) };
      this.changed();
    }
  }

  /** Puts everything away. */
  clear(): void {
    if (!this.uri) return;
    for (const editor of vscode.window.visibleTextEditors) {
      editor.setDecorations(this.dimmed, []);
      editor.setDecorations(this.answer, []);
    }
    this.uri = undefined;
    const narrowed = this.filter !== undefined;
    this.filter = undefined;
    void vscode.commands.executeCommand('setContext', 'fuzzwright.pinned', false);
    if (narrowed) this.changed();
  }

  dispose(): void {
    this.dimmed.dispose();
    this.answer.dispose();
  }

  private begin(uri: string): void {
    this.clear();
    this.uri = uri;
    void vscode.commands.executeCommand('setContext', 'fuzzwright.pinned', true);
  }

  private say(editor: vscode.TextEditor, line: number, text: string, colour: string): void {
    const { end } = editor.document.lineAt(Math.min(line, editor.document.lineCount - 1)).range;
    const after = {
      contentText: withoutEnd(text, LONGEST_ANSWER),
      color: new vscode.ThemeColor(colour),
      fontStyle: 'italic',
    };
    editor.setDecorations(this.answer, [
      {
        range: new vscode.Range(end, end),
        hoverMessage: new vscode.MarkdownString().appendText(text),
        renderOptions: { after },
      },
    ]);
  }
}
