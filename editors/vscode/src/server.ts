/** The connection to `fuzzwright lsp`: starts it, passes on what it says, and lets commands come back with an answer. */

import * as vscode from 'vscode';
import { ExecuteCommandRequest, LanguageClient, State, type CodeLensProviderShape } from 'vscode-languageclient/node';
import type { Start } from './interpreter';
import type { FunctionExamples, Position, Range, Reached, Status } from './protocol';
import type { Settings } from './settings';

/** Who hears what the server says. */
export interface Listener {
  examples(told: FunctionExamples): void;
  status(status: Status): void;
  reached(reached: Reached): void;
  running(running: boolean): void;
  /** The server was told of a text. */
  opened(): void;
  /** Whether examples are painted at a position. */
  paintedAt(document: vscode.TextDocument, position: vscode.Position): boolean;
  /** What a command of the server came back with, also one from a code action or a lens. */
  answered(command: string, args: readonly unknown[], answer: unknown): Promise<void>;
}

export class Server {
  private hidden = false;
  private readonly problems = new Map<string, readonly [vscode.Uri, vscode.Diagnostic[]]>();
  private readonly client: LanguageClient;

  constructor(
    start: Start,
    settings: Settings,
    folder: vscode.WorkspaceFolder | undefined,
    log: vscode.OutputChannel,
    listener: Listener,
  ) {
    const { debounce, lenses, severity, width } = settings;
    this.client = new LanguageClient(
      'fuzzwright',
      'Fuzzwright',
      { command: start.command, args: [...start.args], options: folder ? { cwd: folder.uri.fsPath } : {} },
      {
        documentSelector: [{ scheme: 'file', language: 'python' }],
        outputChannel: log,
        initializationOptions: {
          fuzzwright: {
            examples: true,
            hints: false,
            debounce,
            lenses,
            severity,
            width,
            ...(start.python ? { python: start.python } : {}),
          },
        },
        middleware: {
          executeCommand: async (command, args, next) => {
            const answer: unknown = await next(command, args);
            await listener.answered(command, args as unknown[], answer);
            return answer;
          },
          // What is on the screen counts only for texts that the server knows.
          didOpen: async (document, next) => {
            await next(document);
            listener.opened();
          },
          // Over the examples their own hover says it all; that of the server is for the rest of the signature.
          provideHover: (document, position, token, next) =>
            listener.paintedAt(document, position) ? undefined : next(document, position, token),
          provideCodeLenses: (document, token, next) => (this.hidden ? [] : next(document, token)),
          handleDiagnostics: (uri, diagnostics, next) => {
            this.problems.set(uri.toString(), [uri, diagnostics]);
            next(uri, this.hidden ? [] : diagnostics);
          },
        },
        ...(folder ? { workspaceFolder: folder } : {}),
      },
    );
    this.client.onNotification('fuzzwright/examples', (told: FunctionExamples) => listener.examples(told));
    this.client.onNotification('fuzzwright/status', (status: Status) => listener.status(status));
    this.client.onNotification('fuzzwright/reached', (reached: Reached) => listener.reached(reached));
    this.client.onDidChangeState(({ newState }) => listener.running(newState === State.Running));
  }

  async start(): Promise<void> {
    await this.client.start();
  }

  async stop(): Promise<void> {
    await this.client.dispose();
  }

  visible(uri: vscode.Uri, visible: readonly Range[]): void {
    // VS Code's own ranges would be written as lists.
    const ranges = visible.map(({ start, end }) => ({ start: plain(start), end: plain(end) }));
    this.notify('fuzzwright/visible', { uri: this.written(uri), ranges });
  }

  focus(uri: vscode.Uri, line: number): void {
    this.notify('fuzzwright/focus', { uri: this.written(uri), line });
  }

  /** Asks for a command of the server and returns its answer. */
  async command(command: string, argument: unknown): Promise<unknown> {
    return this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
  }

  /** A document's address as the server knows it. */
  written(uri: vscode.Uri): string {
    return this.client.code2ProtocolConverter.asUri(uri);
  }

  /** Hides lenses and problems too: one key for everything. */
  setHidden(hidden: boolean): void {
    this.hidden = hidden;
    for (const [uri, diagnostics] of this.problems.values())
      this.client.diagnostics?.set(uri, hidden ? [] : diagnostics);
    const lenses = this.client.getFeature('textDocument/codeLens');
    for (const document of vscode.workspace.textDocuments) {
      const provider: CodeLensProviderShape | undefined = lenses.getProvider(document);
      provider?.onDidChangeCodeLensEmitter.fire();
    }
  }

  private notify(method: string, parameters: object): void {
    if (this.client.state === State.Running) void this.client.sendNotification(method, parameters);
  }
}

function plain({ line, character }: Position): Position {
  return { line, character };
}
