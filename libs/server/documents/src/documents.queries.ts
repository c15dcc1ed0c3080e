import { medicalKinds } from '@konsil/contracts/codes';
import type { Page } from '@konsil/contracts/common';
import type { Document, documentsQuerySchema } from '@konsil/contracts/documents';
import { and, eq, gte, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { documents } from '@konsil/server-domain/schema';
import {
  afterCursor,
  slicePage,
  sliceSortedPage,
  orderBy,
  pageSize,
  placeOf,
  type Order,
} from '@konsil/server-platform/http/cursors';
import type { Kernel } from '@konsil/server-domain/kernel/kernel';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { isNewTo, visibleTo } from '@konsil/server-domain/documents/document-rules';
import { documentsMatching } from './document-search.ts';
import { firstOfEachSql, firstOfEach, wholeExaminations } from './examinations.ts';
import { cachedRows } from './kept-rows.ts';
import { showDocuments, shownColumns, type Reading, type ShownRow } from './document-view.ts';
import { documentSecrets } from '@konsil/server-domain/sealed/document';

export type DocumentsQuery = z.output<typeof documentsQuerySchema>;

/** All accessible, unarchived documents of a case, newest first. */
export const documentRows = (
  kernel: Kernel,
  { tx, actor }: Pick<Reading, 'tx' | 'actor'>,
  theCase: CaseRow,
): Promise<ShownRow[]> =>
  cachedRows(
    kernel,
    { tx },
    theCase,
    and(eq(documents.caseId, theCase.id), isNull(documents.archivedAt), visibleTo(actor)),
    sql`${documents.uploadedAt} desc, ${documents.id} desc`,
  );

/** The list's condition without search and filters. */
const wholeList = ({ actor }: Reading, theCase: CaseRow, { archived, group }: DocumentsQuery): SQL | undefined =>
  and(
    eq(documents.caseId, theCase.id),
    archived === 'true' ? isNotNull(documents.archivedAt) : isNull(documents.archivedAt),
    visibleTo(actor),
    group ? eq(documents.isImage, group === 'image') : undefined,
  );

const filterOf = (kernel: Kernel, reading: Reading, theCase: CaseRow, query: DocumentsQuery): SQL | undefined => {
  const { actor } = reading;
  return and(
    wholeList(reading, theCase, query),
    query.kind ? eq(documents.medicalKindCode, query.kind) : undefined,
    query.source ? eq(documents.sourceKindCode, query.source) : undefined,
    query.uploaded_by ? eq(documents.uploadedByRole, query.uploaded_by) : undefined,
    query.only_new === 'true' ? isNewTo(actor, theCase.lastAnswerAt) : undefined,
    query.from ? gte(documents.issueDate, query.from) : undefined,
    query.to ? lte(documents.issueDate, query.to) : undefined,
    documentsMatching(kernel.vault, query.search ?? ''),
  );
};

const kindOrder = sql`coalesce(array_position(${sql.param(medicalKinds)}::text[], ${documents.medicalKindCode}), 99)`;
const id = { by: sql`${documents.id}`, type: 'uuid' } as const;
/** Documents without details come first, so that they are not forgotten; those of an unknown date come last. */
export const orders: Record<'uploaded_at' | 'issue_date' | 'kind', Order> = {
  uploaded_at: {
    name: 'documents.uploaded_at',
    direction: 'desc',
    keys: [{ by: sql`${documents.uploadedAt}`, type: 'timestamptz' }, id],
  },
  issue_date: {
    name: 'documents.issue_date_and_upload',
    direction: 'desc',
    keys: [
      {
        by: sql`coalesce(${documents.issueDate}, case when ${documents.describedAt} is null then 'infinity'::date else '-infinity'::date end)`,
        type: 'date',
      },
      { by: sql`${documents.uploadedAt}`, type: 'timestamptz' },
      id,
    ],
  },
  kind: { name: 'documents.kind', direction: 'asc', keys: [{ by: kindOrder, type: 'int' }, id] },
};

const byName = new Intl.Collator('de', { numeric: true, sensitivity: 'base' });
/** Names are encrypted, so they are sorted here. */
const pageByName = async (
  kernel: Kernel,
  { tx }: Reading,
  theCase: CaseRow,
  filter: SQL | undefined,
  query: DocumentsQuery,
) => {
  const { vault } = kernel;
  const all = await cachedRows(kernel, { tx }, theCase, filter, sql`${documents.id}`);
  const open = await vault.opener(tx, theCase.patientId, documentSecrets);
  const named = all.map((row) => ({
    id: row.id,
    caseId: row.caseId,
    studyUid: row.studyUid,
    person: row.person,
    uploadedByRole: row.uploadedByRole,
    name: open(row.sealed).file_name,
    row,
  }));
  named.sort((a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
  const entries = query.group === 'image' ? firstOfEach(named) : named;
  const page = sliceSortedPage(vault, 'documents.name', entries, query.cursor, pageSize(query.limit));
  return { rows: page.rows.map(({ row }) => row), next_cursor: page.next_cursor, total: entries.length };
};

/** One page in an order of columns. `joined`: the files of one examination are one entry. */
export const pageByColumn = async (
  { vault }: Kernel,
  { tx }: Reading,
  matching: SQL | undefined,
  query: Pick<DocumentsQuery, 'group' | 'cursor' | 'limit'>,
  order: Order,
  joined = query.group === 'image',
) => {
  const filter = joined ? firstOfEachSql(tx, matching, order) : matching;
  const size = pageSize(query.limit);
  const found = await tx
    .select({ row: shownColumns, place: placeOf(order) })
    .from(documents)
    .where(and(filter, afterCursor(vault, order, query.cursor)))
    .orderBy(...orderBy(order))
    .limit(size + 1);
  const page = slicePage(vault, order, found, size);
  return {
    rows: page.rows.map(({ row }) => row),
    next_cursor: page.next_cursor,
    total: await tx.$count(documents, filter),
  };
};

/**
 * One page of a case's documents with filters, sort order and search, in two queries, or up to four when sorted by
 * name. All files of an imaging examination form one entry if any of them matches.
 */
export const listDocuments = async (
  kernel: Kernel,
  reading: Reading,
  theCase: CaseRow,
  query: DocumentsQuery,
): Promise<Page<Document>> => {
  const filter = filterOf(kernel, reading, theCase, query);
  const { rows, next_cursor, total } =
    query.sort === 'name'
      ? await pageByName(kernel, reading, theCase, filter, query)
      : await pageByColumn(kernel, reading, filter, query, orders[query.sort ?? 'uploaded_at']);
  const whole =
    query.group === 'image' ? await wholeExaminations(reading.tx, rows, wholeList(reading, theCase, query)) : rows;
  return { items: await showDocuments(kernel, reading, theCase, whole), next_cursor, total };
};
