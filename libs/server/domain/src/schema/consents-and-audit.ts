import { consentKinds } from '@konsil/contracts/consent-kinds';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from '@konsil/server-platform/database/columns';
import { accounts, clinics, doctors } from './accounts';
import { cases } from './cases';

export const consents = pgTable(
  'consents',
  {
    id: id(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    kind: text('kind', { enum: consentKinds }).notNull(),
    caseId: uuid('case_id').references(() => cases.id),
    doctorId: uuid('doctor_id').references(() => doctors.accountId),
    clinicId: uuid('clinic_id').references(() => clinics.id),
    givenAt: createdAt('given_at'),
    withdrawnAt: moment('withdrawn_at'),
    /** The consent's version: its wording and a hash of the privacy notice. */
    textVersion: text('text_version'),
  },
  (table) => [index('consents_account').on(table.accountId), index('consents_case').on(table.caseId)],
);
