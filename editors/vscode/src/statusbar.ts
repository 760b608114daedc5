/** The item in the status bar: what is being executed, and with which Python. */

import * as vscode from 'vscode';
import type { Status } from './protocol';

const ICONS: Readonly<Record<Status['state'], string>> = {
  starting: '$(loading~spin)',
  working: '$(beaker)',
  idle: '$(beaker)',
  paused: '$(debug-pause)',
  trouble: '$(warning)',
};

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('fuzzwright.status', vscode.StatusBarAlignment.Right, 90);
  private status: Status = { text: 'starting', state: 'starting' };
  private hidden = false;

  constructor() {
    this.item.name = 'Fuzzwright';
    this.item.command = 'fuzzwright.menu';
  }

  tell(status: Status): void {
    this.status = status;
    this.draw();
  }

  /** Says that examples are hidden; they may still be made for the Examples view. */
  setHidden(hidden: boolean): void {
    this.hidden = hidden;
    this.draw();
  }

  get text(): string {
    return this.status.text;
  }

  hide(): void {
    this.item.hide();
  }

  dispose(): void {
    this.item.dispose();
  }

  private draw(): void {
    const { text, state } = this.status;
    const word = this.hidden ? 'hidden' : state;
    this.item.text = `${this.hidden ? '$(eye-closed)' : ICONS[state]} Fuzzwright: ${word}`;
    this.item.tooltip = `Fuzzwright ${text}`;
    this.item.accessibilityInformation = { label: `Fuzzwright ${word}: ${text}`, role: 'button' };
    this.item.backgroundColor =
      state === 'trouble' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.show();
  }
}
