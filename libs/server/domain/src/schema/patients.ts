import { readerRoles } from '@konsil/contracts/reader-states';
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment, sealed } from '@konsil/server-platform/database/columns';
import { accounts, doctors } from './accounts';

export const patients = pgTable(
  'patients',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    version: integer('version').notNull().default(1),
    relationship: text('relationship', { enum: ['self', 'child', 'parent', 'partner', 'other'] }).notNull(),
    /** `PatientFields`: names, gender, birth date, address, phone. */
    sealed: sealed().notNull(),
    search: text('search').array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    lastActivityAt: createdAt('last_activity_at'),
    archivedAt: moment('archived_at'),
  },
  (table) => [index('patients_account').on(table.accountId), index('patients_search').using('gin', table.search)],
);

/** The health profile that a person's owner keeps; new cases begin with it. */
export const healthProfiles = pgTable('health_profiles', {
  patientId: uuid('patient_id')
    .primaryKey()
    .references(() => patients.id),
  version: integer('version').notNull().default(1),
  /** `HealthTexts`. */
  sealed: sealed().notNull(),
  changedAt: createdAt('changed_at'),
  confirmedAt: createdAt('confirmed_at'),
});

/** A doctor's patients, from the first case sent to them. Has the doctor's own archive flag. */
export const doctorPatients = pgTable(
  'doctor_patients',
  {
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    since: createdAt('since'),
    lastActivityAt: createdAt('last_activity_at'),
    archivedAt: moment('archived_at'),
  },
  (table) => [
    primaryKey({ columns: [table.doctorId, table.patientId] }),
    index('doctor_patients_activity').on(table.doctorId, table.lastActivityAt),
  ],
);

/**
 * The people whom the owner of a person invited to read what was sent about them. A row gives access from the acceptance until it
 * ends; the address is kept only while the invitation is open.
 */
export const patientReaders = pgTable(
  'patient_readers',
  {
    id: id(),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    email: text('email'),
    accountId: uuid('account_id').references(() => accounts.id),
    invitedAt: createdAt('invited_at'),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    /** The last day of the access; null until somebody ends it. */
    endsOn: date('ends_on', { mode: 'string' }),
    endedAt: moment('ended_at'),
    role: text('role', { enum: readerRoles }).notNull().default('see'),
  },
  (table) => [
    index('patient_readers_patient').on(table.patientId, table.invitedAt),
    index('patient_readers_owner').on(table.ownerId),
    index('patient_readers_account').on(table.accountId).where(sql`ended_at is null`),
    index('patient_readers_email').on(sql`lower(${table.email})`).where(sql`accepted_at is null`),
    uniqueIndex('patient_readers_invited').on(table.patientId, sql`lower(${table.email})`).where(sql`ended_at is null`),
    uniqueIndex('patient_readers_open').on(table.patientId, table.accountId).where(sql`ended_at is null`),
    check('patient_readers_role', sql`${table.role} in ('see', 'act')`),
    check('patient_readers_accepted_by_somebody', sql`(${table.acceptedAt} is null) = (${table.accountId} is null)`),
    check(
      'patient_readers_address_of_open_invitations',
      sql`(${table.email} is null) = (${table.acceptedAt} is not null or ${table.endedAt} is not null)`,
    ),
  ],
);

export const epicrisisVersions = pgTable(
  'epicrisis_versions',
  {
    id: id(),
    patientId: uuid('patient_id')
      .notNull()
      .references(() => patients.id),
    version: integer('version').notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => accounts.id),
    /** `EpicrisisContent`. */
    sealed: sealed().notNull(),
    createdAt: createdAt(),
    releasedAt: moment('released_at'),
    /** The time when the patient first opened this or a later version. */
    readAt: moment('read_at'),
  },
  (table) => [uniqueIndex('epicrisis_versions_patient').on(table.patientId, table.version)],
);
