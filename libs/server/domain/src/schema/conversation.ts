import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';
import { accounts, doctors } from './accounts';
import { cases } from './cases';
import { patients } from './patients';
import { answers } from './sendings';

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
    index('todos_words').using('gin', table.search, sql`(array[account_id, doctor_id])`).concurrently(),
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
    index('messages_words').using('gin', table.search, sql`(array[account_id, doctor_id])`).concurrently(),
  ],
);
