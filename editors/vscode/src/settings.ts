/** The user's settings, under `fuzzwright.`. */

import * as vscode from 'vscode';

export interface Settings {
  readonly enabled: boolean;
  readonly python: string;
  readonly maxExamples: number;
  readonly width: number;
  readonly debounce: number;
  readonly lenses: boolean;
  readonly severity: string;
}

/** Settings that the server is told when it starts. */
export const OF_THE_SERVER = ['enabled', 'python', 'debounce', 'lenses', 'severity'] as const;

export function readSettings(): Settings {
  const section = vscode.workspace.getConfiguration('fuzzwright');
  return {
    enabled: section.get('enabled', true),
    python: section.get('python', ''),
    maxExamples: section.get('maxExamples', 4),
    width: section.get('width', 80),
    debounce: section.get('debounce', 120),
    lenses: section.get('lenses', false),
    severity: section.get('severity', 'hint'),
  };
}
