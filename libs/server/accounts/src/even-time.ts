import { setTimeout as sleep } from 'node:timers/promises';

// Longer than any of the responses that must not be distinguishable.
const evenMs = 120;

/** Starts a timer; calling the result waits for the rest of the fixed time, so that response times reveal nothing. */
export const constantTime = (): (() => Promise<void>) => {
  const ends = performance.now() + evenMs;
  return () => sleep(Math.max(0, ends - performance.now()));
};
