import { checkLog, type AuditChain, type ChainHead } from '@konsil/contracts/audit-chain';
import type { Kernel } from '@konsil/server-domain/http/kernel';
import type { Tx } from '@konsil/server-platform/database/client';
import { chainAfter } from '@konsil/server-privacy/audit-chain.queries';

interface Log {
  tx: Tx;
  kernel: Pick<Kernel, 'vault'>;
}

const checked = ({ tx, kernel }: Log, id: string, kept?: ChainHead) =>
  checkLog((after) => chainAfter({ tx, kernel }, { id }, after), kept);

/** The state of a person's access log, as its page calculates it. */
export const logHead = async (log: Log, patientId: string): Promise<ChainHead> => (await checked(log, patientId)).head;

/** The state that a page of a person's access log leads to, which was asked for after a position. */
export const headAfterPage = async (
  log: Log,
  patientId: string,
  { items }: AuditChain,
  after: number,
): Promise<ChainHead> => {
  const last = items.at(-1)?.seq ?? after;
  // Records that another transaction appended meanwhile are not part of it.
  const until = ({ items: found, more, sealed }: AuditChain): AuditChain => {
    const part = found.filter(({ seq }) => seq <= last);
    return { items: part, more: more && part.length === found.length, sealed };
  };
  const { head } = await checkLog(async (from) =>
    until(from === after ? { items, more: false, sealed: true } : await chainAfter(log, { id: patientId }, from)),
  );
  return head;
};

/** True if a person's access log had this state once. */
export const wasLogHead = async (log: Log, patientId: string, head: ChainHead): Promise<boolean> => {
  if (head.seq === 0) return false;
  const { verdict } = await checked(log, patientId, head);
  // A broken seal is reported on the page of the log; it does not make the log another person's.
  return verdict === 'intact' || verdict === 'broken';
};
