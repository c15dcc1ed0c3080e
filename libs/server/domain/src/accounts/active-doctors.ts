import { and, eq, exists, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { accounts } from '../schema.ts';

/** An active doctor account with a completed registration; a reinvited one still has to choose a password. */
export const isActiveDoctor = and(
  isNull(accounts.deactivatedAt),
  isNotNull(accounts.phoneConfirmedAt),
  isNotNull(accounts.passwordHash),
);
/** SQL: the doctor in a column is active. */
export const isAtWork = (tx: Tx | Database, doctorId: PgColumn): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(accounts)
      .where(and(eq(accounts.id, doctorId), isActiveDoctor)),
  );
/**
 * Active and not leaving: a doctor who requested the erasure of the account finishes open cases, but gets no new ones.
 */
export const isStayingDoctor = and(isActiveDoctor, isNull(accounts.erasureAt));
/** SQL: the doctor in a column is active and not leaving. */
export const isStaying = (tx: Tx, doctorId: PgColumn): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(accounts)
      .where(and(eq(accounts.id, doctorId), isStayingDoctor)),
  );
