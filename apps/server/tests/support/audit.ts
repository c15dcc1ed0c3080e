import { asc, eq } from 'drizzle-orm';
import { auditRecords } from '@konsil/server-domain/schema';
import type { AuditActionName } from '@konsil/server-platform/audit/security-events';
import type { TestApp } from './app.ts';

/** The actions of an account in the access log. */
export const actionsOf = async ({ kernel }: TestApp, accountId: string): Promise<string[]> =>
  (
    await kernel.db
      .select({ action: auditRecords.action })
      .from(auditRecords)
      .where(eq(auditRecords.actorId, accountId))
  ).map(({ action }) => action);

/** All records of one action, oldest first. */
export const recordsOf = ({ kernel }: TestApp, action: AuditActionName) =>
  kernel.db.select().from(auditRecords).where(eq(auditRecords.action, action)).orderBy(asc(auditRecords.id));

type AuditRecord = typeof auditRecords.$inferSelect;
/** Does an act, and expects one more record of its action, by its actor. @returns what the act returned */
export const expectRecorded = async <T>(
  house: TestApp,
  action: AuditActionName,
  by: { accountId: string | null },
  about: Partial<AuditRecord>,
  act: () => Promise<T>,
): Promise<T> => {
  const before = (await recordsOf(house, action)).length;
  const done = await act();
  const record = { action, result: 'allowed', actorId: by.accountId, ...about };
  expect([action, (await recordsOf(house, action)).slice(before)]).toMatchObject([action, [record]]);
  return done;
};
