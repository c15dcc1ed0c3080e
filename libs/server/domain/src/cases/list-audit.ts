import type { AuditAction } from '@konsil/contracts/privacy';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { auditRecords } from '../schema.ts';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { later, minuteMs } from '@konsil/server-platform/clock';
import { isOn } from '../access/sides.ts';
import type { Work } from '../kernel/work.ts';

const collapsedMs = 15 * minuteMs;

/** Audit entries for patients a doctor saw in a list. Repeated views within a quarter of an hour count once. */
export const auditListView = async (
  { tx, actor, now }: Work,
  action: AuditAction,
  patientIds: readonly string[],
): Promise<AuditEntry[]> => {
  const ids = [...new Set(patientIds)];
  if (!isOn(actor, 'doctor') || ids.length === 0) return [];
  const recorded = await tx
    .selectDistinct({ chain: auditRecords.chain })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.actorId, actor.accountId),
        gt(auditRecords.at, later(now, -collapsedMs)),
        eq(auditRecords.action, action),
        inArray(auditRecords.chain, ids),
      ),
    );
  const known = new Set(recorded.map((row) => row.chain));
  return ids.filter((id) => !known.has(id)).map((patientId) => ({ action, result: 'allowed', patientId }));
};
