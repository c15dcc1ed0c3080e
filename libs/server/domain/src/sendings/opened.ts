import { and, asc, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { iso } from '@konsil/server-platform/clock';
import { cases, unopened } from '../schema.ts';
import type { Actor } from '../access/access.ts';
import type { CaseRow } from '../access/loaders.ts';
import { publish } from '../events/events.ts';

/** Where a case stands. What brought it there can be withdrawn only while it still stands there. */
export const standingOf = (row: CaseRow): string =>
  JSON.stringify([
    row.status,
    row.doctorId,
    row.lastAnswerId,
    row.answerDueOn,
    ...[row.firstSentAt, row.sharedAt, row.lastRequestAt].map((at) => at && iso(at)),
  ]);

/**
 * Opens what the other side sent: its content is given to the reader's page, so from now on it cannot be withdrawn.
 * A withdrawal that is under way is waited for, and what it withdrew is not among what is returned.
 */
const open = async (tx: Tx, { accountId }: Actor, which: SQL | undefined): Promise<string[]> => {
  const opened = await tx
    .delete(unopened)
    .where(and(eq(unopened.recipientId, accountId), which))
    .returning({
      id: unopened.id,
      caseId: unopened.caseId,
      patientId: unopened.patientId,
      senderId: unopened.senderId,
    });
  // The sender's page has a button less.
  for (const { id, caseId, patientId, senderId } of opened)
    await publish(tx, [senderId], { type: 'sending', case_id: caseId, patient_id: patientId, ref_id: id }, accountId);
  return opened.map(({ id }) => id);
};

/** What waits for the reader to open it; asked for before the case is read that they are let into. */
export const waitingFor = (tx: Tx, { accountId }: Actor): Promise<{ id: string; caseId: string }[]> =>
  tx.select({ id: unopened.id, caseId: unopened.caseId }).from(unopened).where(eq(unopened.recipientId, accountId));

/**
 * The reader is let into a case by an address: whatever of it they are given, all that was sent in it counts as opened.
 * @param waiting what waited before the case was read
 * @returns whether some of that was withdrawn, or opened elsewhere, meanwhile: the case is to be read again
 */
export const openInCase = async (
  tx: Tx,
  reader: Actor,
  caseId: string,
  waiting: readonly { id: string; caseId: string }[],
): Promise<boolean> => {
  const expected = waiting.filter((row) => row.caseId === caseId);
  if (expected.length === 0) return false;
  const opened = await open(tx, reader, eq(unopened.caseId, caseId));
  return expected.some(({ id }) => !opened.includes(id));
};

/** What came into the case while it was read: it may stand on the page. */
export const openLate = async (tx: Tx, reader: Actor, caseId: string): Promise<void> => {
  await open(tx, reader, eq(unopened.caseId, caseId));
};

/** Everything that was sent to the reader, e.g. with the export of all that is theirs. */
export const openAll = async (tx: Tx, reader: Actor): Promise<void> => {
  await open(tx, reader, undefined);
};

/** Holds what the reader has not opened, until the transaction ends: a list that is read next shows nothing that is withdrawn meanwhile. */
export const holdUnopened = async (tx: Tx, { accountId }: Actor): Promise<void> => {
  await tx
    .select({ id: unopened.id })
    .from(unopened)
    .where(eq(unopened.recipientId, accountId))
    .orderBy(asc(unopened.id))
    .for('update');
};

/** A list shows these texts themselves. */
export const openListed = async (tx: Tx, reader: Actor, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await open(tx, reader, inArray(unopened.id, [...ids]));
};

/** A list shows these cases with the name of the case and the note of the request. */
export const openListedCases = async (tx: Tx, reader: Actor, caseIds: readonly string[]): Promise<void> => {
  if (caseIds.length > 0)
    await open(tx, reader, and(inArray(unopened.caseId, [...caseIds]), isNotNull(unopened.listed)));
};

/** A list shows who these patients are. */
export const openListedPatients = async (tx: Tx, reader: Actor, patientIds: readonly string[]): Promise<void> => {
  if (patientIds.length > 0)
    await open(tx, reader, and(inArray(unopened.patientId, [...patientIds]), eq(unopened.listed, 'name')));
};

/** Which of these the reader sent, and can still withdraw. */
export const withdrawable = async (tx: Tx, { accountId }: Actor, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: unopened.id, broughtTo: unopened.broughtTo, theCase: cases })
    .from(unopened)
    .innerJoin(cases, eq(cases.id, unopened.caseId))
    .where(and(inArray(unopened.id, [...ids]), eq(unopened.senderId, accountId)));
  return new Set(
    rows.filter(({ broughtTo, theCase }) => !broughtTo || broughtTo === standingOf(theCase)).map(({ id }) => id),
  );
};
