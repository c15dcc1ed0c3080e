import { legalKinds } from '@konsil/contracts/legal-notices';
import { date, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '@konsil/server-platform/database/columns';
import { accounts } from './accounts';

/** Published versions of the operator's texts: never changed or deleted, withdrawn only before their first day. */
export const legalTexts = pgTable(
  'legal_texts',
  {
    id: id(),
    kind: text('kind', { enum: legalKinds }).notNull(),
    version: integer('version').notNull(),
    textDe: text('text_de').notNull(),
    textEn: text('text_en').notNull(),
    changesDe: text('changes_de').notNull(),
    changesEn: text('changes_en').notNull(),
    /** The first day on which it is in force. */
    holdsFrom: date('holds_from', { mode: 'string' }).notNull(),
    publishedAt: createdAt('published_at'),
    publishedBy: uuid('published_by')
      .notNull()
      .references(() => accounts.id),
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [uniqueIndex('legal_texts_version').on(table.kind, table.version)],
);

/** Versions that an account accepted, or took note of where nothing is to be accepted. */
export const legalAcceptances = pgTable(
  'legal_acceptances',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    textId: uuid('text_id')
      .notNull()
      .references(() => legalTexts.id),
    acceptedAt: createdAt('accepted_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.textId] })],
);
