import { setTimeout as sleep } from 'node:timers/promises';

// Longer than any of the answers takes that must not be told apart.
const evenMs = 120;

/** Starts a watch; calling the result waits until the even time is over, so that the time of an answer tells nothing. */
export const evenTime = (): (() => Promise<void>) => {
  const ends = performance.now() + evenMs;
  return () => sleep(Math.max(0, ends - performance.now()));
};
