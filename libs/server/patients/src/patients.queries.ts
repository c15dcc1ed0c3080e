import type { NewPatient, Patient, PatientSummary, updatePatientSchema } from '@konsil/contracts/patients';
import { and, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { doctorPatients, patients } from '@konsil/server-domain/schema';
import { iso, isoOrNull } from '@konsil/server-platform/clock';
import { record } from '@konsil/server-domain/steps/record';
import { doctorsOf, type PatientRow } from '@konsil/server-domain/access/loaders';
import { Problem } from '@konsil/server-platform/http/problems';
import type { Work } from '@konsil/server-domain/kernel/work';
import { isSummaryUnread } from '@konsil/server-domain/epicrisis/unread-summaries';
import { patientSummaryOf } from './patient-list.queries.ts';
import { takeOwnName } from './take-own-name.ts';
import { representedAccountId, isOn } from '@konsil/server-domain/access/sides';
import { insertPatient, openPatient, patientColumns } from '@konsil/server-domain/patients/patient-record';

type UpdatePatient = z.output<typeof updatePatientSchema>;

/** The time when the reader archived the patient. */
const archivedAt = async ({ tx, actor }: Work, row: PatientRow): Promise<Date | null> => {
  if (isOn(actor, 'patient')) return row.archivedAt;
  const [entry] = await tx
    .select()
    .from(doctorPatients)
    .where(and(eq(doctorPatients.doctorId, representedAccountId(actor)), eq(doctorPatients.patientId, row.id)));
  return entry?.archivedAt ?? null;
};

/** Serializes the record of a patient. */
export const showPatient = async (work: Work, row: PatientRow): Promise<Patient> => {
  const fields = await openPatient(work.tx, work.kernel.vault, row);
  return {
    ...fields,
    id: row.id,
    version: row.version,
    relationship: row.relationship,
    created_at: iso(row.createdAt),
    archived_at: isoOrNull(await archivedAt(work, row)),
    ...((await isSummaryUnread(work, row.id)) ? { summary_unread: true } : {}),
  };
};

/** Adds a patient to the account: its holder, or a represented person. */
export const addPatient = async (work: Work, { relationship, ...fields }: NewPatient): Promise<Patient> => {
  const {
    tx,
    actor,
    now,
    kernel: { vault },
  } = work;
  const row = await insertPatient(tx, vault, representedAccountId(actor), relationship, fields, now);
  if (relationship === 'self') await takeOwnName(work);
  await record(work, { step: 'patient_changed', patientId: row.id, readers: [actor.accountId] });
  return showPatient(work, row);
};

const foundBy = ['first_name', 'last_name', 'date_of_birth'] as const;

/**
 * Updates a record; the holder's own also updates the account's name.
 * @throws {Problem} `version_conflict` with the newer record.
 */
export const updatePatient = async (
  work: Work,
  row: PatientRow,
  { version, relationship, ...fields }: UpdatePatient,
): Promise<Patient> => {
  const {
    tx,
    actor,
    kernel: { vault },
  } = work;
  if (version !== undefined && version < row.version)
    throw new Problem('version_conflict', { current: await showPatient(work, row) });
  const before = await openPatient(tx, vault, row);
  const [changed] = await tx
    .update(patients)
    .set({ relationship, ...(await patientColumns(tx, vault, row.id, fields)), version: row.version + 1 })
    .where(eq(patients.id, row.id))
    .returning();
  if (!changed) throw new Error('The patient is missing.');
  if (relationship === 'self') await takeOwnName(work);
  await record(work, {
    step: 'patient_changed',
    patientId: row.id,
    readers: [actor.accountId, ...(await doctorsOf(tx, row.id))],
    ...(foundBy.some((name) => fields[name] !== before[name]) && { renamed: fields }),
  });
  return showPatient(work, changed);
};

/** Archives or restores a patient for the reader. Idempotent. */
export const archivePatient = async (
  work: Work,
  row: PatientRow,
  archived: boolean,
  seen: number | undefined,
): Promise<PatientSummary> => {
  const { tx, actor, now } = work;
  if (seen !== undefined && seen < row.version)
    throw new Problem('version_conflict', { current: await patientSummaryOf(work, row.id) });
  if (((await archivedAt(work, row)) !== null) !== archived) {
    const change = { archivedAt: archived ? now : null };
    if (isOn(actor, 'patient')) await tx.update(patients).set(change).where(eq(patients.id, row.id));
    else
      await tx
        .update(doctorPatients)
        .set(change)
        .where(and(eq(doctorPatients.doctorId, representedAccountId(actor)), eq(doctorPatients.patientId, row.id)));
    await record(work, { step: 'patient_changed', patientId: row.id, readers: [actor.accountId] });
  }
  return patientSummaryOf(work, row.id);
};
