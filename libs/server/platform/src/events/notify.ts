import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '../database/client.ts';

/** Notifications between server processes, with ids only. Delivered if and when the transaction commits. */
export type Notice =
  | { kind: 'event'; id: number }
  | { kind: 'sessions_ended'; sessions: string[] }
  | { kind: 'outbox' }
  | { kind: 'sending'; inMs: number }
  | { kind: 'documents' }
  | { kind: 'key_destroyed'; owner: string }
  | { kind: 'keys_rotated' }
  | { kind: 'installation' };

export const channel = 'konsil';

const ofEvent = { kind: 'event' } satisfies Omit<Extract<Notice, { kind: 'event' }>, 'id'>;

/** The same for an event, within the statement that inserts it. */
export const notifyOfEvent = (id: AnyColumn | SQL): SQL =>
  sql`pg_notify(${channel}, (${JSON.stringify(ofEvent)}::jsonb || jsonb_build_object('id', ${id}))::text)`;

// A notification holds 8,000 bytes.
const idsInOne = 150;

/** Notifies every server process on this database, including this one. */
export const notifyProcesses = async (tx: Tx | Database, notice: Notice): Promise<void> => {
  if (notice.kind !== 'sessions_ended') await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(notice)})`);
  else
    for (let from = 0; from < notice.sessions.length; from += idsInOne) {
      const part: Notice = { kind: 'sessions_ended', sessions: notice.sessions.slice(from, from + idsInOne) };
      await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(part)})`);
    }
};
