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
