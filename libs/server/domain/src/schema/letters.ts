import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, moment, sealed } from '@konsil/server-platform/database/columns';
import { accounts, doctors } from './accounts';

export const snippets = pgTable(
  'snippets',
  {
    id: id(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    position: integer('position').notNull(),
    /** `{ title, text }` under the doctor's account key. */
    sealed: sealed().notNull(),
  },
  (table) => [index('snippets_doctor').on(table.doctorId, table.position)],
);

/**
 * The fields that a doctor asks for beside the general forms of a case, or those of a specialty for its doctors: the newest
 * version only, because answers keep theirs.
 */
export const specialtyForms = pgTable(
  'specialty_forms',
  {
    id: id(),
    doctorId: uuid('doctor_id')
      .unique()
      .references(() => doctors.accountId),
    /** The key of an offered specialty, written by operators. */
    specialty: text('specialty').unique(),
    /** Unique among all forms, so that a doctor who changes between forms never offers the same version twice. */
    version: integer('version').notNull(),
    changedAt: moment('changed_at').notNull(),
    /** The operator, for a specialty. */
    changedBy: uuid('changed_by').references(() => accounts.id),
    /** The doctor uses the form of the specialty again. */
    follows: boolean('follows').notNull().default(false),
    /** `{ fields }` under the doctor's account key; for a specialty under the installation's. */
    sealed: sealed().notNull(),
  },
  (table) => [check('specialty_forms_of', sql`num_nonnulls(${table.doctorId}, ${table.specialty}) = 1`)],
);

/**
 * A letter that a doctor sent and keeps, even when the case, the patient's record or the sharing is gone. The ids of
 * patient and case have no foreign keys, because both rows may be deleted. Never changed.
 */
export const doctorLetters = pgTable(
  'doctor_letters',
  {
    /** The id of the answer, or of the version of a summary. */
    id: uuid('id').primaryKey(),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.accountId),
    patientId: uuid('patient_id').notNull(),
    /** Null for a summary. */
    caseId: uuid('case_id'),
    sentAt: moment('sent_at').notNull(),
    /** `DoctorLetter` under the doctor's account key. */
    sealed: sealed().notNull(),
    search: text('search').array().notNull().default(sql`'{}'`),
    /** The pictures of its places are still to be drawn. */
    picturesWait: boolean('pictures_wait').notNull().default(false),
  },
  (table) => [
    index('doctor_letters_pictures').on(table.sentAt).where(sql`pictures_wait`),
    index('doctor_letters_doctor').on(table.doctorId, table.sentAt, table.id),
    index('doctor_letters_sent').on(table.sentAt),
    index('doctor_letters_search').using('gin', table.search),
  ],
);

/** The pictures of the places that a letter points at, drawn once after it was sent. Never changed. */
export const letterPictures = pgTable('letter_pictures', {
  letterId: uuid('letter_id')
    .primaryKey()
    .references(() => doctorLetters.id, { onDelete: 'cascade' }),
  /** `LetterPictures` under the doctor's account key. */
  sealed: sealed().notNull(),
});
