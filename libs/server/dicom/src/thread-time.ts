import { readFileSync, readlinkSync } from 'node:fs';

/** The path where the system reports the calling thread's CPU time; null if unsupported. */
export function thisThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/schedstat`;
  } catch {
    return null;
  }
}

/** A thread's total CPU time in milliseconds; null if unsupported. */
function ownTime(thread: string): number | null {
  try {
    const nanoseconds = Number(readFileSync(thread, 'utf8').split(' ')[0]);
    return nanoseconds > 0 ? nanoseconds / 1e6 : null;
  } catch {
    return null;
  }
}

/** An upper bound of a thread's CPU time in milliseconds: its own, or the whole process's since then. */
export function processorTimeOf(thread: string | null, since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  const ofProcess = (user + system) / 1000;
  return Math.min(ofProcess, thread === null ? ofProcess : (ownTime(thread) ?? ofProcess));
}
