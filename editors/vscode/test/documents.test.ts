import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOf, OpenText, type Edit, type Read } from '../src/documents';
import type { FunctionExamples } from '../src/protocol';

const place = (line: number, character: number) => ({ line, character });

/** Where there is no text to compare with, every edit counts. */
let texts = 0;
const unlike: Read = () => String(texts++);

/** `def f():` on line 10 with a body to line 12, as of version 1. */
const told = (state: FunctionExamples['state'] = 'settled', version = 1): FunctionExamples => ({
  uri: 'file:///f.py',
  version,
  function: 'f',
  range: { start: place(10, 0), end: place(12, 12) },
  anchor: place(10, 8),
  hash: 'h',
  state,
  reason: '',
  examples: [],
});

const typed = (line: number, character: number, text: string): Edit => {
  const start = place(line, character);
  return { start, end: start, newEnd: endOf(start, text) };
};

function after(...edits: Edit[]): OpenText {
  const text = new OpenText();
  text.tell(told(), unlike);
  text.edit(2, edits, unlike);
  return text;
}

test('a line typed above moves a function and leaves it as it is', () => {
  const shown = after(typed(3, 0, 'import os\n')).named('f');
  assert.deepEqual([shown?.start.line, shown?.anchor.line, shown?.end.line, shown?.edited], [11, 11, 13, false]);
});

test('a line typed right before the def moves it too', () => {
  const shown = after(typed(10, 0, 'x = 1\n')).named('f');
  assert.deepEqual([shown?.start.line, shown?.anchor.line, shown?.edited], [11, 11, false]);
});

test('typing below a function does nothing to it', () => {
  const shown = after(typed(15, 0, 'y = 2\n')).named('f');
  assert.deepEqual([shown?.anchor.line, shown?.end.line, shown?.edited], [10, 12, false]);
});

test('typing in the body makes it edited', () => {
  assert.equal(after(typed(11, 4, 'a')).named('f')?.edited, true);
});

test('typing at the end of the body makes it edited', () => {
  assert.equal(after(typed(12, 12, ' + 1')).named('f')?.edited, true);
});

test('a line opened behind the signature leaves the examples beside it', () => {
  const shown = after(typed(10, 8, '\n    ')).named('f');
  assert.deepEqual([shown?.anchor.line, shown?.end.line, shown?.edited], [10, 13, true]);
});

test('a line break inside the signature takes the examples along to its end', () => {
  assert.equal(after(typed(10, 6, '\n')).named('f')?.anchor.line, 11);
});

test('a deleted function is gone at once', () => {
  const edit = { start: place(9, 0), end: place(13, 0), newEnd: place(9, 0) };
  assert.equal(after(edit).named('f'), undefined);
});

test('an answer for an older text is moved by the edits since', () => {
  const text = new OpenText();
  text.edit(2, [typed(0, 0, '\n\n')], unlike);
  text.edit(3, [typed(13, 4, 'x')], unlike);
  text.tell(told('settled', 1), unlike);
  const shown = text.named('f');
  assert.deepEqual([shown?.anchor.line, shown?.edited], [12, true]);
});

test('an answer for the current text stays where it says', () => {
  const text = new OpenText();
  text.edit(2, [typed(0, 0, '\n\n')], unlike);
  text.tell(told('settled', 2), unlike);
  assert.deepEqual([text.named('f')?.anchor.line, text.named('f')?.edited], [10, false]);
});

test('a function that is gone is forgotten', () => {
  const text = after();
  text.tell(told('gone', 2), unlike);
  assert.deepEqual(text.all(), []);
});

test('the innermost function holds a line', () => {
  const text = after();
  text.tell(
    {
      ...told('settled', 2),
      function: 'f.inner',
      range: { start: place(11, 4), end: place(12, 12) },
      anchor: place(11, 14),
    },
    unlike,
  );
  assert.equal(text.at(12)?.told.function, 'f.inner');
  assert.equal(text.at(10)?.told.function, 'f');
  assert.equal(text.at(20), undefined);
});

test('what was typed and undone is as it was, without a word from the server', () => {
  const text = new OpenText();
  text.tell(told(), () => 'def f(): return 1');
  text.edit(2, [typed(12, 12, ' +')], () => 'def f(): return 1 +');
  assert.equal(text.named('f')?.edited, true);
  text.edit(3, [{ start: place(12, 12), end: place(12, 14), newEnd: place(12, 12) }], () => 'def f(): return 1');
  assert.equal(text.named('f')?.edited, false);
});
