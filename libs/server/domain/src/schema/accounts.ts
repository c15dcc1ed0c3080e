import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { locales } from '@konsil/contracts/codes';
import { storedKinds } from '@konsil/contracts/stored-kinds';
import type { OperatorPermission } from '@konsil/contracts/console-codes';
import { bytea, createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';

export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    role: text('role', { enum: storedKinds }).notNull(),
    email: text('email').notNull(),
    emailConfirmedAt: moment('email_confirmed_at'),
    passwordHash: text('password_hash'),
    passwordChangedAt: moment('password_changed_at'),
    /**
     * The confirmation link was opened on another device than the sign-up: until the owner used the password there, it
     * may be another person's.
     */
    passwordUnprovenSince: moment('password_unproven_since'),
    /** `{ phone, pending_email?, full_name, totp_secret? }` under the account's own key. */
    sealed: sealed(),
    phoneConfirmedAt: moment('phone_confirmed_at'),
    userDataAt: moment('user_data_at'),
    secondFactorAt: moment('second_factor_at'),
    locale: text('locale', { enum: locales }).notNull().default('de'),
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
    deactivatedAt: moment('deactivated_at'),
    /** An operator locked the account: sign-in is refused, nothing else changes. */
    lockedAt: moment('locked_at'),
    erasureAt: moment('erasure_at'),
    /** A legal hold: from this time on nothing of the account is erased, until an operator ends the hold. */
    heldAt: moment('held_at'),
    /** The end of the last hold; for a week after it nothing is erased either. */
    holdEndedAt: moment('hold_ended_at'),
    /** The consent to health data was withdrawn: records are read-only until it is given again. */
    consentWithdrawnAt: moment('consent_withdrawn_at'),
  },
  (table) => [
    uniqueIndex('accounts_email').on(sql`lower(${table.email})`),
    // Searches by the beginning of an address; the one above serves whole addresses, in any collation.
    index('accounts_email_beginning').on(sql`lower(${table.email}) text_pattern_ops`),
    index('accounts_erasure').on(table.erasureAt).where(sql`erasure_at is not null`),
  ],
);

/** The public directory entry of a doctor's account. */
export const doctors = pgTable('doctors', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id),
  title: text('title').notNull().default(''),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  specialty: text('specialty').notNull(),
  city: text('city').notNull().default(''),
  languages: text('languages').array().notNull().default(sql`'{}'`),
  replyDays: integer('reply_days').notNull().default(3),
  acceptsCases: boolean('accepts_cases').notNull().default(true),
  /** In the doctor's own words: about themselves, in both languages, and what they are often asked. */
  aboutDe: text('about_de').notNull().default(''),
  aboutEn: text('about_en').notNull().default(''),
  topics: text('topics').notNull().default(''),
  /** Cost of an answer, or who pays it, in both languages; empty for none. */
  priceDe: text('price_de').notNull().default(''),
  priceEn: text('price_en').notNull().default(''),
  /** The heads of the doctor's letters; what is empty is left out. */
  practiceName: text('practice_name').notNull().default(''),
  practiceAddress: text('practice_address').notNull().default(''),
  practicePhone: text('practice_phone').notNull().default(''),
  practiceEmail: text('practice_email').notNull().default(''),
  lanr: text('lanr').notNull().default(''),
  bsnr: text('bsnr').notNull().default(''),
  /** The current logo, and its alternative text. */
  logoId: uuid('logo_id'),
  logoAlt: text('logo_alt').notNull().default(''),
});

/**
 * A clinic, whose name and sites are shown beside its doctors. Its texts are public, and have nothing about patients.
 */
export const clinics = pgTable(
  'clinics',
  {
    id: id(),
    name: text('name').notNull(),
    /** In front of the address of e-mails to patients of its doctors; empty for none. */
    senderName: text('sender_name').notNull().default(''),
    /** `#rrggbb`, or empty. */
    accent: text('accent').notNull().default(''),
    /** A PNG. */
    logo: bytea('logo'),
    imprintDe: text('imprint_de').notNull().default(''),
    imprintEn: text('imprint_en').notNull().default(''),
    /** Shown beside doctors of the clinic who have no price line of their own. */
    priceDe: text('price_de').notNull().default(''),
    priceEn: text('price_en').notNull().default(''),
    /** True if the doctors of the clinic take cases together, where the patients agree. */
    pool: boolean('pool').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    archivedAt: moment('archived_at'),
  },
  (table) => [index('clinics_name').on(table.name, table.id)],
);

export const clinicSites = pgTable(
  'clinic_sites',
  {
    id: id(),
    clinicId: uuid('clinic_id')
      .notNull()
      .references(() => clinics.id),
    position: integer('position').notNull(),
    name: text('name').notNull().default(''),
    street: text('street').notNull().default(''),
    zipcode: text('zipcode').notNull().default(''),
    city: text('city').notNull(),
    phone: text('phone').notNull().default(''),
  },
  (table) => [index('clinic_sites_clinic').on(table.clinicId, table.position)],
);

/** The clinics of a doctor, who may work at one site of each or at several. */
export const clinicDoctors = pgTable(
  'clinic_doctors',
  {
    clinicId: uuid('clinic_id')
      .notNull()
      .references(() => clinics.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId, { onDelete: 'cascade' }),
    siteId: uuid('site_id').references(() => clinicSites.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.doctorId] }),
    index('clinic_doctors_doctor').on(table.doctorId),
  ],
);

/**
 * People who work for a doctor with an account of their own, one row for each doctor and invited address. A row gives access
 * from the acceptance until it ends, to the cases whose patients consent.
 */
export const assistants = pgTable(
  'assistants',
  {
    id: id(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    /** As patients read it, also of what they wrote after the account is gone. */
    name: text('name').notNull(),
    /** The invited address, until somebody accepts. */
    email: text('email'),
    /** The hash of the token of the link, for people without an account. */
    tokenHash: bytea('token_hash'),
    accountId: uuid('account_id').references(() => accounts.id),
    invitedAt: createdAt('invited_at'),
    /** The last moment at which the invitation can be accepted. */
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('assistants_doctor').on(table.doctorId),
    index('assistants_account').on(table.accountId),
    uniqueIndex('assistants_token').on(table.tokenHash).where(sql`token_hash is not null`),
    uniqueIndex('assistants_invited').on(table.doctorId, sql`lower(${table.email})`).where(sql`ended_at is null`),
    uniqueIndex('assistants_open').on(table.doctorId, table.accountId).where(sql`ended_at is null`),
    check('assistants_accepted_by_somebody', sql`(${table.acceptedAt} is null) = (${table.accountId} is null)`),
    check(
      'assistants_address_of_open_invitations',
      sql`(${table.email} is null) = (${table.acceptedAt} is not null or ${table.endedAt} is not null)`,
    ),
  ],
);

/** Logos of practices, re-encoded as PNG; kept as long as the account, because letters refer to theirs. Never changed. */
export const doctorLogos = pgTable(
  'doctor_logos',
  {
    id: id(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    sha256: text('sha256').notNull(),
    picture: bytea('picture').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('doctor_logos_once').on(table.doctorId, table.sha256)],
);

/**
 * The portrait beside a doctor's name, re-encoded as WebP. A new picture has a new id, which nobody can guess: who knows
 * it has seen the doctor's entry.
 */
export const doctorPortraits = pgTable(
  'doctor_portraits',
  {
    doctorId: uuid('doctor_id')
      .primaryKey()
      .references(() => doctors.accountId),
    id: uuid('id').notNull().defaultRandom(),
    picture: bytea('picture').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('doctor_portraits_id').on(table.id)],
);

/** Days on which a doctor is away: none of them counts for a promised day. */
export const absences = pgTable(
  'absences',
  {
    id: id(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    startsOn: date('starts_on', { mode: 'string' }).notNull(),
    /** The last day; earlier than planned after the doctor came back. */
    endsOn: date('ends_on', { mode: 'string' }).notNull(),
    /** The deputy, who gets access to cases whose patients agree. */
    deputyId: uuid('deputy_id').references(() => doctors.accountId),
    createdAt: createdAt(),
    /** Cancelled before it began. */
    cancelledAt: moment('cancelled_at'),
  },
  (table) => [index('absences_doctor').on(table.doctorId, table.endsOn)],
);

/** Permissions of operators; their names are in the account's sealed data. */
export const operators = pgTable('operators', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id),
  permissions: text('permissions').array().$type<OperatorPermission[]>().notNull().default(sql`'{}'`),
});

/** A request by one operator, which another one confirms, to remove a second factor. */
export const factorResets = pgTable(
  'factor_resets',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => accounts.id),
    askedAt: createdAt('asked_at'),
    expiresAt: moment('expires_at').notNull(),
    decidedBy: uuid('decided_by').references(() => accounts.id),
    decidedAt: moment('decided_at'),
    outcome: text('outcome', { enum: ['confirmed', 'refused'] }),
  },
  (table) => [uniqueIndex('factor_resets_open').on(table.accountId).where(sql`decided_at is null`)],
);

/** One row for header token, CSRF token, browser binding and the /api/auth cookie. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    tokenHash: bytea('token_hash').notNull(),
    cookieHash: bytea('cookie_hash').notNull(),
    /** A browser's session needs its HttpOnly cookie, too. */
    browserBound: boolean('browser_bound').notNull(),
    device: text('device').notNull().default(''),
    createdAt: createdAt(),
    lastSeenAt: createdAt('last_seen_at'),
    expiresAt: moment('expires_at').notNull(),
    absoluteExpiresAt: moment('absolute_expires_at').notNull(),
    endedAt: moment('ended_at'),
    /** The time when its owner last showed who they are: at sign-in, or again by password or passkey. */
    provedAt: moment('proved_at'),
    /** The identity that signed in, and its session at the provider: both end together. */
    identityId: uuid('identity_id').references((): AnyPgColumn => linkedIdentities.id, { onDelete: 'set null' }),
    providerSession: text('provider_session'),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    uniqueIndex('sessions_cookie').on(table.cookieHash),
    index('sessions_account').on(table.accountId),
    // The sweep of expired ones. Not over the expiry, which each request may move: its updates stay cheap (HOT).
    index('sessions_open').on(table.id).where(sql`ended_at is null`),
    index('sessions_identity').on(table.identityId).where(sql`identity_id is not null`),
  ],
);

/** Emailed links: confirmation, reset, invitation, change of address. Only the token's hash. */
export const mailLinks = pgTable(
  'mail_links',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    purpose: text('purpose', { enum: ['confirm_email', 'reset_password', 'invitation', 'change_email'] }).notNull(),
    tokenHash: bytea('token_hash').notNull(),
    sealed: sealed(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    uniqueIndex('mail_links_token').on(table.tokenHash),
    index('mail_links_account').on(table.accountId, table.purpose),
  ],
);

/** SMS codes, as a keyed hash bound to row, account and session. */
export const otpCodes = pgTable(
  'otp_codes',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id),
    codeHash: bytea('code_hash').notNull(),
    sealed: sealed(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    consumedAt: moment('consumed_at'),
  },
  (table) => [index('otp_codes_account').on(table.accountId, table.createdAt)],
);

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    codeHash: bytea('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('recovery_codes_account').on(table.accountId)],
);

/** Browsers that show an account's notifications (docs/decisions/web-push.md). Not in backups. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The last session on this device; ended by its owner, it takes the notifications with it. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
    /** Of the id in the device's cookie, by which a later sign-in finds it again. */
    deviceHash: bytea('device_hash'),
    device: text('device').notNull().default(''),
    /** `{ endpoint, p256dh, auth }` under the account's own key. */
    sealed: sealed().notNull(),
    createdAt: createdAt(),
    /** When its push service last took a message. */
    lastSentAt: moment('last_sent_at'),
  },
  (table) => [index('push_devices_account').on(table.accountId), index('push_devices_session').on(table.sessionId)],
);

/** WebAuthn credentials that sign an account in without its password. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    credentialId: text('credential_id').notNull(),
    publicKey: bytea('public_key').notNull(),
    /** The authenticator's signature counter; 0 for those without one. */
    counter: bigint('counter', { mode: 'number' }).notNull().default(0),
    transports: text('transports').array().notNull().default(sql`'{}'`),
    /** Kept by a password manager, so that it also works on other devices. */
    synced: boolean('synced').notNull(),
    /** `{ name }` under the account's own key. */
    sealed: sealed().notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialId), index('passkeys_account').on(table.accountId)],
);

/** The identity of an account at an OpenID Connect provider, which signs it in. */
export const linkedIdentities = pgTable(
  'linked_identities',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    /** The id of the provider in the settings, for its name. The identity itself is issuer and subject. */
    provider: text('provider').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    uniqueIndex('linked_identities_subject').on(table.issuer, table.subject),
    uniqueIndex('linked_identities_account').on(table.accountId, table.issuer),
  ],
);

/** Challenges that were used, until they expire: none is accepted twice. Unused ones are not stored. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    hash: bytea('hash').primaryKey(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('used_challenges_expiry').on(table.expiresAt)],
);
