import type { SendingKind } from '@konsil/contracts/sendings';
import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import {
  answers,
  caseEvents,
  cases,
  consents,
  doctorLetters,
  doctorPatients,
  documents,
  messages,
  notices,
  outbox,
  questions,
  requests,
  todos,
  unopenedSendings,
} from '@konsil/server-domain/schema';
import { helpersNow } from '@konsil/server-domain/access/colleagues';
import type { CaseRow, SentThing } from '@konsil/server-domain/access/loaders';
import { audienceOf } from '@konsil/server-domain/cases/case-scope';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { dueAgain } from '@konsil/server-domain/doctors/absences';
import { questionsOf } from '@konsil/server-domain/cases/general-forms';
import { record } from '@konsil/server-domain/steps/record';
import type { Work } from '@konsil/server-domain/kernel/work';
import { isStillIn } from '@konsil/server-domain/sendings/opened';
import { caseAsBefore, entryAsBefore } from '@konsil/server-domain/sendings/undo';
import { Problem } from '@konsil/server-platform/http/problems';
import { changeCase } from '../cases/cases.queries.ts';
import { bringBackForms } from '../cases/save-specialty-form.ts';
import { withdrawDeputies } from '../deputies/deputies.ts';
import { formsChanged } from '../requests/answer-patient.ts';
import { restoreDraft } from './take-back.ts';
import { questionTexts, type QuestionTexts } from '@konsil/server-domain/sealed/question';
import { undoRecord, type Undo } from '@konsil/server-domain/sealed/undo';

const moment = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/**
 * Deletes pending emails that no longer have a cause, with their notification, so that the next one is sent at once.
 */
const stopLetters = async ({ tx, kernel }: Work, undo: Undo): Promise<void> => {
  const now = kernel.clock.now();
  const stopped = await tx
    .delete(outbox)
    .where(
      and(
        inArray(outbox.id, undo.letters),
        isNull(outbox.sentAt),
        or(isNull(outbox.leasedUntil), lte(outbox.leasedUntil, now)),
      ),
    )
    .returning({ id: outbox.id });
  const unsent = stopped.length > 0 && stopped.length === undo.letters.length ? undefined : isNull(notices.sentAt);
  await tx.delete(notices).where(and(inArray(notices.id, undo.notices), unsent));
};

const putBackTodos = async ({ tx }: Work, { given, settled }: Undo['todos']): Promise<void> => {
  await tx.delete(todos).where(inArray(todos.id, given));
  // ToDos changed since then stay unchanged.
  for (const { id, version, dropped, completedAt } of settled)
    await tx
      .update(todos)
      .set({ dropped, completedAt: moment(completedAt), version: sql`${todos.version} + 1` })
      .where(and(eq(todos.id, id), eq(todos.version, version)));
};

/** @returns whether a question is open again or got its earlier answer back */
const putBackQuestions = async (work: Work, theCase: CaseRow, undone: Undo['questions']): Promise<boolean> => {
  const { tx, kernel } = work;
  const asked = new Map((await questionsOf(work, theCase)).map((question) => [question.id, question]));
  let changed = false;
  for (const { id, answer, answeredAt, left } of undone) {
    const question = asked.get(id);
    if (!question || (question.answeredAt?.getTime() ?? null) !== left) continue;
    const texts: QuestionTexts = { text: question.text, ...(answer === null ? {} : { answer }) };
    await tx
      .update(questions)
      .set({
        sealed: await kernel.vault.seal(tx, theCase.patientId, questionTexts, texts),
        answeredAt: moment(answeredAt),
      })
      .where(eq(questions.id, id));
    changed = true;
  }
  return changed;
};

/** Restores the doctor's patient entry: deleted with the first request, or at its earlier position. */
const putBackEntry = async ({ tx }: Work, theCase: CaseRow, { before, after }: Undo['entry']): Promise<void> => {
  if (!after) return;
  const its = and(eq(doctorPatients.doctorId, theCase.doctorId), eq(doctorPatients.patientId, theCase.patientId));
  const [entry] = await tx.select().from(doctorPatients).where(its).for('update');
  if (!entry) return;
  const others = and(
    eq(cases.patientId, theCase.patientId),
    eq(cases.doctorId, theCase.doctorId),
    sql`${cases.firstSentAt} is not null`,
  );
  if (!before) {
    if ((await tx.$count(cases, others)) === 0) await tx.delete(doctorPatients).where(its);
    return;
  }
  const changes = entryAsBefore(before, after, entry);
  if (Object.keys(changes).length > 0) await tx.update(doctorPatients).set(changes).where(its);
};

const remove: Record<SendingKind, (work: Work, id: string) => Promise<unknown>> = {
  // A letter that nobody received is deleted, too.
  answer: async ({ tx }, id) => {
    await tx.delete(doctorLetters).where(eq(doctorLetters.id, id));
    await tx.delete(answers).where(eq(answers.id, id));
  },
  message: async ({ tx }, id) => {
    await tx.update(notices).set({ messageId: null }).where(eq(notices.messageId, id));
    await tx.delete(messages).where(eq(messages.id, id));
  },
  request: async ({ tx }, id) => {
    await tx.update(documents).set({ requestId: null, sentAt: null }).where(eq(documents.requestId, id));
    await tx.delete(requests).where(eq(requests.id, id));
  },
};

/**
 * Withdraws what the other side has not opened: reverts all its effects, restores the sender's draft, and records the
 * withdrawal without content in the timeline. The route locks the case. A concurrent opening waits for the row, or is
 * waited for.
 * @throws {Problem} `already_read` once it was opened, `not_allowed_now` if something later depends on it.
 */
export const withdraw = async (
  work: Work,
  theCase: CaseRow,
  { id, kind }: SentThing,
): Promise<{ kind: SendingKind; case_id: string; body: Record<string, unknown> }> => {
  const { tx, now, kernel } = work;
  const [row] = await tx.select().from(unopenedSendings).where(eq(unopenedSendings.id, id)).for('update');
  if (!row) throw new Problem('already_read');
  if (row.broughtTo && !isStillIn(row.broughtTo, theCase)) throw new Problem('not_allowed_now');
  const undo = await kernel.vault.open(tx, row.patientId, undoRecord, row.sealed);
  await tx.delete(unopenedSendings).where(eq(unopenedSendings.id, id));
  // Determined before the request is deleted.
  const readers = [...audienceOf(theCase), ...(await helpersNow(tx, theCase.id, now))];

  await putBackTodos(work, undo.todos);
  const asksAgain = await putBackQuestions(work, theCase, undo.questions);
  await stopLetters(work, undo);
  await tx.delete(caseEvents).where(inArray(caseEvents.id, undo.timeline));
  await tx.update(consents).set({ withdrawnAt: now }).where(inArray(consents.id, undo.consents));
  const restored = caseAsBefore(undo.case, theCase);
  const { answerDueOn: due, lastRequestAt = theCase.lastRequestAt } = restored;
  if (due && lastRequestAt)
    restored.answerDueOn = await dueAgain(tx, theCase.doctorId, { sentOn: dayOf(lastRequestAt), due }, row.sentAt);
  const after = await changeCase(work, theCase, {
    ...restored,
    ...(asksAgain ? await formsChanged(work, theCase) : {}),
  });
  await bringBackForms(work, after, undo.forms);
  if (kind === 'request') await withdrawDeputies(work, theCase);
  await remove[kind](work, id);
  await putBackEntry(work, theCase, undo.entry);
  if (undo.draft) await restoreDraft(work, row, undo.draft);
  await record(work, { step: 'withdrawn', theCase: after, kind, readers });
  return { kind, case_id: theCase.id, body: undo.body as Record<string, unknown> };
};
