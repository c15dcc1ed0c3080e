import type { AnswerOption } from '@konsil/contracts/answer-options';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';
import { accounts, doctors } from './accounts';
import { cases } from './cases';
import { patients } from './patients';

export const requests = pgTable(
  'requests',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    sentBy: uuid('sent_by')
      .notNull()
      .references(() => accounts.id),
    sentAt: createdAt('sent_at'),
    answerDueOn: date('answer_due_on', { mode: 'string' }).notNull(),
    /** `{ note }`. */
    sealed: sealed().notNull(),
  },
  (table) => [
    index('requests_case').on(table.caseId, table.sentAt),
    index('requests_doctor').on(table.doctorId, table.sentAt),
  ],
);

export const answers = pgTable(
  'answers',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    requestId: uuid('request_id')
      .notNull()
      .references(() => requests.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    option: text('option').$type<AnswerOption>().notNull(),
    answeredAt: createdAt('answered_at'),
    /** `{ answer, reason?, next_step?, question_answers, recommended_specialty?, appointment_place? }`. */
    sealed: sealed().notNull(),
    recommendedDoctorId: uuid('recommended_doctor_id').references(() => doctors.accountId),
    appointmentProposed: moment('appointment_proposed').array(),
    appointmentAccepted: moment('appointment_accepted'),
    /** `appointmentAccepted` keeps its value, to say what was cancelled. */
    appointmentCancelledAt: moment('appointment_cancelled_at'),
    appointmentCancelledBy: text('appointment_cancelled_by', { enum: ['patient', 'doctor', 'system'] }),
    readAt: moment('read_at'),
    /** The time when the patient said that it was clear. */
    understoodAt: moment('understood_at'),
  },
  (table) => [
    index('answers_case').on(table.caseId, table.answeredAt),
    index('answers_doctor').on(table.doctorId, table.answeredAt),
    check(
      'answers_cancelled_by_somebody',
      sql`(${table.appointmentCancelledAt} is null) = (${table.appointmentCancelledBy} is null)`,
    ),
  ],
);

/**
 * Unsent form input. Drafts about a patient are encrypted under the patient's key, and deleted with the right to write
 * them.
 */
export const drafts = pgTable(
  'drafts',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    key: text('key').notNull(),
    /** The owner of the data key: the patient, or the author. */
    ownerId: uuid('owner_id').notNull(),
    patientId: uuid('patient_id').references(() => patients.id),
    caseId: uuid('case_id').references(() => cases.id),
    sealed: sealed().notNull(),
    /** Assigned by the window that wrote it. */
    revision: text('revision'),
    updatedAt: createdAt('updated_at'),
    /** When a doctor last took over what an assistant prepared. */
    takenAt: moment('taken_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('drafts_patient').on(table.patientId),
    index('drafts_case').on(table.caseId),
    index('drafts_updated').on(table.updatedAt),
  ],
);

/** Submissions that are held: invisible to the other side before `due_at`, until which the sender can undo them. */
export const sendings = pgTable(
  'sendings',
  {
    /** Becomes the id of the answer, message or request. */
    id: id(),
    kind: text('kind', { enum: ['answer', 'message', 'request'] }).notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    role: text('role', { enum: ['patient', 'doctor'] }).notNull(),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    /** `{ payload, draft }`: what will be sent, and the form's content. */
    sealed: sealed().notNull(),
    createdAt: createdAt(),
    dueAt: moment('due_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** The problem code if it can never be delivered. */
    failed: text('failed'),
  },
  (table) => [
    index('sendings_due').on(table.dueAt).where(sql`failed is null`),
    index('sendings_account').on(table.accountId),
    index('sendings_case').on(table.caseId),
  ],
);

/** Delivered but unopened submissions: the sender can withdraw one while its row exists. */
export const unopenedSendings = pgTable(
  'unopened',
  {
    /** The id of the answer, message or request. */
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['answer', 'message', 'request'] }).notNull(),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => accounts.id),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => accounts.id),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    /** Not used since lists open nothing; version 0.2 writes it. */
    listed: text('listed', { enum: ['name', 'note'] }),
    /** The resulting state of the case; null if it did not change. */
    broughtTo: text('brought_to'),
    /** `Undo`: its effects, and the form's content. */
    sealed: sealed().notNull(),
    sentAt: createdAt('sent_at'),
  },
  (table) => [
    index('unopened_case').on(table.caseId),
    index('unopened_recipient').on(table.recipientId),
    index('unopened_sender').on(table.senderId),
  ],
);
