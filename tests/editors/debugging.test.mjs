// An example under a real debugger: debugpy, driven by VS Code.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { HOST, openWorkbench, python, ROOT } from './workbench.mjs';

const FILES = { 'shop.py': 'def average(numbers: list[float]) -> float:\n    return sum(numbers) / len(numbers)\n' };

let workbench;
let folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'debugger-'));
  const vsix = join(folder, 'debugger.vsix');
  const vsce = join(ROOT, 'editors/vscode/node_modules/.bin/vsce');
  const options = ['package', '--allow-missing-repository', '--skip-license', '--no-dependencies', '--out', vsix];
  execFileSync(vsce, options, { cwd: join(ROOT, 'tests/editors/debugger'), stdio: 'pipe' });
  workbench = await openWorkbench({ files: FILES, python, extensions: [vsix], env: { FUZZWRIGHT_DEBUGPY: join(HOST, 'debugpy') } });
  await workbench.openFile('shop.py');
  await workbench.hintsWhere('def average', (seen) => seen.some(({ text }) => text.includes('raises')));
});

after(async () => {
  await workbench?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a code action stops right before the call, and stepping in leads into the function', async () => {
  const { page } = workbench;
  await workbench.goTo(1);
  await workbench.codeActions();
  await workbench.chooseAction('Debug average([])');
  await page.locator('.debug-toolbar').waitFor();
  await page.locator('.tab.active', { hasText: 'call_average.py' }).waitFor();
  await page.locator('.debug-top-stack-frame-line').first().waitFor();
  assert.match(await workbench.text(), /average\(\[\]\)/);
  await workbench.press('F11');
  await page.locator('.tab.active', { hasText: 'shop.py' }).waitFor();
  await workbench.press('Shift+F5');
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
});
