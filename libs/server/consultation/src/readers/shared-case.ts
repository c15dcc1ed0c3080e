import { fullName } from '@konsil/contracts/full-name';
import type { SharedCase, SharedRecord } from '@konsil/contracts/readers';
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { CaseRow, PatientRow, ReaderRow } from '@konsil/server-domain/access/loaders';
import { doctorName } from '@konsil/server-domain/accounts/accounts.queries';
import { shownForms } from '@konsil/server-domain/cases/case-forms';
import { anamnesisOf, caseNames, openCase } from '@konsil/server-domain/cases/case-texts';
import type { TimelineKind } from '@konsil/server-domain/cases/timeline';
import { doctorOf } from '@konsil/server-domain/doctors/doctors.queries';
import type { Work } from '@konsil/server-domain/kernel/work';
import { namesOf } from '@konsil/server-domain/names/names';
import { nameOf, patientNames } from '@konsil/server-domain/patients/patient-record';
import { cases, patientReaders } from '@konsil/server-domain/schema';
import { showDocuments, type Reading } from '@konsil/server-documents/document-view';
import { documentRows } from '@konsil/server-documents/documents.queries';
import { iso } from '@konsil/server-platform/clock';
import { openedQuestions } from '../cases/opened-questions.ts';
import { showTimeline, timelineRows } from '../cases/timeline-view.ts';
import { answersOf, requestRows, showRequests } from '../conversation/requests.queries.ts';
import { toShared } from './readers.ts';

/** A row of a case; `firstSentAt` is never null here: only sent cases are read along. */
const rowOf = async (
  { tx, actor }: Work,
  { id, status, doctorId, firstSentAt, createdAt }: CaseRow,
  name: string,
): Promise<SharedRecord['cases'][number]> => ({
  id,
  case_name: name,
  status,
  doctor_name: doctorName(await doctorOf(tx, doctorId)),
  sent_at: iso(firstSentAt ?? createdAt),
  unopened: actor.reading?.waiting.includes(id) === true,
});

/** A person with the cases that were sent, for somebody who reads along. */
export const showSharedRecord = async (work: Work, theReader: ReaderRow, { id }: PatientRow): Promise<SharedRecord> => {
  const {
    tx,
    kernel: { vault },
  } = work;
  const patient = nameOf(await patientNames(tx, vault, [id]), id);
  const owner = await namesOf(tx, vault, [theReader.ownerId]);
  const rows = await tx
    .select()
    .from(cases)
    .where(and(eq(cases.patientId, id), isNotNull(cases.firstSentAt)))
    .orderBy(desc(cases.firstSentAt), desc(cases.id));
  const names = await caseNames(tx, vault, rows);
  const shown: SharedRecord['cases'] = [];
  for (const row of rows) shown.push(await rowOf(work, row, names.get(row.id) ?? ''));
  return { ...toShared(theReader, fullName(patient), owner.get(theReader.ownerId) ?? ''), patient, cases: shown };
};

/** The entries that a reader sees: the two sides and what they sent, not messages, ToDos and other people. */
const told: readonly TimelineKind[] = [
  'request_sent',
  'answer_sent',
  'documents_added',
  'closed',
  'reopened',
  'appointment_accepted',
  'appointment_cancelled',
  'handed_over',
  'consent_withdrawn',
  'shared_again',
  'forms_changed',
  'answer_withdrawn',
  'request_withdrawn',
  'doctor_away',
];

/**
 * A case for somebody who reads along. Items that the owner has not opened are left out, and nothing counts as opened:
 * its sender can still withdraw it.
 */
export const showSharedCase = async (work: Work & Reading, theCase: CaseRow): Promise<SharedCase> => {
  const {
    tx,
    actor,
    kernel,
    kernel: { vault },
  } = work;
  const [theReader] = await tx
    .select()
    .from(patientReaders)
    .where(
      and(
        eq(patientReaders.patientId, theCase.patientId),
        eq(patientReaders.accountId, actor.accountId),
        isNull(patientReaders.endedAt),
      ),
    );
  if (!theReader) throw new Error('Somebody reads along without a row.');
  const patient = nameOf(await patientNames(tx, vault, [theCase.patientId]), theCase.patientId);
  const texts = await openCase(tx, vault, theCase);
  const { case_name, diagnosis, medical_history } = texts;
  const unopened = new Set(actor.unopened);
  const sent = await requestRows(work, theCase);
  const events = (await timelineRows(work, theCase.id)).filter(
    ({ event: { kind, patientOnly, refId } }) =>
      told.includes(kind as TimelineKind) && !patientOnly && !unopened.has(refId ?? ''),
  );
  const names = await namesOf(tx, vault, [
    theReader.ownerId,
    ...sent.map(({ request }) => request.sentBy),
    ...events.map(({ event }) => event.byAccountId),
  ]);
  return {
    ...(await rowOf(work, theCase, case_name)),
    reader_id: theReader.id,
    role: theReader.role,
    shared_by: names.get(theReader.ownerId) ?? '',
    patient,
    diagnosis,
    medical_history,
    anamnesis: anamnesisOf(texts),
    ...shownForms(texts, theCase),
    questions: await openedQuestions(work, theCase),
    requests: await showRequests(work, theCase, sent, names),
    answers: (await answersOf(work, theCase)).filter(({ id }) => !unopened.has(id)),
    documents: await showDocuments(kernel, work, theCase, await documentRows(kernel, work, theCase)),
    timeline: await showTimeline(work, theCase, events, names),
  };
};
