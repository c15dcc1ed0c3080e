import { and, eq, gt, isNotNull, isNull, ne, notInArray, sql, type SQL } from 'drizzle-orm';
import { documents, type cases } from '../schema.ts';
import type { Actor } from '../access/access.ts';
import { isOn } from '../access/sides.ts';
import type { CaseRow, DocumentRow } from '../access/loaders.ts';

type Marked = Pick<DocumentRow, 'archivedAt' | 'sentAt' | 'uploadedBy' | 'uploadedByRole' | 'readAt'>;

/**
 * SQL for the documents visible to a user: a doctor sees nothing before the patient sends it (docs/product.md section
 * 1); a doctor's additions are sent at once. A colleague sees nothing of a request before its doctor opened it. Never
 * undefined, because `or` drops undefined and would then match nothing.
 */
export const visibleTo = (actor: Actor): SQL => {
  // A reader is on the patient's side, but sees nothing of the owner's that was not sent.
  if (isOn(actor, 'patient') && !actor.reading) return sql`true`;
  const { unopened = [] } = actor;
  return unopened.length === 0
    ? isNotNull(documents.sentAt)
    : sql`(${documents.sentAt} is not null and (${documents.requestId} is null or ${notInArray(documents.requestId, [...unopened])}))`;
};

/**
 * New to the patient: not sent yet. New to the doctor: sent or added by others since the last answer. Never archived
 * ones.
 */
export const isNew = (row: Marked, { lastAnswerAt }: Pick<CaseRow, 'lastAnswerAt'>, actor: Actor): boolean => {
  if (row.archivedAt) return false;
  if (isOn(actor, 'patient')) return row.sentAt === null;
  return (
    row.sentAt !== null && row.uploadedBy !== actor.accountId && (lastAnswerAt === null || row.sentAt > lastAnswerAt)
  );
};
/** `isNew` as SQL; `lastAnswerAt` is that of the document's case. */
export const isNewTo = (actor: Actor, lastAnswerAt: typeof cases.lastAnswerAt | Date | null): SQL | undefined => {
  if (isOn(actor, 'patient')) return and(isNull(documents.archivedAt), isNull(documents.sentAt));
  const since =
    lastAnswerAt === null
      ? isNotNull(documents.sentAt)
      : lastAnswerAt instanceof Date
        ? gt(documents.sentAt, lastAnswerAt)
        : sql`${documents.sentAt} > coalesce(${lastAnswerAt}, '-infinity')`;
  return and(isNull(documents.archivedAt), ne(documents.uploadedBy, actor.accountId), since);
};

/** New to the patient with missing details, which block sending. */
export const isUndescribed = (
  row: Marked & Pick<DocumentRow, 'describedAt'>,
  theCase: Pick<CaseRow, 'lastAnswerAt'>,
  actor: Actor,
): boolean => isOn(actor, 'patient') && row.describedAt === null && isNew(row, theCase, actor);
/** `isUndescribed` as SQL. */
export const undescribedBy = (actor: Actor): SQL | undefined =>
  isOn(actor, 'patient') ? and(isNewTo(actor, null), isNull(documents.describedAt)) : sql`false`;

/** Added by a doctor, and not opened by the patient yet. */
export const isUnread = (row: Marked, actor: Actor): boolean =>
  isOn(actor, 'patient') && row.uploadedByRole === 'doctor' && row.readAt === null && row.archivedAt === null;
/** `isUnread` as SQL. */
export const unreadBy = (actor: Actor): SQL | undefined =>
  isOn(actor, 'patient')
    ? and(eq(documents.uploadedByRole, 'doctor'), isNull(documents.readAt), isNull(documents.archivedAt))
    : sql`false`;
