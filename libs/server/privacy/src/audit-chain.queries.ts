import { createHash } from 'node:crypto';
import { and, asc, eq, gte } from 'drizzle-orm';
import type { AuditChain } from '@konsil/contracts/audit-chain';
import { auditRecords } from '@konsil/server-domain/schema';
import type { PatientRow } from '@konsil/server-domain/access/loaders';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { Work } from '@konsil/server-domain/kernel/work';
import { chainIsIntact } from '@konsil/server-platform/audit/audit';
import { iso } from '@konsil/server-platform/clock';

/** The number of records in one response. */
const pageSize = 1000;

/** A hash that only somebody who knows the ids can recognise; it differs per patient. */
const veiled = (patientId: string, ...ids: (string | null)[]): string | null =>
  ids.some(Boolean)
    ? createHash('sha256')
        .update(JSON.stringify([patientId, ...ids]))
        .digest('base64url')
    : null;

/** The records of a patient's log after a position, in their order, with a check against the server's own seal. */
export const chainAfter = async (
  { tx, kernel: { vault } }: Pick<Work, 'tx'> & { kernel: Pick<Kernel, 'vault'> },
  { id }: Pick<PatientRow, 'id'>,
  after: number,
): Promise<AuditChain> => {
  // The record before the page, which its first seal includes, and one more, to know whether others follow.
  const found = await tx
    .select()
    .from(auditRecords)
    .where(and(eq(auditRecords.chain, id), gte(auditRecords.seq, after)))
    .orderBy(asc(auditRecords.seq))
    .limit(pageSize + 2);
  const before = found.find(({ seq }) => seq === after);
  const rest = found.filter(({ seq }) => seq > after);
  const rows = rest.slice(0, pageSize);
  return {
    items: rows.map((row) => ({
      seq: row.seq,
      at: iso(row.at),
      actor: veiled(id, row.actorId),
      role: row.actorRole,
      action: row.action,
      result: row.result,
      case_id: row.caseId,
      document_id: row.documentId,
      rest: veiled(id, row.subjectId, row.detail),
    })),
    more: rest.length > pageSize,
    sealed: chainIsIntact(vault, before, rows),
  };
};
