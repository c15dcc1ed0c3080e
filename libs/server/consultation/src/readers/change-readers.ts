import type { Reader, ReaderRole } from '@konsil/contracts/reader-states';
import { and, asc, eq, gte, inArray, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { ReaderRow } from '@konsil/server-domain/access/loaders';
import { freeOfHolds } from '@konsil/server-domain/accounts/legal-hold';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { withAllRows } from '@konsil/server-domain/database/roles';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { Work } from '@konsil/server-domain/kernel/work';
import { namesOf } from '@konsil/server-domain/names/names';
import { cases, drafts, notices, patientReaders } from '@konsil/server-domain/schema';
import type { AuditEntry } from '@konsil/server-platform/audit/audit';
import { dayMs, later } from '@konsil/server-platform/clock';
import { forEach } from '@konsil/server-platform/each';
import { Problem } from '@konsil/server-platform/http/problems';
import { change, ownersPage, stateOfReader, tellPages, toReader, writeTo } from './readers.ts';

/**
 * Deletes drafts and pending notifications when the right to act ends.
 * @param only which of the drafts
 */
const dropPrepared = ({ tx }: Pick<Work, 'tx'>, { accountId, patientId }: ReaderRow, only?: SQL): Promise<void> =>
  withAllRows(tx, async () => {
    if (!accountId) return;
    const theirs = tx.select({ id: cases.id }).from(cases).where(eq(cases.patientId, patientId));
    await tx.delete(drafts).where(and(eq(drafts.accountId, accountId), inArray(drafts.caseId, theirs), only));
    await tx
      .delete(notices)
      .where(and(eq(notices.accountId, accountId), inArray(notices.caseId, theirs), isNull(notices.sentAt)));
  });

/**
 * Changes whether a reader, or somebody who is invited as one, acts for the person or only reads. The row is locked.
 * @throws {Problem} `not_allowed_now` for an access that has ended
 */
export const changeReader = async (work: Work, theReader: ReaderRow, role: ReaderRole): Promise<Reader> => {
  const {
    tx,
    now,
    kernel: { vault },
  } = work;
  if (!['open', 'invited'].includes(stateOfReader(theReader, now))) throw new Problem('not_allowed_now');
  const names = await namesOf(tx, vault, theReader.accountId ? [theReader.accountId] : []);
  if (theReader.role === role) return toReader(theReader, now, names);
  const row = await change(work, theReader.id, { role });
  if (role === 'see') await dropPrepared(work, row);
  await tellPages(work, row);
  if (row.accountId) await writeTo(work, row.accountId, role === 'act' ? 'may_act' : 'may_see', '/patient/shared');
  return toReader(row, now, names);
};

/** Ends an access, or withdraws an invitation. An access that has ended stays unchanged. */
export const endReader = async (work: Work, theReader: ReaderRow): Promise<void> => {
  if (theReader.endedAt) return;
  const { actor, now } = work;
  const row = await change(work, theReader.id, { endedAt: now, email: null });
  await dropPrepared(work, row);
  await tellPages(work, row);
  if (!row.accountId) return;
  if (actor.accountId === row.accountId) await writeTo(work, row.ownerId, 'left', ownersPage(row));
  else await writeTo(work, row.accountId, 'ended', '/patient');
};

/** An access that is over for longer has nothing left to delete. */
const sweptMs = 7 * dayMs;

/**
 * Deletes drafts and waiting e-mails after the last day of a right to act, because it expires without an action. A legal
 * hold keeps the drafts, which nobody can open any more.
 */
export const dropAfterLastDay = async ({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const rows = await db
    .select()
    .from(patientReaders)
    .where(
      and(
        eq(patientReaders.role, 'act'),
        isNull(patientReaders.endedAt),
        lt(patientReaders.endsOn, dayOf(now)),
        gte(patientReaders.endsOn, dayOf(later(now, -sweptMs))),
      ),
    );
  await forEach(rows, (row) => db.transaction((tx) => dropPrepared({ tx }, row, freeOfHolds(tx, drafts, now))));
};

/**
 * Ends everything that an account shares, or reads along: it is to be erased, or took its consent to health data back.
 * @returns the audit entries
 */
export const endReadersOf = async (
  work: Pick<Work, 'tx' | 'now'> & { kernel: Pick<Kernel, 'env' | 'vault'> },
  accountId: string,
): Promise<AuditEntry[]> => {
  const { tx, now } = work;
  const which = and(
    isNull(patientReaders.endedAt),
    or(eq(patientReaders.ownerId, accountId), eq(patientReaders.accountId, accountId)),
  );
  const rows = await tx.select().from(patientReaders).where(which).orderBy(asc(patientReaders.id)).for('no key update');
  for (const row of rows) {
    await tx.update(patientReaders).set({ endedAt: now, email: null }).where(eq(patientReaders.id, row.id));
    await dropPrepared(work, row);
    await tellPages({ tx, actor: { accountId, role: 'patient' } }, row);
    if (row.accountId === accountId) await writeTo(work, row.ownerId, 'left', ownersPage(row));
    else if (row.accountId) await writeTo(work, row.accountId, 'ended', '/patient');
  }
  return rows.map(({ patientId }) => ({ action: 'reader.end', result: 'allowed', patientId }));
};
