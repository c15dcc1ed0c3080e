import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';
import type { CodeSystem } from '@konsil/contracts/medical-codes';
import { accounts, clinics } from './accounts';
import { cases } from './cases';
import { messages } from './conversation';
import { patients } from './patients';

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
    /** The answer, ToDos or documents it is about: dropped once all are settled. Null if older than this column. */
    refIds: uuid('ref_ids').array(),
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

/** Imported versions of public code lists, ICD-10-GM and OPS (docs/codes.md). */
export const codeLists = pgTable(
  'code_lists',
  {
    id: id(),
    system: text('system').notNull().$type<CodeSystem>(),
    version: text('version').notNull(),
    importedAt: moment('imported_at').notNull(),
  },
  (table) => [uniqueIndex('code_lists_version').on(table.system, table.version)],
);

/** The codes of a list that may be chosen. Public facts: nobody's choice is among them. */
export const listedCodes = pgTable(
  'listed_codes',
  {
    listId: uuid('list_id')
      .notNull()
      .references(() => codeLists.id, { onDelete: 'cascade' }),
    code: text('code').notNull(),
    title: text('title').notNull(),
    additional: boolean('additional').notNull(),
    /** Folded words of title and code, each after a space. */
    words: text('words').notNull(),
  },
  (table) => [primaryKey({ columns: [table.listId, table.code] })],
);

/** Systems of others that sign in by a signed JWT, each for some doctors (docs/fhir.md). Removed ones keep their name for the access log. */
export const backendClients = pgTable('backend_clients', {
  id: id(),
  name: text('name').notNull(),
  /** Public keys, or the address that has them. */
  jwks: jsonb('jwks').$type<{ keys: Record<string, unknown>[] }>(),
  jwksUrl: text('jwks_url'),
  /** Counts changes of the keys, so that no token is issued for a request signed with earlier keys. */
  keysVersion: integer('keys_version').notNull().default(1),
  /** The most that its tokens may have, such as `system/*.rs`. */
  scopes: text('scopes').array().notNull(),
  doctorIds: uuid('doctor_ids').array().notNull(),
  /** If set, the client acts for a doctor only while they belong to this clinic, and the clinic is not archived. */
  clinicId: uuid('clinic_id').references(() => clinics.id),
  createdAt: createdAt(),
  lastTokenAt: moment('last_token_at'),
  removedAt: moment('removed_at'),
});

/** Access tokens of backend clients, each for one doctor. Only the token's hash. */
export const clientTokens = pgTable(
  'client_tokens',
  {
    id: id(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => backendClients.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    tokenHash: bytea('token_hash').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('client_tokens_token').on(table.tokenHash),
    index('client_tokens_client').on(table.clientId),
    index('client_tokens_account').on(table.accountId),
    index('client_tokens_expiry').on(table.expiresAt),
  ],
);

/** Apps that patients let read for them (docs/fhir.md). Removed ones keep their name for the access log. */
export const patientApps = pgTable('patient_apps', {
  id: id(),
  name: text('name').notNull(),
  /** The company or person behind the app, as patients see it. */
  operator: text('operator').notNull(),
  website: text('website'),
  contact: text('contact'),
  /** Compared letter by letter. */
  redirectUris: text('redirect_uris').array().notNull(),
  /** The address that opens the app from the portal. */
  launchUri: text('launch_uri'),
  /** Public keys of a confidential app, or the address that has them; neither for a public one. */
  jwks: jsonb('jwks').$type<{ keys: Record<string, unknown>[] }>(),
  jwksUrl: text('jwks_url'),
  keysVersion: integer('keys_version').notNull().default(1),
  createdAt: createdAt(),
  removedAt: moment('removed_at'),
});

/** The access that a patient allows an app for one person, with the hash of the code for its first token. */
export const appGrants = pgTable(
  'app_grants',
  {
    id: id(),
    appId: uuid('app_id')
      .notNull()
      .references(() => patientApps.id),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    /** Such as `patient/*.rs`. */
    scopes: text('scopes').array().notNull(),
    /** True if the app may renew its token by itself. */
    lasting: boolean('lasting').notNull(),
    /** True if the patient opened the app from the portal. */
    launched: boolean('launched').notNull().default(false),
    codeHash: bytea('code_hash').notNull(),
    /** PKCE, S256. */
    codeChallenge: text('code_challenge').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    codeExpiresAt: moment('code_expires_at').notNull(),
    /** Since then the app has access. */
    codeUsedAt: moment('code_used_at'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    uniqueIndex('app_grants_code').on(table.codeHash),
    index('app_grants_account').on(table.accountId),
    index('app_grants_patient').on(table.patientId),
    index('app_grants_app').on(table.appId),
  ],
);

/** Tokens of apps. Only their hashes. A used refresh token stays until it expires, so that a copy of it is noticed. */
export const appTokens = pgTable(
  'app_tokens',
  {
    id: id(),
    grantId: uuid('grant_id')
      .notNull()
      .references(() => appGrants.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull().$type<'access' | 'refresh'>(),
    tokenHash: bytea('token_hash').notNull(),
    scopes: text('scopes').array().notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('app_tokens_token').on(table.tokenHash),
    index('app_tokens_grant').on(table.grantId),
    index('app_tokens_expiry').on(table.expiresAt),
  ],
);

/** The image archives that clinics have, each with its address and credentials (docs/hospitals.md). */
export const clinicArchives = pgTable(
  'clinic_archives',
  {
    id: id(),
    clinicId: uuid('clinic_id')
      .notNull()
      .references(() => clinics.id),
    /** `ClinicArchiveSecrets` under the installation's key. */
    sealed: sealed().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('clinic_archives_clinic').on(table.clinicId)],
);

/** Addresses of other systems that are told of events, by ids only (docs/webhooks.md). */
export const webhooks = pgTable('webhooks', {
  id: id(),
  /** `WebhookSecrets` under the installation's key. */
  sealed: sealed().notNull(),
  events: text('events').array().notNull(),
  /** Only events of these doctors' cases; null: of all. */
  doctorIds: uuid('doctor_ids').array(),
  /** The backend client that registered it, and may end it. */
  clientId: uuid('client_id').references(() => backendClients.id),
  createdAt: createdAt(),
  lastSentAt: moment('last_sent_at'),
  /** Since when nothing arrives, and why. */
  failingSince: moment('failing_since'),
  failure: text('failure'),
  disabledAt: moment('disabled_at'),
});
