import { sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';
import { accounts } from './accounts';
import { cases, messages } from './cases';

/** Pending notifications, collected so that nobody gets an email per message. Codes and ids only. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    kind: text('kind').notNull(),
    caseId: uuid('case_id').references(() => cases.id),
    /** The message it is about: dropped once that was read. */
    messageId: uuid('message_id').references(() => messages.id),
    createdAt: createdAt(),
    dueAt: moment('due_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('notices_due').on(table.dueAt).where(sql`sent_at is null`),
    index('notices_account').on(table.accountId, table.sentAt),
  ],
);

/** Live events, kept for a while so that a reconnecting portal can catch up. */
export const events = pgTable(
  'events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    accountIds: uuid('account_ids').array().notNull(),
    causedBy: uuid('caused_by'),
    payload: jsonb('payload').$type<Record<string, string>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('events_created').on(table.createdAt)],
);

/** Addresses of other systems that are told of events, by ids only (docs/webhooks.md). */
export const webhooks = pgTable('webhooks', {
  id: id(),
  /** `WebhookSecrets` under the installation's key. */
  sealed: sealed().notNull(),
  events: text('events').array().notNull(),
  /** Only events of these doctors' cases; null: of all. */
  doctorIds: uuid('doctor_ids').array(),
  createdAt: createdAt(),
  lastSentAt: moment('last_sent_at'),
  /** Since when nothing arrives, and why. */
  failingSince: moment('failing_since'),
  failure: text('failure'),
  disabledAt: moment('disabled_at'),
});
