import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { iso } from '@konsil/server-platform/clock';
import { cases, unopenedSendings } from '../schema.ts';
import type { Actor } from '../access/access.ts';
import type { CaseRow } from '../access/loaders.ts';
import { representedAccountId } from '../access/sides.ts';
import { record } from '../steps/record.ts';

/**
 * The state of a case. A submission can only be withdrawn while the case is in the state it led to. The promised day is no
 * part of it: an absence moves it without opening anything.
 */
export const caseStateOf = (row: CaseRow): string =>
  JSON.stringify([
    row.status,
    row.doctorId,
    row.lastAnswerId,
    ...[row.firstSentAt, row.sharedAt, row.lastRequestAt].map((at) => at && iso(at)),
  ]);

/** Builds before 0.2.0 stored the promised day, too, as the fourth of seven parts. */
const withoutDay = (state: string): string => {
  const parts = JSON.parse(state) as unknown[];
  return JSON.stringify(parts.length === 7 ? parts.toSpliced(3, 1) : parts);
};

/** True if the case is still in the state that a submission led to. */
export const isStillIn = (state: string, row: CaseRow): boolean => withoutDay(state) === caseStateOf(row);

/**
 * Marks submissions as opened when their content is sent to the reader, which ends withdrawing. Waits for a concurrent
 * withdrawal, and leaves out what it withdrew.
 */
const open = async (tx: Tx, reader: Actor, which: SQL | undefined): Promise<string[]> => {
  const opened = await tx
    .delete(unopenedSendings)
    .where(and(eq(unopenedSendings.recipientId, representedAccountId(reader)), which))
    .returning({
      id: unopenedSendings.id,
      caseId: unopenedSendings.caseId,
      patientId: unopenedSendings.patientId,
      senderId: unopenedSendings.senderId,
    });
  // The sender's page removes its button.
  for (const { id, caseId, patientId, senderId } of opened)
    await record({ tx, actor: reader }, { step: 'sending_opened', senderId, caseId, patientId, sendingId: id });
  return opened.map(({ id }) => id);
};

/** The reader's unopened submissions; queried before the case that access depends on. */
export const waitingFor = (tx: Tx, reader: Actor): Promise<{ id: string; caseId: string }[]> =>
  tx
    .select({ id: unopenedSendings.id, caseId: unopenedSendings.caseId })
    .from(unopenedSendings)
    .where(eq(unopenedSendings.recipientId, representedAccountId(reader)));

/** The part of a case that a call opens. A preview, which appears unasked beside a list, opens no request. */
const inCase = (caseId: string, isPreview: boolean): SQL | undefined =>
  and(eq(unopenedSendings.caseId, caseId), isPreview ? ne(unopenedSendings.kind, 'request') : undefined);

/** Locks the reader's unopened submissions, so that what is read next contains nothing withdrawn meanwhile. */
const hold = async (tx: Tx, reader: Actor, which?: SQL): Promise<string[]> => {
  const held = await tx
    .select({ id: unopenedSendings.id })
    .from(unopenedSendings)
    .where(and(eq(unopenedSendings.recipientId, representedAccountId(reader)), which))
    .orderBy(asc(unopenedSendings.id))
    .for('update');
  return held.map(({ id }) => id);
};

/**
 * Marks everything that was sent in a case as opened, because an address gave the reader access to some part of the
 * case.
 * @param waiting the unopened items, as they were before the case was read
 * @returns whether some of them were withdrawn, or opened elsewhere, meanwhile: the case must be read again
 */
export const openInCase = async (
  tx: Tx,
  reader: Actor,
  caseId: string,
  waiting: readonly { id: string; caseId: string }[],
  isPreview = false,
): Promise<boolean> => {
  const expected = waiting.filter((row) => row.caseId === caseId);
  if (expected.length === 0) return false;
  const opened = await open(tx, reader, inCase(caseId, isPreview));
  const held = isPreview ? await hold(tx, reader, eq(unopenedSendings.caseId, caseId)) : [];
  return expected.some(({ id }) => ![...opened, ...held].includes(id));
};

/** Marks items delivered while the case was read as opened, because the page may contain them. */
export const openLate = async (tx: Tx, reader: Actor, caseId: string, isPreview = false): Promise<void> => {
  await open(tx, reader, inCase(caseId, isPreview));
};

/** Opens everything sent to the reader, e.g. for a data export. */
export const markAllOpened = async (tx: Tx, reader: Actor): Promise<void> => {
  await open(tx, reader, undefined);
};

/** Marks everything sent to the reader about a patient as opened, before the whole record is returned. */
export const openOfPatient = async (tx: Tx, reader: Actor, patientId: string): Promise<void> => {
  await open(tx, reader, eq(unopenedSendings.patientId, patientId));
};

/**
 * Locks the reader's unopened submissions until the transaction ends, so that a list read next contains nothing
 * withdrawn meanwhile.
 */
export const holdUnopened = async (tx: Tx, reader: Actor): Promise<void> => {
  await hold(tx, reader);
};

/** Opens submissions whose text is in a list. */
export const markListedOpened = async (tx: Tx, reader: Actor, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await open(tx, reader, inArray(unopenedSendings.id, [...ids]));
};

/** The submissions among these ids that the reader sent and can still withdraw. */
export const withdrawable = async (tx: Tx, { accountId }: Actor, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: unopenedSendings.id, broughtTo: unopenedSendings.broughtTo, theCase: cases })
    .from(unopenedSendings)
    .innerJoin(cases, eq(cases.id, unopenedSendings.caseId))
    .where(and(inArray(unopenedSendings.id, [...ids]), eq(unopenedSendings.senderId, accountId)));
  return new Set(
    rows.filter(({ broughtTo, theCase }) => !broughtTo || isStillIn(broughtTo, theCase)).map(({ id }) => id),
  );
};
