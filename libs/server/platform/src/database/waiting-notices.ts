import type { Tx } from './client.ts';

/** Announces the row of an event: receivers read its content and its accounts from the row. */
export interface EventNotice {
  id: number;
  /** The accounts that it is for; without it, every process with readers reads the row. */
  to?: readonly string[] | undefined;
}

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
