import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { id, moment } from '@konsil/server-platform/database/columns';
import { cases } from './cases';

/**
 * The words of a case's texts as keyed hashes, one row for each place that a search may lead to. Triggers on the tables
 * of the texts add, mark and remove the rows, so that no writer can forget it; background jobs index them.
 */
export const searchTexts = pgTable(
  'search_texts',
  {
    id: id(),
    /** `pdf` (page 0) queues a file; its pages are rows of the kind `page`. */
    kind: text('kind', { enum: ['case', 'question', 'answer', 'message', 'document', 'pdf', 'page'] }).notNull(),
    /** The case, question, answer, message or document. */
    refId: uuid('ref_id').notNull(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    page: integer('page').notNull().default(0),
    /** The case's account, and its doctor while the case is shared: kept by a trigger, for a narrow index scan. */
    readers: uuid('readers').array().notNull().default(sql`'{}'`),
    search: text('search').array().notNull().default(sql`'{}'`),
    /** Null once the words are those of the text. */
    staleSince: moment('stale_since').defaultNow(),
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [
    uniqueIndex('search_texts_place').on(table.refId, table.kind, table.page),
    index('search_texts_case').on(table.caseId),
    index('search_texts_words').using('gin', table.search, table.readers),
    index('search_texts_stale').on(table.staleSince).where(sql`stale_since is not null`),
  ],
);
