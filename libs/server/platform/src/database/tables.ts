import { auditRoles } from '@konsil/contracts/stored-kinds';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { channels } from '../channels.ts';
import { bytea, createdAt, id, moment, sealed } from './columns.ts';

// The platform's tables, which reference no others.

/** One key per patient and account, wrapped by the master key. Destroying it erases everything it encrypted. */
export const dataKeys = pgTable('data_keys', {
  ownerId: uuid('owner_id').primaryKey(),
  wrapped: bytea('wrapped').notNull(),
  masterVersion: integer('master_version').notNull(),
  createdAt: createdAt(),
});

/** Outgoing emails, SMS and webhooks: claimed with a lease, retried with back-off. */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    channel: text('channel', { enum: channels }).notNull(),
    /** `{ to, subject, text }` under the installation's outbox key. */
    sealed: sealed().notNull(),
    accountId: uuid('account_id'),
    createdAt: createdAt(),
    dueAt: createdAt('due_at'),
    leasedUntil: moment('leased_until'),
    attempts: integer('attempts').notNull().default(0),
    sentAt: moment('sent_at'),
    failedAt: moment('failed_at'),
    /** The reason why it is not retried; its content is kept for a while unless it is useless by then. */
    failure: text('failure', { enum: ['refused', 'exhausted', 'expired', 'given_up', 'dropped'] }),
    /** The error of the last attempt, without anything that a service replied about a person. */
    error: text('error'),
  },
  (table) => [index('outbox_due').on(table.dueAt).where(sql`sent_at is null and failed_at is null`)],
);

/** The response to a repeated `Idempotency-Key`. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid('account_id').notNull(),
    key: text('key').notNull(),
    /** The owner of the response's data key: the patient concerned, or the caller. */
    ownerId: uuid('owner_id'),
    route: text('route').notNull(),
    status: integer('status'),
    sealed: sealed(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_created').on(table.createdAt),
    index('idempotency_owner').on(table.ownerId),
  ],
);

/** Rate limits that survive restarts, shared by all processes (sign-in, codes, SMS, links, quotas). */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  windowEndsAt: moment('window_ends_at').notNull(),
});

/** Limits that operators changed at the console, by setting, instead of the environment's. */
export const quotas = pgTable('quotas', {
  setting: text('setting').primaryKey(),
  size: integer('size').notNull(),
  /** The operator's account. */
  changedBy: uuid('changed_by').notNull(),
  changedAt: moment('changed_at').notNull(),
});

/** Append-only, one hash chain per patient and one (`chain` = zero id) for the installation. Ids and codes only. */
export const auditRecords = pgTable(
  'audit_records',
  {
    id: bigserial('id', { mode: 'bigint' }).primaryKey(),
    chain: uuid('chain').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    at: moment('at').notNull(),
    actorId: uuid('actor_id'),
    actorRole: text('actor_role', { enum: auditRoles }).notNull(),
    action: text('action').notNull(),
    result: text('result', { enum: ['allowed', 'denied'] }).notNull(),
    caseId: uuid('case_id'),
    documentId: uuid('document_id'),
    /** The affected account, if not the caller's. */
    subjectId: uuid('subject_id'),
    /** Additional codes as JSON, such as the reason of a failed sign-in. */
    detail: text('detail'),
    hash: bytea('hash').notNull(),
  },
  (table) => [
    uniqueIndex('audit_records_chain').on(table.chain, table.seq),
    index('audit_records_actor').on(table.actorId, table.at),
    index('audit_records_operators').on(table.id).where(sql`actor_role = 'admin'`),
    index('audit_records_subject').on(table.subjectId, table.at).where(sql`subject_id is not null`),
  ],
);

/** Security events on their way to their receivers (audit/security-events.ts). Ids and codes only. */
export const securityEvents = pgTable('security_events', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  event: text('event').notNull(),
  createdAt: createdAt(),
  /** The times at which file, syslog server and collector received it; the row is deleted once all have it. */
  writtenAt: moment('written_at'),
  sentAt: moment('sent_at'),
  exportedAt: moment('exported_at'),
});

/** The identity of this database's installation (server-storage/identity): one row, created by the first process. */
export const installation = pgTable('installation', {
  one: boolean('one').primaryKey().default(true),
  id: uuid('id').notNull(),
  /** Prefix of its object keys in a bucket; empty for installations from before prefixes. */
  prefix: text('prefix').notNull(),
  /** PostgreSQL's identifier of this database: different in a copy made from rows. */
  database: text('database').notNull(),
  /** The values this database has left in its storage, newest last: an older copy does not know the newer ones. */
  lives: uuid('lives').array().notNull(),
  /** The storage and data folder used before; null for none. */
  storage: text('storage'),
  folderMet: boolean('folder_met').notNull().default(false),
  /** The series of `kept_entries` that is written to; null: those of the data folder's files are not taken over yet. */
  keptSeries: uuid('kept_series'),
  /** Since then it sends, erases and deletes nothing, until the operator confirms that it is the installation. */
  quietSince: moment('quiet_since'),
  quietReason: text('quiet_reason', { enum: ['restored', 'copied_database', 'storage_went_on', 'operator'] }),
});

/**
 * Anchors of the access log, erased accounts and ended access (audit/kept-chain.ts). Append-only; each is also an object that is never
 * changed in the storage, so that neither of the two can be shortened alone.
 */
export const keptEntries = pgTable(
  'kept_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind', { enum: ['anchors', 'erasures', 'endings'] }).notNull(),
    /** A new one begins when a copy becomes the installation: objects of the old one may tell what it does not have. */
    series: uuid('series').notNull(),
    number: integer('number').notNull(),
    /** The erased account. */
    accountId: uuid('account_id'),
    /** JSON: ids, positions and hashes. */
    content: text('content').notNull(),
    /** The seal of the entry before, and of this one. */
    previous: text('previous').notNull(),
    mac: text('mac').notNull(),
  },
  (table) => [
    uniqueIndex('kept_entries_number').on(table.kind, table.series, table.number),
    index('kept_entries_account').on(table.accountId).where(sql`account_id is not null`),
  ],
);

/**
 * Access that was ended, written by triggers, so that a restored backup or an older database does not bring it back
 * (docs/decisions/ended-access.md). Ids and codes only. Never deleted: what is here was carried out in this database.
 */
export const endings = pgTable(
  'endings',
  {
    id: id(),
    /** The kind of access that ended, such as `passkeys`. */
    what: text('what').notNull(),
    rowId: uuid('row_id').notNull(),
    /** The time or day of it, or the state that ended. */
    mark: text('mark'),
    at: createdAt('at'),
    /** The time when the storage had it, too. */
    keptAt: moment('kept_at'),
  },
  (table) => [index('endings_to_keep').on(table.at).where(sql`kept_at is null`)],
);

/** Keys of stored objects, recorded before the first byte is written: nothing else is ever deleted from the storage. */
export const storedObjects = pgTable(
  'stored_objects',
  {
    key: text('key').primaryKey(),
    createdAt: createdAt(),
    /** The time when the sweep found a row that names it. From then on only `erased_files` leads to its deletion. */
    keptAt: moment('kept_at'),
  },
  (table) => [index('stored_objects_new').on(table.key).where(sql`kept_at is null`)],
);

/** Periodic tasks (repeating.ts): one process runs each, and the operator sees when it last ran. */
export const duties = pgTable('duties', {
  name: text('name').primaryKey(),
  everyMs: integer('every_ms').notNull(),
  /** Overdue without a success for this long. */
  lateAfterMs: integer('late_after_ms').notNull(),
  /** Skipped while the installation is quiet. */
  loud: boolean('loud').notNull(),
  knownSince: moment('known_since').notNull(),
  startedAt: moment('started_at').notNull(),
  leasedUntil: moment('leased_until'),
  succeededAt: moment('succeeded_at'),
  failedAt: moment('failed_at'),
  /** The last failure since the last success. */
  error: text('error'),
  /** The time when the operator was notified that it is overdue. */
  toldAt: moment('told_at'),
});
