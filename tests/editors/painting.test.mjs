// How examples look, with a server that says the same every time.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openWorkbench, stubPython } from './workbench.mjs';

const FILES = {
  'every.py': 'def every(n: int) -> int:\n    if n:\n        return 1\n    return 0\n\n\ndef skipped(n):\n    return n\n\n\ndef old(n: int) -> int:\n    return n\n',
  'restless.py': 'def restless(n: int, m: int) -> int:\n    return n\n',
};
const GREEN = 'rgb(143, 191, 143)';
const RED = 'rgb(240, 136, 122)';
const YELLOW = 'rgb(215, 186, 125)';

let workbench;
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stub-'));
  workbench = await openWorkbench({ files: FILES, python: stubPython(folder), settings: { 'fuzzwright.maxExamples': 6 } });
});

after(async () => {
  await workbench?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the first activation says that functions are executed', async () => {
  await workbench.openFile('every.py');
  await workbench.page.getByText('executes the Python functions you look at, in a sandbox').first().waitFor();
});

test('every outcome has its colour and its word', async () => {
  const hints = await workbench.hintsWhere('def every', (seen) => seen.length === 6);
  assert.deepEqual(hints.map(({ color }) => color), [GREEN, RED, RED, RED, YELLOW, YELLOW]);
  assert.deepEqual(
    hints.map(({ text }) => text),
    ['(0) → 0', '(1) raises ZeroDivisionError: division by zero', '(3) hangs', '(4) dies: SIGSEGV', '(2) refuses: ValueError: no numbers', '(5) is not allowed to open a file'],
  );
  assert.ok(hints.every(({ opacity }) => opacity === 1));
});

test('the server is told what is on the screen', async () => {
  await workbench.page.locator('.statusbar-item[aria-label*="sees 0-12 of every.py"]').waitFor();
});

test('a function that is not run has no hint, and stale examples are dimmed', async () => {
  assert.deepEqual(await workbench.hints('def skipped'), []);
  const [old] = await workbench.hintsWhere('def old', (seen) => seen.length === 1);
  assert.equal(old.opacity, 0.45);
});

test('the Examples view lists the examples of the function at the cursor', async () => {
  const { page } = workbench;
  await page.getByRole('button', { name: 'OK' }).click();
  await workbench.goTo(2);
  await page.locator('.activitybar a[aria-label="Fuzzwright"]').click();
  const rows = page.locator('.pane-body .monaco-list-row');
  await rows.nth(5).waitFor();
  assert.deepEqual(
    await rows.evaluateAll((all) => all.map((row) => row.querySelector('.monaco-icon-label-container').textContent)),
    ['(0)→ 0', '(1)raises ZeroDivisionError: division by zero', '(2)refuses: ValueError: no numbers', '(3)hangs', '(4)dies: SIGSEGV', '(5)is not allowed to open a file'],
  );
  assert.match(await page.locator('.part.sidebar .composite.title').textContent(), /Examples of every/);
});

test('picking an example dims the lines that it does not run, and Escape ends that', async () => {
  const { page } = workbench;
  const opacity = (code) =>
    page.locator('.view-line', { hasText: code }).first().evaluate((line) => Math.min(...[...line.querySelectorAll('span')].map((span) => Number(getComputedStyle(span).opacity))));
  const become = async (code, wanted) => {
    for (let tries = 0; tries < 200 && (await opacity(code)) !== wanted; tries++) await page.waitForTimeout(20);
    assert.equal(await opacity(code), wanted, code);
  };
  await page.locator('.pane-body .monaco-list-row').first().click();
  await become('return', 0.35); // the first return is the one under `if n`
  await become('if', 1);
  await workbench.press('Escape');
  await become('return', 1);
});

test('an edited function is dimmed and moves before the server has said anything', async () => {
  await workbench.goTo(4);
  await workbench.type(' + 1');
  const dimmed = await workbench.hintsWhere('def every', (seen) => seen.length === 6 && seen.every(({ opacity }) => opacity === 0.45));
  assert.equal(dimmed[1].text, '(1) raises ZeroDivisionError: division by zero');
  await workbench.goTo(1, 1);
  await workbench.type('import os\n');
  await workbench.hintsWhere('def every', (seen) => seen.length === 6);
  await workbench.hintsWhere('import os', (seen) => seen.length === 0); // lines and what is beside them are not drawn at once
});

test('nothing is painted on the line being typed in, until typing pauses', async () => {
  const { page } = workbench;
  await workbench.goTo(2, 24);
  await workbench.hintsWhere('def every', (seen) => seen.length === 6);
  await workbench.type(' ');
  await workbench.hintsWhere('def every', (seen) => seen.length === 0);
  await workbench.hintsWhere('def every', (seen) => seen.length === 6);
  await page.keyboard.press('Control+z');
});

test('one key hides everything and shows it again', async () => {
  await workbench.press('Control+k');
  await workbench.press('Control+e');
  await workbench.hintsWhere('def every', (seen) => seen.length === 0);
  await workbench.page.getByText('Fuzzwright: hidden').waitFor();
  // The Examples view is open, so functions still run.
  await workbench.page.locator('.statusbar-item[aria-label*="sees 0-"]').waitFor();
  await workbench.press('Control+k');
  await workbench.press('Control+e');
  await workbench.hintsWhere('def every', (seen) => seen.length === 6);
  await workbench.page.getByText('Fuzzwright: idle').waitFor();
});

test('a light theme and a theme of high contrast have colours of their own', async () => {
  await workbench.changeSettings({ 'workbench.colorTheme': 'Default Light Modern' });
  await workbench.hintsWhere('def every', (seen) => seen[0]?.color === 'rgb(47, 111, 47)' && seen[1]?.color === 'rgb(179, 38, 30)');
  await workbench.changeSettings({ 'workbench.colorTheme': 'Default High Contrast' });
  await workbench.hintsWhere('def every', (seen) => seen[0]?.color === 'rgb(166, 227, 166)' && seen[1]?.color === 'rgb(255, 157, 144)');
  await workbench.changeSettings({});
  await workbench.hintsWhere('def every', (seen) => seen[0]?.color === GREEN);
});

test('as many examples as wanted are shown, a crash before others, each as wide as wanted', async () => {
  await workbench.changeSettings({ 'fuzzwright.maxExamples': 2, 'fuzzwright.width': 30 });
  const hints = await workbench.hintsWhere('def every', (seen) => seen.length === 3);
  assert.deepEqual(hints.map(({ text }) => text), ['(0) → 0', '(1) raises ZeroDivisionError:…', '+4 more']);
  await workbench.changeSettings({});
  await workbench.hintsWhere('def every', (seen) => seen.length === 6);
});

test('the order of examples stays the same over many repaints', async () => {
  await workbench.openFile('restless.py');
  await workbench.hintsWhere('def restless', (seen) => seen.length === 4);
  const repaints = new Set();
  const orders = new Map();
  // The last count is told by the server that repaints: nothing here depends on how long it takes.
  for (let last = false; !last; ) {
    const seen = await workbench.hints('def restless');
    const slots = seen.map(({ text }) => /\((\d)/.exec(text)?.[1]).join('');
    const counts = seen.map(({ text }) => Number(/, (\d+)/.exec(text)?.[1]));
    orders.set(slots, (orders.get(slots) ?? 0) + 1);
    counts.forEach((count) => repaints.add(count));
    last = counts.includes(119);
  }
  // Between two frames a text that is being replaced has no style for a moment; nobody can see that.
  const torn = [...orders].filter(([order]) => order !== '0123').reduce((sum, [, times]) => sum + times, 0);
  assert.ok([...orders.keys()].every((order) => order === [...order].sort().join('')), [...orders].join(' '));
  assert.ok(torn * 20 < orders.get('0123'), [...orders].join(' '));
  assert.ok(repaints.size >= 40, `${repaints.size} repaints were seen`);
});
