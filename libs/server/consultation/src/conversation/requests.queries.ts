import { usualDocuments } from '@konsil/contracts/usual-documents';
import { ofWrittenParts, type Answer, type Request } from '@konsil/contracts/requests';
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { shownMeasurement } from '@konsil/server-domain/measurements/marked';
import { withdrawable } from '@konsil/server-domain/sendings/opened';
import { alias } from 'drizzle-orm/pg-core';
import type { Tx } from '@konsil/server-platform/database/client';
import { answers, cases, doctors, documents, requests, todos } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import type { Work } from '@konsil/server-domain/kernel/work';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { namesOf } from '@konsil/server-domain/names/names';
import { isStaying } from '@konsil/server-domain/accounts/active-doctors';
import { toDoctor } from '@konsil/server-domain/doctors/doctors.queries';
import { answerTexts } from '@konsil/server-domain/sealed/answer';
import { shownPins } from './pins.ts';
import { requestTexts } from '@konsil/server-domain/sealed/request';

export type RequestRow = typeof requests.$inferSelect;

/** Requests of one case, oldest first, with their documents. */
export const requestRows = ({ tx }: Work, theCase: CaseRow) => {
  const sent = tx
    .select({
      requestId: documents.requestId,
      ids: sql<string[]>`array_agg(${documents.id} order by ${documents.uploadedAt})`.as('ids'),
    })
    .from(documents)
    .where(and(eq(documents.caseId, theCase.id), isNotNull(documents.requestId)))
    .groupBy(documents.requestId)
    .as('sent');
  return tx
    .select({ request: requests, documentIds: sent.ids })
    .from(requests)
    .leftJoin(sent, eq(sent.requestId, requests.id))
    .where(eq(requests.caseId, theCase.id))
    .orderBy(asc(requests.sentAt), asc(requests.id));
};

/** Serializes requests; `names` maps accounts to names. */
export const showRequests = async (
  { tx, actor, kernel: { vault } }: Work,
  theCase: CaseRow,
  rows: Awaited<ReturnType<typeof requestRows>>,
  names: ReadonlyMap<string, string>,
): Promise<Request[]> => {
  const unopened = await withdrawable(
    tx,
    actor,
    rows.flatMap(({ request }) => (request.sentBy === actor.accountId ? request.id : [])),
  );
  return Promise.all(
    rows.map(async ({ request, documentIds }): Promise<Request> => {
      const {
        note,
        said_missing = [],
        health_confirmed_at = null,
      } = await vault.open(tx, theCase.patientId, requestTexts, request.sealed);
      return {
        id: request.id,
        sent_at: iso(request.sentAt),
        sent_by: names.get(request.sentBy) ?? '',
        answer_due_on: request.answerDueOn,
        note,
        said_missing: usualDocuments.filter((document) => said_missing.includes(document)),
        health_confirmed_at,
        document_ids: documentIds ?? [],
        ...(unopened.has(request.id) ? { withdrawable: true } : {}),
      };
    }),
  );
};

/** One request, reloaded from the database. */
export const requestOf = async (work: Work, theCase: CaseRow, requestId: string): Promise<Request> => {
  const rows = (await requestRows(work, theCase)).filter(({ request }) => request.id === requestId);
  const [shown] = await showRequests(
    work,
    theCase,
    rows,
    await namesOf(
      work.tx,
      work.kernel.vault,
      rows.map(({ request }) => request.sentBy),
    ),
  );
  if (!shown) throw new Error('The request is missing.');
  return shown;
};

const recommended = alias(doctors, 'recommended');
const requested = alias(doctors, 'requested');

/** Answers joined with their case, doctors and ToDo; filter and order come from the caller. */
export const selectAnswers = (tx: Tx) =>
  tx
    .select({
      row: answers,
      theCase: { id: cases.id, patientId: cases.patientId, sealed: cases.sealed },
      by: doctors,
      /** The doctor whom the patient asked, if the author was a deputy. */
      requested,
      recommended,
      recommendedStays: sql<boolean>`${isStaying(tx, recommended.accountId)}`,
      todoId: sql<string | null>`(select ${todos.id} from ${todos} where ${eq(todos.answerId, answers.id)} limit 1)`,
    })
    .from(answers)
    .innerJoin(cases, eq(cases.id, answers.caseId))
    .innerJoin(doctors, eq(doctors.accountId, answers.doctorId))
    .innerJoin(requests, eq(requests.id, answers.requestId))
    .innerJoin(requested, eq(requested.accountId, requests.doctorId))
    .leftJoin(recommended, eq(recommended.accountId, answers.recommendedDoctorId))
    .$dynamic();
type FoundAnswer = Awaited<ReturnType<typeof selectAnswers>>[number];

/** Serializes answers. */
export const showAnswers = async (work: Work, rows: readonly FoundAnswer[]): Promise<Answer[]> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  await vault.warm(
    tx,
    rows.map(({ theCase }) => theCase.patientId),
  );
  const unopened = await withdrawable(
    tx,
    actor,
    rows.flatMap(({ row }) => (row.doctorId === actor.accountId ? row.id : [])),
  );
  return Promise.all(
    rows.map(async ({ row, theCase, by, requested, recommended, recommendedStays, todoId }): Promise<Answer> => {
      const texts = await vault.open(tx, theCase.patientId, answerTexts, row.sealed);
      return {
        id: row.id,
        request_id: row.requestId,
        option: row.option,
        answered_at: iso(row.answeredAt),
        answered_by: doctorName(by),
        ...(requested.accountId === by.accountId ? {} : { answered_for: doctorName(requested) }),
        answer: texts.answer,
        ...(texts.plain_words && { plain_words: texts.plain_words }),
        // An answer may be older than this field.
        ...ofWrittenParts((part) => texts[part] ?? null),
        question_answers: texts.question_answers,
        todo_id: todoId,
        recommended_doctor: recommended && { ...toDoctor(recommended), left: !recommendedStays },
        appointment: row.appointmentProposed && {
          proposed: row.appointmentProposed.map(iso),
          accepted: isoOrNull(row.appointmentAccepted),
          place: texts.appointment_place,
          cancelled: row.appointmentCancelledAt &&
            row.appointmentCancelledBy && { at: iso(row.appointmentCancelledAt), by: row.appointmentCancelledBy },
        },
        ...(texts.measurements && { measurements: texts.measurements.map(shownMeasurement) }),
        ...(texts.pins && { pins: await shownPins(work, theCase.patientId, texts.pins) }),
        ...(texts.codes && { codes: texts.codes }),
        read_at: isoOrNull(row.readAt),
        understood_at: isoOrNull(row.understoodAt),
        ...(unopened.has(row.id) ? { withdrawable: true } : {}),
      };
    }),
  );
};

/** The answers of one case, oldest first. */
export const answersOf = async (work: Work, theCase: Pick<CaseRow, 'id'>): Promise<Answer[]> =>
  showAnswers(
    work,
    await selectAnswers(work.tx)
      .where(eq(answers.caseId, theCase.id))
      .orderBy(asc(answers.answeredAt), asc(answers.id)),
  );

/** One answer, reloaded from the database. */
export const answerOf = async (work: Work, answerId: string): Promise<Answer> => {
  const [shown] = await showAnswers(work, await selectAnswers(work.tx).where(eq(answers.id, answerId)));
  if (!shown) throw new Error('The answer is missing.');
  return shown;
};

/** The newest request of a case, which an answer replies to. */
export const newestRequest = async ({ tx }: Work, theCase: CaseRow): Promise<RequestRow | undefined> =>
  (
    await tx
      .select()
      .from(requests)
      .where(eq(requests.caseId, theCase.id))
      .orderBy(desc(requests.sentAt), desc(requests.id))
      .limit(1)
  )[0];
