import type { Page } from '@konsil/contracts/common';
import type { PatientDocument, patientDocumentsQuerySchema } from '@konsil/contracts/documents';
import { indexWords } from '@konsil/contracts/fold';
import { and, eq, gte, isNotNull, isNull, lte } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { PatientRow } from '@konsil/server-domain/access/loaders';
import { idsIn, readableCases } from '@konsil/server-domain/cases/case-scope';
import { caseNames } from '@konsil/server-domain/cases/case-texts';
import { visibleTo } from '@konsil/server-domain/documents/document-rules';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import { namesOf } from '@konsil/server-domain/names/names';
import { cases, documents } from '@konsil/server-domain/schema';
import { documentsMatching } from './document-search.ts';
import { openDocuments, showNamedDocuments, type Reading } from './document-view.ts';
import { orders, pageByColumn } from './documents.queries.ts';
import { wholeExaminations } from './examinations.ts';

/**
 * One page of the documents in all cases of a patient that the reader may see, with the name of the case. All files of
 * an imaging examination form one entry if any of them matches; the same examination in two cases forms two.
 */
export const listPatientDocuments = async (
  kernel: Kernel,
  reading: Reading,
  { id: patientId }: PatientRow,
  query: z.output<typeof patientDocumentsQuerySchema>,
): Promise<Page<PatientDocument>> => {
  const { vault } = kernel;
  const { tx, actor } = reading;
  const theirs = await tx
    .select()
    .from(cases)
    .where(and(eq(cases.patientId, patientId), readableCases(actor)));
  const names = await caseNames(tx, vault, theirs);
  const casesCalled = (meanings: readonly string[]): string[] =>
    [...names].flatMap(([id, name]) =>
      indexWords(name).some((word) => meanings.some((meaning) => word.startsWith(meaning))) ? [id] : [],
    );

  const all = and(
    idsIn(documents.caseId, [...names.keys()]),
    query.archived === 'true' ? isNotNull(documents.archivedAt) : isNull(documents.archivedAt),
    visibleTo(actor),
    query.group ? eq(documents.isImage, query.group === 'image') : undefined,
  );
  const matching = and(
    all,
    query.kind ? eq(documents.medicalKindCode, query.kind) : undefined,
    query.from ? gte(documents.issueDate, query.from) : undefined,
    query.to ? lte(documents.issueDate, query.to) : undefined,
    documentsMatching(vault, query.search ?? '', casesCalled),
  );
  const page = await pageByColumn(kernel, reading, matching, query, orders[query.sort ?? 'issue_date'], true);
  const rows = await wholeExaminations(tx, page.rows, all);
  const { opened, patient } = await openDocuments(kernel, tx, { patientId }, rows);
  const uploaders = await namesOf(
    tx,
    vault,
    rows.map((row) => row.uploadedBy),
  );
  const shown = new Map<string, PatientDocument>();
  for (const theCase of theirs) {
    const ofCase = opened.filter(({ row }) => row.caseId === theCase.id);
    for (const document of showNamedDocuments(kernel, reading, theCase, { opened: ofCase, patient }, uploaders))
      shown.set(document.id, { ...document, case_name: names.get(theCase.id) ?? '' });
  }
  const items = rows.flatMap(({ id }) => shown.get(id) ?? []);
  return { items, next_cursor: page.next_cursor, total: page.total };
};
