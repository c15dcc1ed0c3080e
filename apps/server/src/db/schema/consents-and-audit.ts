import { bigint, bigserial, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment } from '../columns';
import { accounts, doctors } from './accounts';
import { cases } from './cases';

export const consents = pgTable('consents', {
  id: id(),
  accountId: uuid('account_id').notNull().references(() => accounts.id),
  kind: text('kind', { enum: ['health_data', 'send_to_doctor'] }).notNull(),
  caseId: uuid('case_id').references(() => cases.id),
  doctorId: uuid('doctor_id').references(() => doctors.accountId),
  givenAt: createdAt('given_at'),
  withdrawnAt: moment('withdrawn_at'),
  /** Which words were agreed to: their wording and a fingerprint of the privacy notice. */
  textVersion: text('text_version'),
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
