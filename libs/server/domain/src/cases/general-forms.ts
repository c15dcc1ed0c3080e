import type { GeneralForms, Question } from '@konsil/contracts/cases';
import { questionsComplaint } from '@konsil/contracts/question-rules';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { questions } from '../schema.ts';
import type { CaseRow } from '../access/loaders.ts';
import { invalid, type FieldFault } from '@konsil/server-platform/http/problems';
import type { Work } from '../kernel/work.ts';
import { questionTexts, type QuestionTexts } from '../sealed/question.ts';

export interface OpenedQuestion extends QuestionTexts {
  id: string;
  position: number;
  answeredAt: Date | null;
}

/** The questions of a case in order. */
export const questionsOf = async (
  { tx, kernel: { vault } }: Work,
  theCase: Pick<CaseRow, 'id' | 'patientId'>,
): Promise<OpenedQuestion[]> => {
  const rows = await tx
    .select()
    .from(questions)
    .where(and(eq(questions.caseId, theCase.id), isNull(questions.removedAt)))
    .orderBy(asc(questions.position), asc(questions.id));
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      position: row.position,
      answeredAt: row.answeredAt,
      ...(await vault.open(tx, theCase.patientId, questionTexts, row.sealed)),
    })),
  );
};

export const toQuestion = ({ id, text, answer }: OpenedQuestion): Question => ({ id, text, answer: answer ?? null });

export const addQuestion = async (
  { tx, kernel: { vault } }: Work,
  theCase: Pick<CaseRow, 'id' | 'patientId'>,
  text: string,
  position: number,
): Promise<void> => {
  await tx.insert(questions).values({
    caseId: theCase.id,
    position,
    sealed: await vault.seal(tx, theCase.patientId, questionTexts, { text } satisfies QuestionTexts),
  });
};

/** Saves the doctor's answer with its question. */
export const answerQuestion = async (
  { tx, kernel: { vault }, now }: Work,
  patientId: string,
  { id, text }: OpenedQuestion,
  answer: string,
): Promise<void> => {
  await tx
    .update(questions)
    .set({
      sealed: await vault.seal(tx, patientId, questionTexts, { text, answer } satisfies QuestionTexts),
      answeredAt: now,
    })
    .where(eq(questions.id, id));
};

/**
 * Updates the questions of a case from the form. Answered ones are unchanged and come first, in the form or not.
 * @returns whether a question was added
 * @throws {Problem} `invalid` at a question of another case, at a changed answered one, for more than five open ones,
 * or for none in a sent case.
 */
export const saveQuestions = async (
  work: Work,
  theCase: CaseRow,
  questionsBefore: readonly OpenedQuestion[],
  wanted: GeneralForms['questions'],
): Promise<boolean> => {
  const {
    tx,
    now,
    kernel: { vault },
  } = work;
  const existing = new Map(questionsBefore.map((question) => [question.id, question]));
  const complaints = wanted.flatMap(({ id, text }, index): FieldFault[] => {
    if (id === undefined) return [];
    const question = existing.get(id);
    if (!question) return [{ path: `questions.${index}.id`, code: 'invalid' }];
    return question.answeredAt && question.text !== text
      ? [{ path: `questions.${index}.text`, code: 'questionAnswered' }]
      : [];
  });
  const open = wanted.filter(({ id }) => id === undefined || !existing.get(id)?.answeredAt);
  const complaint = questionsComplaint({
    open: open.length,
    answered: questionsBefore.filter(({ answeredAt }) => answeredAt).length,
  });
  // A draft may have no question yet; a sent case must keep one, unless it never had any.
  const mayAskNothing = theCase.firstSentAt === null || questionsBefore.length === 0;
  if (complaint === 'tooManyQuestions' || (complaint && !mayAskNothing))
    complaints.push({ path: 'questions', code: complaint });
  if (complaints.length > 0) throw invalid(...complaints);

  const kept = new Set(open.map(({ id }) => id));
  const dropped = questionsBefore
    .filter((question) => !kept.has(question.id) && !question.answeredAt)
    .map((question) => question.id);
  if (dropped.length > 0) await tx.update(questions).set({ removedAt: now }).where(inArray(questions.id, dropped));
  const first =
    Math.max(-1, ...questionsBefore.filter(({ answeredAt }) => answeredAt).map(({ position }) => position)) + 1;
  for (const [index, { id, text }] of open.entries()) {
    const position = first + index;
    if (id === undefined) await addQuestion(work, theCase, text, position);
    else
      await tx
        .update(questions)
        .set({
          position,
          sealed: await vault.seal(tx, theCase.patientId, questionTexts, { text } satisfies QuestionTexts),
        })
        .where(eq(questions.id, id));
  }
  return open.some(({ id }) => id === undefined);
};
