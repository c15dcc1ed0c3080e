import { join } from 'node:path';
import { anchorAudit } from './audit-anchors.ts';
import { hourMs, minuteMs } from './clock.ts';
import { sweepIdempotencyKeys } from './idempotency.ts';
import type { Kernel } from './kernel.ts';

/** The file outside the database that the audit chains are anchored in. */
export const anchorFile = (dataDir: string): string => join(dataDir, 'audit-anchors.jsonl');

/** What must be done from time to time. Every process does it: each step is safe to repeat. */
export const keepHouse = (kernel: Kernel): { stop: () => void; anchor: () => Promise<void> } => {
  const anchor = () => anchorAudit(kernel.db, kernel.vault, anchorFile(kernel.env.KONSIL_DATA_DIR), kernel.clock.now());
  const every = (ms: number, work: () => Promise<void>) =>
    setInterval(() => void work().catch((failure: unknown) => kernel.log.warn({ failure }, 'housekeeping waits')), ms).unref();
  const timers = [
    every(minuteMs, () => kernel.sessions.sweep()),
    every(10 * minuteMs, () => kernel.limits.sweep()),
    every(hourMs, () => kernel.events.sweep()),
    every(hourMs, () => sweepIdempotencyKeys(kernel.db, kernel.clock.now())),
    every(hourMs, anchor),
  ];
  return { stop: () => timers.forEach((timer) => clearInterval(timer)), anchor };
};
