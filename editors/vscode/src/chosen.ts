/** Which examples stand beside a signature when there is no room for all: those that say most, in their order. */

import { failed, type Example } from './protocol';

/** At most so many examples: one that returns, what fails, then what runs other lines than those before it. */
export function chosen(examples: readonly Example[], most: number): readonly Example[] {
  const inOrder = [...examples].sort((a, b) => a.slot - b.slot);
  if (inOrder.length <= most) return inOrder;
  const first = inOrder.find((example) => example.outcome === 'returned');
  const known = new Set<string>();
  const ranks = new Map<Example, number>();
  for (const example of inOrder) {
    const way = `${example.outcome} ${example.lines.join()}`;
    ranks.set(example, example === first ? 0 : failed(example.outcome) ? 1 : known.has(way) ? 3 : 2);
    known.add(way);
  }
  const rank = (example: Example): number => ranks.get(example) ?? 3;
  const kept = new Set([...inOrder].sort((a, b) => rank(a) - rank(b)).slice(0, most));
  return inOrder.filter((example) => kept.has(example));
}
