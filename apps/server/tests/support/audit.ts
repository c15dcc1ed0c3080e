import { eq } from 'drizzle-orm';
import { auditRecords } from '@konsil/server-domain/schema';
import type { TestApp } from './app.ts';

/** The actions of an account in the access log. */
export const actionsOf = async ({ kernel }: TestApp, accountId: string): Promise<string[]> =>
  (
    await kernel.db
      .select({ action: auditRecords.action })
      .from(auditRecords)
      .where(eq(auditRecords.actorId, accountId))
  ).map(({ action }) => action);
