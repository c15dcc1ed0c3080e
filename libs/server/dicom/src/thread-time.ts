import { readFileSync, readlinkSync } from 'node:fs';

/** Where the system counts what the calling thread computes; null on a system that does not say. */
export function thisThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/schedstat`;
  } catch {
    return null;
  }
}

/** Milliseconds that a thread has computed in its life; null where the system does not say. */
function ownTime(thread: string): number | null {
  try {
    const nanoseconds = Number(readFileSync(thread, 'utf8').split(' ')[0]);
    return nanoseconds > 0 ? nanoseconds / 1e6 : null;
  } catch {
    return null;
  }
}

/** Milliseconds that a thread has computed at most: its own time, or that of the whole process since then where only this is known. */
export function processorTimeOf(thread: string | null, since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  const ofProcess = (user + system) / 1000;
  return Math.min(ofProcess, thread === null ? ofProcess : (ownTime(thread) ?? ofProcess));
}
