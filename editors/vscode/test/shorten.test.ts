import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shorten, withoutName } from '../src/shorten';

const raising = (call: string) => ({ call, text: `${call} raises ZeroDivisionError: division by zero` });

test('what fits is left alone', () => {
  assert.equal(shorten(raising('f([])'), 80), 'f([]) raises ZeroDivisionError: division by zero');
});

test('a long call gives way to what came of it', () => {
  const text = shorten(raising(`f([${'0, '.repeat(60)}0])`), 80);
  assert.equal([...text].length, 80);
  assert.match(text, /^f\(\[0, 0.*….*0\]\) raises ZeroDivisionError/);
});

test('a long result is cut at its end', () => {
  const text = shorten({ call: 'f(1)', text: `f(1) → ${'x'.repeat(200)}` }, 40);
  assert.equal([...text].length, 40);
  assert.match(text, /^f\(1\) → x+…$/);
});

test('letters outside the first plane are not torn apart', () => {
  const text = shorten({ call: `f("${'😀'.repeat(50)}")`, text: `f("${'😀'.repeat(50)}") → 1` }, 20);
  assert.ok(!/[\ud800-\udbff](?![\udc00-\udfff])/.test(text));
  assert.ok([...text].length <= 20);
});

for (const width of [16, 17, 25, 40, 79]) {
  test(`a long example takes at most ${width} characters`, () => {
    assert.ok([...shorten(raising('function_with_a_name([1, 2, 3], {"a": 1})'), width)].length <= width);
  });
}

test('line breaks become spaces', () => {
  assert.equal(shorten({ call: 'f(1)', text: 'f(1) → a\n  b' }, 40), 'f(1) → a b');
});

test('the name of the function is left out beside its signature', () => {
  const { call, text } = withoutName(raising('f([")"], g(1))'), 'f');
  assert.deepEqual([call, text], ['([")"], g(1))', '([")"], g(1)) raises ZeroDivisionError: division by zero']);
});

for (const call of ['C(1).f(2)', 'f(1).close()', 'f2(1)', 'await f(1)', 'list(f(1))']) {
  test(`the name stays in ${call}`, () => {
    assert.equal(withoutName(raising(call), 'f').call, call);
  });
}
