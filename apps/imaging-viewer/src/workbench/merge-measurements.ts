import type { Measurement } from '@konsil/contracts/measurements';

const same = (a: Measurement | undefined, b: Measurement | undefined): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges the changes of two windows to one list, measurement by measurement: what one window added or changed stays,
 * and what it removed goes, unless the other window changed it. If both changed a measurement, `mine` wins.
 */
export function merged(
  base: readonly Measurement[],
  mine: readonly Measurement[],
  theirs: readonly Measurement[],
): Measurement[] {
  const find = (all: readonly Measurement[], id: string) => all.find((one) => one.id === id);
  const ids = [...new Set([...theirs, ...mine].map(({ id }) => id))];
  return ids.flatMap((id) => {
    const [before, here, there] = [find(base, id), find(mine, id), find(theirs, id)];
    if (same(here, before)) return there ?? [];
    if (same(there, before)) return here ?? [];
    return here ?? there ?? [];
  });
}
