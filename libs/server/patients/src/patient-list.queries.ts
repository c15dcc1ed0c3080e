import type { PatientName, patientsQuerySchema, PatientSummary } from '@konsil/contracts/patients';
import { and, eq, exists, isNotNull, ne, sql, type SQL } from 'drizzle-orm';
import { holdUnopened } from '@konsil/server-domain/sendings/opened';
import type * as z from 'zod/mini';
import type { Tx } from '@konsil/server-platform/database/client';
import { cases, doctorPatients, patients } from '@konsil/server-domain/schema';
import type { Actor } from '@konsil/server-domain/access/access';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import { findPage, inOrder, pageSize, sliceSortedPage, type Order } from '@konsil/server-platform/http/cursors';
import type { PatientRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { archiveColumn, idsIn, inArchive, readableCases } from '@konsil/server-domain/cases/case-scope';
import { openNames } from '@konsil/server-domain/patients/patient-record';
import { representedAccountId, isOn } from '@konsil/server-domain/access/sides';
import { foundBy } from '@konsil/server-domain/search/search-words';

type PatientsQuery = z.output<typeof patientsQuerySchema>;
interface ListedRow {
  id: string;
  sealed: Buffer;
  relationship: PatientRow['relationship'];
  archivedAt: Date | null;
  /** Null only without a directory entry of the doctor. */
  lastActivityAt: Date | null;
}

/** A case of the patient was sent to this doctor with a valid consent: `can(actor, 'patient', 'read')` as SQL. */
export const hasSharedCase = (tx: Tx, actor: Actor): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(cases)
      .where(
        and(
          eq(cases.patientId, doctorPatients.patientId),
          eq(cases.doctorId, representedAccountId(actor)),
          isNotNull(cases.firstSentAt),
          isNotNull(cases.sharedAt),
        ),
      ),
  );

/** The time of the last activity: for an account in all the patient's cases, for a doctor in their own. */
export const lastActivity = (actor: Actor): SQL =>
  isOn(actor, 'doctor')
    ? sql`${doctorPatients.lastActivityAt}`
    : sql`coalesce((select max(${cases.lastActivityAt}) from ${cases} where ${eq(cases.patientId, patients.id)}), ${patients.lastActivityAt})`;

/** A doctor's own archive and activity for each patient. */
const columnsFor = (actor: Actor) => ({
  id: patients.id,
  sealed: patients.sealed,
  relationship: patients.relationship,
  archivedAt: isOn(actor, 'doctor') ? doctorPatients.archivedAt : patients.archivedAt,
  lastActivityAt: isOn(actor, 'doctor') ? doctorPatients.lastActivityAt : patients.lastActivityAt,
});
const doctorsEntry = (actor: Actor): SQL | undefined =>
  and(eq(doctorPatients.patientId, patients.id), eq(doctorPatients.doctorId, representedAccountId(actor)));
const readablePatients = (tx: Tx, actor: Actor): SQL | undefined =>
  isOn(actor, 'patient')
    ? eq(patients.accountId, representedAccountId(actor))
    : and(eq(doctorPatients.doctorId, representedAccountId(actor)), hasSharedCase(tx, actor));

const summarize = async (
  { tx, actor, kernel: { vault } }: Work,
  rows: readonly ListedRow[],
): Promise<PatientSummary[]> => {
  // Like the patient's page: without the reader's archived ones.
  const active = inArchive(archiveColumn(actor), 'false');
  const counted = await tx
    .select({
      id: cases.patientId,
      all: sql<number>`count(*) filter (where ${active})::int`,
      open: sql<number>`count(*) filter (where ${and(active, ne(cases.status, 'closed'))})::int`,
      withDoctor: sql<number>`count(*) filter (where ${and(active, eq(cases.status, 'with_doctor'))})::int`,
      withPatient: sql<number>`count(*) filter (where ${and(active, eq(cases.status, 'with_patient'))})::int`,
      lastActivityAt: sql<Date>`max(${cases.lastActivityAt})`.mapWith(cases.lastActivityAt),
    })
    .from(cases)
    .where(
      and(
        idsIn(
          cases.patientId,
          rows.map((row) => row.id),
        ),
        readableCases(actor),
      ),
    )
    .groupBy(cases.patientId);
  const counts = new Map(counted.map((row) => [row.id, row]));
  return (await openNames(tx, vault, rows)).map((row) => {
    const { all = 0, open = 0, withDoctor = 0, withPatient = 0, lastActivityAt } = counts.get(row.id) ?? {};
    return {
      ...row.name,
      relationship: row.relationship,
      archived_at: isoOrNull(row.archivedAt),
      case_count: all,
      open_case_count: open,
      cases_with_doctor: withDoctor,
      cases_with_patient: withPatient,
      last_activity_at: iso(lastActivityAt ?? row.lastActivityAt ?? new Date(0)),
    };
  });
};

/** One patient summary, reloaded from the database. */
export const patientSummaryOf = async (work: Work, id: string): Promise<PatientSummary> => {
  const { tx, actor } = work;
  const [summary] = await summarize(
    work,
    await tx
      .select(columnsFor(actor))
      .from(patients)
      .leftJoin(doctorPatients, doctorsEntry(actor))
      .where(eq(patients.id, id)),
  );
  if (!summary) throw new Error('The patient is missing.');
  return summary;
};

const collator = new Intl.Collator('de');
const byName = (a: PatientName, b: PatientName): number =>
  collator.compare(a.last_name, b.last_name) || collator.compare(a.first_name, b.first_name) || (a.id < b.id ? -1 : 1);

/** The hashes of the search as SQL; undefined without a search. */
const matching = ({ kernel: { vault } }: Work, { search = '' }: PatientsQuery): SQL | undefined =>
  foundBy(vault, patients.search, search);
const filterOf = (work: Work, query: PatientsQuery): SQL | undefined =>
  and(
    readablePatients(work.tx, work.actor),
    inArchive(columnsFor(work.actor).archivedAt, query.archived),
    matching(work, query),
  );

/** Names are encrypted: decrypts all, sorts, and cuts a page. */
const pageByName = async (work: Work, query: PatientsQuery) => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const rows = await openNames(
    tx,
    vault,
    await tx
      .select(columnsFor(actor))
      .from(patients)
      .leftJoin(doctorPatients, doctorsEntry(actor))
      .where(filterOf(work, query)),
  );
  const page = sliceSortedPage(
    vault,
    'patients.name',
    rows.sort((a, b) => byName(a.name, b.name)),
    query.cursor,
    pageSize(query.limit),
  );
  return { items: await summarize(work, page.rows), next_cursor: page.next_cursor, total: rows.length };
};

const orderFor = (actor: Actor): Order => ({
  name: 'patients.activity',
  direction: 'desc',
  keys: [
    { by: lastActivity(actor), type: 'timestamptz' },
    { by: isOn(actor, 'doctor') ? sql`${doctorPatients.patientId}` : sql`${patients.id}`, type: 'uuid' },
  ],
});
const pageByActivity = async (work: Work, query: PatientsQuery) => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const filter = filterOf(work, query);
  const { ids, next_cursor, total } = await findPage(
    { tx, vault },
    orderFor(actor),
    { cursor: query.cursor, size: pageSize(query.limit) },
    (keys) => {
      if (isOn(actor, 'patient')) return tx.select(keys).from(patients).where(filter);
      // Without a search, a doctor's own entries are enough.
      const entries = tx.select(keys).from(doctorPatients);
      return (matching(work, query) ? entries.innerJoin(patients, doctorsEntry(actor)) : entries).where(filter);
    },
  );
  const rows = await tx
    .select(columnsFor(actor))
    .from(patients)
    .leftJoin(doctorPatients, doctorsEntry(actor))
    .where(idsIn(patients.id, ids));
  return { items: await summarize(work, inOrder(ids, rows)), next_cursor, total };
};

/** The patients of an account or a doctor, by name or activity. */
export const listPatients = async (work: Work, query: PatientsQuery) => {
  const { tx, actor } = work;
  await holdUnopened(tx, actor);
  const page = await (query.sort === 'activity' ? pageByActivity : pageByName)(work, query);
  return page;
};
