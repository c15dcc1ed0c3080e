import type { Page } from '@konsil/contracts/common';
import type { AuditAction, OwnAction, ownActionsQuerySchema } from '@konsil/contracts/privacy';
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { auditRecords, cases, documents, patients } from '@konsil/server-domain/schema';
import { iso } from '@konsil/server-platform/clock';
import { afterCursor, slicePage, orderBy, pageSize, placeOf, type Order } from '@konsil/server-platform/http/cursors';
import type { Work } from '@konsil/server-domain/kernel/work';
import { idsIn, readableCases } from '@konsil/server-domain/cases/case-scope';
import { caseNames } from '@konsil/server-domain/cases/case-texts';
import { visibleTo } from '@konsil/server-domain/documents/document-rules';
import { documentsMatching } from '@konsil/server-documents/document-search';
import { patientNames } from '@konsil/server-domain/patients/patient-record';
import { inPeriod, ofKind } from './access-log.queries.ts';
import { foundBy } from '@konsil/server-domain/search/search-words';
import { documentSecrets } from '@konsil/server-domain/sealed/document';

type OwnActionsQuery = z.output<typeof ownActionsQuerySchema>;
type AuditRow = typeof auditRecords.$inferSelect;

const newestFirst: Order = {
  name: 'own-actions',
  direction: 'desc',
  keys: [
    { by: sql`${auditRecords.at}`, type: 'timestamptz' },
    { by: sql`${auditRecords.id}`, type: 'bigint' },
  ],
};

// Objects the doctor may open may be named.
const readableDocuments = ({ actor }: Work): SQL | undefined => and(readableCases(actor), visibleTo(actor));

/** Condition: the search is the name of a patient, case or document accessible to the doctor. */
const about = (work: Work, typed: string): SQL | undefined => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const [ofPatients, ofCases, inDocuments] = [
    foundBy(vault, patients.search, typed),
    foundBy(vault, cases.search, typed),
    documentsMatching(vault, typed),
  ];
  const shared = () => tx.select({ id: cases.patientId }).from(cases).where(readableCases(actor));
  return and(
    eq(auditRecords.result, 'allowed'),
    or(
      sql`false`,
      ofPatients
        ? inArray(
            auditRecords.chain,
            tx
              .select({ id: patients.id })
              .from(patients)
              .where(and(ofPatients, inArray(patients.id, shared()))),
          )
        : undefined,
      ofCases
        ? inArray(
            auditRecords.caseId,
            tx
              .select({ id: cases.id })
              .from(cases)
              .where(and(ofCases, readableCases(actor))),
          )
        : undefined,
      inDocuments
        ? inArray(
            auditRecords.documentId,
            tx
              .select({ id: documents.id })
              .from(documents)
              .innerJoin(cases, eq(cases.id, documents.caseId))
              .where(and(inDocuments, readableDocuments(work))),
          )
        : undefined,
    ),
  );
};

const showActions = async (work: Work, rows: readonly AuditRow[]): Promise<OwnAction[]> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const done = rows.filter(({ result }) => result === 'allowed');
  const ids = (column: 'chain' | 'caseId' | 'documentId') => [...new Set(done.flatMap((row) => row[column] ?? []))];
  const seen = await tx
    .selectDistinct({ id: cases.patientId })
    .from(cases)
    .where(and(idsIn(cases.patientId, ids('chain')), readableCases(actor)));
  const people = await patientNames(
    tx,
    vault,
    seen.map(({ id }) => id),
  );
  const titles = await caseNames(
    tx,
    vault,
    await tx
      .select()
      .from(cases)
      .where(and(idsIn(cases.id, ids('caseId')), readableCases(actor))),
  );
  const files = await tx
    .select({ id: documents.id, patientId: documents.patientId, sealed: documents.sealed })
    .from(documents)
    .innerJoin(cases, eq(cases.id, documents.caseId))
    .where(and(idsIn(documents.id, ids('documentId')), readableDocuments(work)));
  const fileNames = new Map(
    await Promise.all(
      files.map(
        async (row): Promise<[string, string]> => [
          row.id,
          (await vault.open(tx, row.patientId, documentSecrets, row.sealed)).file_name,
        ],
      ),
    ),
  );
  return rows.map((row) => {
    const named = <N>(names: ReadonlyMap<string, N>, id: string | null): N | null =>
      row.result === 'allowed' && id !== null ? (names.get(id) ?? null) : null;
    const [caseName, fileName] = [named(titles, row.caseId), named(fileNames, row.documentId)];
    return {
      id: String(row.id),
      at: iso(row.at),
      action: row.action as AuditAction,
      result: row.result,
      patient: named(people, row.chain),
      case_id: caseName === null ? null : row.caseId,
      case_name: caseName,
      document_id: fileName === null ? null : row.documentId,
      document_name: fileName,
    };
  });
};

/** A doctor's actions on patient data, including refused ones, newest first. */
export const listOwnActions = async (work: Work, query: OwnActionsQuery): Promise<Page<OwnAction>> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const filter = and(
    eq(auditRecords.actorId, actor.accountId),
    inPeriod(query),
    ofKind(query),
    query.search?.trim() ? about(work, query.search) : undefined,
  );
  const size = pageSize(query.limit);
  const found = await tx
    .select({ row: auditRecords, place: placeOf(newestFirst) })
    .from(auditRecords)
    .where(and(filter, afterCursor(vault, newestFirst, query.cursor)))
    .orderBy(...orderBy(newestFirst))
    .limit(size + 1);
  const { rows, next_cursor } = slicePage(vault, newestFirst, found, size);
  return {
    items: await showActions(
      work,
      rows.map(({ row }) => row),
    ),
    next_cursor,
    total: await tx.$count(auditRecords, filter),
  };
};
