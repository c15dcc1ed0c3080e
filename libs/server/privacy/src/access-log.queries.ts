import {
  auditActions,
  kindOfAction,
  type AuditAction,
  type AuditEntry,
  type auditQuerySchema,
} from '@konsil/contracts/privacy';
import type { Page } from '@konsil/contracts/common';
import { matchesWords, typedWords } from '@konsil/contracts/fold';
import { practiceMidnight } from '@konsil/contracts/practice-time';
import { and, eq, gte, inArray, isNull, like, lt, ne, notLike, or, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { auditRecords, cases, doctors, documents } from '@konsil/server-domain/schema';
import { dayMs, iso, later } from '@konsil/server-platform/clock';
import { afterCursor, slicePage, orderBy, pageSize, placeOf, type Order } from '@konsil/server-platform/http/cursors';
import type { PatientRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { clientNames } from '@konsil/server-domain/backend-clients/client-tokens';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { namesOf } from '@konsil/server-domain/names/names';
import { caseNames } from '@konsil/server-domain/cases/case-texts';
import { documentsMatching } from '@konsil/server-documents/document-search';
import { foundBy } from '@konsil/server-domain/search/search-words';
import { documentSecrets } from '@konsil/server-domain/sealed/document';

export type AccessLogQuery = z.output<typeof auditQuerySchema>;
type AuditRow = typeof auditRecords.$inferSelect;

// An entry is written at the end of what it records, but has the start time.
const newestFirst: Order = {
  name: 'audit',
  direction: 'desc',
  keys: [
    { by: sql`${auditRecords.at}`, type: 'timestamptz' },
    { by: sql`${auditRecords.seq}`, type: 'bigint' },
  ],
};
/** SQL: an app read in the account's name. What is about an app (`app.…`) its owner did themselves. */
const byApp = and(like(auditRecords.detail, '%"client":"%'), notLike(auditRecords.action, 'app.%'));
const byOneself = or(
  isNull(auditRecords.detail),
  notLike(auditRecords.detail, '%"client":"%'),
  like(auditRecords.action, 'app.%'),
);
const otherThan = (accountId: string): SQL | undefined =>
  or(isNull(auditRecords.actorId), ne(auditRecords.actorId, accountId), byApp);

/** Doctors by parts of their name. */
const doctorsNamed = async ({ tx }: Work, typed: string): Promise<string[]> => {
  if (typedWords(typed).length === 0) return [];
  const rows = await tx
    .select({ id: doctors.accountId, title: doctors.title, firstName: doctors.firstName, lastName: doctors.lastName })
    .from(doctors);
  return rows.filter((row) => matchesWords(doctorName(row), typed)).map(({ id }) => id);
};

/** Condition: the search is the name of a doctor, a case or a document. */
const named = async (work: Work, patientId: string, typed: string): Promise<SQL | undefined> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const people = await doctorsNamed(work, typed);
  const [inCases, inDocuments] = [foundBy(vault, cases.search, typed), documentsMatching(vault, typed)];
  return or(
    people.length > 0 ? inArray(auditRecords.actorId, people) : sql`false`,
    inCases
      ? inArray(
          auditRecords.caseId,
          tx
            .select({ id: cases.id })
            .from(cases)
            .where(and(eq(cases.patientId, patientId), inCases)),
        )
      : undefined,
    inDocuments
      ? inArray(
          auditRecords.documentId,
          tx
            .select({ id: documents.id })
            .from(documents)
            .where(and(eq(documents.patientId, patientId), inDocuments)),
        )
      : undefined,
  );
};

const nextDay = (day: string): string => iso(later(new Date(day), dayMs)).slice(0, 10);

/** Excludes the operator's entries, which are no accesses; days are German. */
export const inPeriod = ({ from, to }: Pick<AccessLogQuery, 'from' | 'to'>): SQL | undefined =>
  and(
    inArray(auditRecords.action, [...auditActions]),
    from ? gte(auditRecords.at, practiceMidnight(from)) : undefined,
    to ? lt(auditRecords.at, practiceMidnight(nextDay(to))) : undefined,
  );

/** Filters by action, kind or result. A refused access neither read nor changed anything. */
export const ofKind = ({ action, kind, result }: Pick<AccessLogQuery, 'action' | 'kind' | 'result'>): SQL | undefined =>
  and(
    action ? eq(auditRecords.action, action) : undefined,
    kind
      ? and(
          inArray(
            auditRecords.action,
            auditActions.filter((one) => kindOfAction(one) === kind),
          ),
          eq(auditRecords.result, 'allowed'),
        )
      : undefined,
    result ? eq(auditRecords.result, result) : undefined,
  );

const ofPatient = (patientId: string, query: AccessLogQuery): SQL | undefined =>
  and(eq(auditRecords.chain, patientId), inPeriod(query));

const filterOf = async (work: Work, patientId: string, query: AccessLogQuery): Promise<SQL | undefined> => {
  const { accountId } = work.actor;
  return and(
    ofPatient(patientId, query),
    ofKind(query),
    query.who === 'me' ? and(eq(auditRecords.actorId, accountId), byOneself) : undefined,
    query.who === 'doctors' ? otherThan(accountId) : undefined,
    query.search?.trim() ? await named(work, patientId, query.search) : undefined,
  );
};

const idsOf = <K extends 'actorId' | 'caseId' | 'documentId'>(rows: readonly AuditRow[], column: K): string[] => [
  ...new Set(rows.flatMap((row) => row[column] ?? [])),
];

/** The backend client or app that acted for the account; empty if none did. */
const clientOf = ({ detail }: AuditRow): string =>
  detail ? ((JSON.parse(detail) as { client?: string }).client ?? '') : '';

/** An invited person who declined had no access, and an address may be a stranger's: their name is not told. */
const declined: AuditAction = 'reader.refuse';

/** Serializes entries with current names; deleted objects have none. */
export const showRecords = async (
  { tx, actor, kernel: { vault } }: Work,
  rows: readonly AuditRow[],
): Promise<AuditEntry[]> => {
  const people = await namesOf(
    tx,
    vault,
    idsOf(
      // A patient who was let in reads along; one who was refused, or declined the invitation, stays a stranger without a name.
      rows.filter(
        (row) =>
          row.actorRole === 'doctor' ||
          row.actorId === actor.accountId ||
          (row.result === 'allowed' && row.action !== declined),
      ),
      'actorId',
    ),
  );
  const caseIds = idsOf(rows, 'caseId');
  const caseTitles = await caseNames(
    tx,
    vault,
    caseIds.length > 0 ? await tx.select().from(cases).where(inArray(cases.id, caseIds)) : [],
  );
  const documentIds = idsOf(rows, 'documentId');
  const documentRows =
    documentIds.length > 0
      ? await tx
          .select({ id: documents.id, patientId: documents.patientId, sealed: documents.sealed })
          .from(documents)
          .where(inArray(documents.id, documentIds))
      : [];
  await vault.warm(
    tx,
    documentRows.map((row) => row.patientId),
  );
  const fileNames = new Map(
    await Promise.all(
      documentRows.map(
        async (row): Promise<[string, string]> => [
          row.id,
          (await vault.open(tx, row.patientId, documentSecrets, row.sealed)).file_name,
        ],
      ),
    ),
  );
  const clients = await clientNames(tx, [...new Set(rows.map(clientOf).filter(Boolean))]);
  return rows.map((row) => ({
    id: String(row.seq),
    at: iso(row.at),
    action: row.action as AuditAction,
    result: row.result,
    patient_id: row.chain,
    // A refused stranger stays anonymous.
    actor: {
      role: row.actorRole,
      name: people.get(row.actorId ?? '') ?? '',
      mine: row.actorId === actor.accountId,
      ...(clients.has(clientOf(row)) ? { via: clients.get(clientOf(row)) } : {}),
    },
    case_id: row.caseId,
    case_name: caseTitles.get(row.caseId ?? '') ?? null,
    document_id: row.documentId,
    document_name: fileNames.get(row.documentId ?? '') ?? null,
  }));
};

/**
 * The access log of a patient, with refused attempts, newest first. `people` counts everybody but the reader who had
 * access in the period.
 */
export const listAccesses = async (
  work: Work,
  { id }: PatientRow,
  query: AccessLogQuery,
): Promise<Page<AuditEntry> & { people: number }> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const filter = await filterOf(work, id, query);
  const size = pageSize(query.limit);
  const found = await tx
    .select({ row: auditRecords, place: placeOf(newestFirst) })
    .from(auditRecords)
    .where(and(filter, afterCursor(vault, newestFirst, query.cursor)))
    .orderBy(...orderBy(newestFirst))
    .limit(size + 1);
  const { rows, next_cursor } = slicePage(vault, newestFirst, found, size);
  const [others] = await tx
    .select({ people: sql<number>`count(distinct ${auditRecords.actorId})::int` })
    .from(auditRecords)
    .where(
      and(
        ofPatient(id, query),
        eq(auditRecords.result, 'allowed'),
        ne(auditRecords.actorId, actor.accountId),
        ne(auditRecords.action, declined),
      ),
    );
  return {
    items: await showRecords(
      work,
      rows.map(({ row }) => row),
    ),
    next_cursor,
    total: await tx.$count(auditRecords, filter),
    people: others?.people ?? 0,
  };
};
