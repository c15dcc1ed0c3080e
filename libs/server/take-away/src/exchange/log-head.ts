import { beginning, checkLog, headAfter, type AuditChain, type ChainHead } from '@konsil/contracts/audit-chain';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
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

/**
 * The states that this process has calculated, by person, in the order of their last use. A log of 100,000 records is
 * read once, and then from its last state on. If a record before that state is changed, the signature no longer fits.
 */
const known = new Map<string, ChainHead>();
const mostKnown = 2000;
const remember = (patientId: string, head: ChainHead): ChainHead => {
  known.delete(patientId);
  known.set(patientId, head);
  const [oldest = patientId] = known.keys();
  if (known.size > mostKnown) known.delete(oldest);
  return head;
};

/** The log state at the end of a requested page of a person's access log. */
export const headAfterPage = async (
  log: Log,
  patientId: string,
  { items }: AuditChain,
  after: number,
): Promise<ChainHead> => {
  const last = items.at(-1)?.seq ?? after;
  const recordsAfter = async (seq: number) => {
    const found = seq >= after ? items : (await chainAfter(log, { id: patientId }, seq)).items;
    // Records that another transaction appended meanwhile are not part of it.
    return found.filter((record) => record.seq > seq && record.seq <= last);
  };
  const start = known.get(patientId);
  let head = start && start.seq <= last ? start : beginning;
  for (let records = await recordsAfter(head.seq); records.length > 0; records = await recordsAfter(head.seq))
    for (const record of records) head = await headAfter(head, record);
  return remember(patientId, head);
};

/** True if a person's access log had this state once. */
export const isPastLogHead = async (log: Log, patientId: string, head: ChainHead): Promise<boolean> => {
  if (head.seq === 0) return false;
  const { verdict } = await checked(log, patientId, head);
  // A broken seal is reported on the page of the log; it does not make the log another person's.
  return verdict === 'intact' || verdict === 'broken';
};
