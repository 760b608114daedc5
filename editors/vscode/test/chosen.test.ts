import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosen } from '../src/chosen';
import type { Example, Outcome } from '../src/protocol';

const example = (slot: number, rank: number, outcome: Outcome = 'returned'): Example => ({
  id: `e${slot}`,
  slot,
  rank,
  call: 'f()',
  outcome,
  text: '',
  result: '',
  effect: '',
  lines: [],
  at: 0,
  traceback: '',
  ordinary: false,
});
const slots = (examples: readonly Example[]): number[] => examples.map(({ slot }) => slot);

test('all are shown in the order of their slots if there is room', () => {
  assert.deepEqual(slots(chosen([example(2, 2), example(0, 0), example(1, 1)], 4)), [0, 1, 2]);
});

test('those that say most are shown if there is none', () => {
  assert.deepEqual(slots(chosen([example(0, 0), example(1, 2), example(2, 3), example(3, 1)], 2)), [0, 3]);
});

test('what fails stands right behind one that returns, where it is seen', () => {
  const many = [example(0, 0), example(1, 3), example(2, 4, 'refused'), example(3, 1, 'raised'), example(4, 2, 'hangs')];
  assert.deepEqual(slots(chosen(many, 5)), [0, 3, 4, 1, 2]);
});

test('none are shown if none are wanted', () => {
  assert.deepEqual(chosen([example(0, 0)], 0), []);
});
