// A real VS Code in a headless browser, with the extension installed: what a user would see and do.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
export const HOST = resolve(process.env.FUZZWRIGHT_CODE_SERVER ?? join(ROOT, 'build/code-server'));
/** The Python that fuzzwright is installed for. */
export const python = resolve(process.env.FUZZWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python'));
const { chromium } = createRequire(join(HOST, 'package.json'))('playwright-core');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const PATIENCE = Number(process.env.FUZZWRIGHT_PATIENCE ?? 180) * 1000; // a busy machine; nothing waits this long when all is well
const POINTED = 2000; // a row that stays under the pointer takes a click at once

const SETTINGS = {
  'files.autoSave': 'off', // the workbench in a browser saves by itself, which hides mistakes about unsaved texts
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'editor.minimap.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'window.commandCenter': false,
  'workbench.colorTheme': 'Default Dark Modern',
};

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts VS Code on a folder with these files. `python`: what `fuzzwright.python` is set to. */
export async function openWorkbench({ files, python, settings = {}, extensions = [], env = {}, size = { width: 1400, height: 760 } }) {
  const folder = mkdtempSync(join(tmpdir(), 'workbench-'));
  const at = (...names) => join(folder, ...names);
  for (const name of ['ud/User', 'ud/Machine', 'ext', 'project', 'browser']) mkdirSync(at(name), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(at('project', name), text);
  writeFileSync(at('ud/User/settings.json'), JSON.stringify({ ...SETTINGS, ...settings }));
  // What depends on the machine counts only in the settings of the machine, as VS Code sees it from a browser.
  writeFileSync(at('ud/Machine/settings.json'), JSON.stringify(python ? { 'fuzzwright.python': python } : {}));
  const port = await freePort();
  writeFileSync(at('config.yaml'), `bind-addr: 127.0.0.1:${port}\nauth: none\ncert: false\n`);
  const entry = join(HOST, 'node_modules/code-server/out/node/entry.js');
  const common = [entry, '--config', at('config.yaml'), '--user-data-dir', at('ud'), '--extensions-dir', at('ext')];
  for (const vsix of [join(ROOT, 'editors/vscode/dist/fuzzwright.vsix'), ...extensions]) {
    execFileSync('node', [...common, '--install-extension', vsix], { stdio: 'pipe' });
  }
  // In a process group of its own: helpers of the server can outlive it.
  const server = spawn('node', [...common, '--disable-telemetry', '--disable-update-check', at('project')], {
    detached: true,
    stdio: 'pipe',
    env: { ...process.env, XDG_CACHE_HOME: at('cache'), ...env }, // examples of an earlier run would be shown at once
  });
  await new Promise((done, fail) => {
    server.stdout.on('data', (text) => String(text).includes('HTTP server listening') && done());
    server.on('exit', (code) => fail(new Error(`code-server ended with ${code}`)));
  });
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  const browser = await chromium.launchPersistentContext(at('browser'), { executablePath: CHROMIUM, headless: true, args: flags, viewport: size });
  const page = browser.pages()[0] ?? (await browser.newPage());
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(at('project'))}`);
  await page.waitForSelector('.monaco-workbench');
  const close = async () => {
    await browser.close();
    try {
      process.kill(-server.pid, 'SIGTERM');
    } catch {
      // it has gone by itself
    }
    await new Promise((done) => (server.exitCode !== null || server.signalCode ? done() : server.on('exit', done)));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return new Workbench(page, folder, close, { ...SETTINGS, ...settings });
}

/** A file that is started like a Python but is the server with canned examples. */
export function stubPython(folder) {
  const file = join(folder, 'python-with-canned-examples');
  const stub = join(ROOT, 'editors/vscode/test/stub_server.mjs');
  writeFileSync(file, `#!/bin/sh\ncase "$*" in *import*) exit 0 ;; esac\nexec "${process.execPath}" "${stub}"\n`);
  chmodSync(file, 0o755);
  return file;
}

export class Workbench {
  constructor(page, folder, close, settings) {
    Object.assign(this, { page, folder, close, settings });
  }

  async openFile(name) {
    await this.press('Control+Shift+E');
    await this.page.locator('.explorer-folders-view').getByText(name, { exact: true }).dblclick();
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
    await this.page.waitForSelector('.view-line');
  }

  /** What is painted behind the text of the line that contains `code`: words, colour, opacity, in the order seen. */
  async hints(code) {
    return this.page.evaluate((wanted) => {
      const line = [...document.querySelectorAll('.editor-instance .view-line')].find((each) => each.textContent.replaceAll('\u00a0', ' ').includes(wanted));
      if (!line) return [];
      return [...line.querySelectorAll('span')].flatMap((span) => {
        const { content, color, opacity, textDecoration } = getComputedStyle(span, '::after');
        if (content === 'none' || content === 'normal') return [];
        const text = JSON.parse(content.replaceAll(/\\([0-9a-f]{1,6}) ?/gi, (_, hex) => String.fromCodePoint(parseInt(hex, 16))));
        return [{ text: text.replaceAll('\u00a0', ' '), color, opacity: Number(opacity), textDecoration }];
      });
    }, code);
  }

  /** Waits until the hints behind a line satisfy a condition, and returns them. */
  async hintsWhere(code, condition, patience = PATIENCE) {
    const end = Date.now() + patience;
    let seen = [];
    while (Date.now() < end) {
      seen = await this.hints(code);
      if (condition(seen)) return seen;
      await this.page.waitForTimeout(20);
    }
    const status = await this.page.locator('.statusbar-item[aria-label^="Fuzzwright"]').getAttribute('aria-label', { timeout: 1000 }).catch(() => 'none');
    throw new Error(`hints behind "${code}" stay ${JSON.stringify(seen)}; status: ${status}`);
  }

  async press(keys) {
    await this.page.keyboard.press(keys);
  }

  async type(text) {
    await this.page.keyboard.type(text);
  }

  /** Runs a command of the palette. */
  async command(title) {
    await this.press('F1');
    await this.page.waitForSelector('.quick-input-widget:visible input');
    await this.type(title);
    await this.page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title }).first().waitFor();
    await this.press('Enter');
  }

  /** Writes the user's settings: those it was opened with, and these. */
  async changeSettings(more) {
    const before = await this.page.locator('.tab.active').getAttribute('data-resource-name');
    await this.command('Preferences: Open User Settings (JSON)');
    await this.page.waitForSelector('.tab.active[data-resource-name="settings.json"]');
    await this.page.locator('.editor-instance .view-line').first().click();
    await this.press('Control+a');
    await this.page.keyboard.insertText(JSON.stringify({ ...this.settings, ...more }));
    await this.press('Control+s');
    await this.page.waitForSelector('.tab.active[data-resource-name="settings.json"]:not(.dirty)');
    await this.page.locator(`.tab[data-resource-name="${before}"]`).click();
  }

  /** Puts the cursor at the end of a line, counted from 1. */
  async goTo(line, column = 9999) {
    await this.press('Control+g');
    await this.page.waitForSelector('.quick-input-widget:visible input');
    await this.type(`${line}:${column}`);
    await this.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** The titles in the menu of code actions at the cursor. */
  async codeActions() {
    await this.press('Control+.');
    await this.page.waitForSelector('.action-widget .monaco-list-row');
    return this.page.locator('.action-widget .monaco-list-row.action').allTextContents();
  }

  /** Chooses from the menu of code actions, by keys: the menu takes no clicks while it is new. */
  async chooseAction(title) {
    const wanted = this.page.locator('.action-widget .monaco-list-row.action.focused', { hasText: title });
    const many = await this.page.locator('.action-widget .monaco-list-row.action').count();
    for (let tries = 0; tries < many && !(await wanted.count()); tries++) await this.press('ArrowDown');
    await wanted.waitFor();
    await this.press('Enter');
    await this.page.locator('.action-widget').waitFor({ state: 'hidden' });
  }

  /** Clicks what a row shows only under the pointer; a row that is drawn anew has to be pointed at again. */
  async rowAction(row, label) {
    const action = row.locator(`a[aria-label="${label}"]`);
    const end = Date.now() + PATIENCE;
    for (;;) {
      try {
        await this.page.mouse.move(0, 0);
        await row.hover({ timeout: POINTED });
        await action.click({ timeout: POINTED });
        return;
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  /** The text of the editor, as far as it is on the screen. */
  async text() {
    const lines = await this.page.locator('.editor-instance .view-line').evaluateAll((all) =>
      all.map((line) => [parseFloat(line.style.top), line.textContent.replaceAll('\u00a0', ' ')]).sort((a, b) => a[0] - b[0]),
    );
    return lines.map(([, text]) => text).join('\n');
  }

  read(name) {
    return readFileSync(join(this.folder, 'project', name), 'utf8');
  }

  async screenshot(file) {
    await this.page.screenshot({ path: file });
  }
}
