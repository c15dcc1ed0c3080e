import { setTimeout as pause } from 'node:timers/promises';
import { secondMs } from '@konsil/server-platform/clock';
import { isOutage } from '@konsil/server-platform/http/problems';

const firstWaitMs = secondMs / 4;
const longestWaitMs = 5 * secondMs;
const sayEveryMs = 30 * secondMs;

/** The first line of an error, without its causes. */
export const firstLine = (error: unknown): string => {
  const { cause } = error as { cause?: unknown };
  const { message, code } = (cause && typeof cause === 'object' ? cause : error) as { message?: string; code?: string };
  return message?.split('\n')[0] || code || String(error);
};

/**
 * Retries until what a start depends on is reachable: after a power cut the database may come back last.
 * @throws errors that waiting cannot fix, such as a wrong password
 */
export const whenReachable = async <T>(work: () => Promise<T>, say: (line: string) => void): Promise<T> => {
  let told = { reason: '', at: 0 };
  let waited = false;
  for (let wait = firstWaitMs; ; wait = Math.min(longestWaitMs, wait * 2)) {
    try {
      const result = await work();
      if (waited) say('It can be reached again.');
      return result;
    } catch (error) {
      if (!isOutage(error)) throw error;
      const reason = firstLine(error);
      if (reason !== told.reason || performance.now() - told.at >= sayEveryMs) {
        say(`Waiting for the database or the storage: ${reason}`);
        told = { reason, at: performance.now() };
      }
      waited = true;
      await pause(wait);
    }
  }
};
