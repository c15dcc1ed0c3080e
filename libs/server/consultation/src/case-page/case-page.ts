import type { CaseSummary, Dashboard, ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import type { DraftKey } from '@konsil/contracts/drafts';
import { nextStepOf } from '@konsil/contracts/next-step';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import { legalNotices } from '@konsil/server-domain/accounts/legal-versions';
import { answers, drafts, messages, patientReaders, todos } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { CaseRow, SecondLookRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { joinNames, namesOf } from '@konsil/server-domain/names/names';
import { documentRows } from '@konsil/server-documents/documents.queries';
import { firstOfEach } from '@konsil/server-documents/examinations';
import { openDocuments, showNamedDocuments, type Reading } from '@konsil/server-documents/document-view';
import { unreadSummaries } from '@konsil/server-domain/epicrisis/unread-summaries';
import { countUnreadMessages } from '@konsil/server-messages/messages.queries';
import { nameOf, patientNames } from '@konsil/server-domain/patients/patient-record';
import {
  answerOf,
  answersOf,
  requestRows,
  selectAnswers,
  showAnswers,
  showRequests,
  type RequestRow,
} from '../conversation/requests.queries.ts';
import { markListedOpened } from '@konsil/server-domain/sendings/opened';
import { countOpenTodos, nextTodos } from '@konsil/server-todos/todos.queries';
import { countCases, dashboardCases } from '../cases/case-list.queries.ts';
import { archiveColumn, inArchive, readableCases } from '@konsil/server-domain/cases/case-scope';
import { peopleOf } from '../cases/case-people.ts';
import { newDocumentsOf, notesOf, summarize } from '../cases/case-summary.ts';
import { offeredForm, shownForms } from '@konsil/server-domain/cases/case-forms';
import { anamnesisOf, caseNames, openCase } from '@konsil/server-domain/cases/case-texts';
import { changesSince, formTexts } from '../cases/form-versions.ts';
import { questionsOf, toQuestion, type OpenedQuestion } from '@konsil/server-domain/cases/general-forms';
import { isOn, representedAccountId } from '@konsil/server-domain/access/sides';
import { clinicsBeside } from '@konsil/server-domain/doctors/clinics';
import { assistantColumns, toCaseAssistants } from '../assistants/case-assistants.ts';
import { showDeputies } from '../deputies/deputies.ts';
import { hasPools, showCasePool } from '../cases/case-pool.ts';
import { listSharedPersons } from '../readers/readers.ts';
import { showLooks } from '../second-looks/second-looks.ts';
import { showTimeline, timelineRows, type TimelineRow } from '../cases/timeline-view.ts';
import type { CaseTexts } from '@konsil/server-domain/sealed/case';

/** Counts the ToDos in the reader's list: a patient's own, or a doctor's both sides. */
const countThings = async ({ tx, actor }: Work, theCase: CaseRow) => {
  const written = sql<number>`(select count(*)::int from ${messages} where ${eq(messages.caseId, theCase.id)})`;
  const [row] = await tx
    .select({
      todos: count(),
      todos_open: sql<number>`count(*) filter (where ${todos.completedAt} is null)::int`,
      messages: written,
      ...assistantColumns(tx, theCase),
      clinics: clinicsBeside(sql`${theCase.doctorId}`),
      hasPools: hasPools({ tx }, theCase),
    })
    .from(todos)
    .where(and(eq(todos.caseId, theCase.id), isOn(actor, 'patient') ? eq(todos.assignee, 'patient') : undefined));
  return (
    row ?? {
      todos: 0,
      todos_open: 0,
      messages: 0,
      clinics: [],
      assistants: [],
      assistantsAllowed: false,
      hasPools: false,
    }
  );
};

/** The patient's changes since the last answer, or since this doctor got the case. */
const changedForms = (
  work: Work,
  theCase: CaseRow,
  texts: CaseTexts,
  {
    events,
    asked,
    sent,
  }: { events: readonly TimelineRow[]; asked: readonly OpenedQuestion[]; sent: readonly { request: RequestRow }[] },
) => {
  if (!isOn(work.actor, 'doctor')) return [];
  const came =
    sent.find(({ request }) => request.doctorId === representedAccountId(work.actor))?.request.sentAt.getTime() ?? 0;
  const known = Math.max(came, theCase.lastAnswerAt?.getTime() ?? 0);
  return changesSince(
    work,
    theCase,
    events.flatMap(({ forms }) => (forms && forms.changedAt.getTime() > known ? [forms] : [])),
    formTexts(texts, asked),
  );
};

/** The access of somebody who acts for the owner, and the owner's name. */
const actingFor = async ({ tx, actor }: Work, theCase: CaseRow, owner: string): Promise<ProcessOverview['acting']> => {
  const [row] = await tx
    .select({ id: patientReaders.id })
    .from(patientReaders)
    .where(
      and(
        eq(patientReaders.patientId, theCase.patientId),
        eq(patientReaders.accountId, actor.accountId),
        isNull(patientReaders.endedAt),
      ),
    );
  if (!row) throw new Error('Somebody acts for an owner without a row.');
  return { reader_id: row.id, owner };
};

/**
 * The people whom the owner lets see the case, and the recipients of its letters: only the owner decides about them.
 */
const ownersOnly = async (
  work: Work,
  theCase: CaseRow,
  { recipients }: CaseTexts,
  people: readonly SecondLookRow[],
  pooled: boolean,
) => ({
  ...(recipients && { letter_recipients: recipients }),
  second_looks: await showLooks(work, theCase, people),
  deputies: await showDeputies(work, people),
  pool: pooled ? await showCasePool(work, theCase) : undefined,
});

/** The whole case page, as far as its reader has access. Data that several parts need, such as names, is read once. */
export const showCase = async (work: Work & Reading, theCase: CaseRow): Promise<ProcessOverview> => {
  const { tx, kernel } = work;
  // Queries run while documents are decrypted: start them first.
  const [
    uploaded,
    [summary],
    texts,
    sent,
    events,
    asked,
    answered,
    { clinics, assistants, assistantsAllowed, hasPools: pooled, ...things },
    itsPeople,
  ] = await Promise.all([
    documentRows(kernel, work, theCase).then((rows) => openDocuments(kernel, tx, theCase, rows)),
    summarize(work, [theCase], { counted: false }),
    openCase(tx, kernel.vault, theCase),
    requestRows(work, theCase),
    timelineRows(work, theCase.id),
    questionsOf(work, theCase),
    answersOf(work, theCase),
    countThings(work, theCase),
    namesOf(tx, kernel.vault, [theCase.accountId, theCase.doctorId]),
  ]);
  if (!summary) throw new Error('The case is missing.');
  const rows = uploaded.opened.map(({ row }) => row);
  const others = [
    ...rows.map((row) => row.uploadedBy),
    ...sent.map(({ request }) => request.sentBy),
    ...events.flatMap(({ event, reader, takenBy }) =>
      [event.byAccountId, ...(reader ? [reader.accountId] : []), takenBy ?? []].flat(),
    ),
  ].filter((id) => !itsPeople.has(id));
  const names = joinNames(itsPeople, await namesOf(tx, kernel.vault, others));
  const { diagnosis, medical_history } = texts;
  // An actor on the patient's side stands for the owner only within one case.
  const acts = isOn(work.actor, 'patient') && work.actor.standsFor !== undefined;
  const images = rows.filter((row) => row.isImage);
  const people = await peopleOf(work, theCase);
  const requests = await showRequests(work, theCase, sent, names);
  return {
    ...summary,
    ...newDocumentsOf(work, theCase, rows),
    open_notes: notesOf(work, theCase, requests),
    diagnosis,
    medical_history,
    anamnesis: anamnesisOf(texts),
    ...shownForms(texts, theCase),
    ...(isOn(work.actor, 'patient') && { offered_form: await offeredForm(work, texts, theCase) }),
    documents: showNamedDocuments(kernel, work, theCase, uploaded, names),
    questions: asked.map(toQuestion),
    requests,
    answers: answered,
    timeline: await showTimeline(work, theCase, events, names),
    changed_forms: await changedForms(work, theCase, texts, { events, asked, sent }),
    opened_at: isOn(work.actor, 'patient') && theCase.status === 'with_doctor' ? isoOrNull(theCase.openedAt) : null,
    account_name: names.get(theCase.accountId) ?? '',
    ...(acts
      ? { acting: await actingFor(work, theCase, names.get(theCase.accountId) ?? '') }
      : await ownersOnly(work, theCase, texts, people, pooled)),
    clinics,
    assistants: acts ? undefined : toCaseAssistants(work.actor, theCase, assistants, assistantsAllowed),
    counts: {
      ...things,
      documents: rows.length - images.length,
      images: firstOfEach(images).length,
      messages_unread: summary.unread_messages,
    },
  };
};

const newestShown = 3;

/** Recent answers in unarchived cases: for the patient without the text of unread ones, or from the doctor. */
const newestAnswers = async (work: Work) => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const from = isOn(actor, 'doctor') ? eq(answers.doctorId, actor.accountId) : undefined;
  const rows = await selectAnswers(tx)
    .where(and(readableCases(actor), inArchive(archiveColumn(actor), 'false'), from))
    .orderBy(desc(answers.answeredAt))
    .limit(newestShown);
  const names = await caseNames(
    tx,
    vault,
    rows.map(({ theCase }) => theCase),
  );
  const people = await patientNames(
    tx,
    vault,
    rows.map(({ theCase }) => theCase.patientId),
  );
  const whole = await showAnswers(work, rows);
  const listed = rows.flatMap(({ theCase }, index): Dashboard['newest_answers'] => {
    const answer = whole[index];
    return answer
      ? [
          {
            ...answer,
            case_id: theCase.id,
            case_name: names.get(theCase.id) ?? '',
            patient: nameOf(people, theCase.patientId),
            answer: answer.read_at ? (answer.plain_words ?? answer.answer) : null,
          },
        ]
      : [];
  });
  return { whole, listed };
};

/**
 * The doctor's question, if the first case that needs the patient asks to read or answer one; among the answers that
 * were read anyway, or alone. Sending its text to the reader opens it.
 */
const openQuestion = async (
  work: Work,
  first: CaseSummary | undefined,
  known: readonly Answer[],
): Promise<Pick<Dashboard, 'open_question'>> => {
  const { tx, actor, now } = work;
  const key = first && isOn(actor, 'patient') ? nextStepOf(first, iso(now))?.key : undefined;
  if (!first?.last_answer || (key !== 'readQuestion' && key !== 'answerQuestion')) return {};
  const { id } = first.last_answer;
  const question = known.find((one) => one.id === id) ?? (await answerOf(work, id));
  const { answer, answered_at, answered_by, read_at } = question;
  await markListedOpened(tx, actor, [id]);
  return { open_question: { id, answer, answered_at, answered_by, read_at } };
};

/** The draft of a new case; the server knows only the time of its last change. */
const begunCase = async ({ tx, actor }: Work): Promise<Pick<Dashboard, 'begun_case_at'>> => {
  if (!isOn(actor, 'patient')) return {};
  const key: DraftKey = 'case:new';
  const [draft] = await tx
    .select({ at: drafts.updatedAt })
    .from(drafts)
    .where(and(eq(drafts.accountId, actor.accountId), eq(drafts.key, key)));
  return draft ? { begun_case_at: iso(draft.at) } : {};
};

/** The dashboard: what needs the reader, other cases, recent answers. */
export const showDashboard = async (work: Work): Promise<Dashboard> => {
  const { counts } = await countCases(work);
  const shared = await listSharedPersons(work);
  const notices = await legalNotices(work.tx, work.actor.accountId, work.now);
  const next = await nextTodos(work);
  const listed = await dashboardCases(work);
  const newest = await newestAnswers(work);
  return {
    ...listed,
    newest_answers: newest.listed,
    ...(await openQuestion(work, listed.needs_me[0], newest.whole)),
    case_counts: counts,
    archived_cases: counts.archived,
    unread_messages: await countUnreadMessages(work),
    unread_summaries: await unreadSummaries(work),
    open_todos: await countOpenTodos(work),
    ...(next.length > 0 && { next_todos: next }),
    ...(await begunCase(work)),
    ...(shared.length > 0 ? { shared_with_me: shared } : {}),
    ...(notices.length > 0 ? { legal_notices: notices } : {}),
  };
};
