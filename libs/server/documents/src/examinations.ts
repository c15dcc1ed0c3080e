import { entryKey } from '@konsil/contracts/examinations';
import { and, eq, inArray, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { documents } from '@konsil/server-domain/schema';
import { orderBy, type Order } from '@konsil/server-platform/http/cursors';
import type { DocumentRow } from '@konsil/server-domain/access/loaders';
import { shownColumns, type ShownRow } from './document-view.ts';

type OfStudy = Pick<DocumentRow, 'id' | 'caseId' | 'studyUid' | 'person' | 'uploadedByRole'>;

const entryOf = ({ id, caseId, studyUid, person, uploadedByRole: role }: OfStudy): string =>
  entryKey({ id, caseId, role, studyUid, person });

/** The first file of each entry, in the rows' order. */
export const firstOfEach = <R extends OfStudy>(rows: readonly R[]): R[] => {
  const met = new Set<string>();
  return rows.filter((row) => {
    const entry = entryOf(row);
    return !met.has(entry) && met.add(entry);
  });
};

/** `entryOf` as SQL; compared bytewise, because a language's collation is five times slower. */
const entry = sql`(coalesce(${documents.uploadedByRole} || ' ' || ${documents.studyUid} || ' ' || ${documents.person}, ${documents.id}::text) collate "C")`;

/** SQL for the number of entries among the documents. */
export const entryCount = sql<number>`(count(*) filter (where ${documents.studyUid} is null) + count(distinct ${entry}) filter (where ${documents.studyUid} is not null))::int`;

/** SQL for the newest document of each matching entry, newest first. */
export const newestOfEach = (filter: SQL | undefined): SQL<string[]> => sql<string[]>`array(
  select id from (select distinct on (${entry}) ${documents.id}, ${documents.uploadedAt} from ${documents} where ${filter} order by ${entry}, ${documents.uploadedAt} desc) newest order by uploaded_at desc
)`;

/** The number of new entries among these rows: another file of a known examination is not a new entry. */
export const countAdded = async (tx: Tx, rows: readonly OfStudy[]): Promise<number> => {
  const firsts = firstOfEach(rows);
  const studies = firsts.flatMap(({ studyUid }) => studyUid ?? []);
  const [row] = firsts;
  if (!row || studies.length === 0) return firsts.length;
  const there = await tx
    .selectDistinct({ studyUid: documents.studyUid, person: documents.person })
    .from(documents)
    .where(
      and(
        eq(documents.caseId, row.caseId),
        eq(documents.uploadedByRole, row.uploadedByRole),
        inArray(documents.studyUid, studies),
        notInArray(
          documents.id,
          rows.map(({ id }) => id),
        ),
      ),
    );
  return firsts.filter(
    ({ studyUid, person }) => !there.some((other) => other.studyUid === studyUid && other.person === person),
  ).length;
};

/** `firstOfEach` as SQL on the documents that match `filter`. */
export const firstOfEachSql = (tx: Tx, filter: SQL | undefined, order: Order): SQL | undefined => {
  const { id, caseId, studyUid, person, uploadedByRole } = documents;
  const firsts = tx
    .selectDistinctOn([caseId, studyUid, person, uploadedByRole], { id })
    .from(documents)
    .where(and(filter, sql`${studyUid} is not null`))
    .orderBy(caseId, studyUid, person, uploadedByRole, ...orderBy(order));
  return and(filter, or(isNull(studyUid), inArray(id, firsts)));
};

/** Each row followed by the other files of its examination, oldest first, among those that match `within`. */
export const wholeExaminations = async (
  tx: Tx,
  rows: readonly ShownRow[],
  within: SQL | undefined,
): Promise<ShownRow[]> => {
  const studies = [...new Set(rows.flatMap(({ studyUid }) => studyUid ?? []))];
  if (studies.length === 0) return [...rows];
  const others = await tx
    .select(shownColumns)
    .from(documents)
    .where(
      and(
        within,
        inArray(documents.studyUid, studies),
        notInArray(
          documents.id,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(documents.uploadedAt, documents.id);
  return rows.flatMap((row) => [row, ...others.filter((other) => entryOf(other) === entryOf(row))]);
};
