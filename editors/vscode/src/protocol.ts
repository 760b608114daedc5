/** What goes over the wire between this client and `fuzzwright lsp`, besides standard LSP. Lines count from 0, except in
 * `lines` and `at` of an example, which count from 1. */

export type Outcome = 'returned' | 'mistyped' | 'raised' | 'refused' | 'too_much' | 'hangs' | 'dies' | 'blocked';
export type State = 'waiting' | 'fuzzing' | 'settled' | 'stale' | 'skipped' | 'gone';

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** One call and what came of it. */
export interface Example {
  readonly id: string;
  readonly slot: number;
  /** Its place among those that say most, from 0. */
  readonly rank: number;
  readonly call: string;
  readonly outcome: Outcome;
  /** The whole example on one line; it begins with the call. */
  readonly text: string;
  readonly result: string;
  readonly effect: string;
  readonly lines: readonly number[];
  readonly at: number;
  readonly traceback: string;
  readonly ordinary: boolean;
}

/** `fuzzwright/examples`, from the server: all there is to show of one function. */
export interface FunctionExamples {
  readonly uri: string;
  readonly version: number;
  readonly function: string;
  readonly range: Range;
  /** The end of the line where the signature ends. */
  readonly anchor: Position;
  readonly hash: string;
  readonly state: State;
  readonly reason: string;
  readonly examples: readonly Example[];
}

/** `fuzzwright/status`, from the server: what is going on, in one sentence. */
export interface Status {
  readonly text: string;
  readonly state: 'starting' | 'working' | 'idle' | 'paused' | 'trouble';
}

/** `fuzzwright/reached`, from the server, and the answer of the command `fuzzwright.reach`. */
export interface Reached {
  readonly uri: string;
  readonly line: number;
  readonly found: boolean;
  readonly text: string;
  readonly example?: Example | null;
}

/** Which example a command is about. */
export interface ExampleReference {
  readonly uri: string;
  readonly function: string;
  readonly id: string;
}

/** Whether the function itself is to blame. */
export const failed = (outcome: Outcome): boolean =>
  outcome === 'mistyped' || outcome === 'raised' || outcome === 'hangs' || outcome === 'dies';

/** Whether a test can say what should be: not of a result of another type, of too much, or of what is not allowed. */
export const testable = (outcome: Outcome): boolean => !['blocked', 'mistyped', 'too_much'].includes(outcome);

/** Whether a check at the start of the function can keep it from failing. */
export const guardable = (outcome: Outcome): boolean => failed(outcome) && outcome !== 'mistyped';

/** The name of the colour of an outcome. */
export function colourOf(outcome: Outcome): string {
  if (outcome === 'returned') return 'fuzzwright.returnedForeground';
  return failed(outcome) ? 'fuzzwright.failedForeground' : 'fuzzwright.refusedForeground';
}
