import { dayMs, later } from '@konsil/server-platform/clock';
import { isNull, lte, or, type SQL } from 'drizzle-orm';
import { accounts } from '../schema.ts';

type Held = Pick<typeof accounts.$inferSelect, 'heldAt' | 'holdEndedAt' | 'emailConfirmedAt'>;

/** An erasure cannot be undone, so a hold that was ended by mistake can be placed again for a week. */
export const afterHoldMs = 7 * dayMs;

/** True if no hold of the account ended within the last week. */
export const isLongReleased = ({ holdEndedAt }: Pick<Held, 'holdEndedAt'>, now: Date): boolean =>
  holdEndedAt === null || holdEndedAt <= later(now, -afterHoldMs);
/** `isLongReleased` as SQL. */
export const longReleased = (now: Date): SQL | undefined =>
  or(isNull(accounts.holdEndedAt), lte(accounts.holdEndedAt, later(now, -afterHoldMs)));

/** The last time at which the account is known to have been there: an erasure from before it has failed. */
export const lastKnownAlive = ({ heldAt, holdEndedAt, emailConfirmedAt }: Held): Date =>
  new Date(Math.max(...[heldAt, holdEndedAt, emailConfirmedAt].map((moment) => moment?.getTime() ?? 0)));
