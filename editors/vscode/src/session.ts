/** What is on the screen: keeps open texts, hints and the Examples view in step with typing and with the server. */

import * as vscode from 'vscode';
import { endOf, OpenText, type Edit, type Read, type Shown } from './documents';
import { Hints } from './hints';
import { Panel } from './panel';
import { Pinned } from './pinned';
import { failed, type FunctionExamples, type Reached } from './protocol';
import type { Server } from './server';
import { readSettings } from './settings';

const BETWEEN_PAINTS = 250;
const QUIET_AFTER_TYPING = 300;
const SCROLL_DELAY = 80;
/** Lines above and below the screen that are painted too, so that scrolling a little shows them at once. */
const MARGIN = 60;

export class Session implements vscode.Disposable {
  readonly panel = new Panel();
  readonly pinned = new Pinned(() => this.paint());
  private readonly hints = new Hints();
  private readonly texts = new Map<string, OpenText>();
  private readonly subscriptions: vscode.Disposable[] = [];
  private settings = readSettings();
  private server: Server | undefined;
  private hidden = false;
  private quiet: { readonly uri: string; readonly lines: Set<number>; readonly until: number } | undefined;
  private painted = 0;
  private paintTimer: NodeJS.Timeout | undefined;
  private quietTimer: NodeJS.Timeout | undefined;
  private lookTimer: NodeJS.Timeout | undefined;

  constructor() {
    this.subscriptions.push(
      vscode.workspace.onDidChangeTextDocument((event) => this.edited(event)),
      vscode.workspace.onDidCloseTextDocument((document) => this.texts.delete(document.uri.toString())),
      vscode.window.onDidChangeVisibleTextEditors(() => this.looked(true)),
      vscode.window.onDidChangeActiveTextEditor(() => this.looked(true)),
      vscode.window.onDidChangeTextEditorVisibleRanges(() => {
        this.paintSoon();
        this.looked(false);
      }),
      vscode.window.onDidChangeTextEditorSelection((event) => this.moved(event)),
      this.panel.view.onDidChangeVisibility(() => this.looked(false)),
      this.panel.view.onDidChangeSelection(({ selection }) => {
        const row = selection[0];
        if (row) this.showRun(row.reference.uri, row.reference.function, row.example.id);
        else this.pinned.clear();
      }),
    );
  }

  /** Takes a server that has started, or none. What is known is of the old one, so it is forgotten. */
  connect(server: Server | undefined): void {
    this.server = server;
    this.texts.clear();
    this.pinned.clear();
    this.paint();
    if (server) this.looked(true);
  }

  /** Takes what the server says of a function. */
  tell(told: FunctionExamples): void {
    const uri = vscode.Uri.parse(told.uri).toString();
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri);
    if (!document) return;
    const text = this.text(document);
    const before = text.named(told.function);
    text.tell(told, readerOf(document));
    // The first example and the first crash are worth a paint of their own, and what is no longer there goes at once.
    const news = (test: (shown: Shown) => boolean): boolean => {
      const after = text.named(told.function);
      return Boolean(after && test(after)) && !(before && test(before));
    };
    const urgent =
      told.state === 'gone' ||
      news(({ told: { examples } }) => examples.length > 0) ||
      news(({ told: { examples } }) => examples.some((example) => failed(example.outcome)));
    if (urgent) this.paint();
    else this.paintSoon();
  }

  /** Shows what reaches a line. */
  reached(reached: Reached): void {
    const editor = this.editorOf(reached.uri);
    if (!editor) return;
    this.pinned.showReached(editor, reached, this.texts.get(editor.document.uri.toString())?.at(reached.line));
  }

  /** Says that a line is being looked for. */
  asking(uri: string, line: number): void {
    const editor = this.editorOf(uri);
    if (editor) this.pinned.showAsking(editor, line);
  }

  /** The function that holds a line. */
  at(document: vscode.TextDocument, line: number): Shown | undefined {
    return this.texts.get(document.uri.toString())?.at(line);
  }

  /** Whether examples are painted at a position: they stand behind the end of a line. */
  paintedAt(document: vscode.TextDocument, position: vscode.Position): boolean {
    if (this.hidden || this.settings.maxExamples === 0 || position.isBefore(document.lineAt(position).range.end))
      return false;
    const functions = this.texts.get(document.uri.toString())?.all() ?? [];
    return functions.some(({ anchor, told }) => anchor.line === position.line && told.examples.length > 0);
  }

  named(uri: string, name: string): Shown | undefined {
    return this.texts.get(vscode.Uri.parse(uri).toString())?.named(name);
  }

  /** Puts the cursor on a function, so that the Examples view shows it. */
  async select(uri: string, name: string): Promise<void> {
    const shown = this.named(uri, name);
    if (!shown) return;
    const { line } = shown.anchor;
    await vscode.window.showTextDocument(vscode.Uri.parse(uri), { selection: new vscode.Range(line, 0, line, 0) });
  }

  setHidden(hidden: boolean): void {
    this.hidden = hidden;
    if (hidden) this.pinned.clear();
    this.paint();
    this.looked(false);
  }

  settingsChanged(): void {
    this.settings = readSettings();
    this.paint();
  }

  dispose(): void {
    for (const timer of [this.paintTimer, this.quietTimer, this.lookTimer]) clearTimeout(timer);
    for (const each of [...this.subscriptions, this.panel, this.pinned, this.hints]) each.dispose();
  }

  private text(document: vscode.TextDocument): OpenText {
    const uri = document.uri.toString();
    let text = this.texts.get(uri);
    if (!text) this.texts.set(uri, (text = new OpenText()));
    return text;
  }

  private editorOf(uri: string): vscode.TextEditor | undefined {
    const wanted = vscode.Uri.parse(uri).toString();
    return vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === wanted);
  }

  private showRun(uri: string, name: string, id: string): void {
    const editor = this.editorOf(uri);
    const shown = this.named(uri, name);
    const example = shown?.told.examples.find((each) => each.id === id);
    if (!editor || !shown || !example) return;
    this.pinned.showRun(editor, shown, example);
    editor.revealRange(
      new vscode.Range(shown.start.line, 0, shown.start.line, 0),
      vscode.TextEditorRevealType.InCenterIfOutsideViewport,
    );
  }

  private edited(event: vscode.TextDocumentChangeEvent): void {
    const { document, contentChanges } = event;
    if (document.languageId !== 'python' || contentChanges.length === 0) return;
    const uri = document.uri.toString();
    // Changes of one event are told from the end of the text to its beginning, so that they do not move each other.
    const edits: Edit[] = contentChanges.map(({ range, text }) => ({
      start: range.start,
      end: range.end,
      newEnd: endOf(range.start, text),
    }));
    this.text(document).edit(document.version, edits, readerOf(document));
    if (this.pinned.holds(uri)) this.pinned.clear();
    this.quiet = { uri, lines: new Set(edits.map((edit) => edit.newEnd.line)), until: Date.now() + QUIET_AFTER_TYPING };
    clearTimeout(this.quietTimer);
    this.quietTimer = setTimeout(() => this.paint(), QUIET_AFTER_TYPING);
    this.paint();
  }

  private moved(event: vscode.TextEditorSelectionChangeEvent): void {
    if (event.textEditor.document.languageId !== 'python') return;
    this.showAtCursor();
    this.looked(false);
  }

  private showAtCursor(): void {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return; // the side bar has the focus: what it shows stays
    this.panel.show(
      editor.document.languageId === 'python' ? this.at(editor.document, editor.selection.active.line) : undefined,
    );
  }

  /** Tells the server what is on the screen, once it has stopped moving. */
  looked(now: boolean): void {
    clearTimeout(this.lookTimer);
    this.lookTimer = setTimeout(() => this.tellLook(), now ? 0 : SCROLL_DELAY);
    if (now) this.paint();
  }

  private tellLook(): void {
    if (!this.server) return;
    const wanted = !this.hidden || this.panel.view.visible;
    const byDocument = new Map<string, { readonly uri: vscode.Uri; readonly ranges: vscode.Range[] }>();
    for (const document of vscode.workspace.textDocuments) {
      if (isOurs(document)) byDocument.set(document.uri.toString(), { uri: document.uri, ranges: [] });
    }
    for (const editor of vscode.window.visibleTextEditors) {
      if (wanted) byDocument.get(editor.document.uri.toString())?.ranges.push(...screenOf(editor));
    }
    for (const { uri, ranges } of byDocument.values()) this.server.visible(uri, ranges);
    const active = vscode.window.activeTextEditor;
    if (active && isOurs(active.document)) this.server.focus(active.document.uri, active.selection.active.line);
  }

  private paintSoon(): void {
    if (this.paintTimer) return;
    const wait = Math.max(0, this.painted + BETWEEN_PAINTS - Date.now());
    this.paintTimer = setTimeout(() => this.paint(), wait);
  }

  private paint(): void {
    clearTimeout(this.paintTimer);
    this.paintTimer = undefined;
    this.painted = Date.now();
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.languageId !== 'python') continue;
      const text = this.texts.get(editor.document.uri.toString());
      if (!text || this.hidden) this.hints.clear(editor);
      else {
        const functions = text.all().filter((shown) => nearScreen(editor, shown.anchor.line));
        const only = (shown: Shown): ReadonlySet<string> | undefined => this.pinned.only(shown);
        this.hints.paint(editor, { ...this.settings, functions, quiet: this.quietLines(editor), only });
      }
    }
    this.showAtCursor();
  }

  private quietLines(editor: vscode.TextEditor): ReadonlySet<number> {
    if (this.quiet?.uri !== editor.document.uri.toString() || Date.now() >= this.quiet.until - 5) return new Set();
    return new Set([...this.quiet.lines, ...editor.selections.map((selection) => selection.active.line)]);
  }
}

/** What an editor shows; all of its text, as long as VS Code does not know. */
function screenOf(editor: vscode.TextEditor): readonly vscode.Range[] {
  const { visibleRanges, document } = editor;
  return visibleRanges.length > 0 ? visibleRanges : [new vscode.Range(0, 0, document.lineCount, 0)];
}

function nearScreen(editor: vscode.TextEditor, line: number): boolean {
  return screenOf(editor).some(({ start, end }) => start.line - MARGIN <= line && line <= end.line + MARGIN);
}

function readerOf(document: vscode.TextDocument): Read {
  return (start, end) => document.getText(new vscode.Range(start.line, start.character, end.line, end.character));
}

function isOurs(document: vscode.TextDocument): boolean {
  return document.languageId === 'python' && document.uri.scheme === 'file';
}
