import type { PreparedKind } from '@konsil/contracts/assistant-states';
import type { DraftKey } from '@konsil/contracts/drafts';
import { and, eq, gte, inArray, isNull, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '@konsil/server-platform/database/client';
import type { Actor } from '../access/access.ts';
import { isAssistant } from '../access/sides.ts';
import { withAllRows } from '../database/roles.ts';
import { cases, drafts } from '../schema.ts';

const forms = { answer: 'prepared', summary: 'prepared-summary' } as const satisfies Record<PreparedKind, string>;
/** The key of the draft that an assistant writes for the doctor's answer or summary. */
export const preparedKey = (caseId: string, of: PreparedKind = 'answer'): DraftKey => `${forms[of]}:${caseId}`;
export const isPrepared = (key: string): boolean => Object.values(forms).some((form) => key.startsWith(`${form}:`));

/** SQL: the keys of what may be prepared in a case. */
export const preparedKeys = (caseId: typeof cases.id): SQL<string>[] =>
  Object.values(forms).map((form) => sql<string>`concat(${`${form}:`}::text, ${caseId})`);

/** SQL: the keys of what the reader writes in a case: the doctor's answer, or what an assistant prepares. */
export const answerKeys = (actor: Actor): SQL[] =>
  isAssistant(actor) ? preparedKeys(cases.id) : [sql`concat('answer:', ${cases.id})`];
/** SQL: the key of a version of the medical summary of a case's patient. */
export const summaryKey = sql`concat('epicrisis:', ${cases.patientId})`;

/** SQL: the case has a prepared draft whose latest version nobody has taken over. Needs `drafts`. */
export const isNotTaken = (caseId: typeof cases.id): SQL | undefined =>
  and(
    eq(drafts.caseId, caseId),
    sql`${drafts.key} in ${preparedKeys(caseId)}`,
    or(isNull(drafts.takenAt), lt(drafts.takenAt, drafts.updatedAt)),
  );

const isTaken = gte(drafts.takenAt, drafts.updatedAt);
/** Deletes drafts that were taken over and not changed since, because the doctor has used or discarded them. */
export const dropTakenAnswers = (tx: Tx, caseId: string) =>
  withAllRows(tx, () =>
    tx.delete(drafts).where(and(eq(drafts.caseId, caseId), eq(drafts.key, preparedKey(caseId)), isTaken)),
  );
/** The same for the summary, in all of the doctor's cases with the patient. */
export const dropTakenSummaries = (tx: Tx, doctorId: string, patientId: string) =>
  withAllRows(tx, () =>
    tx.delete(drafts).where(
      and(
        eq(drafts.patientId, patientId),
        like(drafts.key, `${forms.summary}:%`),
        inArray(
          drafts.caseId,
          tx
            .select({ id: cases.id })
            .from(cases)
            .where(and(eq(cases.patientId, patientId), eq(cases.doctorId, doctorId))),
        ),
        isTaken,
      ),
    ),
  );
