import type { CaseSummary } from '@konsil/contracts/cases';
import type { Request } from '@konsil/contracts/requests';
import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  sql,
  type AnyColumn,
  type SQL,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  accounts,
  answers,
  cases,
  doctors,
  documents,
  drafts,
  messages,
  patients,
  questions,
  requests,
  todos,
} from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import { caseResource, type CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { awayBeside } from '@konsil/server-domain/doctors/absences';
import { isActiveDoctor } from '@konsil/server-domain/accounts/active-doctors';
import {
  isNew,
  isUndescribed,
  isUnread,
  isNewTo,
  undescribedBy,
  unreadBy,
} from '@konsil/server-domain/documents/document-rules';
import type { ShownRow } from '@konsil/server-documents/document-view';
import { entryCount, firstOfEach, newestOfEach } from '@konsil/server-documents/examinations';
import { hearsNews } from '@konsil/server-domain/accounts/account-settings';
import { nameOf, openNames } from '@konsil/server-domain/patients/patient-record';
import { idsIn } from '@konsil/server-domain/cases/case-scope';
import { turnOf } from '@konsil/server-domain/cases/case-state';
import { dayOf } from '@konsil/server-domain/calendar/working-days';
import { isOn, sideOf } from '@konsil/server-domain/access/sides';
import { openCase } from '@konsil/server-domain/cases/case-texts';
import { answerKeys, isNotTaken, summaryKey } from '@konsil/server-domain/drafts/prepared-drafts';
import { poolBeside } from './case-pool.ts';
import { requestTexts } from '@konsil/server-domain/sealed/request';

/** Facts for a doctor's triage, as columns beside a case; nothing for the patient. */
const triageBeside = (actor: Work['actor'], theirs: (filter: SQL | undefined) => SQL | undefined) => {
  if (!isOn(actor, 'doctor'))
    return {
      draft: sql<boolean>`false`,
      summary: sql<boolean>`false`,
      prepared: sql<boolean>`false`,
      openQuestions: sql<number>`0`,
      newImages: sql<number>`0`,
      otherCases: sql<number>`0`,
      pool: sql<string | null>`null`,
    };
  const other = alias(cases, 'other');
  const began = (...keys: SQL[]) =>
    sql<boolean>`exists (select from ${drafts} where ${and(eq(drafts.accountId, actor.accountId), sql`${drafts.key} in ${keys}`)})`;
  const open = and(eq(questions.caseId, cases.id), isNull(questions.answeredAt), isNull(questions.removedAt));
  return {
    pool: poolBeside,
    draft: began(...answerKeys(actor)),
    summary: began(summaryKey),
    prepared: sql<boolean>`exists (select from ${drafts} where ${and(isNotTaken(cases.id), ne(drafts.accountId, actor.accountId))})`,
    openQuestions: sql<number>`(select count(*)::int from ${questions} where ${open})`,
    newImages: sql<number>`(select ${entryCount} from ${documents} where ${theirs(and(isNewTo(actor, cases.lastAnswerAt), documents.isImage))})`,
    otherCases: sql<number>`(select count(*)::int from ${cases} as ${sql.identifier('other')} where ${and(
      eq(other.patientId, cases.patientId),
      eq(other.doctorId, cases.doctorId),
      ne(other.id, cases.id),
      inArray(other.status, ['with_doctor', 'with_patient']),
      isNotNull(other.firstSentAt),
      isNotNull(other.sharedAt),
      isNull(other.archivedByDoctorAt),
    )})`,
  };
};

/** SQL condition that the sender can no longer withdraw the request: it is not among the reader's `unopened` ones. */
const isOpened = (requestId: AnyColumn, { unopened = [] }: Work['actor']): SQL | undefined =>
  unopened.length > 0 ? or(isNull(requestId), notInArray(requestId, [...unopened])) : undefined;

/**
 * Related data of several cases in one statement: patient, doctor, and what is new to the reader; document counts only
 * on request.
 */
const besideCases = ({ tx, actor, now }: Work, ids: readonly string[], counted: boolean) => {
  const theirs = (filter: SQL | undefined) =>
    and(eq(documents.caseId, cases.id), isOpened(documents.requestId, actor), filter);
  const wanted = sql`from ${todos} where ${and(eq(todos.caseId, cases.id), isNull(todos.completedAt), eq(todos.assignee, sideOf(actor)))}`;
  return tx
    .select({
      caseId: cases.id,
      patient: { id: patients.id, sealed: patients.sealed },
      doctor: doctors,
      away: awayBeside(tx, cases.doctorId, now),
      atWork: sql<boolean>`coalesce(${isActiveDoctor}, false)`,
      stays: isNull(accounts.erasureAt).mapWith(Boolean),
      account: { locale: accounts.locale, settings: accounts.settings },
      proposed: answers.appointmentProposed,
      newDocuments: counted
        ? sql<number>`(select ${entryCount} from ${documents} where ${theirs(isNewTo(actor, cases.lastAnswerAt))})`
        : sql<number>`0`,
      undescribedDocuments: counted
        ? sql<number>`(select ${entryCount} from ${documents} where ${theirs(undescribedBy(actor))})`
        : sql<number>`0`,
      unreadDocuments: counted ? newestOfEach(theirs(unreadBy(actor))) : sql<string[]>`'{}'::uuid[]`,
      nextAppointment:
        sql<Date | null>`(select min(${answers.appointmentAccepted}) from ${answers} where ${and(eq(answers.caseId, cases.id), gt(answers.appointmentAccepted, now), isNull(answers.appointmentCancelledAt))})`.mapWith(
          answers.appointmentAccepted,
        ),
      openTodos: sql<number>`(select count(*)::int ${wanted})`,
      nextDeadline: sql<string | null>`(select min(${todos.deadline})::text ${wanted})`,
      ...triageBeside(actor, theirs),
      unreadMessages: sql<number>`(select count(*)::int from ${messages} where ${and(eq(messages.caseId, cases.id), isNull(messages.readAt), ne(messages.senderRole, sideOf(actor)))})`,
    })
    .from(cases)
    .innerJoin(patients, eq(patients.id, cases.patientId))
    .innerJoin(doctors, eq(doctors.accountId, cases.doctorId))
    .innerJoin(accounts, eq(accounts.id, cases.doctorId))
    .leftJoin(answers, eq(answers.id, cases.lastAnswerId))
    .where(idsIn(cases.id, ids));
};

/** The notes of unanswered requests by case, newest first, in one query. Only for the doctor. */
const openNotes = async (
  { tx, actor, kernel: { vault } }: Work,
  ids: readonly string[],
): Promise<Map<string, CaseSummary['open_notes']>> => {
  const notes = new Map<string, CaseSummary['open_notes']>();
  if (!isOn(actor, 'doctor')) return notes;
  const rows = await tx
    .select({ caseId: requests.caseId, patientId: cases.patientId, sentAt: requests.sentAt, sealed: requests.sealed })
    .from(requests)
    .innerJoin(cases, eq(cases.id, requests.caseId))
    .where(
      and(
        idsIn(requests.caseId, ids),
        isOpened(requests.id, actor),
        or(isNull(cases.lastAnswerAt), gt(requests.sentAt, cases.lastAnswerAt)),
      ),
    )
    .orderBy(desc(requests.sentAt), desc(requests.id));
  const opened = await Promise.all(
    rows.map(async ({ caseId, patientId, sentAt, sealed }) => ({
      caseId,
      sentAt,
      text: (await vault.open(tx, patientId, requestTexts, sealed)).note.trim(),
    })),
  );
  for (const { caseId, sentAt, text } of opened)
    if (text) notes.set(caseId, [...(notes.get(caseId) ?? []), { text, sent_at: iso(sentAt) }]);
  return notes;
};

/** The notes of unanswered requests of one case whose requests are loaded already. */
export const notesOf = (
  { actor }: Work,
  { lastAnswerAt }: CaseRow,
  sent: readonly Pick<Request, 'note' | 'sent_at'>[],
): CaseSummary['open_notes'] =>
  (isOn(actor, 'doctor') ? sent : [])
    .filter(({ note, sent_at }) => note.trim() && (!lastAnswerAt || new Date(sent_at) > lastAnswerAt))
    .map(({ note, sent_at }) => ({ text: note.trim(), sent_at }))
    .reverse();

const lastAnswerOf = (row: CaseRow): CaseSummary['last_answer'] =>
  row.lastAnswerId && row.lastAnswerOption && row.lastAnswerAt
    ? {
        id: row.lastAnswerId,
        option: row.lastAnswerOption,
        answered_at: iso(row.lastAnswerAt),
        read_at: isoOrNull(row.lastAnswerReadAt),
      }
    : null;

/** Never opened by the doctor in its current wait, or marked unread. */
const isUnopened = ({ status, openedAt, markedUnreadAt }: CaseRow): boolean =>
  markedUnreadAt !== null || (status === 'with_doctor' && openedAt === null);

/**
 * The day of the reminder, if it was about the current promised day. Doctors who disabled notifications get no
 * reminder.
 */
const remindedOn = ({ status, answerDueOn, remindedAt }: CaseRow): Pick<CaseSummary, 'answer_reminded_on'> => {
  const day = remindedAt && dayOf(remindedAt);
  return status === 'with_doctor' && day && answerDueOn && day > answerDueOn ? { answer_reminded_on: day } : {};
};

/** The new documents of a case for its reader, newest first, from all accessible ones already loaded. */
export const newDocumentsOf = (
  { actor }: Work,
  theCase: CaseRow,
  rows: readonly ShownRow[],
): Pick<CaseSummary, 'new_documents' | 'undescribed_documents' | 'unread_documents'> => ({
  new_documents: firstOfEach(rows.filter((row) => isNew(row, theCase, actor))).length,
  undescribed_documents: firstOfEach(rows.filter((row) => isUndescribed(row, theCase, actor))).length,
  unread_documents: firstOfEach(rows.filter((row) => isUnread(row, actor))).map(({ id }) => id),
});

/**
 * Case summaries for lists, with counts for the reader, in a constant number of queries. Without `counted`, documents
 * and requests are left out: see `newOf` and `notesOf`.
 */
export const summarize = async (
  work: Work,
  rows: readonly CaseRow[],
  { counted = true } = {},
): Promise<CaseSummary[]> => {
  if (rows.length === 0) return [];
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  const beside = new Map(
    (
      await besideCases(
        work,
        rows.map((row) => row.id),
        counted,
      )
    ).map((found) => [found.caseId, found]),
  );
  const patientRows = new Map([...beside.values()].map(({ patient }) => [patient.id, patient]));
  const names = new Map((await openNames(tx, vault, [...patientRows.values()])).map(({ id, name }) => [id, name]));

  const notes = counted
    ? await openNotes(
        work,
        rows.map((row) => row.id),
      )
    : new Map<string, CaseSummary['open_notes']>();

  return Promise.all(
    rows.map(async (row): Promise<CaseSummary> => {
      const { case_name } = await openCase(tx, vault, row);
      const found = beside.get(row.id);
      if (!found) throw new Error('The patient or doctor of a case is missing.');
      const { doctor, atWork, stays, away } = found;
      const shared = caseResource(row).sharedWithDoctor;
      const left = !atWork || (!stays && !shared && row.firstSentAt !== null);
      return {
        id: row.id,
        version: row.version,
        case_name,
        patient: nameOf(names, row.patientId),
        doctor: {
          id: doctor.accountId,
          name: doctorName(doctor),
          specialty: doctor.specialty,
          reply_days: doctor.replyDays,
          accepts_cases: doctor.acceptsCases && stays,
          left,
          away: left ? null : away,
        },
        status: row.status,
        turn: turnOf(row.status, { shared, left }),
        shared,
        priority: isOn(actor, 'doctor') ? row.priority : 'undefined',
        created_at: iso(row.createdAt),
        last_activity_at: iso(row.lastActivityAt),
        last_request_at: isoOrNull(row.lastRequestAt),
        answer_due_on: left ? null : row.answerDueOn,
        ...(!left && hearsNews(found.account) && remindedOn(row)),
        last_answer: lastAnswerOf(row),
        proposed_until: isoOrNull(found.proposed?.at(-1) ?? null),
        next_appointment: isoOrNull(found.nextAppointment),
        new_documents: found.newDocuments,
        undescribed_documents: found.undescribedDocuments,
        unread_documents: found.unreadDocuments,
        open_todos: found.openTodos,
        next_deadline: found.nextDeadline,
        unread_messages: found.unreadMessages,
        open_notes: notes.get(row.id) ?? [],
        triage: isOn(actor, 'doctor')
          ? {
              unopened: isUnopened(row),
              marked_unread: row.markedUnreadAt !== null,
              snoozed_until: row.snoozedUntil,
              draft: found.draft,
              ...(found.summary && { summary: true as const }),
              ...(found.prepared && { prepared: true as const }),
              open_questions: found.openQuestions,
              new_images: found.newImages,
              other_cases: found.otherCases,
              ...(found.pool !== null && { pool: found.pool }),
            }
          : null,
        archived_at: isoOrNull(isOn(actor, 'patient') ? row.archivedByPatientAt : row.archivedByDoctorAt),
      };
    }),
  );
};

/** One case summary, reloaded from the database. */
export const summaryOf = async (work: Work, caseId: string): Promise<CaseSummary> => {
  const [summary] = await summarize(work, await work.tx.select().from(cases).where(eq(cases.id, caseId)));
  if (!summary) throw new Error('The case is missing.');
  return summary;
};
