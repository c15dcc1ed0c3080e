import { later } from '@konsil/server-platform/clock';
import { eq, exists, gt, inArray, isNotNull, isNull, lte, not, or, type Column, and, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts, patients } from '../schema.ts';
import { keptMs } from '@konsil/server-platform/retention';

type Held = Pick<typeof accounts.$inferSelect, 'heldAt' | 'holdEndedAt' | 'emailConfirmedAt'>;

/** An erasure cannot be undone, so a hold that was ended by mistake can be placed again for a week. */
export const afterHoldMs = keptMs('ended-holds');

/** True if no hold of the account ended within the last week. */
export const isLongReleased = ({ holdEndedAt }: Pick<Held, 'holdEndedAt'>, now: Date): boolean =>
  holdEndedAt === null || holdEndedAt <= later(now, -afterHoldMs);
/** `isLongReleased` as SQL. */
export const longReleased = (now: Date): SQL | undefined =>
  or(isNull(accounts.holdEndedAt), lte(accounts.holdEndedAt, later(now, -afterHoldMs)));

/**
 * SQL: neither the account nor that of the patient is on hold, nor was within the last week. A sweep that deletes health
 * data by its age asks it; copies, such as exports and sealed links, expire all the same.
 */
export const freeOfHolds = (
  tx: Tx | Database,
  { accountId, patientId }: { accountId: Column; patientId: Column },
  now: Date,
): SQL =>
  not(
    exists(
      tx
        .select({ id: accounts.id })
        .from(accounts)
        .where(
          and(
            or(isNotNull(accounts.heldAt), gt(accounts.holdEndedAt, later(now, -afterHoldMs))),
            or(
              eq(accounts.id, accountId),
              inArray(
                accounts.id,
                tx.select({ id: patients.accountId }).from(patients).where(eq(patients.id, patientId)),
              ),
            ),
          ),
        ),
    ),
  );

/** The last time at which the account is known to have been there: an erasure from before it has failed. */
export const lastKnownAlive = ({ heldAt, holdEndedAt, emailConfirmedAt }: Held): Date =>
  new Date(Math.max(...[heldAt, holdEndedAt, emailConfirmedAt].map((moment) => moment?.getTime() ?? 0)));
