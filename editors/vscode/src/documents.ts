/** What is known of the functions of each open text, kept in step with typing. Knows nothing of VS Code.
 *
 * Examples arrive for the text of some version; by then the text may have changed. So the latest edits are kept, and
 * places move along with them: at once when the user types, and again when an answer for an older text arrives. */

import type { FunctionExamples, Position } from './protocol';

/** The text between `start` and `end` was replaced by text that ends at `newEnd`. */
export interface Edit {
  readonly start: Position;
  readonly end: Position;
  readonly newEnd: Position;
}

/** A function as it is to be shown: places are those of the current text. */
export interface Shown {
  readonly told: FunctionExamples;
  readonly start: Position;
  readonly anchor: Position;
  readonly end: Position;
  /** The function was edited after its examples were made. */
  readonly edited: boolean;
  /** The text it has examples of, if that was still there when they came. */
  readonly source: string | undefined;
}

/** Reads the current text between two places. */
export type Read = (start: Position, end: Position) => string;

interface Version {
  readonly number: number;
  readonly edits: readonly Edit[];
}

const KEPT_VERSIONS = 200;

const before = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

/** Where `newText`, written at `start`, ends. */
export function endOf(start: Position, newText: string): Position {
  const lines = newText.split('\n');
  const last = lines[lines.length - 1] ?? '';
  return lines.length === 1
    ? { line: start.line, character: start.character + last.length }
    : { line: start.line + lines.length - 1, character: last.length };
}

/** Where a place is after an edit. What is typed exactly there comes before it if `pushed`, else behind it. */
export function movePlace(place: Position, edit: Edit, pushed: boolean): Position {
  if (before(place, edit.start)) return place;
  const here = !before(edit.start, place) && !before(place, edit.end);
  if (before(place, edit.end)) return pushed ? edit.newEnd : edit.start;
  if (here && !pushed) return place;
  const character =
    place.line === edit.end.line ? place.character + edit.newEnd.character - edit.end.character : place.character;
  return { line: place.line + edit.newEnd.line - edit.end.line, character };
}

/** A function after an edit, or nothing if its signature was deleted. */
export function moveShown(shown: Shown, edit: Edit): Shown | undefined {
  const beginsBefore = !before(shown.start, edit.start);
  if (beginsBefore && before(shown.start, edit.end) && !before(edit.end, shown.anchor)) return undefined;
  const touched = before(shown.start, edit.end) && !before(shown.end, edit.start);
  const typedInside = before(shown.start, edit.start) && !before(shown.end, edit.start);
  return {
    told: shown.told,
    start: movePlace(shown.start, edit, true),
    // Enter behind the colon opens a line below the signature: the examples stay where they are.
    anchor: movePlace(shown.anchor, edit, false),
    end: movePlace(shown.end, edit, true),
    edited: shown.edited || touched || typedInside,
    source: shown.source,
  };
}

function restored(shown: Shown, read: Read): Shown {
  const same = shown.edited && shown.source !== undefined && read(shown.start, shown.end) === shown.source;
  return same ? { ...shown, edited: false } : shown;
}

/** The functions of one open text. */
export class OpenText {
  private readonly functions = new Map<string, Shown>();
  private readonly versions: Version[] = [];

  /** Moves everything along with edits, given in the order in which they apply. What was undone is as it was. */
  edit(version: number, edits: readonly Edit[], read: Read): void {
    this.versions.push({ number: version, edits });
    if (this.versions.length > KEPT_VERSIONS) this.versions.shift();
    for (const [name, shown] of this.functions) {
      const moved = this.movedBy(shown, edits);
      if (moved) this.functions.set(name, restored(moved, read));
      else this.functions.delete(name);
    }
  }

  /** Takes what the server says of a function. */
  tell(told: FunctionExamples, read: Read): void {
    if (told.state === 'gone') {
      this.functions.delete(told.function);
      return;
    }
    let shown: Shown | undefined = {
      told,
      start: told.range.start,
      anchor: told.anchor,
      end: told.range.end,
      edited: false,
      source: undefined,
    };
    for (const version of this.versions) {
      if (version.number > told.version && shown) shown = this.movedBy(shown, version.edits);
    }
    if (shown)
      this.functions.set(told.function, { ...shown, source: shown.edited ? undefined : read(shown.start, shown.end) });
    else this.functions.delete(told.function);
  }

  /** All functions, in the order of the text. */
  all(): Shown[] {
    return [...this.functions.values()].sort((a, b) => a.start.line - b.start.line);
  }

  named(name: string): Shown | undefined {
    return this.functions.get(name);
  }

  /** The innermost function that holds a line. */
  at(line: number): Shown | undefined {
    const around = this.all().filter((shown) => shown.start.line <= line && line <= shown.end.line);
    return around[around.length - 1];
  }

  private movedBy(shown: Shown, edits: readonly Edit[]): Shown | undefined {
    let moved: Shown | undefined = shown;
    for (const edit of edits) moved = moved && moveShown(moved, edit);
    return moved;
  }
}
