import type { DraftKey } from '@konsil/contracts/drafts';
import { and, eq, gte, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import { withAllRows } from '../database/roles.ts';
import { drafts, type cases } from '../schema.ts';

const form = 'prepared:';
/** The key of the draft that an assistant writes for the doctor's answer. */
export const preparedKey = (caseId: string): DraftKey => `${form}${caseId}`;
export const isPrepared = (key: string): boolean => key.startsWith(form);

/** SQL: the case has a prepared answer whose latest version nobody has taken over. Needs `drafts`. */
export const isNotTaken = (caseId: typeof cases.id): SQL | undefined =>
  and(
    eq(drafts.caseId, caseId),
    eq(drafts.key, sql`concat(${form}::text, ${caseId})`),
    or(isNull(drafts.takenAt), lt(drafts.takenAt, drafts.updatedAt)),
  );

/** Deletes what was taken over and not changed since: it is part of the doctor's answer, or they decided against it. */
export const dropTakenAnswers = (tx: Tx, caseId: string) =>
  withAllRows(tx, () =>
    tx
      .delete(drafts)
      .where(
        and(eq(drafts.caseId, caseId), eq(drafts.key, preparedKey(caseId)), gte(drafts.takenAt, drafts.updatedAt)),
      ),
  );
