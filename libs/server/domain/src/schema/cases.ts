import type { AnswerOption } from '@konsil/contracts/answer-options';
import { sql } from 'drizzle-orm';
import { bigserial, boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';
import { absences, accounts, clinics, doctors } from './accounts';
import { patients } from './patients';

export const cases = pgTable(
  'cases',
  {
    id: id(),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    version: integer('version').notNull().default(1),
    status: text('status', { enum: ['draft', 'with_doctor', 'with_patient', 'answered', 'closed'] })
      .notNull()
      .default('draft'),
    priority: text('priority', { enum: ['high', 'normal', 'low', 'undefined'] })
      .notNull()
      .default('undefined'),
    /** `{ case_name, diagnosis, medical_history, anamnesis }`. */
    sealed: sealed().notNull(),
    search: text('search').array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    lastActivityAt: createdAt('last_activity_at'),
    firstSentAt: moment('first_sent_at'),
    lastRequestAt: moment('last_request_at'),
    answerDueOn: date('answer_due_on', { mode: 'string' }),
    /** When both sides were last told that the promised day had passed; later than `answer_due_on` if it was this promise. */
    remindedAt: moment('reminded_at'),
    /** The time when the doctor first opened the case in its current wait. */
    openedAt: moment('opened_at'),
    lastAnswerId: uuid('last_answer_id'),
    lastAnswerOption: text('last_answer_option').$type<AnswerOption>(),
    lastAnswerAt: moment('last_answer_at'),
    lastAnswerReadAt: moment('last_answer_read_at'),
    /** Null after the patient withdrew the consent: the doctor has no access. */
    sharedAt: moment('shared_at'),
    archivedByPatientAt: moment('archived_by_patient_at'),
    archivedByDoctorAt: moment('archived_by_doctor_at'),
    /** The day on which the doctor wants to see the case again; until then it is in none of their queues. */
    snoozedUntil: date('snoozed_until', { mode: 'string' }),
    /** The doctor marked it unread; the patient keeps seeing that it was opened. */
    markedUnreadAt: moment('marked_unread_at'),
  },
  (table) => [
    index('cases_account').on(table.accountId, table.lastActivityAt),
    index('cases_patient').on(table.patientId),
    index('cases_inbox').on(table.doctorId, table.status, table.lastRequestAt).where(sql`first_sent_at is not null`),
    // Covers the counts of a doctor's lists and the columns that the policies ask for, for index-only scans.
    index('cases_doctor_views')
      .on(
        table.doctorId,
        table.archivedByDoctorAt,
        table.status,
        table.answerDueOn,
        table.snoozedUntil,
        table.id,
        table.accountId,
        table.patientId,
        table.firstSentAt,
      )
      .where(sql`first_sent_at is not null and shared_at is not null`)
      .concurrently(),
    index('cases_doctor_activity')
      .on(table.doctorId, table.lastActivityAt, table.id)
      .where(sql`first_sent_at is not null and shared_at is not null`),
    index('cases_doctor_patient')
      .on(table.doctorId, table.patientId)
      .where(sql`first_sent_at is not null and shared_at is not null`),
    index('cases_promised')
      .on(table.answerDueOn)
      .where(sql`status = 'with_doctor' and shared_at is not null`)
      .concurrently(),
    index('cases_words').using('gin', table.search, sql`(array[account_id, doctor_id])`).concurrently(),
    check('cases_sent_are_requested', sql`(${table.status} = 'draft') = (${table.firstSentAt} is null)`),
  ],
);

/** One to five questions of the patient, each answered by the doctor. */
export const questions = pgTable(
  'questions',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    position: integer('position').notNull(),
    /** `{ text, answer? }`. */
    sealed: sealed().notNull(),
    answeredAt: moment('answered_at'),
    removedAt: moment('removed_at'),
  },
  (table) => [index('questions_case').on(table.caseId, table.position)],
);

/** Earlier contents of a sent case's general forms, one row per change. */
export const caseFormVersions = pgTable(
  'case_form_versions',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    changedBy: uuid('changed_by')
      .notNull()
      .references(() => accounts.id),
    changedAt: createdAt('changed_at'),
    /** `{ before }`: the earlier text of each changed part. */
    sealed: sealed().notNull(),
  },
  (table) => [index('case_form_versions_case').on(table.caseId, table.changedAt)],
);

/**
 * People of a case besides its account and its doctor, one row for each case and person. A row gives access from the
 * consent until it ends; a trigger ends it with the sharing and with a hand-over.
 */
export const casePeople = pgTable(
  'case_people',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    side: text('side', { enum: ['patient', 'doctor'] }).notNull(),
    kind: text('kind', { enum: ['second_reader', 'deputy'] }).notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => accounts.id),
    askedAt: createdAt('asked_at'),
    consentedAt: moment('consented_at'),
    refusedAt: moment('refused_at'),
    answeredAt: moment('answered_at'),
    /** A deputy's: the absence, and its first day. */
    absenceId: uuid('absence_id').references(() => absences.id, { onDelete: 'set null' }),
    startsOn: date('starts_on', { mode: 'string' }),
    /** The last day of the access. */
    endsOn: date('ends_on', { mode: 'string' }),
    endedAt: moment('ended_at'),
    /** `{ question, answer }` of the two doctors; both are empty for a deputy. */
    sealed: sealed().notNull(),
  },
  (table) => [
    index('case_people_case').on(table.caseId, table.askedAt),
    index('case_people_account').on(table.accountId).where(sql`ended_at is null`),
    uniqueIndex('case_people_open')
      .on(table.caseId, table.accountId, table.kind, sql`coalesce(absence_id, case_id)`)
      .where(sql`ended_at is null`),
  ],
);

/**
 * Stays of cases in the pools of clinics. The case is with `put_by` until a doctor of the clinic takes it, so that none is
 * without a doctor; a trigger ends the stay with the sharing, with an answer and with a hand-over.
 */
export const casePools = pgTable(
  'case_pools',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    clinicId: uuid('clinic_id')
      .notNull()
      .references(() => clinics.id),
    putBy: uuid('put_by')
      .notNull()
      .references(() => doctors.accountId),
    putAt: createdAt('put_at'),
    takenBy: uuid('taken_by').references(() => doctors.accountId),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('case_pools_case').on(table.caseId, table.putAt),
    index('case_pools_clinic').on(table.clinicId).where(sql`ended_at is null`),
    uniqueIndex('case_pools_open').on(table.caseId).where(sql`ended_at is null`),
    check('case_pools_taken_ended', sql`${table.takenBy} is null or ${table.endedAt} is not null`),
  ],
);

/** The timeline of a case: events with their author, referring to the object. */
export const caseEvents = pgTable(
  'case_events',
  {
    id: id(),
    /** Order of entries with the same time. */
    seq: bigserial('seq', { mode: 'number' }).notNull(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    kind: text('kind').notNull(),
    at: createdAt('at'),
    /** The author, or for `system` the account that the automatic action was about. */
    byAccountId: uuid('by_account_id')
      .notNull()
      .references(() => accounts.id),
    byRole: text('by_role', { enum: ['patient', 'doctor', 'system'] }).notNull(),
    refId: uuid('ref_id'),
    count: integer('count'),
    /** The patient's own steps before a request are hidden from the doctor. */
    patientOnly: boolean('patient_only').notNull().default(false),
  },
  (table) => [index('case_events_case').on(table.caseId, table.at)],
);
