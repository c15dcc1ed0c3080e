import { and, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cases } from '../schema.ts';
import type { Actor } from '../access/access.ts';
import { representedAccountId, isOn, type ActingAccount } from '../access/sides.ts';
import { caseResource, type CaseRow } from '../access/loaders.ts';

/** The cases a reader may see: `can(actor, 'case', 'read')` as SQL. */
export const readableCases = (actor: Actor): SQL | undefined =>
  and(
    isOn(actor, 'patient')
      ? eq(cases.accountId, representedAccountId(actor))
      : and(eq(cases.doctorId, representedAccountId(actor)), isNotNull(cases.firstSentAt), isNotNull(cases.sharedAt)),
    actor.standsFor?.caseId === undefined ? undefined : eq(cases.id, actor.standsFor.caseId),
  );

/** Each side has its own archive. */
export const archiveColumn = (actor: Actor) =>
  isOn(actor, 'patient') ? cases.archivedByPatientAt : cases.archivedByDoctorAt;
export const inArchive = (column: PgColumn, archived: 'true' | 'false' | undefined): SQL =>
  archived === 'true' ? isNotNull(column) : isNull(column);

/** The accounts notified of changes in a case: the doctor only while it is shared. */
export const audienceOf = (theCase: CaseRow): string[] =>
  caseResource(theCase).sharedWithDoctor ? [theCase.accountId, theCase.doctorId] : [theCase.accountId];

/** The other side of a case. */
export const otherSide = (actor: ActingAccount, theCase: CaseRow): string =>
  isOn(actor, 'patient') ? theCase.doctorId : theCase.accountId;

/** Priorities in the inbox's sort order. */
export const priorityRank = (column: PgColumn): SQL =>
  sql`case ${column} when 'high' then 0 when 'normal' then 1 when 'low' then 2 else 3 end`;

export const idsIn = (column: PgColumn, ids: readonly string[]): SQL =>
  ids.length > 0 ? inArray(column, [...ids]) : sql`false`;
