import type { Question } from '@konsil/contracts/cases';
import { and, eq } from 'drizzle-orm';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { questionsOf, toQuestion } from '@konsil/server-domain/cases/general-forms';
import { withAllRows } from '@konsil/server-domain/database/roles';
import type { Work } from '@konsil/server-domain/kernel/work';
import { unopenedSendings } from '@konsil/server-domain/schema';
import { undoRecord } from '@konsil/server-domain/sealed/undo';

/** The replies to questions in answers that the patient has not opened, to leave them out. */
const unopenedReplies = async ({ tx, kernel: { vault } }: Work, { id, patientId }: CaseRow) => {
  const rows = await withAllRows(tx, () =>
    tx
      .select({ sealed: unopenedSendings.sealed })
      .from(unopenedSendings)
      .where(and(eq(unopenedSendings.caseId, id), eq(unopenedSendings.kind, 'answer'))),
  );
  const undone = await Promise.all(rows.map(({ sealed }) => vault.open(tx, patientId, undoRecord, sealed)));
  return undone.flatMap(({ questions }) => questions);
};

/** The questions of a case without answers that the patient has not opened, for readers other than its two sides. */
export const openedQuestions = async (work: Work, theCase: CaseRow): Promise<Question[]> => {
  const replies = await unopenedReplies(work, theCase);
  return (await questionsOf(work, theCase)).map((question) => {
    const reply = replies.find(({ id, left }) => id === question.id && left === question.answeredAt?.getTime());
    return { ...toQuestion(question), ...(reply ? { answer: reply.answer } : {}) };
  });
};
