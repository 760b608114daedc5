// A language server with canned examples, for what the real one cannot be made to do at will: every outcome at once,
// and many repaints of the same function. It speaks just enough of the protocol.
import { stdin, stdout } from 'node:process';

const CANNED = [
  ['returned', '→ 0', 'returns'],
  ['raised', 'raises ZeroDivisionError: division by zero', 'ZeroDivisionError: division by zero'],
  ['refused', 'refuses: ValueError: no numbers', 'ValueError: no numbers'],
  ['hangs', 'hangs', ''],
  ['dies', 'dies: SIGSEGV', 'SIGSEGV'],
  ['blocked', 'is not allowed to open a file', 'open a file'],
];
const REPAINTS = 120;
const texts = new Map();
let restless;

const send = (message) => {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
};
const notify = (method, params) => send({ method, params });

function tell(uri, version, line, name, examples, state = 'settled', reason = '') {
  const lines = texts.get(uri).split('\n');
  const anchor = { line, character: lines[line].length };
  let last = line + 1;
  while (last + 1 < lines.length && /^\s+\S/.test(lines[last + 1])) last++;
  const range = { start: { line, character: 0 }, end: { line: last, character: (lines[last] ?? '').length } };
  notify('fuzzwright/examples', { uri, version, function: name, range, anchor, hash: 'h', state, reason, examples });
}

const example = (name, slot, [outcome, words, result], argument = slot, line = 0) => {
  const call = `${name}(${argument})`;
  return { id: `e${slot}`, slot, rank: slot, call, outcome, text: `${call} ${words}`, result, effect: '', lines: [line + 2], at: 0, traceback: '', ordinary: false };
};

function look(uri, version) {
  texts.get(uri).split('\n').forEach((text, line) => {
    const name = /^def (\w+)/.exec(text)?.[1];
    if (name === 'every') tell(uri, version, line, name, CANNED.map((canned, slot) => example(name, slot, canned, slot, line)));
    if (name === 'skipped') tell(uri, version, line, name, [], 'skipped', 'its parameter has no type hint');
    if (name === 'old') tell(uri, version, line, name, [example(name, 0, CANNED[0])], 'stale');
    if (name === 'restless' && !restless) {
      let count = 0;
      restless = setInterval(() => {
        const four = [0, 1, 2, 3].map((slot) => example(name, slot, CANNED[[0, 1, 3, 2][slot]], `${slot}, ${count}`, line));
        // Sent in another order each time: only the slot counts.
        tell(uri, version, line, name, four.sort(() => (count % 3) - 1), 'fuzzing');
        if (++count === REPAINTS) clearInterval(restless);
      }, 100);
    }
  });
}

function receive({ id, method, params }) {
  switch (method) {
    case 'initialize':
      send({ id, result: { capabilities: { textDocumentSync: 1, executeCommandProvider: { commands: [] } } } });
      notify('fuzzwright/status', { text: 'runs nothing: this is a test', state: 'idle' });
      break;
    case 'textDocument/didOpen':
      texts.set(params.textDocument.uri, params.textDocument.text);
      look(params.textDocument.uri, params.textDocument.version);
      break;
    case 'textDocument/didChange':
      // What was shown stays as it is: the client has to move and dim it by itself.
      texts.set(params.textDocument.uri, params.contentChanges.at(-1).text);
      break;
    case 'fuzzwright/visible': {
      const lines = params.ranges.map(({ start, end }) => `${start.line}-${end.line}`);
      notify('fuzzwright/status', { text: `sees ${lines.join() || 'nothing'} of ${params.uri.split('/').at(-1)}`, state: 'idle' });
      break;
    }
    case 'shutdown':
      send({ id, result: null });
      break;
    case 'exit':
      process.exit(0);
      break;
    default:
      if (id !== undefined) send({ id, result: null });
  }
}

let buffer = Buffer.alloc(0);
stdin.on('data', (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, end).toString())[1]);
    if (buffer.length < end + 4 + length) return;
    const body = buffer.subarray(end + 4, end + 4 + length).toString();
    buffer = buffer.subarray(end + 4 + length);
    receive(JSON.parse(body));
  }
});
