import { desc, eq } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { withAllRows } from '../database/roles.ts';
import { pushDevices } from '../schema.ts';

export type PushDeviceRow = typeof pushDevices.$inferSelect;

/** The browsers of an account that show notifications, newest first; also of another account than the request's. */
export const pushDevicesOf = (tx: Tx, accountId: string): Promise<PushDeviceRow[]> =>
  withAllRows(tx, () =>
    tx
      .select()
      .from(pushDevices)
      .where(eq(pushDevices.accountId, accountId))
      .orderBy(desc(pushDevices.createdAt), pushDevices.id),
  );
