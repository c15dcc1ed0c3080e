import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Relationship } from '@konsil/contracts/codes';
import type { PatientFields } from '@konsil/contracts/patients';
import type { Tx } from '../../db/client.ts';
import { patients } from '../../db/schema';
import { dateWords, type Vault } from '../../kernel/vault.ts';

/** Hashes by which a patient is found: names and date of birth. */
export const patientSearch = (vault: Vault, fields: Pick<PatientFields, 'first_name' | 'last_name' | 'date_of_birth'>): string[] =>
  vault.blindIndex([fields.first_name, fields.last_name, ...dateWords(fields.date_of_birth)]);

/** Adds a patient to an account, sealed under a data key of the patient's own. */
export const insertPatient = async (tx: Tx, vault: Vault, accountId: string, relationship: Relationship, fields: PatientFields, now: Date) => {
  const id = randomUUID();
  const [row] = await tx.insert(patients).values({
    id, accountId, relationship, sealed: await vault.seal(tx, id, fields), search: patientSearch(vault, fields), createdAt: now, lastActivityAt: now,
  }).returning();
  if (!row) throw new Error('The patient was not stored.');
  return row;
};

/** Changes the fields of a patient's record, and with them what it is found by. */
export const updatePatientFields = async (tx: Tx, vault: Vault, patient: Pick<typeof patients.$inferSelect, 'id' | 'version'>, fields: PatientFields) => {
  const [row] = await tx.update(patients)
    .set({ sealed: await vault.seal(tx, patient.id, fields), search: patientSearch(vault, fields), version: patient.version + 1 })
    .where(eq(patients.id, patient.id)).returning();
  if (!row) throw new Error('The patient was not stored.');
  return row;
};
