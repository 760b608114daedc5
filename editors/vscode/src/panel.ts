/** The Examples view in the side bar: all examples of the function at the cursor, each with what can be done with it. */

import * as vscode from 'vscode';
import { describe, outcomeWords } from './describe';
import type { Shown } from './documents';
import { colourOf, failed, guardable, testable, type Example, type ExampleReference } from './protocol';
import { oneLine, withoutMiddle, withoutName } from './shorten';

const LONGEST_CALL = 32;

/** One row of the view. */
export interface Row {
  readonly example: Example;
  readonly reference: ExampleReference;
}

function icon(example: Example): vscode.ThemeIcon {
  const name = example.outcome === 'returned' ? 'pass' : failed(example.outcome) ? 'error' : 'warning';
  return new vscode.ThemeIcon(name, new vscode.ThemeColor(colourOf(example.outcome)));
}

/** What is said above the rows. */
function message(shown: Shown | undefined): string | undefined {
  if (!shown) return undefined;
  const { state, reason, examples } = shown.told;
  if (examples.length > 0 && (shown.edited || state === 'stale')) return 'Of the text before the last change.';
  if (state === 'skipped') return `Not run: ${reason || 'no reason is known'}`;
  if (examples.length > 0) return reason || undefined;
  return state === 'settled' ? reason || 'No examples were found.' : 'Running…';
}

export class Panel implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changes.event;
  readonly view: vscode.TreeView<Row>;
  private shown: Shown | undefined;
  private rows: Row[] = [];

  constructor() {
    this.view = vscode.window.createTreeView('fuzzwright.examples', { treeDataProvider: this });
  }

  /** Shows the examples of a function, or of none. */
  show(shown: Shown | undefined): void {
    if (shown === this.shown) return;
    this.shown = shown;
    const examples = [...(shown?.told.examples ?? [])].sort((a, b) => a.slot - b.slot);
    this.rows = examples.map((example) => ({
      example,
      reference: { uri: shown?.told.uri ?? '', function: shown?.told.function ?? '', id: example.id },
    }));
    this.view.message = message(shown) ?? '';
    this.view.title = shown ? `Examples of ${shown.told.function}` : 'Examples';
    this.changes.fire(undefined);
  }

  getChildren(row?: Row): Row[] {
    return row ? [] : this.rows;
  }

  getParent(): undefined {
    return undefined;
  }

  getTreeItem({ example, reference }: Row): vscode.TreeItem {
    // The name stands above; of a long call the middle is left out, so that what came of it can be seen.
    const { call } = withoutName(example, reference.function);
    const item = new vscode.TreeItem(withoutMiddle(oneLine(call), LONGEST_CALL));
    // The same id while simpler inputs take its place, so that a selection stays.
    item.id = `${reference.uri}#${reference.function}#${reference.id}`;
    item.description = oneLine(
      example.text.startsWith(example.call) ? example.text.slice(example.call.length).trim() : outcomeWords(example),
    );
    item.iconPath = icon(example);
    item.tooltip = describe(example, reference);
    item.contextValue = guardable(example.outcome)
      ? 'example failing'
      : testable(example.outcome)
        ? 'example'
        : 'example blocked';
    item.accessibilityInformation = { label: example.text };
    return item;
  }

  dispose(): void {
    this.view.dispose();
    this.changes.dispose();
  }
}
