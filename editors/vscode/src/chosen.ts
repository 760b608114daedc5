/** Which examples stand beside a signature, and in which order: those that say most, and what fails where it is seen. */

import { failed, type Example } from './protocol';

/** At most so many examples, of those that the server ranks first: one that returns, what fails, the others. */
export function chosen(examples: readonly Example[], most: number): readonly Example[] {
  const kept = [...examples].sort((a, b) => a.rank - b.rank).slice(0, most);
  return kept.sort((a, b) => place(a) - place(b) || a.slot - b.slot);
}

const place = ({ rank, outcome }: Example): number => (rank === 0 ? 0 : failed(outcome) ? 1 : 2);
