/**
 * The whole data model on one page.
 *
 * What a person writes (names, texts, file names, DICOM patient data) stands only in `sealed` columns:
 * one encrypted JSON value a row, under the data key of the patient or account that owns it.
 * Plain columns hold what the database must sort, count, join or check.
 * `search` columns hold keyed hashes of word prefixes, so that sealed names can be found.
 */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment, sealed } from './columns';

// ---- accounts ---------------------------------------------------------------------------------

export const accounts = pgTable('accounts', {
  id: id(),
  role: text('role', { enum: ['patient', 'doctor'] }).notNull(),
  email: text('email').notNull(),
  emailConfirmedAt: moment('email_confirmed_at'),
  passwordHash: text('password_hash'),
  /** `{ phone, pending_email?, full_name, totp_secret? }` under the account's own key. */
  sealed: sealed(),
  phoneConfirmedAt: moment('phone_confirmed_at'),
  userDataAt: moment('user_data_at'),
  secondFactorAt: moment('second_factor_at'),
  locale: text('locale', { enum: ['de', 'en'] }).notNull().default('de'),
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: createdAt(),
  deactivatedAt: moment('deactivated_at'),
  erasureAt: moment('erasure_at'),
}, (table) => [uniqueIndex('accounts_email').on(sql`lower(${table.email})`)]);

/** The public directory entry of a doctor's account. */
export const doctors = pgTable('doctors', {
  accountId: uuid('account_id').primaryKey().references(() => accounts.id),
  title: text('title').notNull().default(''),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  specialty: text('specialty').notNull(),
  city: text('city').notNull().default(''),
  languages: text('languages').array().notNull().default(sql`'{}'`),
  replyDays: integer('reply_days').notNull().default(3),
  acceptsCases: boolean('accepts_cases').notNull().default(true),
});

/** One row behind the header token, the csrf token, the browser binding and the /api/auth cookie. */
export const sessions = pgTable('sessions', {
  id: id(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  tokenHash: bytea('token_hash').notNull(),
  cookieHash: bytea('cookie_hash').notNull(),
  /** A browser's session works only together with its HttpOnly cookie. */
  browserBound: boolean('browser_bound').notNull(),
  device: text('device').notNull().default(''),
  createdAt: createdAt(),
  lastSeenAt: createdAt('last_seen_at'),
  expiresAt: moment('expires_at').notNull(),
  absoluteExpiresAt: moment('absolute_expires_at').notNull(),
  endedAt: moment('ended_at'),
}, (table) => [
  uniqueIndex('sessions_token').on(table.tokenHash),
  uniqueIndex('sessions_cookie').on(table.cookieHash),
  index('sessions_account').on(table.accountId),
]);

/** Links by e-mail: confirmation, reset, invitation, change of address. Only the hash of the token. */
export const mailLinks = pgTable('mail_links', {
  id: id(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  purpose: text('purpose', { enum: ['confirm_email', 'reset_password', 'invitation', 'change_email'] }).notNull(),
  tokenHash: bytea('token_hash').notNull(),
  sealed: sealed(),
  createdAt: createdAt(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
}, (table) => [uniqueIndex('mail_links_token').on(table.tokenHash), index('mail_links_account').on(table.accountId, table.purpose)]);

/** SMS codes, as a keyed hash bound to row, account and session. */
export const otpCodes = pgTable('otp_codes', {
  id: id(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  sessionId: uuid('session_id').notNull().references(() => sessions.id),
  codeHash: bytea('code_hash').notNull(),
  sealed: sealed(),
  attempts: integer('attempts').notNull().default(0),
  createdAt: createdAt(),
  expiresAt: moment('expires_at').notNull(),
  consumedAt: moment('consumed_at'),
}, (table) => [index('otp_codes_account').on(table.accountId, table.createdAt)]);

export const recoveryCodes = pgTable('recovery_codes', {
  id: id(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  codeHash: bytea('code_hash').notNull(),
  usedAt: moment('used_at'),
}, (table) => [index('recovery_codes_account').on(table.accountId)]);

/** What somebody is typing: kept until it is sent. */
export const drafts = pgTable('drafts', {
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  key: text('key').notNull(),
  sealed: sealed().notNull(),
  updatedAt: createdAt('updated_at'),
}, (table) => [primaryKey({ columns: [table.accountId, table.key] })]);

// ---- patients and cases -----------------------------------------------------------------------

export const patients = pgTable('patients', {
  id: id(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  version: integer('version').notNull().default(1),
  relationship: text('relationship', { enum: ['self', 'child', 'parent', 'partner', 'other'] }).notNull(),
  /** `PatientFields`: names, gender, birth date, address, phone. */
  sealed: sealed().notNull(),
  search: text('search').array().notNull().default(sql`'{}'`),
  createdAt: createdAt(),
  lastActivityAt: createdAt('last_activity_at'),
  archivedAt: moment('archived_at'),
}, (table) => [index('patients_account').on(table.accountId), index('patients_search').using('gin', table.search)]);

/** A doctor's patients: begins with the first case sent to them. Carries the doctor's own archive flag. */
export const doctorPatients = pgTable('doctor_patients', {
  doctorId: uuid('doctor_id').notNull().references(() => doctors.accountId),
  patientId: uuid('patient_id').notNull().references(() => patients.id),
  since: createdAt('since'),
  lastActivityAt: createdAt('last_activity_at'),
  archivedAt: moment('archived_at'),
}, (table) => [
  primaryKey({ columns: [table.doctorId, table.patientId] }),
  index('doctor_patients_activity').on(table.doctorId, table.lastActivityAt),
]);

export const cases = pgTable('cases', {
  id: id(),
  patientId: uuid('patient_id').notNull().references(() => patients.id),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  doctorId: uuid('doctor_id').notNull().references(() => doctors.accountId),
  version: integer('version').notNull().default(1),
  status: text('status', { enum: ['draft', 'with_doctor', 'with_patient', 'answered', 'closed'] }).notNull().default('draft'),
  priority: text('priority', { enum: ['high', 'normal', 'low', 'undefined'] }).notNull().default('undefined'),
  /** `{ case_name, diagnosis, medical_history, anamnesis }`. */
  sealed: sealed().notNull(),
  search: text('search').array().notNull().default(sql`'{}'`),
  createdAt: createdAt(),
  lastActivityAt: createdAt('last_activity_at'),
  firstSentAt: moment('first_sent_at'),
  lastRequestAt: moment('last_request_at'),
  answerDueOn: date('answer_due_on', { mode: 'string' }),
  lastAnswerId: uuid('last_answer_id'),
  lastAnswerOption: text('last_answer_option'),
  lastAnswerAt: moment('last_answer_at'),
  lastAnswerReadAt: moment('last_answer_read_at'),
  /** Null after the patient withdrew the consent: the doctor sees nothing of the case. */
  sharedAt: moment('shared_at'),
  archivedByPatientAt: moment('archived_by_patient_at'),
  archivedByDoctorAt: moment('archived_by_doctor_at'),
}, (table) => [
  index('cases_account').on(table.accountId, table.lastActivityAt),
  index('cases_patient').on(table.patientId),
  index('cases_inbox').on(table.doctorId, table.status, table.lastRequestAt).where(sql`first_sent_at is not null`),
  // What a doctor's lists count and sort by, so that long ones are read from the index alone.
  index('cases_doctor').on(table.doctorId, table.archivedByDoctorAt, table.status, table.answerDueOn, table.id).where(sql`first_sent_at is not null and shared_at is not null`),
  index('cases_doctor_activity').on(table.doctorId, table.lastActivityAt, table.id).where(sql`first_sent_at is not null and shared_at is not null`),
  index('cases_doctor_patient').on(table.doctorId, table.patientId).where(sql`first_sent_at is not null and shared_at is not null`),
  index('cases_search').using('gin', table.search),
  check('cases_sent_are_requested', sql`(${table.status} = 'draft') = (${table.firstSentAt} is null)`),
]);

/** One to five questions of the patient, each answered by the doctor. */
export const questions = pgTable('questions', {
  id: id(),
  caseId: uuid('case_id').notNull().references(() => cases.id),
  position: integer('position').notNull(),
  /** `{ text, answer? }`. */
  sealed: sealed().notNull(),
  answeredAt: moment('answered_at'),
  removedAt: moment('removed_at'),
}, (table) => [index('questions_case').on(table.caseId, table.position)]);

export const requests = pgTable('requests', {
  id: id(),
  caseId: uuid('case_id').notNull().references(() => cases.id),
  doctorId: uuid('doctor_id').notNull().references(() => doctors.accountId),
  sentBy: uuid('sent_by').notNull().references(() => accounts.id),
  sentAt: createdAt('sent_at'),
  answerDueOn: date('answer_due_on', { mode: 'string' }).notNull(),
  /** `{ note }`. */
  sealed: sealed().notNull(),
}, (table) => [index('requests_case').on(table.caseId, table.sentAt)]);

export const answers = pgTable('answers', {
  id: id(),
  caseId: uuid('case_id').notNull().references(() => cases.id),
  requestId: uuid('request_id').notNull().references(() => requests.id),
  doctorId: uuid('doctor_id').notNull().references(() => doctors.accountId),
  option: text('option').notNull(),
  answeredAt: createdAt('answered_at'),
  /** `{ answer, reason?, next_step?, question_answers, recommended_specialty?, appointment_place? }`. */
  sealed: sealed().notNull(),
  recommendedDoctorId: uuid('recommended_doctor_id').references(() => doctors.accountId),
  appointmentProposed: moment('appointment_proposed').array(),
  appointmentAccepted: moment('appointment_accepted'),
  /** The accepted time stays: what does not take place any more is said with it. */
  appointmentCancelledAt: moment('appointment_cancelled_at'),
  appointmentCancelledBy: text('appointment_cancelled_by', { enum: ['patient', 'doctor'] }),
  readAt: moment('read_at'),
}, (table) => [
  index('answers_case').on(table.caseId, table.answeredAt),
  index('answers_doctor').on(table.doctorId, table.answeredAt),
  check('answers_cancelled_by_somebody', sql`(${table.appointmentCancelledAt} is null) = (${table.appointmentCancelledBy} is null)`),
]);

/** The timeline of a case: what happened, by whom, pointing to the thing itself. */
export const caseEvents = pgTable('case_events', {
  id: id(),
  /** Order among entries of one moment. */
  seq: bigserial('seq', { mode: 'number' }).notNull(),
  caseId: uuid('case_id').notNull().references(() => cases.id),
  kind: text('kind').notNull(),
  at: createdAt('at'),
  byAccountId: uuid('by_account_id').notNull().references(() => accounts.id),
  byRole: text('by_role', { enum: ['patient', 'doctor'] }).notNull(),
  refId: uuid('ref_id'),
  count: integer('count'),
  /** The patient's own steps before a request stay with the patient. */
  patientOnly: boolean('patient_only').notNull().default(false),
}, (table) => [index('case_events_case').on(table.caseId, table.at)]);

export const todos = pgTable('todos', {
  id: id(),
  caseId: uuid('case_id').notNull().references(() => cases.id),
  patientId: uuid('patient_id').notNull().references(() => patients.id),
  /** Account and doctor of the case, for the lists across cases; a hand-over changes the doctor. */
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  doctorId: uuid('doctor_id').notNull().references(() => doctors.accountId),
  version: integer('version').notNull().default(1),
  assignee: text('assignee', { enum: ['patient', 'doctor'] }).notNull(),
  createdBy: uuid('created_by').notNull().references(() => accounts.id),
  createdByRole: text('created_by_role', { enum: ['patient', 'doctor'] }).notNull(),
  titleCode: text('title_code').notNull().default('other'),
  /** `{ title, content }`. */
  sealed: sealed().notNull(),
  search: text('search').array().notNull().default(sql`'{}'`),
  deadline: date('deadline', { mode: 'string' }).notNull(),
  priority: text('priority', { enum: ['high', 'normal', 'low', 'undefined'] }).notNull().default('undefined'),
  answerId: uuid('answer_id').references(() => answers.id),
  createdAt: createdAt(),
  completedAt: moment('completed_at'),
  remindedAt: moment('reminded_at'),
}, (table) => [
  index('todos_case').on(table.caseId, table.completedAt, table.deadline),
  index('todos_account').on(table.accountId, table.deadline),
  index('todos_doctor').on(table.doctorId, table.completedAt, table.deadline),
  index('todos_answer').on(table.answerId),
  index('todos_due').on(table.deadline).where(sql`completed_at is null`),
  index('todos_search').using('gin', table.search),
]);

export const messages = pgTable('messages', {
  id: id(),
  caseId: uuid('case_id').notNull().references(() => cases.id),
  patientId: uuid('patient_id').notNull().references(() => patients.id),
  /** Account and doctor of the case, for the lists across cases; a hand-over changes the doctor. */
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  doctorId: uuid('doctor_id').notNull().references(() => doctors.accountId),
  senderId: uuid('sender_id').notNull().references(() => accounts.id),
  senderRole: text('sender_role', { enum: ['patient', 'doctor'] }).notNull(),
  /** Whom it was written to; stays as it was when the case is handed over. */
  recipientId: uuid('recipient_id').notNull().references(() => accounts.id),
  version: integer('version').notNull().default(1),
  /** `{ subject, message }`. */
  sealed: sealed().notNull(),
  search: text('search').array().notNull().default(sql`'{}'`),
  documentIds: uuid('document_ids').array().notNull().default(sql`'{}'`),
  sentAt: createdAt('sent_at'),
  editedAt: moment('edited_at'),
  /** Read for the first time: from then on it is not edited any more. */
  firstReadAt: moment('first_read_at'),
  /** Null while unread, also after it was marked unread again. */
  readAt: moment('read_at'),
}, (table) => [
  index('messages_case').on(table.caseId, table.sentAt),
  index('messages_account').on(table.accountId, table.sentAt),
  index('messages_doctor').on(table.doctorId, table.sentAt, table.caseId),
  index('messages_unread').on(table.caseId, table.senderRole).where(sql`read_at is null`),
  index('messages_unread_account').on(table.accountId).where(sql`read_at is null and sender_role = 'doctor'`),
  index('messages_unread_doctor').on(table.doctorId).where(sql`read_at is null and sender_role = 'patient'`),
  index('messages_search').using('gin', table.search),
]);

export const epicrisisVersions = pgTable('epicrisis_versions', {
  id: id(),
  patientId: uuid('patient_id').notNull().references(() => patients.id),
  version: integer('version').notNull(),
  authorId: uuid('author_id').notNull().references(() => accounts.id),
  /** `EpicrisisContent`. */
  sealed: sealed().notNull(),
  createdAt: createdAt(),
  releasedAt: moment('released_at'),
}, (table) => [uniqueIndex('epicrisis_versions_patient').on(table.patientId, table.version)]);

export const snippets = pgTable('snippets', {
  id: id(),
  doctorId: uuid('doctor_id').notNull().references(() => doctors.accountId),
  position: integer('position').notNull(),
  /** `{ title, text }` under the doctor's account key. */
  sealed: sealed().notNull(),
}, (table) => [index('snippets_doctor').on(table.doctorId, table.position)]);

// ---- documents and images ---------------------------------------------------------------------

export const documents = pgTable('documents', {
  id: id(),
  caseId: uuid('case_id').notNull().references(() => cases.id),
  patientId: uuid('patient_id').notNull().references(() => patients.id),
  version: integer('version').notNull().default(1),
  uploadedBy: uuid('uploaded_by').notNull().references(() => accounts.id),
  uploadedByRole: text('uploaded_by_role', { enum: ['patient', 'doctor'] }).notNull(),
  uploadedAt: createdAt('uploaded_at'),
  /** `{ file_name, document_medical_kind?, source_kind?, source_name?, dicom? }`. */
  sealed: sealed().notNull(),
  search: text('search').array().notNull().default(sql`'{}'`),
  contentType: text('content_type').notNull(),
  size: integer('size').notNull(),
  sha256: text('sha256').notNull(),
  isImage: boolean('is_image').notNull().default(false),
  medicalKindCode: text('medical_kind_code'),
  sourceKindCode: text('source_kind_code'),
  issueDate: date('issue_date', { mode: 'string' }),
  describedAt: moment('described_at'),
  storageKey: text('storage_key').notNull(),
  /** The file's own key, wrapped by the patient's; copies for viewing and the preview share it. */
  fileKey: bytea('file_key').notNull(),
  /** The copy of a photo that is shown: drawn anew, without position or camera data. */
  viewKey: text('view_key'),
  previewKey: text('preview_key'),
  /** Null until copy and preview are made, or known to be impossible. */
  preparedAt: moment('prepared_at'),
  prepareDueAt: createdAt('prepare_due_at'),
  prepareAttempts: integer('prepare_attempts').notNull().default(0),
  scanState: text('scan_state', { enum: ['ready', 'checking'] }).notNull().default('ready'),
  /** The request that made it visible to the doctor; own uploads of a doctor are visible at once. */
  requestId: uuid('request_id').references(() => requests.id),
  sentAt: moment('sent_at'),
  archivedAt: moment('archived_at'),
}, (table) => [
  index('documents_case').on(table.caseId, table.uploadedAt),
  index('documents_uploader').on(table.uploadedBy),
  index('documents_to_prepare').on(table.prepareDueAt).where(sql`prepared_at is null`),
  index('documents_search').using('gin', table.search),
  uniqueIndex('documents_storage').on(table.storageKey),
]);

/** Earlier details of a document. */
export const documentVersions = pgTable('document_versions', {
  id: id(),
  documentId: uuid('document_id').notNull().references(() => documents.id),
  version: integer('version').notNull(),
  changedBy: uuid('changed_by').notNull().references(() => accounts.id),
  changedAt: createdAt('changed_at'),
  issueDate: date('issue_date', { mode: 'string' }).notNull(),
  /** `{ document_medical_kind, source_kind, source_name }`. */
  sealed: sealed().notNull(),
}, (table) => [uniqueIndex('document_versions_document').on(table.documentId, table.version)]);

/** What a person exported of their data, until it expires. */
export const dataExports = pgTable('data_exports', {
  id: id(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  storageKey: text('storage_key').notNull(),
  /** Wrapped by the account's key. */
  fileKey: bytea('file_key').notNull(),
  createdAt: createdAt(),
  expiresAt: moment('expires_at').notNull(),
}, (table) => [index('data_exports_account').on(table.accountId), index('data_exports_storage').on(table.storageKey)]);

/** The images of a DICOM upload. Different bytes under one instance UID are common, so the document is part of the key. */
export const dicomInstances = pgTable('dicom_instances', {
  documentId: uuid('document_id').notNull().references(() => documents.id),
  /** Position within the upload. */
  member: integer('member').notNull(),
  studyUid: text('study_uid').notNull(),
  seriesUid: text('series_uid').notNull(),
  instanceUid: text('instance_uid').notNull(),
  modality: text('modality').notNull(),
  seriesNumber: integer('series_number'),
  instanceNumber: integer('instance_number'),
  frames: integer('frames').notNull(),
  transferSyntax: text('transfer_syntax').notNull(),
  /** The rest of what was read, with the metadata as DICOM JSON. */
  sealed: sealed().notNull(),
}, (table) => [primaryKey({ columns: [table.documentId, table.member] }), index('dicom_instances_study').on(table.studyUid)]);

/** Short-lived rights to fetch one file or open one study. Only the hash of the token. */
export const tickets = pgTable('tickets', {
  tokenHash: bytea('token_hash').primaryKey(),
  kind: text('kind', { enum: ['file', 'viewer', 'viewer_session', 'export'] }).notNull(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  sessionId: uuid('session_id').notNull().references(() => sessions.id),
  documentId: uuid('document_id').references(() => documents.id),
  studyUid: text('study_uid'),
  storageKey: text('storage_key'),
  createdAt: createdAt(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
}, (table) => [index('tickets_expiry').on(table.expiresAt)]);

// ---- consents and the audit trail -------------------------------------------------------------

export const consents = pgTable('consents', {
  id: id(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  kind: text('kind', { enum: ['health_data', 'send_to_doctor'] }).notNull(),
  caseId: uuid('case_id').references(() => cases.id),
  doctorId: uuid('doctor_id').references(() => doctors.accountId),
  givenAt: createdAt('given_at'),
  withdrawnAt: moment('withdrawn_at'),
}, (table) => [index('consents_account').on(table.accountId), index('consents_case').on(table.caseId)]);

/** Append-only, one hash chain for each patient and one (`chain` = zero id) for the installation. Ids and codes only. */
export const auditRecords = pgTable('audit_records', {
  id: bigserial('id', { mode: 'bigint' }).primaryKey(),
  chain: uuid('chain').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  at: moment('at').notNull(),
  actorId: uuid('actor_id'),
  actorRole: text('actor_role', { enum: ['patient', 'doctor', 'admin', 'system'] }).notNull(),
  action: text('action').notNull(),
  result: text('result', { enum: ['allowed', 'denied'] }).notNull(),
  caseId: uuid('case_id'),
  documentId: uuid('document_id'),
  hash: bytea('hash').notNull(),
}, (table) => [uniqueIndex('audit_records_chain').on(table.chain, table.seq), index('audit_records_actor').on(table.actorId, table.at)]);

// ---- machinery --------------------------------------------------------------------------------

/** One key for each patient and account, wrapped by the master key. Destroying it erases all that it sealed. */
export const dataKeys = pgTable('data_keys', {
  ownerId: uuid('owner_id').primaryKey(),
  wrapped: bytea('wrapped').notNull(),
  masterVersion: integer('master_version').notNull(),
  createdAt: createdAt(),
});

/** E-mails and SMS on their way out: claimed with a lease, tried again with back-off. */
export const outbox = pgTable('outbox', {
  id: id(),
  channel: text('channel', { enum: ['email', 'sms'] }).notNull(),
  /** `{ to, subject, text }` under the installation's outbox key. */
  sealed: sealed().notNull(),
  accountId: uuid('account_id'),
  createdAt: createdAt(),
  dueAt: createdAt('due_at'),
  leasedUntil: moment('leased_until'),
  attempts: integer('attempts').notNull().default(0),
  sentAt: moment('sent_at'),
  failedAt: moment('failed_at'),
}, (table) => [index('outbox_due').on(table.dueAt).where(sql`sent_at is null and failed_at is null`)]);

/** What a person is told of by e-mail or SMS, gathered so that nobody gets one letter a message. Codes and ids only. */
export const notices = pgTable('notices', {
  id: id(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  kind: text('kind').notNull(),
  caseId: uuid('case_id').references(() => cases.id),
  /** The message it tells of: not worth a letter any more once it was read. */
  messageId: uuid('message_id').references(() => messages.id),
  createdAt: createdAt(),
  dueAt: moment('due_at').notNull(),
  sentAt: moment('sent_at'),
}, (table) => [
  index('notices_due').on(table.dueAt).where(sql`sent_at is null`),
  index('notices_account').on(table.accountId, table.sentAt),
]);

/** Live events, kept for a while so that a portal that reconnects can catch up. */
export const events = pgTable('events', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  accountIds: uuid('account_ids').array().notNull(),
  causedBy: uuid('caused_by'),
  payload: jsonb('payload').$type<Record<string, string>>().notNull(),
  createdAt: createdAt(),
}, (table) => [index('events_created').on(table.createdAt)]);

/** The answer that a repeated `Idempotency-Key` gets. */
export const idempotencyKeys = pgTable('idempotency_keys', {
  accountId: uuid('account_id').notNull(),
  key: text('key').notNull(),
  route: text('route').notNull(),
  status: integer('status'),
  sealed: sealed(),
  createdAt: createdAt(),
}, (table) => [primaryKey({ columns: [table.accountId, table.key] }), index('idempotency_created').on(table.createdAt)]);

/** Counters that hold across restarts and processes (sign-in, codes, SMS, links, quotas). */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
});
