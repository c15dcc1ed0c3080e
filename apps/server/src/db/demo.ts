import { sql } from 'drizzle-orm';
import type { Kernel } from '../kernel/kernel.ts';
import { accounts } from './schema';
import { insertDemoAccounts } from './demo/accounts.ts';

const demoLock = 4_715_003;

/**
 * Fills an empty installation with the demo, all of it or nothing; an installation with accounts stays as it is.
 * @returns whether it was filled now.
 */
export const seedDemo = (kernel: Kernel): Promise<boolean> => kernel.db.transaction(async (tx) => {
  await tx.execute(sql`select pg_advisory_xact_lock(${demoLock})`);
  if ((await tx.select({ id: accounts.id }).from(accounts).limit(1)).length > 0) return false;
  await insertDemoAccounts(tx, kernel);
  return true;
});
