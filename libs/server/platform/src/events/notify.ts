import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '../database/client.ts';
import type { EventNotice } from '../database/waiting-notices.ts';

/** Notifications between server processes, with ids only. Delivered if and when the transaction commits. */
export type Notice =
  | ({ kind: 'event' } & EventNotice)
  | { kind: 'sessions_ended'; sessions: string[] }
  | { kind: 'outbox' }
  | { kind: 'sending'; inMs: number }
  | { kind: 'documents' }
  | { kind: 'key_destroyed'; owner: string }
  | { kind: 'keys_rotated' }
  | { kind: 'installation' };

export const channel = 'konsil';

// A notification holds 8,000 bytes.
export const idsInOne = 150;

/** The accounts of an event, if they fit into a notice. */
export const addressees = (accountIds: readonly string[]): Pick<EventNotice, 'to'> =>
  accountIds.length <= idsInOne ? { to: accountIds } : {};

/** Notifies of an event within the statement that inserts it. */
export const notifyOfEvent = (id: AnyColumn | SQL, accountIds: readonly string[]): SQL =>
  sql`pg_notify(${channel}, (${JSON.stringify({ kind: 'event', ...addressees(accountIds) })}::jsonb || jsonb_build_object('id', ${id}))::text)`;

/** Notifies every server process on this database, including this one. */
export const notifyProcesses = async (tx: Tx | Database, notice: Notice): Promise<void> => {
  if (notice.kind !== 'sessions_ended') await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`);
  else
    for (let from = 0; from < notice.sessions.length; from += idsInOne) {
      const part: Notice = { kind: 'sessions_ended', sessions: notice.sessions.slice(from, from + idsInOne) };
      await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(part)})`);
    }
};
