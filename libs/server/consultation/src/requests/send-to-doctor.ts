import { questionsComplaint } from '@konsil/contracts/question-rules';
import type { missingHints, Request, RequestPreview, SendToDoctor } from '@konsil/contracts/requests';
import { usuallyNeeded, type UsualState } from '@konsil/contracts/usual-documents';
import { differingTopics } from '@konsil/contracts/health-profile';
import { addressParts } from '@konsil/contracts/patients';
import { medicationText } from '@konsil/contracts/medication';
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { record } from '@konsil/server-domain/steps/record';
import { accounts, consents, doctorPatients, documents, requests } from '@konsil/server-domain/schema';
import { iso, later } from '@konsil/server-platform/clock';
import { caseResource, type CaseRow, type DocumentRow } from '@konsil/server-domain/access/loaders';
import type { Tx } from '@konsil/server-platform/database/client';
import { invalid, Problem, type FieldFault } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import type { Submitted } from '@konsil/server-domain/sendings/hold';
import { answeredSince } from '@konsil/server-domain/cases/case-state';
import { missingInForm, offeredForm, shownForms } from '@konsil/server-domain/cases/case-forms';
import { anamnesisOf, openCase } from '@konsil/server-domain/cases/case-texts';
import { accountById } from '@konsil/server-domain/accounts/accounts.queries';
import { consentTextVersion } from '@konsil/server-domain/accounts/legal-texts';
import { changeCase, checkStep } from '../cases/cases.queries.ts';
import { questionsOf } from '@konsil/server-domain/cases/general-forms';
import { clinicsOf, senderOf } from '@konsil/server-domain/doctors/clinics';
import { assistedDoctors } from '@konsil/server-domain/doctors/assistants';
import { awayDoctors, promisedDay } from '@konsil/server-domain/doctors/absences';
import { showDocuments, type Reading } from '@konsil/server-documents/document-view';
import { entryCount, firstOfEach } from '@konsil/server-documents/examinations';
import {
  doctorOf,
  findDoctor,
  findStaying,
  lockDoctor,
  priced,
  toDoctor,
  type DoctorRow,
} from '@konsil/server-domain/doctors/doctors.queries';
import { dayAndTime, dayInWords } from '@konsil/server-domain/names/moments';
import { settingsOf } from '@konsil/server-domain/accounts/account-settings';
import { confirmHealth, healthProfileOf } from '@konsil/server-domain/patients/health-profile';
import { patientOf } from '@konsil/server-domain/patients/patient-record';
import { enqueueEmail } from '@konsil/server-domain/notices/letters';
import { allowNamedAssistants } from '../assistants/case-assistants.ts';
import { leaveOtherForms } from '../cases/save-specialty-form.ts';
import { askDeputies } from '../deputies/deputies.ts';
import { poolsOf } from '../cases/case-pool.ts';
import { allowNamedClinics } from '../cases/put-into-pool.ts';
import { requestOf, type RequestRow } from '../conversation/requests.queries.ts';
import { requestTexts, type RequestTexts } from '@konsil/server-domain/sealed/request';

type MissingHint = (typeof missingHints)[number];

/**
 * Checks that the owner of a case may share it now. Locks the account, to serialize with ending all sharing.
 * @throws {Problem} `consent_withdrawn`, or `erasure_planned` until the erasure is cancelled.
 */
export const checkOwner = async ({ tx }: Work, { accountId }: CaseRow): Promise<void> => {
  const [owner] = await tx
    .select({ consentWithdrawnAt: accounts.consentWithdrawnAt, erasureAt: accounts.erasureAt })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('share');
  if (owner?.consentWithdrawnAt) throw new Problem('consent_withdrawn');
  if (owner?.erasureAt) throw new Problem('erasure_planned');
};

/** Complaints about the questions of an unsent case. */
const firstComplaint = async (work: Work, theCase: CaseRow) => {
  if (theCase.firstSentAt) return null;
  const asked = await questionsOf(work, theCase);
  return questionsComplaint({
    open: asked.filter(({ answeredAt }) => !answeredAt).length,
    answered: asked.filter(({ answeredAt }) => answeredAt).length,
  });
};

/** The missing parts of the address of the person whom a first request is about. */
const missingAddress = async (
  { tx, kernel: { vault } }: Work,
  theCase: CaseRow,
): Promise<(typeof addressParts)[number][]> => {
  if (theCase.firstSentAt) return [];
  const person = await patientOf(tx, vault, theCase.patientId);
  return addressParts.filter((part) => person[part] === '');
};
const addressFaults = {
  street: 'streetMissing',
  house_number: 'houseNumberMissing',
  zipcode: 'zipcodeRule',
  city: 'cityMissing',
} as const satisfies Record<(typeof addressParts)[number], FieldFault['code']>;

/** The documents of the next request: the patient's unsent ones. */
const unsentDocuments = ({ tx }: Work, theCase: CaseRow): Promise<DocumentRow[]> =>
  tx
    .select()
    .from(documents)
    .where(
      and(
        eq(documents.caseId, theCase.id),
        eq(documents.uploadedByRole, 'patient'),
        isNull(documents.sentAt),
        isNull(documents.archivedAt),
      ),
    );

/**
 * The doctor of the case, if it can be sent to them: one who takes no new cases, or is leaving, still answers current
 * ones.
 */
const receiver = async (
  { tx }: Work,
  theCase: CaseRow,
  find: (tx: Tx, id: string) => Promise<DoctorRow | undefined>,
): Promise<DoctorRow | undefined> => {
  const doctor = await (caseResource(theCase).sharedWithDoctor ? findDoctor : find)(tx, theCase.doctorId);
  return theCase.status === 'draft' && !doctor?.acceptsCases ? undefined : doctor;
};

/**
 * Documents that a first request usually needs, and which of them exist. Later requests contain what the doctor asked
 * for.
 */
const usualOf = async (
  { tx, kernel: { vault } }: Work,
  theCase: CaseRow,
  { specialty }: Pick<DoctorRow, 'specialty'>,
  sending: readonly DocumentRow[],
): Promise<UsualState[]> => {
  if (theCase.firstSentAt) return [];
  const { case_name: name, diagnosis } = await openCase(tx, vault, theCase);
  return usuallyNeeded(
    `${name} ${diagnosis}`,
    specialty,
    sending.map(({ medicalKindCode }) => medicalKindCode),
  );
};

/** The consent given with every request: for this case and this doctor only. */
export const giveConsent = async (
  { tx, now, kernel: { env } }: Work,
  theCase: CaseRow,
  doctorId: string,
): Promise<void> => {
  const ofDoctor = and(
    eq(consents.kind, 'send_to_doctor'),
    eq(consents.caseId, theCase.id),
    eq(consents.doctorId, doctorId),
    isNull(consents.withdrawnAt),
  );
  const [standing] = await tx.select().from(consents).where(ofDoctor);
  if (!standing)
    await tx.insert(consents).values({
      accountId: theCase.accountId,
      kind: 'send_to_doctor',
      caseId: theCase.id,
      doctorId,
      givenAt: now,
      textVersion: await consentTextVersion(tx, env, 'send_to_doctor', now),
    });
};

/** Adds the patient to the doctor's patients; an archived one comes back. */
export const addDoctorPatient = async ({ tx, now }: Work, theCase: CaseRow, doctorId: string): Promise<void> => {
  await tx
    .insert(doctorPatients)
    .values({ doctorId, patientId: theCase.patientId, since: now, lastActivityAt: now })
    .onConflictDoUpdate({
      target: [doctorPatients.doctorId, doctorPatients.patientId],
      set: { lastActivityAt: now, archivedAt: null },
    });
};

/** Waiting time and promised day, which further requests to the same doctor do not change. */
const waitingOf = async (
  { tx }: Work,
  theCase: CaseRow,
  doctor: DoctorRow,
  sentAt: Date,
): Promise<Pick<CaseRow, 'lastRequestAt'> & { answerDueOn: string }> => {
  const { status, doctorId, sharedAt, lastRequestAt, answerDueOn: promised } = theCase;
  const waits = status === 'with_doctor' && doctorId === doctor.accountId && sharedAt !== null;
  return waits && lastRequestAt && promised
    ? { lastRequestAt, answerDueOn: promised }
    : { lastRequestAt: sentAt, answerDueOn: await promisedDay(tx, doctor, sentAt) };
};

/**
 * The time of the patient's last confirmation of medication, allergies, operations and illnesses: now, or when
 * they confirmed a profile that says the same.
 */
const healthConfirmedAt = async (work: Work, theCase: CaseRow, confirmed: boolean): Promise<string | null> => {
  const profile = await healthProfileOf(work, theCase.patientId);
  const anamnesis = anamnesisOf(await openCase(work.tx, work.kernel.vault, theCase));
  const isSame = profile !== null && differingTopics(profile, anamnesis).length === 0;
  if (confirmed && isSame) await confirmHealth(work, theCase.patientId);
  if (confirmed) return iso(work.now);
  return isSame ? profile.confirmed_at : null;
};

/** Creates a request: row, consent and status. Its caller records the step. */
export const placeRequest = async (
  work: Work,
  theCase: CaseRow,
  doctor: DoctorRow,
  texts: RequestTexts,
  id: string = randomUUID(),
): Promise<{ theCase: CaseRow; request: RequestRow }> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  // Later than the last answer, even if this request waited for a lock while that was given.
  const sentAt = theCase.lastAnswerAt && theCase.lastAnswerAt >= work.now ? later(theCase.lastAnswerAt, 1) : work.now;
  const waiting = await waitingOf(work, theCase, doctor, sentAt);
  const [request] = await tx
    .insert(requests)
    .values({
      id,
      caseId: theCase.id,
      doctorId: doctor.accountId,
      sentBy: actor.accountId,
      sentAt,
      answerDueOn: waiting.answerDueOn,
      sealed: await vault.seal(tx, theCase.patientId, requestTexts, texts),
    })
    .returning();
  if (!request) throw new Error('The request was not stored.');
  const row = await changeCase(work, theCase, {
    status: 'with_doctor',
    doctorId: doctor.accountId,
    firstSentAt: theCase.firstSentAt ?? sentAt,
    ...waiting,
    openedAt: null,
    sharedAt: theCase.doctorId === doctor.accountId ? (theCase.sharedAt ?? sentAt) : sentAt,
    lastActivityAt: sentAt,
    archivedByPatientAt: null,
    archivedByDoctorAt: null,
    snoozedUntil: null,
    markedUnreadAt: null,
  });
  await giveConsent(work, row, doctor.accountId);
  await addDoctorPatient(work, row, doctor.accountId);
  return { theCase: row, request };
};

/**
 * The patient sends the case with everything new to its doctor (docs/product.md rules 1.1 and 1.3). The route locks the
 * case row, so that one of several concurrent requests succeeds.
 * @throws {Problem} `erasure_planned`, `doctor_unavailable`, `no_new_documents`, or `invalid` at documents without
 * details and at a first request without a question, the person's address or a required answer to the doctor's form.
 */
export const sendToDoctor = async (
  work: Work,
  theCase: CaseRow,
  { note = '', health_confirmed: confirmed = false, deputy, assistants = false, pools }: SendToDoctor,
  { id, submittedAt = work.now, only }: Partial<Submitted> & { only?: readonly string[] } = {},
): Promise<{ theCase: CaseRow; request: RequestRow }> => {
  const { tx } = work;
  checkStep('send', theCase);
  await checkOwner(work, theCase);
  const doctor = await receiver(work, theCase, lockDoctor);
  if (!doctor) throw new Problem('doctor_unavailable');
  const fresh = (await unsentDocuments(work, theCase)).filter((document) => only?.includes(document.id) ?? true);
  if (fresh.length === 0) throw new Problem('no_new_documents');
  const undescribed = fresh.filter((document) => document.describedAt === null);
  const complaints = undescribed.map(({ id }): FieldFault => ({ path: `documents.${id}`, code: 'detailsMissing' }));
  const unasked = await firstComplaint(work, theCase);
  if (unasked) complaints.push({ path: 'questions', code: unasked });
  const texts = await openCase(tx, work.kernel.vault, theCase);
  for (const { id: field } of await missingInForm(work, texts, theCase))
    complaints.push({ path: `specialty_form.answers.${field}`, code: 'answerMissing' });
  for (const part of await missingAddress(work, theCase))
    complaints.push({ path: `patient.${part}`, code: addressFaults[part] });
  if (complaints.length > 0) throw invalid(...complaints);

  const missing = (await usualOf(work, theCase, doctor, fresh)).flatMap(({ document, there }) =>
    there ? [] : document,
  );
  const healthAt = await healthConfirmedAt(work, theCase, confirmed);
  await leaveOtherForms(work, theCase, texts);
  const placed = await placeRequest(
    work,
    theCase,
    doctor,
    { note, said_missing: missing, ...(healthAt && { health_confirmed_at: healthAt }) },
    id,
  );
  await tx
    .update(documents)
    .set({ requestId: placed.request.id, sentAt: placed.request.sentAt })
    .where(
      inArray(
        documents.id,
        fresh.map(({ id }) => id),
      ),
    );
  await record(work, {
    step: 'request_sent',
    theCase: placed.theCase,
    before: theCase,
    requestId: placed.request.id,
    replies: !answeredSince(theCase, submittedAt),
    note,
    documents: firstOfEach(fresh).length,
  });
  await askDeputies(work, placed.theCase, deputy);
  if (assistants) await allowNamedAssistants(work, placed.theCase);
  await allowNamedClinics(work, placed.theCase, pools);
  return placed;
};

/** The payload of a submitted request, also while it is held. */
export interface SentRequest extends Record<string, unknown> {
  body: SendToDoctor;
  /** Documents at the time of submission: later ones go with the next request. */
  document_ids: string[];
}
export const documentsToSend = async (work: Work, theCase: CaseRow): Promise<string[]> =>
  (await unsentDocuments(work, theCase)).map(({ id }) => id);

/** The patient's receipt: to whom, when, and the promised day. Not sent if the patient disabled e-mails. */
const sendReceipt = async ({ tx, kernel: { env, vault } }: Work, theCase: CaseRow, request: RequestRow) => {
  const account = await accountById(tx, theCase.accountId);
  if (settingsOf(account).notify_email === 'none') return;
  const { locale } = account;
  await enqueueEmail(tx, vault, {
    to: account.email,
    locale,
    accountId: account.id,
    template: 'request_sent',
    sender: await senderOf(tx, [theCase.id]),
    data: {
      doctor: toDoctor(await doctorOf(tx, request.doctorId)).name,
      at: dayAndTime(request.sentAt, locale),
      day: dayInWords(request.answerDueOn, locale),
      link: `${env.origins.patient}/patient/process/${theCase.id}`,
    },
  });
};

/** Sends the case to its doctor, and returns the request. */
export const sendRequest = async (
  work: Work,
  theCase: CaseRow,
  { body, document_ids }: SentRequest,
  submitted: Submitted,
): Promise<Request> => {
  const sent = await sendToDoctor(work, theCase, body, { ...submitted, only: document_ids });
  await sendReceipt(work, sent.theCase, sent.request);
  return requestOf(work, sent.theCase, sent.request.id);
};

/** A preview of what the doctor would get, with obstacles and hints. */
export const previewRequest = async (work: Work & Reading, theCase: CaseRow): Promise<RequestPreview> => {
  const { tx, kernel, now } = work;
  const [doctor, owner] = [await doctorOf(tx, theCase.doctorId), await accountById(tx, theCase.accountId)];
  const fresh = await unsentDocuments(work, theCase);
  const [sent] = await tx
    .select({ count: entryCount })
    .from(documents)
    .where(
      and(
        eq(documents.caseId, theCase.id),
        eq(documents.uploadedByRole, 'patient'),
        isNotNull(documents.sentAt),
        isNull(documents.archivedAt),
      ),
    );
  const asked = await questionsOf(work, theCase);
  const open = asked.filter(({ answeredAt }) => !answeredAt);
  const texts = await openCase(tx, kernel.vault, theCase);
  const { diagnosis, medical_history } = texts;
  const anamnesis = anamnesisOf(texts);
  const hints: [MissingHint, boolean][] = [
    ['erasure_planned', owner.erasureAt !== null],
    ['doctor_unavailable', !(await receiver(work, theCase, findStaying))],
    ['no_documents', fresh.length === 0 && theCase.firstSentAt === null],
    ['no_new_documents', fresh.length === 0 && theCase.firstSentAt !== null],
    ['details_missing', fresh.some(({ describedAt }) => describedAt === null)],
    ['no_questions', open.length === 0],
    ['no_medication', medicationText(anamnesis) === ''],
    ['address_missing', (await missingAddress(work, theCase)).length > 0],
    ['form_incomplete', (await missingInForm(work, texts, theCase)).length > 0],
  ];
  return {
    doctor: {
      ...priced(doctor),
      clinics: (await clinicsOf(tx, [doctor.accountId])).get(doctor.accountId) ?? [],
      away: (await awayDoctors(tx, [doctor.accountId], now)).get(doctor.accountId) ?? null,
      ...((await assistedDoctors(tx, [doctor.accountId])).has(doctor.accountId) && { assistants: true }),
    },
    patient: await patientOf(tx, kernel.vault, theCase.patientId),
    pools: await poolsOf(work, doctor.accountId),
    new_documents: await showDocuments(kernel, work, theCase, fresh),
    already_sent: sent?.count ?? 0,
    diagnosis,
    medical_history,
    anamnesis,
    ...shownForms(texts, theCase),
    offered_form: await offeredForm(work, texts, theCase),
    questions: open.map(({ text }) => text),
    answered_questions: asked.length - open.length,
    usual: await usualOf(work, theCase, doctor, fresh),
    health_profile: await healthProfileOf(work, theCase.patientId),
    missing: hints.filter(([, applies]) => applies).map(([hint]) => hint),
    answer_due_on: (await waitingOf(work, theCase, doctor, now)).answerDueOn,
  };
};
