import type { PatientName } from '@konsil/contracts/patients';
import { and, eq, exists, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { epicrisisVersions, patients } from '../schema.ts';
import type { Work } from '../kernel/work.ts';
import { representedAccountId, isOn } from '../access/sides.ts';
import { openNames } from '../patients/patient-record.ts';

/** Released, and not opened by the patient since. */
export const unreadRelease = and(isNotNull(epicrisisVersions.releasedAt), isNull(epicrisisVersions.readAt));
const withUnread = (tx: Tx): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(epicrisisVersions)
      .where(and(eq(epicrisisVersions.patientId, patients.id), unreadRelease)),
  );

/** The reader's patients with an unread released medical summary; empty for a doctor. */
export const unreadSummaries = async ({ tx, actor, kernel: { vault } }: Work): Promise<PatientName[]> => {
  if (!isOn(actor, 'patient')) return [];
  const rows = await tx
    .select({ id: patients.id, sealed: patients.sealed })
    .from(patients)
    .where(and(eq(patients.accountId, representedAccountId(actor)), isNull(patients.archivedAt), withUnread(tx)))
    .orderBy(patients.id);
  return (await openNames(tx, vault, rows)).map(({ name }) => name);
};

/** True if one patient has an unread medical summary. */
export const isSummaryUnread = async ({ tx, actor }: Pick<Work, 'tx' | 'actor'>, patientId: string): Promise<boolean> =>
  isOn(actor, 'patient') &&
  (await tx.$count(epicrisisVersions, and(eq(epicrisisVersions.patientId, patientId), unreadRelease))) > 0;
