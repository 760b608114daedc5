// The whole way: typed in a real VS Code, run by the real `fuzzwright lsp`, seen on the screen.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkbench, python } from './workbench.mjs';

const SHOP = `def average(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


def grade(points: int) -> str:
    if points < 0:
        raise ValueError("points are not negative")
    if points >= 90:
        return "very good"
    return "failed"


def half(n: int) -> int:
    return n // 2
${'\n\n# far away\n'.repeat(40)}

def distant(word: str) -> str:
    return word.upper()
`;
const GREEN = 'rgb(143, 191, 143)';
const RED = 'rgb(240, 136, 122)';
const YELLOW = 'rgb(215, 186, 125)';

let workbench;

const lineOf = (code) => SHOP.split('\n').findIndex((line) => line.includes(code)) + 1;
const some = (color, words) => (seen) => seen.some((hint) => hint.color === color && hint.opacity === 1 && words.test(hint.text));

before(async () => {
  workbench = await openWorkbench({ files: { 'shop.py': SHOP }, python, settings: { 'terminal.integrated.gpuAcceleration': 'off' } }); // so that its text is in the page
  await workbench.openFile('shop.py');
});

beforeEach(async () => workbench.press('Escape')); // a menu that a failed test left open

after(async () => workbench?.close());

test('examples and crashes are shown beside the signature', async () => {
  const { page } = workbench;
  await workbench.hintsWhere('def average', (seen) => some(GREEN, /→ 2\.0/)(seen) && some(RED, /^\(\[\]\) raises ZeroDivisionError/)(seen));
  await workbench.hintsWhere('def grade', (seen) => some(GREEN, /→ 'very good'/)(seen) && some(YELLOW, /refuses: ValueError: points are not negative/)(seen));
  await page.getByRole('button', { name: 'OK' }).click();
  await page.locator('.statusbar-item', { hasText: 'Fuzzwright: ' }).waitFor();
});

test('a bug typed without saving is seen', async () => {
  await workbench.hintsWhere('def half', (seen) => seen.length > 0 && !seen.some(({ color }) => color === RED));
  await workbench.goTo(lineOf('n // 2'));
  await workbench.type(' + 1 // n');
  await workbench.hintsWhere('def half', some(RED, /^\(0\) raises ZeroDivisionError/));
  assert.equal(workbench.read('shop.py'), SHOP);
  for (let times = 0; times < ' + 1 // n'.length; times++) await workbench.press('Backspace');
  await workbench.hintsWhere('def half', (seen) => seen.length > 0 && seen.every(({ color, opacity }) => color === GREEN && opacity === 1));
});

test('a syntax error dims what was known and takes nothing away', async () => {
  await workbench.goTo(lineOf('n // 2'));
  await workbench.type(' +');
  await workbench.hintsWhere('def half', (seen) => seen.length > 0 && seen.every(({ opacity }) => opacity < 1));
  await workbench.press('Backspace');
  await workbench.press('Backspace');
  await workbench.hintsWhere('def half', (seen) => seen.length > 0 && seen.every(({ opacity }) => opacity === 1));
});

test('a code action tells what input reaches a line', async () => {
  await workbench.goTo(lineOf('return "very good"'));
  await workbench.codeActions();
  await workbench.chooseAction('What input reaches this line?');
  const [answer] = await workbench.hintsWhere('return "very good"', (seen) => seen.length === 1 && seen[0].text.startsWith('reached by'));
  assert.match(answer.text, /^reached by grade\(\d+\) → 'very good'$/);
  // Beside the signature only those that get there are left.
  await workbench.hintsWhere('def grade', (seen) => seen.length > 0 && seen.every(({ text }) => /very good|more/.test(text)));
  await workbench.press('Escape');
  await workbench.hintsWhere('return "very good"', (seen) => seen.length === 0);
  await workbench.hintsWhere('def grade', some(YELLOW, /refuses/));
});

test('the Examples view copies the call of an example', async () => {
  const { page } = workbench;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.goTo(lineOf('def average'));
  await page.locator('.activitybar a[aria-label="Fuzzwright"]').click();
  const row = page.locator('.pane-body .monaco-list-row', { hasText: '([])' });
  await workbench.rowAction(row, 'Copy Call of Example');
  await page.locator('.statusbar-item', { hasText: 'Copied: average([])' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'average([])');
});

test('the Examples view runs an example in a terminal', async () => {
  const { page } = workbench;
  await workbench.goTo(lineOf('def average'));
  const row = page.locator('.pane-body .monaco-list-row', { hasText: '([1.0])' });
  await workbench.rowAction(row, 'Run Example');
  await page.locator('.xterm-rows', { hasText: 'average([1.0]) → 1.0' }).waitFor();
  await workbench.command('View: Toggle Panel Visibility');
});

test('debugging an example without a debugger says which extension is missing', async () => {
  await workbench.goTo(lineOf('def average'));
  await workbench.codeActions();
  await workbench.chooseAction('Debug average([])');
  await workbench.page.locator('.notification-list-item-message', { hasText: 'install the extension "Python Debugger"' }).waitFor();
  await workbench.command('Notifications: Clear All Notifications');
});

test('a code action guards against an input, and the crash is gone', async () => {
  await workbench.goTo(lineOf('def average'));
  const actions = await workbench.codeActions();
  assert.ok(actions.some((title) => title.includes('Raise ValueError for average([])')), actions.join());
  await workbench.chooseAction('Raise ValueError for average([])');
  await workbench.page.locator('.view-line', { hasText: 'raise' }).first().waitFor();
  await workbench.hintsWhere('def average', (seen) => some(YELLOW, /refuses/)(seen) && !seen.some(({ color }) => color === RED));
  await workbench.press('Control+z');
  await workbench.hintsWhere('def average', some(RED, /raises ZeroDivisionError/));
});

test('a function that comes into sight is run', async () => {
  await workbench.goTo(lineOf('def distant'));
  await workbench.hintsWhere('def distant', some(GREEN, /→ /));
  await workbench.goTo(1);
});

test('a code action writes a test and opens it', async () => {
  const { page } = workbench;
  await workbench.goTo(lineOf('def average'));
  await workbench.codeActions();
  await workbench.chooseAction('Make a test of average([])');
  await page.locator('.tab.active', { hasText: /test_.*\.py/ }).waitFor();
  await page.locator('.view-line', { hasText: 'average' }).first().waitFor();
  const text = await workbench.text();
  assert.match(text, /def test_\w*average/);
  assert.ok(existsSync(join(workbench.folder, 'project/tests')));
});
