import type { Dashboard, ProcessOverview } from '@konsil/contracts/cases';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import { answers, cases, messages, todos } from '../../db/schema';
import { caseResource, type CaseRow } from '../../kernel/loaders.ts';
import type { Work } from '../../kernel/work.ts';
import { namesOf } from '../accounts/names.ts';
import { documentsOfCase } from '../documents/documents.queries.ts';
import type { Reading } from '../documents/document-view.ts';
import { countUnreadMessages } from '../messages/messages.queries.ts';
import { answerRows, requestRows, showAnswers, showRequests } from '../requests/requests.queries.ts';
import { countOpenTodos } from '../todos/todos.queries.ts';
import { countCases, standingCases } from './case-list.queries.ts';
import { readableCases } from './case-scope.ts';
import { summarize } from './case-summary.ts';
import { caseNames, openCase } from './case-texts.ts';
import { questionsOf, toQuestion } from './general-forms.ts';
import { timelineRows, toTimeline } from './timeline.ts';
import { subjectsOf } from './timeline-subjects.ts';

const countThings = async ({ tx }: Work, theCase: CaseRow) => {
  const [[todo], [message]] = [
    await tx.select({ all: count(), open: sql<number>`count(*) filter (where ${todos.completedAt} is null)::int` }).from(todos).where(eq(todos.caseId, theCase.id)),
    await tx.select({ all: count() }).from(messages).where(eq(messages.caseId, theCase.id)),
  ];
  return { todos: todo?.all ?? 0, todos_open: todo?.open ?? 0, messages: message?.all ?? 0 };
};

/** The whole case page, as far as its reader may see it. */
export const showCase = async (work: Work & Reading, theCase: CaseRow): Promise<ProcessOverview> => {
  const { tx, kernel } = work;
  const [summary] = await summarize(work, [theCase]);
  if (!summary) throw new Error('The case is missing.');
  const { diagnosis, medical_history, anamnesis } = await openCase(tx, kernel.vault, theCase);
  const documents = await documentsOfCase(kernel, work, theCase);
  const answered = await answerRows(work, theCase);
  const events = await timelineRows(work, theCase.id);
  const people = await namesOf(tx, kernel.vault, [theCase.accountId, ...events.map((event) => event.byAccountId)]);
  const images = documents.filter((document) => document.group === 'image').length;
  return {
    ...summary, diagnosis, medical_history, anamnesis, documents,
    questions: (await questionsOf(work, theCase)).map(toQuestion),
    requests: await showRequests(work, theCase, await requestRows(work, theCase)),
    answers: await showAnswers(work, answered.map((row) => ({ row, patientId: theCase.patientId }))),
    timeline: toTimeline(work, events, people, await subjectsOf(work, theCase, events)),
    account_name: people.get(theCase.accountId) ?? '',
    shared: caseResource(theCase).sharedWithDoctor,
    counts: { ...(await countThings(work, theCase)), documents: documents.length - images, images, messages_unread: summary.unread_messages },
  };
};

const newestShown = 3;

/** What came last: answers to the patient, or from the doctor. */
const newestAnswers = async (work: Work): Promise<Dashboard['newest_answers']> => {
  const { tx, actor, kernel: { vault } } = work;
  const from = actor.role === 'doctor' ? eq(answers.doctorId, actor.accountId) : undefined;
  const rows = await tx.select({ row: answers, theCase: cases }).from(answers).innerJoin(cases, eq(cases.id, answers.caseId))
    .where(and(readableCases(actor), from)).orderBy(desc(answers.answeredAt)).limit(newestShown);
  const names = await caseNames(tx, vault, rows.map(({ theCase }) => theCase));
  const shown = await showAnswers(work, rows.map(({ row, theCase }) => ({ row, patientId: theCase.patientId })));
  return shown.map((answer, index) => {
    const caseId = rows[index]?.theCase.id ?? '';
    return { case_id: caseId, case_name: names.get(caseId) ?? '', answer };
  });
};

/** The first page after signing in: what needs the reader, what else goes on, what came last. */
export const showDashboard = async (work: Work): Promise<Dashboard> => {
  const counts = await countCases(work);
  return {
    ...(await standingCases(work)), newest_answers: await newestAnswers(work), case_counts: counts, archived_cases: counts.archived,
    unread_messages: await countUnreadMessages(work), open_todos: await countOpenTodos(work),
  };
};
