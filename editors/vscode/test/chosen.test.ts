import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosen } from '../src/chosen';
import type { Example, Outcome } from '../src/protocol';

const example = (slot: number, outcome: Outcome, ...lines: number[]): Example => ({
  id: `e${slot}`,
  slot,
  call: 'f()',
  outcome,
  text: '',
  result: '',
  effect: '',
  lines,
  at: 0,
  traceback: '',
  ordinary: false,
});
const slots = (examples: readonly Example[]): number[] => examples.map(({ slot }) => slot);

test('all are shown in the order of their slots if there is room', () => {
  assert.deepEqual(slots(chosen([example(2, 'raised', 1), example(0, 'returned', 1)], 4)), [0, 2]);
});

test('a failure is never left out for an example that returns', () => {
  const many = [
    example(0, 'returned', 1),
    example(1, 'returned', 2),
    example(2, 'returned', 3),
    example(3, 'raised', 4),
  ];
  assert.deepEqual(slots(chosen(many, 2)), [0, 3]);
});

test('an example that runs the same lines as one before gives way', () => {
  const many = [
    example(0, 'returned', 1, 2),
    example(1, 'returned', 1, 2),
    example(2, 'returned', 1, 3),
    example(3, 'refused', 4),
  ];
  assert.deepEqual(slots(chosen(many, 3)), [0, 2, 3]);
});

test('none are shown if none are wanted', () => {
  assert.deepEqual(chosen([example(0, 'returned', 1)], 0), []);
});
