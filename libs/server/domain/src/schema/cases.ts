import type { AnswerOption } from '@konsil/contracts/answer-options';
import { readerRoles } from '@konsil/contracts/reader-states';
import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';
import { absences, accounts, doctors } from './accounts';

export const patients = pgTable(
  'patients',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    version: integer('version').notNull().default(1),
    relationship: text('relationship', { enum: ['self', 'child', 'parent', 'partner', 'other'] }).notNull(),
    /** `PatientFields`: names, gender, birth date, address, phone. */
    sealed: sealed().notNull(),
    search: text('search').array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    lastActivityAt: createdAt('last_activity_at'),
    archivedAt: moment('archived_at'),
  },
  (table) => [index('patients_account').on(table.accountId), index('patients_search').using('gin', table.search)],
);

/** The health profile that a person's owner keeps; new cases begin with it. */
export const healthProfiles = pgTable('health_profiles', {
  patientId: uuid('patient_id')
    .primaryKey()
    .references(() => patients.id),
  version: integer('version').notNull().default(1),
  /** `HealthTexts`. */
  sealed: sealed().notNull(),
  changedAt: createdAt('changed_at'),
  confirmedAt: createdAt('confirmed_at'),
});

/** A doctor's patients, from the first case sent to them. Has the doctor's own archive flag. */
export const doctorPatients = pgTable(
  'doctor_patients',
  {
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    since: createdAt('since'),
    lastActivityAt: createdAt('last_activity_at'),
    archivedAt: moment('archived_at'),
  },
  (table) => [
    primaryKey({ columns: [table.doctorId, table.patientId] }),
    index('doctor_patients_activity').on(table.doctorId, table.lastActivityAt),
  ],
);

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
    // Covers the counts and sort orders of a doctor's lists, for index-only scans.
    index('cases_doctor')
      .on(table.doctorId, table.archivedByDoctorAt, table.status, table.answerDueOn, table.id)
      .where(sql`first_sent_at is not null and shared_at is not null`),
    index('cases_doctor_activity')
      .on(table.doctorId, table.lastActivityAt, table.id)
      .where(sql`first_sent_at is not null and shared_at is not null`),
    index('cases_doctor_patient')
      .on(table.doctorId, table.patientId)
      .where(sql`first_sent_at is not null and shared_at is not null`),
    index('cases_promised').on(table.answerDueOn).where(sql`status = 'with_doctor' and shared_at is not null`),
    index('cases_search').using('gin', table.search),
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
    /** The accepted time is kept, to say what was cancelled. */
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
 * The people whom the owner of a person invited to read what was sent about them. A row gives access from the acceptance until it
 * ends; the address is kept only while the invitation is open.
 */
export const patientReaders = pgTable(
  'patient_readers',
  {
    id: id(),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    email: text('email'),
    accountId: uuid('account_id').references(() => accounts.id),
    invitedAt: createdAt('invited_at'),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    /** The last day of the access; null until somebody ends it. */
    endsOn: date('ends_on', { mode: 'string' }),
    endedAt: moment('ended_at'),
    role: text('role', { enum: readerRoles }).notNull().default('see'),
  },
  (table) => [
    index('patient_readers_patient').on(table.patientId, table.invitedAt),
    index('patient_readers_owner').on(table.ownerId),
    index('patient_readers_account').on(table.accountId).where(sql`ended_at is null`),
    index('patient_readers_email').on(sql`lower(${table.email})`).where(sql`accepted_at is null`),
    uniqueIndex('patient_readers_invited').on(table.patientId, sql`lower(${table.email})`).where(sql`ended_at is null`),
    uniqueIndex('patient_readers_open').on(table.patientId, table.accountId).where(sql`ended_at is null`),
    check('patient_readers_role', sql`${table.role} in ('see', 'act')`),
    check('patient_readers_accepted_by_somebody', sql`(${table.acceptedAt} is null) = (${table.accountId} is null)`),
    check(
      'patient_readers_address_of_open_invitations',
      sql`(${table.email} is null) = (${table.acceptedAt} is not null or ${table.endedAt} is not null)`,
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

export const todos = pgTable(
  'todos',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    /**
     * Account and doctor of the case, denormalised for lists; changing the doctor of a draft, or a hand-over, updates
     * the doctor.
     */
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    version: integer('version').notNull().default(1),
    assignee: text('assignee', { enum: ['patient', 'doctor'] }).notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => accounts.id),
    createdByRole: text('created_by_role', { enum: ['patient', 'doctor'] }).notNull(),
    titleCode: text('title_code').notNull().default('other'),
    /** `{ title, content }`. */
    sealed: sealed().notNull(),
    search: text('search').array().notNull().default(sql`'{}'`),
    deadline: date('deadline', { mode: 'string' }).notNull(),
    priority: text('priority', { enum: ['high', 'normal', 'low', 'undefined'] })
      .notNull()
      .default('undefined'),
    answerId: uuid('answer_id').references(() => answers.id),
    createdAt: createdAt(),
    completedAt: moment('completed_at'),
    /** Closed without having been done, because it is no longer needed; `completed_at` says when. */
    dropped: boolean('dropped').notNull().default(false),
    remindedAt: moment('reminded_at'),
  },
  (table) => [
    index('todos_case').on(table.caseId, table.completedAt, table.deadline),
    index('todos_account').on(table.accountId, table.deadline),
    index('todos_doctor').on(table.doctorId, table.completedAt, table.deadline),
    index('todos_answer').on(table.answerId),
    index('todos_due').on(table.deadline).where(sql`completed_at is null`),
    index('todos_search').using('gin', table.search),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: id(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    /** Account and doctor of the case, denormalised for lists; a hand-over updates the doctor. */
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    senderId: uuid('sender_id')
      .notNull()
      .references(() => accounts.id),
    senderRole: text('sender_role', { enum: ['patient', 'doctor'] }).notNull(),
    /** The recipient when it was written; unchanged by a hand-over. */
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => accounts.id),
    version: integer('version').notNull().default(1),
    /** `{ subject, message }`. */
    sealed: sealed().notNull(),
    search: text('search').array().notNull().default(sql`'{}'`),
    documentIds: uuid('document_ids').array().notNull().default(sql`'{}'`),
    sentAt: createdAt('sent_at'),
    editedAt: moment('edited_at'),
    /** First sent to the other side's page, also in a list: from then on it cannot be edited. */
    shownAt: moment('shown_at'),
    /** First read. */
    firstReadAt: moment('first_read_at'),
    /** Null while unread, also after it was marked unread again. */
    readAt: moment('read_at'),
  },
  (table) => [
    index('messages_case').on(table.caseId, table.sentAt),
    index('messages_account').on(table.accountId, table.sentAt),
    index('messages_doctor').on(table.doctorId, table.sentAt, table.caseId),
    index('messages_unread').on(table.caseId, table.senderRole).where(sql`read_at is null`),
    index('messages_unread_account').on(table.accountId).where(sql`read_at is null and sender_role = 'doctor'`),
    index('messages_unread_doctor').on(table.doctorId).where(sql`read_at is null and sender_role = 'patient'`),
    index('messages_search').using('gin', table.search),
  ],
);

export const epicrisisVersions = pgTable(
  'epicrisis_versions',
  {
    id: id(),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    version: integer('version').notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => accounts.id),
    /** `EpicrisisContent`. */
    sealed: sealed().notNull(),
    createdAt: createdAt(),
    releasedAt: moment('released_at'),
    /** The time when the patient first opened this or a later version. */
    readAt: moment('read_at'),
  },
  (table) => [uniqueIndex('epicrisis_versions_patient').on(table.patientId, table.version)],
);

export const snippets = pgTable(
  'snippets',
  {
    id: id(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    position: integer('position').notNull(),
    /** `{ title, text }` under the doctor's account key. */
    sealed: sealed().notNull(),
  },
  (table) => [index('snippets_doctor').on(table.doctorId, table.position)],
);

/**
 * A letter that a doctor sent, as their own: it outlives the case, the patient's record and the sharing. Ids of a
 * patient and a case without foreign keys, because both may be gone; never changed.
 */
export const doctorLetters = pgTable(
  'doctor_letters',
  {
    /** The id of the answer, or of the version of a summary. */
    id: uuid('id').primaryKey(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    patientId: uuid('patient_id').notNull(),
    /** Null for a summary. */
    caseId: uuid('case_id'),
    sentAt: moment('sent_at').notNull(),
    /** `DoctorLetter` under the doctor's account key. */
    sealed: sealed().notNull(),
    search: text('search').array().notNull().default(sql`'{}'`),
    /** The pictures of its places are still to be drawn. */
    picturesWait: boolean('pictures_wait').notNull().default(false),
  },
  (table) => [
    index('doctor_letters_pictures').on(table.sentAt).where(sql`pictures_wait`),
    index('doctor_letters_doctor').on(table.doctorId, table.sentAt, table.id),
    index('doctor_letters_sent').on(table.sentAt),
    index('doctor_letters_search').using('gin', table.search),
  ],
);

/** The pictures of the places that a letter points at, drawn once after it was sent. Never changed. */
export const letterPictures = pgTable('letter_pictures', {
  letterId: uuid('letter_id')
    .primaryKey()
    .references(() => doctorLetters.id, { onDelete: 'cascade' }),
  /** `LetterPictures` under the doctor's account key. */
  sealed: sealed().notNull(),
});
