/** Which lines of a function an example does not run, for dimming. Knows just enough of Python's layout for it.
 *
 * The server tells the first lines of statements that ran. Lines that belong to a statement share its fate; a comment,
 * and a keyword that stands for itself (`else:`), share that of the statement that follows. */

interface Statement {
  readonly first: number;
  last: number;
  /** A comment, or a keyword without code of its own. */
  readonly leads: boolean;
}

const LEADS = /^\s*(#|@|else\s*:|try\s*:|finally\s*:)/;
const TRIPLE = /^[rRbBuUfF]{0,2}("""|''')/;

/** The statements of some lines; a statement goes on while a bracket or a string is open, or after a backslash. */
export function statements(lines: readonly string[]): Statement[] {
  const found: Statement[] = [];
  let open: Statement | undefined;
  let depth = 0;
  let quote = '';
  lines.forEach((line, index) => {
    if (!open && !line.trim()) return;
    if (open) open.last = index;
    else found.push((open = { first: index, last: index, leads: LEADS.test(line) }));
    let continued = false;
    for (let i = 0; i < line.length; i++) {
      if (quote) {
        if (line[i] === '\\') i++;
        else if (line.startsWith(quote, i)) {
          i += quote.length - 1;
          quote = '';
        }
      } else if (line[i] === '#') break;
      else if (line.startsWith('"""', i) || line.startsWith("'''", i)) {
        quote = line.slice(i, i + 3);
        i += 2;
      } else if (line[i] === '"' || line[i] === "'") quote = line[i] ?? '';
      else if ('([{'.includes(line[i] ?? ' ')) depth++;
      else if (')]}'.includes(line[i] ?? ' ')) depth = Math.max(0, depth - 1);
      else if (line[i] === '\\' && i === line.length - 1) continued = true;
    }
    if (quote.length === 1) quote = '';
    if (!depth && !quote && !continued) open = undefined;
  });
  return found;
}

/** The indices of lines of a function that do not run, given those that do. `body` is the index of its first line. */
export function unrun(lines: readonly string[], body: number, run: ReadonlySet<number>): number[] {
  const parts = statements(lines.slice(body)).map((part) => ({
    ...part,
    first: part.first + body,
    last: part.last + body,
  }));
  const dimmed: number[] = [];
  let following = false;
  parts.reverse().forEach((part, index) => {
    const isDocstring = index === parts.length - 1 && TRIPLE.test((lines[part.first] ?? '').trim());
    let ran = part.leads ? following : false;
    for (let line = part.first; line <= part.last; line++) ran ||= run.has(line);
    following = ran;
    if (ran || isDocstring) return;
    for (let line = part.first; line <= part.last; line++) dimmed.push(line);
  });
  return dimmed.sort((a, b) => a - b);
}
