import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unrun } from '../src/unrun';

const dimmed = (text: string, run: number[]): string[] => {
  const lines = text.split('\n');
  return unrun(lines, 1, new Set(run)).map((line) => (lines[line] ?? '').trim());
};

test('lines that do not run are dimmed', () => {
  assert.deepEqual(dimmed('def f(n):\n    if n:\n        return 1\n    return 0', [1, 3]), ['return 1']);
});

test('a statement over several lines runs as a whole', () => {
  const text = 'def f(n):\n    x = g(\n        n,\n        "(",\n    )\n    return (\n        x\n    )';
  assert.deepEqual(dimmed(text, [1]), ['return (', 'x', ')']);
});

test('a statement that is known by a later line of it runs', () => {
  assert.deepEqual(dimmed('def f(n):\n    return g(\n        n\n    )', [2]), []);
});

test('else and comments go with what follows them', () => {
  const text = 'def f(n):\n    if n:\n        # one\n        return 1\n    else:\n        # none\n        return 0';
  assert.deepEqual(dimmed(text, [1, 3]), ['else:', '# none', 'return 0']);
  assert.deepEqual(dimmed(text, [1, 6]), ['# one', 'return 1']);
});

test('a docstring and blank lines stay', () => {
  assert.deepEqual(dimmed('def f(n):\n    """One\n\n    two (\n    """\n\n    return n', [6]), []);
});

test('a backslash carries on', () => {
  assert.deepEqual(dimmed('def f(n):\n    x = n + \\\n        1\n    return x', [3]), ['x = n + \\', '1']);
});
