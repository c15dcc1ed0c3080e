import * as z from 'zod/mini';
import { awaySchema } from './away.ts';
import { anamnesisSchema } from './anamnesis.ts';
import { answerOptions } from './answer-options.ts';
import { authorMarks } from './authors.ts';
import { caseDues, caseOnlies, caseSorts, caseViews, actorRoles, formTopics, priorities, todoTitles } from './codes.ts';
import {
  daySchema,
  givenIdSchema,
  idParams,
  idSchema,
  listQuery,
  momentSchema,
  okSchema,
  pageOf,
  queryFlag,
  requiredText,
  versionBody,
  versionSchema,
} from './common.ts';
import { namedDoctorSchema } from './doctors.ts';
import { namedClinicSchema } from './clinics.ts';
import { documentSchema } from './documents.ts';
import { answeredFormSchema, givenFormSchema, offeredFormSchema } from './form-fields.ts';
import { legalNoticeSchema } from './legal-notices.ts';
import { letterRecipientsSchema } from './letter-recipients.ts';
import { patientNameSchema } from './patients.ts';
import { mostQuestions } from './question-rules.ts';
import { answerSchema, requestSchema } from './requests.ts';
import { defineRoute } from './route.ts';
import { caseAssistantsSchema } from './assistant-states.ts';
import { deputySchema } from './deputy-states.ts';
import { casePoolSchema } from './pool-states.ts';
import { sharedPersonSchema } from './reader-states.ts';
import { secondLookSchema } from './second-look-schema.ts';
import { canBeWithdrawn } from './sendings.ts';

/** draft → with_doctor → with_patient (the patient must act) → answered → closed; a new request reopens. */
export const caseStatuses = ['draft', 'with_doctor', 'with_patient', 'answered', 'closed'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

export const questionsSchema = z
  .array(requiredText('questionMissing', 500))
  .check(z.maxLength(mostQuestions, 'tooManyQuestions'));

export const newCaseSchema = z.object({
  case_name: requiredText('caseNameMissing', 200),
  patient: givenIdSchema('patientMissing'),
  doctor: givenIdSchema('doctorMissing'),
  diagnosis: requiredText('diagnosisMissing', 4000),
  medical_history: requiredText('medicalHistoryMissing', 20_000),
  questions: z.optional(questionsSchema),
});
export type NewCase = z.infer<typeof newCaseSchema>;

/** The name at any time; the doctor only before the first request. */
export const updateCaseSchema = z.object({
  version: z.optional(versionSchema),
  case_name: z.optional(requiredText('caseNameMissing', 200)),
  doctor: z.optional(givenIdSchema('doctorMissing')),
});
export type UpdateCase = z.infer<typeof updateCaseSchema>;

/**
 * The general forms of a case. An existing question keeps its id and thereby its answers; answered ones may be omitted.
 */
export const generalFormsSchema = z.object({
  version: z.optional(versionSchema),
  diagnosis: requiredText('diagnosisMissing', 4000),
  medical_history: requiredText('medicalHistoryMissing', 20_000),
  questions: z
    .array(z.object({ id: z.optional(givenIdSchema()), text: requiredText('questionMissing', 500) }))
    .check(z.maxLength(100, 'tooManyQuestions')),
  anamnesis: z.optional(anamnesisSchema),
  /** The answers to the doctor's own form; omitted, they stay as they are. */
  specialty_form: z.optional(givenFormSchema),
});
export type GeneralForms = z.infer<typeof generalFormsSchema>;

/** Facts for a doctor's triage of a case. */
export const triageSchema = z.object({
  /** Never opened in its current wait, or marked unread. */
  unopened: z.boolean(),
  marked_unread: z.boolean(),
  /** The day on which the doctor wants to see it again; in the past, it came back. */
  snoozed_until: z.nullable(z.iso.date()),
  /** The reader began an answer, or as an assistant a draft for the doctor. */
  draft: z.boolean(),
  /** The reader began a version of the patient's medical summary. */
  summary: z.optional(z.literal(true)),
  /** An assistant began an answer or the summary, and the doctor has not taken over all of it. */
  prepared: z.optional(z.literal(true)),
  open_questions: z.int(),
  /** New examinations, which `new_documents` counts, too. */
  new_images: z.int(),
  /** Other open cases that the patient has with this doctor. */
  other_cases: z.int(),
  /** The clinic in whose pool the case is. */
  pool: z.optional(z.string()),
});
export type Triage = z.infer<typeof triageSchema>;

export const caseSummarySchema = z.object({
  id: idSchema,
  version: versionSchema,
  case_name: z.string(),
  patient: patientNameSchema,
  doctor: z.pick(namedDoctorSchema, {
    id: true,
    name: true,
    specialty: true,
    reply_days: true,
    accepts_cases: true,
    left: true,
    away: true,
  }),
  status: z.enum(caseStatuses),
  /** The side that must act next. */
  turn: z.enum(['patient', 'doctor', 'none']),
  /** True if the doctor has access: from the first request until the patient withdraws the consent. */
  shared: z.boolean(),
  /** For doctors only: `undefined` for patients. */
  priority: z.enum(priorities),
  created_at: momentSchema,
  last_activity_at: momentSchema,
  /** Since when it waits for the doctor, most recently; null before the first request. */
  last_request_at: z.nullable(momentSchema),
  /** The day by which an answer can be expected, while the case is with the doctor. */
  answer_due_on: z.nullable(z.iso.date()),
  /** The day on which both sides were notified that the promised day had passed. */
  answer_reminded_on: z.optional(z.iso.date()),
  last_answer: z.nullable(
    z.object({
      id: idSchema,
      option: z.enum(answerOptions),
      answered_at: momentSchema,
      read_at: z.nullable(momentSchema),
    }),
  ),
  /** The last of the times that the newest answer proposes. */
  proposed_until: z.nullable(momentSchema),
  /** The start of the next accepted appointment. */
  next_appointment: z.nullable(momentSchema),
  /** For the patient: documents not sent yet. For the doctor: sent since their last answer. */
  new_documents: z.int(),
  /** For the patient: those of them without details; 0 for the doctor. */
  undescribed_documents: z.int(),
  /** Documents the doctor added and the patient has not opened, newest first; empty for the doctor. */
  unread_documents: z.array(idSchema),
  /** Open ToDos of the reader, and their nearest due date. */
  open_todos: z.int(),
  next_deadline: z.nullable(z.iso.date()),
  unread_messages: z.int(),
  /** For the doctor: the notes of requests since the last answer, newest first. */
  open_notes: z.array(z.object({ text: z.string(), sent_at: momentSchema })),
  /** Null for the patient. */
  triage: z.nullable(triageSchema),
  archived_at: z.nullable(momentSchema),
});
export type CaseSummary = z.infer<typeof caseSummarySchema>;

export const questionSchema = z.object({ id: idSchema, text: z.string(), answer: z.nullable(z.string()) });
export type Question = z.infer<typeof questionSchema>;

export const timelineKinds = [
  'case_created',
  'request_sent',
  'answer_sent',
  'todo_added',
  'todo_done',
  'todo_dropped',
  'message_sent',
  'documents_added',
  'closed',
  'reopened',
  'epicrisis_released',
  'appointment_accepted',
  'appointment_cancelled',
  'handed_over',
  'consent_withdrawn',
  'shared_again',
  'forms_changed',
  'answer_withdrawn',
  'message_withdrawn',
  'request_withdrawn',
  'doctor_away',
  'second_look_asked',
  'second_look_agreed',
  'second_look_refused',
  'second_look_answered',
  'second_look_ended',
  'deputy_asked',
  'deputy_agreed',
  'deputy_refused',
  'deputy_ended',
  'pool_put',
  'pool_taken',
  'pool_left',
] as const;
export const timelineEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(timelineKinds),
  at: momentSchema,
  /** The portal has no name. */
  by: z.object({
    role: z.enum(actorRoles),
    name: z.string(),
    mine: z.boolean(),
    ...authorMarks,
  }),
  /** The related request, answer, ToDo or message. */
  ref_id: z.nullable(idSchema),
  count: z.nullable(z.int()),
  /** Title of the message or ToDo, and the title code of a ToDo, which is translated. */
  subject: z.nullable(z.string()),
  title_code: z.nullable(z.enum(todoTitles)),
  /** The parts of the forms that the patient changed. */
  topics: z.optional(z.array(z.enum(formTopics))),
  /** The days of the doctor's absence. */
  away: z.optional(awaySchema),
  withdrawable: canBeWithdrawn,
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** A changed part of the forms, with the text that the doctor knew; one question per line. */
export const formChangeSchema = z.object({
  topic: z.enum(formTopics),
  before: z.string(),
  /** The forms that the doctor knew, of the topic `specialty_form` only, where `before` is empty. */
  forms_before: z.optional(z.array(answeredFormSchema)),
  changed_at: momentSchema,
});
export type FormChange = z.infer<typeof formChangeSchema>;

export const processOverviewSchema = z.extend(caseSummarySchema, {
  diagnosis: z.string(),
  medical_history: z.string(),
  questions: z.array(questionSchema),
  anamnesis: anamnesisSchema,
  /** The answers to the forms of its doctors; missing if there are none. */
  specialty_forms: z.optional(z.array(answeredFormSchema)),
  /** For the patient: the form of the doctor, if there is one. */
  offered_form: z.optional(offeredFormSchema),
  documents: z.array(documentSchema),
  requests: z.array(requestSchema),
  answers: z.array(answerSchema),
  timeline: z.array(timelineEntrySchema),
  /** For the doctor: changes since the last answer, or since the case was sent to them. */
  changed_forms: z.array(formChangeSchema),
  /** For the patient, while the doctor has the case: when the doctor first opened it since the last request. */
  opened_at: z.nullable(momentSchema),
  /** The person who uses the portal for the patient: the patient, or a proxy. */
  account_name: z.string(),
  /** For somebody who acts for the owner: the row of their access, and the owner's name. */
  acting: z.optional(z.object({ reader_id: idSchema, owner: z.string() })),
  /** Colleagues asked for a second look, newest first; for the doctor those that they asked. */
  second_looks: z.optional(z.array(secondLookSchema)),
  /** The clinics of the doctor. */
  clinics: z.optional(z.array(namedClinicSchema)),
  /** The deputies of the doctor during absences, newest first; a deputy sees themselves. */
  deputies: z.optional(z.array(deputySchema)),
  /** Undefined if the doctor has none, and never had the patient's consent to them. */
  assistants: z.optional(caseAssistantsSchema),
  /** Undefined if no clinic of the doctor takes cases together, and the case is in no pool. */
  pool: z.optional(casePoolSchema),
  /** Further recipients of the letters of the case; missing if there are none. */
  letter_recipients: z.optional(letterRecipientsSchema),
  counts: z.object({
    documents: z.int(),
    images: z.int(),
    todos_open: z.int(),
    todos: z.int(),
    messages: z.int(),
    messages_unread: z.int(),
  }),
});
export type ProcessOverview = z.infer<typeof processOverviewSchema>;

export const casesQuerySchema = z.object({
  ...listQuery,
  view: z.optional(z.enum(caseViews)),
  patient: z.optional(givenIdSchema()),
  priority: z.optional(z.enum(priorities)),
  due: z.optional(z.enum(caseDues)),
  only_new: z.optional(queryFlag),
  only: z.optional(z.enum(caseOnlies)),
  sort: z.optional(z.enum(caseSorts)),
});

/** A case of the queue, with ids only, because only navigation uses it. */
export const queuedCaseSchema = z.object({ id: idSchema, patient: z.pick(patientNameSchema, { id: true }) });
export type QueuedCase = z.infer<typeof queuedCaseSchema>;

const counts = z.object({
  needs_answer: z.int(),
  waiting_for_patient: z.int(),
  due_soon: z.int(),
  overdue: z.int(),
  answered: z.int(),
  archived: z.int(),
});

/** The sizes of a doctor's narrower lists. */
export const triageCountsSchema = z.object({
  later: z.int(),
  due_today: z.int(),
  unopened: z.int(),
  drafts: z.int(),
  silent: z.int(),
});
export type TriageCounts = z.infer<typeof triageCountsSchema>;

/** The most cases that can be triaged at once. */
export const mostTriaged = 200;
/** Changes to the triage of a case, which only the doctor sees; omitted fields stay unchanged. */
const triagedCaseSchema = z.object({
  id: givenIdSchema(),
  /** Archiving a case that changed since is refused. */
  version: z.optional(versionSchema),
  priority: z.optional(z.enum(priorities, 'selectOption')),
  archived: z.optional(z.boolean()),
  unread: z.optional(z.boolean()),
  snoozed_until: z.optional(z.nullable(daySchema())),
});
export type TriagedCase = z.infer<typeof triagedCaseSchema>;

/** An answer in overviews: with its text only after the patient has read the answer itself. */
export const newestAnswerSchema = z.object({
  case_id: idSchema,
  case_name: z.string(),
  patient: patientNameSchema,
  ...z.pick(answerSchema, { id: true, option: true, answered_at: true, answered_by: true, read_at: true }).shape,
  answer: z.nullable(z.string()),
});

/** An open ToDo on the dashboard. */
const nextTodoSchema = z.object({
  id: idSchema,
  case_id: idSchema,
  case_name: z.string(),
  title: z.string(),
  title_code: z.enum(todoTitles),
  deadline: z.iso.date(),
  answer_id: z.nullable(idSchema),
});

/** One shape for both roles: what needs the reader, other active cases, recent activity. */
export const dashboardSchema = z.object({
  needs_me: z.array(caseSummarySchema),
  cases: z.array(caseSummarySchema),
  newest_answers: z.array(newestAnswerSchema),
  /** The doctor's question in the first case that needs the patient, read or unread; left out if there is none. */
  open_question: z.optional(
    z.pick(answerSchema, { id: true, answer: true, answered_at: true, answered_by: true, read_at: true }),
  ),
  case_counts: counts,
  unread_messages: z.int(),
  /** Patients with a released medical summary that they have not opened; empty for the doctor. */
  unread_summaries: z.array(patientNameSchema),
  open_todos: z.int(),
  /** The patient's next open ToDos, without those of unread answers; left out if there are none. */
  next_todos: z.optional(z.array(nextTodoSchema)),
  archived_cases: z.int(),
  /** The time of the last change of a new case that was begun and has no doctor yet; left out if there is none. */
  begun_case_at: z.optional(momentSchema),
  /** Cases that other systems prepared, and that wait for the patient's decision. */
  referrals: z.optional(z.int()),
  /** Persons whom others let the patient read along, and open invitations; left out if there are none. */
  shared_with_me: z.optional(z.array(sharedPersonSchema)),
  /** Legal texts in force that the reader has not accepted; left out if there are none. */
  legal_notices: z.optional(z.array(legalNoticeSchema)),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
export type OpenQuestion = NonNullable<Dashboard['open_question']>;
export type NextTodo = z.infer<typeof nextTodoSchema>;

export const caseRoutes = {
  dashboard: defineRoute({
    method: 'GET',
    path: '/account/dashboarddata',
    documented: true,
    summary: 'What needs me now',
    response: dashboardSchema,
  }),
  getCase: defineRoute({
    method: 'GET',
    path: '/api/processoverview/:id',
    documented: true,
    summary: 'The whole case page',
    params: idParams,
    response: processOverviewSchema,
  }),
  openedCase: defineRoute({
    method: 'POST',
    path: '/api/process/:id/opened',
    summary: 'The doctor has opened the case',
    params: idParams,
    response: okSchema,
  }),
  addCase: defineRoute({
    method: 'POST',
    path: '/api/process',
    documented: true,
    status: 201,
    summary: 'Open a case',
    body: newCaseSchema,
    response: caseSummarySchema,
  }),
  saveGeneralForms: defineRoute({
    method: 'POST',
    path: '/api/generalprocessforms/:id',
    documented: true,
    summary: 'Diagnosis, medical history, questions and anamnesis',
    params: idParams,
    body: generalFormsSchema,
    response: processOverviewSchema,
  }),
  listCases: defineRoute({
    method: 'GET',
    path: '/api/process',
    summary: 'The cases of the account, or the inbox of the doctor',
    query: casesQuerySchema,
    response: z.extend(pageOf(caseSummarySchema), {
      counts,
      /** For doctors only. */
      triage_counts: z.optional(triageCountsSchema),
    }),
  }),
  caseQueue: defineRoute({
    method: 'GET',
    path: '/api/process/queue',
    summary: 'The order of a list of cases: all of its ids, without names',
    query: z.omit(casesQuerySchema, { cursor: true, limit: true }),
    response: z.object({ items: z.array(queuedCaseSchema) }),
  }),
  // Before the route with an id, which would match its path.
  triageCases: defineRoute({
    method: 'PUT',
    path: '/api/process/triage',
    summary: "The doctor's order of several cases: all of the changes, or none",
    body: z.object({
      cases: z.array(triagedCaseSchema).check(z.minLength(1, 'selectOption'), z.maxLength(mostTriaged, 'tooMany')),
    }),
    /** The previous values of the changed fields, in the form that restores them. */
    response: z.object({ before: z.array(z.omit(triagedCaseSchema, { version: true })) }),
  }),
  updateCase: defineRoute({
    method: 'PUT',
    path: '/api/process/:id',
    summary: 'Rename a case or choose another doctor before it is sent',
    params: idParams,
    body: updateCaseSchema,
    response: caseSummarySchema,
  }),
  saveLetterRecipients: defineRoute({
    method: 'PUT',
    path: '/api/process/:id/recipients',
    summary: 'Whom the letters of a case are addressed to besides the patient',
    params: idParams,
    body: z.object({ version: z.optional(versionSchema), recipients: letterRecipientsSchema }),
    response: z.object({ version: versionSchema, recipients: letterRecipientsSchema }),
  }),
  setPriority: defineRoute({
    method: 'PUT',
    path: '/api/process/:id/priority',
    summary: "The doctor's priority of a case",
    params: idParams,
    body: z.object({ priority: z.enum(priorities, 'selectOption') }),
    response: caseSummarySchema,
  }),
  archiveCase: defineRoute({
    method: 'POST',
    path: '/api/process/:id/archive',
    summary: 'Move a case to the archive (each side its own)',
    params: idParams,
    body: versionBody,
    response: caseSummarySchema,
  }),
  restoreCase: defineRoute({
    method: 'POST',
    path: '/api/process/:id/restore',
    summary: 'Bring a case back from the archive',
    params: idParams,
    body: versionBody,
    response: caseSummarySchema,
  }),
  takeBackCase: defineRoute({
    method: 'POST',
    path: '/api/process/:id/takeback',
    summary: 'The doctor does not wait for the patient any longer',
    params: idParams,
    body: versionBody,
    response: caseSummarySchema,
  }),
  closeCase: defineRoute({
    method: 'POST',
    path: '/api/process/:id/close',
    summary: 'The patient closes an answered case',
    params: idParams,
    body: versionBody,
    response: caseSummarySchema,
  }),
  reopenCase: defineRoute({
    method: 'POST',
    path: '/api/process/:id/reopen',
    summary: 'The patient opens a closed case again',
    params: idParams,
    body: versionBody,
    response: caseSummarySchema,
  }),
  shareCase: defineRoute({
    method: 'POST',
    path: '/api/process/:id/share',
    summary: 'Share a case with its doctor again after the consent was withdrawn',
    params: idParams,
    body: z.object({ consent: z.literal(true, 'consentMissing') }),
    response: caseSummarySchema,
  }),
  handOverCase: defineRoute({
    method: 'POST',
    path: '/api/process/:id/handover',
    summary: 'Hand the case over to the recommended doctor, or to another when its doctor has left',
    params: idParams,
    body: z.object({ doctor: givenIdSchema('doctorMissing'), consent: z.literal(true, 'consentMissing') }),
    response: caseSummarySchema,
  }),
};
