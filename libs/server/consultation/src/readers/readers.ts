import { asciiAddress } from '@konsil/contracts/mail-address';
import {
  invitationDays,
  mostReaders,
  type Reader,
  type ReaderState,
  type SharedPerson,
} from '@konsil/contracts/reader-states';
import type { InviteReader } from '@konsil/contracts/readers';
import { fullName } from '@konsil/contracts/full-name';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { PatientRow, ReaderRow } from '@konsil/server-domain/access/loaders';
import { withReading } from '@konsil/server-domain/access/readers';
import { accountById, fullName as accountName } from '@konsil/server-domain/accounts/accounts.queries';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { withAllRows } from '@konsil/server-domain/database/roles';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { Work } from '@konsil/server-domain/kernel/work';
import { dayAndTime, dayInWords } from '@konsil/server-domain/names/moments';
import { namesOf } from '@konsil/server-domain/names/names';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import type { EmailData } from '@konsil/server-domain/notices/texts/templates';
import { nameOf, patientNames } from '@konsil/server-domain/patients/patient-record';
import { cases, patientReaders } from '@konsil/server-domain/schema';
import { record } from '@konsil/server-domain/steps/record';
import { dayMs, isAhead, iso, isoOrNull, later } from '@konsil/server-platform/clock';
import { isOfFastClock } from '@konsil/server-platform/database/time';
import { portalOf } from '@konsil/server-platform/http/origins';
import { invalid, Problem } from '@konsil/server-platform/http/problems';
import { keptMs } from '@konsil/server-platform/retention';

/** The state at a time; an access whose last day is over has ended. */
export const stateOfReader = (
  { acceptedAt, endedAt, endsOn, expiresAt, invitedAt }: ReaderRow,
  now: Date,
): ReaderState => {
  if (endedAt || (endsOn !== null && endsOn < dayOf(now))) return acceptedAt ? 'ended' : 'expired';
  if (acceptedAt) return 'open';
  return expiresAt > now && !isAhead(invitedAt, now) ? 'invited' : 'expired';
};

export const toReader = (row: ReaderRow, now: Date, names: ReadonlyMap<string, string>): Reader => ({
  id: row.id,
  state: stateOfReader(row, now),
  role: row.role,
  name: names.get(row.accountId ?? '') || null,
  email: row.email,
  expires_at: iso(row.expiresAt),
  since: isoOrNull(row.acceptedAt),
  until: row.endsOn,
  ended_at: isoOrNull(row.endedAt),
});

/** The present, invited and former readers of a person, for the owner. A declined or expired invitation is not kept. */
export const listReaders = async (
  { tx, now, kernel: { vault } }: Work,
  { id }: Pick<PatientRow, 'id'>,
): Promise<Reader[]> => {
  const rows = await tx
    .select()
    .from(patientReaders)
    .where(
      and(eq(patientReaders.patientId, id), or(isNotNull(patientReaders.acceptedAt), isNull(patientReaders.endedAt))),
    )
    .orderBy(desc(patientReaders.invitedAt), desc(patientReaders.id));
  const names = await namesOf(
    tx,
    vault,
    rows.flatMap(({ accountId }) => accountId ?? []),
  );
  return rows.map((row) => toReader(row, now, names));
};

/** Sends an event to open pages of both. */
export const tellPages = ({ tx, actor }: Pick<Work, 'tx' | 'actor'>, { ownerId, accountId, patientId }: ReaderRow) =>
  record({ tx, actor }, { step: 'reading_changed', patientId, readers: [ownerId, ...(accountId ? [accountId] : [])] });

/** Open invitations and accesses of a person that are not over. */
const current = async ({ tx, now }: Work, patientId: string): Promise<ReaderRow[]> => {
  const rows = await tx
    .select()
    .from(patientReaders)
    .where(and(eq(patientReaders.patientId, patientId), isNull(patientReaders.endedAt)));
  const over = rows.filter((row) => ['expired', 'ended'].includes(stateOfReader(row, now)));
  if (over.length > 0)
    await tx
      .update(patientReaders)
      .set({ endedAt: now, email: null })
      .where(
        inArray(
          patientReaders.id,
          over.map(({ id }) => id),
        ),
      );
  return rows.filter((row) => !over.includes(row));
};

/** A name without the characters that mail programs turn into links, because strangers get the e-mail. */
const asName = (name: string): string => name.replaceAll(/[/:@]|\.(?=\S)/g, ' ');

/**
 * The owner invites an address. The person is locked. The response does not reveal whether the address has an account.
 * @throws {Problem} `invalid` at `email`; `not_allowed_now` while the account is to be erased, or for too many people
 */
export const inviteReader = async (
  work: Work,
  thePatient: PatientRow,
  { email, until, role }: InviteReader,
): Promise<Reader> => {
  const {
    tx,
    actor,
    now,
    kernel: { env, vault },
  } = work;
  const account = await accountById(tx, actor.accountId, true);
  if (account.erasureAt) throw new Problem('not_allowed_now');
  const address = asciiAddress(email).toLowerCase();
  if (address === account.email.toLowerCase()) throw invalid({ path: 'email', code: 'ownAddress' });
  const others = await current(work, thePatient.id);
  const addresses = await Promise.all(
    others.map(async (row) => row.email ?? (row.accountId ? (await accountById(tx, row.accountId)).email : '')),
  );
  if (addresses.some((known) => known.toLowerCase() === address))
    throw invalid({ path: 'email', code: 'alreadyInvited' });
  if (others.length >= mostReaders) throw new Problem('not_allowed_now');
  const expiresAt = later(now, invitationDays * dayMs);
  const [row] = await tx
    .insert(patientReaders)
    .values({
      patientId: thePatient.id,
      ownerId: account.id,
      email: address,
      invitedAt: now,
      expiresAt,
      endsOn: until,
      role,
    })
    .returning();
  if (!row) throw new Error('The invitation was not stored.');
  await enqueueEmail(tx, vault, {
    to: address,
    locale: account.locale,
    template: 'reader_invited',
    data: {
      by: asName(await accountName(tx, vault, account)),
      acts: role === 'act',
      day: dayInWords(dayOf(expiresAt), account.locale),
      link: `${portalOf(env, 'patient')}/patient/shared`,
    },
  });
  await tellPages(work, row);
  return toReader(row, now, new Map());
};

type Change = EmailData['reader_changed']['change'];
/** Tells the owner or the reader by e-mail about a change of the access, without a name. */
export const writeTo = async (
  { tx, now, kernel: { env, vault } }: Pick<Work, 'tx' | 'now'> & { kernel: Pick<Kernel, 'env' | 'vault'> },
  accountId: string,
  change: Change,
  path: string,
): Promise<void> => {
  const account = await accountById(tx, accountId);
  await enqueueEmail(tx, vault, {
    to: account.email,
    locale: account.locale,
    accountId,
    template: 'reader_changed',
    data: { change, at: dayAndTime(now, account.locale), link: portalOf(env, 'patient') + path },
  });
};
/** The path of the person for the owner. */
export const ownersPage = ({ patientId }: ReaderRow) => `/patient/patients/${patientId}`;

/**
 * Changes a reader's row with all rows visible, because row security lets an invited account only read it (migration
 * patient_readers). `can()` has decided before.
 */
export const change = (work: Work, id: string, changes: Partial<ReaderRow>): Promise<ReaderRow> =>
  withAllRows(work.tx, async () => {
    const [row] = await work.tx.update(patientReaders).set(changes).where(eq(patientReaders.id, id)).returning();
    if (!row) throw new Error('The reader is missing.');
    return row;
  });

export const toShared = (row: ReaderRow, person: string, by: string, waiting = 0): SharedPerson => ({
  id: row.id,
  state: row.acceptedAt ? 'open' : 'invited',
  role: row.role,
  person,
  shared_by: by,
  until: row.endsOn,
  expires_at: iso(row.expiresAt),
  ...(waiting > 0 && { waiting }),
});

/** The number of cases that wait for the patient, by the person for whom the caller may act. */
const waitingFor = async ({ tx }: Work, rows: readonly ReaderRow[]): Promise<Map<string, number>> => {
  const persons = rows.flatMap(({ role, acceptedAt, patientId }) => (role === 'act' && acceptedAt ? patientId : []));
  if (persons.length === 0) return new Map();
  const counted = await tx
    .select({ patientId: cases.patientId, waiting: count() })
    .from(cases)
    .where(
      and(
        inArray(cases.patientId, persons),
        eq(cases.status, 'with_patient'),
        isNotNull(cases.sharedAt),
        isNull(cases.archivedByPatientAt),
      ),
    )
    .groupBy(cases.patientId);
  return new Map(counted.map(({ patientId, waiting }) => [patientId, waiting]));
};

/** The persons that the caller reads along or is invited to: their names, and how many cases wait. */
export const listSharedPersons = async (work: Work): Promise<SharedPerson[]> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  const { reading } = await withReading(tx, actor, now);
  if (!reading) return [];
  const rows = await tx
    .select()
    .from(patientReaders)
    .where(inArray(patientReaders.id, [...reading.readers, ...reading.invitations]))
    .orderBy(asc(patientReaders.invitedAt), asc(patientReaders.id));
  const people = await patientNames(
    tx,
    vault,
    rows.map(({ patientId }) => patientId),
  );
  const owners = await namesOf(
    tx,
    vault,
    rows.map(({ ownerId }) => ownerId),
  );
  const waiting = await waitingFor(work, rows);
  return rows.map((row) =>
    toShared(row, fullName(nameOf(people, row.patientId)), owners.get(row.ownerId) ?? '', waiting.get(row.patientId)),
  );
};

/**
 * Accepts an invitation, or refuses it. Its row is locked.
 * @throws {Problem} `not_allowed_now` if the account reads the person along already, by an earlier address
 */
export const answerInvitation = async (
  work: Work,
  theReader: ReaderRow,
  accepts: boolean,
): Promise<SharedPerson | null> => {
  const { tx, actor, now } = work;
  if (!accepts) {
    const row = await change(work, theReader.id, { endedAt: now, email: null });
    await tellPages(work, row);
    await writeTo(work, row.ownerId, 'refused', ownersPage(row));
    return null;
  }
  const already = await tx.$count(
    patientReaders,
    and(
      eq(patientReaders.patientId, theReader.patientId),
      eq(patientReaders.accountId, actor.accountId),
      isNull(patientReaders.endedAt),
    ),
  );
  if (already > 0) throw new Problem('not_allowed_now');
  const row = await change(work, theReader.id, { acceptedAt: now, accountId: actor.accountId, email: null });
  await tellPages(work, row);
  await writeTo(work, row.ownerId, 'accepted', ownersPage(row));
  return (await listSharedPersons(work)).find(({ id }) => id === row.id) ?? null;
};

/** Ends invitations dated by a clock that was set back, and deletes the addresses of expired invitations. */
export const sweepInvitations = async ({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const open = and(isNull(patientReaders.acceptedAt), isNull(patientReaders.endedAt));
  // Otherwise it would be valid again once the clock is there.
  await db
    .update(patientReaders)
    .set({ expiresAt: now })
    .where(and(open, gt(patientReaders.expiresAt, now), isOfFastClock(patientReaders.invitedAt, now)));
  await db
    .update(patientReaders)
    .set({ endedAt: now, email: null })
    .where(and(open, lte(patientReaders.expiresAt, later(now, -keptMs('reader-invitations')))));
};
