/** Paints examples beside signatures.
 *
 * VS Code sorts decorations at one position by the key of their type, as a string; options of one type come in any
 * order. So there is one type per place in the row, sorted by key, and place k always shows example k. This is not
 * documented, so a test watches it. */

import * as vscode from 'vscode';
import { chosen } from './chosen';
import { describe } from './describe';
import type { Shown } from './documents';
import { colourOf } from './protocol';
import { shorten, withoutName } from './shorten';

export const MOST_PLACES = 12;
const DIM = 'none; opacity: 0.45';

/** Spaces that are not put together when they are painted: they set apart what else a call did. */
const spaced = (text: string): string => text.replaceAll('  ', '\u00a0 ');

/** What to paint in one editor. */
export interface Picture {
  readonly functions: readonly Shown[];
  readonly maxExamples: number;
  readonly width: number;
  /** Lines being typed in: nothing is painted there. */
  readonly quiet: ReadonlySet<number>;
  /** Says which examples of a function to show, if not all. */
  readonly only: (shown: Shown) => ReadonlySet<string> | undefined;
}

export class Hints implements vscode.Disposable {
  private readonly places: readonly vscode.TextEditorDecorationType[];
  private readonly note: vscode.TextEditorDecorationType;

  constructor() {
    const types = Array.from({ length: MOST_PLACES + 1 }, () =>
      vscode.window.createTextEditorDecorationType({
        rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
        after: { margin: '0 0 0 1.5em' },
      }),
    ).sort((a, b) => (a.key < b.key ? -1 : 1));
    this.note = types[MOST_PLACES] as vscode.TextEditorDecorationType;
    this.places = types.slice(0, MOST_PLACES);
  }

  /** Replaces everything painted in an editor. */
  paint(editor: vscode.TextEditor, picture: Picture): void {
    const places: vscode.DecorationOptions[][] = this.places.map(() => []);
    const notes: vscode.DecorationOptions[] = [];
    for (const shown of picture.functions) {
      const line = shown.anchor.line;
      if (line >= editor.document.lineCount || picture.quiet.has(line)) continue;
      const end = editor.document.lineAt(line).range.end;
      const range = new vscode.Range(end, end);
      const dim = shown.edited || shown.told.state === 'stale';
      const only = picture.only(shown);
      const fitting = only ? shown.told.examples.filter((example) => only.has(example.id)) : shown.told.examples;
      const beside = chosen(fitting, Math.min(picture.maxExamples, MOST_PLACES));
      beside.forEach((example, place) => {
        places[place]?.push({
          range,
          hoverMessage: describe(example, { uri: shown.told.uri, function: shown.told.function, id: example.id }),
          renderOptions: {
            after: {
              contentText: spaced(shorten(withoutName(example, shown.told.function), picture.width)),
              color: new vscode.ThemeColor(colourOf(example.outcome)),
              ...(dim ? { textDecoration: DIM } : {}),
            },
          },
        });
      });
      const hidden = shown.told.examples.length - beside.length;
      if (hidden > 0 && picture.maxExamples > 0) {
        const contentText = `+${hidden} more`;
        const color = new vscode.ThemeColor('fuzzwright.noteForeground');
        notes.push({
          range,
          renderOptions: { after: { contentText, color, ...(dim ? { textDecoration: DIM } : {}) } },
        });
      }
    }
    this.places.forEach((type, place) => editor.setDecorations(type, places[place] ?? []));
    editor.setDecorations(this.note, notes);
  }

  /** Takes everything away. */
  clear(editor: vscode.TextEditor): void {
    for (const type of [...this.places, this.note]) editor.setDecorations(type, []);
  }

  dispose(): void {
    for (const type of [...this.places, this.note]) type.dispose();
  }
}
