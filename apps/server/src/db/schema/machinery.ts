import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment, sealed } from '../columns';
import { accounts } from './accounts';
import { cases, messages } from './cases';

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
  /** Whose data key the answer is sealed under: the patient's whom the call concerned, or the caller's own. */
  ownerId: uuid('owner_id'),
  route: text('route').notNull(),
  status: integer('status'),
  sealed: sealed(),
  createdAt: createdAt(),
}, (table) => [primaryKey({ columns: [table.accountId, table.key] }), index('idempotency_created').on(table.createdAt), index('idempotency_owner').on(table.ownerId)]);

/** Counters that hold across restarts and processes (sign-in, codes, SMS, links, quotas). */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
});
