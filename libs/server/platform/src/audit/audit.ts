import type { AuditRole } from '@konsil/contracts/stored-kinds';
import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Database, Tx } from '../database/client.ts';
import { lockSpaces } from '../database/locks.ts';
import { auditRecords } from '../database/tables.ts';
import { hmac, sameBytes } from '../keys/crypto.ts';
import { eventKindOf, noteSecurityEvents, type AuditActionName } from './security-events.ts';
import type { Vault } from '../keys/vault.ts';
import { nextInstallationChain } from './installation-chains.ts';

/** The actor: an account, the operator on the CLI, or the server. */
export interface AuditActor {
  accountId: string | null;
  role: AuditRole;
  /** The backend client that acts for the account; each of its entries names it. */
  clientId?: string | undefined;
}
/** Ids and codes only, never content. Without a patient it belongs to one of the installation's chains. */
export interface AuditEntry {
  action: AuditActionName;
  result: 'allowed' | 'denied';
  patientId?: string | undefined;
  caseId?: string | undefined;
  documentId?: string | undefined;
  /** The affected account, if not the caller's, e.g. of a failed sign-in. */
  subjectId?: string | undefined;
  /** Additional codes, such as a reason; never content. */
  detail?: Readonly<Record<string, string>> | undefined;
  /** If not the caller, e.g. a user who just signed in. */
  actor?: AuditActor;
}
type Row = typeof auditRecords.$inferSelect;
type Link = Omit<Row, 'id' | 'hash'>;

const linkHash = (key: Buffer, previous: Buffer, row: Link): Buffer =>
  hmac(
    key,
    previous,
    row.chain,
    String(row.seq),
    row.at.toISOString(),
    row.actorId ?? '',
    row.actorRole,
    row.action,
    row.result,
    row.caseId ?? '',
    row.documentId ?? '',
    // Older records, without these columns, keep their hash.
    ...(row.subjectId || row.detail ? [row.subjectId ?? '', row.detail ?? ''] : []),
  );
const beginning = Buffer.alloc(32);

/** Ids in the database's form: in upper case they would get another chain and hash. */
const asKnown = ({ patientId, caseId, documentId, ...entry }: AuditEntry): AuditEntry => ({
  ...entry,
  patientId: patientId?.toLowerCase(),
  caseId: caseId?.toLowerCase(),
  documentId: documentId?.toLowerCase(),
});

interface Head {
  chain: string;
  seq: string | null;
  hash: Buffer | null;
}

/**
 * Appends records to their chains, in the transaction of what they record (docs/security.md, design d). Call it once
 * per transaction, at its end: chains are locked in a fixed order, to avoid deadlocks.
 */
export const appendAudit = async (
  tx: Tx,
  vault: Vault,
  actor: AuditActor,
  at: Date,
  entries: readonly AuditEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  const written = entries.map(asKnown);
  const key = vault.purposeKey('audit');
  const ofInstallation = nextInstallationChain();
  const chains = [...new Set(written.map((entry) => entry.patientId ?? ofInstallation))].sort();
  // Sent together but executed in order: the heads are read after the locks are held, so they include everything
  // committed.
  const [, { rows: heads }] = await Promise.all([
    tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(chain, ${lockSpaces.auditChains})) from unnest(${sql.param(chains)}::text[]) with ordinality as locked(chain, position) order by position`,
    ),
    tx.execute<Head & Record<string, unknown>>(sql`
      select wanted.chain, head.seq, head.hash from unnest(${sql.param(chains)}::uuid[]) as wanted(chain)
      left join lateral (select seq, hash from ${auditRecords} a where a.chain = wanted.chain order by seq desc limit 1) head on true`),
  ]);
  const last = new Map(heads.map((head) => [head.chain, { seq: Number(head.seq ?? 0), hash: head.hash ?? beginning }]));
  const rows = written.map((entry) => {
    const chain = entry.patientId ?? ofInstallation;
    const head = last.get(chain) ?? { seq: 0, hash: beginning };
    const by = entry.actor ?? actor;
    const detail = by.clientId ? { ...entry.detail, client: by.clientId } : entry.detail;
    const link: Link = {
      chain,
      seq: head.seq + 1,
      at,
      actorId: by.accountId,
      actorRole: by.role,
      action: entry.action,
      result: entry.result,
      caseId: entry.caseId ?? null,
      documentId: entry.documentId ?? null,
      subjectId: entry.subjectId ?? null,
      detail: detail ? JSON.stringify(detail) : null,
    };
    const hash = linkHash(key, head.hash, link);
    last.set(chain, { seq: link.seq, hash });
    return { ...link, hash };
  });
  await tx.insert(auditRecords).values(rows);
  await noteSecurityEvents(
    tx,
    written.flatMap((entry) => {
      const event = eventKindOf(entry.action, entry.result);
      const { action, detail } = entry;
      const refused = entry.result === 'denied';
      return event
        ? [{ at, event, action, refused, actor: entry.actor ?? actor, subject: entry.subjectId, detail }]
        : [];
    }),
  );
};

/** Verifies that each record still has the hash written with it. `before`: the record before the first one. */
export const chainIsIntact = (vault: Vault, before: Row | undefined, rows: readonly Row[]): boolean => {
  const key = vault.purposeKey('audit');
  return rows.every((row, index) =>
    sameBytes(linkHash(key, (index === 0 ? before : rows[index - 1])?.hash ?? beginning, row), row.hash),
  );
};

/** A fault in a chain: a wrong record, or the position of a missing one. */
export interface AuditFault {
  chain: string;
  seq: number;
  fault: 'missing' | 'changed';
}
export interface AuditHead {
  chain: string;
  seq: number;
  hash: Buffer;
}

/**
 * Verifies every chain from its start.
 * @returns all faults, and the heads, to compare with the anchors (audit-anchors.ts)
 */
export const verifyChains = async (
  db: Database,
  vault: Vault,
  page = 2000,
): Promise<{ faults: AuditFault[]; heads: AuditHead[]; records: number }> => {
  const key = vault.purposeKey('audit');
  const faults: AuditFault[] = [];
  const heads: AuditHead[] = [];
  let at: AuditHead | undefined;
  let records = 0;
  for (;;) {
    const after = at
      ? or(gt(auditRecords.chain, at.chain), and(eq(auditRecords.chain, at.chain), gt(auditRecords.seq, at.seq)))
      : undefined;
    const rows = await db
      .select()
      .from(auditRecords)
      .where(after)
      .orderBy(asc(auditRecords.chain), asc(auditRecords.seq))
      .limit(page);
    for (const row of rows) {
      const follows = at?.chain === row.chain;
      if (!follows && at) heads.push(at);
      const expected = follows && at ? at.seq + 1 : 1;
      if (row.seq !== expected) faults.push({ chain: row.chain, seq: expected, fault: 'missing' });
      else if (!sameBytes(linkHash(key, follows && at ? at.hash : beginning, row), row.hash))
        faults.push({ chain: row.chain, seq: row.seq, fault: 'changed' });
      at = { chain: row.chain, seq: row.seq, hash: row.hash };
      records += 1;
    }
    if (rows.length < page) break;
  }
  if (at) heads.push(at);
  return { faults, heads, records };
};
