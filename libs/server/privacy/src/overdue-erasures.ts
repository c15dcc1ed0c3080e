import { and, isNull, lt } from 'drizzle-orm';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { accounts } from '@konsil/server-domain/schema';
import { hourMs, later } from '@konsil/server-platform/clock';

// Erasures run hourly: after two hours one is late.
const lateMs = 2 * hourMs;

/** Accounts whose erasure was due more than two hours ago; a quiet copy and a legal hold erase nothing on purpose. */
export const countOverdueErasures = async ({
  db,
  clock,
  identity,
}: Pick<Kernel, 'db' | 'clock' | 'identity'>): Promise<number> =>
  identity.isQuiet
    ? 0
    : db.$count(accounts, and(isNull(accounts.heldAt), lt(accounts.erasureAt, later(clock.now(), -lateMs))));
