// When Fuzzwright must not run, or cannot.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWorkbench, stubPython } from './workbench.mjs';

const FILES = { 'every.py': 'def every(n: int) -> int:\n    return n\n' };

async function inWorkbench(options, work) {
  const folder = mkdtempSync(join(tmpdir(), 'starting-'));
  const workbench = await openWorkbench({ files: FILES, ...options(folder) });
  try {
    await workbench.openFile('every.py');
    await work(workbench);
  } finally {
    await workbench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('nothing is run in a folder that is not trusted', async () => {
  const distrust = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' };
  const options = (folder) => ({ python: stubPython(folder), settings: distrust });
  await inWorkbench(options, async (workbench) => {
    const { page } = workbench;
    await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor();
    assert.deepEqual(await workbench.hints('def every'), []);
    assert.equal(await page.locator('.statusbar-item', { hasText: 'Fuzzwright' }).count(), 0);
    // Trust given, it starts.
    await workbench.command('Workspaces: Manage Workspace Trust');
    await page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
    await page.locator('.tab', { hasText: 'every.py' }).click();
    await workbench.hintsWhere('def every', (seen) => seen.length > 0);
  });
});

test('a Python without fuzzwright is told how to get it', async () => {
  const options = (folder) => {
    const python = join(folder, 'python-without-fuzzwright');
    writeFileSync(python, '#!/bin/sh\nexit 1\n');
    chmodSync(python, 0o755);
    return { python, env: { PATH: '/usr/bin:/bin' } };
  };
  await inWorkbench(options, async ({ page }) => {
    const message = page.locator('.notification-list-item-message', { hasText: 'not installed' });
    await message.waitFor();
    assert.match(await message.textContent(), /python-without-fuzzwright -m pip install "fuzzwright\[lsp\]"/);
  });
});
