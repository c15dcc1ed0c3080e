import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '../database/client.ts';

/** Announces the row of an event: receivers read its content and its accounts from the row. */
export interface EventNotice {
  id: number;
  /** The accounts that it is for; without it, every process with readers reads the row. */
  to?: readonly string[] | undefined;
}

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

/** Notices that wait for the commit, by the session of the transaction, which nested transactions share. */
const waiting = new WeakMap<object, EventNotice[]>();

/** Begins to collect the notices of a transaction, for a relay that tells them after its commit. */
export const collectNotices = (session: object): EventNotice[] => {
  const notices: EventNotice[] = [];
  waiting.set(session, notices);
  return notices;
};

/** The list for the notices of this transaction, or undefined if PostgreSQL tells them. */
export const noticesOf = (tx: Tx): EventNotice[] | undefined =>
  waiting.get((tx as unknown as { session: object }).session);
