import type { Role } from '@konsil/contracts/codes';
import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cases, doctorPatients } from '../schema.ts';
import type { Actor } from '../access/access.ts';
import { caseResource, type CaseRow } from '../access/loaders.ts';
import { publish, type NewEvent } from '../events/events.ts';
import type { Work } from '../http/work.ts';

/** The cases a reader may see: `can(actor, 'case', 'read')` as SQL. */
export const readableCases = (actor: Actor): SQL | undefined =>
  actor.role === 'patient'
    ? eq(cases.accountId, actor.accountId)
    : and(eq(cases.doctorId, actor.accountId), isNotNull(cases.firstSentAt), isNotNull(cases.sharedAt));

/** Each side has its own archive. */
export const archiveColumn = (actor: Actor) =>
  actor.role === 'patient' ? cases.archivedByPatientAt : cases.archivedByDoctorAt;
export const inArchive = (column: PgColumn, archived: 'true' | 'false' | undefined): SQL =>
  archived === 'true' ? isNotNull(column) : isNull(column);

/** The accounts notified of changes in a case: the doctor only while it is shared. */
export const audienceOf = (theCase: CaseRow): string[] =>
  caseResource(theCase).sharedWithDoctor ? [theCase.accountId, theCase.doctorId] : [theCase.accountId];

/** The other side of a case. */
export const otherSide = (actor: Actor, theCase: CaseRow): string =>
  actor.role === 'patient' ? theCase.doctorId : theCase.accountId;

/** Sends a live event about a case to its open pages. */
export const publishInCase = (
  { tx, actor }: Pick<Work, 'tx' | 'actor'>,
  theCase: CaseRow,
  type: NewEvent['type'],
  refId?: string,
): Promise<void> =>
  publish(
    tx,
    audienceOf(theCase),
    { type, case_id: theCase.id, patient_id: theCase.patientId, ...(refId ? { ref_id: refId } : {}) },
    actor.accountId,
  );

const touch = async ({ tx, now }: Work, theCase: CaseRow, reached?: Role): Promise<void> => {
  const out =
    reached === 'patient' ? { archivedByPatientAt: null } : reached === 'doctor' ? { archivedByDoctorAt: null } : {};
  await tx
    .update(cases)
    .set({ lastActivityAt: now, ...out })
    .where(eq(cases.id, theCase.id));
  if (caseResource(theCase).sharedWithDoctor) {
    await tx
      .update(doctorPatients)
      .set({ lastActivityAt: now, ...(reached === 'doctor' && { archivedAt: null }) })
      .where(and(eq(doctorPatients.doctorId, theCase.doctorId), eq(doctorPatients.patientId, theCase.patientId)));
  }
};

/** Updates the activity of a case after a change that both sides see. */
export const touchCase = (work: Work, theCase: CaseRow): Promise<void> => touch(work, theCase);

/** The same for something the other side should see: the case (and a doctor's patient) also leaves their archive. */
export const reachOtherSide = (work: Work, theCase: CaseRow): Promise<void> =>
  touch(work, theCase, work.actor.role === 'patient' ? 'doctor' : 'patient');

/** Priorities in the inbox's sort order. */
export const rankOf = (column: PgColumn): SQL =>
  sql`case ${column} when 'high' then 0 when 'normal' then 1 when 'low' then 2 else 3 end`;

export const idsIn = (column: PgColumn, ids: readonly string[]): SQL =>
  ids.length > 0 ? inArray(column, [...ids]) : sql`false`;
