/** Which examples stand beside a signature when there is no room for all: those that say most, in their order. */

import type { Example } from './protocol';

/** At most so many examples: those that the server ranks first. */
export function chosen(examples: readonly Example[], most: number): readonly Example[] {
  const kept = [...examples].sort((a, b) => a.rank - b.rank).slice(0, most);
  return kept.sort((a, b) => a.slot - b.slot);
}
