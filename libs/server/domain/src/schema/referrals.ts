import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';
import { accounts } from './accounts';
import { backendClients } from './machinery';

/** Cases that another system prepared for somebody, until that person takes one over or refuses it (docs/decisions/referrals.md). */
export const referrals = pgTable(
  'referrals',
  {
    id: id(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => backendClients.id),
    /** The doctor of the token. */
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => accounts.id),
    /** Null until the owner of the address has opened it. */
    accountId: uuid('account_id').references(() => accounts.id),
    /** Keyed, so that the address itself is not kept; empty once it was decided. */
    emailHash: bytea('email_hash').notNull(),
    /** Keyed, of the identifier that makes a repeated request the same. */
    requestHash: bytea('request_hash').notNull(),
    /** `Referral` under a key of its own; null once it was decided. */
    sealed: sealed(),
    state: text('state', { enum: ['pending', 'accepted', 'refused', 'expired'] })
      .notNull()
      .default('pending'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    uniqueIndex('referrals_once').on(table.clientId, table.doctorId, table.requestHash),
    index('referrals_address').on(table.emailHash).where(sql`state = 'pending'`),
    index('referrals_account').on(table.accountId),
    index('referrals_doctor').on(table.doctorId),
    index('referrals_expiry').on(table.expiresAt).where(sql`state = 'pending'`),
  ],
);

/** The documents of a referral that waits, each under a key that the referral's wraps. */
export const referralFiles = pgTable(
  'referral_files',
  {
    referralId: uuid('referral_id')
      .notNull()
      .references(() => referrals.id),
    position: integer('position').notNull(),
    storageKey: text('storage_key').notNull(),
    fileKey: bytea('file_key').notNull(),
    size: integer('size').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.referralId, table.position] }),
    index('referral_files_storage').on(table.storageKey),
  ],
);
