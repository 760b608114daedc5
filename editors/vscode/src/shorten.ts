/** An example in a given number of characters: the call gives way first, so that what came of it can still be read. */

import type { Example } from './protocol';

const LEAST = 8;

/** The text with its middle left out, so that its ends stay. */
export function withoutMiddle(text: string, width: number): string {
  const letters = [...text];
  if (letters.length <= width) return text;
  const tail = Math.floor((width - 1) / 3);
  return [...letters.slice(0, width - 1 - tail), '…', ...(tail ? letters.slice(-tail) : [])].join('');
}

/** The text with its end left out. */
export function withoutEnd(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : letters.slice(0, width - 1).join('') + '…';
}

/** The example in at most `width` characters. */
export function shorten(example: Pick<Example, 'call' | 'text'>, width: number): string {
  const text = oneLine(example.text);
  if ([...text].length <= width) return text;
  const call = oneLine(example.call);
  if (!text.startsWith(call)) return withoutEnd(text, width);
  const rest = text.slice(call.length);
  const restWidth = Math.max(width - [...call].length, Math.min([...rest].length, Math.ceil(width / 2)));
  const callWidth = Math.max(LEAST, width - Math.min(restWidth, [...rest].length));
  return withoutMiddle(call, callWidth) + withoutEnd(rest, width - Math.min(callWidth, [...call].length));
}

/** The example without the name of its function, which stands right before it beside a signature. */
export function withoutName(example: Pick<Example, 'call' | 'text'>, name: string): Pick<Example, 'call' | 'text'> {
  const { call, text } = example;
  // A method's call begins with how its object is made, and `f(1).close()` needs its name to be read.
  const plain = call.startsWith(name + '(') && text.startsWith(call) && closes(call.slice(name.length));
  return plain ? { call: call.slice(name.length), text: text.slice(name.length) } : example;
}

/** Whether the bracket that a text begins with is closed by its last character. */
function closes(text: string): boolean {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[([{)\]}]/gs)) {
    if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && --depth === 0) return index === text.length - 1;
  }
  return false;
}

/** Spaces as the editor paints them: line breaks would be lost and runs of spaces collapse. */
export function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}
